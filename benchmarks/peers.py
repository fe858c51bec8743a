"""Runs other programs beside ours on Adult, and holds their results against ours: `make bench-peers`.

The others run in an environment of their own, .venvs/peers, each job in a process of its own.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import duckdb
from measured import run
from people import REPOSITORY, People, load, make
from project import Project

PYTHON = REPOSITORY / ".venvs" / "peers" / "bin" / "python"
RESULTS = Path(__file__).parent / "results" / "peers.md"
FIVE = ("sex", "age", "race", "marital-status", "education")
MOST_SECONDS = 600


def peer(job: str, table: Path, people: People, files: dict[str, str] | None = None) -> dict[str, Any]:
    """Run one job of another program; what it found, its seconds and its megabytes."""
    keys = json.dumps(list(people.quasi_identifiers))
    command = [str(PYTHON), str(Path(__file__).with_name("peers_inside.py")), job, str(table), keys, people.sensitive]
    try:
        done = subprocess.run(
            [*command, json.dumps(files or {})], capture_output=True, text=True, timeout=MOST_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return {"found": None, "seconds": math.inf, "megabytes": math.nan}
    if done.returncode:
        raise RuntimeError(f"{job}: {done.stderr}")
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


def only(people: People, names: tuple[str, ...]) -> People:
    """The same with some of the quasi-identifiers."""
    kept = {name: people.quasi_identifiers[name] for name in names}
    return People(people.name, kept, people.sensitive, tuple(name for name in people.hierarchies if name in kept))


def passes(project: Project, table: str, people: People, test: str, **arguments: object) -> bool:
    """Whether one of our tests passes on a table."""
    given = {"quasi_identifiers": list(people.quasi_identifiers), **arguments}
    described = {"sources": [{"name": "tested", "schema": "raw", "tables": [{"name": table, "data_tests": [
        {f"dbt_crowd.{test}": {"name": "tested", "arguments": given}}
    ]}]}]}  # fmt: skip
    project.write("models/tested.yml", json.dumps(described))
    return run(["dbt", "test", "-s", "tested"], project.root, may_find=True).code == 0


def checks(project: Project, folder: Path, people: People, rows: int) -> list[str]:
    """PyCANON beside our tests: the k, l and t of a table."""
    table = f"checked_{rows}"
    with duckdb.connect(str(project.database)) as connection:
        make(connection, rows, f"raw.{table}")
        connection.execute(f"copy raw.{table} to '{folder}/{table}.csv' (header)")
    lines = []
    for job, test, key, step in (
        ("checked_k", "is_k_anonymous", "k", 1),
        ("checked_l", "is_l_diverse", "l", 1),
        ("checked_t", "is_t_close", "t", 1e-6),
    ):
        told = peer(job, folder / f"{table}.csv", people)
        told_seconds = "more than ten minutes" if math.isinf(told["seconds"]) else f"{told['seconds']:.1f} s"
        agrees = ""
        if told["found"] is not None:
            more = {} if key == "k" else {"sensitive": people.sensitive}
            least = max(2, told["found"]) if key != "t" else min(1, told["found"] + step)
            holds = passes(project, table, people, test, **{key: least}, **more)
            agrees = f"{key} = {told['found']:.6g}; our test {'passes' if holds else 'fails'} at {least:.6g}"
        lines.append(
            f"| {rows:,} | pyCANON: {key} of a table | {told_seconds}, {told['megabytes']:,.0f} MB | {agrees} |\n"
        )
    return lines


def full_domain(project: Project, folder: Path, people: People, shared: Path) -> list[str]:
    """ANJANA's rung beside the proven best one, all nine quasi-identifiers, k = 5, 4 %."""
    with duckdb.connect(str(project.database)) as connection:
        connection.execute("create or replace table raw.adult as select * from raw.original")
        connection.execute(f"copy raw.adult to '{folder}/adult.csv' (header)")
        [(rows,)] = connection.execute("select count(*) from raw.adult").fetchall()
    policy = {"k": 5, "max_suppression": 0.04, "objective": "loss_geometric"}
    project.release("adult_release", people, "adult", policy)
    done = run(["crowd", "solve", "adult_release", "--dry-run", "--json"], project.root)
    ours = json.loads(done.output)
    files = {name: str(shared / f"hierarchy_{name}.csv") for name in people.quasi_identifiers}
    told = peer("full_domain", folder / "adult.csv", people, files)
    rung = ",".join(f"{name}={level}" for name, level in told["found"]["levels"].items())
    judged = json.loads(
        run(
            ["crowd", "check", "adult_release", "--rung", rung, "--objective", "loss_geometric", "--json"],
            project.root,
            may_find=True,
        ).output
    )
    return [
        f"| {rows:,} | crowd solve, 9 columns, 4 % | {done.seconds:.1f} s, {done.megabytes:,.0f} MB"
        f" | loss {ours['chosen']['value']:.4f}, {ours['chosen']['suppressed_rows']:,} rows suppressed, proven |\n",
        f"| {rows:,} | ANJANA, the same | {told['seconds']:.1f} s, {told['megabytes']:,.0f} MB"
        f" | loss {judged['objectives']['loss_geometric']:.4f} at its levels, {rows - told['found']['rows']:,} rows"
        f" suppressed; our judge suppresses {judged['crowd_suppressed_rows']:,} there |\n",
    ]


def mondrian(folder: Path, people: People) -> list[str]:
    """AnonyPy's Mondrian, as far as it comes."""
    told = peer("mondrian", folder / "adult.csv", people)
    spent = "more than ten minutes" if math.isinf(told["seconds"]) else f"{told['seconds']:.1f} s"
    return [
        f"| 30,162 | AnonyPy: Mondrian, {len(people.quasi_identifiers)} columns"
        f" | {spent}, {told['megabytes']:,.0f} MB | |\n"
    ]


def main() -> None:
    """Run all, print and write the table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        project = Project(folder / "project")
        with duckdb.connect(str(project.database)) as connection:
            people = load(connection)
        if people.name != "Adult":
            sys.exit(
                "The others need Adult with its hierarchy files: put the folder there, or name it in DBT_CROWD_SHARED."
            )
        project.sources(people, ["adult"])
        shared = Path(people.folder)
        lines = full_domain(project, folder, people, shared) + mondrian(folder, only(people, FIVE))
        five = only(people, FIVE)
        for rows in (30_162, 1_000_000):
            lines += checks(project, folder, five, rows)
    table = "| rows | what | time, memory | result |\n|---:|---|---|---|\n" + "".join(lines)
    print(table)
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(f"# Others\n\n{table}", encoding="utf-8")


if __name__ == "__main__":
    main()
