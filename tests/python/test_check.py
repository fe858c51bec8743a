"""`crowd check`: the judge on today's data, as a person asks for it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from conftest import DbtProject
from dbt_crowd.cli.check import Question, Verdict, verdict_lines
from dbt_crowd.errors import UsageError
from rich.table import Table

# The worked example: with k = 3, exact years and three digits leave two crowds of three, and three rows go.
PEOPLE = """
    select *
    from (values
        ('p1', 1974, '02139', 'F'), ('p2', 1974, '02139', 'F'), ('p3', 1974, '02141', 'F'),
        ('p4', 1981, '02139', 'M'), ('p5', 1981, '02138', 'M'), ('p6', 1981, '02143', 'M'),
        ('p7', 1990, '10001', 'F'), ('p8', 1991, '94103', 'M'), ('p9', 1992, '60601', 'F')
    ) as people (id, birth_year, zip, sex)
"""

POLICY = """
    models:
      - name: {name}
        config:
          meta:
            dbt_crowd:
              k: 3
              max_suppression: 0.34
              direct_identifiers: [id]
              quasi_identifiers:
                birth_year: {{type: bands, widths: [5, 10], unit: years}}
                zip: {{type: prefix, lengths: [5, 3], unit: digits}}
                sex: suppress
              {rungs}
"""

ONE = "rungs: [{birth_year: value, zip: 3 digits, sex: value}]"
TWO = 'rungs: [{birth_year: value, zip: 3 digits, sex: value}, {birth_year: "*", zip: "*", sex: value}]'
VALUES = ("02139", "1974", "94103", "p1")


@pytest.fixture(scope="module")
def project(dbt_project: Callable[..., DbtProject]) -> DbtProject:
    release = "{{ dbt_crowd.release(ref('people')) }}\n"
    policies = {"one": ONE, "two": TWO, "none": "rungs: []"}
    files = {f"models/{name}.yml": POLICY.format(name=name, rungs=rungs) for name, rungs in policies.items()}
    files |= {f"models/{name}.sql": release for name in policies}
    made = dbt_project({"models/people.sql": PEOPLE, **files})
    made.dbt("run", "-s", "people", expect=0)
    return made


def _checked(project: DbtProject, *arguments: str, expect: int = 0) -> Any:
    finished = project.crowd("check", *arguments, "--json", expect=expect)
    assert not [value for value in VALUES if value in finished.output]
    return json.loads(finished.stdout)


def test_a_release_is_judged_on_todays_data(project: DbtProject) -> None:
    before = project.read("models/one.yml")
    finished = project.crowd("check", "one", expect=0)
    assert finished.stdout.splitlines()[:2] == [
        "one: satisfied, the smallest crowd is 3 rows, k asks for 3.",
        "  rung 1  birth_year: value, zip: 3 digits, sex: value",
    ]
    assert "k = 3 costs 3 of 9 rows; the budget is 3 rows." in finished.stdout
    assert "Warning: the suppression budget is nearly used up, 3 of 3 rows." in finished.stdout
    assert not [value for value in VALUES if value in finished.output]
    assert project.read("models/one.yml") == before


def test_json_has_the_judges_row_and_every_objective(project: DbtProject) -> None:
    names = ("loss", "loss_geometric", "entropy", "precision", "discernibility", "average_class_size")
    told = _checked(project, "one", *(word for name in names for word in ("--objective", name)))
    assert told["model"] == "one"
    assert (told["rows"], told["persons"], told["satisfied"]) == (9, 9, True)
    assert told["rungs"] == [{"birth_year": "value", "zip": "3 digits", "sex": "value"}]
    assert told["costs"] == {"k": 3}
    assert told["faults"] == []
    figures = {"crowd_rows": 6, "crowd_classes": 2, "crowd_smallest_class": 3, "crowd_suppression_budget": 3}
    assert {name: told[name] for name in figures} == figures
    objectives = told["objectives"]
    assert list(objectives) == list(names)
    assert objectives["average_class_size"] == pytest.approx(9 / 3)
    assert objectives["discernibility"] == 9 + 9 + 9 * 3
    assert objectives["precision"] == pytest.approx((3 / 9 + (6 / 2 + 3) / 9 + 3 / 9) / 3)
    assert objectives["loss"] == told["crowd_loss"]


def test_rungs_given_are_a_what_if_by_name_or_number(project: DbtProject) -> None:
    told = _checked(project, "one", "--rung", "birth_year=*,zip=2")
    assert told["rungs"] == [{"birth_year": "*", "zip": "*", "sex": "value"}]
    assert (told["crowd_rows"], told["crowd_smallest_class"]) == (9, 4)
    finished = project.crowd("check", "one", "--rung", "sex=*", expect=1)
    assert finished.stdout.startswith("one: NOT satisfied.\n  max_suppression: ")
    assert "A what-if" in finished.stdout


def test_a_larger_k_or_a_smaller_budget_is_not_met(project: DbtProject) -> None:
    told = _checked(project, "one", "--k", "4", expect=1)
    assert (told["satisfied"], told["costs"]) == (False, {"k": 9})
    told = _checked(project, "one", "--max-suppression", "0.33", expect=1)
    assert told["crowd_suppression_budget"] == 2
    assert [fault["criterion"] for fault in told["faults"]] == ["max_suppression"]


def test_a_ladder_is_judged_whole(project: DbtProject) -> None:
    told = _checked(project, "two")
    assert len(told["rungs"]) == 2
    assert list(told["objectives"]) == ["loss"]
    finished = project.crowd("check", "two", "--objective", "entropy", expect=2)
    assert "for one rung only" in finished.stderr


def test_several_releases_are_a_list_and_the_worst_decides(project: DbtProject) -> None:
    finished = project.crowd("check", "-s", "one two", "--json", expect=0)
    assert [each["model"] for each in json.loads(finished.stdout)] == ["one", "two"]
    finished = project.crowd("check", "-s", "one none", expect=1)
    assert finished.stdout.startswith("one: satisfied")
    assert "none has no rungs yet" in finished.stderr


def test_any_table_is_judged_by_columns_and_k(project: DbtProject) -> None:
    told = _checked(project, "people", "--quasi-identifiers", "sex", "--k", "4")
    assert told == {
        "model": "people",
        "rows": 9,
        "persons": 9,
        "rungs": [],
        "satisfied": True,
        "warns": False,
        "crowd_rows": 9,
        "crowd_persons": 9,
        "crowd_classes": 2,
        "crowd_smallest_class": 4,
        "crowd_smallest_by_wildcard": 4,
        "crowd_classes_below_k": 0,
        "crowd_rows_below_k": 0,
        "costs": {},
        "objectives": {},
        "faults": [],
    }
    arguments = ("analytics.people", "--quasi-identifiers", "SEX, birth_year", "--k", "3", "--privacy-unit", "id")
    told = _checked(project, *arguments, expect=1)
    assert (told["crowd_classes"], told["crowd_classes_below_k"], told["crowd_rows_below_k"]) == (5, 3, 3)
    finished = project.crowd("check", "people", "--quasi-identifiers", "sax", "--k", "3", expect=1)
    assert "people has no column sax" in finished.stderr


def test_wrong_usage_is_said_so(project: DbtProject) -> None:
    finished = project.crowd("check", "one", "--rung", "zap=1", expect=2)
    assert "did you mean 'zip'" in finished.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["one", "-s", "two"],
        ["one", "--k", "1"],
        ["one", "--objective", "speed"],
        ["one", "--max-suppression", "1.5"],
        ["one", "--max-suppression", "a third"],
        ["one", "--privacy-unit", "id"],
        ["people", "--quasi-identifiers", "sex"],
        ["people", "--quasi-identifiers", " , ", "--k", "3"],
        ["--quasi-identifiers", "sex", "--k", "3"],
        ["people", "--quasi-identifiers", "sex", "--k", "3", "--rung", "sex=*"],
    ],
)
def test_what_cannot_be_asked_is_refused_before_dbt_starts(
    arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from dbt_crowd import cli

    def unreachable(*_: object) -> None:
        raise AssertionError("dbt was asked")

    monkeypatch.setattr("dbt_crowd.cli.check.releases", unreachable)
    monkeypatch.setattr("dbt_crowd.cli.check.judge_table", unreachable)
    monkeypatch.setattr("dbt_crowd.cli.check.connect", lambda _: None)
    assert cli.main(["check", *arguments]) == 2
    assert capsys.readouterr().err.startswith("crowd: ")


def test_a_share_is_exact_text() -> None:
    Question(max_suppression="0.29").check()
    with pytest.raises(UsageError, match="from 0 to 1"):
        Question(max_suppression="nan").check()


def test_what_is_told_holds_names_and_counts_only() -> None:
    judge = {"crowd_rows": 0, "crowd_smallest_class": 0, "crowd_suppression_rate": 0.125, "crowd_loss": None}
    faults = (("allow_empty", "nothing is left"),)
    lines = list(verdict_lines(Verdict("r", 5, "rows", (), False, faults, False, judge, {"loss": 0.5})))
    assert [line for line in lines if isinstance(line, str)] == [
        "r: NOT satisfied.",
        "  allow_empty: nothing is left",
        "",
        "",
        "loss: 0.5 (lower is better)",
    ]
    [table] = [line for line in lines if isinstance(line, Table)]
    assert list(table.columns[1].cells) == ["0", "0", "12.50 %"]


@pytest.mark.parametrize(
    ("costs", "words"),
    [
        ({"k": 3}, "k = 5 costs 3 of 90 rows; the budget is 9 rows."),
        ({"k": 3, "l": 2}, "k = 5 costs 3 of 90 rows, l 2; the budget is 9 rows."),
        (
            {"k": 3, "l": 2, "t": 0, "several": 1},
            "k = 5 costs 3 of 90 rows, l alone 2, t alone 0, several at once 1; the budget is 9 rows.",
        ),
    ],
)
def test_what_each_criterion_costs_is_said(costs: dict[str, int], words: str) -> None:
    judge = {"crowd_input_rows": 90, "crowd_smallest_class": 5, "crowd_suppression_budget": 9}
    verdict = Verdict("r", 5, "rows", (), True, (), False, judge, {}, costs=costs)
    assert words in list(verdict_lines(verdict))
