"""The search macros: what they count of a rung is what a program counts that reads the data itself."""

from __future__ import annotations

import itertools
import json
import math
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import processes
import pytest
from conftest import DbtProject
from criteria_tables import ASKED, DECLARED, Criterion, judged_by

Row = dict[str, str | None]

GROUPS = {"north": ["a", "b"], "south": ["c", "d", "e"]}
TABLE: list[tuple[str | None, ...]] = [("p", "P", "all"), ("q", "P", "all"), ("r", "R", "all"), ("s", "R", "all")]
WITHIN = 5
"""How many may fail for their entropy to be asked, in one of the questions."""
TABLE_WITH_NULL = [*TABLE, (None, "none", "all")]


def normalised(value: str | None) -> str | None:
    return (value or "").strip() or None


def suppressed(value: str | None) -> list[str | None]:
    return [normalised(value), "*"]


def prefixed(value: str | None) -> list[str | None]:
    text = normalised(value)
    return [None, None, "*"] if text is None else [text[:3], text[:1] + "**", "*"]


def banded(value: str | None) -> list[str | None]:
    text = normalised(value)
    if text is None:
        return [None, None, None, "*"]
    if not text.isdigit():
        return ["*"] * 4
    number = int(text)
    bands = [f"{number // width * width}-{number // width * width + width - 1}" for width in (5, 10)]
    return [str(number), *bands, "*"]


def grouped(value: str | None) -> list[str | None]:
    text = normalised(value)
    found = [group for group, members in GROUPS.items() if text in members]
    return [None, None, "*"] if text is None else [text, found[0], "*"] if found else ["*"] * 3


def looked_up(rows: list[tuple[str | None, ...]]) -> Callable[[str | None], list[str | None]]:
    def labels(value: str | None) -> list[str | None]:
        text = normalised(value)
        found: list[list[str | None]] = [list(row) for row in rows if row[0] == text]
        return found[0] if found else [None] * 3 if text is None else ["*"] * 3

    return labels


@dataclass(frozen=True)
class Kind:
    """A hierarchy: as the policy has it, as a program evaluates it, the values that random data draws from."""

    policy: str
    labels: Callable[[str | None], list[str | None]]
    values: Sequence[str | None]
    table: str | None = None
    domain: Sequence[str | None] | None = None


KINDS = {
    "plain": Kind("suppress", suppressed, ["x", " x", "y", "z", None, ""]),
    "code": Kind("{hierarchy: prefix, lengths: [3, 1], unit: digits}", prefixed, ["111", "112", "121", "211", None]),
    "number": Kind("{hierarchy: bands, widths: [5, 10]}", banded, ["1", "3", "7", "12", "n/a", None]),
    "place": Kind(
        f"{{hierarchy: groups, levels: {{region: {json.dumps(GROUPS)}}}}}",
        grouped,
        ["a", "b", "c", "d", "zz", None],
        domain=[member for members in GROUPS.values() for member in members],
    ),
    "term": Kind(
        "{hierarchy: table, levels: [term, kind, top]}",
        looked_up(TABLE),
        ["p", "q ", "r", "unknown", None],
        "terms",
        [row[0] for row in TABLE],
    ),
    "term or none": Kind(
        "{hierarchy: table, levels: [term, kind, top]}",
        looked_up(TABLE_WITH_NULL),
        ["p", "q", "r", None],
        "terms_or_none",
        [row[0] for row in TABLE_WITH_NULL],
    ),
}

NARROW = tuple(sorted(KINDS))
# Thirteen columns of 29 values and NULL: the product of their numbers of labels does not fit 64 bits; of eight it does.
WIDE = tuple(f"wide_{number}" for number in range(13))
KINDS |= {name: Kind("suppress", suppressed, [*map(str, range(29)), None]) for name in WIDE}


@dataclass(eq=False)
class Case:
    """One random release: its data, its policy, and every rung measured for several k."""

    name: str
    kinds: list[str]
    rows: list[Row]
    unit: bool
    nulls: str
    ks: tuple[int, ...] = (2, 3)
    limits: dict[str, tuple[int, int]] = field(default_factory=dict)
    sample: int | None = None
    asked: tuple[tuple[dict[str, Any], ...], ...] = ()
    publish_rung: bool = False

    @property
    def levels(self) -> list[int]:
        """How many levels each column has."""
        return [len(KINDS[kind].labels(None)) for kind in self.kinds]

    @property
    def rungs(self) -> list[tuple[int, ...]]:
        """Every rung that the policy allows."""
        limits = [self.limits.get(kind, (0, count - 1)) for kind, count in zip(self.kinds, self.levels, strict=True)]
        every = list(itertools.product(*[range(low, high + 1) for low, high in limits]))
        return every if self.sample is None else random.Random(1).sample(every, self.sample)

    def files(self) -> dict[str, str]:
        """The model and its policy."""
        tables = {kind: KINDS[kind].table for kind in self.kinds if KINDS[kind].table}
        arguments = ", ".join(f"'{kind}': source('raw', '{table}')" for kind, table in tables.items())
        columns = "".join(f'            "{kind}": {self._column(kind)}\n' for kind in self.kinds)
        policy = (
            "models:\n"
            f"  - name: {self.name}\n"
            "    config:\n      meta:\n        dbt_crowd:\n"
            f"          k: 2\n          nulls: {self.nulls}\n          unmapped: suppress\n"
            f"          publish_rung: {str(self.publish_rung).lower()}\n"
            + ("          privacy_unit: person\n          direct_identifiers: [person]\n" if self.unit else "")
            + f"          quasi_identifiers:\n{columns}"
            + (f"          sensitive:\n{self._sensitive()}" if self.asked else "")
        )
        call = f"{{{{ dbt_crowd.release(source('raw', '{self.name}_input'), hierarchies={{{arguments}}}) }}}}\n"
        return {f"models/{self.name}.sql": call, f"models/{self.name}.yml": policy}

    @property
    def secrets(self) -> list[str]:
        """The sensitive columns."""
        return [f"secret {place}" for place in range(1, len(self.asked) + 1)]

    @cached_property
    def criteria(self) -> list[Criterion]:
        """What the policy asks beyond k."""
        persons = [person_of(self, number) for number in range(len(self.rows))] if self.unit else None
        return [
            judged_by(asked, [normalised(row[secret]) for row in self.rows], persons)
            for secret, settings in zip(self.secrets, self.asked, strict=True)
            for asked in settings
        ]

    @cached_property
    def spread(self) -> bool:
        """Whether a person has rows with different labels."""
        labels = {
            (
                person_of(self, number),
                *(labels_of(self, kind)[number][self.limits.get(kind, (0, 0))[0]] for kind in self.kinds),
            )
            for number in range(len(self.rows))
            if self.unit and person_of(self, number) is not None
        }
        return len(labels) > len({label[0] for label in labels})

    def _sensitive(self) -> str:
        columns = ""
        for secret, settings in zip(self.secrets, self.asked, strict=True):
            said = {key: value for asked in settings for key, value in asked.items()}
            if said.get("distance") == "ordered":
                said["order"] = ["x", "y", "z"]
            if said.get("distance") == "hierarchical":
                said |= {"hierarchy": "groups", "levels": {"kind": {"u": ["x", "y"], "v": ["z"]}}}
            columns += f'            "{secret}": {json.dumps(said)}\n'
        return columns

    def _column(self, kind: str) -> str:
        policy = KINDS[kind].policy
        if kind not in self.limits:
            return policy
        whole = policy if policy.startswith("{") else f"{{hierarchy: {policy}}}"
        low, high = self.limits[kind]
        names = {"number": ["value", "5 wide", "10 wide", "*"], "code": ["3 digits", "1 digits", "*"]}[kind]
        return f'{whole[:-1]}, min_level: "{names[low]}", max_level: "{names[high]}"}}'

    def sql(self) -> str:
        """Give the SQL that puts the data into the warehouse."""
        names = [*self.kinds, *(["person"] if self.unit else []), *self.secrets]
        return table_of(f"raw.{self.name}_input", names, [[row[name] for name in names] for row in self.rows])


def table_of(table: str, names: Sequence[str], rows: Sequence[Sequence[str | None]]) -> str:
    """Give the SQL of a table of text."""
    columns = ", ".join(f'"{name}" varchar' for name in names)
    values = ", ".join(
        "(" + ", ".join("null" if value is None else f"'{value}'" for value in row) + ")" for row in rows
    )
    return f"create table {table} ({columns}); insert into {table} values {values};"


def random_cases(count: int) -> list[Case]:
    chance = random.Random(20260101)
    cases = []
    for number in range(count):
        kinds = chance.sample(NARROW, chance.choice([1, 2, 3]))
        unit = number % 3 != 0
        rows: list[Row] = []
        for _ in range(chance.randint(6, 30)):
            row: Row = {kind: chance.choice(list(KINDS[kind].values)) for kind in kinds}
            if unit:
                row["person"] = chance.choice(["A", " A", "B", "C", "D", "E", "F", None, " "])
            rows.append(row)
        if number % 3 == 2:
            for position, row in enumerate(rows):
                row["person"] = f"only here {position}"
        limits = {kind: (1, 2) for kind in kinds if kind in ("number", "code") and chance.random() < 0.3}
        cases.append(
            Case(f"case_{number}", kinds, rows, unit, "wildcard" if number % 4 == 3 else "value", limits=limits)
        )
    return cases


def judged_cases(count: int) -> list[Case]:
    """Cases with one or two sensitive columns; each kind of criterion is asked of rows, of persons, and of persons who move."""
    chance = random.Random(20260202)
    cases = []
    for number in range(count):
        kinds = chance.sample(["plain", "code", "number"], chance.choice([1, 2]))
        first, second = ASKED[number % len(ASKED)], chance.choice(ASKED)
        beside = [second] if not {*first, "hierarchy"} & {*second} else []
        asked = ((first, *beside), *([(chance.choice(ASKED),)] if number % 3 == 0 else []))
        rows: list[Row] = []
        for position in range(chance.randint(10, 30)):
            row: Row = {kind: chance.choice(list(KINDS[kind].values)) for kind in kinds}
            row |= {f"secret {place}": chance.choice(["x", "x ", "y", "z", None]) for place in (1, 2)}
            row["person"] = chance.choice(["A", " A", "B", "C", "D", "E", "F", None])
            if number % 4 == 2:
                row |= {"person": f"P{position}"}
            elif number % 4 == 3 and rows and chance.random() < 0.5:
                row = rows[-1] | {"secret 1": chance.choice(["x", "y", "z"])}
            elif number % 4 == 3:
                row |= {"person": f"P{position}"}
            rows.append(row)
        nulls = "wildcard" if number % 5 == 4 else "value"
        cases.append(
            Case(
                f"case_judged_{number}",
                kinds,
                rows,
                number % 4 != 0,
                nulls,
                (1, 2) if number % 4 else (2, 3),
                asked=asked,
            )
        )
    return cases


def wide_case(name: str, columns: int, nulls: str) -> Case:
    """Rows that differ in most columns, so that only rungs with few columns left have crowds."""
    kinds = list(WIDE[:columns])
    rows: list[Row] = []
    for number in range(60):
        steps = (1, 7, 11, 13, 17, 19, 23, 29)
        row: Row = {
            kind: KINDS[kind].values[(number * steps[j % 8] + number // 30 * j) % 30] for j, kind in enumerate(kinds)
        }
        rows.append(row | {"person": f"P{number % 25}"})
    return Case(name, kinds, rows, True, nulls, sample=150)


CASES = [
    *random_cases(16),
    *judged_cases(15),
    wide_case("case_64_bits", 8, "value"),
    wide_case("case_several_keys", 13, "value"),
    wide_case("case_several_keys_wildcard", 13, "wildcard"),
]


def search_main() -> None:
    """Run in a process of its own: open a search for every release, measure every rung, print what came back."""
    from dbt_crowd.dbt import DbtOptions, connect, releases
    from dbt_crowd.warehouse import OpenSearch

    jobs: dict[str, Any] = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    dbt = connect(DbtOptions())
    answers = {}
    for model in releases(dbt, "case_*"):
        job = jobs[model.name]
        opened = OpenSearch(dbt, model)
        with opened:
            answers[model.name] = {
                "rows": opened.rows,
                "persons": opened.persons,
                "rows_without_person": opened.rows_without_person,
                "columns": opened.columns,
                "criteria": opened._plan["criteria"],
                "keys": 1 + max(column["part"] for column in opened._plan["columns"]),
                "measured": [
                    [asdict(found) for found in opened.measure(job["rungs"], k, shares=True, entropy=True)]
                    for k in job["ks"]
                ],
                "within": [
                    asdict(found)
                    for found in opened.measure(job["rungs"], job["ks"][0], entropy=True, entropy_within=WITHIN)
                ],
                "mixed": [found.persons_failing for found in opened.measure(job["rungs"], job["mixed"])],
            }
    Path(sys.argv[2]).write_text(json.dumps(answers), encoding="utf-8")


@pytest.fixture(scope="module")
def project(dbt_project: Callable[..., DbtProject]) -> DbtProject:
    inputs = "".join(f"      - name: {case.name}_input\n" for case in CASES)
    sources = f"sources:\n  - name: raw\n    tables:\n      - name: terms\n      - name: terms_or_none\n{inputs}"
    files = {"models/sources.yml": sources}
    for case in CASES:
        files |= case.files()
    made = dbt_project(files, name="searches")
    names = ("term", "kind", "top")
    tables = [table_of("raw.terms", names, TABLE), table_of("raw.terms_or_none", names, TABLE_WITH_NULL)]
    made.query("\n".join(["create schema raw;", *tables, *(case.sql() for case in CASES)]))
    return made


@pytest.fixture(scope="module")
def answers(project: DbtProject) -> dict[str, Any]:
    jobs = {
        case.name: {"rungs": case.rungs, "ks": case.ks, "mixed": [2 + i % 3 for i in range(len(case.rungs))]}
        for case in CASES
    }
    asked, told = project.root / "asked.json", project.root / "told.json"
    asked.write_text(json.dumps(jobs), encoding="utf-8")
    finished = processes.run(
        search_main, ["crowd", str(asked), str(told)], cwd=project.root, environment=project.environment, timeout=600
    )
    assert finished.code == 0, finished.output
    answered: dict[str, Any] = json.loads(told.read_text(encoding="utf-8"))
    return answered


@cache
def labels_of(case: Case, kind: str) -> list[list[str | None]]:
    return [KINDS[kind].labels(row[kind]) for row in case.rows]


@cache
def shares_of(case: Case, kind: str, level: int) -> tuple[int, list[int]]:
    """The size of a column's domain, and per row how many values of it have the row's label at a level."""
    labels = labels_of(case, kind)
    own = KINDS[kind].domain
    if own is None:
        domain = {row[0]: row for row in labels if row[0] != "*"}
    else:
        domain = {value: KINDS[kind].labels(value) for value in own}
        if any(row[0] is None for row in labels):
            domain.setdefault(None, KINDS[kind].labels(None))
    counts = Counter(row[level] for row in domain.values())
    return len(domain), [len(domain) if row[0] == "*" else counts[row[level]] for row in labels]


def person_of(case: Case, number: int) -> str | int | None:
    return normalised(case.rows[number]["person"]) if case.unit else number


@dataclass
class Counted:
    """A rung as the oracle counts it."""

    failing: list[int]
    passing: list[list[int]]
    sizes: list[int]
    smallest: int


@cache
def count(case: Case, rung: tuple[int, ...], k: int, criteria: tuple[Criterion, ...] | None = None) -> Counted:
    """What a rung does, by all criteria or by some."""
    asked = case.criteria if criteria is None else criteria
    leans_on_kept = len(asked) == len(case.criteria)
    keys = [
        tuple(labels_of(case, kind)[number][level] for kind, level in zip(case.kinds, rung, strict=True))
        for number in range(len(case.rows))
    ]
    classes: dict[tuple[str | None, ...], list[int]] = defaultdict(list)
    for number, key in enumerate(keys):
        classes[key].append(number)
    sizes = {key: len({person_of(case, number) for number in numbers} - {None}) for key, numbers in classes.items()}
    crowds = [key for key, size in sizes.items() if size >= k]

    def passes(key: tuple[str | None, ...]) -> bool:
        return is_crowd(key) and holds(key)

    def holds(key: tuple[str | None, ...]) -> bool:
        return all(criterion(tuple(classes[key])) for criterion in asked)

    def is_crowd(key: tuple[str | None, ...]) -> bool:
        if sizes[key] >= k:
            return True
        return case.nulls == "wildcard" and any(
            all(a == b or a is None or b is None for a, b in zip(key, crowd, strict=True))
            for crowd in crowds
            if not leans_on_kept or holds(crowd)
        )

    return Counted(
        failing=[number for key, numbers in classes.items() if not passes(key) for number in numbers],
        passing=[numbers for key, numbers in classes.items() if passes(key)],
        sizes=list(sizes.values()),
        smallest=min((sizes[key] for key in classes if passes(key)), default=0),
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_rung_is_counted_as_a_program_counts_it(case: Case, answers: dict[str, Any]) -> None:
    for k, measured in zip(case.ks, answers[case.name]["measured"], strict=True):
        for rung, found in zip(case.rungs, measured, strict=True):
            assert plain(found) == figures(case, count(case, rung, k)), (rung, k)


@pytest.mark.parametrize("case", [case for case in CASES if case.asked], ids=lambda case: case.name)
def test_what_no_finer_rung_mends_is_counted_beside(case: Case, answers: dict[str, Any]) -> None:
    lasting = tuple(each for each in case.criteria if each.rows_monotone and not case.spread)
    mendable = [each for each in case.criteria if each.classes_monotone and each not in lasting]
    all_are_counted = not case.spread and all(person_of(case, number) is not None for number in range(len(case.rows)))
    for k, measured in zip(case.ks, answers[case.name]["measured"], strict=True):
        for rung, found in zip(case.rungs, measured, strict=True):
            if len(lasting) == len(case.criteria):
                assert (found["lasting"], found["more_failing"]) == (None, 0)
                continue
            counted = count(case, rung, k, lasting)
            told, expected = plain(found["lasting"]), figures(case, counted)
            assert told | {"smallest": 0} == expected | {"smallest": 0}, (rung, k)
            parts = [numbers for numbers in counted.passing if not all(each(tuple(numbers)) for each in mendable)]
            least = len(parts) if all_are_counted else 0
            assert found["more_failing"] == least or (found["more_failing"] > least and not case.unit), (rung, k)
            for finer in case.rungs:
                if all(a <= b for a, b in zip(finer, rung, strict=True)):
                    lost = figures(case, count(case, finer, k))["persons_failing"]
                    assert lost >= found["lasting"]["persons_failing"] + found["more_failing"], (finer, rung, k)


def plain(found: dict[str, Any]) -> dict[str, int]:
    """The figures of a measurement that are one number."""
    return {
        name: found[name]
        for name in found
        if not name.startswith("failing_") and name not in ("lasting", "more_failing", "refused")
    }


def figures(case: Case, counted: Counted) -> dict[str, int]:
    """The same as the oracle has them."""
    return {
        "rows_failing": len(counted.failing),
        "persons_failing": len({person_of(case, number) for number in counted.failing} - {None}),
        "classes": len(counted.passing),
        "smallest": counted.smallest,
        "smallest_any": min(counted.sizes),
        "sum_squares": sum(len(numbers) ** 2 for numbers in counted.passing),
    }


def test_what_is_lasting_is_what_the_criteria_declare(answers: dict[str, Any]) -> None:
    """The declarations in the warehouse's answer are those that are tested against chance in test_planner_criteria.py."""
    seen = set()
    for case in CASES:
        for told in answers[case.name]["criteria"]:
            defaults = {"t": "distance"}
            kind = " ".join([told["criterion"], told.get(defaults.get(told["criterion"], "kind"), "")]).strip()
            rows, classes = DECLARED[kind]
            assert (told["rows_monotone"], told["classes_monotone"], told["spread_monotone"]) == (rows, classes, False)
            assert (told["lasting"], told["unmendable"]) == ((False, False) if case.spread else (rows, classes))
            seen.add(kind)
    assert seen == set(DECLARED)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_fails_is_weighed_as_a_program_weighs_it(case: Case, answers: dict[str, Any]) -> None:
    for k, measured in zip(case.ks, answers[case.name]["measured"], strict=True):
        for rung, found in zip(case.rungs, measured, strict=True):
            failing = count(case, rung, k).failing
            for j, kind in enumerate(case.kinds):
                low = case.limits.get(kind, (0, 0))[0]
                for level in range(low, rung[j] + 1):
                    shares = shares_of(case, kind, level)[1]
                    assert found["failing_shares"][j][level] == sum(shares[number] for number in failing), (rung, k)
                labels = Counter(labels_of(case, kind)[number][rung[j]] for number in failing)
                bits = sum(n * math.log2(n) for n in labels.values())
                assert found["failing_entropy"][j] == pytest.approx(bits, abs=1e-9), (rung, k)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_entropies_are_the_same_where_only_few_failures_are_asked_about(case: Case, answers: dict[str, Any]) -> None:
    answer = answers[case.name]
    for told, found in zip(answer["measured"][0], answer["within"], strict=True):
        for whole, part in ((told, found), (told["lasting"], found["lasting"])):
            if whole is not None and whole["persons_failing"] <= WITHIN:
                assert part["failing_entropy"] == pytest.approx(whole["failing_entropy"], abs=1e-9)


def test_entropies_of_many_failures_are_left_out(answers: dict[str, Any]) -> None:
    measured = [found for case in CASES if not case.spread for found in answers[case.name]["within"]]
    many = [found["failing_entropy"] for found in measured if found["persons_failing"] > WITHIN]
    assert len(many) > 50 and not any(any(entropies) for entropies in many)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_is_known_before_any_rung(case: Case, answers: dict[str, Any]) -> None:
    answer = answers[case.name]
    persons = {person_of(case, number) for number in range(len(case.rows))} - {None}
    assert answer["rows"] == len(case.rows)
    assert answer["persons"] == (len(persons) if case.unit else None)
    nobody = [number for number in range(len(case.rows)) if person_of(case, number) is None]
    assert answer["rows_without_person"] == len(nobody)
    for kind, column in zip(case.kinds, answer["columns"], strict=True):
        labels = labels_of(case, kind)
        sizes = [Counter(row[level] for row in labels) for level in range(len(labels[0]))]
        assert column["distinct"] == [len(size) for size in sizes]
        assert column["unmapped"] == sum(row[0] == "*" for row in labels)
        for level, size in enumerate(sizes):
            domain, shares = shares_of(case, kind, level)
            assert (column["domain_size"], column["share_sums"][level]) == (domain, sum(shares))
            bits = sum(math.log2(size[row[level]] / sizes[0][row[0]]) for row in labels)
            assert column["entropy_sums"][level] == pytest.approx(bits, abs=1e-9)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_rungs_can_each_be_measured_for_a_k_of_their_own(case: Case, answers: dict[str, Any]) -> None:
    for number, (rung, found) in enumerate(zip(case.rungs, answers[case.name]["mixed"], strict=True)):
        failing = count(case, rung, 2 + number % 3).failing
        assert found == len({person_of(case, each) for each in failing} - {None}), rung


def test_a_class_has_several_keys_where_one_would_not_fit(answers: dict[str, Any]) -> None:
    keys = {name: answer["keys"] for name, answer in answers.items() if answer["keys"] > 1}
    assert keys == {"case_several_keys": 2, "case_several_keys_wildcard": 2}


def test_risk_of_a_class_and_of_the_whole_are_searched_and_said(project: DbtProject, answers: dict[str, Any]) -> None:
    assert answers
    policy = project.read("models/case_1.yml")
    risk = "          risk: {highest: 0.4, average: 0.01}\n          unmapped:"
    project.write({"models/case_1.yml": policy.replace("          unmapped:", risk)})
    try:
        failed = project.crowd("solve", "case_1", "--max-suppression", "0.9", "--dry-run", expect=1)
        assert "Closest: " in failed.stdout
        assert "  is refused as a whole: risk" in failed.stdout
        project.write({"models/case_1.yml": policy.replace("          unmapped:", risk.replace(", average: 0.01", ""))})
        told = json.loads(project.crowd("solve", "case_1", "--max-suppression", "1", "--json", expect=0).stdout)
        assert told["criteria"] == ["risk: highest = 0.4"]
        assert all(each["min_class_size"] in (0, *range(3, 99)) for each in [told["chosen"], *told["alternatives"]])
    finally:
        project.write({"models/case_1.yml": policy})


def test_nothing_is_left_in_the_warehouse(project: DbtProject, answers: dict[str, Any]) -> None:
    assert answers
    assert project.query("select table_name from information_schema.tables where table_name like 'crowd_search%'") == []
