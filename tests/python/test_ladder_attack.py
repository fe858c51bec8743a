"""An adversary who knows the policy, the algorithm and everybody's quasi-identifiers, and replays the routing.

On small tables every world is enumerated that the adversary cannot rule out: who has which sensitive value, such that the
release would have been what it is. Nobody's value may be the same in all of them, and nobody's row may be one of fewer
than k. The adversary has no other knowledge; docs/threat-model.md says what that leaves open.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import product

import ladder_oracle
import oracle
from hypothesis import given, settings
from hypothesis import strategies as st
from ladder_oracle import Ladder

Values = tuple[str, ...]
Release = tuple[tuple[tuple[oracle.Label, ...], str], ...]
Publish = Callable[[oracle.Table, Ladder, int, Values], Release]
VALUES = "xyz"

PLACES: dict[oracle.Value, tuple[oracle.Label, ...]] = {
    "a1": ("a1", "a", "*"),
    "a2": ("a2", "a", "*"),
    "b1": ("b1", "b", "*"),
    # The same label at every level, so that classes of two rungs can be one.
    "-": ("*", "*", "*"),
}
AGES: dict[oracle.Value, tuple[oracle.Label, ...]] = {"20": ("20", "*"), "30": ("30", "*"), "90+": ("90+", "90+")}


def publish(table: oracle.Table, ladder: Ladder, k: int, values: Values) -> Release:
    """What a release does: sizes route, and published classes with fewer than two values are left out."""
    classes = classes_of(table, ladder, k)
    rows = [
        (labels, values[row])
        for labels, members in classes.items()
        if len({values[row] for row in members}) >= 2
        for row in members
    ]
    return tuple(sorted(rows, key=str))


def classes_of(table: oracle.Table, ladder: Ladder, k: int) -> dict[tuple[oracle.Label, ...], list[int]]:
    """The published classes before any is left out; the adversary can work them out."""
    classes = defaultdict(list)
    for row, place in ladder_oracle.publish(table, ladder, k).places.items():
        classes[table.labels(row, ladder[place])].append(row)
    return classes


def publish_by_values(table: oracle.Table, ladder: Ladder, k: int, values: Values) -> Release:
    """What a release must not do: send a class with one value on to the next rung."""
    left, rows = set(range(len(table.rows))), []
    for rung in ladder:
        classes = defaultdict(list)
        for row in sorted(left):
            classes[table.labels(row, rung)].append(row)
        for labels, members in classes.items():
            if len(members) >= k and len({values[row] for row in members}) >= 2:
                rows += [(labels, values[row]) for row in members]
                left -= set(members)
    return tuple(sorted(rows, key=str))


def certain(table: oracle.Table, ladder: Ladder, k: int, values: Values, algorithm: Publish) -> set[int]:
    """Whose value is the same in every world that the adversary cannot rule out."""
    seen = algorithm(table, ladder, k, values)
    possible: list[set[str]] = [set() for _ in table.rows]
    for world in product(VALUES, repeat=len(table.rows)):
        if algorithm(table, ladder, k, world) == seen:
            for row, value in enumerate(world):
                possible[row].add(value)
    return {row for row, found in enumerate(possible) if len(found) < 2}


@st.composite
def cases(draw: st.DrawFn) -> tuple[oracle.Table, Ladder, int, Values]:
    row = st.tuples(st.sampled_from(list(PLACES)), st.sampled_from(list(AGES)))
    rows = tuple(draw(st.lists(row, min_size=2, max_size=6)))
    rung = st.tuples(st.integers(0, 2), st.integers(0, 1))
    ladder = tuple(draw(st.lists(rung, min_size=1, max_size=4)))
    values = tuple(draw(st.lists(st.sampled_from(VALUES), min_size=len(rows), max_size=len(rows))))
    return oracle.Table(rows, (PLACES, AGES)), ladder, draw(st.integers(2, 3)), values


@settings(max_examples=60, deadline=None)
@given(case=cases())
def test_nobodys_value_is_certain_and_nobodys_row_is_one_of_few(
    case: tuple[oracle.Table, Ladder, int, Values],
) -> None:
    table, ladder, k, values = case
    sizes = Counter(labels for labels, _ in publish(table, ladder, k, values))
    assert all(size >= k for size in sizes.values())
    for labels, members in classes_of(table, ladder, k).items():
        assert sizes[labels] in (0, len(members))
    assert certain(table, ladder, k, values, publish) == set()


def test_routing_by_values_would_tell_them() -> None:
    """Three people of a1 have x and are sent on; b1's y makes the union pass; so all of a1 have x."""
    table = oracle.Table((("a1", "20"), ("a1", "20"), ("a1", "20"), ("b1", "20")), (PLACES, AGES))
    ladder, values = ((0, 0), (2, 0)), ("x", "x", "x", "y")
    assert certain(table, ladder, 2, values, publish_by_values) == {0, 1, 2, 3}
    assert certain(table, ladder, 2, values, publish) == set()


def test_judging_rungs_apart_would_be_another_release() -> None:
    """The class of `*` from two rungs is one: with one value a rung it has two, and nobody can tell whose is which."""
    table = oracle.Table((("-", "20"), ("-", "20"), ("a1", "20"), ("b1", "20")), (PLACES, AGES))
    ladder, values = ((0, 0), (2, 0)), ("x", "x", "y", "y")
    assert len(publish(table, ladder, 2, values)) == 4
    assert certain(table, ladder, 2, values, publish) == set()
