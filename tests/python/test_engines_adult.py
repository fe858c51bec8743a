"""Adult (30,162 census records) on other engines: the rung of the exhaustive search is found and released there too."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import psycopg2
import pytest
from conftest import REPOSITORY, DbtProject
from engines import Engine, OnEngine, postgres_server, sail_server, spark_server
from test_planner_adult import COLUMNS, published, rung_of
from test_solve_adult import heights, release_files

SERVERS = {"postgres": postgres_server, "sail": sail_server, "spark": spark_server}
# Spark takes a tenth of a second for a rung: without a budget it is asked for half as many.
BUDGETS = {"postgres": "0.04", "sail": "0.04", "spark": "0.0"}
KEYS = ", ".join(f"{{{{ adapter.quote('{name}') }}}}" for name in COLUMNS)
CLASSES = f"""{{{{ config(materialized='table') }}}}

select {KEYS}, count(*) as n
from {{{{ ref('adult_release') }}}}
group by {KEYS}
"""


@pytest.fixture(scope="module", params=["postgres", "sail", pytest.param("spark", marks=pytest.mark.spark)])
def adult(
    request: pytest.FixtureRequest, dbt_project: Callable[..., DbtProject], shared: Path, tmp_path_factory: Any
) -> Iterator[OnEngine]:
    """A project on an engine that has the census and its hierarchies; it knows the engines as the hard cases do."""
    names = ["adult", *(f"hierarchy_{each}" for each in COLUMNS)]
    tables = "".join(f"      - {{name: {name}, identifier: {identifier(name)}}}\n" for name in names)
    hard_cases = REPOSITORY / "integration_tests"
    release = release_files(shared, "adult_release", COLUMNS, {})
    settings = release["models/adult_release.yml"].replace("0.04", BUDGETS[request.param])
    with SERVERS[request.param]() as engine:
        project = dbt_project(
            {
                "profiles.yml": (hard_cases / "profiles.yml").read_text(encoding="utf-8"),
                "macros/print_rows.sql": (hard_cases / "macros" / "print_rows.sql").read_text(encoding="utf-8"),
                "models/sources.yml": f"sources:\n  - name: raw\n    tables:\n{tables}",
                "models/adult_classes.sql": CLASSES,
                **release,
                "models/adult_release.yml": settings,
            },
            name="integration_tests",
        )
        on_engine = OnEngine(project, engine)
        load(on_engine, files_of(shared), tmp_path_factory.mktemp("census"))
        yield on_engine


def identifier(name: str) -> str:
    """The name of a table in the warehouse: dbt's adapter for Spark does not quote one when it asks for its columns."""
    return name.replace("-", "_")


def files_of(shared: Path) -> dict[str, tuple[tuple[str, ...], Path]]:
    """The tables to make, each with its columns and the file that it is made of; only the census has a header."""
    folder = shared / "data" / "adult"
    files = {"adult": (COLUMNS, folder / "adult.csv")}
    for name, count in heights(shared).items():
        levels = tuple(f"level_{level}" for level in range(count))
        files[identifier(f"hierarchy_{name}")] = (levels, folder / f"hierarchy_{name}.csv")
    return files


def load(project: OnEngine, files: dict[str, tuple[tuple[str, ...], Path]], folder: Path) -> None:
    """Make tables of text: PostgreSQL copies the files, the others read Parquet."""
    if project.engine.target == "postgres":
        copy(project.engine, files)
        return
    statements = ["create schema raw"]
    for table, (columns, path) in files.items():
        listed = ", ".join(f"'{name}': 'varchar'" for name in columns)
        read = f"read_csv('{path}', delim = ';', header = {table == 'adult'}, columns = {{{listed}}})"
        duckdb.execute(f"copy (select * from {read}) to '{folder}/{table}.parquet'")
        statements.append(f"create table raw.{table} as select * from parquet.`{folder}/{table}.parquet`")
    project.run_sql(*statements)


def copy(engine: Engine, files: dict[str, tuple[tuple[str, ...], Path]]) -> None:
    """Make tables in PostgreSQL."""
    port, user = engine.environment["HARD_CASES_PORT"], engine.environment["HARD_CASES_USER"]
    with psycopg2.connect(host="localhost", port=port, user=user, dbname="postgres") as connection:
        cursor = connection.cursor()
        cursor.execute("create schema raw")
        for table, (columns, path) in files.items():
            typed = ", ".join(f'"{name}" text' for name in columns)
            cursor.execute(f"create table raw.{table} ({typed})")
            options = f"(format csv, delimiter ';', header {table == 'adult'})"
            with path.open(encoding="utf-8") as file:
                cursor.copy_expert(f"copy raw.{table} from stdin {options}", file)
    connection.close()


def classes_at(shared: Path, levels: tuple[int, ...]) -> dict[tuple[str, ...], int]:
    """The classes of at least five records at a rung, and their sizes, counted from the files."""
    labels = []
    for name, level in zip(COLUMNS, levels, strict=True):
        with (shared / "data" / "adult" / f"hierarchy_{name}.csv").open(encoding="utf-8") as file:
            labels.append({path[0]: path[level] for path in csv.reader(file, delimiter=";")})
    with (shared / "data" / "adult" / "adult.csv").open(encoding="utf-8") as file:
        records = csv.DictReader(file, delimiter=";")
        sizes = Counter(tuple(label[row[name]] for name, label in zip(COLUMNS, labels, strict=True)) for row in records)
    return {names: size for names, size in sizes.items() if size >= 5}


def test_the_rung_of_the_exhaustive_search_is_found_and_released(adult: OnEngine, shared: Path) -> None:
    [best] = [
        row
        for row in published(shared, "adult_k5_exhaustive.csv")
        if (row["objective"], row["suppression_limit"]) == ("loss", BUDGETS[adult.engine.target])
    ]
    rung = rung_of(best["optimal_levels"])
    answer = json.loads(adult.crowd("solve", "adult_release", "--json", expect=0).stdout)
    assert answer["chosen"]["rung"] == {name: f"level_{level}" for name, level in zip(COLUMNS, rung, strict=True)}
    assert answer["chosen"]["value"] == pytest.approx(float(best["optimal_loss"]), abs=1e-9)
    assert answer["chosen"]["suppressed_rows"] == int(best["suppressed_rows"])
    adult.dbt("build", expect=0)
    told = adult.asked("print_rows", {"models": ["adult_classes"]})["adult_classes"]
    assert told["columns"] == [*COLUMNS, "n"]
    found = {tuple(row[:-1]): int(row[-1]) for row in told["rows"]}
    assert found == classes_at(shared, rung)
    assert (len(found), sum(found.values())) == (int(best["classes_released"]), 30_162 - int(best["suppressed_rows"]))
