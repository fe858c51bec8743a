"""Properties of what a release publishes, on random tables: the compiled SQL is run as it stands, the oracle reads its rows."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

import duckdb
import pytest
from conftest import DbtProject
from hypothesis import given, settings
from hypothesis import strategies as st

POLICY = """
  - name: {name}
    config:
      meta:
        dbt_crowd:
          k: 3
          {unit}
          max_suppression: 1
          direct_identifiers: [person]
          quasi_identifiers:
            birth_year: {{type: bands, widths: [5, 10], unit: years}}
            city: suppress
          insensitive: [visit]
          rungs: {rungs}
"""
LADDER = '[{birth_year: "5 years", city: value}, {birth_year: "10 years", city: "*"}, {birth_year: "*", city: value}]'
RELEASES = {
    "one_rung": ("privacy_unit: person", '[{birth_year: "5 years", city: value}]'),
    "rows": ("nulls: value", '[{birth_year: "5 years", city: value}]'),
    "ladder": ("privacy_unit: person", LADDER),
    "ladder_of_rows": ("nulls: value", LADDER),
    "ladder_with_rung": ("privacy_unit: person\n          publish_rung: true", LADDER),
}
Row = tuple[str | None, int | None, str | None]
ROWS = st.lists(
    st.tuples(
        st.sampled_from(["p1", " p1", "p2", "p3", "p4", "p5", "", None]),
        st.sampled_from([1979, 1980, 1984, 1985, 1989, 1990, -1, None]),
        st.sampled_from(["Bern", " Bern", "BERN", "NULL", "", None]),
    ),
    max_size=40,
)


@pytest.fixture(scope="module")
def compiled(dbt_project: Callable[..., DbtProject]) -> dict[str, str]:
    """The SQL of each release."""
    models = {f"models/{name}.sql": "{{ dbt_crowd.release(ref('people')) }}" for name in RELEASES}
    entries = [POLICY.format(name=name, unit=unit, rungs=rungs) for name, (unit, rungs) in RELEASES.items()]
    project = dbt_project(
        {
            **models,
            "models/people.sql": "select 'p' as person, 1980 as birth_year, 'Bern' as city, 1 as visit",
            "models/schema.yml": "models:" + "".join(entries),
        }
    )
    project.dbt("compile", expect=0)
    return {name: project.compiled(f"models/{name}.sql") for name in RELEASES}


def published(sql: str, rows: list[Row]) -> list[dict[str, Any]]:
    """What the compiled SQL selects from these rows; `visit` numbers them."""
    with duckdb.connect() as connection:
        connection.execute("attach ':memory:' as warehouse")
        connection.execute("create schema warehouse.analytics")
        connection.execute(
            "create table warehouse.analytics.people (person text, birth_year int, city text, visit int)"
        )
        numbered = [[*row, number] for number, row in enumerate(rows)]
        if numbered:
            connection.executemany("insert into warehouse.analytics.people values (?, ?, ?, ?)", numbered)
        cursor = connection.execute(sql)
        names = [column[0] for column in cursor.description or ()]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def person_of(row: Row) -> str | None:
    return (row[0] or "").strip() or None


@pytest.mark.parametrize("name", RELEASES)
def test_every_published_class_is_a_crowd_and_no_row_comes_out_twice(compiled: dict[str, str], name: str) -> None:
    @settings(max_examples=30, deadline=None)
    @given(ROWS)
    def holds(rows: list[Row]) -> None:
        found = published(compiled[name], rows)
        assert set(Counter(row["visit"] for row in found).values()) <= {1}
        classes = defaultdict(list)
        for row in found:
            classes[row["birth_year"], row["city"], row.get("crowd_rung")].append(rows[row["visit"]])
        for members in classes.values():
            persons = {person_of(row) for row in members} - {None}
            assert (len(persons) if "unit" in RELEASES[name][0] else len(members)) >= 3

    holds()


@pytest.mark.parametrize("name", ["one_rung", "rows"])
def test_one_rung_keeps_all_that_can_be_kept(compiled: dict[str, str], name: str) -> None:
    def label(row: Row) -> tuple[str | None, str | None]:
        low = None if row[1] is None else row[1] // 5 * 5
        band = None if low is None else f"{low}-{low + 4}" if low >= 0 else f"{low} to {low + 4}"
        return band, (row[2] or "").strip() or None

    @settings(max_examples=30, deadline=None)
    @given(ROWS)
    def holds(rows: list[Row]) -> None:
        classes = defaultdict(list)
        for number, row in enumerate(rows):
            classes[label(row)].append(number)
        kept = {}
        for key, members in classes.items():
            persons = {person_of(rows[number]) for number in members} - {None}
            if (len(persons) if "unit" in RELEASES[name][0] else len(members)) >= 3:
                kept |= dict.fromkeys(members, key)
        assert {row["visit"]: (row["birth_year"], row["city"]) for row in published(compiled[name], rows)} == kept

    holds()
