"""The search: which rungs to measure next, and when nothing better can be left.

The lattice is swept as arrays over its cells (a bound and a flag for each). A sweep measures a batch, rules out what
the measurements prove to be over budget or not better than the best rung found, and goes on until nothing is left.
Batches are made mostly of maximal rungs, those that prove something of most others, the most promising first; the rest
is spread over all that is left, so that a good rung is found early. Later batches grow, so that hard problems do not
take many round trips.

A lattice with more rungs than memory should hold is swept in cells of several rungs. To measure a cell is to measure
its coarsest rung; a cell that this does not decide is swept by itself later, the one with the lowest bound first.
"""

from __future__ import annotations

import heapq
import itertools
import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from dbt_crowd.planner.lattice import (
    Box,
    Flags,
    Grid,
    Numbers,
    Small,
    axes_of,
    maximal,
    volume,
    whole_box,
)
from dbt_crowd.planner.objectives import Bounds, Evidence, objective_of
from dbt_crowd.planner.problem import (
    Candidate,
    Measurement,
    Outcome,
    PlannerError,
    Problem,
    Rung,
)
from dbt_crowd.planner.ranking import Ranking, candidate_of

Measure: TypeAlias = Callable[[Sequence[Rung]], Sequence[Measurement]]
OnProgress: TypeAlias = Callable[[int, int, int, float | None], None]

STEADY_TURNS = 6
GROWTH = 1.25
LARGEST_GROWTH = 16
SPREAD_POOL = 1 << 16


class InconsistentCountsError(PlannerError):
    """A measured rung is better than earlier measurements allow."""


def search(
    problem: Problem,
    measure: Measure,
    *,
    batch_size: int = 64,
    time_limit: float | None = None,
    on_progress: OnProgress | None = None,
    alternatives: int = 5,
    cells: int | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Outcome:
    """Find the best rung of the lattice that holds, and prove it.

    Lower values are better. Equal ones (no further apart than 1e-12 of the
    objective's scale; exactly equal where it is a whole number) are settled by fewer
    levels climbed in all, then by column order: the first column in which two rungs
    differ decides for the finer level.

    Args:
        problem: What to search.
        measure: Gives one measurement per rung, in order.
        batch_size: Rungs per call of `measure` at first; later calls ask for up to 16
            times as many.
        time_limit: Seconds after which the best rung found is given, unproven. At
            least one batch is measured.
        on_progress: Called at the start and after each batch with the rungs decided, the
            rungs possible, the rungs measured and the best value so far (None before one).
        alternatives: How many other rungs to report.
        cells: How many cells are held in memory at once, at most; None is what fits in 800 MB.
        clock: Gives seconds, for the time limit.

    Returns:
        The outcome. `chosen` is None when no rung holds (`reachable` is False then).

    Raises:
        InconsistentCountsError: Measurements contradict one another: levels that are not
            nested, or data that changed during the search.
        PlannerError: Not one measurement per rung came back, or one lacks a figure.
    """
    settings = _Settings(batch_size, time_limit, on_progress, alternatives, cells, clock)
    return _Search(problem, measure, settings).run()


def ask(measure: Measure, rungs: Sequence[Rung]) -> list[Measurement]:
    """Measure a batch.

    Raises:
        PlannerError: Not one measurement per rung came back.
    """
    measured = list(measure(rungs))
    if len(measured) != len(rungs):
        raise PlannerError(f"{len(rungs)} rungs asked, {len(measured)} measured")
    return measured


@dataclass(frozen=True)
class _Settings:
    batch_size: int
    time_limit: float | None
    on_progress: OnProgress | None
    alternatives: int
    cells: int | None
    clock: Callable[[], float]


@dataclass(frozen=True)
class _Measured:
    """A rung that was measured: what it proves of others, and what it is worth itself."""

    proof: Evidence
    score: float
    holds: bool


@dataclass(frozen=True, order=True)
class _Part:
    """A box not yet decided; the lowest bound comes first, then the oldest."""

    bound: float
    age: int
    box: Box


class _Search:
    """The state of one search.

    Attributes:
        known: What was measured, where boxes must be told; empty for one sweep.
        parts: Boxes not yet decided, a heap.
        left: Rungs of the present sweep not yet decided.
        left_bound: The lowest bound of these.
        hopeless: Whether the coarsest rung is proven to miss the budget, and every other with it.
    """

    def __init__(self, problem: Problem, measure: Measure, settings: _Settings) -> None:
        self.problem = problem
        self.measure = measure
        self.settings = settings
        self.objective = objective_of(problem)
        self.ranking = Ranking(self.objective.tolerance)
        self.axes = axes_of(problem)
        self.cells = settings.cells or self.objective.cells
        self.many = volume(whole_box(self.axes)) > self.cells
        self.started = settings.clock()
        self.ages = itertools.count(1)
        self.known: dict[Rung, Evidence] = {}
        self.parts: list[_Part] = []
        self.left = 0
        self.left_bound: float = math.inf
        self.measured = 0
        self.batches = 0
        self.coarsest = tuple(levels[-1] for levels in self.axes)
        self.hopeless = False
        self.closest: Candidate | None = None

    def run(self) -> Outcome:
        """Search until nothing is left or the time is up."""
        whole = whole_box(self.axes)
        bounds = self.objective.bounds(Grid(self.axes, whole, 2))
        self.parts = [_Part(bounds.scores().min().item(), 0, whole)]
        if self.many:
            self._descend()
        while self.parts and not self._late():
            part = heapq.heappop(self.parts)
            if part.bound <= self.ranking.high:
                self._sweep(part.box)
        return self._outcome()

    def _outcome(self) -> Outcome:
        """Sum up. The first batch has the coarsest rung: where that one fails for good, every rung does."""
        best = self.ranking.best
        bounds = [part.bound for part in self.parts if part.bound <= self.ranking.high]
        if self.left:
            bounds.append(self.left_bound)
        bound = None
        if best is not None:
            bound = self.objective.value(min([self.ranking.lowest, *bounds]))
        return Outcome(
            procedure="search",
            objective=self.problem.objective,
            chosen=None if best is None else best.candidate,
            reachable=best is not None or (bool(bounds) and not self.hopeless),
            optimal=best is not None and not bounds,
            bound=bound,
            rungs_possible=self.problem.rungs_possible,
            rungs_measured=self.measured,
            batches=self.batches,
            alternatives=self.ranking.runners_up(self.settings.alternatives),
            closest=self.closest if best is None else None,
        )

    # Measuring

    def _measure(self, rungs: Sequence[Rung]) -> list[_Measured]:
        """Measure a batch and rank what holds."""
        found = []
        for rung, measured in zip(rungs, ask(self.measure, rungs), strict=True):
            proof = self.objective.proof(rung, measured)
            score = self.objective.score(proof if measured.lasting is None else self.objective.evidence(rung, measured))
            value = self.objective.value(score)
            candidate = candidate_of(self.problem, rung, measured, value)
            if candidate.holds:
                self.ranking.add(score, candidate)
            if self.closest is None or candidate.distance < self.closest.distance:
                self.closest = candidate
            if self.many:
                self.known[rung] = proof
            self.hopeless = self.hopeless or (proof.over_budget and rung == self.coarsest)
            found.append(_Measured(proof, score, candidate.holds))
        self.measured += len(rungs)
        self.batches += 1
        return found

    def _late(self) -> bool:
        limit = self.settings.time_limit
        if limit is None or not self.batches:
            return False
        return self.settings.clock() - self.started >= limit

    def _batch_size(self, turn: int) -> int:
        """Grow after the first batches of a sweep, but not beyond what the time left allows."""
        growth = GROWTH ** max(0, turn - STEADY_TURNS)
        size = int(self.settings.batch_size * min(growth, LARGEST_GROWTH))
        limit = self.settings.time_limit
        if limit is None or not self.measured:
            return size
        spent = max(self.settings.clock() - self.started, 1e-9)
        affordable = int(self.measured * (limit - spent) / spent)
        return max(1, min(size, affordable))

    def _report(self) -> None:
        if self.settings.on_progress is None:
            return
        possible = self.problem.rungs_possible
        left = self.left + sum(volume(part.box) for part in self.parts)
        best = self.ranking.best
        value = None if best is None else best.candidate.value
        self.settings.on_progress(possible - left, possible, self.measured, value)

    # Sweeping

    def _sweep(self, box: Box) -> None:
        """Decide every rung of a box, or hand on the cells that need a sweep of their own."""
        grid = Grid(self.axes, box, self.cells)
        bounds = self.objective.bounds(grid)
        left = np.ones(grid.shape, dtype=np.bool_)
        fresh = np.ones(grid.shape, dtype=np.bool_)
        climbed = grid.climbed()
        found = self._known_of(grid)
        for turn in itertools.count():
            for evidence in itertools.takewhile(lambda _: not self._late(), found):
                _apply(evidence, bounds, left, fresh)
            scores = bounds.scores()
            self._prune(left, scores, climbed, grid)
            open_cells = left & fresh
            self.left = grid.rungs(left)
            self._report()
            if not open_cells.any() or self._late():
                break
            measured = self._measure(self._pick(open_cells, scores, grid, self._batch_size(turn)))
            found = [each.proof for each in measured]
            self._verify(found, scores, grid)
        if open_cells.any():
            self.left_bound = scores[left].min().item()
        else:
            self.left = 0
            self._hand_on(left, scores, grid)

    def _known_of(self, grid: Grid) -> list[Evidence]:
        """Give what was measured above or below any cell of a grid."""
        if not self.known:
            return []
        rungs = np.array(list(self.known), dtype=np.int64)
        finest = np.array([ceiling[0] for ceiling in grid.ceilings])
        coarsest = np.array([floor[-1] for floor in grid.floors])
        about = np.logical_or((rungs >= finest).all(axis=1), (rungs <= coarsest).all(axis=1))
        return list(itertools.compress(self.known.values(), about.tolist()))

    def _hand_on(self, left: Flags, scores: Numbers, grid: Grid) -> None:
        """Keep the cells that their coarsest rung did not decide, for a sweep of their own."""
        flat = scores.reshape(-1)
        for index in np.flatnonzero(left).tolist():
            heapq.heappush(self.parts, _Part(flat[index].item(), next(self.ages), grid.box(index)))

    def _prune(self, left: Flags, scores: Numbers, climbed: Small, grid: Grid) -> None:
        """Rule out what is not better than the best rung found, nor equal and before it in order."""
        best = self.ranking.best
        if best is None:
            return
        left &= scores <= self.ranking.high
        flat = left.reshape(-1)
        ties = np.flatnonzero(left & (scores >= self.ranking.low))
        levels, rung = best.order
        heights = climbed.reshape(-1)[ties]
        flat[ties[heights > levels]] = False
        even = ties[heights == levels]
        flat[even[~grid.precede(even, rung)]] = False

    def _pick(self, fresh: Flags, scores: Numbers, grid: Grid, size: int) -> list[Rung]:
        """Choose the next batch: maximal rungs by bound, the rest spread by bound."""
        flat = scores.reshape(-1)
        share = math.ceil(size * self.objective.share_of_maximal)
        top = np.flatnonzero(maximal(fresh))
        top = top[np.argsort(flat[top], kind="stable")][:share]
        rest = np.flatnonzero(fresh)
        rest = rest[:: 1 + len(rest) // SPREAD_POOL]
        rest = rest[np.argsort(flat[rest], kind="stable")]
        spread = rest[np.linspace(0, len(rest) - 1, size - share).astype(np.int64)]
        chosen = dict.fromkeys([*top.tolist(), *spread.tolist()])
        return [grid.ceiling(index) for index in chosen]

    def _verify(self, found: list[Evidence], scores: Numbers, grid: Grid) -> None:
        """Check that no rung is better than what was proven of it before."""
        for evidence in found:
            if evidence.over_budget:
                continue
            bound = scores[grid.cell(evidence.rung) or ()].item()
            if self.objective.score(evidence) < bound - self.objective.tolerance:
                raise InconsistentCountsError(
                    f"rung {evidence.rung} keeps more than coarser and finer rungs "
                    "allow: its levels are not nested, or the data changed meanwhile"
                )

    def _descend(self) -> None:
        """Find a good rung to begin with, one level of one column at a time."""
        [present] = self._measure([self.coarsest])
        while present.holds and not self._late():
            steps = [rung for rung in self._finer(present.proof.rung) if rung not in self.known]
            held = [each for each in self._measure(steps) if each.holds] if steps else []
            self._report()
            best = min(held, key=lambda each: each.score, default=present)
            if best.score >= present.score:
                return
            present = best

    def _finer(self, rung: Rung) -> Iterator[Rung]:
        """Give the rungs one step below a rung."""
        for j, (levels, level) in enumerate(zip(self.axes, rung, strict=True)):
            position = levels.index(level)
            if position:
                yield (*rung[:j], levels[position - 1], *rung[j + 1 :])


def _apply(evidence: Evidence, bounds: Bounds, left: Flags, fresh: Flags) -> None:
    """Let a measured rung decide what it can of a grid."""
    grid = bounds.grid
    if evidence.over_budget:
        left[grid.at_or_below(evidence.rung)] = False
    cell = grid.cell(evidence.rung)
    if cell is not None:
        fresh[cell] = False
        if grid.is_rung(cell):
            left[cell] = False
    bounds.learn(evidence, left)
