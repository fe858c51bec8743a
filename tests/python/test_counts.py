"""Releases of counts: what is published and refused, and what the standing tests and `crowd check --by` find."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import DbtProject, break_package
from engines import postgres_server

Row = tuple[Any, ...]

PROJECT = """
    name: counts
    version: "1.0.0"
    profile: counts
    flags: {send_anonymous_usage_stats: false, validate_macro_args: true}
    vars:
      dbt_crowd_hierarchies:
        wide: {type: groups, levels: {wide: {"13-24": ["13-17", "18-24", "13-24"], "25+": ["25-44", "45+"]}}}
"""

# One release each: what it reads, and its policy without k.
RELEASES = {
    "loans_counts": """
          privacy_unit: patron
          direct_identifiers: [patron]
          quasi_identifiers: {branch: suppress, age: wide}
          measures:
            loans: count
            patrons: persons
            days: {sum: days, p_percent: 0}
            mean_days: {mean: days, p_percent: 0}
            part: {share: loans, of: [branch]}
            percent: {percent: patrons}
          rungs: [{}, {age: wide}, {branch: "*", age: "*"}]
          total_by: [[branch], []]
    """,
    "rounded_counts": """
          privacy_unit: patron
          direct_identifiers: [patron, age]
          quasi_identifiers: {branch: suppress}
          measures: {loans: count, patrons: persons, days: {sum: days, p_percent: 0}, mean_days: {mean: days, p_percent: 0}, part: {share: loans, of: [branch]}}
          total_by: [[branch], []]
          round_to: 4
    """,
    "thin_counts": """
          privacy_unit: patron
          direct_identifiers: [patron, days]
          quasi_identifiers: {branch: suppress, age: suppress}
          measures: {loans: count, patrons: persons}
          total_by: [[branch], []]
          max_suppression: 1
    """,
    "sums_counts": """
          privacy_unit: person
          direct_identifiers: [person]
          quasi_identifiers: {ward: suppress}
          measures: {stays: count, days: {sum: days}}
    """,
    "two_rule_counts": """
          privacy_unit: person
          direct_identifiers: [person]
          quasi_identifiers: {ward: suppress}
          measures: {mean_days: {mean: days, p_percent: 0, dominance: {n: 2, k: 50}}}
    """,
    "row_sums_counts": """
          direct_identifiers: [person]
          quasi_identifiers: {ward: suppress}
          measures: {stays: count, days: {sum: days}}
    """,
    "diagnosis_counts": """
          privacy_unit: patient
          direct_identifiers: [patient]
          quasi_identifiers: {ward: suppress}
          sensitive: {diagnosis: {alpha: 0.8}}
          measures: {discharges: count}
          total_by: [[ward]]
    """,
    "spelt_counts": """
          privacy_unit: patron
          direct_identifiers: [patron]
          quasi_identifiers: {branch: {type: sql, levels: {side: "case when {column} like '% ' then 'l' else 'r' end"}}}
          measures: {loans: count}
          rungs: [{}, {branch: side}]
    """,
    "cells_counts": """
          input: cells
          count: "n"
          quasi_identifiers: {branch: suppress, age: wide}
          measures: {loans: count}
          rungs: [{}, {age: wide}]
          max_suppression: 0.5
    """,
}
READS = {
    "loans_counts": "loans", "rounded_counts": "loans", "thin_counts": "loans", "sums_counts": "stays", "two_rule_counts": "stays",
    "row_sums_counts": "stays", "diagnosis_counts": "discharges", "spelt_counts": "spelt", "cells_counts": "cells",
}  # fmt: skip
COLUMNS = {
    "loans": "patron text, branch text, age text, days int",
    "stays": "person text, ward text, days decimal(9, 2)",
    "discharges": "patient text, ward text, diagnosis text",
    "cells": "branch text, age text, n int",
    "spelt": "patron text, branch text",
}


CELLS_POLICY = """
          input: cells
          count: "n"
          quasi_identifiers: {branch: suppress}
          measures: {loans: count}
"""
SUMS_POLICY = """
          quasi_identifiers: {branch: suppress}
          measures: {all: {sum: "n"}}
"""


def policies(models: Iterable[str] = RELEASES, k: int = 5, **changes: str) -> str:
    blocks = [
        f"  - name: {name}\n    data_tests: [dbt_crowd.keeps_its_policy]\n    config:\n      meta:\n        dbt_crowd:\n"
        f"          k: {k}\n{changes.get(name) or RELEASES[name]}"
        for name in models
    ]
    return "models:\n" + "\n".join(blocks)


def crowd_of(prefix: str, number: int, *cell: Any, times: int = 1) -> list[Row]:
    """Rows of so many persons in a cell."""
    return [(f"{prefix}{person}", *cell) for person in range(number) for _ in range(times)]


# At k = 5. MAIN has a full native band 13-24 beside two thin bands that fold to the same label: 2 and 3 are exactly 5.
# EAST's two fold to 8, which would be 4 and 4: they go on to the last rung, with WEST's 1 and the 2 of no branch.
LOANS = [
    *crowd_of("a", 6, "MAIN", "13-24", 10), *crowd_of("b", 2, "MAIN", "13-17", 20, times=2), *crowd_of("c", 3, "MAIN", "18-24", 30),
    *crowd_of("d", 4, "EAST", "13-17", 1), *crowd_of("e", 4, "EAST", "18-24", 1), *crowd_of("f", 1, "WEST", "45+", 1),
    *crowd_of("g", 7, " MAIN ", None, 2), *crowd_of("a", 5, "MAIN", "45+", None), (None, "MAIN", "45+", 8),
    *crowd_of("h", 2, None, "25-44", 9), *crowd_of("k", 5, "", "45+", 9),
]  # fmt: skip
# Five people with 1,000 days, one of them with 960; five with the same; five where the two largest have more than half.
STAYS = [
    *[(f"p{n}", "A", days) for n, days in enumerate([960, 10, 10, 10, 10])],
    *[(f"p{n}", "B", 200) for n in range(5)],
    *[(f"p{n}", "C", days) for n, days in enumerate([30, 30, 20, 20, 10])],
    *[(f"p{n}", "D", days) for n, days in enumerate([50, 50, 50, 50, 4])], ("p4", "D", 46),
]  # fmt: skip
# 9 of 10 in one ward share a diagnosis, 8 of 10 in the other. Ward 3 has 10 with one and 3, too few to be shown, with another.
DISCHARGES = [
    *crowd_of("x", 90, "1", "flu"), *crowd_of("y", 10, "1", "cold"),
    *crowd_of("x", 80, "2", "flu"), *crowd_of("y", 20, "2", "cold"),
    *crowd_of("x", 10, "3", "flu"), *crowd_of("y", 3, "3", "cold"),
]  # fmt: skip
CELLS = [("MAIN", "13-17", 318), ("EAST", "13-17", 2), ("EAST", "18-24", 3), ("WEST", "45+", 4), ("WEST", "25-44", 0)]
# Two spellings of one branch, with one side each: its three patrons are no six. A and B fold to 5.
SPELT = [*crowd_of("a", 3, "A"), *crowd_of("a", 3, "A "), *crowd_of("b", 2, "B "), *crowd_of("c", 5, "C")]
DATA = {"spelt": SPELT, "loans": LOANS, "stays": STAYS, "discharges": DISCHARGES, "cells": CELLS}


def load(project: DbtProject, name: str, rows: Iterable[Row], columns: str | None = None) -> None:
    project.query("create schema if not exists raw")
    project.query(f"create or replace table raw.{name} ({columns or COLUMNS[name]})")
    for row in rows:
        project.query(f"insert into raw.{name} values ({', '.join('?' for _ in row)})", list(row))


@pytest.fixture(scope="module")
def built(dbt_project: Callable[..., DbtProject]) -> DbtProject:
    """A project with a good release of every kind."""
    files = {"dbt_project.yml": PROJECT, "models/policies.yml": policies()}
    files["models/sources.yml"] = (
        "sources: [{name: raw, schema: raw, tables: [" + ", ".join(f"{{name: {t}}}" for t in DATA) + "]}]"
    )
    for name, table in READS.items():
        files[f"models/{name}.sql"] = f"{{{{ dbt_crowd.release_counts(source('raw', '{table}')) }}}}"
    project = dbt_project(files, name="counts")
    for table, rows in DATA.items():
        load(project, table, rows)
    project.dbt("build", expect=0)
    return project


def published(project: DbtProject, name: str, columns: str) -> list[Row]:
    return project.query(f"select {columns} from analytics.{name} order by all")


def test_thin_cells_are_folded_and_never_merged_with_full_ones(built: DbtProject) -> None:
    assert published(built, "loans_counts", "branch, age, crowd_rung, loans, patrons") == [
        ("*", "*", 3, 11, 11),
        ("MAIN", "13-24", 1, 6, 6),
        ("MAIN", "13-24", 2, 7, 5),
        ("MAIN", "45+", 1, 6, 5),
        ("MAIN", None, 1, 7, 7),
        (None, "45+", 1, 5, 5),
    ]


def test_measures_and_totals_are_of_published_cells(built: DbtProject) -> None:
    rows = built.records("select * from analytics.loans_counts")
    fold = next(row for row in rows if row["branch"] == "MAIN" and row["crowd_rung"] == 2)
    assert (fold["days"], fold["mean_days"]) == (4 * 20 + 3 * 30, (4 * 20 + 3 * 30) / 7)
    empty = next(row for row in rows if row["age"] == "45+" and row["branch"] == "MAIN")
    assert (empty["days"], empty["mean_days"]) == (8, 8), "the mean is over rows with a value"
    # The six of 13-24 and the five of 45+ are partly the same people, and counted once in the branch.
    assert (fold["loans_published_by_branch"], fold["patrons_published_by_branch"]) == (26, 18)
    assert (fold["part"], fold["loans_published_overall"], fold["patrons_published_overall"]) == (7 / 26, 42, 34)
    assert fold["percent"] == 100 * 5 / 34


def test_rounding_comes_after_suppression_and_derived_measures_from_rounded_parts(built: DbtProject) -> None:
    rows = {row["branch"]: row for row in built.records("select * from analytics.rounded_counts")}
    assert set(rows) == {"MAIN", "EAST", None}
    main = rows["MAIN"]  # 26 loans of 18 persons with 244 days, known of 21 loans; EAST has 8, nobody's branch 7
    assert (main["loans"], main["patrons"], main["days"], main["mean_days"]) == (28, 20, 252, 252 / 20)
    assert main["loans_published_overall"] == 28 + 8 + 8
    assert main["part"] == 1


def test_a_sum_is_not_published_where_one_contributor_dominates(built: DbtProject) -> None:
    assert published(built, "sums_counts", "ward, stays, days") == [("B", 5, 1000), ("C", 5, 110), ("D", 6, 250)]
    assert published(built, "two_rule_counts", "ward") == [("B",), ("D",)]
    # Rows are the contributors where there is no person column.
    assert published(built, "row_sums_counts", "ward") == [("B",), ("C",), ("D",)]


def test_a_cell_that_is_nearly_its_whole_margin_is_left_out_with_its_class(built: DbtProject) -> None:
    assert published(built, "diagnosis_counts", "ward, diagnosis, discharges, discharges_published_by_ward") == [
        ("2", "cold", 20, 100),
        ("2", "flu", 80, 100),
    ]


def test_cells_that_were_counted_before_are_folded_by_their_counts(built: DbtProject) -> None:
    assert published(built, "cells_counts", "branch, age, crowd_rung, loans") == [
        ("EAST", "13-24", 2, 5),
        ("MAIN", "13-17", 1, 318),
    ]


def test_a_hierarchy_that_is_none_counts_nobody_twice(built: DbtProject) -> None:
    assert published(built, "spelt_counts", "branch, crowd_rung, loans") == [("C", 1, 5), ("l", 2, 8)]


def test_every_finest_cell_has_its_decision(built: DbtProject) -> None:
    found = built.query(
        "select cell, decision, crowd_rung, size from analytics__log.dbt_crowd__cell_decisions"
        " where release_name = 'loans_counts' order by all"
    )
    assert [(json.loads(cell), *rest) for cell, *rest in found if rest[0] != "pass"] == [
        ({"branch": "EAST", "age": "13-17"}, "generalize", 3, "below k"),
        ({"branch": "EAST", "age": "18-24"}, "generalize", 3, "below k"),
        ({"branch": "MAIN", "age": "13-17"}, "generalize", 2, "below k"),
        ({"branch": "MAIN", "age": "18-24"}, "generalize", 2, "below k"),
        ({"branch": "WEST", "age": "45+"}, "generalize", 3, "below k"),
        ({"branch": None, "age": "25-44"}, "generalize", 3, "below k"),
    ]
    assert {tuple(rest) for _, *rest in found if rest[0] == "pass"} == {("pass", 1, "at least k")}
    assert built.query(
        "select decision, size, count(*) from analytics__log.dbt_crowd__cell_decisions"
        " where release_name = 'sums_counts' group by all order by all"
    ) == [("pass", "at least k", 3), ("suppress", "at least k", 1)]


def test_the_log_has_the_figures_of_counts(built: DbtProject) -> None:
    [entry] = built.records("select * from analytics.dbt_crowd__releases where release_name = 'loans_counts'")
    figures = {name.removeprefix("crowd_"): value for name, value in entry.items() if value is not None}
    assert (figures["rows"], figures["cells"], figures["cells_folded"], figures["folds"]) == (6, 10, 6, 2)
    assert (figures["input_rows"], figures["input_persons"], figures["suppressed_rows"]) == (42, 34, 0)
    assert (figures["smallest_class"], figures["satisfied"], figures["outcome"]) == (5, 1, "released")


def test_no_value_is_compiled_or_logged(built: DbtProject) -> None:
    files = [*(built.root / "target").rglob("*.sql"), built.root / "logs" / "dbt.log"]
    texts = "".join(file.read_text(encoding="utf-8") for file in files)
    assert [word for word in ("MAIN", "EAST", "'flu'") if word in texts] == []


@pytest.fixture
def copied(built: DbtProject, tmp_path: Path) -> DbtProject:
    """The project for one test alone."""
    root = tmp_path / "counts"
    shutil.copytree(built.root, root, symlinks=True)
    return replace(built, root=root, database=root / built.database.name)


SMALL_CELLS = """
models:
  - name: diagnosis_counts
    data_tests:
      - dbt_crowd.has_no_small_cells: {name: none_is_small, arguments: {k: 20, by: [ward, diagnosis], count: discharges}}
      - dbt_crowd.has_no_small_cells: {name: some_are_small, arguments: {k: 21, by: [ward, diagnosis], count: discharges}}
sources:
  - name: raw
    schema: raw
    tables:
      - name: stays
        data_tests:
          - dbt_crowd.has_no_small_cells: {name: wards_have_five, arguments: {k: 5, by: [ward], privacy_unit: person}}
          - dbt_crowd.has_no_small_cells: {name: wards_have_six_rows, arguments: {k: 6, by: [ward]}}
          - dbt_crowd.has_no_small_cells: {name: misasked, arguments: {k: 1, by: [word], count: days, privacy_unit: person}}
"""


def test_standing_tests_find_what_was_changed(copied: DbtProject) -> None:
    small = SMALL_CELLS + "".join(f"      - name: {table}\n" for table in DATA if table != "stays")
    sources = small[small.index("sources:") :]
    tests = small[small.index("      - dbt_crowd.has_no") : small.index("sources:")]
    changed = policies(two_rule_counts=RELEASES["two_rule_counts"].replace("k: 50", "k: 60"))
    with_tests = changed.replace(
        "  - name: diagnosis_counts\n    data_tests: [dbt_crowd.keeps_its_policy]\n",
        f"  - name: diagnosis_counts\n    data_tests:\n      - dbt_crowd.keeps_its_policy\n{tests}",
    )
    copied.write({"models/policies.yml": with_tests, "models/sources.yml": sources})
    copied.query("update analytics.loans_counts set loans = loans + 1 where crowd_rung = 3")
    copied.query("delete from analytics__private.sums_counts where crowd_person = 'p0' and ward = 'B'")
    copied.query("alter table analytics.rounded_counts add column age text")
    copied.query("drop table analytics__private.cells_counts")
    copied.query("update analytics__private.row_sums_counts set crowd_rung = null where ward = 'B'")
    run = copied.dbt("test", expect=1)
    found = {name: next(line for line in run.output.splitlines() if name in line and "START" not in line) for name in (
        *(f"keeps_its_policy_{release}" for release in RELEASES),
        "none_is_small", "some_are_small", "wards_have_five", "wards_have_six_rows", "misasked",
    )}  # fmt: skip
    verdicts = {name: next(word for word in ("PASS", "FAIL", "ERROR") if word in line) for name, line in found.items()}
    assert verdicts == {
        "keeps_its_policy_loans_counts": "FAIL",
        "keeps_its_policy_rounded_counts": "FAIL",
        "keeps_its_policy_sums_counts": "FAIL",
        "keeps_its_policy_two_rule_counts": "FAIL",
        "keeps_its_policy_row_sums_counts": "FAIL",
        "keeps_its_policy_diagnosis_counts": "PASS",
        "keeps_its_policy_spelt_counts": "PASS",
        "keeps_its_policy_thin_counts": "PASS",
        "keeps_its_policy_cells_counts": "ERROR",
        "none_is_small": "PASS",
        "some_are_small": "FAIL",
        "wards_have_five": "PASS",
        "wards_have_six_rows": "FAIL",
        "misasked": "ERROR",
    }
    assert "its private copy is not there: build the release again. See docs/counts.md#what-stays-private" in run.output
    for fault in (
        "k must be a whole number of at least 2. Got: 1",
        "count and privacy_unit exclude each other",
        "there is no column word",
    ):
        assert f"has_no_small_cells on stays: {fault}" in run.output


# Releases that are refused: the input's name and rows, the policy, and what is said.
REFUSED: dict[str, tuple[str, list[Row], str, str]] = {
    "negative": ("branch text, n int", [("A", 9), ("B", -1), ("C", -9)], CELLS_POLICY, "n is negative in 2 rows"),
    "fractional": ("branch text, n double", [("A", 9), ("B", 5.5)], CELLS_POLICY, "n is not whole in 1 rows"),
    "missing": ("branch text, n text", [("A", "9"), ("B", None), ("C", "many")], CELLS_POLICY, "n is missing, or no number, in 2 rows"),
    "duplicate": ("branch text, n int", [("A", 9), (" A", 7), ("B", 7)], CELLS_POLICY, "1 rows repeat the cell of another"),
    "no_number": ("branch text, n text", [("A", "9"), ("A", "some")], SUMS_POLICY, "n is no number in 1 rows"),
    "all_thin": ("branch text, n int", [("A", 2), ("B", 4)], CELLS_POLICY, "nothing is left to publish"),
    "over_budget": (
        "branch text, n int", [("A", 91), ("B", 4), ("C", 4), ("D", 2)], CELLS_POLICY + "          max_suppression: 0.09\n",
        "10 of 101 counted rows are suppressed, max_suppression 0.09 allows 9",
    ),
    "undeclared": ("branch text, n int, patron text", [("A", 9, "x")], CELLS_POLICY, "the policy does not declare: patron"),
    "uncovered": (
        "branch text, n int", [("A", 9), ("Z", 9)],
        CELLS_POLICY.replace("branch: suppress", "branch: {type: groups, levels: {side: {left: [A], right: [B]}}}"),
        "1 values are not covered by their hierarchy",
    ),
    "of_records": ("branch text, n int", [("A", 9)], "          quasi_identifiers: {branch: suppress}\n          insensitive: ['n']\n",
        "has a policy of records, which release() is for: release_counts() needs measures"),
    "by_release": ("branch text, n int", [("A", 9)], CELLS_POLICY, "has a policy of counts, since it has measures, and release() is for records"),
}  # fmt: skip


@pytest.fixture(scope="module")
def refused(dbt_project: Callable[..., DbtProject]) -> tuple[DbtProject, str]:
    """A project whose releases are all refused, with what a build of them says."""
    files = {
        "dbt_project.yml": PROJECT,
        "models/policies.yml": policies(REFUSED, **{name: case[2] for name, case in REFUSED.items()}),
    }
    files["models/sources.yml"] = (
        "sources: [{name: raw, schema: raw, tables: [" + ", ".join(f"{{name: {n}}}" for n in REFUSED) + "]}]"
    )
    for name in REFUSED:
        macro = "release" if name == "by_release" else "release_counts"
        files[f"models/{name}.sql"] = f"{{{{ dbt_crowd.{macro}(source('raw', '{name}')) }}}}"
    project = dbt_project(files, name="counts")
    for name, (columns, rows, _, _) in REFUSED.items():
        load(project, name, rows, columns)
    return project, project.dbt("build", expect=1).output


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_counted_or_published_is_refused(refused: tuple[DbtProject, str], name: str) -> None:
    project, output = refused
    said = "".join(part for part in output.split("in model ") if part.startswith(f"{name} "))
    assert REFUSED[name][3] in said
    tables = project.query(
        "select table_name from information_schema.tables where table_schema in ('analytics', 'analytics__private')"
    )
    assert name not in {table for (table,) in tables}
    reasons = project.query("select outcome, reason from analytics__log.release_log where release_name = ?", [name])
    assert [outcome for outcome, _ in reasons] == ["refused"]
    assert REFUSED[name][3] in reasons[0][1]


def test_a_refusal_leaves_the_last_release(copied: DbtProject) -> None:
    load(copied, "cells", [("MAIN", "13-17", 31), ("EAST", "13-17", 4), ("WEST", "45+", 3)])
    warned = copied.dbt("run", "-s", "cells_counts", expect=0).output
    assert (
        "RELEASED 1 cells of 3, smallest 31, 18.42 % of the count suppressed; WARNING: it was 1.22 % in the last release"
        in warned
    )
    load(copied, "cells", [("MAIN", "13-17", 31), ("MAIN", "13-17", 4)])
    run = copied.dbt("run", "-s", "cells_counts", expect=1)
    assert "Next: correct the input" in run.output and "stays as it is" in run.output
    assert published(copied, "cells_counts", "branch, loans") == [("MAIN", 31)]
    empty = copied.dbt("run", "--empty", "-s", "cells_counts", expect=1)
    assert "1 rows repeat" in empty.output
    load(copied, "cells", CELLS)
    copied.dbt("run", "--empty", "-s", "cells_counts", expect=0)
    assert published(copied, "cells_counts", "branch, loans") == [("MAIN", 31)]


def test_check_looks_for_thin_cells_in_any_table(copied: DbtProject) -> None:
    run = copied.crowd("check", "raw.cells", "--by", "branch,age", "--count", "n", "--k", "5", expect=1)
    assert run.output.splitlines()[-3:] == [
        "raw.cells: NOT satisfied, 3 of 5 cells are thin, with less than k = 5.",
        "  branch: 2 of 3 values have a thin cell",
        "  age: 3 of 4 values have a thin cell",
    ]
    assert "EAST" not in run.output
    shown = copied.crowd("check", "raw.cells", "--by", "branch,age", "--count", "n", "--k", "3", "--reveal", expect=1)
    assert shown.output.splitlines()[-1] == "  EAST, 13-17: 2"
    told = copied.crowd(
        "check", "raw.stays", "--by", "ward", "--privacy-unit", "person", "--k", "5", "--json", expect=0
    )
    assert json.loads(told.output[told.output.index("{") :])["columns"] == {"ward": {"values": 4, "thin": 0}}
    wrong = copied.crowd("check", "raw.cells", "--by", "branch", "--k", "5", "--quasi-identifiers", "age", expect=2)
    assert "--by goes with --count, --privacy-unit, --k and --reveal alone." in wrong.output
    assert copied.crowd("check", "cells_counts", expect=0).output.count("satisfied") == 1


def test_a_cell_without_a_known_person_is_small(copied: DbtProject) -> None:
    """It has rows, which whoever made the table has counted; nobody can say that they are of k persons."""
    copied.query(
        "create table raw.strangers as select unnest(['A', 'A', 'B']) as ward, unnest(['p1', 'p2', ' ']) as person"
    )
    arguments = ("check", "raw.strangers", "--by", "ward", "--privacy-unit", "person", "--k", "2")
    assert "1 of 2 cells are thin" in copied.crowd(*arguments, expect=1).output
    assert "B: 0" in copied.crowd(*arguments, "--reveal", expect=1).output


VALUES = """
sources: [{name: raw, schema: raw, tables: [{name: known}]}]
models:
  - name: known_counts
    data_tests: [dbt_crowd.keeps_its_policy]
    config:
      meta:
        dbt_crowd:
          k: 5
          privacy_unit: person
          direct_identifiers: [person]
          quasi_identifiers: {ward: suppress}
          measures: {stays: count, days: {sum: days, p_percent: 0}, mean_days: {mean: days}}
"""


def test_a_mean_of_fewer_than_k_who_have_a_value_withholds_the_cell(dbt_project: Callable[..., DbtProject]) -> None:
    """Five persons in each ward: one 0 and four unknown, three alike and two unknown, all known, none known."""
    model = "{{ dbt_crowd.release_counts(source('raw', 'known')) }}"
    project = dbt_project({"models/known.yml": VALUES, "models/known_counts.sql": model}, name="known")
    wards = {"A": [0, None, None, None, None], "B": [90, 80, 100, None, None], "C": [5, 6, 7, 8, 9], "D": [None] * 5}
    rows = [(ward, f"{ward}{place}", days) for ward, of_ward in wards.items() for place, days in enumerate(of_ward)]
    project.query("create schema raw; create table raw.known (ward text, person text, days integer)")
    for row in rows:
        project.query("insert into raw.known values (?, ?, ?)", row)
    project.dbt("build", expect=0)
    assert project.query("select ward, stays, days, mean_days from analytics.known_counts order by ward") == [
        ("C", 5, 35.0, 7.0), ("D", 5, None, None),
    ]  # fmt: skip
    project.write({"models/known.yml": VALUES.replace("{mean: days}", "{mean: person}")})
    told = project.dbt("build", expect=1)
    assert "measures.mean_days must not be a mean of what names a person" in told.output


def test_counts_are_the_same_on_postgres(dbt_project: Callable[..., DbtProject]) -> None:
    """What is no number is counted there too, and never printed; NaN is none."""
    with postgres_server() as engine:
        output = f"{{type: postgres, host: localhost, port: {engine.environment['HARD_CASES_PORT']}, user: crowd, password: '', dbname: postgres, schema: analytics}}"
        files = {
            "profiles.yml": f"known: {{target: dev, outputs: {{dev: {output}}}}}\n",
            "models/known.yml": VALUES.replace("sources: [{name: raw, schema: raw, tables: [{name: known}]}]\n", ""),
            "models/known.sql": "select * from (values {{ var('rows') }}) as known (ward, person, days)",
            "models/known_counts.sql": "{{ dbt_crowd.release_counts(ref('known')) }}",
        }
        project = dbt_project(files, name="known")
        good = ", ".join(f"('C', 'p{place}', '{place}')" for place in range(5, 10))
        run = project.dbt("build", "--vars", json.dumps({"rows": good}), expect=0)
        assert "RELEASED 1 cells of 1" in run.output
        bad = f"{good}, ('C', 'p1', 'unsayable'), ('C', 'p2', 'NaN'), ('C', 'p3', ' 1e1 ')"
        run = project.dbt("build", "--vars", json.dumps({"rows": bad}), expect=1)
        assert "days is no number in 2 rows" in run.output
        assert "syntax" not in run.output


@pytest.mark.parametrize(
    ("release", "intact", "broken"),
    [
        pytest.param("thin_counts", "where members.crowd_rung is not null\n    group by\n        {{", "group by\n        {{", id="hidden cells are shown"),
        pytest.param("loans_counts", "'sum(members.crowd_rows)'", "'sum(members.crowd_rows) + 1'", id="a count is not the count"),
        pytest.param("rounded_counts", "dbt_crowd._rounded_whole(policy, 'sum(members.crowd_rows)')", "'sum(members.crowd_rows)'", id="a count is not rounded"),
        pytest.param("loans_counts", "dbt_crowd._cell_persons('members.')", "'sum(members.crowd_rows)'", id="rows are counted for persons"),
        pytest.param("loans_counts", "'sum(members.crowd_value_'", "'2 * sum(members.crowd_value_'", id="a sum is not the sum"),
        pytest.param("thin_counts", "where members.crowd_rung is not null' ~ group_by", "' ~ group_by", id="a total is of hidden persons too"),
        pytest.param("loans_counts", "'sum(crowd_value_'", "'max(crowd_value_'", id="a total does not add up"),
        pytest.param("loans_counts", "'\\nfrom cells'", "'\\nfrom (select * from cells union all select * from cells) as cells'", id="rows stand twice"),
    ],
)  # fmt: skip
def test_broken_counts_are_caught_by_the_judge(
    copied: DbtProject, tmp_path: Path, release: str, intact: str, broken: str
) -> None:
    """Mutations of the query that publishes: the judge counts again, and refuses."""
    break_package(copied, tmp_path, "counts/published_counts_query.sql", intact, broken)
    assert "adds up to differ in" in copied.dbt("run", "-s", release, expect=1).output
