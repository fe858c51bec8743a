"""The main job on real input: Adult (30,162 census records), solved in the warehouse and released."""

from __future__ import annotations

import csv
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import processes
import pytest
from conftest import DbtProject
from test_planner_adult import COLUMNS, NAMES, published, rung_of

EIGHT = tuple(name for name in COLUMNS if name != "occupation")


JUDGED: dict[str, tuple[str, dict[str, Any]]] = {
    "judged_l": ("distinct:5", {"l": 5}),
    "judged_recursive": ("recursive:4.0:5", {"l": 5, "l_diversity": "recursive", "c": 4.0}),
    "judged_t": ("tequal:0.2", {"t": 0.2}),
    "judged_ordered": ("tordered:0.2", {"t": 0.2, "distance": "ordered"}),
}
"""Releases with k = 5 and one criterion on occupation, by the names that adult_sensitive_optima.csv has for it."""


def heights(shared: Path) -> dict[str, int]:
    """How many columns each hierarchy file has."""
    found = {}
    for name in COLUMNS:
        with (shared / "data" / "adult" / f"hierarchy_{name}.csv").open(encoding="utf-8") as file:
            found[name] = len(next(csv.reader(file, delimiter=";")))
    return found


def release_files(
    shared: Path, model: str, columns: tuple[str, ...], sensitive: dict[str, dict[str, Any]]
) -> dict[str, str]:
    """A release of Adult whose quasi-identifiers have the hierarchies of the files, as tables."""
    levels = {name: ", ".join(f"level_{level}" for level in range(count)) for name, count in heights(shared).items()}
    policy = "".join(f"            {name}: {{hierarchy: table, levels: [{levels[name]}]}}\n" for name in columns)
    tables = ", ".join(f"'{name}': source('raw', 'hierarchy_{name}')" for name in columns)
    return {
        f"models/{model}.sql": f"{{{{ dbt_crowd.release(source('raw', 'adult'), hierarchies={{{tables}}}) }}}}\n",
        f"models/{model}.yml": (
            f"models:\n  - name: {model}\n    config:\n      meta:\n        dbt_crowd:\n          k: 5\n"
            f"          max_suppression: 0.04\n          objective: loss_geometric\n          sensitive: {json.dumps(sensitive)}\n"
            f"          quasi_identifiers:\n{policy}"
        ),
    }


@pytest.fixture(scope="module")
def project(dbt_project: Callable[..., DbtProject], shared: Path) -> DbtProject:
    tables = "".join(f"      - name: {name}\n" for name in ["adult", *(f"hierarchy_{each}" for each in COLUMNS)])
    made = dbt_project(
        {
            "models/sources.yml": f"sources:\n  - name: raw\n    tables:\n{tables}",
            **release_files(shared, "adult_release", COLUMNS, {}),
            **release_files(shared, "adult_but_occupation", EIGHT, {"occupation": {}}),
            **{
                name: text
                for model, (_, asked) in JUDGED.items()
                for name, text in release_files(shared, model, EIGHT, {"occupation": asked}).items()
            },
        },
        name="census",
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


def test_the_rung_found_is_the_one_of_the_exhaustive_search(answer: dict[str, Any], shared: Path) -> None:
    [best] = [
        row
        for row in published(shared, "adult_k5_exhaustive.csv")
        if (row["objective"], row["suppression_limit"]) == ("loss", "0.04")
    ]
    levels = zip(COLUMNS, rung_of(best["optimal_levels"]), strict=True)
    assert answer["chosen"]["rung"] == {name: f"level_{level}" for name, level in levels}
    assert answer["chosen"]["value"] == pytest.approx(float(best["optimal_loss"]), rel=1e-9)
    assert answer["chosen"]["suppressed_rows"] == int(best["suppressed_rows"])
    assert answer["chosen"]["classes"] == int(best["classes_released"])
    assert answer["chosen"]["min_class_size"] >= 5
    assert answer["optimal"] is True


def test_it_is_found_with_few_rungs_in_few_batches(answer: dict[str, Any]) -> None:
    assert answer["rungs_possible"] == 12_960
    assert answer["rungs_measured"] <= 0.08 * 12_960
    assert answer["batches"] <= 20


def test_it_is_found_in_three_seconds(project: DbtProject, answer: dict[str, Any]) -> None:
    """On a machine that does nothing else; where others work, it may take as much longer as they leave it less."""
    busy = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
    seconds = [answer["seconds"]["search"]]
    while min(seconds) >= 3 and len(seconds) < 3:
        again = project.crowd("solve", "adult_release", "--json", "--dry-run", expect=0)
        seconds.append(json.loads(again.stdout)["seconds"]["search"])
    assert min(seconds) < 3 * busy


def test_what_was_written_is_released(project: DbtProject, answer: dict[str, Any]) -> None:
    project.dbt("build", "-s", "adult_release", expect=0)
    keys = ", ".join(f'"{name}"' for name in COLUMNS)
    [(rows, classes, smallest)] = project.query(
        f"select sum(n), count(*), min(n) from (select count(*) as n from analytics.adult_release group by {keys})"
    )
    assert rows == 30_162 - answer["chosen"]["suppressed_rows"]
    assert (classes, smallest) == (answer["chosen"]["classes"], answer["chosen"]["min_class_size"])


def searches_main() -> None:
    """Run in a process of its own: every search, and every rung whose figures were published."""
    from dbt_crowd.dbt import DbtOptions, connect, releases
    from dbt_crowd.planner import evaluate, search
    from dbt_crowd.warehouse import OpenSearch

    jobs: dict[str, Any] = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    dbt = connect(DbtOptions())
    answers: dict[str, Any] = {"optima": [], "losses": []}
    with OpenSearch(dbt, releases(dbt, "adult_release")[0]) as opened:
        for job in jobs["optima"]:
            problem = opened.problem(max_suppression=job["limit"], objective=job["objective"])
            outcome = search(problem, opened.measure_for(problem))
            assert outcome.chosen is not None
            answers["optima"].append({**vars(outcome.chosen), "optimal": outcome.optimal, "batches": outcome.batches})
    with OpenSearch(dbt, releases(dbt, "adult_but_occupation")[0]) as opened:
        problem = opened.problem(max_suppression="1")
        rungs = [tuple(job["rung"]) for job in jobs["losses"]]
        measured = opened.measure(rungs, problem.k, shares=True, entropy=True)
        for job, rung, counts in zip(jobs["losses"], rungs, measured, strict=True):
            answers["losses"].append(evaluate(problem, rung, counts, job["objective"]))
    Path(sys.argv[2]).write_text(json.dumps(answers), encoding="utf-8")


def test_every_published_optimum_and_loss_of_k_anonymity_is_reproduced(
    project: DbtProject, answer: dict[str, Any], shared: Path
) -> None:
    ours = {"entropy": "entropy", "precision": "precision", **NAMES}
    optima = [row for row in published(shared, "adult_k5_exhaustive.csv") if row["objective"] in ours]
    losses = [
        row
        for row in published(shared, "adult_policy_losses.csv")
        if row["criteria"] == "5-anonymity" and row["metric"] in ours
    ]
    asked, told = project.root / "asked.json", project.root / "told.json"
    jobs = {
        "optima": [{"limit": row["suppression_limit"], "objective": ours[row["objective"]]} for row in optima],
        "losses": [{"rung": rung_of(row["levels"]), "objective": ours[row["metric"]]} for row in losses],
    }
    asked.write_text(json.dumps(jobs), encoding="utf-8")
    arguments = ["crowd", str(asked), str(told)]
    finished = processes.run(searches_main, arguments, cwd=project.root, environment=project.environment, timeout=600)
    assert finished.code == 0, finished.output
    answers = json.loads(told.read_text(encoding="utf-8"))
    assert (len(answers["optima"]), len(answers["losses"])) == (10, 66)
    for row, found in zip(optima, answers["optima"], strict=True):
        assert found["value"] == pytest.approx(float(row["optimal_loss"]), rel=1e-9)
        assert tuple(found["rung"]) == rung_of(row["optimal_levels"])
        assert (found["suppressed_rows"], found["classes"]) == (
            int(row["suppressed_rows"]),
            int(row["classes_released"]),
        )
        assert found["optimal"] is True
        assert found["batches"] <= 20
    assert answers["losses"] == pytest.approx([float(row["loss"]) for row in losses], rel=1e-9)


def test_a_policy_with_a_criterion_has_the_published_optimum(project: DbtProject, shared: Path) -> None:
    finished = project.crowd("solve", "-s", "judged_*", "--json", "--dry-run", expect=0)
    told = {answer["model"]: answer for answer in json.loads(finished.stdout)}
    published_of = {row["model"]: row for row in published(shared, "adult_sensitive_optima.csv")}
    for model, (name, _) in JUDGED.items():
        row, answer = published_of[name], told[model]
        [levels] = [value for column, value in row.items() if column.startswith("optimal_levels")]
        rung = zip(EIGHT, rung_of(levels), strict=True)
        assert answer["optimal"] is True
        assert answer["chosen"]["rung"] == {column: f"level_{level}" for column, level in rung}
        assert answer["chosen"]["value"] == pytest.approx(float(row["optimal_loss_geometric_mean"]), rel=1e-9)
        assert answer["chosen"]["suppressed_rows"] == int(row["suppressed_rows"])
        figures = (answer["chosen"]["classes"], answer["chosen"]["min_class_size"])
        assert figures == (int(row["classes_released"]), int(row["min_class"]))
        assert answer["batches"] <= 20
