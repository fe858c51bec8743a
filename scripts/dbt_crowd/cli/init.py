"""`crowd init`: a policy to fill in, from a table.

The warehouse counts, a person decides: every column is put under `undecided:` with what its counts tell, and no kind is
guessed. While one column is undecided, the release cannot be built.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from dbt_crowd.cli.options import DbtCommandLine, Json, ProfilesDir, ProjectDir, Target, dbt_options, output
from dbt_crowd.dbt import connect
from dbt_crowd.errors import UsageError
from dbt_crowd.yaml_text import quoted_where_needed

_MOSTLY = 0.5
_ALMOST_ALL = 0.95

_NAMES = {
    "birth_date": re.compile(r"birth|born|\bdob\b|geb"),
    "age": re.compile(r"\bage\b|\bages\b|alter"),
    "us_zip": re.compile(r"zip|post"),
    "us_state": re.compile(r"state|province"),
    "icd10": re.compile(r"icd|diag|\bdx\b|\bcondition"),
    "timestamp": re.compile(r"date|time|\bat\b|\bon\b|\bday\b|\bts\b"),
}
_TELLING_ALONE = ("us_state", "icd10")
_REPEATED = 10

_HEAD = """\
models:
  - name: {name}
    description: >
      What is published of {shown}. Say here who may read it, and what for.
    data_tests:
      - dbt_crowd.keeps_its_policy
    config:
      meta:
        dbt_crowd:
          k: 11                     # every published record hides among at least so many
          # privacy_unit:           # the column that says who it is: k counts persons then, not rows
          # Put every undecided column into one of the four kinds; nothing is built before.
          direct_identifiers: []    # names somebody on its own: dropped
          quasi_identifiers: {{}}     # others may know it: generalized, as in {{zip: us_zip, age: age, sex: suppress}}
          sensitive: []             # nobody should learn it: published as it is
          insensitive: []           # tells nothing of anybody: published as it is
          undecided:                # {rows}
"""


def init(
    context: typer.Context,
    *,
    relation: Annotated[str, typer.Argument(help="A model, a source (raw.visits) or a table (schema.table).")],
    name: Annotated[
        str | None, typer.Option(help="Name of the release; else the relation's and _release.", show_default=False)
    ] = None,
    as_json: Json = False,
    project_dir: ProjectDir = None,
    profiles_dir: ProfilesDir = None,
    target: Target = None,
    dbt_command: DbtCommandLine = None,
) -> int:
    """Write a release to fill in: its SQL, and a policy with every column undecided and what its counts tell."""
    options = dbt_options(context, project_dir, profiles_dir, target, dbt_command)
    folder = model_folder(options.project)
    if name is not None:
        _refuse_existing(folder, name)
    inspection = Inspection.of(connect(options).run_operation("inspect_relation", {"relation": relation}))
    release = name or release_name(inspection)
    files = write_new(folder, release, release_sql(inspection), release_yaml(inspection, release))
    written = [path.relative_to(options.project).as_posix() for path in files]
    if as_json:
        told = {"model": release, "relation": relation, "rows": inspection.rows, "files": written}
        typer.echo(json.dumps({**told, "columns": [_told(inspection, each) for each in inspection.columns]}, indent=2))
        return 0
    console = output()
    for line in _next(inspection, release, written):
        console.print(line, markup=False, soft_wrap=True)
    return 0


@dataclass(frozen=True)
class Inspection:
    """What the warehouse told of a relation: names, types and counts, no value.

    Attributes:
        kind: How dbt knows it: `ref`, `source`, or `table` when it does not.
        name: Name of the model, or of the table in its source.
        model_version: Version of a versioned model.
        source_name: Name of the source.
        schema: Its schema.
        rows: Its rows.
        columns: Per column `name`, `family` of its type, `distinct`, `nulls`, and `covered`: rows per preset.
    """

    kind: str
    name: str
    model_version: str | None
    source_name: str | None
    schema: str
    rows: int
    columns: Sequence[Mapping[str, Any]]

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> Inspection:
        """Reads the answer of the macro `inspect_relation`."""
        version = answer.get("model_version")
        return cls(
            kind=answer["kind"],
            name=answer["name"],
            model_version=None if version is None else str(version),
            source_name=answer.get("source_name"),
            schema=answer["schema"],
            rows=answer["rows"],
            columns=answer["columns"],
        )


def release_name(inspection: Inspection) -> str:
    """Gives the name of the release to write: the relation's, as a model can be called, and `_release`."""
    simple = re.sub(r"\W+", "_", inspection.name.lower()).strip("_") or "table"
    return f"{simple}_release"


def release_sql(inspection: Inspection) -> str:
    """Writes the model's SQL: one call that names its input."""
    if inspection.kind == "ref":
        version = "" if inspection.model_version is None else f", v={_jinja(inspection.model_version)}"
        relation = f"ref({_jinja(inspection.name)}{version})"
    else:
        relation = f"source({_jinja(_source(inspection))}, {_jinja(inspection.name)})"
    return f"{{{{ dbt_crowd.release({relation}) }}}}\n"


def release_yaml(inspection: Inspection, name: str) -> str:
    """Writes the model's YAML: a policy whose columns are all undecided, each with its hints."""
    names = [quoted_where_needed(str(column["name"])) for column in inspection.columns]
    width = max(map(len, names), default=0)
    lines = [
        f"            - {shown.ljust(width)}  # {hints(column, inspection.rows)}\n"
        for shown, column in zip(names, inspection.columns, strict=True)
    ]
    head = _HEAD.format(name=name, shown=_one_line(inspection.name), rows=_counted(inspection.rows, "row"))
    return _source_yaml(inspection) + head + "".join(lines)


def hints(column: Mapping[str, Any], rows: int) -> str:
    """Says what the counts tell of a column."""
    distinct, nulls = column["distinct"], column["nulls"]
    told = [f"{column['type']}"]
    if distinct is None:
        told.append("values of this type are not counted")
    elif distinct == rows - nulls and distinct > 1:
        told.append(f"{_counted(distinct, 'value')}, all different")
    else:
        told.append(f"{_counted(distinct, 'distinct value')}")
    told.append(_counted(nulls, "NULL") if nulls else "no NULL")
    preset = looks_like(column, rows)
    if preset:
        told.append(f"looks like {preset[0]}: {_percent(preset[1])} of the values")
    return _one_line(", ".join(told))


def looks_like(column: Mapping[str, Any], rows: int) -> tuple[str, float] | None:
    """Gives the preset that fits a column, and the share of its values that the preset covers.

    A name that says so needs half of the values. Without it, nearly all of them have to be spelt like one and to come
    again and again, which codes of persons do not, and only presets are told whose values are spelt like little else.
    """
    present = rows - column["nulls"]
    if present <= 0:
        return None
    shares = {preset: covered / present for preset, covered in column["covered"].items()}
    words = re.sub(r"(?<=[a-z])(?=[A-Z])|[\W_]+", " ", str(column["name"])).lower()
    for preset, pattern in _NAMES.items():
        if shares.get(preset, 0) >= _MOSTLY and pattern.search(words):
            return preset, shares[preset]
    if column["family"] == "date" and shares.get("timestamp"):
        return "timestamp", shares["timestamp"]
    repeats = column["distinct"] is not None and column["distinct"] * _REPEATED <= present
    for preset in _TELLING_ALONE:
        if repeats and column["family"] == "text" and shares.get(preset, 0) >= _ALMOST_ALL:
            return preset, shares[preset]
    return None


def model_folder(project: Path) -> Path:
    """Gives the first folder of models that a dbt project names.

    Raises:
        UsageError: There is no readable dbt_project.yml.
    """
    try:
        settings = YAML(typ="safe", pure=True).load(project / "dbt_project.yml")
    except (OSError, YAMLError) as error:
        raise UsageError(f"there is no dbt project in {project}: dbt_project.yml cannot be read.") from error
    paths = (settings.get("model-paths") if isinstance(settings, Mapping) else None) or ["models"]
    return project / str(paths[0])


def write_new(folder: Path, name: str, sql: str, policy: str) -> tuple[Path, Path]:
    """Writes the two files of a release, neither of which exists.

    Raises:
        UsageError: There is a model or a file of that name already; it is left as it is.
    """
    _refuse_existing(folder, name)
    folder.mkdir(parents=True, exist_ok=True)
    files = (folder / f"{name}.sql", folder / f"{name}.yml")
    for path, text in zip(files, (sql, policy), strict=True):
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    return files


def _refuse_existing(folder: Path, name: str) -> None:
    if not re.fullmatch(r"\w+", name):
        raise UsageError(f"--name must be letters, digits and underscores. Got: {name}.")
    there = [*folder.rglob(f"{name}.sql"), folder / f"{name}.yml"]
    for path in there:
        if path.exists():
            shown = path.relative_to(folder.parent).as_posix()
            raise UsageError(f"{shown} exists already, and nothing is overwritten: take another --name.")


def _next(inspection: Inspection, release: str, written: Sequence[str]) -> Iterator[str]:
    yield f"Wrote {written[0]} and {written[1]}: {_counted(len(inspection.columns), 'column')} to decide on."
    yield f"Put each one in {written[1]} into one of the four kinds (docs/policy.md). Then:"
    yield f"  crowd solve {release}"
    yield f"  dbt build -s {release}"
    yield f"  crowd check {release}"


def _told(inspection: Inspection, column: Mapping[str, Any]) -> dict[str, Any]:
    found = looks_like(column, inspection.rows)
    return {
        "name": column["name"],
        "type": column["type"],
        "distinct": column["distinct"],
        "nulls": column["nulls"],
        "looks_like": found[0] if found else None,
        "share": found[1] if found else None,
    }


def _source_yaml(inspection: Inspection) -> str:
    """A source for a table that dbt does not know, so that lineage begins there."""
    if inspection.kind != "table":
        return ""
    source, schema = quoted_where_needed(_source(inspection)), quoted_where_needed(inspection.schema)
    named = f"    schema: {schema}\n" if source != schema else ""
    return f"sources:\n  - name: {source}\n{named}    tables:\n      - name: {quoted_where_needed(inspection.name)}\n"


def _source(inspection: Inspection) -> str:
    return inspection.source_name or inspection.schema


def _jinja(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _counted(number: int, word: str) -> str:
    return f"{number:,} {word}" + ("" if number == 1 or word == "NULL" else "s")


def _percent(share: float) -> str:
    return "all" if share >= 1 else f"{int(share * 1000) / 10:g} %"


def _one_line(text: str) -> str:
    return " ".join(text.split())
