"""Rungs on the command line: names or numbers, and what is said of a wrong one."""

from __future__ import annotations

from typing import Any

import pytest
from dbt_crowd.errors import UsageError
from dbt_crowd.rungs import name_rung, parse_rung

COLUMNS: list[dict[str, Any]] = [
    {"name": "birth_date", "levels": ["day", "month", "year", "5 years", "*"], "min_level": 1, "max_level": 3},
    {"name": "zip", "levels": ["5 digits", "3 digits", "*"], "min_level": 0, "max_level": 2},
    {"name": "a=b, c", "levels": ["value", "x,zip", "1", "*"], "min_level": 0, "max_level": 3},
]


@pytest.mark.parametrize(
    ("text", "rung"),
    [
        ("birth_date=year,zip=1", (2, 1, 0)),
        (" zip = 3 digits , birth_date = Year", (2, 1, 0)),
        ("zip=*", (1, 2, 0)),
        ("a=b, c=*", (1, 0, 3)),
        ("a=b, c=x,zip,zip=0", (1, 0, 1)),
        ("a=b, c=1", (1, 0, 2)),
    ],
)
def test_a_rung_takes_names_and_numbers(text: str, rung: tuple[int, ...]) -> None:
    assert parse_rung(text, COLUMNS) == rung


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "there is no quasi-identifier ''"),
        ("zap=1", "no quasi-identifier 'zap', did you mean 'zip'?"),
        ("zip=1,sex=0", "no quasi-identifier 'sex'. A rung is column=level,... of a=b, c, birth_date, zip"),
        ("sex=0,zip=1", "no quasi-identifier 'sex'"),
        (
            "zip=3 digit",
            "zip has no level '3 digit', did you mean '3 digits'? Its levels: 0 5 digits, 1 3 digits, 2 *.",
        ),
        ("zip=3", "zip has no level '3'"),
        ("zip=-1", "zip has no level '-1'"),
        ("zip=", "zip has no level ''"),
        ("zip=1,zip=2", "names zip twice"),
        ("birth_date=day", "birth_date: the policy does not allow day, only month, year, 5 years"),
        ("birth_date=4", "birth_date: the policy does not allow *, only"),
    ],
)
def test_a_wrong_rung_is_said_so(text: str, says: str) -> None:
    with pytest.raises(UsageError) as refusal:
        parse_rung(text, COLUMNS)
    assert says in str(refusal.value)


def test_a_rung_is_named() -> None:
    assert name_rung((2, 1, 0), COLUMNS) == {"birth_date": "year", "zip": "3 digits", "a=b, c": "value"}
