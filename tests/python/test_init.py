"""`crowd init`: from a table to a policy that waits for decisions."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import DbtProject
from dbt_crowd.cli.init import (
    Inspection,
    hints,
    looks_like,
    model_folder,
    release_name,
    release_sql,
    release_yaml,
    write_new,
)
from dbt_crowd.errors import UsageError

STG_PATIENTS = """
    select
        'P-' || cast(i as varchar) as patient_id,
        case when i % 10 = 0 then null else date '1950-01-01' + cast(i * 137 as integer) end as "Birth Date",
        case when i % 20 = 0 then ' ' else lpad(cast(10000 + i * 7 as varchar), 5, '0') end as zip,
        case when i % 2 = 0 then 'F' else 'M' end as sex,
        list_extract(['MA', 'NY', 'CA', 'TX'], cast(1 + i % 4 as integer)) as home,
        list_extract(['J45.9', 'E11', 'I10'], cast(1 + i % 3 as integer)) as diagnosis,
        i % 90 as age,
        i * 1000 as income,
        timestamp '2026-01-01 08:00:00' + to_minutes(cast(i as integer)) as admitted_at,
        [i, i] as scores,
        'NO' as "NO",
        'secretvalue' || i as note
    from range(1, 201) as numbers (i)
"""


def _column(name: str, **told: Any) -> dict[str, Any]:
    return {"name": name, "type": "varchar", "family": "text", "distinct": 5, "nulls": 0, "covered": {}} | told


def _inspection(**told: Any) -> Inspection:
    return Inspection.of(
        {"kind": "ref", "name": "stg_patients", "schema": "main", "rows": 100, "columns": [_column("sex")]} | told
    )


def test_every_column_is_undecided_and_no_kind_is_guessed() -> None:
    names = ["patient_id", "NO", "02134", "birth date", "größe", "a: b", "*"]
    text = release_yaml(_inspection(columns=[_column(name) for name in names]), "r")
    [model] = yaml.safe_load(text)["models"]
    policy = model["config"]["meta"]["dbt_crowd"]
    assert policy["undecided"] == names
    assert [policy[kind] for kind in ("direct_identifiers", "quasi_identifiers", "sensitive", "insensitive")] == [
        [],
        {},
        [],
        [],
    ]
    assert model["name"] == "r"
    assert model["data_tests"] == ["dbt_crowd.keeps_its_policy"]


@pytest.mark.parametrize(
    ("column", "says"),
    [
        (_column("id", distinct=100), "varchar, 100 values, all different, no NULL"),
        (_column("sex", distinct=1, nulls=99), "varchar, 1 distinct value, 99 NULL"),
        (
            _column("x", distinct=None, type="struct(a integer)"),
            "struct(a integer), values of this type are not counted",
        ),
        (_column("zip", nulls=50, covered={"us_zip": 49}), "looks like us_zip: 98 % of the values"),
        (_column("state", covered={"us_state": 100}), "looks like us_state: all of the values"),
    ],
)
def test_hints_are_counts(column: dict[str, Any], says: str) -> None:
    assert hints(column, 100).startswith(says) or hints(column, 100).endswith(says)


@pytest.mark.parametrize(
    ("name", "family", "covered", "preset"),
    [
        ("patientAge", "number", {"age": 100}, "age"),
        ("average", "number", {"age": 100}, None),
        ("income", "number", {"us_zip": 100, "age": 100}, None),
        ("date_of_birth", "date", {"birth_date": 100, "timestamp": 100}, "birth_date"),
        ("DOB", "text", {"birth_date": 60, "timestamp": 60}, "birth_date"),
        ("DOB", "text", {"birth_date": 40, "timestamp": 40}, None),
        ("admitted", "date", {"birth_date": 100, "timestamp": 100}, "timestamp"),
        ("zip_code", "number", {"us_zip": 55}, "us_zip"),
        ("home", "text", {"us_state": 95}, "us_state"),
        ("home", "text", {"us_state": 94}, None),
        ("code", "text", {"icd10": 100}, "icd10"),
        ("code", "text", {"us_zip": 100}, None),
        ("empty", "text", {}, None),
    ],
)
def test_a_preset_needs_a_name_that_says_so_or_values_spelt_like_it(
    name: str, family: str, covered: dict[str, int], preset: str | None
) -> None:
    found = looks_like(_column(name, family=family, covered=covered), 100)
    assert (found[0] if found else None) == preset


def test_codes_of_persons_look_like_no_preset() -> None:
    assert looks_like(_column("patient_id", distinct=60, covered={"icd10": 100}), 100) is None


@pytest.mark.parametrize(
    ("told", "sql"),
    [
        ({}, "{{ dbt_crowd.release(ref('stg_patients')) }}\n"),
        ({"model_version": 2}, "{{ dbt_crowd.release(ref('stg_patients', v='2')) }}\n"),
        ({"kind": "source", "source_name": "raw", "name": "o'b"}, "{{ dbt_crowd.release(source('raw', 'o\\'b')) }}\n"),
        ({"kind": "table", "schema": "Raw"}, "{{ dbt_crowd.release(source('Raw', 'stg_patients')) }}\n"),
    ],
)
def test_the_input_is_named_as_dbt_knows_it(told: dict[str, Any], sql: str) -> None:
    assert release_sql(_inspection(**told)) == sql


def test_a_table_that_dbt_does_not_know_becomes_a_source() -> None:
    written = yaml.safe_load(release_yaml(_inspection(kind="table", schema="raw"), "r"))
    assert written["sources"] == [{"name": "raw", "tables": [{"name": "stg_patients"}]}]


def test_the_release_has_a_name_that_a_model_can_have() -> None:
    assert release_name(_inspection(name="Visits (2026)")) == "visits_2026_release"


def test_a_folder_without_a_project_is_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no dbt project"):
        model_folder(tmp_path)


def test_models_are_written_where_the_project_keeps_them(tmp_path: Path) -> None:
    (tmp_path / "dbt_project.yml").write_text("name: x\nmodel-paths: [transform, more]\n")
    assert model_folder(tmp_path) == tmp_path / "transform"


@pytest.fixture(scope="module")
def project(dbt_project: Callable[..., DbtProject]) -> DbtProject:
    made = dbt_project({"models/stg_patients.sql": STG_PATIENTS})
    made.query("create schema raw")
    made.query("create table raw.visits as select 1 as id, 'secretvalue' as who")
    made.dbt("run", "-s", "stg_patients", expect=0)
    return made


def test_init_writes_a_policy_to_fill_in(project: DbtProject) -> None:
    finished = project.crowd("init", "stg_patients", expect=0)
    assert project.read("models/stg_patients_release.sql") == "{{ dbt_crowd.release(ref('stg_patients')) }}\n"
    written = project.read("models/stg_patients_release.yml")
    undecided = yaml.safe_load(written)["models"][0]["config"]["meta"]["dbt_crowd"]["undecided"]
    assert undecided == [
        *("patient_id", "Birth Date", "zip", "sex", "home", "diagnosis"),
        *("age", "income", "admitted_at", "scores", "NO", "note"),
    ]
    told = {
        line.split("#")[0].strip('- "\n'): line.split("# ")[1]
        for line in written.split("undecided:")[1].splitlines()[1:]
    }
    assert told == {
        "patient_id": "varchar, 200 values, all different, no NULL",
        "Birth Date": "date, 180 values, all different, 20 NULL, looks like birth_date: all of the values",
        "zip": "varchar, 190 values, all different, 10 NULL, looks like us_zip: all of the values",
        "sex": "varchar, 2 distinct values, no NULL",
        "home": "varchar, 4 distinct values, no NULL, looks like us_state: all of the values",
        "diagnosis": "varchar, 3 distinct values, no NULL, looks like icd10: all of the values",
        "age": "bigint, 90 distinct values, no NULL, looks like age: all of the values",
        "income": "bigint, 200 values, all different, no NULL",
        "admitted_at": "timestamp, 200 values, all different, no NULL, looks like timestamp: all of the values",
        "scores": "bigint[], values of this type are not counted, no NULL",
        "NO": "varchar, 1 distinct value, no NULL",
        "note": "varchar, 200 values, all different, no NULL",
    }
    assert "secretvalue" not in written + finished.output
    assert [line.strip() for line in finished.stdout.splitlines() if line.startswith("  ")] == [
        "crowd solve stg_patients_release",
        "dbt build -s stg_patients_release",
        "crowd check stg_patients_release",
    ]


def test_nothing_is_overwritten(project: DbtProject) -> None:
    project.write({"models/mine.yml": "version: 2\n"})
    finished = project.crowd("init", "stg_patients", "--name", "mine", expect=2)
    assert "models/mine.yml exists already" in finished.output
    assert project.read("models/mine.yml") == "version: 2\n"
    assert not (project.root / "models/mine.sql").exists()


def test_a_model_of_that_name_in_any_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "models" / "deep").mkdir(parents=True)
    (tmp_path / "models" / "deep" / "r.sql").write_text("select 1 as a")
    with pytest.raises(UsageError, match=r"models/deep/r\.sql exists already"):
        write_new(tmp_path / "models", "r", "sql", "yaml")
    assert [path.name for path in (tmp_path / "models").iterdir()] == ["deep"]


def test_a_table_outside_dbt_gets_a_source_and_is_refused_undecided(project: DbtProject) -> None:
    finished = project.crowd("init", "raw.visits", "--name", "visits_out", "--json", expect=0)
    told = json.loads(finished.stdout)
    assert told["files"] == ["models/visits_out.sql", "models/visits_out.yml"]
    assert told["model"] == "visits_out"
    assert told["columns"][1] == {
        "name": "who",
        "type": "varchar",
        "distinct": 1,
        "nulls": 0,
        "looks_like": None,
        "share": None,
    }
    assert project.read("models/visits_out.sql") == "{{ dbt_crowd.release(source('raw', 'visits')) }}\n"
    assert "sources:\n  - name: raw\n    tables:\n      - name: visits\n" in project.read("models/visits_out.yml")
    built = project.dbt("build", "-s", "visits_out", expect=1)
    [line] = [line for line in built.output.splitlines() if "dbt_crowd:" in line and "undecided" in line]
    assert "id" in line
    assert "who" in line


def test_an_unknown_relation_is_said_so(project: DbtProject) -> None:
    finished = project.crowd("init", "nowhere.nothing", expect=1)
    assert "there is no model, source or table named nowhere.nothing" in finished.output
