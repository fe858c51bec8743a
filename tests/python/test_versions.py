"""Other versions of dbt, each in the environment that `make test` has set up for it, and the driver as uv runs it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import REPOSITORY, DbtProject

SNOWFLAKE = """
    clinic:
      target: offline
      outputs:
        offline:
          type: snowflake
          account: nowhere
          user: nobody
          password: nothing
          database: clinic
          schema: analytics
          warehouse: none
"""


def command(environment: str, name: str) -> str:
    """The path of a command in one of the environments under .venvs."""
    path = REPOSITORY / ".venvs" / environment / "bin" / name
    assert path.exists(), f"{path.relative_to(REPOSITORY)} is not there: run `make setup`"
    return str(path)


def run(project: DbtProject, *arguments: str, expect: int = 0) -> str:
    """Run a command in the project, with its own environment's commands first on PATH; what it prints."""
    environment = {**project.environment, "PATH": f"{Path(arguments[0]).parent}:{project.environment['PATH']}"}
    finished = subprocess.run(
        arguments, cwd=project.root, env=environment, capture_output=True, text=True, check=False, timeout=900
    )
    assert finished.returncode == expect, finished.stdout + finished.stderr
    return finished.stdout + finished.stderr


def test_the_clinic_is_solved_and_built_on_dbt_1_11(copy_project: Callable[[str, str], DbtProject]) -> None:
    project = copy_project("examples/clinic", "clinic.duckdb")
    run(project, sys.executable, "scripts/make_patients.py")
    before = project.read("models/patients_release.yml")
    run(project, command("dbt-1.11", "dbt"), "run", "-s", "stg_patients")
    run(project, command("dbt-1.11", "crowd"), "solve", "patients_release")
    assert project.read("models/patients_release.yml") == before
    assert "Running with dbt=1.11" in run(project, command("dbt-1.11", "dbt"), "build")
    assert project.query("select count(*) > 10000 from analytics.patients_release") == [(True,)]


def test_dbt_2_parses_the_projects(copy_project: Callable[[str, str], DbtProject]) -> None:
    for folder in ("examples/clinic", "integration_tests"):
        project = copy_project(folder, "unused.duckdb")
        output = run(project, command("dbt-2", "dbt"), "parse", "--show-all-deprecations")
        assert "warning" not in output.lower(), output


def test_dbt_2_finds_nothing_deprecated(copy_project: Callable[[str, str], DbtProject]) -> None:
    """Against Snowflake's schema, which is where dbt checks every key of every YAML file."""
    project = copy_project("examples/clinic", "unused.duckdb")
    project.write({"profiles.yml": SNOWFLAKE})
    output = run(project, command("dbt-2", "dbt"), "parse", "--show-all-deprecations")
    assert "warning" not in output.lower(), output


def test_dbt_2_builds_the_hard_cases(copy_project: Callable[[str, str], DbtProject]) -> None:
    library = next((REPOSITORY / ".venvs" / "libduckdb").glob("node_modules/@duckdb/*/libduckdb.so"), None)
    if library is None:
        pytest.skip("dbt 2 has no DuckDB here: `make setup` gets its library where there is npm")
    project = copy_project("integration_tests", "integration_tests.duckdb")
    project.environment["LD_LIBRARY_PATH"] = str(library.parent)
    # Counts with exact totals wait for `crowd protect`.
    run(
        project,
        command("dbt-2", "dbt"),
        "build",
        "--exclude",
        "counts_exact_release",
        "counts_exact_of_persons_release",
    )
    kept = project.query("select * from hard_cases.worked_example_release order by all")
    assert kept == [("1974", "021**", "F")] * 3 + [("1981", "021**", "M")] * 3
    assert project.query("select distinct outcome from hard_cases__log.release_log") == [("released",)]
    policy = "models/worked_example/_worked_example.yml"
    project.write({policy: project.read(policy).replace("max_suppression: 0.34", "max_suppression: 0.33")})
    refused = run(project, command("dbt-2", "dbt"), "run", "--select", "worked_example_release", expect=1)
    assert "3 of 9 rows are suppressed, max_suppression 0.33 allows 2" in refused
    assert project.query("select * from hard_cases.worked_example_release order by all") == kept


def test_uv_runs_the_driver_out_of_the_installed_package(copy_project: Callable[[str, str], DbtProject]) -> None:
    project = copy_project("examples/clinic", "unused.duckdb")
    assert "solve" in run(project, command("uv", "uvx"), "--from", "dbt_packages/dbt_crowd", "crowd", "--help")
