"""The rules of CONTRIBUTING.md that a machine can check, on every macro, test and function of the repository."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import REPOSITORY
from ruamel.yaml import YAML

MACRO_FILES = sorted((REPOSITORY / "macros").rglob("*.sql"))
PYTHON_FILES = sorted((REPOSITORY / "scripts").rglob("*.py"))
MACRO = re.compile(r"{%-?\s*(macro|materialization)\s+(\w+).*?{%-?\s*end\1\s*-?%}", re.DOTALL)
DISPATCHED = re.compile(r"^[a-z]+__")


def relative(path: Path) -> str:
    return str(path.relative_to(REPOSITORY))


def macros(path: Path) -> Iterator[tuple[str, str]]:
    """Name and text of each macro in a file."""
    for match in MACRO.finditer(path.read_text(encoding="utf-8")):
        yield match[2], match[0]


def documented(folder: Path) -> dict[str, dict[str, object]]:
    """The YAML entries of the macros of one folder, by name."""
    path = folder / f"_{folder.name}.yml"
    entries = YAML(typ="safe").load(path) if path.exists() else {}
    return {entry["name"]: entry for entry in entries.get("macros", [])}


@pytest.mark.parametrize("path", MACRO_FILES, ids=relative)
def test_a_macro_is_short(path: Path) -> None:
    lengths = {name: text.count("\n") + 1 for name, text in macros(path)}
    assert {name: lines for name, lines in lengths.items() if lines > 60} == {}


@pytest.mark.parametrize("folder", sorted({path.parent for path in MACRO_FILES}), ids=relative)
def test_a_public_macro_is_documented_with_typed_arguments(folder: Path) -> None:
    entries = documented(folder)
    faults = []
    for path in sorted(folder.glob("*.sql")):
        public = [name for name, _ in macros(path) if not name.startswith("_") and not DISPATCHED.match(name)]
        for name in public:
            entry = entries.get(name, {})
            arguments = entry.get("arguments", [])
            if not entry.get("description") or not all(a.get("type") and a.get("description") for a in arguments):
                faults.append(f"{relative(path)}: {name}")
    assert faults == []


def test_only_the_adapters_dispatch() -> None:
    outside = [path for path in MACRO_FILES if path.parent.name != "adapters"]
    assert [relative(path) for path in outside if "adapter.dispatch" in path.read_text(encoding="utf-8")] == []


def test_nothing_but_the_policy_reads_meta() -> None:
    reads = re.compile(r"get\('meta'|\['meta'\]|\.config\.meta\b")
    files = [*MACRO_FILES, *(REPOSITORY / "tests" / "generic").glob("*.sql")]
    outside = [path for path in files if path.parent.name != "policy"]
    assert [relative(path) for path in outside if reads.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("path", PYTHON_FILES, ids=relative)
def test_a_function_is_short(path: Path) -> None:
    """Its body is; the options of a command are one argument each, and many."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    lengths = {node.name: (node.end_lineno or 0) - node.body[0].lineno + 1 for node in functions}
    assert {name: lines for name, lines in lengths.items() if lines > 50} == {}


def test_the_planner_imports_nothing_of_the_rest() -> None:
    imported = set()
    for path in (REPOSITORY / "scripts" / "dbt_crowd" / "planner").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                imported.add(node.module)
            elif isinstance(node, ast.Import):
                imported.update(alias.name for alias in node.names)
    ours = {name for name in imported if name.split(".")[0] == "dbt_crowd"}
    assert {name for name in ours if not name.startswith("dbt_crowd.planner")} == set()


def slugs(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ +(.*?) *$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def missing(page: Path, anchor: str) -> bool:
    return not page.exists() or bool(anchor and page.suffix == ".md" and anchor not in slugs(page))


def test_links_between_pages_lead_somewhere() -> None:
    pages = [path for path in tracked("*.md") if path.parts[0] != "tests"]
    faults = []
    for page in pages:
        text = (REPOSITORY / page).read_text(encoding="utf-8")
        for target, anchor in re.findall(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)", text):
            if missing((REPOSITORY / page.parent / target if target else REPOSITORY / page).resolve(), anchor):
                faults.append(f"{page}: {target}#{anchor}")
    assert faults == []


def test_messages_lead_to_headings_of_the_docs() -> None:
    faults = set()
    for path in [*MACRO_FILES, *PYTHON_FILES, *(REPOSITORY / "tests" / "generic").glob("*.sql")]:
        text = path.read_text(encoding="utf-8")
        for page, anchor in re.findall(r"docs/([a-z-]+\.md)(?:#([a-z_-]*[a-z]))?(?![a-z_{'-])", text):
            if missing(REPOSITORY / "docs" / page, anchor):
                faults.add(f"{relative(path)}: docs/{page}#{anchor}")
    assert sorted(faults) == []


def tracked(pattern: str) -> list[Path]:
    """Files that git knows, relative to the repository."""
    listed = subprocess.run(["git", "ls-files", pattern], cwd=REPOSITORY, check=True, capture_output=True, text=True)
    return [Path(line) for line in listed.stdout.splitlines()]
