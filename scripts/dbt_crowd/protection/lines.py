"""What the published totals say together: which of them cross, and what can be had by subtracting one from another."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass

from dbt_crowd.protection.problem import Pattern, Problem


@dataclass(frozen=True)
class Region:
    """What is left of a line when the published lines within it are subtracted.

    Attributes:
        line: Its number.
        cells: The cells left.
    """

    line: int
    cells: frozenset[int]


def subtract(sets: Sequence[Iterable[int]]) -> list[frozenset[int]]:
    """Each set less the largest disjoint ones that lie within it; of equal sets all but the first are left empty."""
    members = [frozenset(each) for each in sets]
    order = sorted(range(len(members)), key=lambda number: (len(members[number]), number))
    containing: dict[int, list[int]] = defaultdict(list)
    left = list(members)
    for number in order:
        shared = Counter(each for cell in members[number] for each in containing[cell])
        within = [each for each, cells in shared.items() if cells == len(members[each])]
        covered: set[int] = set()
        for each in sorted(within, key=lambda each: (-len(members[each]), each)):
            if covered.isdisjoint(members[each]):
                covered |= members[each]
        left[number] = members[number] - covered
        for cell in members[number]:
            containing[cell].append(number)
    return left


def regions(problem: Problem, withdrawn: Set[int]) -> list[list[Region]]:
    """The lines' regions, in groups that share no cell and no fold; what is implied by others is left out."""
    numbers = [number for number in range(len(problem.lines)) if number not in withdrawn]
    left = subtract([problem.lines[number].cells for number in numbers])
    found = [Region(number, cells) for number, cells in zip(numbers, left, strict=True) if cells]
    together = Together(len(found))
    first: dict[int, int] = {}
    for number, region in enumerate(found):
        for cell in region.cells:
            together.join(first.setdefault(cell, number), number)
    for fold in problem.folds:
        touched = [first[cell] for cell in fold if cell in first]
        for each in touched:
            together.join(touched[0], each)
    groups: dict[int, list[Region]] = defaultdict(list)
    for number, region in enumerate(found):
        groups[together.of(number)].append(region)
    return list(groups.values())


class Together:
    """Numbers that belong together, directly or through others."""

    def __init__(self, size: int) -> None:
        """Every number by itself."""
        self._parents = list(range(size))

    def of(self, number: int) -> int:
        """The number that stands for all that belong together with this one."""
        parents = self._parents
        while parents[number] != number:
            parents[number] = parents[parents[number]]
            number = parents[number]
        return number

    def join(self, one: int, other: int) -> None:
        """These two belong together."""
        one, other = self.of(one), self.of(other)
        self._parents[max(one, other)] = min(one, other)


def hidden_parts(problem: Problem, pattern: Pattern) -> Iterator[tuple[frozenset[int], int]]:
    """The hidden cells of each published line whose sum can be had, and the line.

    That is the line less its published cells and folds, and this less what is hidden of lines within it.
    """
    hidden = problem.thin | pattern.complements
    return hidden_parts_of(problem, range(len(problem.lines)), hidden, pattern.hidden_folds, pattern.withdrawn)


def hidden_parts_of(
    problem: Problem,
    lines: Iterable[int],
    hidden: Set[int],
    hidden_folds: Set[int],
    withdrawn: Set[int],
) -> Iterator[tuple[frozenset[int], int]]:
    """The same of some lines only."""
    numbers = [number for number in lines if number not in withdrawn]
    parts = []
    for number in numbers:
        cells = frozenset(problem.lines[number].cells)
        part = cells & hidden
        for fold in {problem.folded[cell] for cell in part if cell in problem.folded} - hidden_folds:
            if problem.folds[fold] <= cells:
                part -= problem.folds[fold]
        parts.append(part)
    for number, part, rest in zip(numbers, parts, subtract(parts), strict=True):
        for each in {part, rest}:
            if each:
                yield each, number


def persons_at_least(problem: Problem, part: frozenset[int], number: int) -> int:
    """How many distinct persons cells hold for certain; `number` is the line that they are a part of."""
    if problem.counts_are_persons:
        return sum(problem.persons[cell] for cell in part)
    line = problem.lines[number]
    largest = max(problem.persons[cell] for cell in part)
    if line.thin_persons is not None and problem.suppressed.intersection(line.cells) <= part:
        return max(largest, line.thin_persons)
    return largest
