"""Counts in plain Python, from the definitions: what a ladder publishes of cells, and what an attacker makes of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.optimize import linprog

Label = tuple[str | None, ...]
Rung = Callable[[Label], Label]
Cell = tuple[int, Label]


@dataclass
class Members:
    """Who and what is in a cell: a row per record."""

    rows: int = 0
    persons: set[str] = field(default_factory=set)

    def add(self, other: Members) -> None:
        """Put another's members to these."""
        self.rows += other.rows
        self.persons |= other.persons


def finest_cells(records: Iterable[tuple[str | None, Label]]) -> dict[Label, Members]:
    """Cells of records, each a person and the label of its cell."""
    cells: dict[Label, Members] = defaultdict(Members)
    for person, label in records:
        cells[label].rows += 1
        if person is not None:
            cells[label].persons.add(person)
    return dict(cells)


def fold_is_safe(size: int, cells: int, k: int) -> bool:
    """Whether cells that are known to hold 1 to k - 1 each, and to add up to `size`, can each be 1 and be k - 1."""
    least, most = cells - 1, (cells - 1) * (k - 1)
    return size >= k and least <= size - 1 <= most and least <= size - (k - 1) <= most


def publish(
    cells: Mapping[Label, Members], rungs: Sequence[Rung], k: int, *, by_persons: bool, safe: bool = True
) -> dict[Cell, Members]:
    """What a ladder publishes: members by rung (from 1) and label.

    Args:
        cells: The finest cells.
        rungs: Each turns a finest label into its own; the first one into itself.
        k: The least size.
        by_persons: Whether persons are counted, or rows.
        safe: Whether folds must tell nothing; without it, k persons are enough.
    """

    def size(members: Members) -> int:
        return len(members.persons) if by_persons else members.rows

    published = {(1, label): members for label, members in cells.items() if size(members) >= k}
    left = {label: members for label, members in cells.items() if size(members) < k}
    for number, rung in enumerate(rungs[1:], start=2):
        folds: dict[Label, list[Label]] = defaultdict(list)
        for label in left:
            folds[rung(label)].append(label)
        for label, parts in folds.items():
            fold = Members()
            for part in parts:
                fold.add(left[part])
            inhabited = sum(size(left[part]) > 0 for part in parts)
            if size(fold) >= k and (not safe or fold_is_safe(size(fold), inhabited, k)):
                published[number, label] = fold
                left = {part: members for part, members in left.items() if part not in parts}
    return published


@dataclass(frozen=True)
class Reader:
    """What an attacker holds: who is not empty, the ladder, and what was published.

    Attributes:
        inhabited: The labels of the finest cells that are not empty.
        rungs: The ladder.
        k: The least size.
        published: Sizes by rung and label.
        additive: Whether sizes add up over cells; distinct persons need not.
        totals: Published totals, each the published cells that it is of, and its size.
    """

    inhabited: frozenset[Label]
    rungs: Sequence[Rung]
    k: int
    published: Mapping[Cell, int]
    additive: bool
    totals: Sequence[tuple[Sequence[Cell], int]] = ()

    def derivable(self) -> list[Label]:
        """Hidden cells whose interval, by linear programs over all that was published, is narrower than [1, k - 1]."""
        hidden = sorted((label for label in self.inhabited if (1, label) not in self.published), key=repr)
        matrix, upper, limits = self._system(hidden)
        if not hidden:
            return []
        copies = 2 * len(hidden)  # one linear program whose blocks ask for the least and for the most of each cell
        costs = np.concatenate([np.eye(len(hidden)), -np.eye(len(hidden))]).ravel()
        blocks = None if matrix is None else np.kron(np.eye(copies), matrix)
        bounds = None if upper is None else np.tile(upper, copies)
        solved = linprog(costs, A_ub=blocks, b_ub=bounds, bounds=limits * copies, method="highs")
        assert solved.status == 0, "what was published contradicts the rule"
        tables = solved.x.reshape(2, len(hidden), len(hidden))
        least, most = np.diagonal(tables[0]), np.diagonal(tables[1])
        narrow = (least > 1 + 1e-6) | (most < self.k - 1 - 1e-6)
        return [label for label, is_narrow in zip(hidden, narrow, strict=True) if is_narrow]

    def _system(self, hidden: Sequence[Label]) -> tuple[Any, Any, list[tuple[float, float]]]:
        """Inequalities over the sizes of hidden cells. A total of published cells says nothing of these."""
        place = {label: number for number, label in enumerate(hidden)}
        left, rows, upper = set(hidden), [], []
        limits = [(1.0, float(self.k - 1)) for _ in hidden]
        for number, rung in enumerate(self.rungs[1:], start=2):
            folds: dict[Label, list[Label]] = defaultdict(list)
            for label in left:
                folds[rung(label)].append(label)
            for label, parts in folds.items():
                size = self.published.get((number, label))
                if size is None:
                    continue
                row = np.zeros(len(hidden))
                row[[place[part] for part in parts]] = 1
                rows.append(-row)
                upper.append(-size)
                if self.additive:
                    rows.append(row)
                    upper.append(size)
                for part in parts:
                    limits[place[part]] = (1.0, float(min(self.k - 1, size)))
                left -= set(parts)
        for cells, total in self.totals:
            sizes = [self.published[cell] for cell in cells]
            assert max(sizes, default=0) <= total <= sum(sizes)
            assert not self.additive or total == sum(sizes)
        return (np.array(rows) if rows else None), (np.array(upper) if upper else None), limits
