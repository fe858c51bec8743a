"""What settings are refused, what the presets say, how tables are joined and checked, and the adapters on DuckDB."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Callable
from typing import Any

import duckdb
import pytest
from conftest import REPOSITORY, DbtProject

Hierarchy = dict[str, Any]

PROBE = r"""
    {% macro probe(faults, policy, relations, names, texts) %}
        {%- set found = [] -%}
        {%- for hierarchy in faults -%}
            {%- do found.append(dbt_crowd.hierarchy_faults(hierarchy)) -%}
        {%- endfor -%}
        {%- set expressions = {} -%}
        {%- set presets = dbt_crowd.hierarchy_presets() -%}
        {%- for name, preset in presets.items() -%}
            {%- if name != 'birth_date' -%}
                {%- do expressions.update({name: dbt_crowd.hierarchy_expressions(preset, 'x')}) -%}
            {%- endif -%}
        {%- endfor -%}
        {%- set columns = [] -%}
        {%- for column in policy.quasi_identifiers -%}
            {%- set name = dbt_crowd.quoted(column.name) -%}
            {%- set alias = 'hierarchy_' ~ loop.index -%}
            {%- do columns.append(dbt_crowd.hierarchy_expressions(column.hierarchy, name, alias)) -%}
        {%- endfor -%}
        {%- set answer = {
            'faults': found,
            'presets': presets,
            'expressions': expressions,
            'columns': columns,
            'ctes': dbt_crowd.hierarchy_ctes(policy, relations),
            'joins': dbt_crowd.hierarchy_joins(policy, relations, 'source'),
            'check': dbt_crowd.hierarchy_check_query('hierarchy', ['code', 'Block', 'top']),
            'check_upper': dbt_crowd.hierarchy_check_query('hierarchy', ['code', 'Block', 'top'], case='upper'),
            'sizes': dbt_crowd.group_sizes(presets.us_state),
            'quoted': [],
            'literals': [],
            'row_hash': dbt_crowd.row_hash(['a', 'b']),
            'is_same': dbt_crowd.is_same('a', 'b'),
            'left_pad': dbt_crowd.left_pad('a', 3),
        } -%}
        {%- for name in names -%}
            {%- do answer.quoted.append(dbt_crowd.quoted(name)) -%}
        {%- endfor -%}
        {%- for text in texts -%}
            {%- do answer.literals.append(dbt_crowd.sql_text(text)) -%}
        {%- endfor -%}
        {%- do print('probe:' ~ tojson(answer)) -%}
    {% endmacro %}
"""

REFUSED: list[tuple[Hierarchy, str]] = [
    ({"type": "bands", "widths": [5, 12]}, "12 is none of 5"),
    ({"type": "bands", "widths": [5, 5]}, "5 is none of 5"),
    ({"type": "bands", "widths": [10, 5]}, "5 is none of 10"),
    ({"type": "bands", "widths": [0.1, 0.25]}, "0.25 is none of 0.1"),
    ({"type": "bands", "widths": [5], "bottom": 90, "top": 18}, "bottom must be below top"),
    ({"type": "bands", "widths": [5], "bottom": 18, "top": 18}, "bottom must be below top"),
    ({"type": "bands", "widths": [0.0001]}, "3 behind"),
    ({"type": "bands", "widths": [5], "top": 10**12}, "at most 12 digits"),
    ({"type": "date", "levels": ["month", "day"]}, "day does not follow"),
    ({"type": "date", "levels": ["day", "day"]}, "day does not follow"),
    ({"type": "date", "levels": ["year", "5 years", "12 years"]}, "12 years does not follow"),
    ({"type": "date", "levels": ["week"]}, "week is none"),
    ({"type": "date", "levels": ["1 years"]}, "1 years is none"),
    ({"type": "date", "levels": ["05 years"]}, "05 years is none"),
    ({"type": "date", "levels": ["year"], "top_age": 90}, "needs as_of"),
    ({"type": "date", "levels": ["year"], "as_of": "2026-01-01"}, "there is no top_age"),
    ({"type": "date", "levels": ["year"], "bottom": "2001-01-01", "top": "2001-01-01"}, "bottom must be before top"),
    (
        {"type": "date", "levels": ["year"], "top_age": 90, "as_of": "2026-01-01", "bottom": "1930-01-01"},
        "bottom must be after the birth",
    ),
    (
        {"type": "date", "levels": ["year"], "top_age": 90, "as_of": "2026-01-01", "top": "1936-01-01"},
        "top must be after the birth",
    ),
    ({"type": "date", "levels": ["year"], "top_age": 1100, "as_of": "2026-01-01"}, "the year 1000 or later"),
    ({"type": "prefix", "lengths": [3, 5]}, "5 is not below 3"),
    ({"type": "prefix", "lengths": [3, 3]}, "3 is not below 3"),
    ({"type": "prefix", "lengths": [3, 1], "names": ["area"]}, "names must be as many as lengths"),
    ({"type": "prefix", "lengths": [3, 1], "names": ["area", "area"]}, "two levels are called area"),
    ({"type": "prefix", "lengths": [3], "groups": {"g": {"a": ["100"]}}}, "groups need matches"),
    ({"type": "prefix", "lengths": [3], "fold": {"000": ["36"]}}, "prefixes of 3 characters"),
    ({"type": "prefix", "lengths": [3], "matches": "^x", "groups": {"g": {"a": ["100-99"]}}}, "prefixes of 3 digits"),
    ({"type": "prefix", "lengths": [3], "matches": "^x", "groups": {"g": {"a": ["200-100"]}}}, "prefixes of 3 digits"),
    ({"type": "prefix", "lengths": [2], "matches": "^x", "groups": {"g": {"a": ["a0"]}}}, "upper-case letters"),
    (
        {"type": "prefix", "lengths": [2], "matches": "^x", "groups": {"g": {"a": ["10-20"], "b": ["20-30"]}}},
        "begins with 20 overlaps the one that begins with 10",
    ),
    (
        {"type": "prefix", "lengths": [2], "matches": "^x", "groups": {"g": {"a": ["10"]}, "h": {"c": ["b"]}}},
        "leaves out a",
    ),
    ({"type": "groups", "levels": {"value": {"a": ["b"]}}}, "can be called value"),
    ({"type": "groups", "levels": {"*": {"a": ["b"]}}}, "can be called *"),
    ({"type": "groups", "levels": {}}, "at least one level"),
    ({"type": "groups", "levels": {"region": {}}}, "at least one group"),
    ({"type": "groups", "levels": {"region": {"a": []}}}, "at least one member"),
    ({"type": "groups", "levels": {"region": {"a": "MA"}}}, "a group is a list"),
    ({"type": "groups", "levels": {"region": {"a": [False]}}}, "is no text"),
    ({"type": "groups", "levels": {"region": {"a": [25]}}}, "25 is no text"),
    ({"type": "groups", "levels": {"region": {"a": [None]}}}, "is no text"),
    ({"type": "groups", "levels": {"region": {"a": [" MA"]}}}, "no blanks around it"),
    ({"type": "groups", "levels": {"region": {"": ["MA"]}}}, "not blank"),
    ({"type": "groups", "levels": {"region": {"*": ["MA"]}}}, "no label"),
    ({"type": "groups", "levels": {"region": {"a": ["*"]}}}, "no label"),
    ({"type": "groups", "levels": {"region": {"a": ["MA"], "b": ["MA"]}}}, "has MA twice"),
    ({"type": "groups", "levels": {"region": {"a": ["MA", "MA"]}}}, "has MA twice"),
    ({"type": "groups", "levels": {"region": {"a": ["MA"], "b": ["NY"]}, "land": {"US": ["a"]}}}, "leaves out b"),
    ({"type": "groups", "levels": {"region": {"a": ["MA"]}, "land": {"US": ["a", "c"]}}}, "groups c"),
    ({"type": "groups", "levels": {"region": {"a": ["MA"]}}, "case": "lower"}, "the value MA is never met"),
    ({"type": "table", "levels": ["code"]}, "at least one coarser column"),
    ({"type": "sql", "levels": {"value": "left({column}, 1)"}}, "can be called value"),
    ({"type": "sql", "levels": {"initial": "'x'"}}, "over {column}"),
    ({"type": "sql", "levels": {"initial": "{column} -- "}}, "without --"),
    ({"type": "sql", "levels": {"initial": "{column}; drop table t"}}, "without ;"),
    ({"type": "sql", "levels": {"age": "CURRENT_DATE - {column}"}}, "cannot use current_date"),
]
TABLE: Hierarchy = {
    "quasi_identifiers": [
        {"name": "sex", "hierarchy": {"type": "suppress"}},
        {"name": "Odd Name", "hierarchy": {"type": "table", "levels": ["code", "Block", "top"], "case": "upper"}},
        {"name": "code", "hierarchy": {"type": "table", "levels": ["code", "top"]}},
    ]
}
NAMES = [
    "age",
    "order",
    "Age",
    "AGE",
    "a b",
    'say "hi"',
    "größe",
    "1st",
    "user",
    "日本",
    "_x1",
    "left",
    "a.b",
    "back`tick",
]
TEXTS = ["", "plain", "it's", "''", "\\", "\\'", "日本", "line\nend", "{{ jinja }}", "-- no comment", '"']


@pytest.fixture(scope="module")
def probed(dbt_project: Callable[..., DbtProject]) -> dict[str, Any]:
    """Everything that this file asks of the macros, in one run."""
    project = dbt_project({"macros/probe.sql": PROBE}, name="settings")
    arguments = {
        "faults": [hierarchy for hierarchy, _ in REFUSED],
        "policy": TABLE,
        "relations": {"Odd Name": "blocks", "code": "tops"},
        "names": NAMES,
        "texts": TEXTS,
    }
    finished = project.dbt("-q", "run-operation", "probe", "--args", json.dumps(arguments), expect=0)
    [line] = [line for line in finished.stdout.splitlines() if line.startswith("probe:")]
    answer: dict[str, Any] = json.loads(line.removeprefix("probe:"))
    return answer


@pytest.mark.parametrize("number", range(len(REFUSED)), ids=lambda number: REFUSED[number][1])
def test_a_hierarchy_that_cannot_be_right_is_refused(number: int, probed: dict[str, Any]) -> None:
    faults = probed["faults"][number]
    assert any(REFUSED[number][1] in fault for fault in faults), faults
    assert all(fault.endswith(".") for fault in faults)


def test_every_fault_of_groups_is_named_at_once(probed: dict[str, Any]) -> None:
    number = [hierarchy for hierarchy, _ in REFUSED].index({"type": "groups", "levels": {"region": {"a": ["*"]}}})
    assert len(probed["faults"][number]) == 1


def labels(probed: dict[str, Any], preset: str, values: list[str]) -> list[tuple[str | None, ...]]:
    rows = ", ".join(f"({number}, ?)" for number in range(len(values)))
    query = f"select {', '.join(probed['expressions'][preset])} from (values {rows}) as input(n, x) order by n"
    with duckdb.connect() as connection:
        return connection.execute(query, values).fetchall()


def seed(name: str) -> list[dict[str, str]]:
    with (REPOSITORY / "seeds" / f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_us_zip_agrees_with_the_table_of_zip3(probed: dict[str, Any]) -> None:
    regions = {row["zip3"]: row["region"] for row in seed("zip3_regions")}
    rows = labels(probed, "us_zip", [f"{zip3}01-2345" for zip3 in regions])
    assert rows == [(f"{zip3}01", f"{zip3}**", region, "*") for zip3, region in regions.items()]


def test_us_zip_covers_zip_codes_only(probed: dict[str, Any]) -> None:
    odd = ["2139", "00401", "0213", "021391", "02139-12", "02139 1234", "ABCDE", "02139x", "2139.0"]
    assert labels(probed, "us_zip", odd) == [("*", "*", "*", "*")] * len(odd)
    assert labels(probed, "us_zip", ["96799"]) == [("96799", "967**", "West", "*")]


def test_safe_harbor_folds_the_restricted_areas_of_2000(probed: dict[str, Any]) -> None:
    restricted = {row["zip3"] for row in seed("zip3_restricted") if row["census_year"] == "2000"}
    assert len(restricted) == 17
    zip3s = [row["zip3"] for row in seed("zip3_regions")]
    rows = labels(probed, "us_zip_safe_harbor", [f"{zip3}99" for zip3 in zip3s])
    assert rows == [("000" if zip3 in restricted else zip3, "*") for zip3 in zip3s]


def test_us_state_agrees_with_the_table_of_zip3(probed: dict[str, Any]) -> None:
    states = {row["state"]: (row["division"], row["region"]) for row in seed("zip3_regions")}
    rows = labels(probed, "us_state", [f" {state.lower()} " for state in states])
    assert rows == [(state, *above, "*") for state, above in states.items()]
    assert len(states) + len({"AS", "MP"} - set(states)) == 59
    assert labels(probed, "us_state", ["XX", "Massachusetts"]) == [("*", "*", "*", "*")] * 2


@pytest.mark.parametrize(
    ("code", "category", "chapter"),
    [
        ("A00", "A00", "I Infectious"), ("B99.9", "B99", "I Infectious"), ("C00", "C00", "II Neoplasms"),
        ("c4a.9", "C4A", "II Neoplasms"), ("D49", "D49", "II Neoplasms"), ("D50.0", "D50", "III Blood"),
        ("D89.9", "D89", "III Blood"), ("E11.9", "E11", "IV Endocrine"), ("E119", "E11", "IV Endocrine"),
        ("H59.8", "H59", "VII Eye"), ("H60", "H60", "VIII Ear"), ("K95.89", "K95", "XI Digestive"),
        ("O9A.11", "O9A", "XV Pregnancy"), ("S72.001A", "S72", "XIX Injury"), ("T88.9XXA", "T88", "XIX Injury"),
        ("U07.1", "U07", "XXII Codes"), ("V00.01", "V00", "XX External"), ("Y99", "Y99", "XX External"),
        ("Z3A.10", "Z3A", "XXI Factors"), ("Z99.9", "Z99", "XXI Factors"),
    ],
)  # fmt: skip
def test_icd10_chapters(code: str, category: str, chapter: str, probed: dict[str, Any]) -> None:
    [row] = labels(probed, "icd10", [code])
    assert row[:2] == (code.upper(), category)
    assert str(row[2]).startswith(chapter)


def test_icd10_covers_nothing_between_the_chapters(probed: dict[str, Any]) -> None:
    odd = ["D90", "E91", "H96", "K96", "P97", "T99", "A1", "11.9", "A00.12345", "A00,1", "AA0"]
    assert labels(probed, "icd10", odd) == [("*", "*", "*", "*")] * len(odd)


def test_group_sizes_count_the_values_under_each_label(probed: dict[str, Any]) -> None:
    sizes = probed["sizes"]
    assert sizes["leaves"] == 59
    assert [sum(level.values()) for level in sizes["labels"]] == [59, 59, 59]
    assert sizes["labels"][0]["New England"] == 6
    assert sizes["labels"][1]["Northeast"] == 9
    assert sizes["labels"][2] == {"*": 59}


def joined(probed: dict[str, Any], tables: str) -> list[tuple[str | None, ...]]:
    source = "source as (\n    select *\n    from input\n)"
    columns = ",\n".join(expression for expressions in probed["columns"] for expression in expressions)
    ctes = ",\n".join([source, *probed["ctes"]])
    query = f"with {ctes}\nselect {columns}\nfrom source\n{probed['joins']}\norder by source.n"
    with duckdb.connect() as connection:
        connection.execute(tables)
        return connection.execute(query).fetchall()


TABLES = """
    create table input as select * from (values
        (1, 'F', 'a', 'x'), (2, ' ', ' A ', null), (3, null, null, ''), (4, '*', '*', ' x '), (5, 'M', 'unknown', 'y'),
        (6, 'M', 'b', 'no top'), (7, 'M', '  ', '日本')
    ) as t(n, sex, "Odd Name", code);
    create table blocks as select * from (values
        ('a ', 'A-B', 'all'), ('B', ' ', 'all'), (null, 'none', 'all'), ('*', 'star', 'all')
    ) as t(code, "Block", top);
    create table tops as select * from (values ('x', 'T'), ('no top', null), ('日本', '*')) as t(code, top);
"""


def test_table_levels_come_from_the_joined_tables(probed: dict[str, Any]) -> None:
    assert probed["columns"][0][1] == "'*'"
    assert joined(probed, TABLES) == [
        ("F", "*", "A", "A-B", "all", "x", "T"),
        (None, "*", "A", "A-B", "all", None, None),
        (None, "*", None, "none", "all", None, None),
        ("*", "*", "*", "*", "*", "x", "T"),
        ("M", "*", "*", "*", "*", "*", "*"),
        ("M", "*", "B", None, "all", "no top", None),
        ("M", "*", None, "none", "all", "日本", "*"),
    ]


def check(probed: dict[str, Any], rows: list[tuple[Any, ...]], query: str = "check") -> dict[str, int]:
    with duckdb.connect() as connection:
        connection.execute('create table hierarchy (code varchar, "Block" varchar, top varchar)')
        if rows:
            connection.executemany("insert into hierarchy values (?, ?, ?)", rows)
        cursor = connection.execute(probed[query])
        names = [column[0].removeprefix("crowd_") for column in cursor.description or ()]
        [figures] = cursor.fetchall()
    return {name: figure for name, figure in zip(names, figures, strict=True) if figure}


@pytest.mark.parametrize(
    ("rows", "figures"),
    [
        ([("a", "A", "*"), ("b", "A", "*"), ("c", "C", "*")], {"values": 3}),
        ([], {}),
        ([("a", "A", "*"), (" a", "A", "*")], {"values": 2, "repeated_values": 1}),
        ([("a", "A", "*"), ("a", "B", "*")], {"values": 2, "repeated_values": 1, "not_nested": 1, "growing_levels": 1}),
        ([("a", "A", "x"), ("b", "A", "y")], {"values": 2, "not_nested": 1, "growing_levels": 1}),
        ([("a", "A", "x"), ("b", " ", "x")], {"values": 2, "gaps": 1}),
        ([("a", " ", "x"), ("b", None, "x")], {"values": 2, "gaps": 2}),
        ([("a", None, None)], {"values": 1, "gaps": 1}),
        ([("a", "A", None), ("b", "A", "x")], {"values": 2, "gaps": 1, "growing_levels": 1}),
        ([("", "A", "x"), ("b", "A", "x")], {"values": 2, "blank_values": 1}),
        ([(None, "A", "x"), (" ", "A", "x")], {"values": 2, "blank_values": 2, "repeated_values": 1}),
        ([(None, None, "*"), ("b", "B", "*")], {"values": 2, "blank_values": 1}),
        ([("*", "*", "*"), ("b", "A", "*")], {"values": 2, "reserved_values": 1}),
    ],
)  # fmt: skip
def test_the_check_counts_what_keeps_columns_from_being_a_hierarchy(
    rows: list[tuple[Any, ...]], figures: dict[str, int], probed: dict[str, Any]
) -> None:
    assert check(probed, rows) == figures


def test_the_check_looks_values_up_in_the_case_that_is_asked_for(probed: dict[str, Any]) -> None:
    rows = [("a", "A", "x"), ("A", "a", "x")]
    assert check(probed, rows) == {"values": 2}
    assert check(probed, rows, "check_upper") == {
        "values": 2,
        "repeated_values": 1,
        "not_nested": 1,
        "growing_levels": 1,
    }


def test_names_are_quoted_when_they_must_be(probed: dict[str, Any]) -> None:
    quoted = dict(zip(NAMES, probed["quoted"], strict=True))
    assert {name for name in NAMES if quoted[name] == name} == {"age", "_x1"}
    with duckdb.connect() as connection:
        for name in NAMES:
            cursor = connection.execute(f"select 1 as {quoted[name]}")
            assert [column[0] for column in cursor.description or ()] == [name]


def test_literals_come_back_as_they_were(probed: dict[str, Any]) -> None:
    with duckdb.connect() as connection:
        assert connection.execute(f"select {', '.join(probed['literals'])}").fetchone() == tuple(TEXTS)


def test_row_hashes_are_md5_of_unambiguous_text(probed: dict[str, Any]) -> None:
    rows = [("x", "y"), ("xy", ""), ("", "xy"), (None, "xy"), (None, None), ("-", None), ("日本", "1:x"), ("1", "x1:x")]
    texts = ["".join("-" if value is None else f"{len(value)}:{value}" for value in row) for row in rows]
    expected = [int(hashlib.md5(text.encode()).hexdigest()[:15], 16) for text in texts]
    with duckdb.connect() as connection:
        found = [
            connection.execute(f"select {probed['row_hash']} from (values (?, ?)) as t(a, b)", row).fetchone()
            for row in rows
        ]
    assert found == [(number,) for number in expected]
    assert len(set(expected)) == len(rows)


def test_labels_are_the_same_when_both_are_null(probed: dict[str, Any]) -> None:
    with duckdb.connect() as connection:
        query = f"select {probed['is_same']} from (values (?, ?)) as t(a, b)"
        cases = [("x", "x"), ("x", "y"), (None, None), ("x", None)]
        assert [connection.execute(query, case).fetchone() for case in cases] == [(True,), (False,), (True,), (False,)]


def test_padding_never_cuts(probed: dict[str, Any]) -> None:
    with duckdb.connect() as connection:
        query = f"select {probed['left_pad']} from (values (?)) as t(a)"
        found = [connection.execute(query, [value]).fetchone() for value in ["7", "123", "12345", None]]
    assert found == [("007",), ("123",), ("12345",), (None,)]


BUILD = {
    "seeds/good.csv": "code,block,Top One\nA1,A,all\nB1,B,all\nB2,B,all\n",
    "seeds/bad.csv": "code,block\nCANARY,x\nCANARY,y\n",
    "models/schema.yml": """
        version: 2
        seeds:
          - name: good
            data_tests:
              - dbt_crowd.is_generalization_hierarchy: {arguments: {levels: [code, block, "Top One"]}}
          - name: bad
            data_tests:
              - dbt_crowd.is_generalization_hierarchy: {name: bad_is_refused, arguments: {levels: [code, block]}}
              - dbt_crowd.is_generalization_hierarchy: {name: levels_are_a_list, arguments: {levels: code}}
    """,
    "dbt_project.yml": """
        name: hierarchies
        version: "1.0.0"
        profile: hierarchies
        flags: {send_anonymous_usage_stats: false}
        seeds: {dbt_crowd: {+enabled: true}}
    """,
}


def test_the_test_for_users_fails_with_counts_only(dbt_project: Callable[..., DbtProject]) -> None:
    project = dbt_project(BUILD, name="hierarchies")
    finished = project.dbt("build", "--store-failures", "--exclude", "dbt_crowd.dbt_crowd__releases+", expect=1)
    results = json.loads(project.read("target/run_results.json"))["results"]
    tests = {result["unique_id"].split(".")[2]: result for result in results if result["unique_id"].startswith("test")}
    failed = {name: result["failures"] for name, result in tests.items() if result["status"] != "pass"}
    assert failed == {"bad_is_refused": 1, "levels_are_a_list": None}
    assert "levels must be a list of at least two columns" in tests["levels_are_a_list"]["message"]
    assert sum(name.startswith(("dbt_crowd_is", "is_generalization")) for name in tests) == 2
    assert "CANARY" not in finished.output
    assert project.query("select count(*) from information_schema.tables where table_schema like '%audit%'") == [(0,)]
    zip3s = project.query("select min(zip3), max(length(zip3)), count(*) from analytics.zip3_regions")
    assert zip3s == [("005", 3, len(seed("zip3_regions")))]
    assert project.query("select min(zip3) from analytics.zip3_restricted") == [("036",)]
