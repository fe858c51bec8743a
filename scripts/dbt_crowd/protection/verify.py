"""Whether a certificate proves that a pattern is safe: arithmetic only, no solver."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from dbt_crowd.protection.distinct import distinct_faults
from dbt_crowd.protection.lines import hidden_parts, persons_at_least
from dbt_crowd.protection.problem import KINDS, PLAIN, RULE, Pattern, Plan, Problem, Table, bounds, check, needs


def verify(problem: Problem, plan: Plan) -> list[str]:
    """What a certificate leaves unproven; nothing means that the pattern is safe.

    It holds no count and no cell, and each fault once.

    Raises:
        ProtectionError: The problem contradicts itself.
    """
    check(problem)
    faults: dict[str, None] = {}
    for fault in _faults(problem, plan):
        faults.setdefault(fault)
    return list(faults)


def _faults(problem: Problem, plan: Plan) -> Iterator[str]:
    pattern = plan.pattern
    if pattern.complements & problem.thin or any(not 0 <= each < len(problem.counts) for each in pattern.complements):
        yield "a complement that is not a cell of at least k persons"
        return
    hidden = problem.thin | pattern.complements
    yield from _faults_of_tables(problem, pattern, plan.tables, hidden)
    yield from _faults_of_intervals(problem, pattern, plan.tables)
    yield from _faults_of_insiders(problem, plan.tables, hidden)
    for part, line in hidden_parts(problem, pattern):
        if persons_at_least(problem, part, line) < problem.k:
            yield "the hidden part of a published total holds fewer than k persons"
    yield from distinct_faults(problem, pattern, plan.tables)


def _faults_of_tables(
    problem: Problem, pattern: Pattern, tables: Iterable[Table], hidden: frozenset[int]
) -> Iterator[str]:
    published = _published_sums(problem, pattern)
    for table in tables:
        if table.kind not in KINDS or not table.moves.keys() <= hidden:
            yield "a table moves a cell that is published"
            continue
        sums: Counter[int] = Counter()
        for cell, move in table.moves.items():
            low, high = bounds(problem, pattern, table.kind, cell)
            count = problem.counts[cell] + move
            if count != int(count) or count < low or (high is not None and count > high):
                yield "a table holds a count that an attacker can rule out"
            for each in published.get(cell, ()):
                sums[each] += move
        if any(sums.values()):
            yield "a table does not agree with what is published"


def _published_sums(problem: Problem, pattern: Pattern) -> dict[int, list[int]]:
    """The published lines and folds of each cell; folds are numbered -1, -2, ..."""
    published: dict[int, list[int]] = {}
    for number, line in enumerate(problem.lines):
        for cell in line.cells if number not in pattern.withdrawn else ():
            published.setdefault(cell, []).append(number)
    for number, fold in enumerate(problem.folds):
        for cell in fold if number not in pattern.hidden_folds else ():
            published.setdefault(cell, []).append(-1 - number)
    return published


def _faults_of_intervals(problem: Problem, pattern: Pattern, tables: Iterable[Table]) -> Iterator[str]:
    reached: dict[tuple[str, int], tuple[int, int]] = {}
    for table in tables:
        for cell, move in table.moves.items():
            for kind in KINDS[: KINDS.index(table.kind) + 1]:
                low, high = reached.get((kind, cell), (0, 0))
                reached[kind, cell] = min(low, move), max(high, move)
    for cell in problem.thin:
        plain, rule = needs(problem, pattern, cell)
        low, high = reached.get((PLAIN, cell), (0, 0))
        if high - low < problem.protection:
            yield "a thin cell is less uncertain than the protection asks"
        if plain.kind != PLAIN and problem.counts[cell] + reached.get((plain.kind, cell), (0, 0))[1] < problem.k:
            yield "a thin cell is told from a complement"
        low, high = reached.get((RULE, cell), (0, 0))
        if high - low < rule.high - rule.low:
            yield "who knows the rule learns more of a thin cell than the rule"


def _faults_of_insiders(problem: Problem, tables: Iterable[Table], hidden: frozenset[int]) -> Iterator[str]:
    alone: dict[int, set[int]] = {}
    for table in tables:
        moved = {cell for cell, move in table.moves.items() if move and table.kind == RULE}
        for cell in moved:
            alone[cell] = (alone.get(cell, moved) & moved) - {cell}
    for cell in hidden:
        if problem.k == 2 and problem.counts_are_persons and cell in problem.thin:
            continue
        if cell not in alone or any(problem.may_be_known(each) for each in alone[cell]):
            yield "who knows one hidden cell learns another"
