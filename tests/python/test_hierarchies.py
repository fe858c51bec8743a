"""Every level of every type against an oracle in Python, written from the definitions and not from the SQL.

The expressions are compiled by one run-operation and then evaluated with DuckDB in this process.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal, localcontext
from typing import Any

import duckdb
import pytest
from conftest import DbtProject
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

Label = str | None
Hierarchy = dict[str, Any]

PROBE = r"""
    {% macro probe(hierarchies, presets) %}
        {%- for name, preset in dbt_crowd.hierarchy_presets().items() -%}
            {%- do preset.update(presets.get(name, {})) -%}
            {%- do hierarchies.update({name: preset}) -%}
        {%- endfor -%}
        {%- set answer = {} -%}
        {%- for name, hierarchy in hierarchies.items() -%}
            {%- do answer.update({name: {
                'faults': dbt_crowd.hierarchy_faults(hierarchy),
                'levels': dbt_crowd.hierarchy_levels(hierarchy),
                'expressions': dbt_crowd.hierarchy_expressions(hierarchy, dbt_crowd.quoted('x'), 'hierarchy_1'),
                'domain': dbt_crowd.hierarchy_domain(hierarchy),
            }}) -%}
        {%- endfor -%}
        {%- do print('probe:' ~ tojson(answer)) -%}
    {% endmacro %}
"""

STATES = {
    "region": {"Northeast": ["MA", "NY"], "South's": ["TX", "O'X"], "Größe": ["日本"]},
    "country": {"US": ["Northeast", "South's"], "elsewhere": ["Größe"]},
}
BANDS: dict[str, Hierarchy] = {
    "plain": {"widths": [5, 10, 20], "unit": "years"},
    "top": {"widths": [5, 10, 20], "top": 90, "unit": "years"},
    "ends": {"widths": [1, 5, 10, 20], "bottom": 18, "top": 65},
    "negative ends": {"widths": [2, 6], "bottom": -5, "top": 7},
    "all negative": {"widths": [2, 6], "bottom": -20, "top": -3},
    "one band": {"widths": [5, 100], "bottom": 18, "top": 90},
    "ends aligned": {"widths": [10], "bottom": 0, "top": 90},
    "top in the first band": {"widths": [10, 100], "bottom": 0, "top": 90},
    "one value left": {"widths": [5], "bottom": 19, "top": 21},
    "origin": {"widths": [5, 15], "origin": 3},
    "origin and ends": {"widths": [5, 15], "origin": -4, "bottom": -7, "top": 40},
    "decimals": {"widths": [0.5, 5], "bottom": 18.5, "top": 42.2},
    "thousandths": {"widths": [0.125, 1.0], "origin": 0.025},
    "large": {"widths": [2500000, 10000000]},
}
DATES: dict[str, Hierarchy] = {
    "plain": {"levels": ["day", "month", "quarter", "year", "2 years", "10 years", "100 years"]},
    "coarse": {"levels": ["month", "year"]},
    "ends": {"levels": ["day", "year", "5 years", "20 years"], "bottom": "1937-05-06", "top": "2015-06-15"},
    "ends on new year": {"levels": ["year", "5 years"], "bottom": "1940-01-01", "top": "2015-01-01"},
    "one band": {"levels": ["day", "10 years"], "bottom": "1981-02-03", "top": "1987-01-01"},
    "birth": {"levels": ["day", "quarter", "year", "5 years", "10 years"], "top_age": 90, "as_of": "2026-01-01"},
    "leap as_of": {"levels": ["day", "5 years"], "top_age": 90, "as_of": "2024-02-29"},
    "last day": {"levels": ["year", "10 years"], "top_age": 18, "as_of": "2021-12-31", "top": "2018-03-01"},
}
PREFIXES: dict[str, Hierarchy] = {
    "zip": {"lengths": [5, 3, 1], "unit": "digits"},
    "padded zip": {"lengths": [5, 3, 1], "pad_to": 5, "unit": "digits"},
    "upper": {"lengths": [4, 2], "case": "upper"},
    "named": {"lengths": [3, 1], "names": ["area", "block"], "mask": False},
    "matched": {"lengths": [5, 3], "matches": "^[0-9]{5}$", "pad_to": 5},
    "folded": {"lengths": [5, 3], "matches": "^[0-9]{5}", "fold": {"000": ["036", "059"], "rest": ["999"]}},
    "grouped": {
        "lengths": [3, 2],
        "matches": "^[A-Z][0-9]",
        "groups": {
            "chapter": {"one": ["A0-B9"], "two": ["C0-D4", "Z9"], "three": ["D5-D8", "Y0-Y9"]},
            "half": {"low": ["one", "three"], "high": ["two"]},
        },
    },
}
NASTY = [
    None, "", " ", "\t\r\n", "*", " * ", "**", "NULL", "null", "a", " a ", "Ab'c", '"', "\\", "é", "E\u0301", "日本",
    "🙂x", "\u00a0", "x\u00a0", "%", "_", "0", "-", "+", ".", "e", "NaN", "nan", "Infinity", "-inf", "1e999", "1e15",
    "-1e15", "999999999999999", "-999999999999999", "1" * 40, "13-24", "1,000", "1 2", "0x10", "١٢", "02139", "2139",
    "02139-1234", "021391234", " 02139 ", "036", "03600", "05999", "999", "99999", "ABCDE", "MA", "ma", " NY\r", "TX",
    "O'X", "A0", "B99", "C0", "D45", "D5", "D9", "E1", "Z9", "Z99", "Y00", "b0", "true",
]  # fmt: skip
NUMBERS = [
    "0", "-0", "0.0", "00", "007", "+5", ".5", "5.", "-.5", "4.2e1", "42.0", " 42 ", "42\n", "1e-05", "1.5E+2", "2e0",
    "39.99", "39.999999999", "39.9999999996", "40", "40.0000000001", "4", "5", "-1", "-4", "-5", "-5.000000001", "-6",
    "-7", "17.9", "18", "18.4", "18.5", "19", "19.9", "20", "20.0", "21", "42.1", "42.2", "59", "60", "64.999", "65",
    "79", "80", "84", "85", "89", "89.9", "90", "91", "120", "-20", "-20.5", "-3", "-3.1", "-19", "-21", "7", "6.9",
    "0.025", "0.149", "0.15", "1.025", "2499999", "2500000", "9999999.999999999", "10000000", "-2500001",
    "123456789012.5", "0.3", "0.1",
]  # fmt: skip
DAYS = [
    "2024-02-29", "2023-02-29", "1900-02-29", "2000-02-29", "2100-02-28", "1582-10-04", "1582-10-10", "1582-10-15",
    "1600-12-31", "1752-09-10", "1899-12-31", "1900-01-01", "1000-01-01", "0999-12-31", "0001-01-01", "2262-04-11",
    "2262-04-12", "9999-12-31", "12020-01-01", "1937-05-05", "1937-05-06", "1939-12-31", "1940-01-01", "2014-12-31",
    "2015-01-01", "2015-06-14", "2015-06-15", "1935-12-31", "1936-01-01", "1936-01-02", "1934-02-28", "1934-03-01",
    "1981-02-02", "1981-02-03", "1986-12-31", "1987-01-01", "2003-12-31", "2004-01-01", "2018-02-28", "2018-03-01",
    "2024-01-31", "2024-03-31", "2024-04-01", "2024-06-30", "2024-07-01", "2024-09-30", "2024-10-01", "2024-13-01",
    "2024-00-10", "2024-04-31", "2024-1-5", "2024/01/05", "20240105", "05.01.2024", "2024-01-05 23:59:59",
    "2024-01-05T00:00:00Z", "2024-01-05 00:00:00+14", "2024-01-05x", "2024-01-055", "2024-01-05 x", " 2024-01-05\r\n",
    "epoch", "infinity", "today", "now", "2024", "2024-01", "-2024-01-05", "2024-01-05 (BC)",
]  # fmt: skip


@dataclass(frozen=True)
class Compiled:
    """What the package makes of one hierarchy."""

    faults: list[str]
    levels: list[str]
    expressions: list[str]
    domain: str

    def labels(self, values: Sequence[object], type_: str = "varchar") -> list[tuple[Label, ...]]:
        """The labels of each value at each level, by DuckDB, over a column `x` of the given type."""
        columns = ", ".join(f"cast({expression} as varchar)" for expression in self.expressions)
        rows = f"select unnest(x) as x, generate_subscripts(x, 1) as n from (select cast(? as {type_}[]) as x)"
        with duckdb.connect() as connection:
            return connection.execute(f"select {columns} from ({rows}) order by n", [list(values)]).fetchall()


def typed(kind: str, hierarchies: Mapping[str, Hierarchy]) -> dict[str, Hierarchy]:
    return {f"{kind}: {name}": {"type": kind, **hierarchy} for name, hierarchy in hierarchies.items()}


FAILING = "sql: fails on what is not a letter and digits"
HIERARCHIES: dict[str, Hierarchy] = {
    **typed("bands", BANDS),
    **typed("date", DATES),
    **typed("prefix", PREFIXES),
    "groups": {"type": "groups", "levels": STATES},
    "groups: lower": {
        "type": "groups",
        "case": "lower",
        "levels": {"kind": {"letter": ["a", "é"], "state": ["ma", "ny"]}},
    },
    "suppress": {"type": "suppress"},
    "suppress: upper": {"type": "suppress", "case": "upper"},
    "sql": {"type": "sql", "levels": {"initial": "left(trim({column}), 1)", "long": "length(trim({column})) > 3"}},
    "sql: gaps": {"type": "sql", "levels": {"first": "nullif({column}, 'a')", "second": "nullif({column}, 'MA')"}},
    FAILING: {"type": "sql", "levels": {"tens": "cast(substr(trim({column}), 2) as integer) // 10"}},
    "table": {"type": "table", "levels": ["code", "block", "top"]},
}
PRESETS = ["age", "birth_date", "timestamp", "us_zip", "us_zip_safe_harbor", "us_state", "icd10"]


@pytest.fixture(scope="module")
def compiled(dbt_project: Callable[..., DbtProject]) -> dict[str, Compiled]:
    """Every hierarchy of this file and every preset, compiled."""
    project = dbt_project({"macros/probe.sql": PROBE}, name="probe")
    arguments = {"hierarchies": HIERARCHIES, "presets": {"birth_date": {"as_of": "2026-01-01"}}}
    finished = project.dbt("-q", "run-operation", "probe", "--args", json.dumps(arguments), expect=0)
    [line] = [line for line in finished.stdout.splitlines() if line.startswith("probe:")]
    answers: dict[str, dict[str, Any]] = json.loads(line.removeprefix("probe:"))
    return {name: Compiled(**answer) for name, answer in answers.items()}


# The oracle: a value as the text that a level shows for it, from the definitions in docs/hierarchies.md.


def normalised(value: Label) -> Label:
    return (value or "").strip(" \t\r\n") or None


def number_of(text: str, digits: int) -> Decimal | None:
    if not re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", text):
        return None
    with localcontext(prec=1100):
        number = Decimal(text).quantize(Decimal("1e-9"), ROUND_HALF_UP) if abs(Decimal(text)) < 10**digits else None
    return number if number is not None and abs(number) < 10**digits else None


def places_of(hierarchy: Hierarchy) -> int:
    """How many decimals the settings have."""
    settings = [*hierarchy["widths"], *(hierarchy[key] for key in ("top", "bottom", "origin") if key in hierarchy)]
    return max(0, *(-int(Decimal(str(number)).normalize().as_tuple().exponent) for number in settings))


def band_label(hierarchy: Hierarchy, width: float | None, number: Decimal) -> str:
    """The label of a number: at the level `value` when `width` is None."""
    exact = {key: Decimal(str(hierarchy[key])) for key in ("top", "bottom", "origin") if key in hierarchy}
    plain = {key: f"{value.normalize():f}" for key, value in exact.items()}
    if "bottom" in exact and number < exact["bottom"]:
        return f"<{plain['bottom']}"
    if "top" in exact and number >= exact["top"]:
        return f"{plain['top']}+"
    if width is None:
        return "0" if number == 0 else f"{number:f}".rstrip("0").rstrip(".")
    places = places_of(hierarchy)
    size, origin = Decimal(str(width)), exact.get("origin", Decimal(0))
    start = origin + size * ((number - origin) / size).to_integral_value(ROUND_FLOOR)
    start, end = max(start, exact.get("bottom", start)), min(start + size, exact.get("top", start + size))
    if places:
        return f"[{start:.{places}f}, {end:.{places}f})"
    if end - start == 1:
        return f"{int(start)}"
    return f"{int(start)}{' to ' if start < 0 else '-'}{int(end) - 1}"


def day_of(text: str) -> date | None:
    found = re.fullmatch(r"([1-9][0-9]{3}-[0-9]{2}-[0-9]{2})([ T][0-9].*)?", text)
    try:
        return date.fromisoformat(found[1]) if found else None
    except ValueError:
        return None


def age_on(day: date, birth: date) -> int:
    return day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))


def date_end(hierarchy: Hierarchy, day: date) -> Label:
    if "top_age" in hierarchy and age_on(date.fromisoformat(hierarchy["as_of"]), day) >= hierarchy["top_age"]:
        return f"aged {hierarchy['top_age']}+"
    if "bottom" in hierarchy and day < date.fromisoformat(hierarchy["bottom"]):
        return f"<{hierarchy['bottom']}"
    if "top" in hierarchy and day >= date.fromisoformat(hierarchy["top"]):
        return f"{hierarchy['top']}+"
    return None


def date_label(hierarchy: Hierarchy, level: str, day: date) -> str:
    end = date_end(hierarchy, day)
    if end is not None:
        return end
    fixed = {
        "day": day.isoformat(), "month": day.isoformat()[:7], "year": str(day.year),
        "quarter": f"{day.year}-Q{(day.month + 2) // 3}",
    }  # fmt: skip
    if level in fixed:
        return fixed[level]
    size = int(level.split(maxsplit=1)[0])
    start = day.year // size * size
    years = [y for y in range(start, start + size) if any(date_end(hierarchy, d) is None for d in new_years_eves(y))]
    return f"{years[0]}-{years[-1]}" if len(years) > 1 else f"{years[0]}"


def new_years_eves(year: int) -> list[date]:
    """The first and the last day of a year: one of them is between the ends when any day is, for ends years apart."""
    return [date(year, 1, 1), date(year, 12, 31)]


def prefix_labels(hierarchy: Hierarchy, text: str) -> tuple[Label, ...]:
    text = text.upper() if hierarchy.get("case") == "upper" else text
    code = text.rjust(hierarchy.get("pad_to", 0), "0")
    lengths = hierarchy["lengths"]
    levels = len(lengths) + len(hierarchy.get("groups", {}))
    if text[0] == "*" or not re.search(hierarchy.get("matches", ""), code):
        return ("*",) * levels
    short = code[: lengths[-1]]
    for label, prefixes in hierarchy.get("fold", {}).items():
        if short in prefixes:
            return (label,) * levels
    stars = 0 if hierarchy.get("mask") is False else 1
    labels = [code[:length].strip(" \t\r\n") + "*" * stars * (lengths[0] - length) for length in lengths]
    below = short
    for level, groups in hierarchy.get("groups", {}).items():
        found = [
            label for label, members in groups.items() if any(in_range(below, member, level) for member in members)
        ]
        if not found:
            return ("*",) * levels
        below = found[0]
        labels.append(below)
    return tuple(labels)


def in_range(text: str, member: str, level: str) -> bool:
    first, _, last = member.partition("-") if level == "chapter" else (member, "", "")
    return first <= text <= (last or first) if len(text) == len(first) else text == member


def group_labels(levels: Mapping[str, Mapping[str, Sequence[str]]], text: str) -> tuple[str, ...]:
    labels = [text]
    for groups in levels.values():
        found = [label for label, members in groups.items() if labels[-1] in members]
        if not found:
            return ("*",) * (len(levels) + 1)
        labels.append(found[0])
    return tuple(labels)


def oracle(hierarchy: Hierarchy, value: Label) -> tuple[Label, ...]:
    """The labels of a value at every level, the top included."""
    text = normalised(value)
    kind = hierarchy["type"]
    count = {"bands": len(hierarchy.get("widths", [])) + 1, "date": len(hierarchy.get("levels", []))}
    if kind == "prefix":
        count["prefix"] = len(hierarchy["lengths"]) + len(hierarchy.get("groups", {}))
    if kind == "groups":
        count["groups"] = len(hierarchy["levels"]) + 1
    if text is None:
        return (None,) * count[kind] + ("*",)
    if kind == "prefix":
        return (*prefix_labels(hierarchy, text), "*")
    if kind == "groups":
        return (*group_labels(hierarchy["levels"], text.lower() if hierarchy.get("case") == "lower" else text), "*")
    if kind == "bands":
        number = number_of(text, 12 if places_of(hierarchy) else 15)
        labels = (
            [band_label(hierarchy, width, number) for width in [None, *hierarchy["widths"]]]
            if number is not None
            else None
        )
    else:
        day = day_of(text)
        labels = [date_label(hierarchy, level, day) for level in hierarchy["levels"]] if day else None
    return (*(labels or ["*"] * count[kind]), "*")


def assert_as_the_oracle_says(name: str, compiled: Mapping[str, Compiled], values: Iterable[Label]) -> None:
    values = list(values)
    rows = compiled[name].labels(values)
    wrong = {
        repr(value): (row, expected)
        for value, row in zip(values, rows, strict=True)
        if row != (expected := oracle(HIERARCHIES[name], value))
    }
    assert wrong == {}


@pytest.mark.parametrize(
    "name", [name for name in HIERARCHIES if name.split(":")[0] in {"bands", "date", "prefix", "groups"}]
)
def test_each_level_is_what_its_definition_says(name: str, compiled: dict[str, Compiled]) -> None:
    assert compiled[name].faults == []
    negated = [f"-{number}" for number in NUMBERS if not number.strip().startswith(("-", "+"))]
    assert_as_the_oracle_says(name, compiled, [*NASTY, *NUMBERS, *negated, *DAYS])


@pytest.mark.parametrize("name", typed("bands", BANDS))
def test_bands_of_random_numbers(name: str, compiled: dict[str, Compiled]) -> None:
    numbers = st.one_of(
        st.decimals(-(10**6), 10**6, places=3), st.decimals(-150, 150, places=9), st.integers(-(10**15), 10**15)
    )

    @given(st.lists(numbers, min_size=100, max_size=200))
    @settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
    def check(values: list[Decimal | int]) -> None:
        assert_as_the_oracle_says(
            name, compiled, [f"{value:f}" if isinstance(value, Decimal) else str(value) for value in values]
        )

    check()


@pytest.mark.parametrize("name", typed("date", DATES))
def test_every_day_of_the_calendar(name: str, compiled: dict[str, Compiled]) -> None:
    first = date(1582, 1, 1)
    days = [first + timedelta(days=number) for number in range(0, (date(2263, 1, 1) - first).days, 97)]
    assert_as_the_oracle_says(name, compiled, [day.isoformat() for day in days])
    if name == "date: ends":
        assert_as_the_oracle_says(
            name, compiled, [(date(1936, 12, 1) + timedelta(days=n)).isoformat() for n in range(400)]
        )


NULLS = (None, None)
STARS = ("*", "*")


@pytest.mark.parametrize(
    ("name", "type_", "values", "labels"),
    [
        ("bands: top", "integer", [89, 90, None], [("89", "85-89"), ("90+", "90+"), NULLS]),
        ("bands: top", "integer", [-3, -5, -6], [("-3", "-5 to -1"), ("-5", "-5 to -1"), ("-6", "-10 to -6")]),
        ("bands: top", "double", [40.0, 39.99, -0.0], [("40", "40-44"), ("39.99", "35-39"), ("0", "0-4")]),
        ("bands: top", "double", [float("nan"), float("inf"), 1e300], [STARS, STARS, STARS]),
        ("bands: top", "double", [1e7, 1e-5], [("90+", "90+"), ("0.00001", "0-4")]),
        ("bands: top", "decimal(5, 2)", [Decimal("84.99"), Decimal("85.00")], [("84.99", "80-84"), ("85", "85-89")]),
        ("bands: top", "boolean", [True], [STARS]),
        ("bands: top", "date", [date(2024, 1, 5)], [STARS]),
        ("date: coarse", "date", [date(2024, 2, 29), date(1582, 10, 15)], [("2024-02", "2024"), ("1582-10", "1582")]),
        ("date: coarse", "timestamp", [datetime(2024, 12, 31, 23, 59, 59)], [("2024-12", "2024")]),
        ("date: coarse", "integer", [20240105, None], [STARS, NULLS]),
        ("prefix: zip", "integer", [2139, 10001], [("2139", "213**"), ("10001", "100**")]),
        ("prefix: padded zip", "integer", [2139, 10001], [("02139", "021**"), ("10001", "100**")]),
        ("suppress", "boolean", [True, None], [("true", "*"), (None, "*")]),
    ],
)
def test_a_typed_column_is_read_as_its_text(
    name: str, type_: str, values: list[object], labels: list[tuple[Label, ...]], compiled: dict[str, Compiled]
) -> None:
    assert [row[:2] for row in compiled[name].labels(values, type_)] == labels


def test_suppress_keeps_the_normalised_value_or_nothing(compiled: dict[str, Compiled]) -> None:
    assert compiled["suppress"].labels(NASTY) == [(normalised(value), "*") for value in NASTY]
    upper = [None if (text := normalised(value)) is None else text.upper() for value in NASTY]
    assert compiled["suppress: upper"].labels(NASTY) == [(text, "*") for text in upper]


def test_sql_levels_are_the_users_own(compiled: dict[str, Compiled]) -> None:
    values = ["Boston", " Boston ", "", None, "*", "abc"]
    assert compiled["sql"].labels(values) == [
        ("Boston", "B", "true", "*"), ("Boston", "B", "true", "*"), (None, None, None, "*"), (None, None, None, "*"),
        ("*", "*", "*", "*"), ("abc", "a", "false", "*"),
    ]  # fmt: skip


def test_a_sql_expression_is_not_asked_of_blank_or_star(compiled: dict[str, Compiled]) -> None:
    """An engine looks at every part of a condition: this expression fails on both."""
    assert compiled[FAILING].labels(["v11", " v25", " ", "", "*", None]) == [
        ("v11", "1", "*"), ("v25", "2", "*"), (None, None, "*"), (None, None, "*"), ("*", "*", "*"), (None, None, "*"),
    ]  # fmt: skip


def test_a_value_without_a_label_at_one_sql_level_is_uncovered_at_all(compiled: dict[str, Compiled]) -> None:
    assert compiled["sql: gaps"].labels(["a", "MA", "b"]) == [
        ("*", "*", "*", "*"),
        ("*", "*", "*", "*"),
        ("b", "b", "b", "*"),
    ]


@pytest.mark.parametrize(
    ("name", "levels"),
    [
        ("bands: plain", ["value", "5 years", "10 years", "20 years", "*"]),
        ("bands: decimals", ["value", "0.5 wide", "5 wide", "*"]),
        ("bands: thousandths", ["value", "0.125 wide", "1 wide", "*"]),
        ("date: coarse", ["month", "year", "*"]),
        ("prefix: zip", ["5 digits", "3 digits", "1 digits", "*"]),
        ("prefix: named", ["area", "block", "*"]),
        ("prefix: grouped", ["3 characters", "2 characters", "chapter", "half", "*"]),
        ("groups", ["value", "region", "country", "*"]),
        ("suppress", ["value", "*"]),
        ("sql", ["value", "initial", "long", "*"]),
        ("table", ["code", "block", "top"]),
        ("age", ["value", "5 years", "10 years", "20 years", "*"]),
        ("birth_date", ["day", "month", "quarter", "year", "5 years", "10 years", "*"]),
        ("timestamp", ["day", "month", "quarter", "year", "*"]),
        ("us_zip", ["5 digits", "3 digits", "region", "*"]),
        ("us_zip_safe_harbor", ["3 digits", "*"]),
        ("us_state", ["value", "division", "region", "*"]),
        ("icd10", ["code", "category", "chapter", "*"]),
    ],
)
def test_levels_are_named(name: str, levels: list[str], compiled: dict[str, Compiled]) -> None:
    assert compiled[name].levels == levels
    assert len(compiled[name].expressions) == len(levels)
    assert compiled[name].faults == []


def assert_is_a_hierarchy(rows: Iterable[tuple[Label, ...]]) -> None:
    """NULL and `*` are so at every level, each label has one label above it, and labels never grow in number."""
    rows = set(rows)
    assert all((label is None) == (row[0] is None) for row in rows for label in row[:-1])
    assert all((label == "*") == (row[0] == "*") for row in rows for label in row[:-1])
    assert not any(label == "" or label != label.strip(" \t\r\n") for row in rows for label in row if label is not None)
    for level in range(1, len(next(iter(rows)))):
        pairs = {(row[level - 1], row[level]) for row in rows}
        assert len(pairs) == len({below for below, _ in pairs}), level
        assert len({above for _, above in pairs}) <= len({below for below, _ in pairs})


@pytest.mark.parametrize("name", [name for name in [*HIERARCHIES, *PRESETS] if name not in {"table", "sql", FAILING}])
def test_levels_are_nested_for_any_value(name: str, compiled: dict[str, Compiled]) -> None:
    texts = st.one_of(
        st.sampled_from([*NASTY, *NUMBERS, *DAYS]),
        st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=12),
        st.decimals(-(10**4), 10**4, places=2).map(str),
        st.dates(date(1000, 1, 1)).map(str),
        st.from_regex(r"[0-9]{3,5}(-[0-9]{4})?", fullmatch=True),
        st.from_regex(r" ?[A-Za-z][0-9][0-9A-Z](\.?[0-9A-Z]{1,3})?", fullmatch=True),
        st.from_regex(r"[A-Za-z]{2}", fullmatch=True),
    )

    @given(st.lists(texts, min_size=50, max_size=100))
    @settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
    def check(values: list[Label]) -> None:
        assert_is_a_hierarchy(compiled[name].labels([*values, *NASTY, *NUMBERS, *DAYS]))

    check()
