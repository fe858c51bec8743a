"""Attacks on published tables of counts, written from the rules with a linear model of their own.

An attacker knows which cells exist, every published cell, and every published sum (totals and folds). It wants a cell that
is not published. Three of them ask, each knowing more:

- `plain`: counts are whole and not negative;
- `rule`: a thin cell holds 1 to k - 1, a complement at least k (of persons, where rows are persons), and which is which;
- `insider`: the rule, and the true count of one hidden cell.

All systems of many tables are solved in one call, since tables that share no cell have nothing to do with one another.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array


@dataclass(frozen=True)
class Published:
    """One release of counts as an attacker has it, and the truth to judge what it finds.

    Attributes:
        hidden: The cells that are not published.
        sums: Published sums over hidden cells only: what is left when published cells are subtracted.
        thin: The cells of 1 to k - 1 persons.
        truth: The true counts of the hidden cells.
        k: The threshold.
        rows_are_persons: Whether the rule bounds counts above.
        folded: Cells of a published fold; that they are thin is published.
    """

    hidden: frozenset[int]
    sums: tuple[tuple[frozenset[int], int], ...]
    thin: frozenset[int]
    truth: Mapping[int, int]
    k: int
    rows_are_persons: bool = True
    folded: frozenset[int] = frozenset()

    def limits(self, cell: int, attacker: str) -> tuple[float, float]:
        """What an attacker takes a hidden cell to hold, at least and at most."""
        if attacker == "plain":
            return 0, math.inf
        if cell not in self.thin:
            return self.k, math.inf
        return 1, self.k - 1 if self.rows_are_persons else math.inf


Question = tuple[int, int, int, int | None]
"""A release by its place, a cell, 1 for the most it can hold or -1 for the least, and the cell that is known."""


def answers(releases: Sequence[Published], attacker: str, questions: Sequence[Question]) -> list[int]:
    """What each question comes to: the most or the least a cell can hold, at most `FAR` above the truth."""
    found: list[int] = []
    for first in range(0, len(questions), 150):
        found += _answers(releases, attacker, questions[first : first + 150])
    return found


def _answers(releases: Sequence[Published], attacker: str, questions: Sequence[Question]) -> list[int]:
    rows: list[int] = []
    columns: list[int] = []
    totals: list[float] = []
    low: list[float] = []
    high: list[float] = []
    costs: list[float] = []
    asked: list[int] = []
    for place, target, sign, known in questions:
        release = releases[place]
        cells = sorted(release.hidden)
        start = {cell: len(low) + n for n, cell in enumerate(cells)}
        asked.append(start[target])
        for cell in cells:
            least, most = release.limits(cell, "plain" if attacker == "plain" else "rule")
            if cell == known:
                least = most = release.truth[cell]
            low.append(least)
            high.append(min(most, release.truth[cell] + FAR))
            costs.append(-sign if cell == target else 0.0)
        for members, total in release.sums:
            for cell in members:
                rows.append(len(totals))
                columns.append(start[cell])
            totals.append(total)
    result = milp(
        np.array(costs),
        constraints=[]
        if not totals
        else LinearConstraint(
            csr_array((np.ones(len(rows)), (rows, columns)), shape=(len(totals), len(low))), totals, totals
        ),
        bounds=Bounds(low, high),
        integrality=np.ones(len(low)),
    )
    if result.x is None:  # the solver can be wrong about many systems at once; the truth is a solution of each
        assert len(questions) > 1, result.message
        half = len(questions) // 2
        return _answers(releases, attacker, questions[:half]) + _answers(releases, attacker, questions[half:])
    return [round(result.x[column]) for column in asked]


FAR = 1_000
"""No cell needs to be further from the truth to be safe; an end makes every question have an answer."""


def disclosures(
    releases: Sequence[Published],
    attackers: Iterable[str] = ("plain", "rule", "insider"),
    protection: int | None = None,
) -> dict[tuple[int, int], str]:
    """The cells that are told, by release and cell, with the attacker to whom."""
    found: dict[tuple[int, int], str] = {}
    for attacker in attackers:
        if attacker == "insider":
            told = _told_to_insiders(releases)
        else:
            told = _told_by_intervals(releases, attacker, protection)
        for each in told:
            found.setdefault(each, attacker)
    return found


def interval(release: Published, attacker: str, cell: int, known: int | None = None) -> tuple[int, int]:
    """What a cell can hold, at least and at most, at most `FAR` from the truth."""
    low, high = answers([release], attacker, [(0, cell, -1, known), (0, cell, 1, known)])
    return low, high


def _told_by_intervals(releases: Sequence[Published], attacker: str, protection: int | None) -> list[tuple[int, int]]:
    cells = [(place, cell) for place, release in enumerate(releases) for cell in sorted(release.hidden & release.thin)]
    low = answers(releases, attacker, [(place, cell, -1, None) for place, cell in cells])
    high = answers(releases, attacker, [(place, cell, 1, None) for place, cell in cells])
    told = []
    for (place, cell), least, most in zip(cells, low, high, strict=True):
        release = releases[place]
        wide = protection or release.k
        if attacker == "rule":
            wide = release.k - 2
        narrow = most - least < wide
        labelled = attacker == "plain" and most < release.k and cell not in release.folded
        if narrow or labelled:
            told.append((place, cell))
    return told


def _told_to_insiders(releases: Sequence[Published]) -> list[tuple[int, int]]:
    """Cells that one who knows another one can tell exactly, though the rule alone leaves them open.

    A cell that differs in two possible tables is not told, so that only the others are asked for one by one.
    """
    pairs = [
        (place, cell, known)
        for place, release in enumerate(releases)
        for cell in sorted(release.hidden)
        for known in sorted(release.hidden)
        if cell != known and len(set(release.limits(cell, "rule"))) > 1
    ]
    high = answers(releases, "rule", [(place, cell, 1, known) for place, cell, known in pairs])
    still = [pair for pair, most in zip(pairs, high, strict=True) if most == releases[pair[0]].truth[pair[1]]]
    low = answers(releases, "rule", [(place, cell, -1, known) for place, cell, known in still])
    return [
        (place, cell)
        for (place, cell, _), least in zip(still, low, strict=True)
        if least == releases[place].truth[cell]
    ]
