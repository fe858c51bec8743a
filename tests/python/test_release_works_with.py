"""Releases beside what else dbt offers: contracts, docs, tags, grants, hooks, clone, defer, state, versions, schemas, unit tests."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import DbtProject

POLICY: dict[str, Any] = {
    "k": 3,
    "privacy_unit": "person",
    "max_suppression": 0.5,
    "direct_identifiers": ["person"],
    "quasi_identifiers": {"birth_year": {"type": "bands", "widths": [5, 10], "unit": "years"}, "city": "suppress"},
    "insensitive": ["edition"],
    "rungs": [{"birth_year": "5 years", "city": "value"}],
}
RELEASE = "{{ dbt_crowd.release(ref('people')) }}"
VERSIONED = ["at_model_v1", "at_model_v2", "at_version_v1", "at_version_v2"]
CONTRACT = [
    {"name": "birth_year", "data_type": "varchar", "description": "A band of five years."},
    {"name": "city", "data_type": "varchar", "constraints": [{"type": "not_null"}]},
    {"name": "edition", "data_type": "integer"},
]

FILES = {
    "profiles.yml": """
        clinic:
          target: dev
          outputs:
            dev: {type: duckdb, path: warehouse.duckdb, schema: dev, threads: 4}
            prod: {type: duckdb, path: warehouse.duckdb, schema: prod, threads: 4}
    """,
    "models/people.sql": "{{ config(materialized='view') }}\nselect * from raw.people",
    "models/people_release.sql": RELEASE,
    "models/shared_release.sql": RELEASE,
    "models/at_model_v1.sql": RELEASE,
    "models/at_model_v2.sql": RELEASE,
    "models/at_version_v1.sql": RELEASE,
    "models/at_version_v2.sql": RELEASE,
}


def meta(**changes: Any) -> dict[str, Any]:
    return {"dbt_crowd": POLICY | changes}


def schema(columns: list[dict[str, Any]] = CONTRACT, **changes: Any) -> dict[str, str]:
    """The models' YAML; what is changed is changed for people_release alone."""
    tested = {"data_tests": ["dbt_crowd.keeps_its_policy"]}
    models = [
        {
            "name": "people_release",
            "description": "Who lives where.",
            "columns": columns,
            "config": {
                "contract": {"enforced": True},
                "persist_docs": {"relation": True, "columns": True},
                "tags": ["nightly"],
                "grants": {"select": ["reporting"]},
                "pre_hook": "insert into raw.hooks values ('before')",
                "post_hook": "insert into raw.hooks select 'after ' || count(*) from {{ this }}",
                "meta": meta(**changes),
            },
            **tested,
        },
        {"name": "shared_release", "config": {"schema": "shared", "meta": meta()}, **tested},
        {
            "name": "at_model",
            "latest_version": 2,
            "config": {"meta": meta()},
            "versions": [{"v": 1}, {"v": 2}],
            **tested,
        },
        {
            "name": "at_version",
            "latest_version": 2,
            "versions": [
                {"v": 1, "config": {"meta": meta(k=2)}},
                {"v": 2, "config": {"meta": meta(rungs=[{"birth_year": "10 years", "city": "value"}])}},
            ],
            **tested,
        },
    ]
    return {"models/schema.yml": json.dumps({"models": models}, indent=2)}


def load(project: DbtProject, edition: int = 1) -> None:
    """Forty people in eight crowds of five; every row carries the edition of the data."""
    project.query("create schema if not exists raw")
    project.query("create table if not exists raw.hooks (said text)")
    project.query(
        f"""
        create or replace table raw.people as
        select 'person-' || i as person, 1950 + 5 * (i % 8) as birth_year, 'Bern' as city, {edition} as edition
        from range(40) as people (i)
        """
    )


def log(project: DbtProject, name: str = "people_release", schema: str = "prod") -> list[str]:
    sql = f"select outcome from {schema}__log.release_log where release_name = ? order by logged_at"
    return [outcome for (outcome,) in project.query(sql, [name])]


@pytest.fixture(scope="module")
def built(dbt_project: Callable[..., DbtProject]) -> DbtProject:
    """A project built in production, and its artifacts in `state`. Tests take a copy."""
    project = dbt_project({**FILES, **schema()})
    load(project)
    project.dbt("build", "--target", "prod", expect=0)
    shutil.copytree(project.root / "target", project.root / "state")
    return project


@pytest.fixture
def project(built: DbtProject, tmp_path: Path) -> DbtProject:
    root = tmp_path / "clinic"
    shutil.copytree(built.root, root, symlinks=True)
    return DbtProject(root, root / "warehouse.duckdb", dict(built.environment))


def test_what_stands_where(built: DbtProject) -> None:
    tables = built.query(
        """
        select schema_name || '.' || table_name from duckdb_tables() where schema_name like 'prod%'
        union all select schema_name || '.' || view_name from duckdb_views() where schema_name like 'prod%' order by 1
        """
    )
    assert [name for (name,) in tables] == sorted(
        ["prod.people", "prod.dbt_crowd__releases", "prod__log.release_log", "prod_shared__log.release_log"]
        + [f"{place}.{name}" for place in ("prod", "prod__private") for name in ("people_release", *VERSIONED)]
        + [f"{place}.shared_release" for place in ("prod_shared", "prod_shared__private")]
    )
    assert built.query("select distinct release_name from prod_shared__log.release_log") == [("shared_release",)]


def test_the_view_over_the_logs_comes_first(dbt_project: Callable[..., DbtProject]) -> None:
    project = dbt_project({**FILES, **schema()})
    project.dbt("run", "-s", "dbt_crowd__releases", expect=0)
    assert project.query("select count(*) from dev.dbt_crowd__releases") == [(0,)]


def test_contract_docs_and_hooks_are_dbt_s_own(built: DbtProject) -> None:
    place = "where schema_name = 'prod' and table_name = 'people_release'"
    columns = built.query(f"select column_name, is_nullable, comment from duckdb_columns() {place}")
    assert columns == [("birth_year", True, "A band of five years."), ("city", False, ""), ("edition", True, "")]
    assert built.query(f"select comment from duckdb_tables() {place}") == [("Who lives where.",)]
    assert built.query("select said from raw.hooks") == [("before",), ("after 40",)]


def test_each_version_is_a_release_of_its_own(built: DbtProject) -> None:
    columns = "release_name, unique_id, json_extract_string(policy, '$.k'), rungs"
    sql = f"select {columns} from prod__log.release_log where release_name like 'at%' order by 1"
    fine, coarse = ('[{"birth_year": "5 years", "city": "value"}]', '[{"birth_year": "10 years", "city": "value"}]')
    assert built.query(sql) == [
        ("at_model_v1", "model.clinic.at_model.v1", "3", fine),
        ("at_model_v2", "model.clinic.at_model.v2", "3", fine),
        ("at_version_v1", "model.clinic.at_version.v1", "2", fine),
        ("at_version_v2", "model.clinic.at_version.v2", "3", coarse),
    ]


def test_what_is_refused_before_it_is_judged_is_logged_too(project: DbtProject) -> None:
    unique = [*CONTRACT[:2], {"name": "edition", "data_type": "integer", "constraints": [{"type": "unique"}]}]
    project.write(
        {**schema(columns=unique), "models/shared_release.sql": RELEASE + "\n{{ config(materialized='table') }}"}
    )
    load(project, edition=2)
    output = project.dbt("run", "-s", "people_release", "shared_release", "--target", "prod", expect=1).output
    assert "has a unique constraint, whose failure would print a value. Only not_null is supported" in output
    assert "is set to materialized='table'" in output
    for place, name in (("prod", "people_release"), ("prod_shared", "shared_release")):
        assert project.query(f"select edition, count(*) from {place}.{name} group by edition") == [(1, 40)]
        assert log(project, name, place) == ["released", "refused"]
    project.dbt("compile", "--target", "prod", expect=2)
    assert log(project, "shared_release", "prod_shared") == ["released", "refused"], "what only compiles is not logged"


def test_null_where_the_contract_says_not_null_is_refused_and_logged(project: DbtProject) -> None:
    project.query("update raw.people set city = null where birth_year < 1960")
    output = project.dbt("run", "-s", "people_release", "--target", "prod", expect=1).output
    assert "contract: city is NULL in 10 rows, and not_null by its contract" in output
    assert log(project) == ["released", "refused"]
    assert project.query("select count(*) from prod.people_release where city = 'Bern'") == [(40,)]


def test_state_modified_lists_the_release_whose_policy_changed(project: DbtProject) -> None:
    def modified() -> list[str]:
        selection = ("-s", "state:modified", "--state", "state", "--indirect-selection", "empty")
        finished = project.dbt("-q", "ls", *selection, "--target", "prod")
        assert finished.code == 0, finished.output
        return finished.stdout.split()

    release = ["clinic.people_release"]
    assert modified() == []
    project.write(schema(k=4))
    assert modified() == release
    project.write(schema(rungs=[{"birth_year": "10 years", "city": "value"}]))
    assert modified() == release
    bands = {"type": "bands", "widths": [5, 20], "unit": "years"}
    project.write(schema(quasi_identifiers=POLICY["quasi_identifiers"] | {"birth_year": bands}))
    assert modified() == release
    project.write(schema())
    assert modified() == []


def test_under_defer_tests_judge_production_and_builds_stay_apart(project: DbtProject) -> None:
    defer = ("--defer", "--state", "state", "-s", "people_release")
    project.dbt("test", *defer, expect=0)
    assert (
        project.query(
            "select schema_name from information_schema.schemata where schema_name like 'dev\\_\\_%' escape '\\'"
        )
        == []
    )
    project.write(schema(k=6))
    assert "Got 1 result" in project.dbt("test", *defer, expect=1).output, "production, by what the policy says now"
    project.write(schema())
    project.dbt("build", *defer, expect=0)
    (entry,) = project.records("select * from dev__log.release_log")
    assert (entry["release_schema"], entry["target_name"]) == ("dev", "dev")
    assert json.loads(entry["inputs"])["input"]["schema"] == "prod", "the input was not built in development"
    assert project.query("select count(*) from dev__private.people_release") == [(40,)]
    assert log(project) == ["released"]


def test_a_clone_is_replaced_by_the_next_build(project: DbtProject) -> None:
    project.dbt("clone", "--state", "state", "-s", "people_release", "shared_release", expect=0)
    assert project.query("select count(*) from dev.people_release") == [(40,)]
    output = project.dbt("test", "-s", "people_release", expect=1).output
    assert "has no release to judge" in output
    project.dbt("build", "-s", "people", "people_release", expect=0)
    assert project.query("select count(*) from duckdb_tables() where schema_name = 'dev'") == [(1,)], "no view any more"
    assert log(project, schema="dev") == ["released"]


def test_the_view_over_the_log_says_when_a_release_was_live(project: DbtProject) -> None:
    for edition in (2, 3):
        load(project, edition)
        project.dbt("run", "-s", "tag:nightly", "--target", "prod", expect=0)
    project.query("delete from raw.people where birth_year > 1950")
    project.query("update raw.people set city = 'Bern ' || person")
    project.dbt("run", "-s", "people_release", "--target", "prod", expect=1)
    people = "where release_name = 'people_release' order by logged_at"
    rows = project.records(f"select * from prod.dbt_crowd__releases {people}")
    assert [row["outcome"] for row in rows] == ["released", "released", "released", "refused"]
    assert [row["live_from"] for row in rows] == [row["logged_at"] for row in rows[:3]] + [None]
    assert [row["live_to"] for row in rows] == [rows[1]["logged_at"], rows[2]["logged_at"], None, None]
    live = "from prod.dbt_crowd__releases where live_from is not null and live_to is null order by all"
    in_prod = [("prod", name) for name in (*VERSIONED, "people_release")]
    assert project.query(f"select release_schema, release_name {live}") == [*in_prod, ("prod_shared", "shared_release")]


def test_check_judges_without_the_driver(project: DbtProject) -> None:
    def check(**arguments: Any) -> dict[str, Any]:
        operation = ("-q", "run-operation", "dbt_crowd.check", "--target", "prod", "--args", json.dumps(arguments))
        finished = project.dbt(*operation, expect=0)
        (line,) = [line for line in finished.stdout.splitlines() if line.startswith("dbt_crowd:")]
        answer: dict[str, Any] = json.loads(line.removeprefix("dbt_crowd:"))
        return answer

    answer = check(model="people_release")
    assert answer["satisfied"]
    assert (answer["judge"]["crowd_smallest_class"], answer["judge"]["crowd_rows"]) == (5, 40)
    answer = check(model="at_version", version=2, k=11, rungs=[[1, 0]])
    assert (answer["satisfied"], answer["judge"]["crowd_rows"]) == (False, 0)
    assert log(project) == ["released"], "a check is no release"


UNIT_TEST = """
unit_tests:
  - name: thin_crowds_are_suppressed
    model: people_release
    given:
      - input: ref('people')
        rows:
          - {person: a, birth_year: 1950, city: Bern, edition: 1}
          - {person: b, birth_year: 1951, city: Bern, edition: 1}
          - {person: c, birth_year: 1952, city: Bern, edition: 1}
          - {person: d, birth_year: 1960, city: Bern, edition: 1}
    expect:
      rows:
        - {birth_year: 1950-1954, city: Bern, edition: 1}
        - {birth_year: 1950-1954, city: Bern, edition: 1}
        - {birth_year: 1950-1954, city: Bern, edition: 1}
"""


def test_a_unit_test_needs_a_policy(project: DbtProject) -> None:
    project.write({"models/unit_tests.yml": UNIT_TEST})
    output = project.dbt("test", "-s", "test_type:unit", "--target", "prod", expect=1).output
    assert "must have a policy" in output
    assert "1950" not in output
    overrides = f"    overrides: {{macros: {{dbt_crowd._policy_meta: {json.dumps(POLICY)}}}}}\n"
    project.write({"models/unit_tests.yml": UNIT_TEST + overrides})
    project.dbt("test", "-s", "test_type:unit", "--target", "prod", expect=0)
