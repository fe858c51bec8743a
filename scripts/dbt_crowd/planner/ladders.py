"""Ladders: several rungs in order, and what a release by them keeps.

A record leaves by the first rung where its class, among the records not yet released, is a crowd. Rungs serve by the
sizes of classes alone; what else is asked is judged on the published classes, records of equal labels being one class
whatever their rung, and records of classes that fail count as suppressed. So a ladder is measured as a whole: what a
rung serves depends on the rungs before it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from dbt_crowd.planner.objectives import UNITS
from dbt_crowd.planner.problem import Column, PlannerError, Problem, Rung

Ladder: TypeAlias = tuple[Rung, ...]
Insertion: TypeAlias = tuple[int, Rung]

LADDER_OBJECTIVES = ("loss", "loss_geometric", "precision", "discernibility", "average_class_size")


@dataclass(frozen=True)
class LadderCounts:
    """What the warehouse counted of a ladder.

    Attributes:
        rows_kept: Rows of published classes that pass everything asked.
        persons_kept: Persons of whom every row is kept; without a privacy unit the rows.
        classes: Published classes that pass, those of equal labels from several rungs being one.
        smallest: The smallest of them, in the unit of k; 0 when there is none.
        sum_squares: Sum of c^2 over them, c in rows.
        shares_kept: Per column, the sum over kept rows of the number of domain values that have the row's label.
        served: Per rung, the rows of `rows_kept` that it serves.
    """

    rows_kept: int
    persons_kept: int
    classes: int
    smallest: int
    sum_squares: int
    shares_kept: tuple[int, ...]
    served: tuple[int, ...]


@dataclass(frozen=True)
class LadderCandidate:
    """A ladder that was measured.

    Attributes:
        rungs: Its rungs, first to last.
        value: The objective, lower is better.
        suppressed_rows: Rows that it suppresses.
        suppressed_persons: Persons who lose at least one row (else the rows).
        classes: Published classes.
        smallest: The smallest of them; 0 when none is.
        miss: By how many persons or rows it exceeds the budget; 0 when it holds.
        served: Per rung, the rows that it publishes.
    """

    rungs: Ladder
    value: float
    suppressed_rows: int
    suppressed_persons: int
    classes: int
    smallest: int
    miss: int
    served: tuple[int, ...]

    @property
    def holds(self) -> bool:
        """Whether everything asked holds within the budget."""
        return self.miss == 0

    @property
    def order(self) -> tuple[int, float, int, int, Ladder]:
        """What comes first is better: the miss, the value, fewer rungs, fewer levels climbed, finer ones earlier."""
        return self.miss, self.value, len(self.rungs), sum(map(sum, self.rungs)), self.rungs


@dataclass(frozen=True)
class Prices:
    """What one row costs, so that the costs of a table's rows add up to about the objective.

    Attributes:
        shares: Per column, for each value of the domain that the row's label stands for.
        rows: Per column and level, besides.
        suppressed: Where no rung serves it.
    """

    shares: tuple[float, ...]
    rows: tuple[tuple[float, ...], ...]
    suppressed: float


MeasureLadders: TypeAlias = Callable[[Sequence[Ladder]], Sequence[LadderCounts]]
MeasureGains: TypeAlias = Callable[[Ladder, Sequence[Insertion], Prices], Sequence[float]]


def weigh(problem: Problem, ladder: Ladder, counts: LadderCounts) -> LadderCandidate:
    """Give a measured ladder its value.

    Args:
        problem: What was asked.
        ladder: The ladder.
        counts: Its measurement.

    Raises:
        PlannerError: The objective is not defined for ladders: `entropy` compares a label with the rows that could have
            it, and in a ladder they are at several levels.
    """
    return LadderCandidate(
        rungs=ladder,
        value=_value(problem, ladder, counts),
        suppressed_rows=problem.rows - counts.rows_kept,
        suppressed_persons=problem.population - counts.persons_kept,
        classes=counts.classes,
        smallest=counts.smallest,
        miss=max(0, problem.population - counts.persons_kept - problem.budget),
        served=counts.served[: len(ladder)],
    )


def _value(problem: Problem, ladder: Ladder, counts: LadderCounts) -> float:
    """The objective of a measured ladder; of one rung it is what `evaluate` gives."""
    failing = problem.rows - counts.rows_kept
    if problem.objective == "discernibility":
        return float(counts.sum_squares + problem.rows * failing)
    if problem.objective == "average_class_size":
        classes = counts.classes + (failing > 0)
        return problem.rows / classes if classes else 0.0
    weights = _weights(problem)
    if problem.objective == "precision":
        climbed = [_climbed(column, ladder, counts, j) for j, column in enumerate(problem.columns)]
        return sum(w * (rows + failing) / max(1, problem.rows) for w, rows in zip(weights, climbed, strict=True))
    losses = column_losses(problem, counts)
    if problem.objective == "loss":
        return sum(weight * lost for weight, lost in zip(weights, losses, strict=True))
    if problem.objective == "loss_geometric":
        return math.expm1(sum(weight * math.log1p(lost) for weight, lost in zip(weights, losses, strict=True)))
    raise PlannerError(f"the objective {problem.objective} is not defined for ladders")


def _climbed(column: Column, ladder: Ladder, counts: LadderCounts, j: int) -> float:
    """Per kept row the share of levels climbed, added up."""
    rows = sum(served * rung[j] for served, rung in zip(counts.served, ladder, strict=False))
    return rows / max(1, column.height)


def column_losses(problem: Problem, counts: LadderCounts) -> list[float]:
    """Give the loss of each column, 0 to 1, rounded down at 1e-10 as for one rung."""
    n, failing = problem.rows, problem.rows - counts.rows_kept
    losses = []
    for column, kept in zip(problem.columns, counts.shares_kept, strict=True):
        d = column.domain_size
        trivial = d <= 1 or n == 0
        units = 0 if trivial else max(0, kept + failing * d - n) * UNITS // (n * (d - 1))
        losses.append(units / UNITS)
    return losses


def prices_of(problem: Problem, losses: Sequence[float] | None = None) -> Prices:
    """Give prices that add up to the objective, or to `loss` where it is no sum over rows.

    Args:
        problem: What is asked.
        losses: The columns' losses at present, around which `loss_geometric` is taken to be linear.
    """
    n = max(1, problem.rows)
    shares, rows = [], []
    for j, (weight, column) in enumerate(zip(_weights(problem), problem.columns, strict=True)):
        levels = range(len(column.levels))
        if problem.objective == "precision":
            shares.append(0.0)
            rows.append(tuple(weight * level / max(1, column.height) / n for level in levels))
            continue
        steepness = 1 / (1 + losses[j]) if losses is not None and problem.objective == "loss_geometric" else 1.0
        price = steepness * weight / (n * (column.domain_size - 1)) if column.domain_size > 1 else 0.0
        shares.append(price)
        rows.append(tuple(-price for _ in levels))
    return Prices(tuple(shares), tuple(rows), 1 / n)


def _weights(problem: Problem) -> list[float]:
    total = sum(column.weight for column in problem.columns)
    return [column.weight / total if total else 1 / len(problem.columns) for column in problem.columns]
