"""Brute force from the definitions: what a rung does to a small table, in plain Python.

Written from the definitions alone and slow on purpose: rows are tuples, a hierarchy is a mapping of value to labels,
classes are a dictionary. It shares no code and no formula with the planner or the SQL: that they agree says something.

A table has one hierarchy per column, finest level first: `{"a": ("a", "x", "*"), None: (None, None, "*")}`. Where
classes are counted in persons, `persons` has one entry per row; None is a row without a person, which adds nobody.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

Value = Hashable
Label = Hashable
Rung = tuple[int, ...]

GRID = 10**10
SIMILAR = 9


@dataclass(frozen=True)
class Table:
    """A table of quasi-identifiers.

    Attributes:
        rows: One tuple of values per row.
        hierarchies: Per column, the labels of each value, finest level first.
        persons: Per row, who it is about; None counts rows.
        domains: Per column, the values that the loss share counts; None for a column (or for all) is the distinct
            values in the rows.
        wildcard: NULL (the label None) agrees with everything, instead of being a value of its own: a class below k
            passes too when it agrees, wherever both have a value, with a class that is at least k by itself.
        criteria: What a class must pass besides k, given its row numbers in order.
    """

    rows: tuple[tuple[Value, ...], ...]
    hierarchies: tuple[dict[Value, tuple[Label, ...]], ...]
    persons: tuple[Value, ...] | None = None
    domains: tuple[tuple[Value, ...] | None, ...] | None = None
    wildcard: bool = False
    criteria: tuple[Callable[[tuple[int, ...]], bool], ...] = ()

    def domain(self, j: int) -> tuple[Value, ...]:
        """The values that column j's loss share counts."""
        given = None if self.domains is None else self.domains[j]
        return tuple({row[j]: None for row in self.rows}) if given is None else given

    def height(self, j: int) -> int:
        """The number of column j's last level."""
        return len(next(iter(self.hierarchies[j].values()))) - 1

    def label(self, row: int, j: int, level: int) -> Label:
        """What a cell is published as."""
        return self.hierarchies[j][self.rows[row][j]][level]

    def labels(self, row: int, rung: Rung) -> tuple[Label, ...]:
        """What a row is published as."""
        return tuple(self.label(row, j, level) for j, level in enumerate(rung))

    @property
    def population(self) -> int:
        """What a suppression limit is a share of."""
        return len(self.rows) if self.persons is None else len(set(self.persons) - {None})


@dataclass(frozen=True)
class Figures:
    """The classes of a table at a rung.

    Attributes:
        kept: Passing classes, each a list of row numbers.
        failing: Row numbers of failing classes.
        sizes: The size of every class, in persons or rows.
        kept_sizes: The size of every passing class.
        lost: What counts against the budget: rows, or persons who lose at least one row.
    """

    kept: tuple[tuple[int, ...], ...]
    failing: tuple[int, ...]
    sizes: tuple[int, ...]
    kept_sizes: tuple[int, ...]
    lost: int


def figures(table: Table, rung: Rung, k: int) -> Figures:
    """Group the rows by their labels and part the classes at k, and by the criteria."""
    classes: dict[tuple[Label, ...], list[int]] = {}
    for row in range(len(table.rows)):
        classes.setdefault(table.labels(row, rung), []).append(row)
    sizes = {labels: size(table, members) for labels, members in classes.items()}
    crowds = [labels for labels, n in sizes.items() if n >= k]
    passing = set(crowds)
    if table.wildcard:
        passing |= {labels for labels in classes if any(_agree(labels, crowd) for crowd in crowds)}
    passing = {labels for labels in passing if all(criterion(tuple(classes[labels])) for criterion in table.criteria)}
    failing = tuple(row for labels, members in classes.items() if labels not in passing for row in members)
    return Figures(
        kept=tuple(tuple(members) for labels, members in classes.items() if labels in passing),
        failing=failing,
        sizes=tuple(sizes.values()),
        kept_sizes=tuple(n for labels, n in sizes.items() if labels in passing),
        lost=size(table, failing),
    )


def _agree(left: tuple[Label, ...], right: tuple[Label, ...]) -> bool:
    return all(a == b or a is None or b is None for a, b in zip(left, right, strict=True))


def size(table: Table, members: Sequence[int]) -> int:
    """How many rows, or distinct persons, some rows are."""
    if table.persons is None:
        return len(members)
    return len({table.persons[row] for row in members} - {None})


def value(table: Table, rung: Rung, k: int, objective: str, weights: Sequence[int] | None = None) -> float:
    """The objective of a rung, whether or not it satisfies anything."""
    exact = exact_value(table, rung, k, objective, weights)
    if objective != "loss_geometric":
        return float(exact)
    total = sum(weights or [1] * len(rung))
    return float(math.expm1(math.log(exact) / total)) if total else 0.0


def exact_value(
    table: Table, rung: Rung, k: int, objective: str, weights: Sequence[int] | None = None
) -> Fraction | float:
    """A number that orders rungs exactly as the objective does.

    It is the objective, a fraction where that is rational; for `loss_geometric` the product of (L_j + 1)^weight, and
    for `entropy` the bits, rounded so that rungs that differ by floating point alone are equal.
    """
    found = figures(table, rung, k)
    weights = [1] * len(rung) if weights is None else weights
    n, s = len(table.rows), len(found.failing)
    if objective == "average_class_size":
        divisor = len(found.kept) + (1 if s else 0)
        return Fraction(n, divisor) if divisor else Fraction(0)
    if objective == "discernibility":
        return Fraction(sum(len(members) ** 2 for members in found.kept) + n * s)
    if objective == "entropy":
        bits = [_entropy(table, found, j, level) for j, level in enumerate(rung)]
        return round(math.fsum(w * b for w, b in zip(weights, bits, strict=True)), SIMILAR)
    if objective == "precision":
        return _mean([_imprecision(table, found, j, level) for j, level in enumerate(rung)], weights)
    losses = [loss(table, found, j, level) for j, level in enumerate(rung)]
    if objective == "loss":
        return _mean(losses, weights)
    if objective == "loss_geometric":
        return Fraction(math.prod((1 + lost) ** w for lost, w in zip(losses, weights, strict=True)))
    raise ValueError(objective)


def loss(table: Table, found: Figures, j: int, level: int) -> Fraction:
    """What column j loses: 0 nothing, 1 everything; rounded down at 1e-10."""
    n, d = len(table.rows), len(table.domain(j))
    if d == 1 or n == 0:
        return Fraction(0)
    a = Fraction(len(found.failing))
    for members in found.kept:
        a += sum(share(table, row, j, level) for row in members)
    floor = Fraction(n, d)
    lost = max(Fraction(0), (a - floor) / (n - floor))
    return Fraction(math.floor(lost * GRID), GRID)


def share(table: Table, row: int, j: int, level: int) -> Fraction:
    """The share of the domain that has the label of a cell."""
    label = table.label(row, j, level)
    domain = table.domain(j)
    return Fraction(sum(1 for v in domain if table.hierarchies[j][v][level] == label), len(domain))


def _imprecision(table: Table, found: Figures, j: int, level: int) -> Fraction:
    n, s, height = len(table.rows), len(found.failing), table.height(j)
    climbed = Fraction(level, height) if height else Fraction(0)
    return ((n - s) * climbed + s) / n if n else climbed


def _entropy(table: Table, found: Figures, j: int, level: int) -> float:
    everyone = range(len(table.rows))
    raw = Counter(table.rows[row][j] for row in everyone)
    labels = Counter(table.label(row, j, level) for row in everyone)
    known = sum(math.log2(labels[table.label(row, j, level)] / raw[table.rows[row][j]]) for row in everyone)
    lost = Counter(table.label(row, j, level) for row in found.failing)
    return known + sum(count * math.log2(len(found.failing) / count) for count in lost.values())


def _mean(numbers: Sequence[Fraction], weights: Sequence[int]) -> Fraction:
    return sum((w * x for w, x in zip(weights, numbers, strict=True)), Fraction(0)) / sum(weights)


def rungs(levels: Sequence[tuple[int, int]]) -> Iterator[Rung]:
    """All rungs within the limits (finest, coarsest) of each column."""
    return product(*(range(least, greatest + 1) for least, greatest in levels))


def best(
    table: Table,
    k: int,
    budget: int,
    objective: str,
    weights: Sequence[int] | None = None,
    levels: Sequence[tuple[int, int]] | None = None,
) -> Rung | None:
    """The best rung that holds: lower value, then fewer levels climbed, then the earlier column finer.

    Args:
        table: The table.
        k: The least size of a class.
        budget: Rows, or persons, that may be lost.
        objective: The objective.
        weights: One per column; all 1 when left out.
        levels: The finest and the coarsest level of each column; all when left out.
    """
    limits = [(0, table.height(j)) for j in range(len(table.hierarchies))] if levels is None else levels
    holding = [rung for rung in rungs(limits) if figures(table, rung, k).lost <= budget]
    return min(
        holding,
        key=lambda rung: (exact_value(table, rung, k, objective, weights), sum(rung), rung),
        default=None,
    )
