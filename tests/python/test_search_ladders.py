"""Ladders in the warehouse: what is counted of them is what a program counts that routes the rows itself."""

from __future__ import annotations

import json
import random
import sys
from collections import defaultdict
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import processes
import pytest
from conftest import DbtProject
from criteria_tables import ASKED
from test_search import (
    CASES as OTHERS,
)
from test_search import (
    TABLE,
    TABLE_WITH_NULL,
    Case,
    Row,
    labels_of,
    person_of,
    shares_of,
    table_of,
)

Ladder = list[tuple[int, ...]]
Key = tuple[str | None, ...]
SUPPRESSED = 2.0


def merging_cases() -> list[Case]:
    """Cases with labels that stand at two levels: what is not covered is `*` at once, and the others are at the top."""
    chance = random.Random(20260303)
    cases = []
    for number in range(15):
        kinds = ["plain", chance.choice(["number", "place"])]
        rows: list[Row] = []
        for position in range(30):
            odd = {"number": ["1", "7", "12", None], "place": ["a", "c", "d", None]}[kinds[1]]
            uncovered = {"number": "n/a", "place": "zz"}[kinds[1]]
            row: Row = {"plain": chance.choice("xy"), kinds[1]: chance.choice([uncovered, chance.choice(odd)])}
            row |= {f"secret {place}": chance.choice(["x", "y", "z", None]) for place in (1, 2)}
            cases_of_person = [chance.choice("ABCDEFGH"), f"P{position}"]
            rows.append(row | {"person": cases_of_person[number % 2]})
        asked = ((ASKED[number],),) if number % 5 else ()
        cases.append(Case(f"case_merging_{number}", kinds, rows, number % 3 > 0, "value", asked=asked, ks=(4, 5)))
    return cases


MERGING = merging_cases()
APART = [replace(case, name=f"{case.name}_apart", publish_rung=True) for case in MERGING[:8]]
"""The same, with the rung published: then they do not merge."""
CASES = [*OTHERS, *MERGING, *APART]


def ladders_of(case: Case) -> list[Ladder]:
    """Random ladders: in any order, with rungs that are finer or coarser than those before, also twice the same."""
    chance = random.Random(case.name)
    ladders = [[chance.choice(case.rungs) for _ in range(chance.choice([1, 2, 3, 3, 4]))] for _ in range(16)]
    top = case.levels[-1] - 1
    ends = [[(0, level), (0, top)] for level in range(top)] if case.name.startswith("case_merging") else []
    return [*ladders, *ends, *([*end, (1, top)] for end in ends)]


def insertions_of(case: Case) -> list[tuple[int, tuple[int, ...]]]:
    chance = random.Random(case.name)
    return [(chance.randint(0, len(ladders_of(case)[0])), chance.choice(case.rungs)) for _ in range(12)]


def prices_of(case: Case) -> dict[str, Any]:
    """Prices of a row, by column and level; nothing is special about them."""
    chance = random.Random(case.name)
    return {
        "shares": [chance.choice([0.0, 0.25, 1.5]) for _ in case.kinds],
        "rows": [[chance.choice([-0.5, 0.125, 1.0]) for _ in range(levels)] for levels in case.levels],
        "suppressed": SUPPRESSED,
    }


def ladders_main() -> None:
    """Run in a process of its own: open a search for every release, measure its ladders and insertions."""
    from dbt_crowd.dbt import DbtOptions, connect, releases
    from dbt_crowd.planner import Prices
    from dbt_crowd.warehouse import OpenSearch

    jobs: dict[str, Any] = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    dbt = connect(DbtOptions())
    answers = {}
    for model in releases(dbt, "case_*"):
        job = jobs[model.name]
        with OpenSearch(dbt, model) as opened:
            asked = [tuple(map(tuple, ladder)) for ladder in job["ladders"]]
            insertions = [(place, tuple(rung)) for place, rung in job["insertions"]]
            prices = Prices(
                tuple(job["prices"]["shares"]), tuple(map(tuple, job["prices"]["rows"])), job["prices"]["suppressed"]
            )
            answers[model.name] = {
                "measured": [[asdict(found) for found in opened.measure_ladders(asked, k)] for k in job["ks"]],
                "gains": [
                    opened.ladder_gains(asked[0], insertions[:6], prices, job["ks"][0]),
                    opened.ladder_gains(asked[0], insertions[6:], prices, job["ks"][0]),
                ],
            }
    Path(sys.argv[2]).write_text(json.dumps(answers), encoding="utf-8")


@pytest.fixture(scope="module")
def project(dbt_project: Callable[..., DbtProject]) -> DbtProject:
    inputs = "".join(f"      - name: {case.name}_input\n" for case in CASES)
    sources = f"sources:\n  - name: raw\n    tables:\n      - name: terms\n      - name: terms_or_none\n{inputs}"
    files = {"models/sources.yml": sources}
    for case in CASES:
        files |= case.files()
    made = dbt_project(files, name="ladders")
    names = ("term", "kind", "top")
    tables = [table_of("raw.terms", names, TABLE), table_of("raw.terms_or_none", names, TABLE_WITH_NULL)]
    made.query("\n".join(["create schema raw;", *tables, *(case.sql() for case in CASES)]))
    return made


@pytest.fixture(scope="module")
def answers(project: DbtProject) -> dict[str, Any]:
    jobs = {
        case.name: {
            "ks": case.ks,
            "ladders": ladders_of(case),
            "insertions": insertions_of(case),
            "prices": prices_of(case),
        }
        for case in CASES
    }
    asked, told = project.root / "ladders_asked.json", project.root / "ladders_told.json"
    asked.write_text(json.dumps(jobs), encoding="utf-8")
    finished = processes.run(
        ladders_main, ["crowd", str(asked), str(told)], cwd=project.root, environment=project.environment, timeout=900
    )
    assert finished.code == 0, finished.output
    answered: dict[str, Any] = json.loads(told.read_text(encoding="utf-8"))
    return answered


def key_of(case: Case, number: int, rung: tuple[int, ...]) -> Key:
    return tuple(labels_of(case, kind)[number][level] for kind, level in zip(case.kinds, rung, strict=True))


def size_of(case: Case, numbers: list[int]) -> int:
    return len({person_of(case, number) for number in numbers} - {None})


def crowds_of(case: Case, left: list[int], rung: tuple[int, ...], k: int, *, agreeing: bool) -> list[int]:
    """The rows among those left that a rung serves."""
    classes: dict[Key, list[int]] = defaultdict(list)
    for number in left:
        classes[key_of(case, number, rung)].append(number)
    crowds = [key for key, numbers in classes.items() if size_of(case, numbers) >= k]
    served = []
    for key, numbers in classes.items():
        agrees = agreeing and any(
            all(a == b or a is None or b is None for a, b in zip(key, crowd, strict=True)) for crowd in crowds
        )
        if key in crowds or agrees:
            served += numbers
    return served


def routed(case: Case, ladder: Ladder, k: int) -> dict[int, int]:
    """The place of the rung that serves each row, from 0."""
    left, places = list(range(len(case.rows))), {}
    for place, rung in enumerate(ladder):
        places |= dict.fromkeys(crowds_of(case, left, rung, k, agreeing=case.nulls == "wildcard"), place)
        left = [number for number in left if number not in places]
    return places


def counted(case: Case, ladder: Ladder, k: int) -> dict[str, Any]:
    """The figures of a ladder from its published rows."""
    places = routed(case, ladder, k)
    classes: dict[Key, list[int]] = defaultdict(list)
    for number in sorted(places):
        key = key_of(case, number, ladder[places[number]])
        classes[(*key, str(places[number])) if case.publish_rung else key].append(number)
    kept = [numbers for numbers in classes.values() if all(criterion(tuple(numbers)) for criterion in case.criteria)]
    rows = [number for numbers in kept for number in numbers]
    lost = {person_of(case, number) for number in set(range(len(case.rows))) - set(rows)}
    everybody = {person_of(case, number) for number in range(len(case.rows))}
    return {
        "rows_kept": len(rows),
        "persons_kept": len(everybody - lost - {None}),
        "classes": len(kept),
        "smallest": min((size_of(case, numbers) for numbers in kept), default=0),
        "sum_squares": sum(len(numbers) ** 2 for numbers in kept),
        "shares_kept": [
            sum(shares_of(case, kind, ladder[places[number]][j])[1][number] for number in rows)
            for j, kind in enumerate(case.kinds)
        ],
        "served": [sum(places[number] == place for number in rows) for place in range(len(ladder))],
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_ladder_is_counted_as_a_program_counts_it(case: Case, answers: dict[str, Any]) -> None:
    for k, measured in zip(case.ks, answers[case.name]["measured"], strict=True):
        for ladder, found in zip(ladders_of(case), measured, strict=True):
            assert found == counted(case, ladder, k), (ladder, k)


def cost(case: Case, number: int, rung: tuple[int, ...]) -> float:
    prices = prices_of(case)
    return sum(
        prices["rows"][j][level] + prices["shares"][j] * shares_of(case, kind, level)[1][number]
        for j, (kind, level) in enumerate(zip(case.kinds, rung, strict=True))
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_an_insertion_gains_at_first_sight_is_what_a_program_adds_up(case: Case, answers: dict[str, Any]) -> None:
    ladder, k = ladders_of(case)[0], case.ks[0]
    places = routed(case, ladder, k)
    found = [gain for gains in answers[case.name]["gains"] for gain in gains]
    for (place, rung), gain in zip(insertions_of(case), found, strict=True):
        left = [number for number in range(len(case.rows)) if places.get(number, len(ladder)) >= place]
        served = crowds_of(case, left, rung, k, agreeing=False)
        at_present = sum(cost(case, n, ladder[places[n]]) if n in places else SUPPRESSED for n in served)
        assert gain == pytest.approx(at_present - sum(cost(case, number, rung) for number in served)), (place, rung)


def test_labels_that_stand_at_two_levels_make_classes_merge() -> None:
    """The cases are no proof of that unless it happens in them."""
    merged = 0
    for case in MERGING:
        for ladder in ladders_of(case):
            rungs = defaultdict(set)
            for number, place in routed(case, ladder, case.ks[0]).items():
                rungs[key_of(case, number, ladder[place])].add(place)
            merged += any(len(places) > 1 for places in rungs.values())
    assert merged > 50
