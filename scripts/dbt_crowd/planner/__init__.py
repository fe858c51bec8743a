"""The planner: finds the best rung from counts, and proves it.

Pure: it is handed counts and a function that measures rungs, knows no data value and
no warehouse, and imports nothing else of the package.
"""

from dbt_crowd.planner.ladder_search import LadderOutcome, grow_ladder
from dbt_crowd.planner.ladders import (
    LADDER_OBJECTIVES,
    Insertion,
    Ladder,
    LadderCandidate,
    LadderCounts,
    MeasureGains,
    MeasureLadders,
    Prices,
    weigh,
)
from dbt_crowd.planner.objectives import evaluate
from dbt_crowd.planner.problem import (
    OBJECTIVES,
    Candidate,
    Column,
    Measurement,
    Outcome,
    PlannerError,
    Problem,
    Rung,
    budget_of,
)
from dbt_crowd.planner.procedures import first_of, greedy
from dbt_crowd.planner.remedies import Remedy, WhatIf, remedies, what_ifs
from dbt_crowd.planner.search import InconsistentCountsError, Measure, OnProgress, search

__all__ = [
    "LADDER_OBJECTIVES",
    "OBJECTIVES",
    "Candidate",
    "Column",
    "InconsistentCountsError",
    "Insertion",
    "Ladder",
    "LadderCandidate",
    "LadderCounts",
    "LadderOutcome",
    "Measure",
    "MeasureGains",
    "MeasureLadders",
    "Measurement",
    "OnProgress",
    "Outcome",
    "PlannerError",
    "Prices",
    "Problem",
    "Remedy",
    "Rung",
    "WhatIf",
    "budget_of",
    "evaluate",
    "first_of",
    "greedy",
    "grow_ladder",
    "remedies",
    "search",
    "weigh",
    "what_ifs",
]
