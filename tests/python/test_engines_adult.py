"""Adult (30,162 census records) on PostgreSQL: the rung of the exhaustive search is found and released there too."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg2
import pytest
from conftest import DbtProject
from engines import OnEngine, postgres_server
from test_planner_adult import COLUMNS, published, rung_of
from test_solve_adult import heights, release_files

pytestmark = pytest.mark.xdist_group("engines")

PROFILES = """
    census:
      target: postgres
      outputs:
        postgres:
          type: postgres
          host: localhost
          port: {HARD_CASES_PORT}
          user: {HARD_CASES_USER}
          password: ""
          dbname: postgres
          schema: analytics
          threads: 2
"""


@pytest.fixture(scope="module")
def adult(dbt_project: Callable[..., DbtProject], shared: Path) -> Iterator[tuple[OnEngine, Any]]:
    """The project, and a cursor of the database with the census and its hierarchies."""
    tables = "".join(f"      - name: {name}\n" for name in ["adult", *(f"hierarchy_{each}" for each in COLUMNS)])
    with postgres_server() as engine:
        project = dbt_project(
            {
                "profiles.yml": PROFILES.format(**engine.environment),
                "models/sources.yml": f"sources:\n  - name: raw\n    tables:\n{tables}",
                **release_files(shared, "adult_release", COLUMNS, {}),
            },
            name="census",
        )
        port, user = engine.environment["HARD_CASES_PORT"], engine.environment["HARD_CASES_USER"]
        connection = psycopg2.connect(host="localhost", port=port, user=user, dbname="postgres")
        connection.autocommit = True
        cursor = connection.cursor()
        cursor.execute("create schema raw")
        load(cursor, "adult", COLUMNS, shared / "data" / "adult" / "adult.csv", header=True)
        for name, count in heights(shared).items():
            levels = tuple(f"level_{level}" for level in range(count))
            load(cursor, f"hierarchy_{name}", levels, shared / "data" / "adult" / f"hierarchy_{name}.csv", header=False)
        yield OnEngine(project, engine), cursor
        connection.close()


def load(cursor: Any, table: str, columns: tuple[str, ...], path: Path, *, header: bool) -> None:
    """Make a table of text out of a file."""
    typed = ", ".join(f'"{name}" text' for name in columns)
    cursor.execute(f'create table raw."{table}" ({typed})')
    with path.open(encoding="utf-8") as file:
        cursor.copy_expert(f"copy raw.\"{table}\" from stdin (format csv, delimiter ';', header {header})", file)


def test_the_rung_of_the_exhaustive_search_is_found_and_released(adult: tuple[OnEngine, Any], shared: Path) -> None:
    project, cursor = adult
    [best] = [
        row
        for row in published(shared, "adult_k5_exhaustive.csv")
        if (row["objective"], row["suppression_limit"]) == ("loss", "0.04")
    ]
    answer = json.loads(project.crowd("solve", "adult_release", "--json", expect=0).stdout)
    levels = zip(COLUMNS, rung_of(best["optimal_levels"]), strict=True)
    assert answer["chosen"]["rung"] == {name: f"level_{level}" for name, level in levels}
    assert answer["chosen"]["value"] == pytest.approx(float(best["optimal_loss"]), abs=1e-9)
    assert answer["chosen"]["suppressed_rows"] == int(best["suppressed_rows"])
    project.dbt("build", "-s", "adult_release", expect=0)
    keys = ", ".join(f'"{name}"' for name in COLUMNS)
    cursor.execute(
        f"select sum(n), count(*), min(n) from (select count(*) as n from analytics.adult_release group by {keys}) as c"
    )
    rows, classes, smallest = cursor.fetchone()
    assert rows == 30_162 - int(best["suppressed_rows"])
    assert (classes, smallest >= 5) == (int(best["classes_released"]), True)
