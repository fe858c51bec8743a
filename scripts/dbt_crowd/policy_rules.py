"""Finds what makes a policy one that nobody reviewed, where only the YAML files show it.

dbt hands macros a policy after YAML and Jinja have been read, versions merged and project settings mixed in. Part of
that can be seen from a macro, which then refuses (macros/policy/_policy_place_faults.sql), on some versions of dbt more
than on others; the rest can be seen in the files alone. This module reads the files: it needs neither dbt nor a
warehouse.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from dbt_crowd.yaml_text import Document, Node, YamlTextError

_ANCHOR = "docs/policy.md#where-a-policy-stands"
_POLICY = "dbt_crowd"
_HIERARCHIES = "dbt_crowd_hierarchies"
_RESOURCE_PATHS = {
    "model-paths": ["models"],
    "seed-paths": ["seeds"],
    "snapshot-paths": ["snapshots"],
    "analysis-paths": ["analyses"],
    "macro-paths": ["macros"],
}
# Plain scalars that every reader of YAML takes for the same thing, text aside.
_SAME_EVERYWHERE = re.compile(r"|~|null|true|false|-?(0|[1-9][0-9]*)(\.[0-9]+)?")
_DATE = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ].*)?")
_JINJA = re.compile(r"{{|{%|{#")
_SPLIT = "must have its policy at the model or at its versions, not at both: dbt 1 merges the two, dbt 2 takes one"

# The node to point at, what must be, what is there.
_Finding = tuple[Node, str, str]


@dataclass(frozen=True)
class PolicyFault:
    """One thing that must not be.

    Attributes:
        model: Name of the model; empty for a fault of dbt_project.yml.
        file: The file, relative to the project.
        line: Line number in the file, from 1.
        rule: What must be, as the end of a sentence about the model.
        got: What is there, in the words of the file.
    """

    model: str
    file: str
    line: int
    rule: str
    got: str

    @property
    def message(self) -> str:
        """The fault as one line, in the form that the macros use."""
        subject = f"dbt_crowd: {self.model}: " if self.model else "dbt_crowd: "
        return f"{subject}{self.rule}. Got: {self.got} in {self.file}, line {self.line}. See {_ANCHOR}"


def policy_faults(project_dir: Path, model: str | None = None) -> list[PolicyFault]:
    """Looks through a dbt project for policies in the wrong place or open to be read in two ways.

    Args:
        project_dir: The folder of dbt_project.yml.
        model: Keep the faults of this model, and those of dbt_project.yml; None keeps all.

    Returns:
        The faults, in the order of the files and of the lines in them.
    """
    project_file = project_dir / "dbt_project.yml"
    faults: list[PolicyFault] = []
    folders = {folder for defaults in _RESOURCE_PATHS.values() for folder in defaults}
    project = _read(project_file, "dbt_project.yml", faults)
    if project is not None:
        faults += _located("", "dbt_project.yml", project, _project_findings(project.root))
        folders = _resource_folders(project.root)
    for path in _property_files(project_dir, folders):
        shown = path.relative_to(project_dir).as_posix()
        document = _read(path, shown, faults)
        if document is None:
            continue
        for entry in [entry for models in _values(document.root, "models") for entry in _whole(models).items]:
            name = next((_whole(value).value for value in _values(entry, "name")), "")
            faults += _located(name, shown, document, _model_findings(entry))
    return [fault for fault in faults if model is None or fault.model in ("", model)]


def _located(model: str, file: str, document: Document, findings: Iterable[_Finding]) -> list[PolicyFault]:
    return [PolicyFault(model, file, document.line_of(node.start), rule, got) for node, rule, got in findings]


def _read(path: Path, shown: str, faults: list[PolicyFault]) -> Document | None:
    """Reads one file; one that cannot be read is a fault when it may hold a policy, and dbt's business otherwise."""
    if not path.is_file():
        return None
    text = path.read_bytes().decode("utf-8-sig", errors="replace")
    if _POLICY not in text and path.name != "dbt_project.yml":
        return None
    try:
        return Document(text)
    except YamlTextError as error:
        faults.append(PolicyFault("", shown, 1, "a file with a policy must be one readable YAML document", str(error)))
        return None


def _property_files(project_dir: Path, folders: set[str]) -> list[Path]:
    found = {path for folder in folders for path in (project_dir / folder).rglob("*") if path.is_file()}
    return sorted(path for path in found if path.suffix in (".yml", ".yaml"))


def _resource_folders(root: Node) -> set[str]:
    folders: set[str] = set()
    for key, defaults in _RESOURCE_PATHS.items():
        listed = [_whole(item).value for value in _values(root, key) for item in _whole(value).items]
        folders.update(listed or defaults)
    return folders


def _project_findings(root: Node) -> Iterator[_Finding]:
    """Yields what is wrong in dbt_project.yml: policy keys in a `+meta`, named hierarchies that can be misread."""
    for models in _values(root, "models"):
        for name, value in _pairs_below(models):
            if name.value.replace(" ", "") == "+meta" and _values(value, _POLICY):
                yield name, "a policy must stand in its model's YAML", f"{_POLICY} under {name.value}"
    for variables in _values(root, "vars"):
        for name, value in _pairs_below(variables):
            if name.value == _HIERARCHIES:
                yield from _misreadings(value, _HIERARCHIES)


def _model_findings(entry: Node) -> Iterator[_Finding]:
    """Yields what is wrong with the policy of one model."""
    at_model = _policies(entry)
    versions = [version for value in _values(entry, "versions") for version in _whole(value).items]
    at_versions = [policy for version in versions for policy in _policies(version)]
    if at_model and at_versions:
        yield at_versions[0], _SPLIT, "both"
    outside = [policy for meta in _values(entry, "meta") for policy in _values(meta, _POLICY)]
    for policy in outside:
        yield policy, "must have its policy under config: meta:", f"{_POLICY} under meta:"
    for policy in at_model + outside + at_versions:
        yield from _misreadings(policy, _POLICY)


def _policies(entry: Node) -> list[Node]:
    """Gives the policies that a model or one of its versions has in its own config."""
    configs = _values(entry, "config")
    metas = [meta for config in configs for meta in _values(config, "meta")]
    return [policy for meta in metas for policy in _values(meta, _POLICY)]


def _misreadings(node: Node, path: str) -> Iterator[_Finding]:
    """Yields all in a policy that readers of YAML, or versions of dbt, take differently."""
    whole = _whole(node)
    if whole.kind == "scalar":
        yield from _scalar_misreadings(whole, path)
    for item in whole.items:
        yield from _misreadings(item, path)
    seen: set[str] = set()
    for name, value in whole.pairs:
        if _is_merge(name):
            yield from _misreadings(value, path)
            continue
        key = _whole(name)
        if _JINJA.search(key.value):
            yield name, f"{path} must be written out, without Jinja", key.value
        elif not key.is_text:
            yield (
                name,
                f"{path} must have keys in text: quote what YAML reads as something else",
                key.value or "no text",
            )
        elif key.value in seen:
            yield name, f"{path} must have each key once", key.value
        seen.add(key.value)
        yield from _misreadings(value, f"{path}.{key.value}")


def _scalar_misreadings(scalar: Node, path: str) -> Iterator[_Finding]:
    if _JINJA.search(scalar.value):
        yield scalar, f"{path} must be written out, without Jinja", " ".join(scalar.value.split())
    elif scalar.is_text or _SAME_EVERYWHERE.fullmatch(scalar.value):
        return
    elif _DATE.fullmatch(scalar.value):
        yield scalar, f"{path} must have its dates in quotes", scalar.value
    else:
        rule = f"{path} must be read alike by every reader of YAML: quote text, write numbers as plain decimals"
        yield scalar, rule, scalar.value


def _whole(node: Node) -> Node:
    """Gives what an alias stands for, and any other node itself."""
    return node.target or node


def _is_merge(name: Node) -> bool:
    return name.kind == "scalar" and not name.style and name.value == "<<"


def _values(node: Node, key: str) -> list[Node]:
    """Gives the value under a key of a mapping, or of what is merged into it; several when the key is there twice."""
    whole = _whole(node)
    return next(filter(None, (mapping.lookup(key) for mapping in (whole, *whole.merged()))), [])


def _pairs_below(node: Node) -> Iterator[tuple[Node, Node]]:
    """Yields every pair of a tree of mappings."""
    for name, value in _whole(node).pairs:
        if name.kind == "scalar":
            yield name, value
        yield from _pairs_below(value)
