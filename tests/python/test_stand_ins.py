"""Warehouses that nobody can reach, by stand-ins on DuckDB: the adapter and the statements are run, not the engine.

A stand-in parses the warehouse's SQL and runs it on DuckDB. What one cannot do is replaced in the project, by name.
"""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
import processes
import pytest
from conftest import REPOSITORY, DbtProject
from engines import Engine, OnEngine, free_port, wait_for

# fakesnow 0.12.1 looks into another schema where the database is named by a word of SQL, such as `warehouse`.
SNOWFLAKE = """
    integration_tests:
      target: snowflake
      outputs:
        snowflake:
          type: snowflake
          account: nobody
          user: nobody
          password: nothing
          host: localhost
          port: {port}
          protocol: http
          database: clinic
          schema: hard_cases
          warehouse: none
          threads: 1
"""
BIGQUERY = """
    integration_tests:
      target: bigquery
      outputs:
        bigquery:
          type: bigquery
          method: oauth-secrets
          token: nothing
          project: clinic
          schema: hard_cases
          api_endpoint: http://localhost:{port}
          threads: 1
"""
INSTEAD = """
dispatch:
  - macro_namespace: dbt_crowd
    search_order: [integration_tests, dbt_crowd]
"""
# fakesnow 0.12.1 has no `to_number` with a format, which reads a hash, and its `rtrim` does not take a point off.
UNABLE = """
    {% macro snowflake__hash_number(text) %}
        {%- do return(dbt_crowd.default__hash_number(text)) -%}
    {% endmacro %}


    {% macro snowflake__number_as_text(number) %}
        {%- do return(dbt_crowd.as_text('cast(' ~ number ~ ' as integer)')) -%}
    {% endmacro %}
"""
WORKED = "models/worked_example/_worked_example.yml"
CROWDS = [["1974", "021**", "F"]] * 3 + [["1981", "021**", "M"]] * 3

Copy = Callable[[str, str], DbtProject]


@pytest.fixture(scope="module")
def on_snowflake(copy_project: Copy, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnEngine]:
    """The worked example on fakesnow."""
    port = free_port()
    server = ["fakesnow", "--server", "--port", str(port)]
    with stand_in("snowflake", "fakesnow", server, port, tmp_path_factory.mktemp("fakesnow")) as engine:
        project = worked_example(copy_project, engine, SNOWFLAKE.format(port=port))
        settings = project.project.read("dbt_project.yml") + INSTEAD
        project.project.write({"dbt_project.yml": settings, "macros/unable.sql": UNABLE})
        yield project


@pytest.fixture(scope="module")
def on_bigquery(copy_project: Copy, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnEngine]:
    """The worked example on bqemulator 1.4.0, which takes any dataset for one that exists: ours are made before."""
    port = free_port()
    home = tmp_path_factory.mktemp("bqemulator")
    link_extension(home)
    server = ["bqemulator", "start", "--rest-port", str(port), "--grpc-port", "0", "--project", "clinic"]
    with stand_in("bigquery", "bqemulator", server, port, home) as engine:
        project = worked_example(copy_project, engine, BIGQUERY.format(port=port))
        seeds = project.project.read("seeds/_seeds.yml").replace("varchar(5)", "string")
        project.project.write({"seeds/_seeds.yml": seeds})
        datasets = ("hard_cases__private", "hard_cases__log")
        project.run_sql(*(f"create schema if not exists clinic.{name}" for name in datasets))
        yield project


@contextmanager
def stand_in(target: str, environment: str, server: list[str], port: int, home: Path) -> Iterator[Engine]:
    """A server that answers as a warehouse does, for as long as the block runs."""
    commands = REPOSITORY / ".venvs" / environment / "bin"
    if not (commands / server[0]).exists():
        pytest.skip(f"no stand-in for {target}: `make setup` makes .venvs/{environment}")
    with (home / "log").open("w") as file:
        process = subprocess.Popen(
            [commands / server[0], *server[1:]],
            cwd=home,
            env={**os.environ, "HOME": str(home)},
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
            start_new_session=True,
        )
    elsewhere = processes.Elsewhere(commands / "python", ("dbt.cli.main", "dbt.task.build"))
    try:
        wait_for(port, process, home / "log")
        yield Engine(target, commands=elsewhere)
    finally:
        elsewhere.close()
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def link_extension(home: Path) -> None:
    """Put the extension of DuckDB that bqemulator wants where DuckDB looks for it, so that it downloads nothing."""
    for file in (REPOSITORY / ".venvs" / "bqemulator").glob("lib/*/site-packages/duckdb_extension_*/extensions/v*/*"):
        [(platform,)] = duckdb.execute("pragma platform").fetchall()
        folder = home / ".duckdb" / "extensions" / file.parent.name / platform
        folder.mkdir(parents=True)
        (folder / file.name).symlink_to(file)


def worked_example(copy_project: Copy, engine: Engine, profile: str) -> OnEngine:
    """The hard cases less all but one: parsing the others would take longer than all the rest."""
    project = copy_project("integration_tests", "unused.duckdb")
    for path in (project.root / "models").glob("*/*"):
        if path.parent.name != "worked_example":
            path.unlink()
    project.write({"profiles.yml": profile})
    return OnEngine(project, engine)


@pytest.mark.parametrize(
    ("warehouse", "columns"),
    [("on_snowflake", ["BIRTH_YEAR", "ZIP", "SEX"]), ("on_bigquery", ["birth_year", "zip", "sex"])],
)
def test_a_release_is_built_and_kept_when_the_next_is_refused(
    request: pytest.FixtureRequest, warehouse: str, columns: list[str]
) -> None:
    project: OnEngine = request.getfixturevalue(warehouse)
    built = project.dbt("build", expect=0)
    assert "RELEASED 6 of 9 rows, smallest crowd 3" in built.output
    policy = project.project.read(WORKED)
    project.project.write({WORKED: policy.replace("max_suppression: 0.34", "max_suppression: 0.33")})
    refused = project.dbt("run", expect=1)
    assert "3 of 9 rows are suppressed, max_suppression 0.33 allows 2" in refused.output
    told = project.asked("print_rows", {"models": ["worked_example_release"]})["worked_example_release"]
    assert (told["columns"], sorted(told["rows"])) == (columns, CROWDS)
