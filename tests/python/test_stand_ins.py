"""Warehouses that nobody can reach, by stand-ins on DuckDB: the adapter and the statements are run, not the engine.

A stand-in parses the warehouse's SQL and runs it on DuckDB. What it cannot do is replaced in the project, by name.
"""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import REPOSITORY, DbtProject
from engines import Engine, OnEngine, free_port, wait_for

pytestmark = pytest.mark.xdist_group("stand-ins")
# The database must not be named by a word of SQL: fakesnow's `show objects in warehouse.x` looks into another schema.
PROFILE = """
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


@pytest.fixture(scope="module")
def snowflake(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """A server that answers as Snowflake does, for as long as the tests run."""
    commands = REPOSITORY / ".venvs" / "fakesnow" / "bin"
    if not (commands / "fakesnow").exists():
        pytest.skip("no stand-in for Snowflake: `make setup` makes .venvs/fakesnow")
    port = free_port()
    log = tmp_path_factory.mktemp("fakesnow") / "log"
    with log.open("w") as file:
        server = [commands / "fakesnow", "--server", "--port", str(port)]
        process = subprocess.Popen(server, stdin=subprocess.DEVNULL, stdout=file, stderr=file, start_new_session=True)
    try:
        wait_for(port, process, log)
        yield Engine("snowflake", {"STAND_IN_PORT": str(port)}, commands)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@pytest.fixture(scope="module")
def on_snowflake(copy_project: Callable[[str, str], DbtProject], snowflake: Engine) -> OnEngine:
    project = OnEngine(copy_project("integration_tests", "unused.duckdb"), snowflake)
    keep_only(project.project.root, "worked_example")
    project.project.write(
        {
            "profiles.yml": PROFILE.format(port=snowflake.environment["STAND_IN_PORT"]),
            "dbt_project.yml": project.project.read("dbt_project.yml") + INSTEAD,
            "macros/unable.sql": UNABLE,
        }
    )
    return project


def test_a_release_is_built_and_kept_when_the_next_is_refused_on_snowflake(on_snowflake: OnEngine) -> None:
    built = on_snowflake.dbt("build", expect=0)
    assert "RELEASED 6 of 9 rows, smallest crowd 3" in built.output
    policy = on_snowflake.project.read(WORKED)
    on_snowflake.project.write({WORKED: policy.replace("max_suppression: 0.34", "max_suppression: 0.33")})
    refused = on_snowflake.dbt("run", expect=1)
    assert "3 of 9 rows are suppressed, max_suppression 0.33 allows 2" in refused.output
    assert released(on_snowflake) == CROWDS
    assert on_snowflake.asked("print_log")["worked_example_release"]["outcome"] == "refused"


def released(project: OnEngine) -> list[list[str]]:
    """The rows of the release, and that its columns are named as Snowflake does it."""
    told = project.asked("print_rows", {"models": ["worked_example_release"]})["worked_example_release"]
    assert told["columns"] == ["BIRTH_YEAR", "ZIP", "SEX"]
    return sorted(told["rows"])


def keep_only(root: Path, case: str) -> None:
    """Take all other hard cases out of a copy of the project: parsing them takes longer than all the rest."""
    for folder in (root / "models").iterdir():
        if folder.name != case:
            for path in folder.iterdir():
                path.unlink()
