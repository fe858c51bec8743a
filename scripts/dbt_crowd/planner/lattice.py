"""Boxes of the lattice as numpy arrays with one axis per column.

A cell of a grid is a box of rungs, from its floor (finest) to its ceiling (coarsest).
In a fine grid every cell is one rung; a grid of one cell stands for a whole box, so
that one set of bounds serves both.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
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

    A level with as many labels as a finer allowed one is left out: levels are nested,
    so the two partition the rows alike and every rung has the same classes with
    either. The coarser one climbs more levels and no objective is lower for it (label
    counts are the same, shares and levels are not smaller), so it is never chosen.
    With NULL as a wildcard a level that turns a label into NULL can pass more, and
    all levels stay.
    """
    return tuple(_levels(column, problem.wildcard) for column in problem.columns)


def _levels(column: Column, keep_all: bool) -> tuple[int, ...]:
    allowed = range(column.min_level, column.coarsest + 1)
    return tuple(
        level
        for level in allowed
        if keep_all or level == column.min_level or column.distinct[level] < column.distinct[level - 1]
    )


def whole_box(axes: Axes) -> Box:
    """Give the box of all rungs."""
    return tuple((0, len(levels)) for levels in axes)


def volume(box: Box) -> int:
    """Count the rungs of a box."""
    return math.prod(stop - start for start, stop in box)


def corners(axes: Axes, box: Box) -> tuple[Rung, Rung]:
    """Give the finest and the coarsest rung of a box."""
    pairs = list(zip(axes, box, strict=True))
    finest = tuple(levels[start] for levels, (start, _) in pairs)
    return finest, tuple(levels[stop - 1] for levels, (_, stop) in pairs)


def halves(box: Box) -> tuple[Box, Box]:
    """Split a box across its longest axis into a finer and a coarser half."""
    axis = max(range(len(box)), key=lambda j: box[j][1] - box[j][0])
    start, stop = box[axis]
    middle = (start + stop) // 2
    finer = (*box[:axis], (start, middle), *box[axis + 1 :])
    return finer, (*box[:axis], (middle, stop), *box[axis + 1 :])


class Grid:
    """A box of the lattice, cut into cells.

    Attributes:
        floors: Per axis, the finest level of each step.
        ceilings: Per axis, the coarsest level of each step.
        shape: Steps per axis.
    """

    def __init__(self, floors: Sequence[Whole], ceilings: Sequence[Whole]) -> None:
        """Take the levels of the steps of each axis."""
        self.floors = tuple(floors)
        self.ceilings = tuple(ceilings)
        self._floors = [floor.tolist() for floor in floors]
        self._ceilings = [ceiling.tolist() for ceiling in ceilings]
        self.shape = tuple(len(floor) for floor in self.floors)
        self.size = math.prod(self.shape)

    @classmethod
    def fine(cls, axes: Axes, box: Box) -> Grid:
        """Give the box with one cell per rung."""
        pairs = zip(axes, box, strict=True)
        levels = [np.array(axis[a:b], dtype=np.int64) for axis, (a, b) in pairs]
        return cls(levels, levels)

    @classmethod
    def single(cls, axes: Axes, box: Box) -> Grid:
        """Give the box as one cell."""
        finest, coarsest = corners(axes, box)
        return cls(
            [np.array([level], dtype=np.int64) for level in finest],
            [np.array([level], dtype=np.int64) for level in coarsest],
        )

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

    def is_cell(self, rung: Rung) -> bool:
        """Say whether one cell of the grid is just this rung."""
        cell = self.cell(rung)
        steps = zip(self._floors, self._ceilings, cell, rung, strict=True)
        return all(i < len(floor) and floor[i] == level == ceiling[i] for floor, ceiling, i, level in steps)

    def cell(self, rung: Rung) -> tuple[int, ...]:
        """Give the index of the cell of a rung."""
        return tuple(part.start for part in self.at_or_above(rung))

    def rung(self, index: int) -> Rung:
        """Give the finest rung of the cell with this flat index."""
        cell = np.unravel_index(index, self.shape)
        return tuple(int(f[i]) for f, i in zip(self.floors, cell, strict=True))

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


def is_empty(cells: Cells) -> bool:
    """Say whether a selection has no cell."""
    return any(part.start >= part.stop for part in cells)


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
