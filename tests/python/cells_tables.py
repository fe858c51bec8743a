"""Tables of counts for the tests of protection: as problems for the planner and as releases for the attack."""

from __future__ import annotations

import dataclasses
import itertools
import random
from collections.abc import Sequence

from cells_attack import Published
from dbt_crowd.protection import Line, Pattern, Problem

Margins = Sequence[tuple[int, ...]]


def problem_of(
    shape: tuple[int, ...],
    counts: Sequence[int],
    *,
    k: int = 5,
    by: Margins | None = None,
    folds: Sequence[Sequence[int]] = (),
    insider_persons: int | None = None,
) -> Problem:
    """A table in row-major order with totals by these columns (each one, and overall); 0 is an absent cell."""
    cells = [cell for cell, count in zip(itertools.product(*map(range, shape)), counts, strict=True) if count]
    kept = [count for count in counts if count]
    lines: list[Line] = []
    for columns in by if by is not None else [*((column,) for column in range(len(shape))), ()]:
        groups: dict[tuple[int, ...], list[int]] = {}
        for number, cell in enumerate(cells):
            groups.setdefault(tuple(cell[column] for column in columns), []).append(number)
        lines += [Line(tuple(group), sum(kept[cell] for cell in group)) for group in groups.values()]
    folded = frozenset(cell for fold in folds for cell in fold)
    thin = frozenset(number for number, count in enumerate(kept) if count < k)
    return Problem(
        tuple(kept),
        tuple(kept),
        thin - folded,
        tuple(frozenset(fold) for fold in folds),
        tuple(lines),
        k,
        k,
        counts_are_persons=True,
        insider_persons=insider_persons,
    )


def published(problem: Problem, pattern: Pattern) -> Published:
    """What an attacker has of it."""
    hidden = problem.thin | pattern.complements
    shown = [fold for number, fold in enumerate(problem.folds) if number not in pattern.hidden_folds]
    parts = [frozenset(line.cells) & hidden for n, line in enumerate(problem.lines) if n not in pattern.withdrawn]
    sums = [(part, sum(problem.counts[cell] for cell in part)) for part in [*parts, *shown] if part]
    truth = {cell: problem.counts[cell] for cell in hidden}
    folded = frozenset(cell for fold in shown for cell in fold)
    return Published(hidden, tuple(sums), problem.thin, truth, problem.k, problem.counts_are_persons, folded)


def joined(problems: Sequence[Problem]) -> Problem:
    """Many tables as one problem; they share no cell."""
    counts: list[int] = []
    suppressed: set[int] = set()
    folds: list[frozenset[int]] = []
    lines: list[Line] = []
    for each in problems:
        start = len(counts)
        suppressed |= {start + cell for cell in each.suppressed}
        folds += [frozenset(start + cell for cell in fold) for fold in each.folds]
        lines += [Line(tuple(start + cell for cell in line.cells), line.total) for line in each.lines]
        counts += each.counts
    persons = tuple(number for each in problems for number in each.persons)
    first = problems[0]
    return Problem(
        tuple(counts),
        persons,
        frozenset(suppressed),
        tuple(folds),
        tuple(lines),
        first.k,
        first.protection,
        counts_are_persons=first.counts_are_persons,
        insider_persons=first.insider_persons,
    )


def parted(problems: Sequence[Problem], whole: Pattern) -> list[Pattern]:
    """The pattern of each of the joined tables."""
    found = []
    cell = fold = line = 0
    for each in problems:
        ends = cell + len(each.counts), fold + len(each.folds), line + len(each.lines)
        found.append(
            Pattern(
                frozenset(number - cell for number in whole.complements if cell <= number < ends[0]),
                frozenset(number - fold for number in whole.hidden_folds if fold <= number < ends[1]),
                frozenset(number - line for number in whole.withdrawn if line <= number < ends[2]),
            )
        )
        cell, fold, line = ends
    return found


VALUES = (0, 1, 2, 3, 4, 5, 6, 7, 9, 12, 20, 33, 50, 80)


def random_tables(number: int, *, seed: int = 4, insider_persons: int | None = None) -> list[Problem]:
    """Tables of two and three columns; some have no totals by the last one, some publish sums of thin cells."""
    random_ = random.Random(seed)
    found = []
    while len(found) < number:
        shape = random_.choice([(3, 4), (2, 3, 3)])
        counts = random_.choices(VALUES, [1] * 5 + [2] * 9, k=12 if len(shape) == 2 else 18)
        by = [*((column,) for column in range(len(shape) - random_.randint(0, 1))), ()]
        plain = problem_of(shape, counts, by=by, insider_persons=insider_persons)
        thin = sorted(plain.suppressed)
        folds = []
        if random_.random() < 0.3 and len(thin) >= 3:
            fold = thin[: random_.randint(2, 4)]
            if sum(plain.counts[cell] for cell in fold) >= plain.k:
                folds.append(fold)
        found.append(problem_of(shape, counts, by=by, folds=folds, insider_persons=insider_persons))
    return found


def two_per_line(problem: Problem) -> frozenset[int]:
    """Complements by the usual greedy: a line with one hidden cell loses its smallest one too, until none has one."""
    hidden = set(problem.thin)
    while True:
        for line in problem.lines:
            shown = [cell for cell in line.cells if cell not in hidden]
            if shown and len(line.cells) - len(shown) == 1:
                hidden.add(min(shown, key=lambda cell: (problem.counts[cell], cell)))
                break
        else:
            return frozenset(hidden - problem.thin)


def with_rows(problem: Problem, *, seed: int = 4) -> Problem:
    """The same persons with one to four rows each, so that the rule does not bound the counts above."""
    random_ = random.Random(seed)
    counts = tuple(sum(random_.randint(1, 4) for _ in range(persons)) for persons in problem.persons)
    lines = tuple(Line(line.cells, sum(counts[cell] for cell in line.cells)) for line in problem.lines)
    return dataclasses.replace(problem, counts=counts, lines=lines, counts_are_persons=False)
