"""The hard cases of `integration_tests` on every engine: the same rows are published, and the same is said of them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from conftest import REPOSITORY, DbtProject
from engines import DUCKDB, Engine, OnEngine, postgres_server, sail_server, spark_server

LONG_NAME = "a_name_of_sixty_characters_which_is_nearly_all_that_fits_abc"
WITH_PRIVATE_COPY = {
    "names_release",
    LONG_NAME,
    "codes_of_products_release",
    "patients_of_persons_release",
    "patients_published_person_release",
    "patients_l_of_persons_release",
    "patients_t_of_persons_release",
    "patients_in_population_by_ladder_release",
    "patients_contract_release",
}
# What is compared with the input keeps the input's distribution.
WITH_DISTRIBUTION = {
    "labels_judged_release",
    "patients_gain_release",
    "patients_solved_release",
    "patients_t_of_persons_release",
    "patients_t_release",
    "sizes_k_release",
    "sizes_none_release",
    "sizes_one_release",
}
SOLVED = "patients_solved_release"
EXACT = "counts_exact_release counts_exact_of_persons_release"
TESTED_ON_SPARK = (
    "worked_example_release names_release dates_release labels_release patients_l_of_persons_release"
    " patients_in_population_release counts_of_persons_release counts_exact_release"
)
CHECKS = (
    ("patients_l_of_persons_release",),
    (SOLVED, "--rung", "zip=5 digits", "--k", "3", "--objective", "entropy"),
    ("patients_input", "--quasi-identifiers", "zip,sex", "--k", "5", "--privacy-unit", "person"),
    ("counts_cells_input", "--by", "Branch Name,group", "--count", "n", "--k", "5", "--reveal"),
    ("counts_of_persons_release",),
)
WORKED = "models/worked_example/_worked_example.yml"

Copy = Callable[[str, str], DbtProject]


def built(copy_project: Copy, engine: Engine, tested: str | None = None) -> OnEngine:
    """The hard cases protected, built and tested on an engine without an error or a warning.

    Args:
        copy_project: The fixture.
        engine: Where they are built.
        tested: The models whose tests are run there, as dbt's selection; all without it.
    """
    project = OnEngine(copy_project("integration_tests", "integration_tests.duckdb"), engine)
    project.dbt("run", "--select", "+counts_input", expect=0)
    project.protected = json.loads(project.crowd("protect", "--select", EXACT, "--json", expect=0).stdout)
    commands = (
        [["build"]] if tested is None else [["build", "--exclude-resource-type", "test"], ["test", "--select", tested]]
    )
    for command in commands:
        assert "[WARNING]" not in project.dbt(*command, expect=0).output
    project.found = project.state()
    return project


@pytest.fixture(scope="session")
def on_duckdb(copy_project: Copy) -> OnEngine:
    return built(copy_project, DUCKDB)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Engine]:
    with postgres_server() as engine:
        yield engine


@pytest.fixture(scope="session")
def sail() -> Iterator[Engine]:
    with sail_server() as engine:
        yield engine


@pytest.fixture(scope="session")
def spark() -> Iterator[Engine]:
    with spark_server() as engine:
        yield engine


@pytest.fixture(scope="session")
def on_postgres(copy_project: Copy, postgres: Engine) -> OnEngine:
    return built(copy_project, postgres)


@pytest.fixture(scope="session")
def on_sail(copy_project: Copy, sail: Engine) -> OnEngine:
    return built(copy_project, sail)


@pytest.fixture(scope="session")
def on_spark(copy_project: Copy, spark: Engine) -> OnEngine:
    """Spark itself takes its time: it builds everything, and runs the tests that tell most."""
    return built(copy_project, spark, TESTED_ON_SPARK)


QUICK = ["on_postgres", "on_sail"]


@pytest.fixture(scope="session", params=QUICK)
def on_quick_engine(request: pytest.FixtureRequest) -> OnEngine:
    project: OnEngine = request.getfixturevalue(request.param)
    return project


@pytest.fixture(scope="session", params=[*QUICK, pytest.param("on_spark", marks=pytest.mark.spark)])
def on_engine(request: pytest.FixtureRequest) -> OnEngine:
    """The hard cases on one of the other engines."""
    project: OnEngine = request.getfixturevalue(request.param)
    return project


def differences(found: object, expected: object, place: str = "") -> list[str]:
    """Where two answers differ, but for how long they took, how far that let them look, and last bits of numbers."""
    if isinstance(expected, dict) and isinstance(found, dict):
        keys = (expected.keys() | found.keys()) - {"seconds", "outlook"}
        return [
            line for key in sorted(keys) for line in differences(found.get(key), expected.get(key), f"{place}/{key}")
        ]
    if isinstance(expected, list) and isinstance(found, list) and len(found) == len(expected):
        pairs = enumerate(zip(found, expected, strict=True))
        return [line for index, pair in pairs for line in differences(*pair, f"{place}/{index}")]
    if isinstance(expected, float) and isinstance(found, int | float) and abs(found - expected) < 1e-9:
        return []
    return [] if found == expected else [f"{place}: {found} instead of {expected}"]


def numbers(entry: dict[str, str | None]) -> dict[str, object]:
    """An entry of the log with its figures as numbers."""
    return {name: float(text) if text and re.fullmatch("[0-9.e-]+", text) else text for name, text in entry.items()}


def released(project: OnEngine) -> dict[str, tuple[list[str], list[list[str | None]]]]:
    """Columns and rows of each release, the rows in an order that all engines share."""

    def plain(row: list[str | None]) -> list[str | None]:
        # A moment of the session's time zone, UTC, is told with its zone or without.
        return [value if value is None else value.removesuffix("+00:00") for value in row]

    return {
        name: (
            each["columns"],
            sorted(map(plain, each["rows"]), key=lambda row: [(each is None, each or "") for each in row]),
        )
        for name, each in project.found["print_rows"].items()
    }


def test_the_hard_cases_pass(on_duckdb: OnEngine) -> None:
    assert len(released(on_duckdb)) == 38


def test_every_release_is_the_same_to_the_value(on_duckdb: OnEngine, on_engine: OnEngine) -> None:
    expected, found = released(on_duckdb), released(on_engine)
    assert found.keys() == expected.keys()
    assert {name: found[name] for name in expected if found[name] != expected[name]} == {}


def test_the_log_says_the_same_of_every_release(on_duckdb: OnEngine, on_engine: OnEngine) -> None:
    expected, found = on_duckdb.found["print_log"], on_engine.found["print_log"]
    assert found.keys() == expected.keys()
    assert [
        line for name in expected for line in differences(numbers(found[name]), numbers(expected[name]), name)
    ] == []


def test_every_cell_of_counts_has_the_same_decision(on_duckdb: OnEngine, on_engine: OnEngine) -> None:
    expected = on_duckdb.found["print_decisions"]
    decisions = {decision for cells in expected.values() for _, _, decision, _, _ in cells}
    assert decisions == {"pass", "generalize", "suppress", "complement"}
    assert on_engine.found["print_decisions"] == expected


def test_nothing_is_made_but_the_documented_schemas_and_tables(on_engine: OnEngine) -> None:
    tables = on_engine.found["print_tables"]
    assert tables.keys() == {"hard_cases", "hard_cases_raw", "hard_cases__private", "hard_cases__log"}
    assert tables["hard_cases__log"] == ["dbt_crowd__cell_decisions", "release_log"]
    private = tables["hard_cases__private"]
    counts = {name for name in tables["hard_cases"] if name.startswith("counts_") and name.endswith("_release")}
    beside = Counter(name.split("_")[1] for name in set(private) - WITH_PRIVATE_COPY - counts)
    assert {*private} >= WITH_PRIVATE_COPY | counts
    assert beside == {"overall": len(WITH_DISTRIBUTION), **dict.fromkeys(("cells", "lines", "certificate"), 2)}


def test_crowd_protect_hides_the_same(on_duckdb: OnEngine, on_engine: OnEngine) -> None:
    assert differences(on_engine.protected, on_duckdb.protected) == []
    assert all(each["complements"] for each in on_duckdb.protected)


def asked_of_each(engine: Engine, cases: Sequence[Any]) -> Sequence[Any]:
    """The cases that an engine is asked: those with Spark's SQL take their time, and get the first."""
    return cases[:1] if engine.target in ("spark", "sail") else cases


@cache
def answered(project: OnEngine, *arguments: str) -> tuple[int, Any]:
    """The exit code and the answer of a command of the driver that changes nothing; each is asked once."""
    finished = project.crowd(*arguments, "--json")
    assert finished.stdout, finished.output
    return finished.code, json.loads(finished.stdout)


def answered_alike(project: OnEngine, other: OnEngine, *arguments: str, code: int | None = 0) -> list[str]:
    """Where the answers of two engines differ; `code` is what both must end with, None for any."""
    (found_code, found), (expected_code, expected) = (answered(each, *arguments) for each in (project, other))
    assert found_code == expected_code == (expected_code if code is None else code)
    return differences(found, expected)


def test_crowd_attack_finds_the_same(on_duckdb: OnEngine, on_engine: OnEngine) -> None:
    for model in asked_of_each(on_engine.engine, ["counts_exact_release", "counts_of_persons_release"]):
        assert answered_alike(on_engine, on_duckdb, "attack", model) == []


def test_crowd_check_says_the_same(on_duckdb: OnEngine, on_engine: OnEngine) -> None:
    for arguments in asked_of_each(on_engine.engine, CHECKS):
        assert answered_alike(on_engine, on_duckdb, "check", *arguments, code=None) == []


def test_crowd_solve_finds_the_same(on_duckdb: OnEngine, on_engine: OnEngine) -> None:
    assert answered_alike(on_engine, on_duckdb, "solve", SOLVED, "--dry-run") == []


@pytest.mark.parametrize(
    "arguments",
    [(SOLVED, "--max-rungs", "2"), ("patients_l_of_persons_release",), ("patients_in_population_release",)],
    ids=" ".join,
)
def test_crowd_solve_finds_the_same_ladders_persons_and_populations(
    on_duckdb: OnEngine, on_quick_engine: OnEngine, arguments: tuple[str, ...]
) -> None:
    assert answered_alike(on_quick_engine, on_duckdb, "solve", *arguments, "--dry-run") == []


def test_crowd_init_counts_the_same(on_duckdb: OnEngine, on_engine: OnEngine) -> None:
    models = ["patients_input", "dates_input", "names_input", "counts_input"]
    expected, found = (project.inspected(models) for project in (on_duckdb, on_engine))
    for answer in expected + found:
        del answer["database"]
        for column in answer["columns"]:
            del column["type"]
    assert len(expected) == len(models)
    assert found == expected


def test_the_functions_of_the_adapter_give_the_known_answers(on_duckdb: OnEngine, on_engine: OnEngine) -> None:
    for project in (on_duckdb, on_engine):
        output = project.dbt("--quiet", "run-operation", "dbt_crowd.check_adapter").stdout
        line = next(line for line in output.splitlines() if line.startswith("dbt_crowd:{"))
        answer = json.loads(line.removeprefix("dbt_crowd:"))
        assert answer["wrong"] == []
        assert answer["checked"] > 40


def test_a_function_that_gives_a_wrong_answer_is_named(copy_project: Copy) -> None:
    project = OnEngine(copy_project("integration_tests", "integration_tests.duckdb"), DUCKDB)
    order = "dispatch: [{macro_namespace: dbt_crowd, search_order: [integration_tests, dbt_crowd]}]"
    wrong = "{% macro duckdb__trimmed(text) %}{% do return('trim(' ~ text ~ ')') %}{% endmacro %}"
    project.project.write(
        {"dbt_project.yml": project.project.read("dbt_project.yml") + order, "macros/wrong.sql": wrong},
    )
    output = project.dbt("run-operation", "dbt_crowd.check_adapter", expect=1).output
    assert "dbt_crowd: duckdb: trimmed must be written for this warehouse" in output


def test_an_unknown_adapter_is_refused_by_name(on_duckdb: OnEngine) -> None:
    arguments = ("run-operation", "dbt_crowd.refuse_unknown_adapter", "--args", "{adapter_type: clickhouse}")
    refused = on_duckdb.dbt(*arguments, expect=1).output
    assert "dbt_crowd: it is not written for clickhouse, but for bigquery, databricks, duckdb, postgres" in refused


def test_the_table_of_functions_is_fresh() -> None:
    script = REPOSITORY / "scripts" / "generate_warehouses_docs.py"
    assert subprocess.run([sys.executable, script, "--check"], check=False).returncode == 0, "run `make docs`"


def test_a_refusal_leaves_the_release_and_a_row_in_the_log(on_quick_engine: OnEngine) -> None:
    project = on_quick_engine.project
    before = on_quick_engine.asked("print_rows", {"models": ["worked_example_release"]})
    private = on_quick_engine.asked("print_tables")["hard_cases__private"]
    policy = project.read(WORKED)
    project.write({WORKED: policy.replace("max_suppression: 0.34", "max_suppression: 0.33")})
    try:
        refused = on_quick_engine.dbt("run", "-s", "worked_example_release", expect=1)
        assert "3 of 9 rows are suppressed, max_suppression 0.33 allows 2" in refused.output
        assert "The release of 2" in refused.output
        assert on_quick_engine.asked("print_log")["worked_example_release"]["outcome"] == "refused"
    finally:
        project.write({WORKED: policy})
    assert on_quick_engine.asked("print_rows", {"models": ["worked_example_release"]}) == before
    assert on_quick_engine.asked("print_tables")["hard_cases__private"] == private
    on_quick_engine.dbt("build", "-s", "worked_example_release", expect=0)
    assert on_quick_engine.asked("print_log")["worked_example_release"]["outcome"] == "released"


def test_the_standing_gate_finds_a_row_that_somebody_added(on_quick_engine: OnEngine) -> None:
    on_quick_engine.run_sql("insert into hard_cases.worked_example_release values ('1974', '021**', 'F')")
    failed = on_quick_engine.dbt("test", "-s", "worked_example_release", expect=1)
    assert "keeps_its_policy_worked_example_release" in failed.output and "FAIL 1" in failed.output
    on_quick_engine.dbt("build", "-s", "worked_example_release", expect=0)


def test_a_swap_that_fails_half_way_changes_nothing(on_postgres: OnEngine) -> None:
    """The log refuses the row of the release, which is the last statement of the swap."""
    model = {"models": ["patients_of_persons_release"]}
    before = on_postgres.asked("print_rows", model), on_postgres.asked("print_log")
    log = "hard_cases__log.release_log"
    on_postgres.run_sql(f"alter table {log} add constraint closed check (outcome <> 'released') not valid")
    on_postgres.dbt("run", "-s", "patients_of_persons_release", expect=1)
    assert (on_postgres.asked("print_rows", model), on_postgres.asked("print_log")) == before
    on_postgres.run_sql(f"alter table {log} drop constraint closed")
    on_postgres.dbt("test", "-s", "patients_of_persons_release", expect=0)
    again = on_postgres.dbt("run", "-s", "patients_of_persons_release", expect=0).output
    assert "is left over or belongs to a run that is still going; it was left alone" in again


def test_a_role_with_the_documented_privileges_is_enough(on_postgres: OnEngine, copy_project: Copy) -> None:
    """Schemas and log made by somebody else, and no right to make schemas, or to change what the log says."""
    owner = on_postgres
    log = "hard_cases__log.release_log"
    owner.run_sql(
        "create role analyst login",
        "drop table hard_cases.worked_example_release",
        "grant usage, create on schema hard_cases, hard_cases__private to analyst",
        "grant usage on schema hard_cases__log, hard_cases_raw to analyst",
        f"grant select, insert on {log} to analyst",
        "grant select on hard_cases_raw.worked_example to analyst",
    )
    environment = {**on_postgres.engine.environment, "HARD_CASES_USER": "analyst"}
    analyst = OnEngine(copy_project("integration_tests", ""), replace(on_postgres.engine, environment=environment))
    try:
        analyst.dbt("build", "-s", "worked_example_release", expect=0)
        analyst.crowd("solve", "worked_example_release", "--dry-run", expect=0)
        with pytest.raises(AssertionError, match="permission denied"):
            analyst.run_sql(f"update {log} set outcome = 'released'")
    finally:
        owner.run_sql("drop owned by analyst", "drop role analyst")
        owner.dbt("build", "-s", "worked_example_release", expect=0)
