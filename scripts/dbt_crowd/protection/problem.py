"""What is to be protected, what is hidden for it, and what proves that this is enough."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

PLAIN = "plain"
UNLABELLED = "unlabelled"
RULE = "rule"
KINDS = (PLAIN, UNLABELLED, RULE)
"""Whom a table of the certificate holds against, from the one who knows least to the one who knows most."""


class ProtectionError(Exception):
    """What was handed in contradicts itself, or cannot be protected. Its text holds no count and no cell."""


@dataclass(frozen=True)
class Line:
    """A published total.

    Attributes:
        cells: The finest cells that it sums.
        total: What is published of the measure that adds.
        persons: The distinct persons that are published of it, where they are.
        thin_persons: The distinct persons of its suppressed cells, where they are known. Persons of several cells may
            be the same, so without this a hidden part is taken to hold no more persons than its largest cell.
    """

    cells: tuple[int, ...]
    total: int
    persons: int | None = None
    thin_persons: int | None = None


@dataclass(frozen=True)
class Problem:
    """Finest cells, what is published of them without complements, and how well they must be hidden.

    A cell that is neither suppressed nor in a fold is published. Which cells exist at all is taken to be known.

    Attributes:
        counts: The measure that adds (rows, loans), a whole number per cell.
        persons: The distinct persons per cell.
        suppressed: Cells of 1 to k - 1 persons of which nothing is published.
        folds: Cells of 1 to k - 1 persons whose sum is published, by fold.
        lines: The published totals.
        k: A cell of fewer persons is thin.
        protection: How far apart two tables must be in a thin cell for the plain attacker.
        counts_are_persons: Whether a row is a person, so that the rule bounds the counts themselves.
        insider_persons: An insider may know any hidden cell of at most so many persons; None: any hidden cell.
        fold_persons: The distinct persons of each fold; without it, its largest cell's.
    """

    counts: Sequence[int]
    persons: Sequence[int]
    suppressed: frozenset[int]
    folds: tuple[frozenset[int], ...]
    lines: tuple[Line, ...]
    k: int
    protection: int
    counts_are_persons: bool
    insider_persons: int | None = None
    fold_persons: tuple[int, ...] = ()

    @cached_property
    def folded(self) -> Mapping[int, int]:
        """The fold of each folded cell."""
        return {cell: number for number, cells in enumerate(self.folds) for cell in cells}

    @cached_property
    def lines_of(self) -> Mapping[int, Sequence[int]]:
        """The lines of each cell that is a part of one."""
        found: dict[int, list[int]] = {}
        for number, line in enumerate(self.lines):
            for cell in line.cells:
                found.setdefault(cell, []).append(number)
        return found

    @cached_property
    def thin(self) -> frozenset[int]:
        """The primary cells: suppressed or folded."""
        return self.suppressed | frozenset(self.folded)

    def persons_of(self, fold: int) -> int:
        """The distinct persons of a fold, at least."""
        if self.fold_persons:
            return self.fold_persons[fold]
        return max(self.persons[cell] for cell in self.folds[fold])

    def may_be_known(self, cell: int) -> bool:
        """Whether an insider may know this cell."""
        return self.insider_persons is None or self.persons[cell] <= self.insider_persons


@dataclass(frozen=True)
class Pattern:
    """What is hidden beside the thin cells.

    Attributes:
        complements: Cells of at least k persons.
        hidden_folds: Folds, by number, whose sum is not published.
        withdrawn: Lines, by number, that are not published.
    """

    complements: frozenset[int] = frozenset()
    hidden_folds: frozenset[int] = frozenset()
    withdrawn: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Table:
    """One possible table, written as what it differs in from the true counts.

    Attributes:
        kind: Whom it holds against: `plain` (hidden counts are not negative), `unlabelled` (hidden cells exist, and
            any may be thin), `rule` (thin cells hold 1 to k - 1 persons, complements at least k).
        moves: Per hidden cell what is added to its count.
    """

    kind: str
    moves: Mapping[int, int]


@dataclass(frozen=True)
class Plan:
    """A pattern and its certificate.

    Attributes:
        pattern: What is hidden beside the thin cells.
        tables: The certificate.
    """

    pattern: Pattern
    tables: tuple[Table, ...] = field(default=())

    def rows(self) -> Iterator[tuple[int, str, int, int]]:
        """The certificate as rows: number of the table, kind, cell, what is added to the cell's count."""
        for number, table in enumerate(self.tables):
            for cell, move in sorted(table.moves.items()):
                yield number, table.kind, cell, move


def bounds(problem: Problem, pattern: Pattern, kind: str, cell: int) -> tuple[int, int | None]:
    """The least and the largest count (None: any) that an attacker takes a hidden cell, or a candidate, to have."""
    if kind == PLAIN:
        return 0, None
    top = problem.k - 1 if problem.counts_are_persons else None
    if kind == UNLABELLED:
        fold = problem.folded.get(cell)
        return 1, None if fold is None or fold in pattern.hidden_folds else top
    return (1, top) if cell in problem.thin else (problem.k, None)


@dataclass(frozen=True)
class Need:
    """What a thin cell's tables must reach, as counts."""

    kind: str
    low: int
    high: int


def needs(problem: Problem, pattern: Pattern, cell: int) -> tuple[Need, Need]:
    """The intervals that are enough for a thin cell: for the plain attacker, and for the one who knows the rule.

    The plain interval is as wide as the protection, and reaches k, so that the cell is not told from a complement,
    unless a published fold says that it is thin.
    """
    count, k, protection = problem.counts[cell], problem.k, problem.protection
    low = max(0, count - protection)
    fold = problem.folded.get(cell)
    if fold is None or fold in pattern.hidden_folds:
        plain = Need(UNLABELLED, low, max(k, low + protection))
    else:
        plain = Need(PLAIN, low, low + protection)
    low = max(1, count - (k - 2))
    return plain, Need(RULE, low, low + k - 2)


def check(problem: Problem) -> None:
    """Refuse what cannot be true.

    Raises:
        ProtectionError: The input contradicts itself; an infeasible system is never safe.
    """
    faults = [*_faults_of_cells(problem), *_faults_of_lines(problem)]
    if faults:
        raise ProtectionError("; ".join(faults))


def _faults_of_cells(problem: Problem) -> Iterator[str]:
    counts, persons, k = problem.counts, problem.persons, problem.k
    if k < 2:
        yield "k must be at least 2"
    if problem.protection < 1:
        yield "protection must be at least 1"
    if len(counts) != len(persons):
        yield "every cell needs a count and its persons"
        return
    if any(p < 1 or n < p for n, p in zip(counts, persons, strict=True)):
        yield "a cell holds at least one person, and no more persons than rows"
    if problem.counts_are_persons and any(n != p for n, p in zip(counts, persons, strict=True)):
        yield "counts are said to be persons, and differ from them"
    members = [*problem.suppressed, *(cell for fold in problem.folds for cell in fold)]
    if any(not 0 <= cell < len(counts) for cell in members):
        yield "a hidden cell that does not exist"
        return
    if len(members) != len(set(members)):
        yield "a cell is hidden twice"
    if any(persons[cell] >= k for cell in members):
        yield "a cell of at least k persons is suppressed or folded"
    if any(p < k and cell not in problem.thin for cell, p in enumerate(persons)):
        yield "a cell of fewer than k persons is published"


def _faults_of_lines(problem: Problem) -> Iterator[str]:
    size = len(problem.counts)
    lines = problem.lines
    if len(problem.persons) != size:
        return
    if any(len(set(line.cells)) != len(line.cells) for line in lines):
        yield "a line names a cell twice"
    if any(not 0 <= cell < size for line in lines for cell in line.cells):
        yield "a line over a cell that does not exist"
        return
    if any(sum(problem.counts[cell] for cell in line.cells) != line.total for line in lines):
        yield "a published total is not the sum of its cells"
    for line in lines:
        of_cells = [problem.persons[cell] for cell in line.cells]
        if line.persons is not None and not max(of_cells, default=0) <= line.persons <= sum(of_cells):
            yield "the distinct persons of a total are fewer than its largest cell's or more than all cells'"
            return
