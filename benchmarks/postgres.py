"""Solves, releases and tests a large table on PostgreSQL, where the driver's memory is not the engine's.

    python benchmarks/postgres.py [--rows 1000000]

The server is one that the tests start, with its default settings.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import psycopg2
from bench import Line, asked_of, group_by, solved, spent, table
from measured import run
from people import REPOSITORY, People, load, make
from project import Project

sys.path.append(str(REPOSITORY / "tests" / "python"))

from engines import postgres_server

DATABASE = "postgres"


def copied(duck: duckdb.DuckDBPyConnection, cursor: Any, name: str, folder: Path) -> None:  # noqa: ANN401
    """Copy a table of DuckDB's, all of it text."""
    file = folder / f"{name}.csv"
    duck.execute(f"copy raw.\"{name}\" to '{file}' (header false, nullstr '')")
    columns = [row[0] for row in duck.execute(f'select column_name from (describe raw."{name}")').fetchall()]
    listed = ", ".join(f'"{column}" text' for column in columns)
    cursor.execute(f'create table raw."{name}" ({listed})')
    with file.open(encoding="utf-8") as lines:
        cursor.copy_expert(f"copy raw.\"{name}\" from stdin (format csv, null '')", lines)
    cursor.execute(f'analyze raw."{name}"')
    file.unlink()


def filled(cursor: Any, rows: int, folder: Path) -> People:  # noqa: ANN401
    """Make `raw.people` and its hierarchies in DuckDB, and copy them."""
    with duckdb.connect(str(folder / "made.duckdb")) as duck:
        people = load(duck)
        make(duck, rows, "raw.people")
        cursor.execute("create schema raw")
        for name in ["people", *(f"hierarchy_{column}" for column in people.hierarchies)]:
            copied(duck, cursor, name, folder)
    return people


def measured(rows: int, folder: Path) -> Iterator[Line]:
    """The GROUP BY, and solve, release and test beside it."""
    with postgres_server() as engine:
        port, user = engine.environment["HARD_CASES_PORT"], engine.environment["HARD_CASES_USER"]
        with psycopg2.connect(host="localhost", port=port, user=user, dbname=DATABASE) as connection:
            connection.autocommit = True
            cursor = connection.cursor()
            people = filled(cursor, rows, folder)
            begun = time.perf_counter()
            cursor.execute(group_by(people, "raw.people"))
            floor = time.perf_counter() - begun
        yield Line("GROUP BY of the raw quasi-identifiers", rows, f"{floor:.1f} s")
        reached = {"host": "localhost", "port": int(port), "user": user, "password": "", "dbname": DATABASE}
        project = Project(folder / "project", {"type": "postgres", **reached, "schema": "analytics", "threads": 1})
        project.sources(people, ["people"])
        policy: dict[str, Any] = {"k": 5, "max_suppression": 0.02}
        project.release("people_release", people, "people", policy)
        told, done = solved(project.root, "people_release", "loss", "0.02")
        both = told["seconds"]["scan"] + told["seconds"]["search"]
        yield Line("solve, the driver's own memory", rows, spent(told, done), f"{both / floor:.1f} x; {asked_of(told)}")
        policy |= {"rungs": [told["chosen"]["rung"]]}
        project.release("people_release", people, "people", policy, "dbt_crowd.keeps_its_policy")
        for command in ("run", "test"):
            done = run(["dbt", command, "-s", "people_release"], project.root)
            if done.code:
                raise RuntimeError(done.output)
            took = f"{done.seconds:.1f} s, {done.megabytes:,.0f} MB"
            yield Line(f"dbt {command}", rows, took, f"{done.seconds / floor:.1f} x the GROUP BY")


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(table(list(measured(arguments.rows, Path(folder)))))


if __name__ == "__main__":
    main()
