"""What the search counts beside a population, and of a release as a whole, is what a program counts from the definitions."""

from __future__ import annotations

import json
import random
import sys
from collections import defaultdict
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import processes
import pytest
from conftest import DbtProject
from dbt_crowd.planner import evaluate, search
from test_search import KINDS, Case, Counted, Row, figures, labels_of, normalised, person_of, plain, table_of

TOLERANCE = Fraction(1, 10**9)
ABSENT, RISKY = "absent", "risky"


@dataclass(eq=False)
class Beside(Case):
    """A case with a population, or with limits on the risk of the whole."""

    population: list[Row] = field(default_factory=list)
    beside: dict[str, Any] = field(default_factory=dict)
    risk: dict[str, Any] = field(default_factory=dict)

    def files(self) -> dict[str, str]:
        """The model and its policy, with the population under other names than the input."""
        files = super().files()
        settings = {"risk": self.risk} if self.risk else {}
        if self.population:
            columns = {kind: f"the {kind}" for kind in self.kinds}
            settings |= {"population": self.beside | {"columns": columns}}
        said = "".join(f"          {key}: {json.dumps(value)}\n" for key, value in settings.items())
        policy, model = f"models/{self.name}.yml", f"models/{self.name}.sql"
        files[policy] = files[policy].replace("          nulls:", said + "          nulls:")
        if self.population:
            files[model] = files[model].replace(", hier", f", population=source('raw', '{self.name}_people'), hier")
        return files

    def sql(self) -> str:
        """Give the SQL that puts input and population into the warehouse."""
        if not self.population:
            return super().sql()
        names = [f"the {kind}" for kind in self.kinds] + ["member"]
        rows = [[row[name] for name in [*self.kinds, "member"]] for row in self.population]
        return super().sql() + table_of(f"raw.{self.name}_people", names, rows)


def cases(count: int) -> list[Beside]:
    """Samples of their populations and tables that are none, of rows and persons, with one setting or several."""
    chance = random.Random(20260303)
    found = []
    for number in range(count):
        kinds = chance.sample(["plain", "code", "number", "term"], chance.choice([1, 2]))
        people: list[Row] = [
            {kind: chance.choice(list(KINDS[kind].values)) for kind in kinds}
            | {"member": chance.choice(["A", " A", "B", "C", "D", "E", "F", None])}
            for _ in range(chance.randint(15, 40))
        ]
        rows = [dict(row) for row in people if chance.random() < 0.5] or people[:6]
        if number % 4 == 3:
            rows += [{kind: chance.choice(list(KINDS[kind].values)) for kind in kinds} for _ in range(3)]
        for position, row in enumerate(rows):
            row["person"] = f"P{position}" if number % 6 < 3 else chance.choice(["A", "B", "C", "D", "E"])
            row["secret 1"] = chance.choice(["x", "y", "z", None])
        asked: list[dict[str, Any]] = [
            {"k_map": 4},
            {"delta_presence": [0, 0.6]},
            {"delta_presence": [0.25, 0.75]},
            {"k_map": 3, "delta_presence": [0.1, 1]},
            {},
        ]
        beside = asked[number % 5] | ({"privacy_unit": "member"} if number % 2 and number % 5 != 4 else {})
        risks = [{"average": 0.25}, {"at_risk": {"threshold": 0.3, "share": 0.5}}, {"highest": 0.4, "average": 0.3}]
        found.append(
            Beside(
                f"case_{number}",
                kinds,
                rows,
                number % 3 != 0,
                "value",
                asked=(({"l": 2},),) if number % 4 == 1 else (),
                population=people if number % 5 != 4 else [],
                beside=beside,
                risk=risks[number % 3] if number % 5 in (2, 4) else {},
            )
        )
    return found


CASES = cases(20)


def search_main() -> None:
    """Run in a process of its own: measure every rung of every release, and search each."""
    from dbt_crowd.dbt import DbtOptions, connect, releases
    from dbt_crowd.warehouse import OpenSearch

    jobs: dict[str, Any] = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    dbt = connect(DbtOptions())
    answers = {}
    for model in releases(dbt, "case_*"):
        job = jobs[model.name]
        with OpenSearch(dbt, model) as opened:
            measured = [opened.measure(job["rungs"], k, shares=True) for k in job["ks"]]
            problem = opened.problem(k=2, max_suppression="0.5")
            outcome = search(problem, opened.measure_for(problem))
            answers[model.name] = {
                "measured": [[asdict(found) for found in batch] for batch in measured],
                "values": [
                    evaluate(problem, tuple(rung), each) for rung, each in zip(job["rungs"], measured[0], strict=True)
                ],
                "budget": problem.budget,
                "chosen": None if outcome.chosen is None else [outcome.chosen.value, outcome.chosen.rung],
                "reachable": outcome.reachable,
                "criteria": opened.criteria,
            }
    Path(sys.argv[2]).write_text(json.dumps(answers), encoding="utf-8")


@pytest.fixture(scope="module")
def answers(dbt_project: Callable[..., DbtProject]) -> dict[str, Any]:
    names = [f"{case.name}_input" for case in CASES] + [f"{case.name}_people" for case in CASES if case.population]
    tables = "".join(f"      - name: {name}\n" for name in ["terms", *names])
    files = {"models/sources.yml": f"sources:\n  - name: raw\n    tables:\n{tables}"}
    for case in CASES:
        files |= case.files()
    project = dbt_project(files, name="populations")
    terms = table_of(
        "raw.terms",
        ("term", "kind", "top"),
        [("p", "P", "all"), ("q", "P", "all"), ("r", "R", "all"), ("s", "R", "all")],
    )
    project.query("\n".join(["create schema raw;", terms, *(case.sql() for case in CASES)]))
    asked, told = project.root / "asked.json", project.root / "told.json"
    asked.write_text(json.dumps({case.name: {"rungs": case.rungs, "ks": case.ks} for case in CASES}), encoding="utf-8")
    finished = processes.run(
        search_main, ["crowd", str(asked), str(told)], cwd=project.root, environment=project.environment, timeout=600
    )
    assert finished.code == 0, finished.output
    answered: dict[str, Any] = json.loads(told.read_text(encoding="utf-8"))
    assert project.query("select table_name from information_schema.tables where table_name like 'crowd_search%'") == []
    return answered


@dataclass
class Judged:
    """A rung as the oracle judges it: the classes, and what the release as a whole fails."""

    counted: Counted
    refused: set[str]


@cache
def judged(case: Beside, rung: tuple[int, ...], k: int, *, lasting: bool = False) -> Judged:
    """Judge a rung by everything asked, or by what no finer rung mends."""
    classes: dict[tuple[str | None, ...], list[int]] = defaultdict(list)
    for number in range(len(case.rows)):
        classes[_key([labels_of(case, kind)[number] for kind in case.kinds], rung)].append(number)
    there: dict[tuple[str | None, ...], list[Any]] = defaultdict(list)
    for place, row in enumerate(case.population):
        member = normalised(row["member"]) if "privacy_unit" in case.beside else place
        there[_key([KINDS[kind].labels(row[kind]) for kind in case.kinds], rung)].append(member)
    sizes = {key: len({person_of(case, number) for number in numbers} - {None}) for key, numbers in classes.items()}

    def passes(key: tuple[str | None, ...]) -> bool:
        known = len(set(there[key]) - {None}) if "privacy_unit" in case.beside else len(there[key])
        holds = sizes[key] >= k and known >= case.beside.get("k_map", 0)
        if "highest" in case.risk:
            holds = holds and Fraction(1, sizes[key]) <= Fraction(str(case.risk["highest"]))
        if not lasting and "delta_presence" in case.beside:
            low, high = (Fraction(str(bound)) for bound in case.beside["delta_presence"])
            holds = holds and known > 0 and low <= Fraction(sizes[key], known) <= high
        kept = [each for each in case.criteria if not lasting or (each.rows_monotone and not case.spread)]
        return holds and all(each(tuple(classes[key])) for each in kept)

    known = [key for key in there if "privacy_unit" not in case.beside or set(there[key]) - {None}]
    absent = case.beside.get("delta_presence", [0])[0] > 0 and any(not classes.get(key) for key in known)
    passing = [key for key in classes if passes(key)]
    refused = {ABSENT} if absent else set()
    if not lasting and _too_risky([sizes[key] for key in passing], case.risk):
        refused.add(RISKY)
    counted = Counted(
        failing=[number for key, numbers in classes.items() if key not in passing for number in numbers],
        passing=[classes[key] for key in passing],
        sizes=list(sizes.values()),
        smallest=min((sizes[key] for key in passing), default=0),
    )
    return Judged(counted, refused)


def _key(labels: list[list[str | None]], rung: tuple[int, ...]) -> tuple[str | None, ...]:
    return tuple(each[level] for each, level in zip(labels, rung, strict=True))


def _too_risky(sizes: list[int], risk: dict[str, Any]) -> bool:
    if not sizes:
        return False
    average = Fraction(len(sizes), sum(sizes)) > Fraction(str(risk.get("average", 1))) + TOLERANCE
    limits = risk.get("at_risk", {"threshold": 1, "share": 1})
    above = sum(size for size in sizes if Fraction(1, size) > Fraction(str(limits["threshold"])))
    return average or Fraction(above, sum(sizes)) > Fraction(str(limits["share"])) + TOLERANCE


def refusals(found: dict[str, Any]) -> set[str]:
    """What a measurement says of the whole."""
    return {ABSENT if reason.startswith("delta_presence") else RISKY for reason in found["refused"]}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_rung_is_counted_as_a_program_counts_it(case: Beside, answers: dict[str, Any]) -> None:
    for k, measured in zip(case.ks, answers[case.name]["measured"], strict=True):
        for rung, found in zip(case.rungs, measured, strict=True):
            expected = judged(case, rung, k)
            assert plain(found) == figures(case, expected.counted), (rung, k)
            assert refusals(found) == expected.refused, (rung, k)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_is_proven_of_a_rung_holds_for_all_finer_ones(case: Beside, answers: dict[str, Any]) -> None:
    for k, measured in zip(case.ks, answers[case.name]["measured"], strict=True):
        for rung, found in zip(case.rungs, measured, strict=True):
            proof = found["lasting"] or found
            expected = judged(case, rung, k, lasting=True)
            assert plain(proof) | {"smallest": 0} == figures(case, expected.counted) | {"smallest": 0}, (rung, k)
            assert refusals(proof) == expected.refused, (rung, k)
            for finer in case.rungs:
                if all(a <= b for a, b in zip(finer, rung, strict=True)):
                    there = judged(case, finer, k)
                    lost = figures(case, there.counted)["persons_failing"]
                    assert lost >= proof["persons_failing"] + found["more_failing"] or there.refused, (finer, rung, k)
                    assert expected.refused <= there.refused


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_rung_found_is_the_best_of_all(case: Beside, answers: dict[str, Any]) -> None:
    answer = answers[case.name]
    ranked = [
        (value, sum(rung), rung)
        for value, rung in zip(answer["values"], case.rungs, strict=True)
        for found in [judged(case, rung, 2)]
        if figures(case, found.counted)["persons_failing"] <= answer["budget"] and not found.refused
    ]
    if not ranked:
        assert (answer["chosen"], answer["reachable"]) == (None, False)
        return
    value, rung = answer["chosen"]
    assert value == pytest.approx(min(ranked)[0], abs=1e-12)
    assert tuple(rung) == min(each[1:] for each in ranked if each[0] <= min(ranked)[0] + 1e-12)[1]


def test_the_cases_meet_what_they_are_made_for(answers: dict[str, Any]) -> None:
    """Some rung of some case is refused for each reason, fails each bound, and each unit is counted; some search fails."""
    found = [each for answer in answers.values() for batch in answer["measured"] for each in batch]
    assert {reason for each in found for reason in refusals(each)} == {ABSENT, RISKY}
    assert any(each["more_failing"] for each in found)
    assert {answer["chosen"] is None for answer in answers.values()} == {True, False}
    said = {words.split(" = ")[0] for answer in answers.values() for words in answer["criteria"]}
    assert said >= {
        "population: k_map",
        "population: delta_presence",
        "risk: highest",
        "risk: average",
        "risk: at_risk",
    }
