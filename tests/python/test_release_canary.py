"""A canary: values planted in the private input turn up in no log, no file of dbt's, no message and no failure table."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import duckdb
from conftest import DbtProject

POLICY: dict[str, Any] = {
    "k": 3,
    "privacy_unit": "person",
    "max_suppression": 0.5,
    "unmapped": "suppress",
    "direct_identifiers": ["person", "email", "passport"],
    "quasi_identifiers": {
        "age": {"type": "bands", "widths": [5, 10], "unit": "years"},
        "born": {"type": "date", "levels": ["day", "year", "10 years"]},
        "zip": {"type": "prefix", "lengths": [8, 3], "unit": "characters"},
        "region": {"type": "groups", "levels": {"side": {"East": ["SG", "GR"], "West": ["GE", "VD"]}}},
        "city": "suppress",
        "diagnosis": {"type": "table", "levels": ["code", "chapter"]},
    },
    "sensitive": {"income": {}, "note": {}, "seen_at": {}},
    "insensitive": ["visits"],
    "rungs": [
        {"age": "10 years", "born": "10 years", "zip": "*", "region": "side", "city": "value", "diagnosis": "chapter"},
        {"age": "*", "born": "*", "zip": "*", "region": "*", "city": "*", "diagnosis": "chapter"},
    ],
}

COLUMNS = """
    person text, email text, passport bigint, age text, born text, zip text, region text, city text, diagnosis text,
    income decimal(18, 2), note text, seen_at timestamp, visits bigint
"""

# Each as it could be printed; numbers and times are rare enough not to turn up by chance.
PLANTED = [
    "quetzal", "Xerxes", "7310298465", "8820917364", "9184057362", "1903-07-19", "1907-11-23 04:05:06",
]  # fmt: skip

FILES = {
    "models/people.sql": "{{ config(materialized='view') }}\nselect * from raw.people",
    "models/codes.sql": "{{ config(materialized='view') }}\nselect * from raw.codes",
    "models/people_release.sql": "{{ dbt_crowd.release(ref('people'), hierarchies={'diagnosis': ref('codes')}) }}",
    "models/strict_release.sql": "{{ dbt_crowd.release(ref('people'), hierarchies={'diagnosis': ref('codes')}) }}",
}


def schema(**changes: Any) -> dict[str, str]:
    """The models' YAML with changes to the policy; tests that pass on the good data, and one release under contract."""
    meta = json.dumps({"dbt_crowd": POLICY | changes})
    types = dict.fromkeys(("age", "born", "zip", "region", "city", "diagnosis", "note"), "varchar")
    types |= {"income": "decimal(18,2)", "seen_at": "timestamp", "visits": "bigint"}
    columns: list[dict[str, Any]] = [{"name": name, "data_type": kind} for name, kind in types.items()]
    columns[6]["constraints"] = [{"type": "not_null"}]
    declared = json.dumps(list(types))
    return {
        "models/schema.yml": f"""
            models:
              - name: codes
                data_tests:
                  - dbt_crowd.is_generalization_hierarchy: {{arguments: {{levels: [code, chapter]}}}}
              - name: people_release
                data_tests:
                  - dbt_crowd.keeps_its_policy
                  - dbt_crowd.is_k_anonymous:
                      arguments: {{k: {changes.get("k", 3)}, quasi_identifiers: [age, born, zip, region, city, diagnosis]}}
                  - dbt_crowd.stays_within_suppression:
                      arguments: {{input: ref('people'), max_suppression: 0.5}}
                  - dbt_crowd.has_only_declared_columns: {{arguments: {{columns: {declared}}}}}
                  - dbt_crowd.was_released_within: {{arguments: {{hours: 1}}}}
                config:
                  meta: {meta}
              - name: strict_release
                data_tests: [dbt_crowd.keeps_its_policy]
                columns: {json.dumps(columns)}
                config:
                  contract: {{enforced: true}}
                  meta: {meta}
        """
    }


def load(project: DbtProject) -> None:
    """Twelve ordinary people, and planted ones: four in a crowd of their own, three whom no hierarchy covers, one alone."""
    huge = "quetzal " * 20_000
    common = (9184057362.55, huge, "1907-11-23 04:05:06", 7310298465)
    people: list[tuple[Any, ...]] = [
        (f"person-quetzal-{i}", f"{i}@quetzal.example", 8820917364, "30", "1980-01-02", "90001", "SG", "Bern", "A1", 1, "-", "2020-01-01", 1)
        for i in range(12)
    ]  # fmt: skip
    people += [
        (f"Xerxes {i}", "'); quetzal\n{{ quetzal }}", 8820917364, "41", "1903-07-19", "quetzal zip", "GE", "quetzal city", "B2", *common)
        for i in range(4)
    ]  # fmt: skip
    people += [
        (f"quetzal {i}", None, None, "age quetzal", "1903-07-19 quetzal", huge, "quetzal land", huge, "quetzal code", *common)
        for i in range(3)
    ]  # fmt: skip
    people += [("alone quetzal", None, None, "99", "1903-07-19", "quetzal zip", "VD", "alone quetzal", "A1", *common)]
    with duckdb.connect(str(project.database)) as connection:
        connection.execute("create schema if not exists raw")
        connection.execute(f"create or replace table raw.people ({COLUMNS})")
        connection.executemany(f"insert into raw.people values ({', '.join('?' * 13)})", people)
        codes = "select * from (values ('A1', 'A'), ('B2', 'A')) as codes (code, chapter)"
        connection.execute(f"create or replace table raw.codes as {codes}")


REFUSED = {
    "too many thin": "update raw.people set diagnosis = 'C' || rowid where rowid >= 5; insert into raw.codes select 'C' || i, 'quetzal ' || i from range(30) as codes (i)",
    "inventory": "alter table raw.people add column remark text default 'quetzal'; alter table raw.people drop column note; insert into raw.codes values ('quetzal', 'A'), ('quetzal', 'quetzal')",
    "nothing left": "delete from raw.people",
}  # fmt: skip

# What the driver is asked on the good data, and how it ends.
COMMANDS = {
    "check people_release --rung age=*,born=*,zip=*,region=*,city=*,diagnosis=chapter --objective entropy": 0,
    "check raw.people --quasi-identifiers age,born,zip --privacy-unit person --k 5 --json": 1,
    "solve people_release --dry-run": 0,
    "solve people_release --k 100": 1,
    "init raw.people --name new_release": 0,
}


def found(project: DbtProject, outputs: list[str]) -> dict[str, list[str]]:
    """Where planted values turned up: in which files of the project, and in which commands' output."""
    places = {f"output {number}": text for number, text in enumerate(outputs)}
    for path in project.root.rglob("*"):
        if path.is_file() and not path.name.startswith("warehouse.duckdb") and "dbt_packages" not in path.parts:
            places[str(path.relative_to(project.root))] = path.read_bytes().decode("utf-8", "replace")
    assert {"logs/dbt.log", "target/run_results.json", "target/manifest.json"} <= set(places)
    hits = {name: [value for value in PLANTED if value in text] for name, text in places.items()}
    return {name: values for name, values in hits.items() if values}


def test_planted_values_stay_in_the_warehouse(dbt_project: Callable[..., DbtProject]) -> None:
    project = dbt_project({**FILES, **schema()})
    outputs = []

    def run(*arguments: str, code: int) -> str:
        outputs.append(project.dbt("--debug", *arguments, expect=code).output)
        return outputs[-1]

    load(project)
    run("build", "--store-failures", code=0)
    published = project.query("select * from analytics.people_release")
    assert len([row for row in published if "quetzal" in str(row)]) >= 4, "planted values are in the release itself"

    for case, change in REFUSED.items():
        load(project)
        project.query(change)
        assert "is refused; nothing was published" in run("run", "-s", "people_release", code=1), case
    load(project)
    project.query("update raw.people set note = null where person = 'Xerxes 1'")
    project.write(schema(unmapped="refuse"))
    output = run("run", "-s", "people_release", "strict_release", code=1)
    assert output.count("cells are not covered by their hierarchy") >= 2
    assert "note is NULL in 1 rows" in output
    assert project.query("select * from analytics.people_release") == published
    log = "select release_name, outcome, count(*) from analytics__log.release_log group by all order by all"
    assert project.query(log) == [
        ("people_release", "refused", len(REFUSED) + 1), ("people_release", "released", 1),
        ("strict_release", "refused", 1), ("strict_release", "released", 1),
    ]  # fmt: skip

    run("docs", "generate", code=0)
    run("show", "-s", "people_release", code=2)
    run("run-operation", "dbt_crowd.check", "--args", "{model: people_release}", code=0)

    project.write(schema(k=100))
    project.query("insert into raw.codes values ('quetzal', 'A'), ('quetzal', 'quetzal')")
    project.query("alter table analytics.people_release add column remark text default 'quetzal'")
    project.query("delete from analytics.people_release where city = 'Bern'")
    project.query("update analytics__log.release_log set logged_at = logged_at - interval 2 hour")
    assert "PASS=1 WARN=0 ERROR=7 " in run("test", "--store-failures", code=1), "every test fails, the hook passes"
    audit = "select table_name from information_schema.tables where table_schema like '%dbt_test__audit%'"
    assert project.query(audit) == []

    project.write(schema())
    load(project)
    outputs += [project.crowd(*command.split(), expect=code).output for command, code in COMMANDS.items()]
    assert found(project, outputs) == {}
    project.write({"logs/control.log": "quetzal"})
    assert found(project, outputs) == {"logs/control.log": ["quetzal"]}, "what is there is found"
