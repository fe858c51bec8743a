"""What solve tells of ladders: pure functions, no dbt."""

from __future__ import annotations

from dataclasses import replace

from dbt_crowd import ladder_report
from dbt_crowd.planner import LadderCandidate, LadderOutcome
from rich.console import Console

COLUMNS = [
    {"name": "zip", "levels": ["5 digits", "3 digits", "*"]},
    {"name": "sex", "levels": ["value", "*"]},
]
ONE = LadderCandidate(((1, 1),), 0.5, 0, 0, 3, 30, 0, (1000,))
TWO = LadderCandidate(((0, 0), (1, 1)), 0.25, 0, 0, 9, 5, 0, (700, 300))
THREE = LadderCandidate(((0, 0), (1, 0), (2, 1)), 0.125, 2, 2, 12, 5, 0, (700, 296, 2))
FOUND = LadderOutcome((ONE, TWO, THREE), 40, 90, 12, complete=True, polished=True)


def test_a_column_says_which_share_of_the_published_rows_has_which_level() -> None:
    assert ladder_report.level_lines(THREE, COLUMNS) == [
        "  zip: 70 % 5 digits, 30 % 3 digits, <1 % *",
        "  sex: 100 % value, <1 % *",
    ]
    assert ladder_report.level_rows(TWO, COLUMNS) == {
        "zip": {"5 digits": 700, "3 digits": 300},
        "sex": {"value": 700, "*": 300},
    }


def test_a_rung_names_the_levels_that_differ_from_the_rung_before() -> None:
    console = Console(width=100)
    with console.capture() as captured:
        console.print(ladder_report.ladder_table(THREE, COLUMNS))
    lines = [line.split() for line in captured.get().splitlines()]
    assert lines[2] == ["1", "700", "(70.14", "%)", "zip:", "5", "digits,", "sex:", "value"]
    assert lines[3] == ["2", "296", "(29.66", "%)", "but", "zip:", "3", "digits"]
    assert lines[4] == ["3", "2", "(0.20", "%)", "but", "zip:", "*,", "sex:", "*"]


def test_what_is_not_proven_is_said() -> None:
    told = ladder_report.ladder_proof(FOUND, "loss")
    assert told == (
        "The ladder is not proven to be the best. None that differs from it in one level of one rung has a lower loss"
        " (40 ladders measured, 90 insertions weighed, 12 batches)."
    )
    assert "stopped" in ladder_report.ladder_proof(replace(FOUND, complete=False), "loss")
    assert "None that differs" not in ladder_report.ladder_proof(replace(FOUND, polished=False), "loss")


def test_nothing_is_said_that_was_not_measured() -> None:
    line = ladder_report.outlook([ONE, TWO, THREE], "loss", proven=True, helped=False)
    assert line == ("Measured loss: 1 rung 0.500000 (proven), 2 rungs 0.250000. No rung more was found to help than 3.")
    assert ladder_report.outlook([ONE], "loss", proven=True, helped=False).endswith("No second rung was found to help.")
    stopped = ladder_report.outlook([ONE, TWO], "loss", proven=False, helped=True)
    assert stopped == "Measured loss: 1 rung 0.500000, 2 rungs 0.250000."
