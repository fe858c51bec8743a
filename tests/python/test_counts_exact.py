"""Counts with exact totals: what `crowd protect` hides, what the judge proves of it, and an attack on what is published."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import cells_attack as attack
import duckdb
import pytest
from conftest import DbtProject, break_package

TABLES = 120
K = 5

PROJECT = """
    name: exact
    version: "1.0.0"
    profile: exact
    flags: {send_anonymous_usage_stats: false, validate_macro_args: true}
"""
# The number of the table is one of the columns, and in every margin: tables never mix.
POLICIES = """
sources: [{name: raw, schema: raw, tables: [{name: of_rows}, {name: of_persons}]}]
models:
  - name: of_rows_counts
    data_tests: [dbt_crowd.keeps_its_policy]
    config:
      meta:
        dbt_crowd:
          k: 5
          quasi_identifiers: {t: suppress, a: suppress, b: suppress}
          measures: {loans: count, part: {share: loans, of: [t]}}
          rungs: [{}, {b: "*"}]
          totals: exact
          total_by: [[t, a], [t, b], [t]]
  - name: of_persons_counts
    data_tests: [dbt_crowd.keeps_its_policy]
    config:
      meta:
        dbt_crowd:
          k: 5
          privacy_unit: person
          direct_identifiers: [person]
          quasi_identifiers: {t: suppress, a: suppress, b: suppress}
          measures: {loans: count, persons: persons}
          totals: exact
          total_by: [[t, a], [t, b]]
"""
MARGINS = {
    "of_rows_counts": {"loans_total_by_t_a": (0, 1), "loans_total_by_t_b": (0, 2), "loans_total_by_t": (0,)},
    "of_persons_counts": {"loans_total_by_t_a": (0, 1), "loans_total_by_t_b": (0, 2)},
}
Cell = tuple[str, str, str]


def random_rows(by_persons: bool) -> list[tuple[str, ...]]:
    """Records of all tables; the person first where there is one."""
    seeded, rows = random.Random(f"exact {by_persons}"), []
    for table in range(TABLES if not by_persons else TABLES // 3):
        for a, b in product(("a1", "a2", "a3"), ("b1", "b2", "b3", "b4")):
            [size] = seeded.choices([0, 1, 2, 3, 4, 7, 15, 40], [2, 1, 1, 2, 1, 4, 5, 4])
            for number in range(size):
                person = (f"{table} {a} {b} {number}",) if by_persons else ()
                rows += [(*person, f"t{table}", a, b)] * (1 + (by_persons and seeded.random() < 0.3))
    return rows


@pytest.fixture(scope="module")
def built(dbt_project: Callable[..., DbtProject]) -> DbtProject:
    """A project that was protected, and then built."""
    files = {"dbt_project.yml": PROJECT, "models/policies.yml": POLICIES}
    for name in ("of_rows", "of_persons"):
        files[f"models/{name}_counts.sql"] = f"{{{{ dbt_crowd.release_counts(source('raw', '{name}')) }}}}"
    project = dbt_project(files, name="exact")
    with duckdb.connect(str(project.database)) as connection:
        connection.execute("create schema raw")
        for name, columns in {"of_rows": ["t", "a", "b"], "of_persons": ["person", "t", "a", "b"]}.items():
            rows = random_rows("person" in columns)
            given = {column: [row[place] for row in rows] for place, column in enumerate(columns)}
            unnested = ", ".join(f"unnest(${column}) as {column}" for column in columns)
            connection.execute(f"create table raw.{name} as select {unnested}", given)
    refused = project.dbt("run", "-s", "of_rows_counts", expect=1).output
    assert "crowd protect of_rows_counts && dbt build" in refused
    told = project.crowd("protect", "-s", "of_rows_counts of_persons_counts", "--json", expect=0)
    for one in json.loads(told.stdout):
        assert one["thin_cells"] > 0 and one["complements"] > 0 and one["kept_count"] > 0.1
    project.dbt("build", expect=0)
    return project


@pytest.fixture
def copied(built: DbtProject, tmp_path: Path) -> DbtProject:
    """The project for one test alone."""
    root = tmp_path / "exact"
    shutil.copytree(built.root, root, symlinks=True)
    return replace(built, root=root, database=root / built.database.name)


def releases(project: DbtProject, name: str) -> list[attack.Published]:
    """What an attacker has of each table, from the published rows; the truth is the input's."""
    model, by_persons = f"{name}_counts", name == "of_persons"
    size = "count(distinct person)" if by_persons else "count(*)"
    true = {
        tuple(row[:3]): row[3:]
        for row in project.query(f"select t, a, b, count(*), {size} from raw.{name} group by all")
    }
    rows = project.records(f"select * from analytics.{model}")
    found = []
    for table in sorted({cell[0] for cell in true}):
        of_table = [row for row in rows if row["t"] == table]
        shown = {(row["t"], row["a"], row["b"]): row["loans"] for row in of_table if row["crowd_rung"] == 1}
        cells = sorted(cell for cell in true if cell[0] == table)
        numbers = {cell: place for place, cell in enumerate(cells)}
        assert all(shown[cell] == true[cell][0] for cell in shown)
        hidden_rows = {(row["t"], row["a"], row["b"]) for row in of_table if row["crowd_rung"] is None}
        sums = [
            (frozenset(numbers[cell] for cell in part), total)
            for part, total in totals_of(of_table, cells, shown, model)
        ]
        folded: set[Cell] = set()
        for row in of_table:
            if row["crowd_rung"] == 2:
                part = {cell for cell in cells if cell[1] == row["a"] and cell not in shown and cell not in hidden_rows}
                folded |= part
                sums.append((frozenset(numbers[cell] for cell in part), row["loans"]))
        hidden = [cell for cell in cells if cell not in shown]
        assert set(hidden) == hidden_rows | folded
        found.append(
            attack.Published(
                frozenset(numbers[cell] for cell in hidden),
                tuple(each for each in sums if each[0]),
                frozenset(numbers[cell] for cell in hidden if true[cell][1] < K),
                {numbers[cell]: true[cell][0] for cell in hidden},
                K,
                not by_persons,
                frozenset(numbers[cell] for cell in folded),
            )
        )
    return found


def totals_of(rows: list[dict[str, Any]], cells: list[Cell], shown: dict[Cell, int], model: str) -> Any:
    """Published totals less the cells that are published, each with the hidden cells of it."""
    for column, places in MARGINS[model].items():
        told: dict[tuple[str, ...], int] = {}
        for row in rows:
            label = tuple((row["t"], row["a"], row["b"])[place] for place in places)
            if row[column] is not None:
                assert told.setdefault(label, row[column]) == row[column]
        for label, total in told.items():
            part = [cell for cell in cells if tuple(cell[place] for place in places) == label]
            yield (
                [cell for cell in part if cell not in shown],
                total - sum(shown[cell] for cell in part if cell in shown),
            )


@pytest.mark.parametrize("name", ["of_rows", "of_persons"])
def test_no_attacker_is_told_a_cell(built: DbtProject, name: str) -> None:
    found = releases(built, name)
    assert sum(len(release.sums) for release in found) > len(found), "totals are published"
    assert attack.disclosures(found) == {}


def test_without_complements_the_same_attack_succeeds(built: DbtProject) -> None:
    """A complement published again: the same totals, and thin cells alone hidden."""
    bare = []
    for release in releases(built, "of_rows"):
        complements = release.hidden - release.thin
        sums = [
            (part - complements, total - sum(release.truth[cell] for cell in part & complements))
            for part, total in release.sums
        ]
        bare.append(replace(release, hidden=release.thin, sums=tuple(each for each in sums if each[0])))
    told = {place for place, _ in attack.disclosures(bare, ["plain", "rule"])}
    assert len(told) > TABLES / 2


def test_crowd_attack_finds_nothing_and_can_succeed(copied: DbtProject) -> None:
    for name in ("of_rows_counts", "of_persons_counts"):
        told = json.loads(copied.crowd("attack", name, "--json", expect=0).stdout)
        assert told["safe"] and told["told"] == {"plain": 0, "rule": 0, "insider": 0} and told["hidden"] > 100
    # Complements published again, on purpose.
    copied.query(
        "update analytics__private.of_rows_counts set crowd_rung = 1 where crowd_rung is null and crowd_cell in"
        " (select crowd_cell from analytics__private.of_rows_counts group by 1 having sum(crowd_rows) >= 5)"
    )
    told = copied.crowd("attack", "of_rows_counts", expect=1)
    assert "the attack SUCCEEDS" in told.output


def test_hidden_cells_and_totals_stand_in_the_table(built: DbtProject) -> None:
    [(hidden, with_value)] = built.query(
        "select count(*), count(loans) from analytics.of_rows_counts where crowd_rung is null"
    )
    assert hidden > 100 and with_value == 0
    assert built.query(
        "select count(*) from analytics.of_rows_counts as r where loans_total_by_t is not null"
        " and loans_total_by_t != (select count(*) from raw.of_rows as o where o.t = r.t)"
    ) == [(0,)]
    assert built.query(
        "select count(*) from analytics.of_rows_counts where abs(part - loans / loans_total_by_t) > 1e-9"
    ) == [(0,)]
    decisions = built.query(
        "select distinct decision, size from analytics__log.dbt_crowd__cell_decisions where release_name = 'of_rows_counts'"
    )
    assert {("complement", "at least k"), ("suppress", "below k"), ("pass", "at least k")} <= set(decisions)
    assert ("complement", "below k") not in decisions


CERTIFICATE = "analytics__private.crowd_certificate_of_rows_counts"
FIRST = f"(select min(rowid) from {CERTIFICATE} where crowd_kind = ?)"
FORGED = {
    "one number more": f"update {CERTIFICATE} set crowd_move = crowd_move + 1 where rowid = {FIRST}",
    "one number less": f"update {CERTIFICATE} set crowd_move = crowd_move - 1 where rowid = {FIRST}",
    "one row missing": f"delete from {CERTIFICATE} where rowid = {FIRST}",
    "another cell": f"update {CERTIFICATE} set crowd_cell = crowd_cell + 1 where rowid = {FIRST}",
    "another kind": f"update {CERTIFICATE} set crowd_kind = 'any' where rowid = {FIRST}",
}


@pytest.mark.parametrize("what", FORGED)
def test_a_certificate_with_one_wrong_number_is_refused(built: DbtProject, what: str) -> None:
    test = next((built.root / "target" / "compiled").rglob("*keeps_its_policy_of_rows_counts_.sql"))
    with duckdb.connect(str(built.database)) as connection:
        for kind in ("rule", "unlabelled", "plain"):
            if not connection.execute(f"select 1 from {CERTIFICATE} where crowd_kind = ?", [kind]).fetchone():
                continue
            connection.execute("begin")
            connection.execute(FORGED[what], [kind])
            cursor = connection.execute(test.read_text(encoding="utf-8"))
            names = [column[0] for column in cursor.description or ()]
            [row] = cursor.fetchall()
            connection.execute("rollback")
            assert dict(zip(names, row, strict=True))["crowd_unprotected"] > 0, kind


NUMBERS = "analytics__private.crowd_cells_of_rows_counts"
TOTALS = "analytics__private.crowd_lines_of_rows_counts"
AMBIGUOUS = {
    "a cell twice in a table": f"insert into {CERTIFICATE} select crowd_table, crowd_kind, crowd_cell, -crowd_move from {CERTIFICATE}",
    "a table without a number": f"update {CERTIFICATE} set crowd_table = null where crowd_table = 0",
    "a table of two kinds": f"update {CERTIFICATE} set crowd_kind = 'plain' where rowid = {FIRST}",
    "a row without a kind": f"update {CERTIFICATE} set crowd_kind = null where rowid = {FIRST}",
    "a number of two cells": f"update {NUMBERS} set crowd_cell = 1 where crowd_cell = 2",
    "a cell with two numbers": f"insert into {NUMBERS} select * replace (crowd_cell + 1000000 as crowd_cell) from {NUMBERS}",
}


@pytest.mark.parametrize("what", AMBIGUOUS)
def test_a_certificate_that_would_prove_anything_is_refused(built: DbtProject, what: str) -> None:
    assert unprotected(built, AMBIGUOUS[what], ["rule"]) > 0


def test_totals_that_were_not_protected_are_published_totals_nevertheless(built: DbtProject) -> None:
    """With its totals forgotten, a certificate that moves each cell by itself would agree with everything published."""
    alone = (
        f"create or replace table {CERTIFICATE} as select row_number() over () as crowd_table, crowd_kind, crowd_cell, crowd_move"
        f" from {CERTIFICATE} where crowd_cell not in (select crowd_cell from {NUMBERS} where crowd_fold > 0)"
    )
    assert unprotected(built, f"delete from {TOTALS} where crowd_withdrawn = 0", []) == 0
    assert unprotected(built, f"delete from {TOTALS} where crowd_withdrawn = 0; {alone}", []) > TABLES


def unprotected(project: DbtProject, forged: str, kind: list[str]) -> int:
    """What the standing test finds unproven once something was forged, which is taken back."""
    test = next((project.root / "target" / "compiled").rglob("*keeps_its_policy_of_rows_counts_.sql"))
    with duckdb.connect(str(project.database)) as connection:
        connection.execute("begin")
        connection.execute(forged, kind if "?" in forged else None)
        cursor = connection.execute(test.read_text(encoding="utf-8"))
        names = [column[0] for column in cursor.description or ()]
        rows = cursor.fetchall()
        connection.execute("rollback")
    return dict(zip(names, rows[0], strict=True))["crowd_unprotected"] if rows else 0


def test_totals_that_came_later_were_not_protected(copied: DbtProject) -> None:
    margins = "total_by: [[t, a], [t, b], [t]]"
    assert margins in POLICIES
    before = copied.query("select count(*), sum(loans) from analytics.of_rows_counts")
    for changed in ("total_by: [[t, a], [t, b], [t], [t, a, b]]", "total_by: [[t, b], [t, a], [t]]"):
        copied.write({"models/policies.yml": POLICIES.replace(margins, changed)})
        run = copied.dbt("run", "-s", "of_rows_counts", expect=1)
        assert "of the certificate do not hold of today's counts: crowd protect of_rows_counts" in run.output
    assert copied.query("select count(*), sum(loans) from analytics.of_rows_counts") == before
    told = copied.crowd("attack", "of_rows_counts", expect=1)
    assert "the attack SUCCEEDS" in told.output


def test_a_certificate_does_not_outlive_its_counts(copied: DbtProject) -> None:
    before = copied.query("select count(*), sum(loans) from analytics.of_rows_counts")
    copied.query("insert into raw.of_rows values ('t0', 'a3', 'b9')")
    run = copied.dbt("run", "-s", "of_rows_counts", expect=1)
    assert "of the certificate do not hold of today's counts: crowd protect of_rows_counts" in run.output
    assert copied.query("select count(*), sum(loans) from analytics.of_rows_counts") == before
    copied.query(f"delete from {CERTIFICATE} where crowd_table = 0")
    assert "do not hold" in copied.crowd("check", "of_rows_counts", expect=1).output
    copied.crowd("protect", "of_rows_counts", expect=0)
    copied.dbt("build", "-s", "of_rows_counts", expect=0)


def test_only_exact_totals_are_protected(copied: DbtProject) -> None:
    copied.write({"models/policies.yml": POLICIES.replace("totals: exact", "totals: published")})
    told = copied.crowd("protect", "of_rows_counts", expect=1)
    assert "has nothing to protect: only counts with totals: exact do" in told.output


@pytest.mark.parametrize(
    ("intact", "broken"),
    [
        pytest.param("case when max(totals.crowd_withdrawn) is null", "case when 1 = 1", id="withdrawn totals are shown"),
        pytest.param("{{ nothing ~ name }}", "{{ '1 as ' ~ name }}", id="hidden cells have a measure"),
        pytest.param("dbt_crowd._rounded_whole(policy, 'sum(members.crowd_rows)')", "'sum(members.crowd_rows) + 1'", id="a total is not the total"),
    ],
)  # fmt: skip
def test_broken_totals_are_caught_by_the_judge(copied: DbtProject, tmp_path: Path, intact: str, broken: str) -> None:
    """Mutations of the query that publishes: the judge counts again, and refuses."""
    break_package(copied, tmp_path, "protection/_exact_totals.sql", intact, broken)
    assert "adds up to differ in" in copied.dbt("run", "-s", "of_rows_counts", expect=1).output
