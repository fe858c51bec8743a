"""A dbt project that releases a benchmark's tables, thrown away afterwards."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from people import REPOSITORY, People, hierarchy_table


class Project:
    """A folder with a dbt project and its DuckDB file.

    Attributes:
        root: The folder.
        database: The DuckDB file.
    """

    def __init__(self, root: Path, warehouse: Mapping[str, Any] | None = None, **settings: str) -> None:
        """Make an empty project.

        Args:
            root: A folder that is not there yet.
            warehouse: The output of its profile; without, a DuckDB file of its own.
            settings: DuckDB's settings.
        """
        self.root = root
        self.database = root / "warehouse.duckdb"
        (root / "models").mkdir(parents=True)
        (root / "dbt_packages").mkdir()
        (root / "dbt_packages" / "dbt_crowd").symlink_to(REPOSITORY, target_is_directory=True)
        (root / "packages.yml").write_text(f"packages:\n  - local: {REPOSITORY}\n", encoding="utf-8")
        (root / "dbt_project.yml").write_text('name: bench\nversion: "1.0"\nprofile: bench\n', encoding="utf-8")
        output = warehouse or {
            "type": "duckdb",
            "path": str(self.database),
            "schema": "analytics",
            "threads": 1,
            "settings": settings,
        }
        profile = {"bench": {"target": "dev", "outputs": {"dev": output}}}
        (root / "profiles.yml").write_text(json.dumps(profile), encoding="utf-8")

    def write(self, name: str, text: str) -> None:
        """Write a file of the project."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def release(self, name: str, people: People, table: str, policy: Mapping[str, Any], *tests: str) -> None:
        """Write a release of `raw.<table>`, with the sensitive column as it is where the policy says nothing of it."""
        tables = ", ".join(f"'{column}': source('raw', '{hierarchy_table(column)}')" for column in people.hierarchies)
        said = "".join(f"          {key}: {json.dumps(value)}\n" for key, value in policy.items())
        columns = "".join(
            f'            "{column}": {settings}\n' for column, settings in people.quasi_identifiers.items()
        )
        said_already = people.sensitive in people.quasi_identifiers or "sensitive" in policy
        sensitive = "" if said_already else f"          sensitive: [{people.sensitive}]\n"
        self.write(
            f"models/{name}.sql",
            f"{{{{ dbt_crowd.release(source('raw', '{table}'), hierarchies={{{tables}}}) }}}}\n",
        )
        self.write(
            f"models/{name}.yml",
            f"models:\n  - name: {name}\n    data_tests: {json.dumps(tests)}\n"
            f"    config:\n      meta:\n        dbt_crowd:\n{said}"
            f"          quasi_identifiers:\n{columns}{sensitive}",
        )

    def sources(self, people: People, tables: list[str]) -> None:
        """Name the tables of the schema `raw`."""
        names = [*tables, *map(hierarchy_table, people.hierarchies)]
        listed = "".join(f"      - name: {name}\n" for name in names)
        self.write("models/sources.yml", f"sources:\n  - name: raw\n    tables:\n{listed}")

    def compiled(self, name: str) -> str:
        """The compiled SQL of a model or a test, whichever file has the name."""
        [path] = [path for path in (self.root / "target" / "compiled").rglob("*.sql") if path.name == f"{name}.sql"]
        return path.read_text(encoding="utf-8")

    def seconds(self) -> dict[str, float]:
        """How long each node of the last run took, by name, as dbt has it."""
        results = json.loads((self.root / "target" / "run_results.json").read_text(encoding="utf-8"))["results"]
        return {each["unique_id"].split(".")[2]: float(each["execution_time"]) for each in results}
