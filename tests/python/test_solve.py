"""`crowd solve`, as a user runs it: on the worked example, on what cannot be reached, on what must be refused."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
import yaml
from conftest import DbtProject
from processes import Finished

PEOPLE = """
    (1974, '02139', 'F'), (1974, '02139', 'F'), (1974, '02141', 'F'),
    (1981, '02139', 'M'), (1981, '02138', 'M'), (1981, '02143', 'M'),
    (1990, '10001', 'F'), (1991, '94103', 'M'), (1992, '60601', 'F')
"""
POLICY = """
    models:
      - name: people_release
        config:
          meta:
            dbt_crowd:
              k: 3   # three is a crowd
              max_suppression: {budget}
              quasi_identifiers:
                birth_year: {{hierarchy: bands, widths: [5, 10]{year}}}
                zip: {{hierarchy: prefix, lengths: [5, 3], unit: digits{zip}}}
                sex: suppress
"""
RELEASE = "{{ dbt_crowd.release(source('raw', 'people')) }}\n"
SOURCES = """
    sources:
      - name: raw
        tables:
          - name: people
"""

Make = Callable[..., DbtProject]


def example(dbt_project: Make, *, budget: float = 0.34, year: str = "", zip_code: str = "") -> DbtProject:
    """The worked example: nine people, three quasi-identifiers, k = 3."""
    project = dbt_project(
        {
            "models/sources.yml": SOURCES,
            "models/somebody.sql": "select 1 as a\n",
            "models/people_release.sql": RELEASE,
            "models/people_release.yml": POLICY.format(budget=budget, year=year, zip=zip_code),
        },
        name="worked",
    )
    load(project, PEOPLE)
    return project


def load(project: DbtProject, people: str, columns: str = "birth_year, zip, sex") -> None:
    """Put people into the warehouse, in place of who is there."""
    values = f"select * from (values {people}) as people ({columns})"
    project.query(f"create schema if not exists raw; create or replace table raw.people as {values}")


def solved(finished: Finished) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(finished.stdout)
    return answer


def left_in_private(project: DbtProject) -> list[str]:
    found = project.query("select table_name from information_schema.tables where table_name like 'crowd_search%'")
    return [name for (name,) in found]


@pytest.fixture(scope="module")
def project(dbt_project: Make) -> DbtProject:
    return example(dbt_project)


@pytest.fixture(scope="module")
def policy_as_written() -> str:
    return POLICY.format(budget=0.34, year="", zip="")


@pytest.fixture(scope="module")
def dry_run(project: DbtProject) -> Finished:
    """The first command on the example; it runs before anything is written."""
    return project.crowd("solve", "people_release", "--dry-run", expect=0)


@pytest.fixture(scope="module")
def as_command(project: DbtProject, dry_run: Finished) -> dict[str, Any]:
    """The same search with a dbt process for every call."""
    return solved(project.crowd("solve", "people_release", "--dry-run", "--json", "--dbt", "dbt", expect=0))


@pytest.fixture(scope="module")
def answer(project: DbtProject, as_command: dict[str, Any]) -> dict[str, Any]:
    """What a solve that writes prints for a machine."""
    return solved(project.crowd("solve", "people_release", "--json", expect=0))


def test_a_dry_run_shows_the_change_and_makes_none(dry_run: Finished) -> None:
    assert "+              rungs:\n" not in dry_run.stdout  # the file's own indentation, not the test's
    assert "+          rungs:\n+            - {birth_year: value, zip: 3 digits, sex: value}\n" in dry_run.stdout
    assert "--dry-run: nothing was written." in dry_run.stdout


def test_a_person_reads_what_was_asked_found_and_proven(dry_run: Finished) -> None:
    lines = dry_run.stdout.splitlines()
    assert lines[0] == "people_release: 24 rungs, k = 3 and at most 3 of 9 rows suppressed, objective loss."
    [chosen] = [line.split() for line in lines if line.startswith("chosen")]
    assert chosen[1:6] == ["0.444444", "3", "(33.33", "%)", "2"]
    [proof] = [line for line in lines if line.startswith("Proven:")]
    assert proof.startswith("Proven: none of 24 rungs has a lower loss with k = 3 and at most 3 of 9 rows suppressed (")
    assert "24 of 24 rungs decided" in dry_run.stderr
    assert "\x1b" not in dry_run.output


def test_the_best_rung_keeps_year_and_sex_and_three_digits(answer: dict[str, Any]) -> None:
    assert answer["chosen"]["rung"] == {"birth_year": "value", "zip": "3 digits", "sex": "value"}
    assert answer["chosen"]["suppressed_rows"] == 3
    assert answer["chosen"]["suppression_rate"] == pytest.approx(1 / 3)
    assert (answer["chosen"]["classes"], answer["chosen"]["min_class_size"]) == (2, 3)
    assert answer["optimal"] is True


def test_json_has_the_keys_that_are_documented(answer: dict[str, Any]) -> None:
    assert set(answer) == {
        "model",
        "rows",
        "persons",
        "quasi_identifiers",
        "rungs_possible",
        "rungs_measured",
        "batches",
        "optimal",
        "bound",
        "objective",
        "criteria",
        "chosen",
        "alternatives",
        "outlook",
        "seconds",
    }
    candidate = {"rung", "value", "suppressed_rows", "suppression_rate", "classes", "min_class_size"}
    assert {frozenset(each) for each in [answer["chosen"], *answer["alternatives"]]} == {frozenset(candidate)}
    assert set(answer["seconds"]) == {"scan", "search", "total"}
    assert (answer["model"], answer["rows"], answer["persons"]) == ("people_release", 9, 9)
    assert answer["quasi_identifiers"] == ["birth_year", "zip", "sex"]
    assert answer["rungs_possible"] == 24
    assert 0 < answer["rungs_measured"] <= 24


def test_both_ways_of_running_dbt_find_the_same(answer: dict[str, Any], as_command: dict[str, Any]) -> None:
    # Batches are larger where a call is dearer, and more rungs than the policy allows are not looked at then.
    counted = {"seconds", "rungs_measured", "batches", "alternatives", "outlook"}
    assert {key: answer[key] for key in answer.keys() - counted} == {
        key: as_command[key] for key in as_command.keys() - counted
    }


def test_the_rungs_are_written_and_nothing_else(
    project: DbtProject, answer: dict[str, Any], policy_as_written: str
) -> None:
    assert answer
    [model] = yaml.safe_load(project.read("models/people_release.yml"))["models"]
    assert model["config"]["meta"]["dbt_crowd"]["rungs"] == [{"birth_year": "value", "zip": "3 digits", "sex": "value"}]
    before = [line.strip() for line in policy_as_written.splitlines() if line.strip()]
    after = [line.strip() for line in project.read("models/people_release.yml").splitlines()]
    assert [line for line in after if line in before] == before
    assert len(after) == len(before) + 2


def test_what_was_written_builds_the_release_that_was_promised(project: DbtProject, answer: dict[str, Any]) -> None:
    assert answer
    project.dbt("build", "-s", "people_release", expect=0)
    rows = project.query("select birth_year, zip, sex, count(*) from analytics.people_release group by all order by 1")
    assert rows == [("1974", "021**", "F", 3), ("1981", "021**", "M", 3)]


def test_solving_again_changes_nothing(project: DbtProject, answer: dict[str, Any]) -> None:
    before = project.read("models/people_release.yml")
    again = project.crowd("solve", "people_release", expect=0)
    assert "models/people_release.yml has these rungs already." in again.stdout
    assert project.read("models/people_release.yml") == before
    assert left_in_private(project) == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--max-suppression", "0.05"], "birth_year: *, zip: *, sex: value"),
        (["--k", "2"], "k = 2 and at most 3 of 9 rows suppressed"),
        (["--objective", "precision"], "objective precision"),
        (["--greedy"], "Greedy: the first on its way up that holds"),
        (["--try", "birth_year=5 wide, zip=0", "--try", "zip=2,sex=*"], "birth_year: value, zip: *, sex: *"),
    ],
    ids=["max-suppression", "k", "objective", "greedy", "try"],
)
def test_a_what_if_says_so_and_does_not_write(
    project: DbtProject, answer: dict[str, Any], arguments: list[str], says: str
) -> None:
    before = project.read("models/people_release.yml")
    finished = project.crowd("solve", "people_release", *arguments, expect=0)
    assert says in finished.stdout
    assert finished.stdout.endswith("A what-if: nothing was written.\n")
    assert project.read("models/people_release.yml") == before


def test_with_a_smaller_budget_only_sex_survives(project: DbtProject, answer: dict[str, Any]) -> None:
    found = solved(project.crowd("solve", "people_release", "--max-suppression", "0.05", "--json", expect=0))["chosen"]
    assert found["rung"] == {"birth_year": "*", "zip": "*", "sex": "value"}
    assert (found["suppressed_rows"], found["min_class_size"]) == (0, 4)


def test_what_cannot_be_reached_ends_with_1_and_what_came_closest(dbt_project: Make) -> None:
    project = example(dbt_project, budget=0.05, year=", max_level: 10 wide", zip_code=", max_level: 3 digits")
    before = project.read("models/people_release.yml")
    told = project.crowd("solve", "people_release", expect=1)
    assert "Proven: none of 12 rungs holds with k = 3 and at most 0 of 9 rows suppressed" in told.stdout
    assert (
        "Closest: birth_year: 5 wide, zip: 3 digits, sex: *\n  would suppress 3 rows, 3 more than allowed.\n"
        in told.stdout
    )
    assert "  max_suppression: 0.334 is enough\n" in told.stdout
    assert "  max_level of zip: * is enough\n" in told.stdout
    assert "  max_level of birth_year: not enough alone; * misses by 3\n" in told.stdout
    assert project.read("models/people_release.yml") == before
    answer = solved(project.crowd("solve", "people_release", "--json", expect=1))
    assert answer["chosen"] is None
    assert (answer["closest"]["miss"], answer["closest"]["suppressed_rows"]) == (3, 3)
    assert {remedy["change"] for remedy in answer["remedies"]} == {"max_suppression", "k", "max_level"}

    entropy = ("solve", "people_release", "--json", "--objective", "entropy")
    closest = solved(project.crowd(*entropy, expect=1))["closest"]
    rung = ",".join(f"{column}={level}" for column, level in closest["rung"].items())
    assert solved(project.crowd(*entropy, "--try", rung, expect=1))["closest"] == closest


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["people_release", "--k", "1"], "--k must be at least 2. Got: 1."),
        (["people_release", "--max-suppression", "2"], "--max-suppression: a limit must be between 0 and 1"),
        (["people_release", "--objective", "los"], "--objective must be one of loss,"),
        (["people_release", "--greedy", "--try", "zip=1"], "--greedy and --try"),
        (["people_release", "--try", "zap=1"], "there is no quasi-identifier 'zap', did you mean 'zip'?"),
        (["people_release", "--frobnicate"], "--frobnicate"),
        (["somebody"], "somebody selects no release"),
        (["nobody"], "no model is selected by nobody"),
        ([], "name one release"),
    ],
)
def test_wrong_usage_ends_with_2(project: DbtProject, arguments: list[str], says: str) -> None:
    finished = project.crowd("solve", *arguments, expect=2)
    assert says in finished.stderr
    assert "Traceback" not in finished.output


def test_dbt_failing_ends_with_3_and_its_own_words(project: DbtProject) -> None:
    finished = project.crowd("solve", "people_release", "--target", "nowhere", expect=3)
    assert "does not have a target named 'nowhere'" in finished.stderr
    assert "Traceback" not in finished.output


def test_what_follows_two_dashes_goes_to_dbt(project: DbtProject) -> None:
    finished = project.crowd("solve", "people_release", "--", "--no-such-option", expect=3)
    assert "--no-such-option" in finished.stderr


def test_data_that_the_policy_does_not_allow_is_refused(dbt_project: Make) -> None:
    project = example(dbt_project)
    load(project, PEOPLE + ", (null, '*', 'F')")
    refused = project.crowd("solve", "people_release", expect=1)
    assert (
        "dbt_crowd: people_release: the hierarchy of zip does not cover all its values: 1 uncovered in the input."
        in refused.stderr
    )
    load(project, "(1974, '02139', 'F', 1)", "birth_year, zip, sex, shoe_size")
    refused = project.crowd("solve", "people_release", expect=1)
    assert "the input has columns that the policy does not declare: shoe_size" in refused.stderr
    load(project, PEOPLE)
    project.query("delete from raw.people")
    assert "the input has no rows" in project.crowd("solve", "people_release", expect=1).stderr
    assert left_in_private(project) == []


PERSONS = """
    models:
      - name: people_release
        config:
          meta:
            dbt_crowd:
              k: 2
              max_suppression: {budget}
              nulls: wildcard
              privacy_unit: person
              direct_identifiers: [person]
              quasi_identifiers: {{zip: suppress}}
              rungs:
                - {{zip: value}}
                - {{zip: "*"}}
"""
VISITS = """
    ('A', '02139'), (' A', '02139'), ('B', '02139'), ('A', '10001'),
    ('C', null), ('D', '94103'), (null, '02139'), ('E', '60601'), ('E', '60601')
"""


def test_persons_are_counted_and_what_that_means_is_said(dbt_project: Make) -> None:
    """By zip A and B are a crowd, and C agrees with them; A at 10001, D and E stand alone, and three of five lose rows."""
    project = example(dbt_project)
    load(project, VISITS, "person, zip")
    project.write({"models/people_release.yml": PERSONS.format(budget=0.6)})
    told = project.crowd("solve", "people_release", expect=0).stdout
    assert told.startswith("people_release: 2 rungs, k = 2 and at most 3 of 5 persons suppressed, objective loss.\n")
    assert "1 of 9 rows have no privacy_unit: they add nobody to a crowd." in told
    assert "nulls: wildcard is optimistic" in told
    assert "The ladder of 2 rungs is replaced by one rung: max_rungs is 1." in told
    [chosen] = [line for line in told.splitlines() if line.startswith("chosen")]
    assert chosen.endswith("zip: value")
    assert "3 (60.00 %)         2          1   zip: value" in chosen
    project.write({"models/people_release.yml": PERSONS.format(budget=0.59)})
    answer = solved(project.crowd("solve", "people_release", "--json", expect=0))
    assert (answer["rows"], answer["persons"]) == (9, 5)
    assert (answer["chosen"]["rung"], answer["chosen"]["min_class_size"]) == ({"zip": "*"}, 5)


def test_a_release_of_nothing_is_refused(dbt_project: Make) -> None:
    project = example(dbt_project, budget=1)
    load(project, "(1974, '02139', 'F'), (1981, '02139', 'M')")
    refused = project.crowd("solve", "people_release", expect=1)
    assert "every rung that holds suppresses all rows, and allow_empty is not set" in refused.stderr


LEVELS_THAT_ARE_NONE = """
    models:
      - name: people_release
        config:
          meta:
            dbt_crowd:
              k: 3
              quasi_identifiers:
                birth_year:
                  hierarchy: sql
                  levels: {digit: "cast({column} % 10 as varchar)", third: "cast({column} % 3 as varchar)"}
                zip: suppress
                sex: suppress
"""
A_CAST_THAT_FAILS = """
    models:
      - name: people_release
        config:
          meta:
            dbt_crowd:
              k: 3
              quasi_identifiers:
                birth_year: suppress
                zip: suppress
                sex: {hierarchy: sql, levels: {number: "cast(cast({column} as integer) as varchar)"}}
"""


def test_levels_that_are_no_hierarchy_are_refused(dbt_project: Make) -> None:
    project = example(dbt_project)
    project.write({"models/people_release.yml": LEVELS_THAT_ARE_NONE})
    refused = project.crowd("solve", "people_release", expect=1)
    assert "dbt_crowd: people_release: the levels of birth_year are no hierarchy on this data: " in refused.stderr
    assert "labels have more than one label on the next level" in refused.stderr


@pytest.mark.parametrize("way", [[], ["--dbt", "dbt"]], ids=["in this process", "as a command"])
def test_a_failing_cast_prints_no_value(dbt_project: Make, way: list[str]) -> None:
    project = example(dbt_project)
    load(project, PEOPLE.replace("'F'", "'canary 4711'"))
    project.write({"models/people_release.yml": A_CAST_THAT_FAILS})
    failed = project.crowd("solve", "people_release", *way, expect=3)
    assert "Conversion Error" in failed.stderr
    assert "canary" not in failed.output
    assert "4711" not in failed.output
    written = [path for path in project.root.rglob("*") if path.is_file() and path != project.database]
    assert [path for path in written if b"canary" in path.read_bytes()] == []
    assert left_in_private(project) == []


def test_a_time_limit_ends_the_search_unproven(project: DbtProject, answer: dict[str, Any]) -> None:
    found = project.crowd("solve", "people_release", "--time-limit", "0", "--dry-run")
    proven = [line for line in found.stdout.splitlines() if line.startswith(("Proven:", "Not proven:", "Not decided:"))]
    assert len(proven) == 1


def test_several_releases_are_solved_by_selection(dbt_project: Make) -> None:
    project = example(dbt_project)
    second = POLICY.format(budget=0.05, year="", zip="").replace("people_release", "other_release")
    project.write({"models/other_release.sql": RELEASE, "models/other_release.yml": second})
    finished = project.crowd("solve", "-s", "people_release", "-s", "other_release", "--json", expect=0)
    found = {each["model"]: each["chosen"]["rung"]["zip"] for each in json.loads(finished.stdout)}
    assert found == {"people_release": "3 digits", "other_release": "*"}
    assert "rungs:" in project.read("models/other_release.yml")


def test_what_a_killed_search_left_is_dropped_by_the_next(dbt_project: Make) -> None:
    project = example(dbt_project)
    project.query("create schema analytics__private")
    started = time.strftime("%Y%m%d%H%M%S", time.gmtime())
    for name in (f"crowd_search_{started}_pdead_combinations", "crowd_search_20200101000000_cdead_tuples"):
        project.query(f"create table analytics__private.{name} as select 1 as a")
    project.query(f"create table analytics__private.crowd_search_{started}_calive_tuples as select 1 as a")
    project.crowd("solve", "people_release", "--dry-run", expect=0)
    assert left_in_private(project) == [f"crowd_search_{started}_calive_tuples"]


def test_a_search_that_is_asked_to_end_drops_its_tables(dbt_project: Make) -> None:
    project = example(dbt_project)
    running = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys; from dbt_crowd.cli import main; sys.exit(main())",
            "solve",
            "people_release",
        ],
        cwd=project.root,
        env=project.environment | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stderr is not None
    assert [running.stderr.readline().split()[0] for _ in range(2)] == ["reading", "counting"]
    os.kill(running.pid, signal.SIGTERM)
    output = running.communicate(timeout=120)
    assert running.returncode in (0, 130), output
    assert left_in_private(project) == []
