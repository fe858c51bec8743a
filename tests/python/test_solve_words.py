"""What solve tells a person, and what is left of an error of dbt: pure functions, no dbt."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from dbt_crowd import dbt, report
from dbt_crowd.errors import CrowdError, DbtFailedError, RefusedError, UsageError
from dbt_crowd.planner import Candidate, Column, Outcome, Problem, Remedy
from dbt_crowd.report import Finding
from rich.console import Console

COLUMNS = (
    Column("zip", ("5 digits", "3 digits", "*"), (7, 4, 1), 7, (9, 27, 63), max_level=1),
    Column("sex", ("value", "*"), (2, 1), 2, (9, 18)),
)
PROBLEM = Problem(9, None, COLUMNS, k=3, budget=1)
FINEST = Candidate((0, 0), 0.1, 1, 1, 3, 3, 0)
MIDDLE = Candidate((1, 0), 0.2, 1, 1, 2, 4, 0)
THIN = Candidate((1, 1), 0.9, 4, 4, 0, 0, 3)
FOUND = Outcome("search", "loss", FINEST, True, True, 0.1, 4, 3, 1, alternatives=(MIDDLE,))


def finding(outcome: Outcome, *remedies: Remedy, rows_without_person: int = 0) -> Finding:
    columns = [{"name": column.name, "levels": column.levels} for column in COLUMNS]
    return Finding("clinic_release", PROBLEM, columns, outcome, remedies, rows_without_person, 0.1, 0.2, 0.4)


def test_what_is_proven_is_one_sentence() -> None:
    terms = "k = 3 and at most 1 of 9 rows suppressed"
    assert report.proof(finding(FOUND)) == (
        f"Proven: none of 4 rungs has a lower loss with {terms} (3 measured in 1 batch)."
    )
    none = replace(FOUND, chosen=None, reachable=False, closest=THIN)
    assert report.proof(finding(none)) == f"Proven: none of 4 rungs holds with {terms} (3 measured in 1 batch)."
    stopped = replace(FOUND, optimal=False, bound=0.05)
    assert report.proof(finding(stopped)) == (
        "Not proven: the search was stopped with 3 measured in 1 batch of 4 rungs. A better rung could be lower in loss"
        " by 0.050000 at most: no rung is below 0.050000."
    )
    undecided = replace(FOUND, chosen=None, optimal=False, batches=2)
    assert report.proof(finding(undecided)) == (
        "Not decided: the search was stopped with 3 measured in 2 batches of 4 rungs, none of which holds."
    )
    for procedure, begins in (("greedy", "Greedy: the first on its way up"), ("first_of", "The first of the rungs")):
        told = report.proof(finding(replace(FOUND, procedure=procedure, optimal=False, bound=None)))
        assert told.startswith(begins)
        assert told.endswith("whether a better one exists is not known.")


def test_the_table_says_what_the_others_differ_in() -> None:
    console = Console(width=100)
    with console.capture() as captured:
        console.print(report.best_table(finding(FOUND)))
    lines = [line.split() for line in captured.get().splitlines()]
    assert lines[0] == ["loss", "suppressed", "classes", "smallest", "rung"]
    assert lines[2] == ["chosen", "0.100000", "1", "(11.11", "%)", "3", "3", "zip:", "5", "digits,", "sex:", "value"]
    assert lines[3] == ["2", "0.200000", "1", "(11.11", "%)", "2", "4", "but", "zip:", "3", "digits"]


def test_where_nothing_holds_it_says_what_moves_that() -> None:
    outcome = replace(FOUND, chosen=None, reachable=False, closest=THIN, alternatives=())
    remedies = (
        Remedy("max_level", "zip", 2, 0, 2, 0),
        Remedy("k", None, 2, 2, None, 2),
        Remedy("budget", None, 2, 2, 4, 0),
    )
    assert report.shortfall(finding(outcome, *remedies)) == [
        "Closest: zip: 3 digits, sex: *",
        "  would suppress 4 rows, 3 more than allowed.",
        "What moves it, most first:",
        "  max_level of zip: * is enough",
        "  k: not enough alone; 2 misses by 2",
        "  max_suppression: 0.445 is enough",
    ]
    told = report.as_json(finding(outcome, *remedies))
    assert told["chosen"] is None
    assert told["closest"]["miss"] == 3
    assert [remedy["step"] for remedy in told["remedies"]] == ["*", 2, 2]


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (Fraction(1, 3), "0.334"),
        (Fraction(1, 1), "1"),
        (Fraction(1, 2), "0.5"),
        (Fraction(1206, 30162), "0.04"),
        (Fraction(1207, 30162), "0.0401"),
        (Fraction(1, 10**7), "0.0000001"),
    ],
)
def test_a_budget_to_write_down_is_never_too_small(share: Fraction, text: str) -> None:
    found = report._rounded_up(share)
    assert found == text
    assert Fraction(found) >= share


@pytest.mark.parametrize(
    ("text", "ran", "kind", "says"),
    [
        (
            "Runtime Error in model m (models/m.sql)\n  dbt_crowd: m: k must be 2\n  dbt_crowd: m: no budget",
            False,
            RefusedError,
            "dbt_crowd: m: k must be 2\ndbt_crowd: m: no budget",
        ),
        (
            "\x1b[0m12:00:00  Encountered an error while running operation: Runtime Error\n  dbt_crowd: m: no\n",
            True,
            RefusedError,
            "dbt_crowd: m: no",
        ),
        (
            'Database Error\n  invalid input syntax for type integer: "Jane 4711"\n  LINE 3: select 4711',
            True,
            DbtFailedError,
            "dbt run-operation failed in the warehouse: Database Error: invalid input syntax for type integer (",
        ),
        (
            "[error] [DbDriverFailed (dbt1308)]: Conversion Error: Could not convert string 'Jane' to INT32\n(in :2:7)\n",
            True,
            DbtFailedError,
            "dbt run-operation failed in the warehouse: Conversion Error: Could not convert string (",
        ),
        (
            "Runtime Error\n  Conversion Error: Could not convert string 'Jane' to INT32\n\n  LINE 3: select 'Jane'",
            True,
            DbtFailedError,
            "dbt run-operation failed in the warehouse: Conversion Error: Could not convert string (",
        ),
        (
            "Runtime Error\n  Conversion Error: Could not convert string 'O'Jane\nx' to INT32",
            True,
            DbtFailedError,
            "dbt run-operation failed in the warehouse: Conversion Error: Could not convert string (",
        ),
        (
            "Database Error\n  Bad int64 value: Jane",
            True,
            DbtFailedError,
            "dbt run-operation failed in the warehouse: Database Error: Bad int64 value (",
        ),
        (
            "Runtime Error\n  The profile 'p' does not have a target named 'x'.\nTraceback (most recent call last):\n  a",
            False,
            DbtFailedError,
            "dbt run-operation failed: Runtime Error\n  The profile 'p' does not have a target named 'x'.",
        ),
        (
            "Compilation Error in macro search_open\n  no such thing\n  \n  > in macro search_open (macros/x.sql)",
            True,
            DbtFailedError,
            "dbt run-operation failed: Compilation Error in macro search_open\n  no such thing",
        ),
    ],
)
def test_an_error_of_dbt_keeps_its_reason_and_no_value(text: str, ran: bool, kind: type[CrowdError], says: str) -> None:
    error = dbt._failure(text, ran=ran, command="run-operation")
    assert type(error) is kind
    assert str(error).startswith(says)
    assert "Jane" not in str(error)
    assert "4711" not in str(error)


def test_an_answer_of_another_version_is_refused() -> None:
    ours = dbt.package_version()
    assert dbt._answer(["hello", f'dbt_crowd:{{"version": "{ours}", "rows": 1}}'], "check") == {"rows": 1}
    with pytest.raises(UsageError, match=f"version 0.0.1, this driver is {ours}"):
        dbt._answer(['dbt_crowd:{"version": "0.0.1"}'], "check")
    with pytest.raises(DbtFailedError, match="gave 0 answers"):
        dbt._answer(["hello"], "check")


def test_a_header_is_found_in_the_first_line_only() -> None:
    def model(code: str) -> dbt.CompiledModel:
        return dbt.CompiledModel("model.p.m", "m", None, code, None, "models/m.sql", "p")

    assert model('/* dbt_crowd {"policy": "a*\\/b"} */\nselect 1').header == {"policy": "a*/b"}
    assert model('\n\n/* dbt_crowd {"policy": 1} */\nselect 1').header == {"policy": 1}
    assert model('select 1\n/* dbt_crowd {"policy": 1} */').header is None


def test_options_follow_the_command_in_the_order_of_dbt() -> None:
    options = dbt.DbtOptions(target="prod", extra=("--vars", "{a: 1}"))
    assert options.arguments() == ["--target", "prod", "--vars", "{a: 1}"]
