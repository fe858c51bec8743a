"""An attack on published counts: what can be told of hidden cells, by whole-number programs over what is published.

It shares no code with what protects them. Three attackers ask, each knowing more: `plain` knows what is published, and
that counts are whole and not negative; `rule` also which cells are thin, and that these hold 1 to k - 1 persons and
others at least k; `insider` also one hidden cell. All of them know which cells are empty.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

FAR = 1_000
"""No cell needs to be further from the truth to be safe; an end makes every question have an answer."""
AT_ONCE = 500
"""So many variables are solved for in one call."""
MOST_KNOWN = 30
"""So many cells of a part are taken to be known, one at a time."""
MOST_CELLS = 1_000
"""So many cells are attacked; of more, every so-and-so-many."""


@dataclass(frozen=True)
class Facts:
    """What is published of finest cells, and the truth to judge an attack by.

    Attributes:
        counts: The count of every cell.
        thin: Cells of fewer than k persons.
        hidden: Cells that are not published on their own.
        sums: Published sums, each its hidden cells: totals less published cells, and folds.
        folded: Cells of a published fold.
        k: The least size.
        protection: How uncertain the plain attacker must be of a thin cell.
        counts_are_persons: Whether the rule bounds counts above.
        is_exact: Whether totals are exact, so that insiders and labels matter.
    """

    counts: Sequence[int]
    thin: frozenset[int]
    hidden: frozenset[int]
    sums: tuple[frozenset[int], ...]
    folded: frozenset[int]
    k: int
    protection: int
    counts_are_persons: bool
    is_exact: bool


@dataclass(frozen=True)
class Question:
    """The least (-1) or the most (1) that a cell can hold for an attacker, who may know another cell."""

    cell: int
    sign: int
    attacker: str
    known: int | None = None


def attack(facts: Facts) -> dict[str, int]:
    """How many hidden cells each attacker is told."""
    return {
        "plain": len(set(_told_by_intervals(facts, "plain"))) if facts.is_exact else 0,
        "rule": len(set(_told_by_intervals(facts, "rule"))),
        "insider": len(set(_told_to_insiders(facts))) if facts.is_exact else 0,
    }


def targets(facts: Facts) -> list[int]:
    """The hidden cells that are attacked: all, or as many of them, evenly chosen, as an attack has time for."""
    cells = sorted(facts.hidden)
    return cells[:: max(1, math.ceil(len(cells) / MOST_CELLS))]


def _told_by_intervals(facts: Facts, attacker: str) -> Iterator[int]:
    cells = [cell for cell in targets(facts) if cell in facts.thin]
    low = _answers(facts, [Question(cell, -1, attacker) for cell in cells])
    high = _answers(facts, [Question(cell, 1, attacker) for cell in cells])
    wide = facts.protection if attacker == "plain" else facts.k - 2
    for cell, least, most in zip(cells, low, high, strict=True):
        is_labelled = attacker == "plain" and most < facts.k and cell not in facts.folded
        if most - least < wide or is_labelled:
            yield cell


def _told_to_insiders(facts: Facts) -> Iterator[int]:
    parts = _parts(facts)
    asked = [
        (cell, known)
        for cell in targets(facts)
        if not _is_told_by_the_rule(facts, cell)
        for known in sorted(parts[cell])[:MOST_KNOWN]
        if known != cell
    ]
    high = _answers(facts, [Question(cell, 1, "rule", known) for cell, known in asked])
    still = [pair for pair, most in zip(asked, high, strict=True) if most == facts.counts[pair[0]]]
    low = _answers(facts, [Question(cell, -1, "rule", known) for cell, known in still])
    yield from (cell for (cell, _), least in zip(still, low, strict=True) if least == facts.counts[cell])


def _is_told_by_the_rule(facts: Facts, cell: int) -> bool:
    return facts.k == 2 and facts.counts_are_persons and cell in facts.thin


def _parts(facts: Facts) -> dict[int, frozenset[int]]:
    """The hidden cells that have to do with each, over sums that they share."""
    parts = {cell: {cell} for cell in facts.hidden}
    for cells in facts.sums:
        joined: set[int] = set()
        for part in {id(parts[cell]): parts[cell] for cell in cells}.values():
            joined |= part
        for cell in joined:
            parts[cell] = joined
    frozen = {id(part): frozenset(part) for part in parts.values()}
    return {cell: frozen[id(part)] for cell, part in parts.items()}


def _limits(facts: Facts, question: Question, cell: int) -> tuple[float, float]:
    count = facts.counts[cell]
    if cell == question.known:
        return count, count
    low, high = 0.0, math.inf
    if question.attacker == "rule":
        low = 1 if cell in facts.thin else facts.k
        high = facts.k - 1 if cell in facts.thin and facts.counts_are_persons else math.inf
    return low, min(high, count + FAR)


def _answers(facts: Facts, questions: Sequence[Question]) -> list[int]:
    """What each question comes to; questions of several parts are solved in one call, since they share nothing."""
    parts = _parts(facts)
    sums: dict[int, list[frozenset[int]]] = defaultdict(list)
    for cells in set(facts.sums):
        sums[min(parts[next(iter(cells))])].append(cells)
    found: list[int] = []
    batch: list[Question] = []
    size = 0
    for question in questions:
        batch.append(question)
        size += len(parts[question.cell])
        if size >= AT_ONCE:
            found += _solved(facts, batch, parts, sums)
            batch, size = [], 0
    return found + _solved(facts, batch, parts, sums)


def _solved(
    facts: Facts,
    batch: Sequence[Question],
    parts: dict[int, frozenset[int]],
    sums: dict[int, list[frozenset[int]]],
) -> list[int]:
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    if not batch:
        return []
    rows: list[int] = []
    columns: list[int] = []
    totals: list[int] = []
    costs: list[int] = []
    asked: list[int] = []
    limits: list[tuple[float, float]] = []
    for question in batch:
        cells = sorted(parts[question.cell])
        places = {cell: len(limits) + n for n, cell in enumerate(cells)}
        asked.append(places[question.cell])
        limits += [_limits(facts, question, cell) for cell in cells]
        costs += [-question.sign if cell == question.cell else 0 for cell in cells]
        for members in sums[cells[0]]:
            rows += [len(totals)] * len(members)
            columns += [places[cell] for cell in members]
            totals.append(sum(facts.counts[cell] for cell in members))
    matrix = csr_array((np.ones(len(rows)), (rows, columns)), shape=(len(totals), len(limits)))
    constraints = [LinearConstraint(matrix, totals, totals)] if totals else []
    low, high = zip(*limits, strict=True)
    result = milp(np.array(costs), constraints=constraints, bounds=Bounds(low, high), integrality=np.ones(len(limits)))
    if result.x is None:
        if len(batch) == 1:
            raise ArithmeticError("what is published contradicts itself")
        half = len(batch) // 2
        return [*_solved(facts, batch[:half], parts, sums), *_solved(facts, batch[half:], parts, sums)]
    return [round(result.x[place]) for place in asked]


def facts_of(
    numbers: dict[str, list[int]], k: int, protection: int, *, counts_are_persons: bool, is_exact: bool
) -> Facts:
    """The facts of what `attack_facts` printed: numbers in the order of the cells, by name."""
    rungs, cells = numbers["crowd_rung"], range(len(numbers["crowd_cell"]))
    hidden = frozenset(cell for cell in cells if rungs[cell] != 1)
    folds: dict[int, list[int]] = defaultdict(list)
    for cell in cells:
        if rungs[cell] > 1:
            folds[numbers["crowd_fold"][cell]].append(cell)
    lines: dict[int, list[int]] = defaultdict(list)
    for name, of_cells in numbers.items():
        if name.startswith("crowd_line_"):
            for cell in hidden:
                if of_cells[cell]:
                    lines[of_cells[cell]].append(cell)
    sums: Iterable[list[int]] = [*lines.values(), *folds.values()]
    return Facts(
        counts=numbers["crowd_count"] if counts_are_persons or is_exact else numbers["crowd_persons"],
        thin=frozenset(cell for cell in hidden if numbers["crowd_persons"][cell] < k),
        hidden=hidden,
        sums=tuple(frozenset(each) for each in sums),
        folded=frozenset(cell for fold in folds.values() for cell in fold),
        k=k,
        protection=protection,
        counts_are_persons=counts_are_persons or not is_exact,
        is_exact=is_exact,
    )


def sizes(facts: Facts) -> Counter[str]:
    """What the attack was on, in numbers."""
    attacked = len(targets(facts))
    return Counter(
        cells=len(facts.counts),
        hidden=len(facts.hidden),
        attacked=attacked,
        folded=len(facts.folded),
        sums=len(facts.sums),
    )
