"""A thousand random tables of counts, published by the package and attacked by a program of its own."""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import counts_oracle
import duckdb
import pytest
from conftest import DbtProject
from counts_oracle import Cell, Label, Members, Reader, Rung

TABLES = 500
WIDE = {"b1": "low", "b2": "low", "b3": "high", "b4": "high"}

PROJECT = """
    name: tables
    version: "1.0.0"
    profile: tables
    flags: {send_anonymous_usage_stats: false, validate_macro_args: true}
    vars:
      dbt_crowd_hierarchies:
        wide: {type: groups, levels: {wide: {low: [b1, b2], high: [b3, b4]}}}
"""
# The number of the table is one of the columns, and on every rung: tables never mix.
POLICIES = """
models:
  - name: of_rows
    data_tests: [dbt_crowd.keeps_its_policy]
    config:
      meta:
        dbt_crowd:
          k: 5
          quasi_identifiers: {t: suppress, a: suppress, b: wide}
          measures: {n: count}
          total_by: [[t], [t, a]]
          rungs: [{}, {b: wide}, {a: "*", b: "*"}]
  - name: of_persons
    data_tests: [dbt_crowd.keeps_its_policy]
    config:
      meta:
        dbt_crowd:
          k: 4
          privacy_unit: person
          direct_identifiers: [person]
          quasi_identifiers: {t: suppress, a: suppress, b: wide, c: suppress}
          measures: {n: count, persons: persons}
          total_by: [[t]]
          rungs: [{}, {b: "*"}, {b: "*", c: "*"}]
"""
PRINT = """
{% macro print_counts(model) %}
    {%- set policy = dbt_crowd.resolve_policy(dbt_crowd.release_node(model)) -%}
    {%- do print('COUNTS ' ~ tojson({
        'members': dbt_crowd.counts_query(policy, 'analytics.' ~ model ~ '_input', {}, policy.rungs),
        'published': dbt_crowd.published_counts_query(policy, 'members'),
        'judge': dbt_crowd.judge_counts(policy, 'members'),
    })) -%}
{% endmacro %}
"""


@dataclass(frozen=True)
class Kind:
    """One of the two kinds of random table.

    Attributes:
        model: The release.
        labels: Its columns, the number of the table first.
        k: Its threshold.
        rungs: Its ladder.
        by_persons: Whether persons are counted.
    """

    model: str
    labels: tuple[str, ...]
    k: int
    rungs: tuple[Rung, ...]
    by_persons: bool


KINDS = {
    "rows": Kind(
        "of_rows",
        ("t", "a", "b"),
        5,
        (lambda cell: cell, lambda cell: (*cell[:2], WIDE[cell[2] or ""]), lambda cell: (cell[0], "*", "*")),
        False,
    ),
    "persons": Kind(
        "of_persons",
        ("t", "a", "b", "c"),
        4,
        (lambda cell: cell, lambda cell: (*cell[:2], "*", cell[3]), lambda cell: (*cell[:2], "*", "*")),
        True,
    ),
}
Records = list[tuple[str, Label]]


def random_records(kind: Kind) -> Records:
    """Records of all tables: most cells are thin, some are empty, and a person has several records."""
    seeded, records = random.Random(f"counts of {kind.model}"), []
    values = [["a1", "a2", "a3"], ["b1", "b2", "b3", "b4"], ["c1", "c2"]][: len(kind.labels) - 1]
    for table in range(TABLES):
        weights = seeded.choice([[3, 4, 3, 3, 2, 1, 1, 1], [1, 6, 6, 2, 1, 0, 0, 2], [4, 1, 1, 2, 4, 1, 1, 1]])
        crowd = seeded.randint(6, 60)
        cells: list[Label] = [(f"t{table}",)]
        for column in values:
            cells = [(*cell, value) for cell in cells for value in column]
        for cell in cells:
            [size] = seeded.choices([0, 1, 2, 3, 4, 5, 6, 11], weights)
            records.extend((f"{table} {seeded.randrange(crowd)}", cell) for _ in range(size))
    return records


@dataclass(frozen=True)
class Built:
    """The project after its build, with the records that went in and the SQL that dbt made."""

    project: DbtProject
    records: Mapping[str, Records]
    sql: Mapping[str, Mapping[str, str]]


@pytest.fixture(scope="module")
def built(dbt_project: Callable[..., DbtProject]) -> Built:
    files = {"dbt_project.yml": PROJECT, "macros/print_counts.sql": PRINT, "models/policies.yml": POLICIES}
    for kind in KINDS.values():
        files[f"models/{kind.model}_input.sql"] = (
            f"{{{{ config(materialized='view') }}}} select * from raw.{kind.model}"
        )
        files[f"models/{kind.model}.sql"] = f"{{{{ dbt_crowd.release_counts(ref('{kind.model}_input')) }}}}"
    project = dbt_project(files, name="tables")
    records = {name: random_records(kind) for name, kind in KINDS.items()}
    with duckdb.connect(str(project.database)) as connection:
        connection.execute("create schema raw")
        for name, kind in KINDS.items():
            rows = [((person,) if kind.by_persons else ()) + cell for person, cell in records[name]]
            columns = (("person",) if kind.by_persons else ()) + kind.labels
            lists = ", ".join(f"unnest($c{number}) as {column}" for number, column in enumerate(columns))
            given = {f"c{number}": [row[number] for row in rows] for number in range(len(columns))}
            connection.execute(f"create table raw.{kind.model} as select {lists}", given)
    project.dbt("build", expect=0)
    sql = {}
    for name, kind in KINDS.items():
        told = project.dbt("run-operation", "print_counts", "--args", f"model: {kind.model}", expect=0).output
        sql[name] = json.loads(next(line for line in told.splitlines() if line.startswith("COUNTS "))[7:])
    return Built(project, records, sql)


def tables_of(records: Records) -> dict[str, dict[Label, Members]]:
    """The finest cells of each table, by its number."""
    parts: dict[str, Records] = defaultdict(list)
    for person, cell in records:
        parts[cell[0] or ""].append((person, cell))
    return {table: counts_oracle.finest_cells(part) for table, part in parts.items()}


def sizes_of(rows: Sequence[Mapping[str, Any]], kind: Kind) -> dict[str, dict[Cell, int]]:
    """What was published of each table, as an attacker has it: sizes by rung and label."""
    found: dict[str, dict[Cell, int]] = defaultdict(dict)
    for row in rows:
        label = tuple(row[name] for name in kind.labels)
        assert (row["crowd_rung"], label) not in found[row["t"]], "one row a cell"
        found[row["t"]][row["crowd_rung"], label] = row["persons" if kind.by_persons else "n"]
    return found


def attacked(records: Records, rows: Sequence[Mapping[str, Any]], kind: Kind) -> int:
    """In how many tables the attack derives a cell."""
    published, measure = sizes_of(rows, kind), "persons" if kind.by_persons else "n"
    totals = {row["t"]: row[f"{measure}_published_by_t"] for row in rows}
    broken = 0
    for table, cells in tables_of(records).items():
        sizes = published.get(table, {})
        margin = [(list(sizes), totals[table])] if sizes else []
        reader = Reader(frozenset(cells), kind.rungs, kind.k, sizes, not kind.by_persons, margin)
        broken += bool(reader.derivable())
    return broken


@pytest.mark.parametrize("name", KINDS)
def test_what_is_published_is_what_the_definition_says(built: Built, name: str) -> None:
    kind = KINDS[name]
    rows = built.project.records(f"select * from analytics.{kind.model}")
    expected, kept, thin_released = {}, 0, 0
    for cells in tables_of(built.records[name]).values():
        published = counts_oracle.publish(cells, kind.rungs, kind.k, by_persons=kind.by_persons)
        expected |= published
        kept += sum(members.rows for members in published.values())
        thin_released += sum(rung > 1 for rung, _ in published)
    measures = {
        (row["crowd_rung"], tuple(row[label] for label in kind.labels)): (row["n"], row.get("persons")) for row in rows
    }
    assert measures == {
        cell: (members.rows, len(members.persons) if kind.by_persons else None) for cell, members in expected.items()
    }
    assert thin_released > 100, "the ladder has work to do in these tables"
    assert kept > len(built.records[name]) / 2


@pytest.mark.parametrize("name", KINDS)
def test_totals_are_of_what_is_published(built: Built, name: str) -> None:
    kind = KINDS[name]
    rows = built.project.records(f"select * from analytics.{kind.model}")
    by_table: dict[str, Members] = defaultdict(Members)
    for cells in tables_of(built.records[name]).values():
        for (_, label), members in counts_oracle.publish(cells, kind.rungs, kind.k, by_persons=kind.by_persons).items():
            by_table[label[0] or ""].add(members)
    for row in rows:
        assert row["n_published_by_t"] == by_table[row["t"]].rows
        assert not kind.by_persons or row["persons_published_by_t"] == len(by_table[row["t"]].persons)


@pytest.mark.parametrize("name", KINDS)
def test_the_attack_finds_nothing(built: Built, name: str) -> None:
    kind = KINDS[name]
    rows = built.project.records(f"select * from analytics.{kind.model}")
    assert attacked(built.records[name], rows, kind) == 0


def without_the_rule(sql: str, k: int) -> str:
    """The members' SQL with the two conditions taken out that make a fold tell nothing."""
    changed, times = re.subn(rf"\n +and folds_\d\.crowd_size [<>]= {k - 1} [+*] .*", "", sql)
    assert times == 4
    return changed


def test_without_the_rule_for_folds_the_attack_succeeds_and_the_judge_refuses(built: Built) -> None:
    for name, kind in KINDS.items():
        with duckdb.connect(str(built.project.database), read_only=True) as connection:
            for is_off in (False, True):
                members = built.sql[name]["members"]
                members = without_the_rule(members, kind.k) if is_off else members
                connection.execute(f"create or replace temp table members as {members}")
                judged = connection.execute(built.sql[name]["judge"])
                figures = dict(
                    zip([column[0] for column in judged.description or ()], judged.fetchone() or (), strict=True)
                )
                assert figures["crowd_satisfied"] == (0 if is_off else 1)
                assert (figures["crowd_folds_derivable"] > 0) == is_off
                assert figures["crowd_classes_below_k"] == 0
            cursor = connection.execute(built.sql[name]["published"])
            names = [column[0] for column in cursor.description or ()]
            rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
        assert attacked(built.records[name], rows, kind) > 50
