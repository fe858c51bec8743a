"""Short moves in totals that cross: two cells of the same totals, or four cells that swap, found by looking them up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain

MOST_TRIED = 60
"""So many cells of a total are tried as a partner."""

ENDS = 200
"""So many of a total's cells are looked at from either end, where those with most room to fall and to rise stand."""

Room = Callable[[int, int], float]
"""What moving a cell by so much costs; infinite where it cannot."""
Signature = frozenset[int]
"""The published sums that a cell is a part of."""


class Swaps:
    """Cells by the sums that they are a part of."""

    def __init__(self, sums: Mapping[int, Sequence[int]]) -> None:
        """Cells with the numbers of their sums; a cell is added when it may move."""
        self._sums = {cell: frozenset(numbers) for cell, numbers in sums.items()}
        self._alike: dict[Signature, list[int]] = defaultdict(list)
        self._within: dict[int, list[int]] = defaultdict(list)

    def add(self, cell: int) -> None:
        """This cell may move from now on; those with most room to fall come first."""
        self._alike[self._sums[cell]].append(cell)
        for number in self._sums[cell]:
            self._within[number].append(cell)

    def find(self, cell: int, by: int, price: Room) -> dict[int, int] | None:
        """The cheapest short move with this cell in it that was found, as what each cell moves by; None: none."""
        best: dict[int, int] | None = None
        least = float("inf")
        for others in self._moves(cell, by, price):
            cost = sum(price(each, move) for each, move in others.items())
            if cost < least:
                best, least = {cell: by, **others}, cost
                if cost <= 0:
                    break
        return best

    def _moves(self, cell: int, by: int, price: Room) -> Iterator[dict[int, int]]:
        own = self._sums[cell]
        for other in _ends(self._alike[own]):
            if other != cell and price(other, -by) < float("inf"):
                yield {other: -by}
        for other in self._near(cell, -by, price):
            lost, won = own - self._sums[other], self._sums[other] - own
            for third in self._containing(lost, {cell, other}, -by, price):
                wanted = (self._sums[third] - lost) | won
                if won & self._sums[third] or not lost <= self._sums[third]:
                    continue
                for fourth in self._alike.get(wanted, ())[:MOST_TRIED]:
                    if fourth not in (cell, other, third):
                        yield {other: -by, third: -by, fourth: by}

    def _near(self, cell: int, by: int, price: Room) -> Iterator[int]:
        """Cells that share a sum with this one and can move so."""
        for number in sorted(self._sums[cell]):
            found = (each for each in _ends(self._within[number]) if each != cell and price(each, by) < float("inf"))
            for _, other in zip(range(MOST_TRIED), found, strict=False):
                if self._sums[other] != self._sums[cell]:
                    yield other
            return

    def _containing(self, lost: Signature, without: set[int], by: int, price: Room) -> Iterator[int]:
        """Cells that are a part of all these sums and can move so."""
        if lost:
            number = min(lost, key=lambda each: (len(self._within[each]), each))
            found = (
                each for each in _ends(self._within[number]) if each not in without and price(each, by) < float("inf")
            )
            yield from (each for _, each in zip(range(MOST_TRIED), found, strict=False))


def _ends(cells: Sequence[int]) -> Iterator[int]:
    return chain(cells[:ENDS], cells[max(ENDS, len(cells) - ENDS) :])
