"""The order of rungs: by score, then levels climbed, then column order."""

from __future__ import annotations

from dataclasses import dataclass

from dbt_crowd.planner.problem import Candidate, Measurement, Problem, Rung

KEPT = 256


def candidate_of(problem: Problem, rung: Rung, measured: Measurement, value: float) -> Candidate:
    """Give a measured rung as it is reported."""
    return Candidate(
        rung=rung,
        value=value,
        suppressed_rows=measured.rows_failing,
        suppressed_persons=measured.persons_failing,
        classes=measured.classes,
        smallest=measured.smallest,
        miss=max(0, measured.persons_failing - problem.budget),
        refused=measured.refused,
    )


@dataclass(frozen=True)
class Ranked:
    """A rung that holds, with its exact score."""

    score: float
    candidate: Candidate

    @property
    def order(self) -> tuple[int, Rung]:
        """What settles equal scores: levels climbed, then levels in column order."""
        return sum(self.candidate.rung), self.candidate.rung


class Ranking:
    """The rungs found to hold, and what a score would have to be to beat theirs.

    Scores no further than the tolerance above the lowest are equal to it. Ties are
    settled against the lowest score, not from rung to rung, so that many small steps
    cannot add up.
    """

    def __init__(self, tolerance: float) -> None:
        """Start without a rung."""
        self._tolerance = tolerance
        self._leaders: list[Ranked] = []
        self._others: list[Ranked] = []
        self.lowest: float = float("inf")

    @property
    def low(self) -> float:
        """A score below this is better than the best."""
        return self.lowest - self._tolerance

    @property
    def high(self) -> float:
        """A score above this is worse than the best."""
        return self.lowest + self._tolerance

    @property
    def best(self) -> Ranked | None:
        """The rung to choose."""
        return self._leaders[0] if self._leaders else None

    def add(self, score: float, candidate: Candidate) -> None:
        """Take in a rung that holds."""
        self.lowest = min(self.lowest, score)
        found = [*self._leaders, Ranked(score, candidate)]
        self._leaders = sorted(
            (ranked for ranked in found if ranked.score <= self.high),
            key=lambda ranked: ranked.order,
        )
        self._others += [ranked for ranked in found if ranked.score > self.high]
        if len(self._others) > 2 * KEPT:
            self._others = self._sorted_others()[:KEPT]

    def runners_up(self, count: int) -> tuple[Candidate, ...]:
        """Give the best rungs but the one to choose, best first."""
        ranked = [*self._leaders[1:], *self._sorted_others()]
        return tuple(other.candidate for other in ranked[:count])

    def _sorted_others(self) -> list[Ranked]:
        return sorted(self._others, key=lambda other: (other.score, other.order))
