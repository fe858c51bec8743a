"""Brute force from the definitions: what a ladder does to a small table, in plain Python.

Like oracle.py it shares no code and no formula with the planner or the SQL. Rows leave by the first rung whose class
among those left is a crowd; the classes of the published table are judged, whatever the rung of their rows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import oracle

Ladder = tuple[oracle.Rung, ...]


@dataclass(frozen=True)
class Published:
    """What a ladder publishes.

    Attributes:
        places: Per row that a rung serves, the rung's place from 0; what is left out later is among them.
        kept: The published classes that pass all criteria, each a tuple of row numbers.
        lost: What counts against the budget: rows, or persons who lose at least one row.
    """

    places: dict[int, int]
    kept: tuple[tuple[int, ...], ...]
    lost: int

    @property
    def rows(self) -> list[int]:
        """The published rows."""
        return [row for members in self.kept for row in members]


def _agree(left: tuple[oracle.Label, ...], right: tuple[oracle.Label, ...]) -> bool:
    return all(a == b or a is None or b is None for a, b in zip(left, right, strict=True))


def served(table: oracle.Table, left: Sequence[int], rung: oracle.Rung, k: int) -> set[int]:
    """The rows among those left that a rung serves."""
    classes: dict[tuple[oracle.Label, ...], list[int]] = {}
    for row in left:
        classes.setdefault(table.labels(row, rung), []).append(row)
    crowds = [labels for labels, members in classes.items() if oracle.size(table, members) >= k]
    passing = set(crowds)
    if table.wildcard:
        passing |= {labels for labels in classes if any(_agree(labels, crowd) for crowd in crowds)}
    return {row for labels in passing for row in classes[labels]}


def publish(table: oracle.Table, ladder: Ladder, k: int) -> Published:
    """Route the rows, then judge the published classes."""
    left, places = list(range(len(table.rows))), {}
    for place, rung in enumerate(ladder):
        places |= dict.fromkeys(served(table, left, rung, k), place)
        left = [row for row in left if row not in places]
    classes: dict[tuple[oracle.Label, ...], list[int]] = {}
    for row in sorted(places):
        classes.setdefault(table.labels(row, ladder[places[row]]), []).append(row)
    kept = tuple(
        tuple(members) for members in classes.values() if all(criterion(tuple(members)) for criterion in table.criteria)
    )
    gone = set(range(len(table.rows))) - {row for members in kept for row in members}
    return Published(places, kept, oracle.size(table, sorted(gone)))


def value(table: oracle.Table, ladder: Ladder, k: int, objective: str, weights: Sequence[int] | None = None) -> float:
    """The objective of a ladder."""
    found = publish(table, ladder, k)
    weights = [1] * len(table.hierarchies) if weights is None else weights
    n, gone = len(table.rows), len(table.rows) - len(found.rows)
    if objective == "average_class_size":
        divisor = len(found.kept) + (1 if gone else 0)
        return n / divisor if divisor else 0.0
    if objective == "discernibility":
        return float(sum(len(members) ** 2 for members in found.kept) + n * gone)
    columns = range(len(table.hierarchies))
    per_column = _imprecision if objective == "precision" else _loss
    lost = [per_column(table, ladder, found, j) for j in columns]
    total = sum(weights)
    if objective == "loss_geometric":
        return math.expm1(math.fsum(w * math.log1p(x) for w, x in zip(weights, lost, strict=True)) / total)
    return float(sum((w * x for w, x in zip(weights, lost, strict=True)), Fraction(0)) / total)


def _imprecision(table: oracle.Table, ladder: Ladder, found: Published, j: int) -> Fraction:
    n, height = len(table.rows), table.height(j)
    if not n:
        return Fraction(0)
    climbed = sum((Fraction(ladder[found.places[row]][j], max(1, height)) for row in found.rows), Fraction(0))
    return (climbed + n - len(found.rows)) / n


def _loss(table: oracle.Table, ladder: Ladder, found: Published, j: int) -> Fraction:
    n, d = len(table.rows), len(table.domain(j))
    if d == 1 or n == 0:
        return Fraction(0)
    cells = sum((oracle.share(table, row, j, ladder[found.places[row]][j]) for row in found.rows), Fraction(0))
    floor = Fraction(n, d)
    lost = max(Fraction(0), (cells + n - len(found.rows) - floor) / (n - floor))
    return Fraction(math.floor(lost * oracle.GRID), oracle.GRID)
