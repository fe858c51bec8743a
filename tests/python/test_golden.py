"""What the package compiles to on warehouses that the tests cannot reach: as reviewed, and SQL of that warehouse."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import sqlglot
from conftest import REPOSITORY

sys.path.insert(0, str(REPOSITORY / "scripts"))
import make_golden


@pytest.mark.parametrize("adapter", make_golden.ADAPTERS)
def test_the_golden_sql_is_what_dbt_compiles(adapter: str) -> None:
    kept = {path.stem: path.read_text(encoding="utf-8") for path in (make_golden.GOLDEN / adapter).glob("*.sql")}
    found = make_golden.compiled(adapter)
    assert found.keys() == set(make_golden.RELEASES) == kept.keys()
    assert [name for name in sorted(kept) if kept[name] != found[name]] == [], "look at it, then run `make golden`"


@pytest.mark.parametrize("adapter", make_golden.ADAPTERS)
def test_the_golden_sql_is_sql_of_the_warehouse(adapter: str) -> None:
    for path in sorted((make_golden.GOLDEN / adapter).glob("*.sql")):
        statements = sqlglot.parse(path.read_text(encoding="utf-8"), dialect=adapter)
        assert len(statements) == 1 and isinstance(statements[0], sqlglot.exp.Select), path.name


@pytest.mark.parametrize("adapter", make_golden.ADAPTERS)
def test_the_golden_sql_is_clean(adapter: str) -> None:
    path = make_golden.GOLDEN / adapter / "worked_example_release.sql"
    options = ("--config", REPOSITORY / ".sqlfluff", "--dialect", adapter, "--disable-progress-bar")
    command = [Path(sys.executable).parent / "sqlfluff", "lint", *options, path]
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stdout + finished.stderr
