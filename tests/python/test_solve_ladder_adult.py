"""Ladders on real input: Adult, solved in the warehouse, released, and counted again in plain Python."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import DbtProject
from test_planner_adult import COLUMNS
from test_solve_adult import heights, release_files

K = 5
TARGETS = {1: 0.6356, 3: 0.145, 4: 0.105, 5: 0.094, 9: 0.079}
"""The loss that a ladder of so many rungs must not exceed, with nothing suppressed."""

Paths = dict[str, dict[str, list[str]]]


@pytest.fixture(scope="module")
def paths(shared: Path) -> Paths:
    """Per column, the labels of each value."""
    found: Paths = {}
    for name in COLUMNS:
        with (shared / "data" / "adult" / f"hierarchy_{name}.csv").open(encoding="utf-8") as file:
            found[name] = {line[0]: line for line in csv.reader(file, delimiter=";")}
    return found


@pytest.fixture(scope="module")
def records(shared: Path) -> list[dict[str, str]]:
    with (shared / "data" / "adult" / "adult.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter=";"))


@pytest.fixture(scope="module")
def project(dbt_project: Callable[..., DbtProject], shared: Path) -> DbtProject:
    tables = "".join(f"      - name: {name}\n" for name in ["adult", *(f"hierarchy_{each}" for each in COLUMNS)])
    files = release_files(shared, "adult_release", COLUMNS, {})
    policy = files["models/adult_release.yml"].replace("max_suppression: 0.04", "max_suppression: 0")
    files["models/adult_release.yml"] = policy.replace("objective: loss_geometric", "max_rungs: 9")
    made = dbt_project(
        {"models/sources.yml": f"sources:\n  - name: raw\n    tables:\n{tables}", **files}, name="census"
    )
    folder = shared / "data" / "adult"
    reads = f"read_csv('{folder}/adult.csv', delim = ';', header = true, all_varchar = true)"
    statements = ["create schema raw", f"create table raw.adult as select * from {reads}"]
    for name, count in heights(shared).items():
        names = ", ".join(f"level_{level}" for level in range(count))
        reads = f"read_csv('{folder}/hierarchy_{name}.csv', delim = ';', header = false, all_varchar = true)"
        statements.append(f'create table raw."hierarchy_{name}" as select * from {reads} as hierarchy ({names})')
    made.query(";\n".join(statements))
    return made


@pytest.fixture(scope="module")
def answer(project: DbtProject) -> dict[str, Any]:
    """What `crowd solve` prints for a machine, and writes."""
    told: dict[str, Any] = json.loads(project.crowd("solve", "adult_release", "--json", expect=0).stdout)
    return told


def published_by(records: list[dict[str, str]], paths: Paths, ladder: list[dict[str, str]]) -> list[tuple[str, ...]]:
    """The rows that a ladder publishes, routed by hand."""
    left, rows = records, []
    for rung in ladder:
        levels = [int(rung[name].removeprefix("level_")) for name in COLUMNS]
        keys = [
            tuple(paths[name][record[name]][level] for name, level in zip(COLUMNS, levels, strict=True))
            for record in left
        ]
        sizes = Counter(keys)
        rows += [key for key in keys if sizes[key] >= K]
        left = [record for record, key in zip(left, keys, strict=True) if sizes[key] < K]
    return rows


def loss_of(rows: list[tuple[str, ...]], paths: Paths, n: int) -> float:
    """Mean over columns of the loss per cell, from nothing but the published labels; a missing row is lost."""
    lost = []
    for j, name in enumerate(COLUMNS):
        shares: dict[str, float] = {}
        for level in range(len(next(iter(paths[name].values())))):
            labels = Counter(path[level] for path in paths[name].values())
            shares |= {label: count / len(paths[name]) for label, count in labels.items()}
        cells = sum(shares[row[j]] for row in rows) + n - len(rows)
        floor = n / len(paths[name])
        lost.append((cells - floor) / (n - floor))
    return sum(lost) / len(lost)


@pytest.mark.parametrize("rungs", TARGETS)
def test_a_ladder_keeps_as_much_as_it_says_and_at_least_what_was_asked(
    rungs: int, answer: dict[str, Any], records: list[dict[str, str]], paths: Paths
) -> None:
    [found] = [each for each in answer["outlook"] if len(each["rungs"]) == rungs]
    rows = published_by(records, paths, found["rungs"])
    assert len(rows) == len(records)
    assert min(Counter(rows).values()) >= K
    assert loss_of(rows, paths, len(records)) == pytest.approx(found["value"], abs=1e-9)
    assert found["value"] <= TARGETS[rungs]


def test_what_is_released_is_what_the_ladder_says(
    project: DbtProject, answer: dict[str, Any], records: list[dict[str, str]], paths: Paths
) -> None:
    project.dbt("build", "-s", "adult_release", expect=0)
    columns = ", ".join(f'"{name}"' for name in COLUMNS)
    rows = project.query(f"select {columns} from analytics.adult_release")
    ladder = answer["ladder"]
    assert len(ladder["rungs"]) == 9
    assert Counter(rows) == Counter(published_by(records, paths, ladder["rungs"]))
    sizes = Counter(rows)
    assert (len(sizes), min(sizes.values())) == (ladder["classes"], ladder["min_class_size"])
    assert loss_of(rows, paths, len(records)) == pytest.approx(ladder["value"], abs=1e-9)
    assert sum(ladder["rows_by_rung"]) == len(rows)
    for name, levels in ladder["rows_by_level"].items():
        assert sum(levels.values()) == len(rows), name


def test_the_ladder_is_in_the_policy_and_solving_again_finds_the_same(
    project: DbtProject, answer: dict[str, Any]
) -> None:
    written = project.read("models/adult_release.yml").split("rungs:\n")[-1]
    assert written.count("- {") == 9
    told = json.loads(project.crowd("solve", "adult_release", "--max-rungs", "4", "--json", expect=0).stdout)
    assert told["ladder"]["value"] <= TARGETS[4]
    assert [each["value"] for each in told["outlook"]][:3] == [each["value"] for each in answer["outlook"]][:3]
