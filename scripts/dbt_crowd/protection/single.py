"""A total that crosses no other: what can be told, what to hide and the certificate, in closed form.

One equation holds: the hidden counts of a line (or of a fold) have a known sum. A cell can rise by what the others can
give, and give what the others can take; so everything follows from sums of what each cell can give and take.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dbt_crowd.protection.problem import PLAIN, RULE, UNLABELLED, Pattern, Problem, Table, bounds, needs

Whole = npt.NDArray[np.int64]
ANY = 1 << 40
"""What a cell without an upper bound can take; sums of these stay far below the end of 64 bits."""
MOST_COMPLEMENTS = 12
"""So many complements are tried one by one; what needs more hides all that there is."""

Serves = Callable[[Sequence[int]], bool]
"""Whether hiding these cells too makes a sum safe."""


@dataclass(frozen=True)
class Room:
    """What each of some cells can give and take as an attacker of one kind sees it."""

    down: Whole
    up: Whole


@dataclass(frozen=True)
class Single:
    """The hidden cells of one published sum, by number, with what is asked of the thin ones.

    Attributes:
        cells: The hidden cells.
        rooms: By kind of attacker.
        asked: Per ask: kind, place of the cell in `cells`, what it must lose and gain, both at least 0.
        exempt: Whether the rule alone tells the cell (thin at k = 2).
        known: Whether an insider may know the cell.
    """

    cells: tuple[int, ...]
    rooms: dict[str, Room]
    asked: tuple[tuple[str, int, int, int], ...]
    exempt: npt.NDArray[np.bool_]
    known: npt.NDArray[np.bool_]


def single_of(problem: Problem, pattern: Pattern, cells: Sequence[int]) -> Single:
    """What can be told of these hidden cells when all that is known is their sum."""
    counts = np.array([problem.counts[cell] for cell in cells], np.int64)
    rooms = {}
    for kind in (PLAIN, UNLABELLED, RULE):
        limits = [bounds(problem, pattern, kind, cell) for cell in cells]
        low = np.array([each for each, _ in limits], np.int64)
        up = [ANY if high is None else high - count for (_, high), count in zip(limits, counts.tolist(), strict=True)]
        rooms[kind] = Room(counts - low, np.array(up, np.int64))
    asked = []
    for place, cell in enumerate(cells):
        if cell in problem.thin:
            count = problem.counts[cell]
            asked += [
                (need.kind, place, max(0, count - need.low), max(0, need.high - count))
                for need in needs(problem, pattern, cell)
            ]
    exempt = np.array([problem.counts_are_persons and problem.k == 2 and cell in problem.thin for cell in cells], bool)
    known = np.array([problem.may_be_known(cell) for cell in cells], bool)
    return Single(tuple(cells), rooms, tuple(asked), exempt, known)


def is_safe(single: Single) -> bool:
    """Whether no attacker is told more of these cells than may be."""
    totals = {kind: (int(room.down.sum()), int(room.up.sum())) for kind, room in single.rooms.items()}
    for kind, place, loss, gain in single.asked:
        room = single.rooms[kind]
        if gain > totals[kind][0] - room.down[place]:
            return False
        losing = PLAIN if kind == UNLABELLED else kind
        if loss > totals[losing][1] - single.rooms[losing].up[place]:
            return False
    return not told_by_insiders(single)


def told_by_insiders(single: Single) -> bool:
    """Whether someone who knows one cell is told another one."""
    room = single.rooms[RULE]
    # Where the two owners with most room, either way, are told nothing by what is left, nobody is.
    for away in _most_telling(room, np.flatnonzero(single.known)):
        lost_down, lost_up = (0, 0) if away < 0 else (int(room.down[away]), int(room.up[away]))
        down = int(room.down.sum()) - lost_down - room.down
        up = int(room.up.sum()) - lost_up - room.up
        stuck = ~(((room.up > 0) & (down > 0)) | ((room.down > 0) & (up > 0))) & ~single.exempt
        if away >= 0:
            stuck[away] = False
        if stuck.any():
            return True
    return False


def _most_telling(room: Room, owners: npt.NDArray[np.int64]) -> list[int]:
    """The owners whose cells have most room, two each way, and -1 for nobody."""
    found = {-1}
    for rooms in (room.down, room.up):
        found.update(owners[np.argsort(-rooms[owners], kind="stable")][:2].tolist())
    return sorted(found)


def complements_for(visible: Sequence[int], counts: Sequence[int], serves: Serves) -> list[int] | None:
    """The cells to hide beside the thin ones of a sum: as few as can be, then small ones; None: nothing helps.

    Among as many cells a run of the visible ones in order of their counts is taken, the first that serves.
    """
    ordered = sorted(visible, key=lambda cell: (counts[cell], cell))
    for size in range(min(len(ordered), MOST_COMPLEMENTS) + 1):
        last = len(ordered) - size
        if not serves(ordered[last:]):
            continue
        first, end = 0, last
        while first < end:
            middle = (first + end) // 2
            if serves(ordered[middle : middle + size]):
                end = middle
            else:
                first = middle + 1
        return _smaller(ordered, ordered[first : first + size], serves) if size else []
    return ordered if serves(ordered) else None


def _smaller(ordered: Sequence[int], chosen: list[int], serves: Serves) -> list[int]:
    """The chosen cells, each replaced by the smallest that serves as well."""
    for place in range(len(chosen)):
        for other in ordered[: ordered.index(chosen[place])][:MOST_COMPLEMENTS]:
            trial = [*chosen[:place], other, *chosen[place + 1 :]]
            if other not in chosen and serves(trial):
                chosen = trial
                break
    return chosen


def tables_for(single: Single) -> Iterator[Table]:
    """The certificate of a safe sum: few cells in each table, and none always with the same other."""
    lenders = {kind: _Lenders(room) for kind, room in single.rooms.items()}
    partners: dict[int, set[int]] = {}

    def table(kind: str, place: int, amount: int, frozen: int = -1) -> Table:
        moves = {place: amount, **lenders[kind].counter(place, amount, frozen)}
        for each in moves if kind == RULE else ():
            others = moves.keys() - {each}
            partners[each] = partners[each] & others if each in partners else set(others)
        return Table(kind, {single.cells[each]: move for each, move in moves.items()})

    for kind, place, amount in _amounts(single, lenders[UNLABELLED]):
        yield table(kind, place, amount)
    rule = lenders[RULE]
    for place in np.flatnonzero(~single.exempt).tolist():
        if place not in partners:
            yield table(RULE, place, rule.direction(place, -1))
        while told := [each for each in partners[place] if single.known[each]]:
            away = min(told)
            yield table(RULE, place, rule.direction(place, away), away)


def _amounts(single: Single, unlabelled: _Lenders) -> Iterator[tuple[str, int, int]]:
    """What the asked cells move by: kind, place, amount; from the true count in one move where that is possible."""
    for kind, place, loss, gain in single.asked:
        if loss and kind == UNLABELLED and unlabelled.can(place, loss + gain):
            yield kind, place, loss + gain
            continue
        if gain:
            yield kind, place, gain
        if loss:
            yield PLAIN if kind == UNLABELLED else kind, place, -loss


class _Lenders:
    """Who gives what a cell gains, and takes what it loses: those with most room first."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.ordered = {
            sign: np.argsort(-(rooms), kind="stable").tolist() for sign, rooms in ((1, room.down), (-1, room.up))
        }
        self.down, self.up = int(room.down.sum()), int(room.up.sum())

    def can(self, place: int, gain: int) -> bool:
        """Whether a cell can gain so much."""
        return gain <= min(self.down - int(self.room.down[place]), int(self.room.up[place]))

    def direction(self, place: int, away: int) -> int:
        """1 or -1: which way a cell can go while another one stays."""
        down = self.down - (int(self.room.down[away]) if away >= 0 else 0) - int(self.room.down[place])
        return 1 if self.room.up[place] > 0 and down > 0 else -1

    def counter(self, place: int, amount: int, frozen: int) -> dict[int, int]:
        """The moves of others that make up for one move."""
        sign = 1 if amount > 0 else -1
        rooms = self.room.down if sign > 0 else self.room.up
        left, moves = abs(amount), {}
        for each in self.ordered[sign]:
            if not left:
                break
            if each not in (place, frozen):
                moves[each] = -sign * min(left, int(rooms[each]))
                left -= abs(moves[each])
        return moves
