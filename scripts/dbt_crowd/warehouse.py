"""A search that is open in the warehouse: what its macros answer, as the planner wants it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from types import TracebackType
from typing import Any

from dbt_crowd.dbt import CompiledModel, Dbt
from dbt_crowd.errors import CrowdError, RefusedError
from dbt_crowd.planner import (
    Column,
    Insertion,
    Ladder,
    LadderCounts,
    Measure,
    MeasureGains,
    MeasureLadders,
    Measurement,
    Prices,
    Problem,
    Rung,
    budget_of,
)

Columns = Sequence[Mapping[str, Any]]
Figures = Mapping[str, int | float]

_HIERARCHY_FAULTS = {
    "crowd_not_nested": "labels have more than one label on the next level",
    "crowd_gaps": "labels have none on the next level",
    "crowd_growing_levels": "levels have more labels than the one below",
}

_ABSENT = "delta_presence: classes of the population have no record in the input"
_TOO_RISKY = "risk: what is released is too risky as a whole"


class OpenSearch:
    """A release's input as codes and counts in the private schema, for as long as the `with` block runs.

    Attributes:
        rows: Rows of the input.
        persons: Distinct persons of the input; None without a privacy unit.
        rows_without_person: Rows whose privacy unit is NULL or blank.
        columns: The quasi-identifiers as the warehouse counted them, with `name`, `levels` and counts per level.
        policy: The resolved policy, without SQL.
    """

    rows: int
    persons: int | None
    rows_without_person: int
    columns: Columns
    policy: Mapping[str, Any]
    _plan: Mapping[str, Any]

    def __init__(self, dbt: Dbt, model: CompiledModel) -> None:
        """Name the search; nothing is asked of the warehouse yet."""
        self._dbt = dbt
        self._model = model
        kind = "p" if dbt.keeps_process else "c"
        self._routed: Ladder | None = None
        self._token = f"{datetime.now(UTC):%Y%m%d%H%M%S}_{kind}{secrets.token_hex(6)}"

    def __enter__(self) -> OpenSearch:
        """Scan the input.

        Raises:
            RefusedError: the input is empty, holds uncovered values that the policy does not allow, or the levels of a
                column are no hierarchy on it.
        """
        try:
            arguments = {"model": self._model.unique_id, "header": self._model.header, "token": self._token}
            self._take(self._dbt.run_operation("search_open", arguments))
        except BaseException:
            self._drop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Drop the search's tables."""
        self._drop()

    def problem(
        self, *, k: int | None = None, max_suppression: str | None = None, objective: str | None = None
    ) -> Problem:
        """Give the planner's problem: the policy's, or a what-if.

        Args:
            k: In place of the policy's.
            max_suppression: In place of the policy's, as decimal text.
            objective: In place of the policy's.
        """
        population = self.rows if self.persons is None else self.persons
        return Problem(
            rows=self.rows,
            persons=self.persons,
            columns=tuple(_planner_column(column) for column in self.columns),
            k=self.policy["k"] if k is None else k,
            budget=budget_of(max_suppression or self.policy["max_suppression_ratio"], population),
            objective=objective or self.policy["objective"],
            wildcard=self.policy["nulls"] == "wildcard",
            is_beside=bool(self._plan["population"]),
        )

    @property
    def criteria(self) -> tuple[str, ...]:
        """What the policy asks beyond k, in its own words: `diagnosis: l = 3`."""
        risk = self._plan["risk"]
        whole = [f"risk: average = {risk['average']}"] if "average" in risk else []
        if "share" in risk:
            whole.append(f"risk: at_risk = {risk['share']} above {risk['above']}")
        return (*(_criterion(each) for each in self._plan["criteria"]), *whole)

    @property
    def is_mendable(self) -> bool:
        """Whether a finer rung can hold where a coarser one does not."""
        return bool(self._plan["risk"]) or not all(each["lasting"] for each in self._plan["criteria"])

    @property
    def tuples(self) -> int:
        """How many rows the tuples table has: what a measurement costs grows with it."""
        return int(self._plan["tuples"])

    @property
    def beyond_ladders(self) -> tuple[str, ...]:
        """Settings that ladders are not measured by: a population, limits of the whole, criteria beside a wildcard."""
        leaning = self.policy["nulls"] == "wildcard" and self._plan["criteria"]
        found = [name for name in ("population", "risk") if self._plan[name]]
        return (*found, "nulls: wildcard beside criteria") if leaning else tuple(found)

    def measure(
        self,
        rungs: Sequence[Rung],
        k: int | Sequence[int],
        *,
        shares: bool = False,
        entropy: bool = False,
        entropy_within: int | None = None,
    ) -> list[Measurement]:
        """Measure rungs, all in one call of dbt.

        Args:
            rungs: Level numbers in column order.
            k: The least size of a class, or one for each rung.
            shares: Whether `failing_shares` are needed; they are 0 otherwise.
            entropy: Whether `failing_entropy` is needed; it is empty otherwise.
            entropy_within: Where more rows (persons) fail than so many, `failing_entropy` is 0, whatever it is.
        """
        arguments = {
            "plan": self._plan,
            "k": k if isinstance(k, int) else list(k),
            "rungs": [list(rung) for rung in rungs],
            "shares": shares,
            "entropy": entropy,
            "entropy_within": entropy_within,
        }
        answer = self._dbt.run_operation("search_measure", arguments)
        names = answer["figures"]
        return [
            self._measurement(rung, dict(zip(names, row, strict=True)))
            for rung, row in zip(rungs, answer["rows"], strict=True)
        ]

    def measure_for(self, problem: Problem, *, within_budget: bool = False) -> Measure:
        """Give the function that measures what a problem's objective needs.

        Args:
            problem: The problem.
            within_budget: Whether that is needed only where the budget is kept, as a search does.
        """
        return partial(
            self.measure,
            k=problem.k,
            shares=problem.objective in ("loss", "loss_geometric"),
            entropy=problem.wants_entropy,
            entropy_within=problem.budget if within_budget else None,
        )

    def measure_ladders(self, ladders: Sequence[Ladder], k: int) -> list[LadderCounts]:
        """Measure ladders, all in one call of dbt.

        Args:
            ladders: Each its rungs, first to last, as level numbers in column order.
            k: The least size of a class.
        """
        rungs = [[list(rung) for rung in ladder] for ladder in ladders]
        answer = self._dbt.run_operation("search_ladders", {"plan": self._plan, "k": k, "ladders": rungs})
        named = (dict(zip(answer["figures"], row, strict=True)) for row in answer["rows"])
        return [_ladder_counts(row, ladder, self.persons is None) for row, ladder in zip(named, ladders, strict=True)]

    def ladder_gains(self, ladder: Ladder, insertions: Sequence[Insertion], prices: Prices, k: int) -> list[float]:
        """Give what inserting rungs into a ladder would save at first sight, all in one call of dbt.

        Args:
            ladder: The ladder.
            insertions: Before which of its rungs, and which rung.
            prices: What a row costs.
            k: The least size of a class.
        """
        arguments = {
            "plan": self._plan,
            "k": k,
            "ladder": [] if ladder == self._routed else [list(rung) for rung in ladder],
            "insertions": [[place, list(rung)] for place, rung in insertions],
            "prices": {
                "shares": list(prices.shares),
                "rows": [list(each) for each in prices.rows],
                "suppressed": prices.suppressed,
            },
        }
        gains = self._dbt.run_operation("search_gains", arguments)["gains"]
        self._routed = ladder
        return [float(gain) for gain in gains]

    def ladders_for(self, problem: Problem) -> tuple[MeasureLadders, MeasureGains]:
        """Give the functions that measure ladders, and weigh insertions, for a problem."""
        return (
            lambda ladders: self.measure_ladders(ladders, problem.k),
            lambda ladder, insertions, prices: self.ladder_gains(ladder, insertions, prices, problem.k),
        )

    def _take(self, answer: Mapping[str, Any]) -> None:
        self.policy = answer["policy"]
        self.rows = answer["rows"]
        self.persons = answer["persons"] if self.policy["privacy_unit"] else None
        self.rows_without_person = answer["rows_without_person"]
        name = self.policy["name"]
        if not self.rows:
            raise RefusedError(f"dbt_crowd: {name}: the input has no rows, so there is nothing to search.")
        self.columns = answer["columns"]
        refusals = [*_uncovered(answer), *_no_hierarchy(answer)]
        if refusals:
            raise RefusedError("\n".join(f"dbt_crowd: {name}: {refusal}" for refusal in refusals))
        self._plan = answer["plan"]

    def _drop(self) -> None:
        """Drop the tables; what made that fail is not worth more than what went before."""
        try:
            self._dbt.run_operation("search_close", {"model": self._model.unique_id, "token": self._token})
        except CrowdError:
            return

    def _measurement(self, rung: Rung, figures: Figures) -> Measurement:
        absent = (_ABSENT,) if figures.get("absent") else ()
        refused = (*absent, _TOO_RISKY) if figures.get("too_risky") else absent
        counted = replace(self._counts(rung, figures, ""), refused=refused)
        is_lasting = "lasting_rows_failing" not in figures
        if is_lasting and refused == absent:
            return counted
        lasting = replace(self._counts(rung, figures, "" if is_lasting else "lasting_"), refused=absent)
        return replace(counted, lasting=lasting, more_failing=int(figures.get("more_failing", 0)))

    def _counts(self, rung: Rung, figures: Figures, prefix: str) -> Measurement:
        """The counts of everything asked, or of what no finer rung mends, which the warehouse names `lasting_`."""
        failing = int(figures[f"{prefix}rows_failing"])
        entropies = (f"{prefix}entropy_{j + 1}" for j in range(len(rung)))
        return Measurement(
            rows_failing=failing,
            persons_failing=int(figures.get(f"{prefix}persons_lost", figures[f"{prefix}persons_failing"])),
            classes=int(figures[f"{prefix}classes"]),
            smallest=int(figures["smallest"]),
            smallest_any=int(figures["smallest_any"]),
            sum_squares=int(figures[f"{prefix}sum_squares"]),
            failing_shares=tuple(self._shares(j, level, failing, figures, prefix) for j, level in enumerate(rung)),
            failing_entropy=tuple(float(figures[name]) for name in entropies if name in figures),
        )

    def _shares(self, j: int, level: int, failing: int, figures: Figures, prefix: str) -> tuple[int, ...]:
        """The failing rows' shares of one column; where all labels have the same, the warehouse need not sum."""
        layout = self._plan["columns"][j]
        return tuple(
            int(figures.get(f"{prefix}share_{j + 1}_{each}", 0))
            if layout["shares"][each]
            else failing * layout["same_shares"][each]
            for each in range(level + 1)
        )


def _ladder_counts(figures: Figures, ladder: Ladder, by_rows: bool) -> LadderCounts:
    columns = len(ladder[0])
    return LadderCounts(
        rows_kept=int(figures["rows_kept"]),
        persons_kept=int(figures["rows_kept" if by_rows else "persons_kept"]),
        classes=int(figures["classes"]),
        smallest=int(figures["smallest"]),
        sum_squares=int(figures["sum_squares"]),
        shares_kept=tuple(int(figures[f"share_{j + 1}"]) for j in range(columns)),
        served=tuple(int(figures[f"served_{place + 1}"]) for place in range(len(ladder))),
    )


def _criterion(criterion: Mapping[str, Any]) -> str:
    """One criterion in the policy's words; what is the default is not said."""
    name = criterion["criterion"]
    if name == "risk":
        return f"risk: highest = {criterion['highest']}"
    if name in ("k_map", "delta_presence"):
        asked = criterion["k"] if name == "k_map" else " to ".join(map(str, criterion["bounds"]))
        return f"population: {name} = {asked}"
    kind = criterion.get("kind") or criterion.get("distance")
    said = f"{criterion['column']}: {name} = {criterion[name]}"
    return said if kind in (None, "distinct", "equal", "basic", "present") else f"{said} ({kind})"


def _planner_column(column: Mapping[str, Any]) -> Column:
    return Column(
        name=column["name"],
        levels=tuple(column["levels"]),
        distinct=tuple(column["distinct"]),
        domain_size=max(1, column["domain_size"]),
        share_sums=tuple(column["share_sums"]),
        entropy_sums=tuple(column["entropy_sums"]),
        min_level=column["min_level"],
        max_level=column["max_level"],
        weight=column["weight"],
    )


def _uncovered(answer: Mapping[str, Any]) -> list[str]:
    if answer["policy"]["unmapped"] == "suppress":
        return []
    return [
        f"the hierarchy of {column} does not cover all its values: {rows:,} uncovered in the input. Extend it, or say"
        " unmapped: suppress. See docs/policy.md#unmapped"
        for column, rows in answer["unmapped"].items()
    ]


def _no_hierarchy(answer: Mapping[str, Any]) -> list[str]:
    return [
        f"the levels of {column} are no hierarchy on this data: "
        + ", ".join(f"{count:,} {_HIERARCHY_FAULTS[name]}" for name, count in faults.items())
        + ". See docs/hierarchies.md"
        for column, faults in answer["hierarchy_faults"].items()
    ]
