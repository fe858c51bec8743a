"""Writes docs/policy.md from the policy's schema, which is data in macros/policy/policy_schema.sql.

Without arguments it writes the page; with `--check` it only says, by exit code 1, that the page is stale. The schema is
read by dbt itself: a macro prints it in a throw-away project on an in-memory DuckDB.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[1]
PAGE = REPOSITORY / "docs" / "policy.md"
SOURCE = "scripts/generate_policy_docs.py"

Row = Mapping[str, Any]

_PROJECT = {
    "dbt_project.yml": "name: policy_docs\nversion: '1.0.0'\nprofile: policy_docs\n",
    "profiles.yml": "policy_docs: {target: docs, outputs: {docs: {type: duckdb, path: ':memory:', schema: main}}}\n",
    "macros/print_policy_schema.sql": """
{% macro print_policy_schema() %}
    {%- set rows = [] -%}
    {%- for row in dbt_crowd.policy_schema() -%}
        {%- do row.update({'rule': dbt_crowd._policy_rule(row)}) -%}
        {%- do rows.append(row) -%}
    {%- endfor -%}
    {%- set presets = [] -%}
    {%- for name, hierarchy in dbt_crowd.hierarchy_presets().items() -%}
        {%- set filled = {'type': hierarchy.type} -%}
        {%- for row in rows if row.scope == hierarchy.type -%}
            {%- do filled.update({row.key: hierarchy.get(row.key, row.default)}) -%}
        {%- endfor -%}
        {%- set levels = dbt_crowd.hierarchy_levels(filled) -%}
        {%- do presets.append({'name': name, 'type': hierarchy.type, 'levels': levels}) -%}
    {%- endfor -%}
    {%- do print('dbt_crowd:' ~ tojson({'rows': rows, 'presets': presets})) -%}
{% endmacro %}
""",
}

_HEAD = """\
<!-- Made by {source} from macros/policy/policy_schema.sql. Change the schema there, then run `make docs`. -->

# The policy

A policy says what a release may show. It is one block of YAML on the model of the release, and everything else reads
that block: the model when it is built, the gate, the tests, `crowd solve`, the release log.

```yaml
models:
  - name: patients_release
    data_tests:
      - dbt_crowd.keeps_its_policy
    config:
      meta:
        dbt_crowd:
          k: 11                               # everybody hides among at least eleven
          privacy_unit: patient_id            # counted in persons, not in rows
          max_suppression: 0.05
          direct_identifiers: [patient_id, name]
          quasi_identifiers:
            birth_date: {{hierarchy: birth_date, as_of: "2026-01-01", max_level: 5 years}}
            zip: us_zip
            weight_kg: {{type: bands, widths: [5, 10, 20], bottom: 40, top: 120, unit: kg}}
            sex: suppress
          sensitive:
            diagnosis: {{l: 3, t: 0.3}}
          insensitive: [ward_beds]
          rungs:
            - {{birth_date: year, zip: 3 digits, weight_kg: 10 kg, sex: value}}
```

Two keys must be there, [`k`](#k) and [`quasi_identifiers`](#quasi_identifiers); all others have a default. A policy
that has [`measures`](#measures) is one of [counts](counts.md); a key that only records have is refused in it, and the
other way round.

A policy that is wrong in several ways is refused in one message, a line for each fault: the key, what it must be, what
was got, and the place on this page.

```
dbt_crowd: patients_release: k must be a whole number of at least 2. Got: 1. See docs/policy.md#k
dbt_crowd: patients_release: max_supression is not a key of a policy; the nearest is max_suppression. Got: 0.1. \
See docs/policy.md#max_suppression
```

## Columns

The policy is the inventory of the input: every column is of one of four kinds,
[direct identifiers](#direct_identifiers), [quasi-identifiers](#quasi_identifiers), [sensitive](#sensitive) or
[insensitive](#insensitive). Only what is named there comes out, by name. A column of the input that is not named is a
refusal when the release is built, so a new column never slips through.

Each kind is a list of columns, or a mapping of column to settings. No column is of two kinds, no two differ only by
case, and names that begin with `crowd_` are the package's own.

## Where a policy stands

Under `config: meta: dbt_crowd:` of the model, in a YAML file, and nowhere else. What a reviewer cannot see in a diff of
that block must not change what is published, so these are refused:

- **Policy keys in a `+meta` of `dbt_project.yml`.** The model's own block would replace them whole, without a word, and
  `state:modified` does not see them change.
- **`meta` in a `config()` of the model's SQL.** It hides how the policy was written.
- **Policies both at a versioned model and at one of its versions.** dbt 1 merges the two and joins their lists; dbt 2
  takes the version's alone.
- **Jinja**, as in `k: "{{{{ var('k') }}}}"`. A changed variable would be another policy in the same words.
- **Column names, labels and keys that YAML does not read as text.** `NO` is false and `02134` is 1116 to dbt 1, and
  both are text to dbt 2. Put them in quotes.
- **Dates without quotes.** YAML makes something else than text of them.

Some of it can be seen only in the files, not by dbt's macros; `crowd` looks there before it does anything. To use one
policy twice, anchor it in YAML (`&name`, `*name`, `<<: *name`). Meta of columns is never read.
"""

_RELEASE = """\
## The release

Keys of the block itself.
"""

_COLUMNS = """\
## A quasi-identifier

Settings of one column under [`quasi_identifiers`](#quasi_identifiers), next to those of its type of hierarchy. A bare
word stands for `{hierarchy: word}`, and a column without settings (`{}`, or an item of a list) has the hierarchy
`suppress`. Direct identifiers and insensitive columns take no settings.
"""

_SENSITIVE = """\
## A sensitive column

Settings of one column under [`sensitive`](#sensitive): the criteria that every class must meet, each with what stands
beside it. [The page on criteria](criteria.md) has their definitions. A column without settings is published and nothing
is asked of it. With a hierarchy, its settings stand here too.
"""

_NESTED = {
    "population": "Settings under [`population`](#population). [What they mean](criteria.md#k-map-and-delta-presence).",
    "risk": "Settings under [`risk`](#risk). [What they mean](criteria.md#re-identification-risk).",
    "at_risk": "Settings under [`at_risk`](#risk-at_risk).",
    "measure": "Settings of one of the [`measures`](#measures). [What they mean](counts.md#measures).",
    "dominance": "Settings under [`dominance`](#measure-dominance).",
}


_HIERARCHIES = """\
## Hierarchies

A hierarchy maps a value to ever coarser text, through levels with names. [The page on hierarchies](hierarchies.md)
shows each type and preset with values and labels; here are the settings. A preset is a type with its settings filled
in:

{presets}

The project's own are named once, under `vars` in `dbt_project.yml`:

```yaml
vars:
  dbt_crowd_hierarchies:
    us_region:
      type: groups
      levels:
        region: {{Northeast: [MA, NY], South: [FL, TX]}}
```
"""

_TYPES = {
    "suppress": "The value, or nothing.",
    "bands": "Ranges of numbers.",
    "date": "Parts of a date.",
    "prefix": "The first characters, as of a ZIP code.",
    "groups": "Groups of values, written out in the policy.",
    "table": (
        "Levels that are columns of a seed or model. The model's SQL says which: "
        "`release(ref('stg_patients'), hierarchies={'diagnosis': ref('icd10_hierarchy')})`."
    ),
    "sql": "Levels in SQL of your own.",
}


def read_schema() -> dict[str, list[dict[str, Any]]]:
    """Has dbt print the schema.

    Returns:
        `rows`, the schema with a `rule` per row, and `presets`, each with name, type and levels.

    Raises:
        RuntimeError: dbt failed; the text is what it printed.
    """
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        for name, text in _PROJECT.items():
            path = project / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        (project / "packages.yml").write_text(f"packages:\n  - local: {REPOSITORY}\n", encoding="utf-8")
        (project / "dbt_packages").mkdir()
        (project / "dbt_packages" / "dbt_crowd").symlink_to(REPOSITORY, target_is_directory=True)
        command = "from dbt.cli.main import cli; cli()"
        finished = subprocess.run(
            [sys.executable, "-c", command, "--quiet", "run-operation", "print_policy_schema"],
            cwd=project,
            capture_output=True,
            text=True,
            check=False,
        )
    for line in finished.stdout.splitlines():
        if line.startswith("dbt_crowd:"):
            schema: dict[str, list[dict[str, Any]]] = json.loads(line.removeprefix("dbt_crowd:"))
            return schema
    raise RuntimeError(finished.stdout + finished.stderr)


def render(rows: Sequence[Row], presets: Sequence[Row]) -> str:
    """Makes the page.

    Args:
        rows: The schema, with a `rule` per row.
        presets: Name, type and levels of each preset.
    """
    parts = [_HEAD.format(source=SOURCE)]
    parts += _section(_RELEASE, [row for row in rows if row["scope"] == "release"], "###")
    parts += _section(_COLUMNS, [row for row in rows if row["scope"] == "quasi_identifier"], "###")
    parts += _section(_SENSITIVE, [row for row in rows if row["scope"] == "sensitive"], "###")
    for name, sentence in _NESTED.items():
        parts += _section(f"## Under {name}\n\n{sentence}\n", [row for row in rows if row["scope"] == name], "###")
    parts.append(_HIERARCHIES.format(presets=_preset_table(presets)))
    for name, sentence in _TYPES.items():
        parts += _section(f"### {name}\n\n{sentence}\n", [row for row in rows if row["scope"] == name], "####")
    return "\n".join(parts)


def _section(head: str, rows: Sequence[Row], mark: str) -> list[str]:
    """Gives a scope's heading, its table, and a paragraph per key."""
    lines = [f"| [`{row['key']}`](#{row['anchor']}) | {row['rule']} | {_default(row)} |" for row in rows]
    table = _table("| key | value | default |", lines)
    return [head, table, *(_paragraph(row, mark) for row in rows)]


def _paragraph(row: Row, mark: str) -> str:
    title = row["key"] if row["anchor"] == row["key"] else f"{row['scope']}: {row['key']}"
    rule = row["rule"][0].upper() + row["rule"][1:]
    default = "Required." if _is_required(row) else f"Default: {_default(row)}."
    kind = f" Only for {row['of']}." if row["of"] else ""
    return f"{mark} {title}\n\n{fill(row['sentence'], 120)}\n\n*{rule}. {default}{kind}*\n"


def _is_required(row: Row) -> bool:
    """Whether the policy must have the key: said so, or columns of which there must be some."""
    return bool(row["required"]) or (row["type"] == "columns" and bool(row["allowed"]))


def _default(row: Row) -> str:
    default = row["default"]
    if _is_required(row):
        return "required"
    if default in (None, []):
        return "none"
    if isinstance(default, list):
        return f"`[{', '.join(default)}]`"
    return f"`{default if isinstance(default, str) else json.dumps(default)}`"


def _preset_table(presets: Iterable[Row]) -> str:
    lines = [
        f"| `{row['name']}` | {row['type']} | {', '.join(f'`{level}`' for level in row['levels'])} |" for row in presets
    ]
    return _table("| preset | type | levels |", lines).rstrip()


def _table(head: str, lines: Sequence[str]) -> str:
    return "\n".join([head, "|---" * (head.count("|") - 1) + "|", *lines]) + "\n"


def main(arguments: Sequence[str] | None = None, page: Path = PAGE) -> int:
    """Writes or checks the page.

    Returns:
        0, or 1 when `--check` finds the page stale.
    """
    parser = argparse.ArgumentParser(description="Writes docs/policy.md from the policy's schema.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when the page is stale")
    options = parser.parse_args(arguments)
    schema = read_schema()
    text = render(schema["rows"], schema["presets"])
    if not options.check:
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, encoding="utf-8")
    elif not page.is_file() or page.read_text(encoding="utf-8") != text:
        print(f"docs/policy.md is stale: run python {SOURCE}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
