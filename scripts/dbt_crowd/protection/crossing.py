"""Totals that cross, and totals that must go: complements by linear programming, one ask at a time.

What an attacker must not be able to rule out is asked for as a move: whole numbers that, added to the true counts,
leave every published sum as it is. A published cell, fold or total may move too, at a price, and what moved is hidden.
Each move that was found stays true when more is hidden, so a block is done when nothing is left to ask.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass

from dbt_crowd.protection.lines import hidden_parts_of, persons_at_least
from dbt_crowd.protection.problem import (
    KINDS,
    PLAIN,
    RULE,
    UNLABELLED,
    Pattern,
    Problem,
    ProtectionError,
    Table,
    bounds,
    needs,
)
from dbt_crowd.protection.solver import Job, Move
from dbt_crowd.protection.swaps import Swaps

HIDDEN_PRICE = 0.001
"""What a unit costs in a cell that is hidden already: little, so that moves are short."""
LINE_PRICE = 1_000.0
"""What it costs to withdraw a line, beside 1 to 2 for a cell: the last resort."""
MOST_TABLES = 2_000
"""A block with more tables is not trimmed: what could be published again is little beside all that is."""
LARGE = 1_500
"""In a block of more cells complements are found by swaps first, and by linear programming where these fail."""
MOST_TRIALS = 60
"""So many hidden cells of a block are tried whether they can be published after all."""


@dataclass(frozen=True)
class Ask:
    """A cell must be able to move by so much, for an attacker of this kind, while another one may have to stay.

    Attributes:
        kind: The attacker.
        cell: The cell.
        least: By how much at least, down where it is negative.
        frozen: A cell that an insider knows, or -1.
    """

    kind: str
    cell: int
    least: int
    frozen: int = -1


Rounds = Generator[list[Job], list[Move | None], None]
"""Jobs are asked, and the moves that were found are handed in."""


class Block:
    """Lines that cross, with their cells: what is hidden so far, and what has been proven."""

    def __init__(self, problem: Problem, cells: Iterable[int], hidden: Pattern) -> None:
        """A block of cells, each of which may be hidden, where some are hidden already."""
        self.problem = problem
        self.cells = sorted(cells)
        self.place = {cell: place for place, cell in enumerate(self.cells)}
        self.thin = [cell for cell in self.cells if cell in problem.thin]
        self.lines = sorted({number for cell in self.cells for number in problem.lines_of.get(cell, ())})
        self.folds = sorted({problem.folded[cell] for cell in self.thin if cell in problem.folded})
        self.complements = {cell for cell in hidden.complements if cell in self.place}
        self.withdrawn = set(hidden.withdrawn.intersection(self.lines))
        self.hidden_folds = set(hidden.hidden_folds.intersection(self.folds))
        self.tables: list[Table] = []
        self._reached: dict[tuple[str, int], tuple[int, int]] = {}
        self._partners: dict[int, set[int]] = {}
        self._closed = False
        self._rooms: dict[tuple[str, int], tuple[float, float]] = {}
        self._rooms_of = len(self.hidden_folds)
        self._hidden = self.complements | set(self.thin)
        self._pattern: Pattern | None = None
        self._size = (0, 0, 0)
        sums = [[self.place[c] for c in problem.lines[n].cells if c in self.place] for n in self.lines]
        sums += [[self.place[c] for c in sorted(problem.folds[n]) if c in self.place] for n in self.folds]
        size = len(self.cells)
        self._equations = [[*terms, size + number] for number, terms in enumerate(sums)]
        sums_of: dict[int, list[int]] = {cell: [] for cell in self.cells}
        for number, terms in enumerate(sums):
            for place in terms:
                sums_of[self.cells[place]].append(number)
        self._swaps = Swaps(sums_of)
        for cell in sorted({*self.thin, *self.complements}, key=lambda cell: (-problem.counts[cell], cell)):
            self._swaps.add(cell)
        self._any: Swaps | None = None
        if size > LARGE:
            self._any = Swaps(sums_of)
            for cell in sorted(self.cells, key=lambda cell: (problem.counts[cell], cell)):
                self._any.add(cell)
        self._mean = max(1.0, sum(problem.counts[cell] for cell in self.cells) / max(1, size))

    @property
    def pattern(self) -> Pattern:
        """What is hidden of this block."""
        size = len(self.complements), len(self.hidden_folds), len(self.withdrawn)
        if self._pattern is None or self._size != size:
            hidden = frozenset(self.complements), frozenset(self.hidden_folds), frozenset(self.withdrawn)
            self._pattern, self._size = Pattern(*hidden), size
        return self._pattern

    def rounds(self) -> Rounds:
        """Ask until nothing is left to ask.

        Raises:
            ProtectionError: A cell cannot be protected by whatever is hidden.
        """
        while True:
            self._hold_k_persons()
            if not (yield from self._settle()):
                raise ProtectionError("a thin cell cannot be protected, whatever is hidden with it")
            if not any(True for _ in self._thin_parts()):
                break
        if len(self.tables) <= MOST_TABLES:
            yield from self._trim()

    def _forget(self) -> None:
        """What is hidden changed otherwise than by more of it."""
        self._hidden = self.complements | set(self.thin)
        self._rooms.clear()
        self._pattern = None

    def _settle(self) -> Generator[list[Job], list[Move | None], bool]:
        """Ask of cell after cell, until nothing is left to ask; False when something cannot be had."""
        settled = False
        while not settled:
            settled = True
            for cell in [*self.thin, *sorted(self.complements)]:
                while asks := self._asks_of(cell):
                    settled = False
                    if not self._swap(asks) and not (yield from self._answer(asks)):
                        return False
        return True

    def _swap(self, asks: list[Ask]) -> bool:
        """Have one of the moves by swaps: of hidden cells, which costs nothing; in a large block, of any."""
        for swaps in (self._swaps, self._any) if self._any and not self._closed else (self._swaps,):
            for ask in asks:
                moves = self._swapped(ask, swaps, at_a_price=swaps is self._any)
                if moves is not None:
                    for cell in moves.keys() - self.complements - self.problem.thin:
                        self._hide(cell)
                    self._add(Table(ask.kind, moves))
                    return True
        return False

    def _swapped(self, ask: Ask, swaps: Swaps, *, at_a_price: bool) -> dict[int, int] | None:
        """A move that is put together of swaps, each as far as it goes."""
        moves: dict[int, int] = {}

        def price(cell: int, by: int) -> float:
            down, up = self._room(ask.kind, cell)
            if cell == ask.frozen or not -down <= moves.get(cell, 0) + by <= up:
                return math.inf
            if cell in self._hidden or cell in moves:
                return 0.0
            return 1 + self.problem.counts[cell] / self._mean if at_a_price else math.inf

        while left := ask.least - moves.get(ask.cell, 0):
            one = 1 if left > 0 else -1
            for by in dict.fromkeys((left, one)):
                found = swaps.find(ask.cell, by, price) if price(ask.cell, by) < math.inf else None
                if found is not None:
                    break
            else:
                return None
            for cell, by in found.items():
                moves[cell] = moves.get(cell, 0) + by
        return {cell: by for cell, by in moves.items() if by}

    def _answer(self, asks: list[Ask]) -> Generator[list[Job], list[Move | None], bool]:
        """Have the cheapest of the moves that are asked for; False when there is none."""
        found = yield [self._job(ask) for ask in asks]
        possible = [(move.cost, number) for number, move in enumerate(found) if move is not None]
        if not possible:
            return False
        _, best = min(possible)
        move = found[best]
        assert move is not None
        self._apply(asks[best].kind, move)
        return True

    def _trim(self) -> Rounds:
        """Publish again what need not be hidden now that all is hidden, the dearest first."""
        counts, problem = self.problem.counts, self.problem
        dearest = [(2, problem.lines[line].total, line) for line in self.withdrawn]
        dearest += [(1, sum(counts[cell] for cell in problem.folds[fold]), fold) for fold in self.hidden_folds]
        dearest += [(0, counts[cell], cell) for cell in self.complements]
        for sort, _, number in sorted(dearest, reverse=True)[:MOST_TRIALS]:
            hidden = (self.complements, self.hidden_folds, self.withdrawn)[sort]
            kept = self.tables
            hidden.remove(number)
            self._forget()
            members = (problem.lines[number].cells if sort == 2 else problem.folds[number]) if sort else {number}
            self._keep([table for table in kept if table.moves.keys().isdisjoint(members)])
            self._closed = True
            enough = not any(True for _ in self._thin_parts())
            enough = enough and (yield from self._settle())
            self._closed = False
            if not enough:
                hidden.add(number)
                self._forget()
                self._keep(kept)

    def _asks_of(self, cell: int) -> list[Ask]:
        """The next thing to ask of a cell: alternatives, of which one is enough."""
        problem, count = self.problem, self.problem.counts[cell]
        if cell in problem.thin:
            for need in needs(problem, self.pattern, cell):
                falling = PLAIN if need.kind == UNLABELLED else need.kind
                low, high = self._reach(falling, cell)
                if self._reach(need.kind, cell)[1] < need.high - count:
                    return [Ask(need.kind, cell, need.high - count)]
                if high - low < need.high - need.low:
                    return [Ask(falling, cell, need.low - count)]
            if problem.k == 2 and problem.counts_are_persons:
                return []
        if cell not in self._partners:
            return [Ask(RULE, cell, 1), Ask(RULE, cell, -1)]
        told = [each for each in self._partners[cell] if problem.may_be_known(each)]
        return [Ask(RULE, cell, by, min(told)) for by in (1, -1)] if told else []

    def _room(self, kind: str, cell: int) -> tuple[float, float]:
        """How far a cell can fall and rise; it changes only when a fold is hidden or shown."""
        if self._rooms_of != len(self.hidden_folds):
            self._rooms.clear()
            self._rooms_of = len(self.hidden_folds)
        if (kind, cell) not in self._rooms:
            low, high = bounds(self.problem, self.pattern, kind, cell)
            count = self.problem.counts[cell]
            self._rooms[kind, cell] = count - low, math.inf if high is None else high - count
        return self._rooms[kind, cell]

    def _reach(self, kind: str, cell: int) -> tuple[int, int]:
        return self._reached.get((kind, cell), (0, 0))

    def _job(self, ask: Ask) -> Job:
        counts = self.problem.counts
        down: list[float] = []
        up: list[float] = []
        costs: list[tuple[float, float]] = []
        need = abs(ask.least)
        for cell in self.cells:
            fall, rise = self._room(ask.kind, cell)
            hidden = self._is_hidden(cell)
            if cell == ask.frozen or (self._closed and not hidden):
                fall, rise = 0, 0
            price = 1 + counts[cell] / self._mean
            costs.append((HIDDEN_PRICE,) * 2 if hidden else (price / max(1, min(need, fall)), price / need))
            down.append(fall)
            up.append(rise)
        for gone, price in self._prices_of_sums():
            costs.append((HIDDEN_PRICE / 10 if gone else price / need,) * 2)
            room = 0 if self._closed and not gone else math.inf
            down.append(room)
            up.append(room)
        return Job(self._equations, down, up, costs, self.place[ask.cell], ask.least)

    def _prices_of_sums(self) -> Iterator[tuple[bool, float]]:
        """Whether a line or fold is hidden already, and what it costs to hide it."""
        largest = max((self.problem.lines[number].total for number in self.lines), default=1)
        for number in self.lines:
            yield number in self.withdrawn, LINE_PRICE * (1 + self.problem.lines[number].total / max(1, largest))
        for number in self.folds:
            count = sum(self.problem.counts[cell] for cell in self.problem.folds[number])
            yield number in self.hidden_folds, 1 + count / self._mean

    def _apply(self, kind: str, move: Move) -> None:
        """Hide what moved, and keep the move as a table."""
        moves = {}
        size = len(self.cells)
        for place, by in move.moves.items():
            if place < size:
                cell = self.cells[place]
                moves[cell] = by
                if not self._is_hidden(cell):
                    self._hide(cell)
            elif place < size + len(self.lines):
                self.withdrawn.add(self.lines[place - size])
            else:
                self.hidden_folds.add(self.folds[place - size - len(self.lines)])
        self._add(Table(kind, moves))

    def _hide(self, cell: int) -> None:
        self.complements.add(cell)
        self._hidden.add(cell)
        self._swaps.add(cell)

    def _keep(self, tables: list[Table]) -> None:
        """Have these tables and no others."""
        self.tables = []
        self._reached.clear()
        self._partners.clear()
        for table in tables:
            self._add(table)

    def _add(self, table: Table) -> None:
        kind, moves = table.kind, table.moves
        self.tables.append(table)
        for cell, by in moves.items():
            for weaker in KINDS[: KINDS.index(kind) + 1]:
                low, high = self._reach(weaker, cell)
                self._reached[weaker, cell] = min(low, by), max(high, by)
            if kind == RULE:
                others = moves.keys() - {cell}
                self._partners[cell] = self._partners[cell] & others if cell in self._partners else set(others)

    def _hold_k_persons(self) -> None:
        """Hide more of a line whose hidden part is itself a thin cell; withdraw it where there is nothing more."""
        counts = self.problem.counts
        while number := next(self._thin_parts(), 0):
            line = self.problem.lines[number - 1]
            visible = [cell for cell in line.cells if cell in self.place and not self._is_hidden(cell)]
            if visible:
                self._hide(min(visible, key=lambda cell: (counts[cell], cell)))
            else:
                self.withdrawn.add(number - 1)

    def _thin_parts(self) -> Iterator[int]:
        """The lines, by number from 1, whose hidden part may hold fewer than k persons."""
        problem = self.problem
        hidden = problem.thin | self.complements
        for part, number in hidden_parts_of(problem, self.lines, hidden, self.hidden_folds, self.withdrawn):
            if persons_at_least(problem, part, number) < problem.k:
                yield number + 1

    def _is_hidden(self, cell: int) -> bool:
        return cell in self._hidden
