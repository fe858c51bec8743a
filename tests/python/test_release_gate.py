"""The gate: what is published is what the policy allows, and a refusal leaves the last good release where it was."""

from __future__ import annotations

import hashlib
import shutil
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import DbtProject, break_package

POLICY = """
models:
  - name: people_release
    data_tests: [dbt_crowd.keeps_its_policy]
    config:
      meta:
        dbt_crowd:
          k: {k}
          privacy_unit: person
          max_suppression: {max_suppression}
          direct_identifiers: [person]
          quasi_identifiers:
            birth_year: {{type: bands, widths: [5, 10], unit: years}}
            city: suppress
          insensitive: [visits]
          rungs: {rungs}
"""

FILES = {
    "models/people.sql": "{{ config(materialized='view') }}\nselect * from raw.people",
    "models/people_release.sql": "{{ dbt_crowd.release(ref('people')) }}",
}

ONE_RUNG = '[{birth_year: "5 years", city: value}]'
Row = tuple[str | None, int | None, str | None, int]

# Crowds of 3, 4 and 2 persons; the third and the row without a person do not reach k = 3. One person has two rows.
PEOPLE: list[Row] = [
    ("anna", 1970, "Bern", 1),
    (" anna ", 1971, " Bern", 2),
    ("beat", 1972, "Bern ", 3),
    ("carl", 1974, "Bern", 4),
    ("dora", 1980, "Chur", 5),
    ("emil", 1981, "Chur", 6),
    ("fred", 1982, "Chur", 7),
    ("gina", 1983, "Chur", 8),
    (None, 1984, "Chur", 9),
    ("hugo", 1990, "Sion", 10),
    ("ines", 1991, "Sion", 11),
    (None, 1992, "Sion", 12),
]


def policy(k: int = 3, max_suppression: float = 0.25, rungs: str = ONE_RUNG) -> str:
    return POLICY.format(k=k, max_suppression=max_suppression, rungs=rungs)


def load(
    project: DbtProject, people: Iterable[Row], columns: str = "person text, birth_year int, city text, visits int"
) -> None:
    project.query("create schema if not exists raw")
    project.query(f"create or replace table raw.people ({columns})")
    for row in people:
        project.query(f"insert into raw.people values ({', '.join('?' for _ in row)})", list(row))


def released(project: DbtProject) -> list[tuple[Any, ...]]:
    return project.query("select * from analytics.people_release")


def log_rows(project: DbtProject) -> list[dict[str, Any]]:
    return project.records("select * from analytics__log.release_log order by logged_at")


@pytest.fixture(scope="session")
def built_clinic(dbt_project: Callable[..., DbtProject]) -> DbtProject:
    """A project with one good release of PEOPLE, to be copied and never changed."""
    project = dbt_project({**FILES, "models/schema.yml": policy()})
    load(project, PEOPLE)
    project.dbt("build", expect=0)
    return project


@pytest.fixture
def clinic(built_clinic: DbtProject, tmp_path: Path) -> DbtProject:
    """The same for one test alone; the copy saves dbt from parsing everything again."""
    root = tmp_path / "clinic"
    shutil.copytree(built_clinic.root, root, symlinks=True)
    return replace(built_clinic, root=root, database=root / built_clinic.database.name)


def test_a_release_is_published_with_its_log_row_and_private_copy(clinic: DbtProject) -> None:
    rows = released(clinic)
    assert sorted(rows) == sorted(
        [("1970-1974", "Bern", n) for n in (1, 2, 3, 4)] + [("1980-1984", "Chur", n) for n in (5, 6, 7, 8, 9)]
    )
    assert rows == sorted(rows), "rows stand in the order of what is published, which tells nothing about the input's"

    private = clinic.query("select crowd_person, birth_year, city, visits from analytics__private.people_release")
    assert Counter(row[1:] for row in private) == Counter(rows)
    crowds = defaultdict(set)
    for person, birth_year, city, _ in private:
        crowds[birth_year, city].add(person)
    assert {key: persons - {None} for key, persons in crowds.items()} == {
        ("1970-1974", "Bern"): {"anna", "beat", "carl"},
        ("1980-1984", "Chur"): {"dora", "emil", "fred", "gina"},
    }

    (entry,) = log_rows(clinic)
    figures = {name.removeprefix("crowd_"): value for name, value in entry.items() if name.startswith("crowd_")}
    assert {name for name, value in figures.items() if value is None} == {
        name for name in figures if "_failing_" in name or name.startswith(("cells", "folds", "unprotected"))
    } | {"risk_at_risk", "population_absent"}
    figures = {name: value for name, value in figures.items() if value is not None}
    assert figures | {"loss": None} == {
        "rows": 9, "persons": 7, "classes": 2, "smallest_class": 3, "classes_below_k": 0, "rows_below_k": 0,
        "smallest_by_wildcard": 3, "input_rows": 12, "input_persons": 9, "rows_without_person": 2, "suppressed_rows": 3,
        "suppressed_persons": 2, "suppression_rate": 2 / 9, "suppression_budget": 2, "unmapped": 0,
        "undeclared_columns": 0, "rows_unlike_private": 0, "policy_changed": 0, "content_changed": 0, "loss": None,
        "satisfied": 1, "risk_highest": 1 / 3, "risk_average": 2 / 7,
    }  # fmt: skip
    assert (entry["outcome"], entry["release_name"], entry["target_name"]) == ("released", "people_release", "dev")
    assert entry["dbt_version"] and entry["policy_hash"] and entry["content_fingerprint"].startswith("9:")


def test_the_fingerprint_is_the_sum_of_the_rows_hashes(clinic: DbtProject) -> None:
    texts = ["".join(f"{len(str(value))}:{value}" for value in row) for row in released(clinic)]
    hashes = [int(hashlib.md5(text.encode()).hexdigest()[:15], 16) for text in texts]
    assert log_rows(clinic)[-1]["content_fingerprint"] == f"{len(hashes)}:{sum(hashes)}"


def test_the_loss_is_the_definition_s(clinic: DbtProject) -> None:
    """Two routes to one figure: the judge's SQL, and the definition over the published rows by hand."""
    years = {row[1] for row in PEOPLE}
    per_band = Counter(f"{year - year % 5}-{year - year % 5 + 4}" for year in years)
    suppressed = len(PEOPLE) - len(released(clinic))
    losses = []
    for shares, size in (
        ([per_band[row[0]] / len(years) for row in released(clinic)], len(years)),
        ([1 / 3 for _ in released(clinic)], 3),
    ):
        least = len(PEOPLE) / size
        losses.append((sum(shares) + suppressed - least) / (len(PEOPLE) - least))
    assert log_rows(clinic)[-1]["crowd_loss"] == pytest.approx(sum(losses) / 2, abs=1e-9)


def test_the_run_line_carries_the_result(clinic: DbtProject) -> None:
    output = clinic.dbt("build", expect=0).output
    assert "RELEASED 9 of 12 rows, smallest crowd 3; WARNING: 2 of 2 that may be suppressed are" in output


@pytest.mark.parametrize(
    ("change", "criterion", "words"),
    [
        ({"people": PEOPLE[:3] + PEOPLE[4:]}, "max_suppression", "4 of 8 persons are suppressed, max_suppression 0.25 allows 2"),
        ({"people": [*PEOPLE, ("jana", 1995, "Visp", 13)]}, "max_suppression", "3 of 10 persons are suppressed"),
        ({"people": [(*row, "x") for row in PEOPLE], "columns": "person text, birth_year int, city text, visits int, note text"}, "columns", "not declare: note"),
        ({"people": [row[:3] for row in PEOPLE], "columns": "person text, birth_year int, city text"}, "columns", "does not have: visits"),
        ({"people": [*PEOPLE, ("kurt", 1970, "*", 14)]}, "unmapped", "1 cells are not covered by their hierarchy"),
        ({"people": []}, "allow_empty", "nothing is left to publish"),
    ],
)  # fmt: skip
def test_what_must_be_refused_leaves_the_last_good_release(
    clinic: DbtProject, change: dict[str, Any], criterion: str, words: str
) -> None:
    before = released(clinic)
    load(clinic, **change)
    finished = clinic.dbt("build", expect=1)
    assert released(clinic) == before
    assert [entry["outcome"] for entry in log_rows(clinic)] == ["released", "refused"]
    assert words in log_rows(clinic)[-1]["reason"]
    message = finished.output.split("dbt_crowd: people_release is refused")[1].split("\n\n")[0]
    assert f"{criterion}: " in message and words in message
    assert "UTC stays as it is." in message
    assert clinic.query("select count(*) from information_schema.tables where table_name like '%candidate%'") == [(0,)]


@pytest.mark.parametrize(
    ("macro", "intact", "broken"),
    [
        pytest.param("criteria/_crowds_ctes.sql", "' >= ' ~ policy.k", "' >= ' ~ (policy.k - 1)", id="off by one in k"),
        pytest.param("release/_one_rung_ctes.sql", "inner join crowds", "left join crowds", id="thin classes stay"),
        pytest.param("criteria/_crowds_ctes.sql", "group_by = '\\n    group by ' ~ keys | join(', ')", "group_by = '\\n    group by ' ~ keys[:1] | join(', ')", id="a column is skipped"),
        pytest.param("criteria/_crowd_size.sql", "'count(distinct crowd_person)' if policy.privacy_unit else rows", "rows", id="rows are counted for persons"),
        pytest.param("release/_ladder_parts.sql", "where {{ last }}.crowd_rung is not null", "", id="the ladder keeps the unserved"),
        pytest.param("release/_publish.sql", "'\\nfrom ' ~ candidate", "'\\nfrom (select * from ' ~ candidate ~ ' union all select * from ' ~ candidate ~ ') as twice'", id="rows are published twice"),
        pytest.param("release/_publish.sql", "'select\\n    ' ~ dbt_crowd._quoted_names(", "'select\\n    crowd_person,\\n    ' ~ dbt_crowd._quoted_names(", id="persons are published"),
    ],
)  # fmt: skip
def test_a_broken_release_is_caught_by_the_judge(
    dbt_project: Callable[..., DbtProject], tmp_path: Path, macro: str, intact: str, broken: str
) -> None:
    """Mutations: the release is broken on purpose, and the judge, which knows nothing of how it was built, refuses."""
    rungs = (
        '[{birth_year: "5 years", city: value}, {birth_year: "10 years", city: value}]'
        if "ladder" in macro
        else ONE_RUNG
    )
    project = dbt_project({**FILES, "models/schema.yml": policy(rungs=rungs, max_suppression=0.9)})
    break_package(project, tmp_path, macro, intact, broken)
    load(project, [*PEOPLE, ("hugo", 1990, "Sion", 15), ("lisa", 1950, "Bern", 16)])
    output = project.dbt("run", expect=1).output
    assert "is refused" in output or "Binder Error" in output
    assert project.query("select count(*) from information_schema.tables where table_name = 'people_release'") == [(0,)]


def test_the_standing_test_judges_what_is_published_by_what_the_policy_says_now(clinic: DbtProject) -> None:
    clinic.dbt("test", expect=0)
    clinic.write({"models/schema.yml": policy(k=4)})
    assert "Got 1 result" in clinic.dbt("test", expect=1).output
    clinic.write({"models/schema.yml": policy()})
    clinic.query("insert into analytics.people_release values ('1970-1974', 'Bern', 99)")
    clinic.dbt("test", expect=1)


def test_the_standing_test_needs_persons_to_count(clinic: DbtProject) -> None:
    clinic.query("drop table analytics__private.people_release")
    output = clinic.dbt("test", expect=1).output
    assert "its private copy is not there to count them in" in output


def test_a_removed_column_or_an_added_one_fails_the_standing_test(clinic: DbtProject) -> None:
    clinic.query("alter table analytics.people_release add column note text")
    clinic.dbt("test", expect=1)


def test_other_materializations_stay_gated_or_are_refused(clinic: DbtProject) -> None:
    project = clinic
    project.write({"dbt_project.yml": project.read("dbt_project.yml") + "models:\n  +materialized: view\n"})
    project.dbt("build", expect=0)
    before = released(project)
    assert project.query(
        "select table_type from information_schema.tables where table_name = 'people_release' and table_schema = 'analytics'"
    ) == [("BASE TABLE",)]
    project.write(
        {"models/people_release.sql": FILES["models/people_release.sql"] + "\n{{ config(materialized='table') }}"}
    )
    output = project.dbt("build", expect=1).output
    assert "is set to materialized='table'" in output
    assert released(project) == before


def test_show_and_ephemeral_inputs_are_refused(clinic: DbtProject) -> None:
    assert "is not shown" in clinic.dbt("show", "-s", "people_release", expect=2).output
    clinic.write({"models/people.sql": "{{ config(materialized='ephemeral') }}\nselect * from raw.people"})
    assert "reads an ephemeral model" in clinic.dbt("build", expect=1).output


def test_empty_keeps_the_release_that_stands_and_makes_an_empty_one_where_none_does(clinic: DbtProject) -> None:
    before = released(clinic)
    clinic.dbt("build", "--empty", expect=0)
    assert released(clinic) == before
    clinic.query("drop table analytics.people_release")
    clinic.dbt("build", "--empty", expect=0)
    assert released(clinic) == []
    assert [entry["outcome"] for entry in log_rows(clinic)] == ["released", "structure", "structure"]
    clinic.dbt("build", expect=0)
    assert released(clinic) == before


def test_without_rungs_the_solver_s_command_is_given(clinic: DbtProject) -> None:
    clinic.write({"models/schema.yml": policy(rungs="[]")})
    assert "crowd solve people_release" in clinic.dbt("build", expect=1).output
    assert clinic.compiled("models/people_release.sql").startswith("/* dbt_crowd {")


def test_spellings_that_a_collation_calls_equal_are_no_crowd(clinic: DbtProject) -> None:
    """A collation of the input would group Bern, BERN and bern, and publish all three."""
    before = released(clinic)
    load(clinic, PEOPLE, "person text, birth_year int, city text collate nocase, visits int")
    clinic.query("update raw.people set city = upper(city) where person = 'beat'")
    output = clinic.dbt("build", expect=1).output
    assert "5 of 9 persons are suppressed" in output
    assert released(clinic) == before
    judged = clinic.dbt(
        "run-operation",
        "dbt_crowd.check_relation",
        "--args",
        "{relation: raw.people, quasi_identifiers: [city], k: 2, privacy_unit: person}",
    ).output
    assert '"crowd_smallest_class": 1' in judged


def test_a_column_may_have_a_collation_that_others_have_not(clinic: DbtProject) -> None:
    load(clinic, PEOPLE, "person text, birth_year int, city text, visits text collate nocase")
    clinic.dbt("build", expect=0)


def test_a_release_has_no_name_of_the_package_s_own_tables(clinic: DbtProject) -> None:
    before = released(clinic)
    clinic.write(
        {"models/schema.yml": policy().replace("    config:\n", "    config:\n      alias: Crowd_overall_people\n")}
    )
    assert "has a name that begins with crowd_" in clinic.dbt("build", expect=1).output
    assert released(clinic) == before


@pytest.mark.parametrize(
    "around", ["{release} where visits < 3", "{release}\nunion all select * from raw.people", "-- a comment\n{release}"]
)
def test_sql_around_the_release_is_refused(clinic: DbtProject, around: str) -> None:
    before = released(clinic)
    clinic.write({"models/people_release.sql": around.replace("{release}", FILES["models/people_release.sql"])})
    assert "is a release whose SQL is not {{ dbt_crowd.release(...) }} alone" in clinic.dbt("build", expect=1).output
    assert released(clinic) == before


def test_the_standing_test_sees_a_tightened_policy_and_a_replaced_table(clinic: DbtProject) -> None:
    without_persons = policy(max_suppression=0.5).replace("privacy_unit: person", "nulls: value")
    clinic.write({"models/schema.yml": without_persons})
    clinic.dbt("build", expect=0)
    clinic.write({"models/schema.yml": without_persons.replace("unit: years}", 'unit: years, min_level: "5 years"}')})
    assert "Got 1 result" in clinic.dbt("test", expect=1).output
    clinic.write({"models/schema.yml": without_persons})
    clinic.dbt("test", expect=0)
    clinic.query("update analytics.people_release set city = 'anna'")
    assert "Got 1 result" in clinic.dbt("test", expect=1).output


def test_a_softened_gate_is_an_error(clinic: DbtProject) -> None:
    for setting in ("limit: 0", "fail_calc: '0'", "error_if: '>1'", "severity: warn", "where: 1 = 0"):
        softened = policy(k=4).replace(
            "data_tests: [dbt_crowd.keeps_its_policy]",
            f"data_tests: [{{dbt_crowd.keeps_its_policy: {{config: {{{setting}}}}}}}]",
        )
        clinic.write({"models/schema.yml": softened})
        assert f"remove its {setting.split(':')[0]}" in clinic.dbt("test", expect=1).output, setting


def test_a_test_of_a_table_that_is_not_there_is_an_error(clinic: DbtProject) -> None:
    clinic.write(
        {
            "models/missing.yml": """
        sources:
          - name: raw
            tables:
              - name: missing
                data_tests:
                  - dbt_crowd.has_only_declared_columns: {arguments: {columns: [a]}}
                  - dbt_crowd.is_k_anonymous: {arguments: {k: 2, quasi_identifiers: [a]}}
    """
        }
    )
    assert (
        clinic.dbt("test", "-s", "source:raw", expect=1).output.count("there is no such relation in the warehouse") == 2
    )


def test_rows_in_an_empty_structure_fail_under_empty_too(clinic: DbtProject) -> None:
    clinic.query("drop table analytics.people_release")
    clinic.dbt("build", "--empty", expect=0)
    clinic.query("insert into analytics.people_release values ('1970-1974', 'Bern', 1)")
    assert "Got 1 result" in clinic.dbt("build", "--empty", expect=1).output


def test_policies_that_nobody_reviewed_are_refused(clinic: DbtProject) -> None:
    output = clinic.dbt("build", "--vars", "{dbt_crowd_hierarchies: {}}", expect=1).output
    assert "Got: dbt_crowd_hierarchies in --vars" in output
    clinic.write({"models/schema.yml": policy(max_suppression=0.3333333333333333)})
    assert "at most 9 decimal places" in clinic.dbt("build", expect=1).output
