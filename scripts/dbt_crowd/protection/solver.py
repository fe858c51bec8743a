"""Moves of least cost by linear programming: many small systems in one call of the solver."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Job:
    """A move is asked for: whole numbers, one per variable, that leave every equation's sum at nothing.

    Attributes:
        equations: Per equation the variables that are added.
        down: How far each variable may fall; 0 or more, `math.inf` without an end.
        up: How far it may rise.
        costs: What each unit costs, per variable: falling, rising.
        place: The variable that must move, and
        least: by how much: at least so much up, or down where it is negative.
    """

    equations: Sequence[Sequence[int]]
    down: Sequence[float]
    up: Sequence[float]
    costs: Sequence[tuple[float, float]]
    place: int
    least: int
    size: int = field(init=False)

    def __post_init__(self) -> None:
        """How many variables there are."""
        object.__setattr__(self, "size", len(self.down))


@dataclass(frozen=True)
class Move:
    """What was found: what each variable moves by, where it moves, and what that costs."""

    moves: dict[int, int]
    cost: float


FRACTION = Move({}, math.inf)
"""Stands for a move that is not in whole numbers."""
REACH = 12
"""No variable moves by more than so many times what is asked: a search in whole numbers is slow without an end."""
TURNS = 2
"""How often other prices are tried before a system is solved in whole numbers."""

NEAR = 1e-6
"""So near to a whole number a value counts as one."""

AT_ONCE = 4_000
"""So many variables go into one call, so that the calls' fixed cost is shared."""
SHORT = 1e6
"""What a unit costs by which a move falls short: more than all else, so that no job makes a call infeasible."""
SECONDS = 20.0
"""How long the solver may take over one system with whole numbers; what it does not find in time is not there."""


def solve(jobs: Sequence[Job]) -> list[Move | None]:
    """The cheapest move of each job, None where there is none."""
    found: list[Move | None] = []
    batch: list[Job] = []
    for job in jobs:
        if batch and sum(each.size for each in batch) + job.size > AT_ONCE:
            found += _solve_batch(batch)
            batch = []
        batch.append(job)
    return found + (_solve_batch(batch) if batch else [])


def _solve_batch(jobs: Sequence[Job]) -> list[Move | None]:
    """Linear programs give whole numbers where lines cross two ways; elsewhere other prices often do."""
    found = [_whole(job, moves) for job, moves in zip(jobs, _linear(jobs), strict=True)]
    for turn in range(1, TURNS + 1):
        again = [number for number, move in enumerate(found) if move is FRACTION]
        if again:
            moved = _linear([jobs[number] for number in again], turn=turn)
            for number, moves in zip(again, moved, strict=True):
                found[number] = _whole(jobs[number], moves)
    for number, move in enumerate(found):
        if move is FRACTION:
            found[number] = _whole(jobs[number], _linear([jobs[number]], whole=True)[0])
    return [None if move is FRACTION else move for move in found]


@dataclass
class _Program:
    """Many jobs as one linear program, block by block; only what can move is a variable.

    Attributes:
        places: Per variable: its job, its place there, and the sign of what it adds.
    """

    places: list[tuple[int, int, int]] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)
    high: list[float] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    low: list[float] = field(default_factory=list)
    top: list[float] = field(default_factory=list)

    def add(self, number: int, job: Job) -> None:
        """One more job, with what its move may fall short by as a variable of its own."""
        columns: dict[int, list[tuple[int, int]]] = {}
        for place in range(job.size):
            for sign, most in ((1, job.up[place]), (-1, job.down[place])):
                if most > 0 and not (place == job.place and sign * job.least < 0):
                    columns.setdefault(place, []).append((len(self.places), sign))
                    self._variable((number, place, sign), job.costs[place][sign > 0], most)
        for terms in job.equations:
            here = [each for term in terms for each in columns.get(term, ())]
            if here:
                self._equation(here, 0, 0)
        self._variable((number, job.size, 1), SHORT, math.inf)
        target = [(column, 1) for column, _ in columns.get(job.place, ())]
        self._equation([*target, (len(self.places) - 1, 1)], abs(job.least), math.inf)

    def _variable(self, place: tuple[int, int, int], cost: float, most: float) -> None:
        self.places.append(place)
        self.costs.append(cost)
        self.high.append(most)

    def _equation(self, terms: Sequence[tuple[int, int]], low: float, top: float) -> None:
        self.rows += [len(self.low)] * len(terms)
        self.columns += [column for column, _ in terms]
        self.values += [sign for _, sign in terms]
        self.low.append(low)
        self.top.append(top)


def _linear(jobs: Sequence[Job], *, turn: int = 0, whole: bool = False) -> list[dict[int, float]]:
    """What each variable of each job moves by; nothing moves where the solver gives nothing."""
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    program = _Program()
    for number, job in enumerate(jobs):
        program.add(number, job)
    size = len(program.places)
    reach = REACH * max(abs(job.least) for job in jobs) if whole else math.inf
    matrix = csr_array((program.values, (program.rows, program.columns)), shape=(len(program.low), size))
    result = milp(
        np.array([cost * _factor(turn, number) for number, cost in enumerate(program.costs)]),
        constraints=LinearConstraint(matrix, np.array(program.low), np.array(program.top)),
        bounds=Bounds(0, np.minimum(program.high, reach)),
        integrality=np.ones(size) if whole else None,
        options={"time_limit": SECONDS},
    )
    if (
        result.x is None and len(jobs) > 1
    ):  # nothing makes them infeasible, but the solver may stumble over many at once
        return [_linear([job], turn=turn, whole=whole)[0] for job in jobs]
    found: list[dict[int, float]] = [{} for _ in jobs]
    if result.x is not None:
        for value, (number, place, sign) in zip(result.x.tolist(), program.places, strict=True):
            if abs(value) > NEAR / 10:
                found[number][place] = found[number].get(place, 0) + sign * value
    return found


def _factor(turn: int, number: int) -> float:
    """A factor between 0.5 and 1.5 for the price of a variable, another one each turn; 1 in the first."""
    return 1.0 if turn == 0 else 0.5 + (number * 7_919 + turn * 104_729) % 1_009 / 1_009


def _whole(job: Job, values: Mapping[int, float]) -> Move | None:
    """The move, when it is one in whole numbers and no shorter than asked; twice or three times it where it is not."""
    if values.get(job.size, 0) > NEAR or job.place not in values:
        return None
    for times in (1, 2, 3):
        if all(abs(times * value - round(times * value)) <= NEAR for value in values.values()):
            moves = {place: round(times * value) for place, value in values.items() if round(times * value)}
            if _fits(job, moves):
                return Move(moves, sum(job.costs[place][move > 0] * abs(move) for place, move in moves.items()))
    return FRACTION


def _fits(job: Job, moves: Mapping[int, int]) -> bool:
    """Whether whole numbers are what the job asks for."""
    reached = moves.get(job.place, 0) * (1 if job.least > 0 else -1)
    within = all(-job.down[place] <= move <= job.up[place] for place, move in moves.items())
    return within and reached >= abs(job.least) and not any(_sums(job, moves))


def _sums(job: Job, moves: Mapping[int, int]) -> Iterator[int]:
    return (sum(moves.get(term, 0) for term in terms) for terms in job.equations)
