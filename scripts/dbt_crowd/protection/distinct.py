"""Published numbers of distinct persons: they do not add, they only bound (max <= total <= sum).

A hidden cell's persons are at most its rows, at most every published number that it is a part of, and at most k - 1 in
a thin cell. A published number is at most the sum over its parts. These bounds only ask for more persons elsewhere, so
all of them hold at once when each other cell is at its most, and no solver is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from dbt_crowd.protection.problem import RULE, Pattern, Problem, Table


@dataclass(frozen=True)
class Distinct:
    """A published number of distinct persons.

    Attributes:
        hidden: The hidden cells among its parts.
        missing: What these hold together at least: the number less its published parts.
        persons: The number itself.
    """

    hidden: frozenset[int]
    missing: int
    persons: int


def distinct_numbers(problem: Problem, pattern: Pattern) -> list[tuple[int, Distinct]]:
    """The published numbers of persons of lines and folds: by the line's number, -1 for a fold."""
    hidden = problem.thin | pattern.complements
    found: list[tuple[int, Distinct]] = []
    shown = [fold for fold in range(len(problem.folds)) if fold not in pattern.hidden_folds]
    for number, line in enumerate(problem.lines):
        if line.persons is None or number in pattern.withdrawn:
            continue
        cells = frozenset(line.cells)
        within = [fold for fold in shown if problem.folds[fold] <= cells]
        known = sum(problem.persons[cell] for cell in cells - hidden) + sum(problem.persons_of(fold) for fold in within)
        part = (cells & hidden).difference(*(problem.folds[fold] for fold in within))
        found.append((number, Distinct(part, line.persons - known, line.persons)))
    if any(line.persons is not None for line in problem.lines):
        persons = {fold: problem.persons_of(fold) for fold in shown}
        found += [(-1, Distinct(problem.folds[fold], number, number)) for fold, number in persons.items()]
    return found


def distinct_faults(problem: Problem, pattern: Pattern, tables: Iterable[Table]) -> Iterator[str]:
    """What the published numbers of persons tell of hidden cells, alone and with the tables."""
    numbers = [number for _, number in distinct_numbers(problem, pattern)]
    if any(told(problem, each) for each in numbers):
        yield "the distinct persons of a total tell more of a thin cell than the rule"
    for table in tables:
        if any(short(problem, each, table) for each in numbers if each.missing > 0):
            yield "a table has fewer rows than the persons that are published"
            return


def told(problem: Problem, number: Distinct) -> bool:
    """Whether a published number raises what a thin cell holds at least, or gives it to one who knows another."""
    most = {cell: at_most(problem, number, cell, problem.counts[cell], RULE) for cell in number.hidden}
    spare = sum(most.values()) - number.missing
    thin = [cell for cell in number.hidden if cell in problem.thin]
    if any(most[cell] - 1 > spare for cell in thin):
        return True
    if problem.k == 2:
        return False
    losses = sorted(((most[c] - problem.persons[c], c) for c in most if problem.may_be_known(c)), reverse=True)[:2]
    return any(spare - loss < 1 for cell in thin for loss, other in losses if other != cell)


def short(problem: Problem, number: Distinct, table: Table) -> bool:
    """Whether a table has too few rows in the hidden cells for as many persons as are published."""
    moves: Mapping[int, int] = table.moves
    counts = ((cell, problem.counts[cell] + moves.get(cell, 0)) for cell in number.hidden)
    return sum(at_most(problem, number, cell, count, table.kind) for cell, count in counts) < number.missing


def at_most(problem: Problem, number: Distinct, cell: int, count: int, kind: str) -> int:
    """How many persons a hidden cell of so many rows can hold."""
    most = min(count, number.persons)
    return min(most, problem.k - 1) if kind == RULE and cell in problem.thin else most
