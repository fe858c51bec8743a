"""Boxes of the lattice as numpy arrays with one axis per column.

A cell of a grid is a box of rungs, from its floor (finest) to its ceiling (coarsest). Where memory allows, every cell
is one rung; else neighbouring levels share a cell, and one set of bounds serves both.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from dbt_crowd.planner.problem import Column, Problem, Rung

Flags: TypeAlias = npt.NDArray[np.bool_]
Small: TypeAlias = npt.NDArray[np.int16]
Whole: TypeAlias = npt.NDArray[np.int64]
Real: TypeAlias = npt.NDArray[np.float64]
Numbers: TypeAlias = Whole | Real
Axes: TypeAlias = tuple[tuple[int, ...], ...]
Box: TypeAlias = tuple[tuple[int, int], ...]
Cells: TypeAlias = tuple[slice, ...]


def axes_of(problem: Problem) -> Axes:
    """Give the levels worth a look, per column, finest first.

    A level with as many labels as a finer allowed one is left out: levels are nested, so the two partition the rows
    alike and every rung has the same classes with either. The coarser one climbs more levels and no objective is lower
    for it (label counts are the same, shares and levels are not smaller), so it is never chosen. With NULL as a
    wildcard a level that turns a label into NULL can pass more; only where there is one label, which agrees with
    itself as NULL does with everything, is a level left out. Beside a population none is: what is one label in the
    data can be several in the population.
    """
    if problem.is_beside:
        return tuple(tuple(range(column.min_level, column.coarsest + 1)) for column in problem.columns)
    return tuple(_levels(column, problem.wildcard) for column in problem.columns)


def _levels(column: Column, wildcard: bool) -> tuple[int, ...]:
    levels = [column.min_level]
    for level in range(column.min_level + 1, column.coarsest + 1):
        labels = column.distinct[level]
        if labels < column.distinct[level - 1] or (wildcard and labels > 1):
            levels.append(level)
    return tuple(levels)


def ways_up(problem: Problem, axes: Axes, rung: Rung) -> tuple[Rung, ...]:
    """Give the rungs of four ways up the lattice, each a level of one column at a time, from what is known of columns.

    Two go to the coarsest rung, two to the one given; of each pair one raises the column that merges most labels for
    the loss that it adds (log of the labels' ratio, by the loss share of Iyengar 2002), the other the one with most
    labels (Datafly's rule, Sweeney 1997). They need no measurement, and pass by the rungs that dense and thin crowds
    want.

    Args:
        problem: The columns' labels and shares.
        axes: Levels per column, as `axes_of` gives them.
        rung: Where two of the ways end.
    """
    coarsest = tuple(levels[-1] for levels in axes)
    found: dict[Rung, None] = {}
    for end in (coarsest, rung):
        for rank in (_merging_for_loss, _labels):
            found |= dict.fromkeys(_way_up(problem, axes, end, rank))
    return tuple(found)


def _way_up(problem: Problem, axes: Axes, end: Rung, rank: Callable[[Column, int, int], float]) -> Iterator[Rung]:
    at = [0] * len(axes)
    while True:
        yield tuple(levels[step] for levels, step in zip(axes, at, strict=True))
        steps = [
            (rank(problem.columns[j], levels[at[j]], levels[at[j] + 1]), -j)
            for j, levels in enumerate(axes)
            if at[j] + 1 < len(levels) and levels[at[j] + 1] <= end[j]
        ]
        if not steps:
            return
        at[-max(steps)[1]] += 1


def _labels(column: Column, level: int, *_: int) -> float:
    return column.distinct[level]


def _merging_for_loss(column: Column, level: int, above: int) -> float:
    lost = (column.share_sums[above] - column.share_sums[level]) / max(1, column.domain_size - 1)
    return math.log(column.distinct[level] / max(1, column.distinct[above])) / max(1, lost)


def whole_box(axes: Axes) -> Box:
    """Give the box of all rungs."""
    return tuple((0, len(levels)) for levels in axes)


def volume(box: Box) -> int:
    """Count the rungs of a box."""
    return math.prod(stop - start for start, stop in box)


class Grid:
    """A box of the lattice, cut into cells.

    Attributes:
        floors: Per axis, the finest level of each step.
        ceilings: Per axis, the coarsest level of each step.
        shape: Steps per axis.
        size: Cells.
    """

    def __init__(self, axes: Axes, box: Box, cells: int) -> None:
        """Cut a box into at most so many cells (2 or more), of one rung each where that is enough."""
        self._starts = [
            [start + i * (stop - start) // steps for i in range(steps + 1)]
            for (start, stop), steps in zip(box, _steps(box, cells), strict=True)
        ]
        pairs = list(zip(axes, self._starts, strict=True))
        self._floors = [[levels[i] for i in starts[:-1]] for levels, starts in pairs]
        self._ceilings = [[levels[i - 1] for i in starts[1:]] for levels, starts in pairs]
        self.floors: list[Whole] = [np.array(floor, dtype=np.int64) for floor in self._floors]
        self.ceilings: list[Whole] = [np.array(ceiling, dtype=np.int64) for ceiling in self._ceilings]
        self.shape = tuple(len(floor) for floor in self._floors)
        self.size = math.prod(self.shape)

    def at_or_below(self, rung: Rung) -> Cells:
        """Select the cells whose every rung is as fine as the given rung or finer."""
        return tuple(
            slice(0, bisect_right(ceiling, level)) for ceiling, level in zip(self._ceilings, rung, strict=True)
        )

    def at_or_above(self, rung: Rung) -> Cells:
        """Select the cells whose every rung is as coarse as the given one or coarser."""
        return tuple(
            slice(bisect_left(floor, level), len(floor)) for floor, level in zip(self._floors, rung, strict=True)
        )

    def cell(self, rung: Rung) -> tuple[int, ...] | None:
        """Give the index of the cell whose ceiling is the rung, if there is one."""
        index = tuple(part.stop - 1 for part in self.at_or_below(rung))
        steps = zip(self._ceilings, index, rung, strict=True)
        return index if all(i >= 0 and ceiling[i] == level for ceiling, i, level in steps) else None

    def is_rung(self, cell: Sequence[int]) -> bool:
        """Say whether a cell is one rung."""
        return all(starts[i + 1] - starts[i] == 1 for starts, i in zip(self._starts, cell, strict=True))

    def ceiling(self, index: int) -> Rung:
        """Give the coarsest rung of the cell with this flat index."""
        cell = np.unravel_index(index, self.shape)
        return tuple(ceiling[i] for ceiling, i in zip(self._ceilings, cell, strict=True))

    def box(self, index: int) -> Box:
        """Give the cell with this flat index as a box."""
        cell = np.unravel_index(index, self.shape)
        return tuple((starts[i], starts[i + 1]) for starts, i in zip(self._starts, cell, strict=True))

    def rungs(self, cells: Flags) -> int:
        """Count the rungs of the marked cells (to 15 digits)."""
        total: Any = cells
        for starts in self._starts:
            widths = np.diff(starts).astype(np.float64)
            total = sum(width * part for width, part in zip(widths, total, strict=True))
        return int(total)

    def climbed(self) -> Small:
        """Give the number of levels climbed in every cell, at its floor."""
        return cast(Small, add_outer([floor.astype(np.int16) for floor in self.floors]))

    def precede(self, indices: Whole, rung: Rung) -> Flags:
        """Say of each flat index whether its levels come before the rung's.

        Levels are compared in column order; the first that differs decides.
        """
        before = np.zeros(len(indices), dtype=np.bool_)
        even = np.arange(len(indices))
        stride = self.size
        for floor, level in zip(self.floors, rung, strict=True):
            stride //= len(floor)
            levels = floor[indices[even] // stride % len(floor)]
            before[even[levels < level]] = True
            even = even[levels == level]
        return before


def _steps(box: Box, cells: int) -> list[int]:
    """Say in how many steps to cut each axis: the longest ones give way."""
    steps = [stop - start for start, stop in box]
    while math.prod(steps) > max(2, cells):
        steps[steps.index(max(steps))] -= 1
    return steps


def add_outer(vectors: Sequence[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    """Add one vector per axis to an array over all axes, first axis first.

    The order of the additions is the one of `sum` over the columns, so that a bound
    and a value made of the same terms are the same number.
    """
    total = vectors[0]
    for vector in vectors[1:]:
        total = np.add.outer(total, vector)
    return total


def multiply_outer(vectors: Sequence[Real]) -> Real:
    """Multiply one vector per axis to an array over all axes."""
    total = vectors[0]
    for vector in vectors[1:]:
        total = np.multiply.outer(total, vector)
    return total


def maximal(members: Flags) -> Flags:
    """Mark the members with no other member above them, in the lattice's order."""
    at_or_above = members.copy()
    for axis in range(members.ndim):
        view = np.moveaxis(at_or_above, axis, 0)
        for step in range(len(view) - 2, -1, -1):
            view[step] |= view[step + 1]
    result = members.copy()
    for axis in range(members.ndim):
        above = np.moveaxis(at_or_above, axis, 0)
        np.moveaxis(result, axis, 0)[:-1] &= ~above[1:]
    return result
