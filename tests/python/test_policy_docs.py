"""The page docs/policy.md is made from the schema, is up to date, and has every heading that a message points at."""

from __future__ import annotations

import importlib.util
import re
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from conftest import REPOSITORY

PAGE = REPOSITORY / "docs" / "policy.md"
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "generate_policy_docs", REPOSITORY / "scripts/generate_policy_docs.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def schema(generator: ModuleType) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = generator.read_schema()
    return found


def anchors() -> list[str]:
    """The anchors of the page's headings, made as GitHub makes them."""
    headings = HEADING.findall(FENCED.sub("", PAGE.read_text(encoding="utf-8")))
    return [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]


def test_the_page_is_up_to_date(
    generator: ModuleType,
    schema: dict[str, list[dict[str, Any]]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(generator, "read_schema", lambda: schema)
    assert generator.main(["--check"]) == 0, "docs/policy.md is stale: run `make docs`"
    stale = tmp_path / "docs" / "policy.md"
    assert generator.main(["--check"], page=stale) == 1
    assert "is stale" in capsys.readouterr().out
    assert generator.main([], page=stale) == 0
    assert generator.main(["--check"], page=stale) == 0
    stale.write_text(stale.read_text(encoding="utf-8").replace("at least 2", "at least 1"), encoding="utf-8")
    assert generator.main(["--check"], page=stale) == 1


def test_headings_are_unique() -> None:
    assert [anchor for anchor, count in Counter(anchors()).items() if count > 1] == []


def test_every_key_has_a_heading(schema: dict[str, list[dict[str, Any]]]) -> None:
    assert {row["anchor"] for row in schema["rows"]} <= set(anchors())


def test_everything_that_points_at_the_page_finds_a_heading() -> None:
    folders = [REPOSITORY / name for name in ("macros", "scripts", "tests", "docs", "examples", "models")]
    found = [path for folder in folders for path in folder.rglob("*") if path.suffix in (".sql", ".py", ".yml", ".md")]
    files = [path for path in found if path.is_file() and "target" not in path.parts]
    points = re.compile(r"policy\.md#([a-z_][\w-]*)")
    pointed = {anchor for path in files for anchor in points.findall(path.read_text(encoding="utf-8"))}
    inside = set(re.findall(r"\]\(#([\w-]+)\)", PAGE.read_text(encoding="utf-8")))
    assert (pointed | inside) - set(anchors()) == set()


def test_every_row_says_what_it_is(schema: dict[str, list[dict[str, Any]]]) -> None:
    rows = schema["rows"]
    assert [row for row in rows if not row["rule"]] == []
    assert [row["sentence"] for row in rows if not re.fullmatch(r"[A-Z].*\.", row["sentence"])] == []
    assert [key for key, count in Counter((row["scope"], row["key"]) for row in rows).items() if count > 1] == []
    assert [row["key"] for row in rows if row["required"] and row["default"] is not None] == []


def test_only_k_and_columns_have_no_default(schema: dict[str, list[dict[str, Any]]]) -> None:
    of_release = [row for row in schema["rows"] if row["scope"] == "release"]
    assert [row["key"] for row in of_release if row["required"]] == ["k"]
    assert {row["key"]: row["default"] for row in of_release if row["default"] not in (None, [])} == {
        "max_suppression": 0.05,
        "objective": "loss",
        "max_rungs": 1,
        "publish_rung": False,
        "nulls": "value",
        "unmapped": "refuse",
        "allow_empty": False,
        "warn_at": 0.8,
        "totals": "published",
        "input": "records",
    }
