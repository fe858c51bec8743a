"""Procedures that pick a rung without looking for the best one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from dbt_crowd.planner.objectives import evaluate
from dbt_crowd.planner.problem import Candidate, Outcome, Problem, Rung
from dbt_crowd.planner.ranking import candidate_of
from dbt_crowd.planner.search import Measure, ask


def greedy(problem: Problem, measure: Measure, *, batch_size: int = 64) -> Outcome:
    """Raise the column with the most distinct values until k holds.

    Datafly's rule (Sweeney 1997): from the least levels on, the column that has the
    most distinct values at its present level climbs one level, until k holds within
    the budget. Ties go to the earlier column; a column at its greatest level stays.
    No counts of classes decide the way, so it is measured in batches.

    Args:
        problem: What to hold.
        measure: Gives one measurement per rung, in order.
        batch_size: Rungs per call of `measure`.

    Returns:
        The outcome; `tried` is the way up to the rung chosen, or to the coarsest one.
    """
    return _first("greedy", problem, measure, list(_climb(problem)), batch_size)


def first_of(
    problem: Problem,
    measure: Measure,
    rungs: Iterable[Rung],
    *,
    batch_size: int = 64,
) -> Outcome:
    """Take the first of the given rungs that holds.

    Args:
        problem: What to hold.
        measure: Gives one measurement per rung, in order.
        rungs: The rungs, in order.
        batch_size: Rungs per call of `measure`.

    Returns:
        The outcome; `tried` is the rungs up to the one chosen, or all.

    Raises:
        PlannerError: A rung is not one of the problem's.
    """
    checked = [problem.check(rung) for rung in rungs]
    return _first("first_of", problem, measure, checked, batch_size)


def _climb(problem: Problem) -> Iterator[Rung]:
    rung = list(problem.finest)
    while True:
        yield tuple(rung)
        open_columns = [j for j, column in enumerate(problem.columns) if rung[j] < column.coarsest]
        if not open_columns:
            return
        most = max(open_columns, key=lambda j: problem.columns[j].distinct[rung[j]])
        rung[most] += 1


def _first(
    procedure: Literal["greedy", "first_of"],
    problem: Problem,
    measure: Measure,
    rungs: list[Rung],
    batch_size: int,
) -> Outcome:
    tried: list[Candidate] = []
    chosen: Candidate | None = None
    measured = batches = 0
    for start in range(0, len(rungs), batch_size):
        batch = rungs[start : start + batch_size]
        for rung, counts in zip(batch, ask(measure, batch), strict=True):
            value = evaluate(problem, rung, counts)
            candidate = candidate_of(problem, rung, counts, value)
            if chosen is None:
                tried.append(candidate)
                chosen = candidate if candidate.holds else None
        measured += len(batch)
        batches += 1
        if chosen is not None:
            break
    misses = [] if chosen is not None else tried
    return Outcome(
        procedure=procedure,
        objective=problem.objective,
        chosen=chosen,
        reachable=chosen is not None,
        optimal=False,
        bound=None,
        rungs_possible=problem.rungs_possible,
        rungs_measured=measured,
        batches=batches,
        tried=tuple(tried),
        closest=min(misses, key=lambda candidate: candidate.distance, default=None),
    )
