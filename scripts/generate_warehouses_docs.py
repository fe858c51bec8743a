"""Writes the table of functions and engines in docs/warehouses.md from the files of macros/adapters.

Without arguments it writes the table; with `--check` it only says, by exit code 1, that the table is stale.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from ruamel.yaml import YAML

REPOSITORY = Path(__file__).resolve().parents[1]
PAGE = REPOSITORY / "docs" / "warehouses.md"
ADAPTERS = REPOSITORY / "macros" / "adapters"
BEGIN, END = "<!-- Made by scripts/generate_warehouses_docs.py: run `make docs`. -->\n", "<!-- end -->\n"

# Where dbt looks after the adapter's own name.
PARENTS = {"redshift": "postgres", "databricks": "spark", "sail": "spark"}
ENGINES = ("duckdb", "postgres", "spark", "sail", "databricks", "redshift", "snowflake", "bigquery", "trino")
_DISPATCHED = re.compile(r"adapter\.dispatch\('(\w+)', 'dbt_crowd'\)")
_WRITTEN = re.compile(r"{%-?\s*macro\s+([a-z]+)__(\w+)\(")


def implementations() -> dict[str, set[str]]:
    """The dispatched macros, each with the engines (and `default`) that it is written for."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(ADAPTERS.glob("*.sql")))
    found: dict[str, set[str]] = {name: set() for name in sorted(_DISPATCHED.findall(text))}
    for engine, name in _WRITTEN.findall(text):
        found[name].add(engine)
    return found


def cell(engine: str, written: set[str]) -> str:
    """Whose version an engine takes: its own, its parent's, or the default."""
    if engine in written:
        return "own"
    parent = PARENTS.get(engine)
    return parent if parent in written and parent else "·"


def table() -> str:
    """The table, a row per macro."""
    described = {
        each["name"]: each["description"] for each in YAML(typ="safe").load(ADAPTERS / "_adapters.yml")["macros"]
    }
    lines = [f"| macro | {' | '.join(ENGINES)} | |", "|---" * (len(ENGINES) + 2) + "|"]
    for name, written in implementations().items():
        cells = " | ".join(cell(engine, written) for engine in ENGINES)
        lines.append(f"| `{name}` | {cells} | {described.get(name, 'part of `row_hash`')} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    """Writes or checks the table; returns 1 when `--check` finds it stale."""
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    after = rest.partition(END)[2]
    made = before + BEGIN + "\n" + table() + "\n" + END + after
    if "--check" in sys.argv[1:]:
        return int(made != page)
    PAGE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
