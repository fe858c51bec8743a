"""The search for a ladder: grown rung by rung, each time polished. Nothing of it is proven; all of it is measured.

What the best rung is was proven before; a ladder grows from it. To grow a ladder is to insert one rung anywhere. What
an insertion gains at first sight is one GROUP BY of what the rungs before it leave, so the search weighs the rungs of a
few ways up the lattice by that gain, at every place at once, climbs from the best of them, and measures the ladders of
the most promising insertions. To polish a ladder is to move one rung by one level of one column, as long as some move
helps. At the end, where the lattice is small, each rung is taken out once and another one grown in its stead. See
docs/decisions/ladder-search.md.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from dbt_crowd.planner.ladders import (
    LADDER_OBJECTIVES,
    Insertion,
    Ladder,
    LadderCandidate,
    LadderCounts,
    MeasureGains,
    MeasureLadders,
    column_losses,
    prices_of,
    weigh,
)
from dbt_crowd.planner.lattice import axes_of, ways_up
from dbt_crowd.planner.problem import PlannerError, Problem, Rung

SMALL_LATTICE = 1000
"""Up to so many rungs the search is thorough: there two paths uphill and exchanges find more, and cost little."""
PROMISING_MOVES = 12
PROMISING_SEEDS = 24
"""What gains little before the first rung of a ladder gains little later, so that only these are weighed again."""
MEASURED_INSERTIONS = 8
LAST_INSERTION = 64
SMALLEST_STEP = 1e-10
GAIN_DIGITS = 12
"""Sums of floating point depend on their order; what differs less is equal, so that a search can be repeated."""

Move: TypeAlias = tuple[int, int, int]
"""A rung's place, a column, and one level up or down."""

OnLadder: TypeAlias = Callable[[int, int, float], None]


@dataclass(frozen=True)
class LadderOutcome:
    """What a search for ladders found.

    Attributes:
        best: Per number of rungs, from 1, the best ladder measured that holds, as long as one more rung helped.
        ladders_measured: Ladders that were measured.
        insertions_weighed: Insertions whose gain was asked for.
        batches: Questions asked of the warehouse.
        complete: Whether it ended by itself: no more rungs were wanted, or none helped. False when time was up.
        polished: Whether no move of one rung by one level helps the last of `best` any more.
    """

    best: tuple[LadderCandidate, ...]
    ladders_measured: int
    insertions_weighed: int
    batches: int
    complete: bool
    polished: bool

    @property
    def chosen(self) -> LadderCandidate | None:
        """The best of all."""
        return min(self.best, key=lambda each: each.order, default=None)


@dataclass
class _Search:
    problem: Problem
    measure: MeasureLadders
    gains: MeasureGains
    deadline: float | None
    clock: Callable[[], float]
    thorough: bool
    on_progress: OnLadder | None
    axes: tuple[tuple[int, ...], ...]
    ways: tuple[Rung, ...]
    promising: tuple[Rung, ...] = ()
    known: dict[Ladder, LadderCandidate] = field(default_factory=dict)
    counts: dict[Ladder, LadderCounts] = field(default_factory=dict)
    weighed: int = 0
    batches: int = 0

    @property
    def is_small(self) -> bool:
        return math.prod(map(len, self.axes)) <= SMALL_LATTICE

    def late(self) -> bool:
        return self.deadline is not None and self.clock() >= self.deadline

    def measured(self, ladders: Iterable[Ladder]) -> list[LadderCandidate]:
        """Measure what is not known yet."""
        asked = list(dict.fromkeys(ladders))
        fresh = [ladder for ladder in asked if ladder not in self.known]
        if fresh:
            found = list(self.measure(fresh))
            if len(found) != len(fresh):
                raise PlannerError(f"{len(fresh)} ladders asked, {len(found)} measured")
            self.batches += 1
            self.counts.update(zip(fresh, found, strict=True))
            self.known.update({ladder: weigh(self.problem, ladder, self.counts[ladder]) for ladder in fresh})
        return [self.known[ladder] for ladder in asked]

    def grown(self, ladder: Ladder) -> list[LadderCandidate]:
        """Measure the most promising ladders with one rung more, and further ones as long as none of them holds.

        A gain does not know what criteria take away, so that the most promising ones may all miss the budget.
        """
        weighed = self._climb(ladder)
        ranked = sorted(weighed, key=lambda each: (-weighed[each], each))
        found: list[LadderCandidate] = []
        for start in range(0, LAST_INSERTION if self.thorough else MEASURED_INSERTIONS, MEASURED_INSERTIONS):
            insertions = ranked[start : start + MEASURED_INSERTIONS]
            if not insertions or (found and self.late()):
                break
            found += self.measured((*ladder[:place], rung, *ladder[place:]) for place, rung in insertions)
            if any(each.holds for each in found):
                break
        return found

    def _climb(self, ladder: Ladder) -> dict[Insertion, float]:
        """Weigh the rungs of the ways up at every place of the ladder, and follow the gain uphill from the best."""
        prices = prices_of(self.problem, column_losses(self.problem, self.counts[ladder]))
        weighed: dict[Insertion, float] = {}
        seeds = dict.fromkeys([*self.ways, *ladder])
        asked = [(place, rung) for place in range(len(ladder) + 1) for rung in seeds]
        while asked and not (weighed and self.late()):
            gains = self.gains(ladder, asked, prices)
            weighed.update((each, round(gain, GAIN_DIGITS)) for each, gain in zip(asked, gains, strict=True))
            self.weighed += len(asked)
            self.batches += 1
            if not self.thorough:
                best = sorted(weighed, key=lambda each: (-weighed[each], each))
                self.promising = tuple(dict.fromkeys(rung for _, rung in best))[:PROMISING_SEEDS]
                break
            around: dict[Insertion, None] = {}
            for place in range(len(ladder) + 1):
                here = sorted((-gain, rung) for (at, rung), gain in weighed.items() if at == place)
                around |= {
                    (place, near): None
                    for _, rung in here[: 2 if self.is_small else 1]
                    for near in self.neighbours(rung)
                }
            asked = [insertion for insertion in around if insertion not in weighed]
        return weighed

    def polished(self, candidate: LadderCandidate) -> tuple[LadderCandidate, bool]:
        """Move one rung by one level, as long as that helps; say whether it ended by itself.

        The moves that did best before are measured first, and the others only where none of these helps.
        """
        promising: list[Move] = []
        while not self.late():
            best = candidate
            if promising:
                best = min([self._moved(candidate, promising)[0][0], candidate], key=lambda each: each.order)
            if not _is_better(best, candidate):
                every = self._moved(candidate, self._moves(candidate.rungs))
                promising = [move for _, move in every[:PROMISING_MOVES]]
                best = every[0][0] if every else candidate
            if not _is_better(best, candidate):
                return candidate, True
            candidate = best
            self.tell(candidate)
        return candidate, False

    def exchanged(self, candidate: LadderCandidate) -> tuple[LadderCandidate, bool]:
        """Take out each rung in turn and grow another, as long as that helps; say whether it ended by itself."""
        place = tried = 0
        while tried < len(candidate.rungs) and len(candidate.rungs) > 1 and not self.late():
            without = candidate.rungs[:place] + candidate.rungs[place + 1 :]
            self.measured([without])
            best = min(self.grown(without), key=lambda each: each.order)
            tried += 1
            if _is_better(best, candidate):
                candidate, _ = self.polished(best)
                tried = 0
            place = (place + 1) % len(candidate.rungs)
        return candidate, not self.late()

    def _moves(self, ladder: Ladder) -> list[Move]:
        return [(place, j, step) for place in range(len(ladder)) for j in range(len(self.axes)) for step in (-1, 1)]

    def _moved(self, candidate: LadderCandidate, moves: Sequence[Move]) -> list[tuple[LadderCandidate, Move]]:
        """Measure what moves make of a ladder, the best first; a move that is not possible leaves it as it is."""
        ladders = [self._after(candidate.rungs, move) for move in moves]
        self.measured(ladders)
        found = [(self.known[ladder], move) for ladder, move in zip(ladders, moves, strict=True)]
        return sorted(found, key=lambda each: each[0].order)

    def _after(self, ladder: Ladder, move: Move) -> Ladder:
        place, j, step = move
        rung, levels = ladder[place], self.axes[j]
        at = levels.index(rung[j]) + step
        if not 0 <= at < len(levels):
            return ladder
        return (*ladder[:place], (*rung[:j], levels[at], *rung[j + 1 :]), *ladder[place + 1 :])

    def neighbours(self, rung: Rung) -> Iterator[Rung]:
        """Give the rungs one level away in one column."""
        for _, j, step in self._moves((rung,)):
            [near] = self._after((rung,), (0, j, step))
            if near != rung:
                yield near

    def tell(self, candidate: LadderCandidate) -> None:
        if self.on_progress is not None:
            self.on_progress(len(candidate.rungs), len(self.known), candidate.value)


def grow_ladder(
    problem: Problem,
    start: Rung,
    measure: MeasureLadders,
    gains: MeasureGains,
    *,
    max_rungs: int,
    time_limit: float | None = None,
    thorough: bool = True,
    on_progress: OnLadder | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> LadderOutcome:
    """Find a good ladder of up to so many rungs.

    Args:
        problem: What to hold and what counts.
        start: The best rung.
        measure: Gives the counts of ladders, in order.
        gains: Gives what insertions into a ladder would save at first sight, in order.
        max_rungs: How many rungs a ladder may have.
        time_limit: Seconds after which the best ladders found are given. One batch is measured at least.
        thorough: Whether to climb from the ways up, and to polish each size. Without, a size costs two questions, and
            loses a little more.
        on_progress: Called with the number of rungs, the ladders measured and the value of the best of that size.
        clock: Gives seconds.

    Raises:
        PlannerError: The objective is not defined for ladders, or not one measurement per ladder came back.
    """
    if problem.objective not in LADDER_OBJECTIVES:
        raise PlannerError(f"the objective {problem.objective} is not defined for ladders")
    deadline = None if time_limit is None else clock() + time_limit
    axes = axes_of(problem)
    ways = ways_up(problem, axes, start)
    search = _Search(problem, measure, gains, deadline, clock, thorough, on_progress, axes, ways)
    coarsest = tuple(levels[-1] for levels in axes)
    first = search.measured([(start,), (coarsest,)])
    best = [first[0]] if first[0].holds else []
    grow_from = [first] if thorough else [[each] for each in first]
    complete, polished = True, True
    for size in range(2, max_rungs + 1):
        found, polished = _next_size(search, grow_from, is_last=size == max_rungs)
        complete = not search.late()
        if found is None or (best and not _is_better(found, best[-1])):
            break
        best.append(found)
        grow_from = [[found]]
        search.ways = search.promising or ways
        if not complete:
            break
    return LadderOutcome(
        best=tuple(best),
        ladders_measured=len(search.known),
        insertions_weighed=search.weighed,
        batches=search.batches,
        complete=complete,
        polished=polished and bool(best),
    )


def _next_size(
    search: _Search, grow_from: Sequence[Sequence[LadderCandidate]], *, is_last: bool
) -> tuple[LadderCandidate | None, bool]:
    """Give the best ladder with one rung more than those grown from, later ones only where none of the first holds.

    And say whether it is polished. One that misses the budget may be polished until it holds: a smaller miss is better,
    whatever it loses.
    """
    found: list[LadderCandidate] = []
    for together in grow_from:
        for candidate in together:
            if not (found and search.late()):
                found += search.grown(candidate.rungs)
        if any(each.holds for each in found):
            break
    best, polished = min(found, key=lambda each: each.order), False
    search.tell(best)
    if search.thorough:
        best, polished = search.polished(best)
        best, polished = search.exchanged(best) if is_last and search.is_small else (best, polished)
    return (best, polished) if best.holds else (None, False)


def _is_better(one: LadderCandidate, other: LadderCandidate) -> bool:
    """Whether it holds where the other does not, or is better by more than rounding."""
    if one.miss != other.miss:
        return one.miss < other.miss
    return one.value < other.value - SMALLEST_STEP * max(1.0, abs(other.value))
