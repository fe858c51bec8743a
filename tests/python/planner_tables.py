"""Small tables for the planner: as a problem, as a measurer, and drawn at random by hypothesis."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import oracle
from criteria_tables import ASKED, Criterion, judged_by
from dbt_crowd.planner import Column, Measurement, Problem
from hypothesis import strategies as st

Limits = Sequence[tuple[int, int]]


def problem_of(
    table: oracle.Table,
    k: int,
    budget: int,
    objective: str,
    weights: Sequence[int] | None = None,
    levels: Limits | None = None,
) -> Problem:
    """The problem that a table poses, as the warehouse would describe it."""
    everyone = range(len(table.rows))
    columns = []
    for j in range(len(table.hierarchies)):
        depth = table.height(j) + 1
        raw = Counter(table.rows[row][j] for row in everyone)
        labels = [Counter(table.label(row, j, level) for row in everyone) for level in range(depth)]
        columns.append(
            Column(
                name=f"column_{j}",
                levels=tuple(f"level {level}" for level in range(depth)),
                distinct=tuple(len(counts) for counts in labels),
                domain_size=len(table.domain(j)),
                share_sums=tuple(_shares(table, everyone, j, level) for level in range(depth)),
                entropy_sums=tuple(
                    sum(
                        math.log2(counts[table.label(row, j, level)]) - math.log2(raw[table.rows[row][j]])
                        for row in everyone
                    )
                    for level, counts in enumerate(labels)
                ),
                min_level=levels[j][0] if levels else 0,
                max_level=levels[j][1] if levels else None,
                weight=weights[j] if weights else 1,
            )
        )
    persons = None if table.persons is None else table.population
    return Problem(len(table.rows), persons, tuple(columns), k, budget, objective, table.wildcard)


def measurement(table: oracle.Table, rung: oracle.Rung, k: int) -> Measurement:
    """What the warehouse would count at a rung."""
    lasting = lasting_of(table)
    counted = _counts(table, rung, k)
    if lasting is table:
        return counted
    return replace(counted, lasting=_counts(lasting, rung, k), more_failing=_more_failing(table, lasting, rung, k))


def lasting_of(table: oracle.Table) -> oracle.Table:
    """The table with none but the criteria that are declared to fail at every finer rung too."""
    spread = is_spread(table)
    kept = tuple(c for c in table.criteria if not isinstance(c, Criterion) or (c.rows_monotone and not spread))
    return table if len(kept) == len(table.criteria) else replace(table, criteria=kept)


def is_spread(table: oracle.Table) -> bool:
    """Whether a person has rows with different values."""
    if table.persons is None:
        return False
    pairs = {(person, row) for person, row in zip(table.persons, table.rows, strict=True) if person is not None}
    return len(pairs) > table.population


def _more_failing(table: oracle.Table, lasting: oracle.Table, rung: oracle.Rung, k: int) -> int:
    """One row for every class that fails what a class of passing parts cannot fail."""
    if table.persons is not None:
        return 0
    kept = oracle.figures(lasting, rung, k).kept
    mending = [c for c in table.criteria if isinstance(c, Criterion) and c.classes_monotone]
    return sum(any(not criterion(members) for criterion in mending) for members in kept)


def _counts(table: oracle.Table, rung: oracle.Rung, k: int) -> Measurement:
    found = oracle.figures(table, rung, k)
    entropy = []
    for j, level in enumerate(rung):
        counts = Counter(table.label(row, j, level) for row in found.failing)
        entropy.append(sum(n * math.log2(n) for n in counts.values()))
    return Measurement(
        rows_failing=len(found.failing),
        persons_failing=found.lost,
        classes=len(found.kept),
        smallest=min(found.kept_sizes, default=0),
        smallest_any=min(found.sizes, default=0),
        sum_squares=sum(len(members) ** 2 for members in found.kept),
        failing_shares=tuple(
            tuple(_shares(table, found.failing, j, at) for at in range(level + 1)) for j, level in enumerate(rung)
        ),
        failing_entropy=tuple(entropy),
    )


def measurer(
    table: oracle.Table, k: int, asked: list[oracle.Rung] | None = None
) -> Callable[[Sequence[oracle.Rung]], list[Measurement]]:
    """A function that measures rungs of a table and notes down which."""

    def measure(rungs: Sequence[oracle.Rung]) -> list[Measurement]:
        if asked is not None:
            asked.extend(rungs)
        return [measurement(table, rung, k) for rung in rungs]

    return measure


def _shares(table: oracle.Table, rows: Sequence[int], j: int, level: int) -> int:
    members = Counter(table.hierarchies[j][v][level] for v in table.domain(j))
    return sum(members[table.label(row, j, level)] for row in rows)


@st.composite
def hierarchies(draw: st.DrawFn, null_stays: bool) -> dict[oracle.Value, tuple[oracle.Label, ...]]:
    """A nested hierarchy over up to four values, NULL among them; its last level need not be one label.

    Where NULL stays, it has no label but at a last level that is one label for everything, and labels can become NULL.
    """
    values: list[oracle.Value] = [None, *"abc"][: draw(st.integers(1, 4))]
    labels: dict[oracle.Value, tuple[oracle.Label, ...]] = {v: (v,) for v in values}
    for level in range(1, draw(st.integers(1, 4))):
        groups = sorted({path[-1] for path in labels.values()}, key=str)
        choices: list[oracle.Label] = [f"{level}{i}" for i in range(len(groups))]
        merged = {group: draw(st.sampled_from([*choices, None] if null_stays else choices)) for group in groups}
        if null_stays:
            merged[None] = None
        labels = {v: (*path, merged[path[-1]]) for v, path in labels.items()}
    if null_stays and draw(st.booleans()):
        labels = {v: (*path, "*") for v, path in labels.items()}
    return labels


@st.composite
def tables(draw: st.DrawFn) -> oracle.Table:
    """A table of up to 12 rows and 4 columns, with or without persons, values that it lacks, and NULL as a wildcard."""
    wildcard = draw(st.sampled_from([False, False, True]))
    columns = tuple(draw(st.lists(hierarchies(wildcard), min_size=1, max_size=4)))
    row = st.tuples(*(st.sampled_from(list(hierarchy)) for hierarchy in columns))
    rows = tuple(draw(st.lists(row, max_size=12)))
    person = st.one_of(st.none(), st.integers(0, 6))
    persons = draw(st.one_of(st.none(), st.tuples(*[person] * len(rows))))
    domains = draw(st.tuples(*(st.sampled_from([None, tuple(hierarchy)]) for hierarchy in columns)))
    return oracle.Table(rows, columns, persons, domains, wildcard)


@st.composite
def limits(draw: st.DrawFn, table: oracle.Table) -> list[tuple[int, int]]:
    """The finest and the coarsest level allowed of each column."""
    pairs = []
    for j in range(len(table.hierarchies)):
        pair = sorted(draw(st.tuples(*[st.integers(0, table.height(j))] * 2)))
        pairs.append((pair[0], pair[1]))
    return draw(st.sampled_from([pairs, [(0, table.height(j)) for j in range(len(table.hierarchies))]]))


@st.composite
def weights(draw: st.DrawFn, table: oracle.Table) -> list[int]:
    """One weight per column, not all of them 0."""
    found = draw(st.lists(st.integers(0, 3), min_size=len(table.hierarchies), max_size=len(table.hierarchies)))
    return found if any(found) else [1] * len(found)


@st.composite
def judged_tables(draw: st.DrawFn) -> oracle.Table:
    """A table of up to 10 rows and 3 columns with sensitive values, NULL among them, and one to three criteria."""
    columns = tuple(draw(st.lists(hierarchies(False), min_size=1, max_size=3)))
    row = st.tuples(*(st.sampled_from(list(hierarchy)) for hierarchy in columns))
    rows = tuple(draw(st.lists(row, min_size=1, max_size=10)))
    persons = draw(st.one_of(st.none(), st.tuples(*[st.one_of(st.none(), st.integers(0, 6))] * len(rows))))
    values = draw(st.tuples(*[st.sampled_from(["x", "y", "z", None])] * len(rows)))
    asked = draw(st.lists(st.sampled_from(ASKED), min_size=1, max_size=3))
    return oracle.Table(rows, columns, persons, criteria=tuple(judged_by(each, values, persons) for each in asked))
