"""Policies in places that nobody reviews: what dbt shows to a macro is refused there, the rest found in the files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import DbtProject
from dbt_crowd.policy_rules import policy_faults
from test_versions import command, run

ANCHOR = "See docs/policy.md#where-a-policy-stands"
PROJECT_META = f"must have its policy in the model's YAML. Got: dbt_crowd in a +meta of dbt_project.yml. {ANCHOR}"
SQL_META = (
    f"must have its meta written out in the model's YAML. Got: meta from a config() in its SQL, or from Jinja. {ANCHOR}"
)
SPLIT = (
    "must have its policy at the model or at its versions, not at both: dbt 1 merges the two, dbt 2 takes one."
    f" Got: both. {ANCHOR}"
)


def jinja(path: str, got: str) -> str:
    return f'{path} must be written out, without Jinja. Got: "{got}". {ANCHOR}'


def date(path: str, got: str) -> str:
    return f"{path} must have its dates in quotes. Got: {got}. {ANCHOR}"


PROJECT = """
    name: clinic
    version: "1.0.0"
    profile: clinic
    flags:
      send_anonymous_usage_stats: false
    models:
      clinic:
        unreviewed:
          +meta:
            dbt_crowd: {k: 3, quasi_identifiers: [sex]}
        tagged:
          +meta: {owner: somebody}
"""
MODELS = """
    models:
      - name: reviewed
        config: {meta: {dbt_crowd: {k: 3, quasi_identifiers: [sex]}}}
      - name: owned
        config: {meta: {dbt_crowd: {k: 3, quasi_identifiers: [sex]}}}
      - name: without_policy
        columns:
          - name: sex
            config: {meta: {dbt_crowd: {type: suppress}}}
      - name: in_project
        description: It stands in YAML, its policy does not.
      - name: in_both
        config: {meta: {dbt_crowd: {k: 5, quasi_identifiers: [sex]}}}
      - name: in_sql
      - name: jinja
        config:
          meta:
            dbt_crowd:
              k: "{{ var('k', 5) }}"
              direct_identifiers: ["{{ 'na' ~ 'me' }}"]
              quasi_identifiers:
                zip: {type: prefix, lengths: [5, 3], unit: "{% if true %}digits{% endif %}"}
      - name: dates
        config:
          meta:
            dbt_crowd:
              k: 5
              quasi_identifiers:
                birth_date: {hierarchy: birth_date, as_of: 2026-01-01}
                visit: {type: date, bottom: "1900-01-01", top: 2026-01-01}
      - name: at_model
        latest_version: 2
        config: {meta: {dbt_crowd: {k: 4, quasi_identifiers: [sex]}}}
        versions: [{v: 1}, {v: 2}]
      - name: at_version
        latest_version: 2
        versions:
          - v: 1
            config: {meta: {dbt_crowd: {k: 4, quasi_identifiers: [sex]}}}
          - v: 2
            config: {meta: {dbt_crowd: {k: 6, quasi_identifiers: [sex, zip]}}}
      - name: at_both
        latest_version: 2
        config: {meta: {dbt_crowd: {k: 4, quasi_identifiers: [sex], insensitive: [ward]}}}
        versions:
          - v: 1
          - v: 2
            config: {meta: {dbt_crowd: {k: 6, quasi_identifiers: [zip]}}}
      - name: broken
        config:
          meta:
            dbt_crowd:
              k: 1
              max_supression: 0.1
              max_suppression: "0.1"
              privacy_unit: person
              quasi_identifiers:
                zip: us_zipp
                sex: {type: suppress, min_level: none}
              insensitive: [zip]
              warn_at: true
"""
MACRO = """
    {% macro places() %}
        {%- set places = {} -%}
        {%- for node in graph.nodes.values() if node.resource_type == 'model' and node.package_name == 'clinic' -%}
            {%- set faults = dbt_crowd._policy_place_faults(node, dbt_crowd._policy_meta(node)) -%}
            {%- do places.update({node.unique_id[13:]: faults}) -%}
        {%- endfor -%}
        {%- do print('PLACES ' ~ tojson(places)) -%}
    {% endmacro %}
"""
SQL = "{% if execute %}{% do dbt_crowd.resolve_policy(model) %}{% endif %}select 1 as a"
FILES = {
    "models/reviewed.sql": SQL,
    "models/tagged/owned.sql": SQL,
    "models/without_policy.sql": SQL,
    "models/unreviewed/in_project.sql": SQL,
    "models/unreviewed/in_both.sql": SQL,
    "models/unreviewed/in_no_yaml.sql": SQL,
    "models/in_sql.sql": "{{ config(meta={'dbt_crowd': {'k': var('k', 5), 'quasi_identifiers': ['sex']}}) }}" + SQL,
    "models/jinja.sql": SQL,
    "models/dates.sql": SQL,
    "models/broken.sql": SQL,
    **{f"models/{name}_v{version}.sql": SQL for name in ("at_model", "at_version", "at_both") for version in (1, 2)},
}


@pytest.fixture(scope="module")
def project(dbt_project: Callable[..., DbtProject]) -> DbtProject:
    return dbt_project(
        {"dbt_project.yml": PROJECT, "models/models.yml": MODELS, "macros/places.sql": MACRO, **FILES}, name="clinic"
    )


def faulty(output: str) -> dict[str, list[str]]:
    [line] = [line for line in output.splitlines() if line.startswith("PLACES ")]
    places: dict[str, list[str]] = json.loads(line[7:])
    assert len(places) == len(FILES)
    return {name: faults for name, faults in places.items() if faults}


ON_EVERY_DBT_1 = {
    "in_project": [PROJECT_META],
    "in_both": [PROJECT_META],
    "in_no_yaml": [PROJECT_META],
    "in_sql": [SQL_META],
}


def test_what_dbt_shows_is_refused(project: DbtProject) -> None:
    output = project.dbt("--quiet", "run-operation", "places", expect=0).stdout
    assert faulty(output) == {
        **ON_EVERY_DBT_1,
        "jinja": [
            jinja("dbt_crowd.k", "{{ var('k', 5) }}"),
            jinja("dbt_crowd.direct_identifiers", "{{ 'na' ~ 'me' }}"),
            jinja("dbt_crowd.quasi_identifiers.zip.unit", "{% if true %}digits{% endif %}"),
        ],
        "dates": [
            date("dbt_crowd.quasi_identifiers.birth_date.as_of", "2026-01-01"),
            date("dbt_crowd.quasi_identifiers.visit.top", "2026-01-01"),
        ],
        "at_both.v2": [SPLIT],
    }


def test_what_dbt_1_11_shows_is_refused(project: DbtProject) -> None:
    """There dbt keeps what was rendered, so Jinja, dates and merged versions are for the files to show."""
    output = run(
        project, command("dbt-1.11", "dbt"), "--quiet", "run-operation", "places", "--target-path", "target-1.11"
    )
    assert faulty(output) == ON_EVERY_DBT_1


@pytest.fixture(scope="module")
def refused(project: DbtProject) -> str:
    """What dbt says of two models that cannot be built."""
    output = project.dbt("run", "-s", "broken", "without_policy", expect=1).output
    assert "in macro" not in output
    return output


def test_all_faults_come_in_one_message(refused: str) -> None:
    lines = [line.strip() for line in refused.splitlines() if "dbt_crowd: broken: " in line]
    said = [line.removeprefix("dbt_crowd: broken: ").split(" See ")[0] for line in lines]
    assert said == [
        "max_supression is not a key of a policy; the nearest is max_suppression. Got: 0.1.",
        "k must be a whole number of at least 2. Got: 1.",
        'max_suppression must be a number from 0 to 1. Got: "0.1".',
        "warn_at must be a number from 0 to 1. Got: true.",
        'quasi_identifiers.zip.hierarchy must be the name of a hierarchy; the nearest is us_zip. Got: "us_zipp".',
        'quasi_identifiers.sex.min_level must be one of the levels value, *; the nearest is value. Got: "none".',
        'insensitive must not name a column that is in quasi_identifiers already: each is of one kind. Got: "zip".',
        'privacy_unit must be one of the direct_identifiers or quasi_identifiers; the nearest is sex. Got: "person".',
    ]


def test_column_meta_is_not_read(refused: str) -> None:
    assert "dbt_crowd: without_policy: must have a policy: the block config.meta.dbt_crowd" in refused


# The files alone, without dbt.

ALIKE = "must be read alike by every reader of YAML: quote text, write numbers as plain decimals"
KEYS = "must have keys in text: quote what YAML reads as something else"


def messages(folder: Path, files: dict[str, str], model: str | None = None) -> list[str]:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return [fault.message.removesuffix(f". {ANCHOR}") for fault in policy_faults(folder, model)]


def test_the_files_show_what_dbt_does_not(project: DbtProject) -> None:
    found = [fault.message.removesuffix(f". {ANCHOR}") for fault in policy_faults(project.root)]
    place = "in models/models.yml, line"
    assert found == [
        "dbt_crowd: a policy must stand in its model's YAML. Got: dbt_crowd under +meta in dbt_project.yml, line 9",
        f"dbt_crowd: jinja: dbt_crowd.k must be written out, without Jinja. Got: {{{{ var('k', 5) }}}} {place} 19",
        "dbt_crowd: jinja: dbt_crowd.direct_identifiers must be written out, without Jinja."
        f" Got: {{{{ 'na' ~ 'me' }}}} {place} 20",
        "dbt_crowd: jinja: dbt_crowd.quasi_identifiers.zip.unit must be written out, without Jinja."
        f" Got: {{% if true %}}digits{{% endif %}} {place} 22",
        "dbt_crowd: dates: dbt_crowd.quasi_identifiers.birth_date.as_of must have its dates in quotes."
        f" Got: 2026-01-01 {place} 29",
        "dbt_crowd: dates: dbt_crowd.quasi_identifiers.visit.top must have its dates in quotes."
        f" Got: 2026-01-01 {place} 30",
        f"dbt_crowd: at_both: {SPLIT.removesuffix(f'. {ANCHOR}')} {place} 48",
    ]


def test_the_faults_of_one_model_and_of_the_project(project: DbtProject) -> None:
    assert [fault.model for fault in policy_faults(project.root, "at_both")] == ["", "at_both"]
    assert [fault.model for fault in policy_faults(project.root, "reviewed")] == [""]


@pytest.mark.parametrize(
    ("written", "faults"),
    [
        ("{k: 5, quasi_identifiers: {zip: us_zip}}", []),
        ("{k: 5, allow_empty: true, max_suppression: 0.05, warn_at: 1, direct_identifiers: ['NO', \"02134\"]}", []),
        ("{k: 5, nulls: ~, objective: null, unmapped: }", []),
        ("{direct_identifiers: [NO]}", [f"dbt_crowd.direct_identifiers {ALIKE}. Got: NO"]),
        ("{direct_identifiers: [02134]}", [f"dbt_crowd.direct_identifiers {ALIKE}. Got: 02134"]),
        ("{allow_empty: yes}", [f"dbt_crowd.allow_empty {ALIKE}. Got: yes"]),
        ("{max_suppression: 1e-05}", [f"dbt_crowd.max_suppression {ALIKE}. Got: 1e-05"]),
        ("{k: 1_000}", [f"dbt_crowd.k {ALIKE}. Got: 1_000"]),
        ("{k: 0x10}", [f"dbt_crowd.k {ALIKE}. Got: 0x10"]),
        ("{k: 12:30}", [f"dbt_crowd.k {ALIKE}. Got: 12:30"]),
        ("{quasi_identifiers: {NO: suppress}}", [f"dbt_crowd.quasi_identifiers {KEYS}. Got: NO"]),
        ("{quasi_identifiers: {2020: suppress}}", [f"dbt_crowd.quasi_identifiers {KEYS}. Got: 2020"]),
        ("{as_of: 2026-01-01T00:00:00Z}", ["dbt_crowd.as_of must have its dates in quotes. Got: 2026-01-01T00:00:00Z"]),
        ("{k: 5, k: 6}", ["dbt_crowd must have each key once. Got: k"]),
        ("{\"{{ 'k' }}\": 5}", ["dbt_crowd must be written out, without Jinja. Got: {{ 'k' }}"]),
        ("\"{{ var('policy') }}\"", ["dbt_crowd must be written out, without Jinja. Got: {{ var('policy') }}"]),
        ("{quasi_identifiers: {c: {type: sql, levels: {initial: 'left({column}, 1)'}}}}", []),
    ],
)
def test_what_readers_of_yaml_take_differently(tmp_path: Path, written: str, faults: list[str]) -> None:
    text = f"models:\n  - name: m\n    config:\n      meta:\n        dbt_crowd: {written}\n"
    found = messages(tmp_path, {"dbt_project.yml": "name: p\n", "models/m.yml": text})
    assert found == [f"dbt_crowd: m: {fault} in models/m.yml, line 5" for fault in faults]


def test_anchors_and_merges_are_followed(tmp_path: Path) -> None:
    text = (
        "anchors:\n"
        "  - &shared {k: 5, quasi_identifiers: {zip: {hierarchy: us_zip, max_level: NO}}}\n"
        "models:\n"
        "  - name: whole\n"
        "    config: {meta: {dbt_crowd: *shared}}\n"
        "  - name: merged\n"
        "    config: {meta: {dbt_crowd: {<<: *shared, k: 6}}}\n"
        "  - name: overridden\n"
        "    config: &base {meta: {dbt_crowd: {k: NO}}}\n"
        "  - name: replaced\n"
        "    config: {<<: *base, meta: {dbt_crowd: {k: 6}}}\n"
    )
    path = "dbt_crowd.quasi_identifiers.zip.max_level"
    assert messages(tmp_path, {"models/m.yaml": text}) == [
        f"dbt_crowd: whole: {path} {ALIKE}. Got: NO in models/m.yaml, line 2",
        f"dbt_crowd: merged: {path} {ALIKE}. Got: NO in models/m.yaml, line 2",
        f"dbt_crowd: overridden: dbt_crowd.k {ALIKE}. Got: NO in models/m.yaml, line 9",
    ]


def test_every_folder_of_resources_is_read(tmp_path: Path) -> None:
    block = "models:\n  - name: {}\n    config: {{meta: {{dbt_crowd: {{k: NO}}}}}}\n"
    files: dict[str, Any] = {
        "dbt_project.yml": "name: p\nmodel-paths: [releases]\nseed-paths: [data, more/data]\n",
        "releases/deep/down/a.yml": block.format("a"),
        "models/unused.yml": block.format("unused"),
        "data/b.yml": block.format("b"),
        "more/data/c.yaml": block.format("c"),
        "macros/d.yml": block.format("d"),
        "dbt_packages/other/models/e.yml": block.format("e"),
    }
    messages(tmp_path, files)
    assert sorted(fault.model for fault in policy_faults(tmp_path)) == ["a", "b", "c", "d"]


def test_meta_outside_of_config(tmp_path: Path) -> None:
    text = "models:\n  - name: m\n    meta: {dbt_crowd: {k: NO}}\n"
    assert messages(tmp_path, {"models/m.yml": text}) == [
        "dbt_crowd: m: must have its policy under config: meta:. Got: dbt_crowd under meta: in models/m.yml, line 3",
        f"dbt_crowd: m: dbt_crowd.k {ALIKE}. Got: NO in models/m.yml, line 3",
    ]


def test_named_hierarchies_of_the_project(tmp_path: Path) -> None:
    text = (
        "name: p\n"
        "vars:\n"
        "  p:\n"
        "    dbt_crowd_hierarchies:\n"
        "      state: {type: groups, levels: {region: {North: [NO, MA]}}}\n"
        "      era: {type: date, top: 2026-01-01}\n"
    )
    assert messages(tmp_path, {"dbt_project.yml": text}) == [
        f"dbt_crowd: dbt_crowd_hierarchies.state.levels.region.North {ALIKE}. Got: NO in dbt_project.yml, line 5",
        "dbt_crowd: dbt_crowd_hierarchies.era.top must have its dates in quotes."
        " Got: 2026-01-01 in dbt_project.yml, line 6",
    ]


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    files = {"models/a.yml": "models: [dbt_crowd\n", "models/b.yml": "models: [something else\n"}
    [message] = messages(tmp_path, files)
    assert message.startswith("dbt_crowd: a file with a policy must be one readable YAML document. Got: line ")
    assert message.endswith(" in models/a.yml, line 1")


def test_a_project_without_files(tmp_path: Path) -> None:
    assert policy_faults(tmp_path) == []
