"""What a policy may say: one run of dbt resolves every policy below, and the tests look at what it made of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import REPOSITORY, DbtProject

ZIP = {"type": "prefix", "lengths": [5, 3], "unit": "digits"}
ZIP_LEVELS = ["5 digits", "3 digits", "*"]
BASE: dict[str, Any] = {"k": 5, "quasi_identifiers": {"zip": ZIP, "sex": "suppress"}}

FULL = {
    "k": 11,
    "privacy_unit": "patient_id",
    "max_suppression": 0.29,
    "direct_identifiers": ["patient_id", "name"],
    "quasi_identifiers": {
        "zip": {**ZIP, "min_level": "3 digits", "weight": 2.5},
        "sex": "suppress",
        "region": "own_regions",
        "blood": {"type": "groups", "levels": {"rhesus": {"positive": ["A+", "B+"], "negative": ["A-", "B-"]}}},
        "age": {"hierarchy": "age", "max_level": "10 years"},
    },
    "sensitive": {"hba1c": {}},
    "insensitive": ["ward_beds"],
    "rungs": [
        {"zip": "3 digits", "sex": "value", "region": "region", "blood": "rhesus", "age": "10 years"},
        {"zip": "*", "sex": "*"},
    ],
    "objective": "entropy",
    "max_rungs": 2,
    "nulls": "wildcard",
    "unmapped": "suppress",
    "allow_empty": True,
    "warn_at": 1,
}

COUNTS: dict[str, Any] = {
    **BASE,
    "sensitive": {"diagnosis": {"alpha": 0.8}},
    "measures": {
        "n": "count",
        "stay": {"sum": "days"},
        "mean": {"mean": "days", "p_percent": 0},
        "part": {"share": "n"},
    },
    "total_by": [["zip"], []],
}


def example() -> dict[str, Any]:
    """The policy at the head of docs/policy.md."""
    page = (REPOSITORY / "docs" / "policy.md").read_text(encoding="utf-8")
    [model] = yaml.safe_load(page.split("```yaml\n")[1].split("```")[0])["models"]
    policy: dict[str, Any] = model["config"]["meta"]["dbt_crowd"]
    return policy


# Policies that pass, by name.
GOOD: dict[str, dict[str, Any]] = {
    "base": BASE,
    "full": FULL,
    "full, keys in another order": dict(reversed(FULL.items())),
    "a list of columns": {"k": 2, "quasi_identifiers": ["sex", "zip"]},
    "columns with empty settings": {"k": 2, "quasi_identifiers": {"sex": {}, "zip": {}}},
    "a rung of nothing": {**BASE, "rungs": [{}]},
    "nothing undecided": {**BASE, "undecided": []},
    "a bare type by its main key": {"k": 2, "quasi_identifiers": {"sex": {"hierarchy": "suppress", "case": "upper"}}},
    "a direct identifier as a mapping": {**BASE, "direct_identifiers": {"name": {}}},
    "a person that is a quasi-identifier": {**BASE, "privacy_unit": "zip"},
    "an unsuppressed release": {**BASE, "max_suppression": 0},
    "everything may go": {**BASE, "max_suppression": 1.0},
    "a budget with an exponent": {**BASE, "max_suppression": 1e-05},
    "a budget with digits and an exponent": {**BASE, "max_suppression": 1.25e-07},
    "a budget of tenths": {**BASE, "max_suppression": 0.1},
    "the example in the docs": example(),
    "counts": COUNTS,
    "nasty names": {"k": 2, "quasi_identifiers": {'a "b"\\': "suppress", "größe": "suppress", "select": "suppress"}},
}


# Policies that are refused, each with its faults.
BAD: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "test_policy_faults.yml").read_text("utf-8"))

# Faults of a hierarchy's own making: their words are the hierarchies' business, their place is the policy's.
BAD_HIERARCHIES = {
    "bands that are not nested": {"type": "bands", "widths": [5, 7]},
    "groups that leave out a label": {"type": "groups", "levels": {"a": {"x": ["1"], "y": ["2"]}, "b": {"z": ["x"]}}},
    "an age without a day": {"type": "date", "top_age": 90},
}

PROJECT = """
    name: clinic
    version: "1.0.0"
    profile: clinic
    flags:
      send_anonymous_usage_stats: false
      validate_macro_args: true
    vars:
      dbt_crowd_hierarchies:
        own_regions: {type: groups, levels: {region: {Northeast: [MA, NY], South: [FL, TX]}}}
        age_too: {widths: [5]}
        us_state: {type: suppress}
"""
MACRO = """
    {% macro resolve_all(blocks) %}
        {%- for block in blocks -%}
            {%- set resolved = dbt_crowd._resolve_policy('patients_release', 'model.clinic.patients_release', block) -%}
            {%- if resolved.policy -%}
                {%- set policy = resolved.policy -%}
                {%- set names = [] -%}
                {%- for rung in policy.rungs -%}
                    {%- do names.append(dbt_crowd.rung_names(policy, rung)) -%}
                {%- endfor -%}
                {%- do resolved.update({'json': dbt_crowd.policy_as_json(policy), 'rung_names': names}) -%}
            {%- endif -%}
            {%- do print('RESOLVED ' ~ tojson(resolved)) -%}
        {%- endfor -%}
        {%- set words = [] -%}
        {%- for pair in [['kitten', 'sitting'], ['', 'abc'], ['abc', 'abc'], ['k', 'kk'], ['zip', 'pzi']] -%}
            {%- do words.append(dbt_crowd._edit_distance(pair[0], pair[1])) -%}
        {%- endfor -%}
        {%- set numbers = [] -%}
        {%- for number in [0, 5, 5.0, 0.05, 1e-05, 1.25e-07, -0.5, -12, 1e20, 1234.5] -%}
            {%- do numbers.append(dbt_crowd._decimal_text(number)) -%}
        {%- endfor -%}
        {%- do print('RESOLVED ' ~ tojson({'distances': words, 'numbers': numbers})) -%}
    {% endmacro %}
"""

Resolved = dict[str, Any]


@pytest.fixture(scope="module")
def printed(dbt_project: Callable[..., DbtProject]) -> list[Resolved]:
    """What dbt resolved, in the order good, bad, bad hierarchies, and the small macros at the end."""
    project = dbt_project({"dbt_project.yml": PROJECT, "macros/resolve_all.sql": MACRO})
    bad = [{**BASE, **case["change"]} if "change" in case else case["policy"] for case in BAD]
    hierarchies = [{"k": 5, "quasi_identifiers": {"c": hierarchy}} for hierarchy in BAD_HIERARCHIES.values()]
    arguments = yaml.safe_dump({"blocks": [*GOOD.values(), *bad, *hierarchies]}, allow_unicode=True, sort_keys=False)
    finished = project.dbt("--quiet", "run-operation", "resolve_all", "--args", arguments, expect=0)
    return [json.loads(line[9:]) for line in finished.stdout.splitlines() if line.startswith("RESOLVED ")]


@pytest.fixture(scope="module")
def good(printed: list[Resolved]) -> dict[str, Resolved]:
    resolved = dict(zip(GOOD, printed, strict=False))
    assert {name: policy["faults"] for name, policy in resolved.items() if policy["faults"]} == {}
    return resolved


def columns(resolved: Resolved) -> dict[str, Resolved]:
    return {column["name"]: column for column in resolved["policy"]["quasi_identifiers"]}


def test_defaults(good: dict[str, Resolved]) -> None:
    policy = dict(good["base"]["policy"])
    assert len(policy.pop("hash")) == 32
    expressions = [column.pop("expressions") for column in policy["quasi_identifiers"]]
    assert [len(levels) for levels in expressions] == [3, 2]
    assert policy == {
        "name": "patients_release",
        "unique_id": "model.clinic.patients_release",
        "k": 5,
        "privacy_unit": None,
        "max_suppression": 0.05,
        "max_suppression_ratio": [5, 100],
        "objective": "loss",
        "max_rungs": 1,
        "publish_rung": False,
        "nulls": "value",
        "unmapped": "refuse",
        "allow_empty": False,
        "warn_at": 0.8,
        "direct_identifiers": [],
        "quasi_identifiers": [
            {
                "name": "zip",
                "hierarchy": {
                    "type": "prefix",
                    "lengths": [5, 3],
                    "pad_to": None,
                    "unit": "digits",
                    "names": None,
                    "mask": True,
                    "matches": None,
                    "fold": None,
                    "groups": None,
                    "case": None,
                },
                "levels": ZIP_LEVELS,
                "min_level": 0,
                "max_level": 2,
                "weight": 1,
                "domain": "data",
            },
            {
                "name": "sex",
                "hierarchy": {"type": "suppress", "case": None},
                "levels": ["value", "*"],
                "min_level": 0,
                "max_level": 1,
                "weight": 1,
                "domain": "data",
            },
        ],
        "sensitive": [],
        "insensitive": [],
        "rungs": [],
    }


def test_what_is_stated_is_kept(good: dict[str, Resolved]) -> None:
    policy = good["full"]["policy"]
    stated = ["k", "privacy_unit", "max_suppression", "objective", "max_rungs", "nulls", "unmapped", "allow_empty"]
    assert {key: policy[key] for key in [*stated, "warn_at"]} == {key: FULL[key] for key in [*stated, "warn_at"]}
    assert policy["direct_identifiers"] == ["patient_id", "name"]
    assert policy["sensitive"] == [{"name": "hba1c"}]
    assert policy["insensitive"] == ["ward_beds"]
    assert policy["rungs"] == [[1, 0, 1, 1, 2], [2, 1, 0, 0, 0]]
    assert good["full"]["rung_names"] == [
        {"zip": "3 digits", "sex": "value", "region": "region", "blood": "rhesus", "age": "10 years"},
        {"zip": "*", "sex": "*", "region": "value", "blood": "value", "age": "value"},
    ]


def test_counts_have_defaults_of_their_own(good: dict[str, Resolved]) -> None:
    policy = good["counts"]["policy"]
    assert policy["measures"] == [
        {"name": "n", "kind": "count"},
        {"name": "stay", "kind": "sum", "column": "days", "p_percent": 10},
        {"name": "mean", "kind": "mean", "column": "days", "p_percent": 0},
        {"name": "part", "kind": "share", "part": "n", "of": []},
    ]
    assert (policy["max_suppression"], policy["totals"], policy["input"], policy["rungs"]) == (
        1,
        "published",
        "records",
        [[0, 0]],
    )
    assert not {"measures", "totals", "input"} & set(good["base"]["policy"])


def test_levels_ranges_weights_and_domains(good: dict[str, Resolved]) -> None:
    found = columns(good["full"])
    assert {name: (c["min_level"], c["max_level"], c["weight"], c["domain"]) for name, c in found.items()} == {
        "zip": (1, 2, 2.5, "data"),
        "sex": (0, 1, 1, "data"),
        "region": (0, 2, 1, "hierarchy"),
        "blood": (0, 2, 1, "hierarchy"),
        "age": (0, 2, 1, "data"),
    }
    assert found["region"]["levels"] == ["value", "region", "*"]
    assert found["region"]["hierarchy"]["levels"] == {"region": {"Northeast": ["MA", "NY"], "South": ["FL", "TX"]}}
    assert all(len(column["expressions"]) == len(column["levels"]) for column in found.values())


def test_a_preset_is_expanded(good: dict[str, Resolved]) -> None:
    age = columns(good["full"])["age"]
    assert age["hierarchy"]["type"] == "bands"
    assert age["hierarchy"]["top"] == 90
    assert age["levels"][:3] == ["value", "5 years", "10 years"]
    assert age["levels"][-1] == "*"


def test_a_column_without_settings_is_shown_or_not(good: dict[str, Resolved]) -> None:
    for name in ("a list of columns", "columns with empty settings"):
        assert {column: found["levels"] for column, found in columns(good[name]).items()} == {
            "sex": ["value", "*"],
            "zip": ["value", "*"],
        }


def test_a_rung_of_nothing_is_the_finest(good: dict[str, Resolved]) -> None:
    assert good["a rung of nothing"]["policy"]["rungs"] == [[0, 0]]


@pytest.mark.parametrize(
    ("name", "ratio"),
    [
        ("full", [29, 100]),
        ("an unsuppressed release", [0, 1]),
        ("everything may go", [1, 1]),
        ("a budget of tenths", [1, 10]),
        ("a budget with an exponent", [1, 100_000]),
        ("a budget with digits and an exponent", [125, 1_000_000_000]),
    ],
)
def test_the_budget_is_exact(good: dict[str, Resolved], name: str, ratio: list[int]) -> None:
    assert good[name]["policy"]["max_suppression_ratio"] == ratio


def test_the_hash_is_that_of_the_policy_as_json(good: dict[str, Resolved]) -> None:
    for resolved in good.values():
        policy = json.loads(resolved["json"])
        assert hashlib.md5(resolved["json"].encode()).hexdigest() == resolved["policy"]["hash"]
        assert "expressions" not in resolved["json"]
        expected = {key: value for key, value in resolved["policy"].items() if key != "hash"}
        for column in expected["quasi_identifiers"]:
            column.pop("expressions", None)
        assert policy == expected


def test_the_hash_is_of_what_is_said_and_not_of_how(good: dict[str, Resolved]) -> None:
    hashes = {name: resolved["policy"]["hash"] for name, resolved in good.items()}
    assert hashes["full"] != hashes["base"] != hashes["a rung of nothing"]
    assert hashes["base"] == hashes["nothing undecided"]
    assert hashes["a list of columns"] == hashes["columns with empty settings"]
    assert json.loads(good["full"]["json"])["k"] == 11
    assert good["base"]["json"].startswith('{"allow_empty":false,"direct_identifiers":[],"insensitive":[],"k":5,')


def test_names_come_through_as_they_are(good: dict[str, Resolved]) -> None:
    assert list(columns(good["nasty names"])) == ['a "b"\\', "größe", "select"]
    assert '"name":"größe"' in good["nasty names"]["json"]


@pytest.mark.parametrize(("number", "faults"), list(enumerate(case["faults"] for case in BAD)))
def test_a_faulty_policy_is_refused(printed: list[Resolved], number: int, faults: list[str]) -> None:
    assert printed[len(GOOD) + number] == {"policy": None, "faults": faults}


@pytest.mark.parametrize(("number", "name"), list(enumerate(BAD_HIERARCHIES)))
def test_a_faulty_hierarchy_is_refused(printed: list[Resolved], number: int, name: str) -> None:
    resolved = printed[len(GOOD) + len(BAD) + number]
    assert resolved["policy"] is None
    [fault] = resolved["faults"]
    assert fault.startswith("quasi_identifiers.c: ")
    assert fault.endswith(f". See docs/policy.md#{BAD_HIERARCHIES[name]['type']}")


def test_words_and_numbers(printed: list[Resolved]) -> None:
    assert printed[-1] == {
        "distances": [3, 3, 0, 1, 2],
        "numbers": [
            "0",
            "5",
            "5",
            "0.05",
            "0.00001",
            "0.000000125",
            "-0.5",
            "-12",
            "100000000000000000000",
            "1234.5",
        ],
    }
