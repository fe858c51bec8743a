"""The criteria's SQL against the definitions: compiled once by dbt, then run on many tables with DuckDB in this process."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import duckdb
import pytest
from conftest import DbtProject
from criteria_oracle import Key, Record, failing
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

PROBE = r"""
    {% macro probe(cases) %}
        {%- for case in cases -%}
            {%- set meta = {
                'k': 2, 'quasi_identifiers': ['q'], 'sensitive': {'s': case.asked if case.scope == 'sensitive' else {}},
                'direct_identifiers': ['person'], 'privacy_unit': 'person' if case.persons else none,
            } -%}
            {%- if not case.persons -%}
                {%- do meta.pop('privacy_unit') -%}
            {%- endif -%}
            {%- if case.scope != 'sensitive' -%}
                {%- do meta.update({case.scope: case.asked}) -%}
            {%- endif -%}
            {%- set resolved = dbt_crowd._resolve_policy('release', 'model.release', meta) -%}
            {%- if resolved.faults -%}
                {%- do exceptions.raise_compiler_error(resolved.faults | join('\n')) -%}
            {%- endif -%}
            {%- do print('probe:' ~ tojson(probe_one(resolved.policy, case.persons))) -%}
        {%- endfor -%}
    {% endmacro %}

    {% macro probe_one(policy, persons) %}
        {%- set columns = dbt_crowd.sensitive_columns(policy) -%}
        {%- set criteria = dbt_crowd.criteria(policy) -%}
        {%- set person = [dbt_crowd.person_expression(policy) ~ ' as crowd_person'] if persons else [] -%}
        {%- set whole = 'whole as (select ' ~ (['q'] + person + dbt_crowd._sensitive_lines(columns, whole=true)) | join(', ') ~ ' from whole_input)' -%}
        {%- set published = 'published as (select ' ~ (['q'] + person + (['s as crowd_sensitive_1'] if not columns else []) + dbt_crowd._sensitive_lines(columns, whole=false)) | join(', ') ~ ' from records)' -%}
        {%- set grain = {'from': 'published', 'keys': ['q'], 'persons': persons, 'rows': 'count(*)', 'codes': false} -%}
        {%- set coded = {'from': 'coded', 'keys': ['crowd_key'], 'persons': persons, 'rows': 'sum(crowd_rows)', 'codes': true} -%}
        {%- set last = 'fails_' ~ criteria[-1].number -%}
        {%- set overall = [whole] + dbt_crowd.overall_ctes(columns, 'whole', persons) -%}
        {%- set overall = overall if columns else [whole, 'population_sizes as (select q, ' ~ ('count(distinct crowd_person)' if persons else 'count(*)') ~ ' as crowd_population from whole group by q)'] -%}
        {%- do return({
            'criteria': criteria,
            'text': 'with ' ~ (overall + [published] + dbt_crowd.criteria_ctes(criteria, grain)) | join(', ') ~ ' select q from ' ~ last,
            'overall': 'with ' ~ overall | join(', ') ~ ' select * from ' ~ ('overall_1' if columns and columns[0].compared else 'whole' if columns else 'population_sizes'),
            'published': 'with ' ~ published ~ ' select * from published',
            'codes': 'with ' ~ dbt_crowd.criteria_ctes(criteria, coded) | join(', ') ~ ' select crowd_key from ' ~ last,
        }) -%}
    {% endmacro %}
"""

GROUPS = {"region": {"x": ["a", "b"], "y": ["c"], "z": ["d"]}, "country": {"v": ["x", "y"], "w": ["z"]}}
PARENTS = {
    "a": ["x", "v", "*"], "b": ["x", "v", "*"], "c": ["y", "v", "*"], "d": ["z", "w", "*"],
    None: ["", "", "*"], "*": ["*", "*", "*"],
}  # fmt: skip
LETTERS = ["a", "b", "c", "d", None]
NUMBERS = ["1", "2", "10", "9.5", None]


def last_if_missing(rank: Callable[[str], Any]) -> Callable[[str | None], tuple[bool, Any]]:
    return lambda value: (value is None, 0 if value is None else rank(value))


def as_it_is(value: str | None) -> str | None:
    return value


@dataclass(frozen=True)
class Case:
    """What is asked of the sensitive column, the values it has in the tests, and what the oracle must know of them."""

    asked: dict[str, Any]
    values: Sequence[str | None] = tuple(LETTERS)
    known: tuple[tuple[str, Any], ...] = ()
    judged: Callable[[str | None], str | None] = as_it_is
    persons: bool = False
    scope: str = "sensitive"

    @property
    def name(self) -> str:
        """What the test of this case is called."""
        said = {key: value for key, value in self.asked.items() if key not in ("type", "levels", "widths", "unit")}
        return ", ".join([f"{key} {value}" for key, value in said.items()] + (["persons"] if self.persons else []))


def banded(value: str | None) -> str | None:
    return None if value is None else f"{int(float(value)) // 5 * 5}-{int(float(value)) // 5 * 5 + 4}"


BY_ROWS = [
    Case({"l": 2}),
    Case({"l": 3, "l_diversity": "distinct"}),
    Case({"l": 2, "l_diversity": "entropy"}),
    Case({"l": 3, "l_diversity": "entropy"}),
    Case({"l": 2, "l_diversity": "recursive", "c": 1.5}),
    Case({"l": 3, "l_diversity": "recursive", "c": 2}),
    Case({"alpha": 0.5}),
    Case({"alpha": 0.34}),
    Case({"t": 0.25}),
    Case({"t": 0}),
    Case({"t": 0.2, "distance": "ordered"}, known=(("order", last_if_missing(str)),)),
    Case({"t": 0.2, "distance": "ordered"}, NUMBERS, (("order", last_if_missing(float)),)),
    Case({"t": 0.3, "distance": "ordered", "order": "numeric"}, NUMBERS, (("order", last_if_missing(float)),)),
    Case({"t": 0.2, "distance": "ordered", "order": "text"}, NUMBERS, (("order", last_if_missing(str)),)),
    Case({"t": 0.2, "distance": "ordered", "order": ["d", "a", "e", "c", "b"]}, known=(("order", last_if_missing("daecb".index)),)),
    Case(
        {"t": 0.2, "distance": "ordered", "type": "bands", "widths": [5], "level": "5 wide"}, NUMBERS,
        (("order", last_if_missing(lambda label: int(label.split("-")[0]))),), banded,
    ),
    Case({"l": 2, "type": "bands", "widths": [5], "level": "5 wide"}, NUMBERS, (), banded),
    Case({"t": 0.2, "distance": "hierarchical", "type": "groups", "levels": GROUPS}, known=(("parents", PARENTS),)),
    Case({"t": 0.1, "distance": "hierarchical", "type": "suppress"}, known=(("parents", {v: ["*"] for v in LETTERS}),)),
    Case(
        {"t": 0.2, "distance": "hierarchical", "type": "groups", "levels": GROUPS, "level": "region"},
        known=(("parents", {"x": ["v", "*"], "y": ["v", "*"], "z": ["w", "*"], None: ["", "*"]}),),
        judged=lambda value: None if value is None else PARENTS[value][0],
    ),
    Case({"beta": 0.5}),
    Case({"beta": 2, "beta_likeness": "enhanced"}),
    Case({"delta": 1}),
    Case({"delta": 1.5, "delta_disclosure": "all"}),
    Case({"k_map": 3}, scope="population"),
    Case({"delta_presence": [0.25, 0.6]}, scope="population"),
    Case({"highest": 0.34}, scope="risk"),
]  # fmt: skip
CASES = BY_ROWS + [replace(case, persons=True) for case in BY_ROWS]


@dataclass(frozen=True)
class Compiled:
    """A case with its SQL, on a connection."""

    case: Case
    sql: dict[str, Any]
    connection: duckdb.DuckDBPyConnection

    def load(self, records: Sequence[Record], whole: Sequence[Record]) -> None:
        """Puts the records, and those of the whole input or of the population, where the SQL reads them."""
        self.connection.execute("create or replace table records (q text, person text, s text)")
        self.connection.execute("create or replace table whole_input (q text, person text, s text)")
        for table, found in (("records", records), ("whole_input", whole)):
            if found:
                cells = [cell for record in found for cell in (record.key[0], record.person, record.value)]
                self.connection.execute(f"insert into {table} values " + ", ".join(["(?, ?, ?)"] * len(found)), cells)

    def failing(self) -> set[Key]:
        """The keys of the classes that fail, by labels."""
        found = self.connection.execute(self.sql["text"]).fetchall()
        assert len(found) == len(set(found)), "a class stands twice"
        return set(found)

    def failing_by_codes(self) -> set[Key]:
        """The same with a whole number for each class and each value, as the search has them, and counts of records."""
        run = self.connection.execute
        run("create or replace table texts as " + self.sql["published"])
        run(
            "create or replace table key_codes as select row_number() over () as crowd_key, q from (select distinct q from texts)"
        )
        values = (
            "select s as v from whole_input union select crowd_value from overall_text"
            if self.has_overall
            else "select null as v"
        )
        run("create or replace table overall_text as " + self.sql["overall"])
        run(
            f"create or replace table value_codes as select row_number() over () as code, v from ({values} union select crowd_sensitive_1 from texts) where v is not null"
        )
        person = "crowd_person, " if self.case.persons else ""
        run(
            f"create or replace table coded as select crowd_key, {person}code as crowd_sensitive_1, count(*) as crowd_rows from texts"
            " join key_codes on texts.q is not distinct from key_codes.q left join value_codes on v = crowd_sensitive_1 group by all"
        )
        if self.has_overall:
            run(
                "create or replace table overall_1 as select o.* exclude crowd_value, code as crowd_value from overall_text o left join value_codes on v = crowd_value"
            )
        if self.case.scope == "population":
            run(
                "create or replace table population_sizes as select coalesce(crowd_key, 99) as crowd_key, crowd_population from overall_text o left join key_codes on o.q is not distinct from key_codes.q"
            )
        keys = dict(run("select crowd_key, q from key_codes").fetchall())
        return {(keys[key],) for (key,) in run(self.sql["codes"]).fetchall()}

    @property
    def has_overall(self) -> bool:
        """Whether classes are compared with the whole input."""
        return bool(self.case.asked.keys() & {"t", "beta", "delta"})

    def expected(self, records: Sequence[Record], whole: Sequence[Record]) -> set[Key]:
        """The same by the definition."""

        def judged(found: Sequence[Record]) -> list[Record]:
            return [replace(record, value=self.case.judged(record.value)) for record in found]

        return failing(
            judged(records), judged(whole), self.case.asked, persons=self.case.persons, **dict(self.case.known)
        )


@pytest.fixture(scope="module")
def compiled(dbt_project: Callable[..., DbtProject]) -> dict[str, Compiled]:
    project = dbt_project({"macros/probe.sql": PROBE})
    arguments = json.dumps(
        {"cases": [{"asked": case.asked, "persons": case.persons, "scope": case.scope} for case in CASES]}
    )
    output = project.dbt("--quiet", "run-operation", "probe", "--args", arguments, expect=0).stdout
    told = [json.loads(line.removeprefix("probe:")) for line in output.splitlines() if line.startswith("probe:")]
    connection = duckdb.connect()
    return {case.name: Compiled(case, sql, connection) for case, sql in zip(CASES, told, strict=True)}


@st.composite
def tables(draw: st.DrawFn, values: Sequence[str | None]) -> tuple[list[Record], list[Record]]:
    """Records in a few classes, and all records of the input; most often the former are among the latter."""
    record = st.builds(
        lambda key, person, value: Record((key,), person, value),
        st.sampled_from(["A", "B", None]),
        st.sampled_from(["p1", "p2", "p3", "p4", "p5", None]),
        st.sampled_from(values),
    )
    records = draw(st.lists(record, max_size=14))
    rest = draw(st.lists(record, max_size=10))
    return records, rest + (records if draw(st.integers(0, 5)) else [])


@pytest.mark.parametrize("name", [case.name for case in CASES])
def test_the_sql_is_the_definition(compiled: dict[str, Compiled], name: str) -> None:
    one = compiled[name]

    @given(tables(one.case.values))
    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    def agrees(table: tuple[list[Record], list[Record]]) -> None:
        one.load(*table)
        expected = one.expected(*table)
        assert one.failing() == expected
        assert one.failing_by_codes() == expected

    agrees()


def by_rows(text: str) -> list[Record]:
    """Records from `A: flu flu cold, B: ...`; `-` is a missing value."""
    return [
        Record((part.split(":")[0].strip(),), None, None if value == "-" else value)
        for part in text.split(",")
        for value in part.split(":")[1].split()
    ]


# Four records each: in all flu 6, hiv 4, cold 2 of 12.
CLINIC = by_rows("A: flu flu flu flu, B: flu flu cold hiv, C: hiv hiv hiv cold")
PEOPLE = [
    Record(("A",), person, value)
    for person, value in [("p1", "a"), ("p1", "b"), ("p2", "a"), ("p2", "c"), ("p3", "a"), ("p3", "d"), ("p1", "a"), (None, "b")]
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "records", "expected"),
    [
        ("l 2", CLINIC, "A"),
        ("l 3, l_diversity distinct", CLINIC, "AC"),
        ("l 2", by_rows("A: a -, B: a b, C: - -"), "AC"),
        # The entropy of B is 1.04, below ln 3 = 1.10; D is uniform, and on the edge.
        ("l 3, l_diversity entropy", [*CLINIC, *by_rows("D: a a b b c c")], "ABC"),
        # 2 < 1.5 x (1 + 1); 3 is not below 1.5 x 1; 3 is not below 1.5 x 2 either: the comparison is strict.
        ("l 2, l_diversity recursive, c 1.5", [*CLINIC, *by_rows("D: a a a b c")], "ACD"),
        ("alpha 0.5", CLINIC, "AC"),
        ("alpha 0.5", by_rows("A: a a - -, B: a a b"), "B"),
        # Distances 1/2, 1/12, 1/2.
        ("t 0.25", CLINIC, "AC"),
        # Gains 1, 1/2 (cold), 5/4 (hiv).
        ("beta 0.5", CLINIC, "AC"),
        # Factors 2, 3/2, 9/4, and 1/2 is as far as 2.
        ("delta 1", CLINIC, "AC"),
        ("delta 1.5, delta_disclosure all", CLINIC, "AC"),
        # All three hold a, whatever else they hold.
        ("l 2, persons", PEOPLE, "A"),
        ("alpha 0.5, persons", PEOPLE, "A"),
        ("l 2, persons", [*PEOPLE, Record(("A",), "p4", "b")], ""),
        # A person with two records of one value counts once; one without a value has none.
        ("alpha 0.5, persons", [Record(("A",), p, v) for p, v in [("p1", "a"), ("p1", "a"), ("p2", "b")]], ""),
        # A is 2 of 5, B 1 of 1, and the population does not know C.
        ("k_map 3", by_rows("A: x x, B: x, C: x"), "BC"),
        ("delta_presence [0.25, 0.6]", by_rows("A: x x, B: x, C: x"), "BC"),
        ("highest 0.34", by_rows("A: x x x, B: x x"), "B"),
        ("l 2, persons", [Record(("A",), p, v) for p, v in [("p1", "a"), ("p2", "a"), ("p2", "b"), ("p3", None)]], "A"),
    ],
)  # fmt: skip
def test_worked_by_hand(compiled: dict[str, Compiled], name: str, records: list[Record], expected: str) -> None:
    whole = by_rows("A: x x x x x, B: x, D: x") if compiled[name].case.scope == "population" else records
    compiled[name].load(records, whole)
    assert compiled[name].failing() == {(key,) for key in expected}
    assert compiled[name].expected(records, whole) == {(key,) for key in expected}


# Distances by hand. Ordered a, b, c: the whole runs 1/6, 2/3, 1. Hierarchical: a and b below one node, c beside it.
LADDER = by_rows("A: b b b b, B: b b a c, C: c c c a")


@pytest.mark.parametrize(
    ("distance", "expected"), [("ordered", {"A": 1 / 4, "B": 1 / 12, "C": 1 / 4}), ("hierarchical", {"A": 5 / 12, "B": 1 / 12, "C": 11 / 24})]
)  # fmt: skip
def test_distances_by_hand(distance: str, expected: dict[str, float]) -> None:
    known = {"order": last_if_missing(str), "parents": {"a": ["x", "*"], "b": ["x", "*"], "c": ["y", "*"]}}
    for limit in (1 / 24, 1 / 12, 0.2, 1 / 4, 0.4, 5 / 12, 11 / 24):
        found = failing(LADDER, LADDER, {"t": limit, "distance": distance}, persons=False, **known)
        assert found == {(key,) for key, value in expected.items() if value > limit + 1e-9}


@pytest.mark.parametrize("name", [case.name for case in CASES if not case.persons])
def test_what_is_declared_of_a_criterion_holds(compiled: dict[str, Compiled], name: str) -> None:
    """Two classes and their union: rows_monotone and classes_monotone, where no person has records in both."""
    one = compiled[name]
    declared = one.sql["criteria"][-1]

    @given(tables(one.case.values))
    @settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    def holds(table: tuple[list[Record], list[Record]]) -> None:
        records, whole = table[0], table[0] + table[1]
        fine = one.expected(records, whole)
        merged = [[replace(record, key=("all",)) for record in side] for side in (records, whole)]
        coarse = one.expected(merged[0], merged[1])
        if {record.key for record in records} != {record.key for record in whole} and one.case.scope == "population":
            return  # a class of the population without a record fails a rung as a whole
        if declared["rows_monotone"] and coarse:
            assert fine == {record.key for record in records}
        if declared["classes_monotone"] and not fine:
            assert not coarse

    holds()
