"""Solves, releases and tests a large table on PostgreSQL or Spark, where the driver's memory is not the engine's.

    python benchmarks/warehouses.py postgres|spark [--rows 1000000]

Both are servers that the tests start, with settings for more data than a test has.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import psycopg2
from bench import Line, asked_of, group_by, solved, spent, table
from measured import COMMANDS, run
from people import REPOSITORY, People, hierarchy_table, load, make
from project import Project

sys.path.append(str(REPOSITORY / "tests" / "python"))

from engines import Engine, postgres_server, spark_server

# PostgreSQL takes a class of nine columns for a rare one, and would sort both sides of a join by all nine on disk.
POSTGRES_SETTINGS = {"work_mem": "64MB", "jit": "off", "enable_mergejoin": "off"}
SPARK_MEMORY = "6g"
SPARK_SETTINGS = {
    "spark.sql.catalogImplementation": "in-memory",
    "spark.sql.shuffle.partitions": "8",
    "spark.ui.enabled": "false",
}
TIMED = """
{% macro timed(statements) %}
    {%- set begun = modules.datetime.datetime.now() -%}
    {%- for sql in statements -%}
        {%- call statement('timed', fetch_result=sql.startswith('select'), auto_begin=true) -%}
            {{ sql }}
        {%- endcall -%}
    {%- endfor -%}
    {%- do adapter.commit() -%}
    {%- do print('seconds:' ~ (modules.datetime.datetime.now() - begun).total_seconds()) -%}
{% endmacro %}
"""


@dataclass(frozen=True)
class Warehouse:
    """A server that runs.

    Attributes:
        engine: How the tests reach it.
        commands: The folder of the `dbt` and `crowd` that know it.
        output: How dbt reaches it.
    """

    engine: Engine
    commands: Path
    output: dict[str, Any]

    @classmethod
    def of(cls, engine: Engine) -> Warehouse:
        """The warehouse of a server of the tests."""
        port = engine.environment["HARD_CASES_PORT"]
        output: dict[str, Any] = {"host": "localhost", "schema": "analytics", "threads": 1}
        if engine.target == "postgres":
            user = engine.environment["HARD_CASES_USER"]
            output |= {"type": "postgres", "port": int(port), "user": user, "password": "", "dbname": "postgres"}
        else:
            remote = f"sc://localhost:{port}/;session_id={engine.environment['HARD_CASES_SESSION']}"
            output |= {"type": "spark", "method": "session", "server_side_parameters": {"spark.remote": remote}}
        return cls(engine, engine.commands.folder if engine.commands else COMMANDS, output)

    def fill(self, duck: duckdb.DuckDBPyConnection, project: Project, name: str) -> None:
        """Copy a table of `raw` from DuckDB, all of it text."""
        if self.engine.target == "postgres":
            self._copy(duck, name, project.root / f"{name}.csv")
            return
        file = project.root / f"{name}.parquet"
        duck.execute(f"copy raw.{name} to '{file}'")
        self.seconds(project, f"create table raw.{name} as select * from parquet.`{file}`")
        file.unlink()

    def _copy(self, duck: duckdb.DuckDBPyConnection, name: str, file: Path) -> None:
        duck.execute(f"copy raw.{name} to '{file}' (header false, nullstr '')")
        columns = [row[0] for row in duck.execute(f"select column_name from (describe raw.{name})").fetchall()]
        listed = ", ".join(f'"{column}" text' for column in columns)
        reached = {key: self.output[key] for key in ("host", "port", "user", "dbname")}
        with psycopg2.connect(**reached) as connection, file.open(encoding="utf-8") as lines:
            cursor = connection.cursor()
            cursor.execute(f"create table raw.{name} ({listed})")
            cursor.copy_expert(f"copy raw.{name} from stdin (format csv, null '')", lines)
            cursor.execute(f"analyze raw.{name}")
        connection.close()
        file.unlink()

    def seconds(self, project: Project, *statements: str) -> float:
        """Run statements by dbt, one after the other; how long that took, without starting dbt."""
        arguments = json.dumps({"statements": statements})
        done = run(["dbt", "--quiet", "run-operation", "timed", "--args", arguments], project.root, self.commands)
        [told] = [line for line in done.output.splitlines() if line.startswith("seconds:")]
        return float(told.split(":", 1)[1])


def server(name: str) -> AbstractContextManager[Engine]:
    """The server of an engine."""
    running: AbstractContextManager[Engine] = (
        postgres_server()
        if name == "postgres"
        else spark_server(SPARK_SETTINGS, processors=os.cpu_count() or 1, memory=SPARK_MEMORY)
    )
    return running


def filled(warehouse: Warehouse, project: Project, rows: int) -> People:
    """Make `raw.people` and its hierarchies in DuckDB, and copy them."""
    project.write("macros/timed.sql", TIMED)
    settings = POSTGRES_SETTINGS if warehouse.engine.target == "postgres" else {}
    roles = (f"alter role current_user set {name} = '{value}'" for name, value in settings.items())
    warehouse.seconds(project, "create schema raw", *roles)
    with duckdb.connect(str(project.database)) as duck:
        people = load(duck)
        make(duck, rows, "raw.people")
        for name in ["people", *map(hierarchy_table, people.hierarchies)]:
            warehouse.fill(duck, project, name)
    project.database.unlink()
    project.sources(people, ["people"])
    return people


def measured(name: str, rows: int, folder: Path) -> Iterator[Line]:
    """The GROUP BY, and solve, release and test beside it."""
    with server(name) as engine:
        warehouse = Warehouse.of(engine)
        project = Project(folder / "project", warehouse.output)
        people = filled(warehouse, project, rows)
        floor = warehouse.seconds(project, group_by(people, "raw.people"))
        yield Line("GROUP BY of the raw quasi-identifiers", rows, f"{floor:.1f} s")
        policy: dict[str, Any] = {"k": 5, "max_suppression": 0.02}
        project.release("people_release", people, "people", policy)
        told, done = solved(project.root, "people_release", "loss", "0.02", commands=warehouse.commands)
        both = told["seconds"]["scan"] + told["seconds"]["search"]
        yield Line("solve, the driver's own memory", rows, spent(told, done), f"{both / floor:.1f} x; {asked_of(told)}")
        policy |= {"rungs": [told["chosen"]["rung"]]}
        project.release("people_release", people, "people", policy, "dbt_crowd.keeps_its_policy")
        for command in ("run", "test"):
            done = run(["dbt", command, "-s", "people_release"], project.root, warehouse.commands)
            took = f"{done.seconds:.1f} s, {done.megabytes:,.0f} MB"
            yield Line(f"dbt {command}", rows, took, f"{done.seconds / floor:.1f} x the GROUP BY")


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("warehouse", choices=["postgres", "spark"])
    parser.add_argument("--rows", type=int, default=1_000_000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(table(list(measured(arguments.warehouse, arguments.rows, Path(folder)))))


if __name__ == "__main__":
    main()
