"""The tables of docs/hierarchies.md hold: each is run with the settings that stand above it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import duckdb
import pytest
from conftest import REPOSITORY, DbtProject
from ruamel.yaml import YAML

EXAMPLE = re.compile(r"```yaml\n(?P<settings>\w+:[^`]*?)\n```\n\n(?P<table>(?:\|[^\n]*\n)+)")
PROBE = r"""
    {% macro probe(settings) %}
        {%- set answers = [] -%}
        {%- for setting in settings -%}
            {%- set hierarchy = dbt_crowd.hierarchy_presets().get(setting.hierarchy, {}) -%}
            {%- do hierarchy.update({'type': setting.hierarchy} if not hierarchy and setting.hierarchy else {}) -%}
            {%- do hierarchy.update(setting) -%}
            {%- do answers.append({
                'faults': dbt_crowd.hierarchy_faults(hierarchy),
                'levels': dbt_crowd.hierarchy_levels(hierarchy),
                'expressions': dbt_crowd.hierarchy_expressions(hierarchy, 'x'),
            }) -%}
        {%- endfor -%}
        {%- do print('probe:' ~ tojson(answers)) -%}
    {% endmacro %}
"""


@dataclass(frozen=True)
class Example:
    """One table of the page: settings of a column, level names, and rows of a value and its labels."""

    settings: dict[str, Any]
    levels: list[str]
    rows: list[tuple[str | None, ...]]


def cell(text: str) -> str | None:
    return None if text == "NULL" else text.removeprefix("`").removesuffix("`")


def cells(line: str) -> list[str]:
    return [text[1:-1] for text in line.split("|")[1:-1]]


def examples() -> list[Example]:
    page = (REPOSITORY / "docs" / "hierarchies.md").read_text(encoding="utf-8")
    found = []
    for match in EXAMPLE.finditer(page):
        [settings] = YAML(typ="safe").load(match["settings"]).values()
        header, _, *lines = match["table"].strip().split("\n")
        rows = [tuple(cell(text) for text in cells(line)) for line in lines]
        found.append(
            Example({"hierarchy": settings} if isinstance(settings, str) else settings, cells(header)[1:], rows)
        )
    return found


EXAMPLES = examples()


@pytest.fixture(scope="module")
def probed(dbt_project: Callable[..., DbtProject]) -> list[dict[str, Any]]:
    """What the package makes of each example's settings."""
    project = dbt_project({"macros/probe.sql": PROBE}, name="docs")
    arguments = {"settings": [example.settings for example in EXAMPLES]}
    finished = project.dbt("-q", "run-operation", "probe", "--args", json.dumps(arguments), expect=0)
    [line] = [line for line in finished.stdout.splitlines() if line.startswith("probe:")]
    answers: list[dict[str, Any]] = json.loads(line.removeprefix("probe:"))
    return answers


def test_the_page_has_an_example_of_every_type_that_needs_no_table() -> None:
    types = {example.settings.get("type") or example.settings["hierarchy"] for example in EXAMPLES}
    assert types >= {"suppress", "bands", "date", "prefix", "groups", "sql", "us_zip", "us_state", "icd10"}
    assert len(EXAMPLES) == 15


@pytest.mark.parametrize("number", range(len(EXAMPLES)), ids=lambda number: json.dumps(EXAMPLES[number].settings)[:60])
def test_a_table_of_the_page_holds(number: int, probed: list[dict[str, Any]]) -> None:
    example, answer = EXAMPLES[number], probed[number]
    assert answer["faults"] == []
    assert answer["levels"] == example.levels
    values = ", ".join(f"({row}, cast(? as varchar))" for row in range(len(example.rows)))
    query = f"select x, {', '.join(answer['expressions'])} from (values {values}) as input(n, x) order by n"
    with duckdb.connect() as connection:
        assert connection.execute(query, [row[0] for row in example.rows]).fetchall() == example.rows
