"""Labels of several levels brought to one, against the labels that the hierarchy itself gives."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import duckdb
import pytest
from conftest import DbtProject

PROBE = """
    {% macro probe(hierarchies) %}
        {%- set answer = {} -%}
        {%- for name, asked in hierarchies.items() -%}
            {%- set hierarchy = dict(dbt_crowd.hierarchy_presets().get(asked.get('preset'), {})) -%}
            {%- do hierarchy.update(asked.settings) -%}
            {%- set levels = dbt_crowd.hierarchy_levels(hierarchy) -%}
            {%- set harmonised = [] -%}
            {%- for level in levels -%}
                {%- do harmonised.append(dbt_crowd._harmonised(hierarchy, dbt_crowd.quoted('label'), loop.index0)) -%}
            {%- endfor -%}
            {%- do answer.update({name: {
                'labels': dbt_crowd.hierarchy_expressions(hierarchy, dbt_crowd.quoted('x')), 'harmonised': harmonised,
            }}) -%}
        {%- endfor -%}
        {%- do print('probe:' ~ tojson(answer)) -%}
    {% endmacro %}
"""
CASES: dict[str, tuple[dict[str, Any], list[str | None]]] = {
    "suppress": ({"settings": {"type": "suppress"}}, ["F", " m ", None]),
    "bands": (
        {"settings": {"type": "bands", "widths": [5, 10, 20], "top": 90, "bottom": 18, "unit": "years"}},
        ["17", "18", "19", "39", "40", "85", "89", "101", "unknown", None],
    ),
    "bands of decimals": (
        {"settings": {"type": "bands", "widths": [2.5, 5], "bottom": 18.5}},
        ["18", "18.7", "19.9", "24.9", "25", None],
    ),
    "negative bands": ({"settings": {"type": "bands", "widths": [5, 10]}}, ["-12", "-5", "-1", "0", "7"]),
    "date": (
        {"settings": {"type": "date", "levels": ["day", "month", "quarter", "year", "5 years", "10 years"]}},
        ["2024-02-29", "1899-12-31", "1980-07-01", "1981-03-31", "no date", None],
    ),
    "birth_date": (
        {"preset": "birth_date", "settings": {"as_of": "2026-01-01"}},
        ["1936-01-01", "1936-01-02", "1939-05-05", "1940-01-01", "2020-10-10", "1899-12-31"],
    ),
    "date with ends": (
        {
            "settings": {
                "type": "date",
                "levels": ["day", "year", "10 years"],
                "bottom": "1924-06-15",
                "top": "2011-06-15",
            }
        },
        ["1924-06-14", "1924-06-15", "1929-01-01", "2011-06-14", "2011-06-15", "2010-01-01"],
    ),
    "prefix": (
        {"settings": {"type": "prefix", "lengths": [5, 3, 1], "pad_to": 5, "unit": "digits"}},
        ["02139", "2139", "99501", None],
    ),
    "us_zip": ({"preset": "us_zip", "settings": {"pad_to": 5}}, ["02139", "2140", "99501", "00601", "nothing", None]),
    "groups": (
        {
            "settings": {
                "type": "groups",
                "levels": {
                    "region": {"Northeast": ["MA", "NY"], "South": ["TX", "FL"]},
                    "country": {"US": ["Northeast", "South"]},
                },
            }
        },
        ["MA", "TX", "ma", None],
    ),
}


@pytest.fixture(scope="module")
def compiled(dbt_project: Callable[..., DbtProject]) -> dict[str, Any]:
    project = dbt_project({"macros/probe.sql": PROBE}, name="harmonised")
    arguments = json.dumps({"hierarchies": {name: asked for name, (asked, _) in CASES.items()}})
    printed = project.dbt("--quiet", "run-operation", "probe", "--args", arguments, expect=0).stdout
    answer: dict[str, Any] = json.loads(printed.split("probe:")[1].splitlines()[0])
    return answer


@pytest.mark.parametrize("name", CASES)
def test_a_finer_label_is_coarsened_and_a_coarser_one_is_null(name: str, compiled: dict[str, Any]) -> None:
    expressions = compiled[name]
    values = CASES[name][1]
    paths = evaluated(expressions["labels"], "x", values)
    labels = sorted({label for path in paths for label in path if label is not None})
    found = dict(zip(labels, evaluated(expressions["harmonised"], "label", labels), strict=True))
    for path in paths:
        top = len(path) - 1
        for target, here in enumerate(path):
            for label in path:
                if label is None:
                    continue
                known = "*" if target == top else here if label in path[: target + 1] and label != "*" else None
                assert found[label][target] == known, (path, label, target)


def evaluated(
    expressions: list[str], column: str, values: list[str | None] | list[str]
) -> list[tuple[str | None, ...]]:
    """Every expression of every value, by DuckDB."""
    rows = ", ".join("(?, ?)" for _ in values)
    query = f'select {", ".join(expressions)} from (values {rows}) as given(place, "{column}") order by place'
    with duckdb.connect() as connection:
        parameters = [each for pair in enumerate(values) for each in pair]
        return connection.execute(query, parameters).fetchall()
