"""Measures what the documentation says of speed, and writes it as a table: `make bench`, `make bench-large`.

    python benchmarks/bench.py [small|large] [--only search --only tests ...]

Every ratio is to the plain `GROUP BY` of the raw quasi-identifiers (or the plain CTAS) of the same data, in one run.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import circulation
import duckdb
from measured import COMMANDS, Process, run, seconds
from people import People, first_columns, load, make, tuples, widen
from project import Project

RESULTS = Path(__file__).parent / "results"
ORIGINAL = 0
"""Stands for as many rows as the original has."""
SIZES = {"small": (ORIGINAL, 1_000_000), "large": (5_000_000, 10_000_000)}
HUGE = 100_000_000
HUGE_MEMORY = "4GB"
OBJECTIVES = ("loss", "loss_geometric", "entropy", "precision", "discernibility", "average_class_size")


@dataclass(frozen=True)
class Line:
    """A line of the table: what was measured on how many rows, the figure, and what it is held against."""

    what: str
    rows: int
    figure: str
    beside: str = ""


def group_by(people: People, table: str, *, also: str = "") -> str:
    """The floor: one GROUP BY of the raw quasi-identifiers."""
    columns = ", ".join([*people.columns, *([f'"{also}"'] if also else [])])
    return f"select count(*), min(n) from (select count(*) as n from {table} group by {columns}) as grouped"


def filled(root: Path, sizes: tuple[int, ...], *, sensitive: bool = False) -> tuple[Project, People, dict[str, int]]:
    """A project whose `raw.rows_<n>` are tables of these sizes; the sizes that they have, by name."""
    project = Project(root)
    with duckdb.connect(str(project.database)) as connection:
        people = load(connection, occupation_is_sensitive=sensitive)
        [(original,)] = connection.execute("select count(*) from raw.original").fetchall()
        tables = {f"rows_{size or original}": size or int(original) for size in sizes}
        for name, size in tables.items():
            make(connection, size, f"raw.{name}")
    project.sources(people, list(tables))
    return project, people, tables


def searches(root: Path, sizes: tuple[int, ...]) -> Iterator[Line]:
    """`crowd solve` by objective: the scan, the search, the whole command, and its memory."""
    project, people, tables = filled(root, sizes)
    for table, rows in tables.items():
        project.release(f"solve_{table}", people, table, {"k": 5, "max_suppression": 0.02})
        [floor] = seconds(project.database, {"": group_by(people, f"raw.{table}")}).values()
        with duckdb.connect(str(project.database)) as connection:
            distinct = tuples(connection, people, f"raw.{table}")
        yield Line("GROUP BY of the raw quasi-identifiers", rows, f"{floor:.2f} s", f"{distinct:,} tuples")
        asked = [(objective, "0.02") for objective in OBJECTIVES] + [("loss_geometric", "0.04")]
        for objective, budget in asked:
            told, done = solved(root, f"solve_{table}", objective, budget)
            yield Line(f"solve, {objective}, budget {float(budget):.0%}", rows, spent(told, done), asked_of(told))


def solved(
    folder: Path, name: str, objective: str, budget: str, *options: str, commands: Path = COMMANDS
) -> tuple[dict[str, Any], Process]:
    """`crowd solve` of a release as a what-if: what it says, and the process."""
    command = ["crowd", "solve", name, "--dry-run", "--json", "--objective", objective, "--max-suppression", budget]
    done = run([*command, *options], folder, commands)
    return json.loads(done.output), done


def spent(told: dict[str, Any], done: Process) -> str:
    """The time and memory of a search."""
    seconds = told["seconds"]
    return (
        f"scan {seconds['scan']:.2f} s, search {seconds['search']:.2f} s, whole command {done.seconds:.1f} s,"
        f" {done.megabytes:,.0f} MB"
    )


def asked_of(told: dict[str, Any]) -> str:
    """What a search asked of the warehouse."""
    proven = (
        ""
        if told["optimal"]
        else f", not proven: {told['chosen']['value']:.4f}, and no rung is below {told['bound']:.4f}"
    )
    return f"{told['rungs_measured']:,} of {told['rungs_possible']:,} rungs in {told['batches']} batches{proven}"


def tests(root: Path, sizes: tuple[int, ...]) -> Iterator[Line]:
    """The named tests on a whole table, five quasi-identifiers and the sensitive one."""
    project, people, tables = filled(root, sizes, sensitive=True)
    people = first_columns(people, 5)
    columns = list(people.quasi_identifiers)
    for table, rows in tables.items():
        asked: dict[str, dict[str, object]] = {
            "is_k_anonymous": {"k": 5},
            "is_l_diverse": {"l": 2, "sensitive": people.sensitive},
            "is_t_close": {"t": 0.3, "sensitive": people.sensitive},
        }
        named = [
            {f"dbt_crowd.{test}": {"name": f"{test}_{table}", "arguments": {"quasi_identifiers": columns, **settings}}}
            for test, settings in asked.items()
        ]
        project.write(f"models/view_{table}.sql", f"select * from {{{{ source('raw', '{table}') }}}}\n")
        described = {"models": [{"name": f"view_{table}", "data_tests": named}]}
        project.write(f"models/view_{table}.yml", json.dumps(described))
        run(["dbt", "build", "-s", f"view_{table}"], root, may_find=True)
        statements = {test: project.compiled(f"{test}_{table}") for test in asked}
        floors = {
            "GROUP BY of 5 quasi-identifiers": group_by(people, f"raw.{table}"),
            "GROUP BY of these and the sensitive column": group_by(people, f"raw.{table}", also=people.sensitive),
        }
        spent = seconds(project.database, floors | statements)
        floor, both = (spent[name] for name in floors)
        for name in floors:
            yield Line(name, rows, f"{spent[name]:.2f} s")
        yield Line(
            "is_k_anonymous",
            rows,
            f"{spent['is_k_anonymous']:.2f} s",
            f"{spent['is_k_anonymous'] / floor:.2f} x the first",
        )
        total = sum(spent[test] for test in asked)
        each = ", ".join(f"{spent[test]:.2f}" for test in asked)
        yield Line("k, l and t tests together", rows, f"{total:.2f} s ({each})", f"{total / both:.2f} x the second")


def releases(root: Path, sizes: tuple[int, ...]) -> Iterator[Line]:
    """`dbt run` of two releases beside a plain table of the same labels in the same order, as dbt times its nodes.

    The first release of a run takes longer, since dbt compiles each macro when it is called for the first time.
    """
    project, people, tables = filled(root, sizes, sensitive=True)
    for table, rows in tables.items():
        names = [f"build_{table}_{place}" for place in ("first", "second")]
        plain = f"plain_{table}"
        policy = {"k": 5, "max_suppression": 1, "nulls": "value"}
        project.release(names[0], people, table, policy)
        found = json.loads(
            run(["crowd", "solve", names[0], "--dry-run", "--json", "--max-suppression", "0.02"], root).output
        )
        for name in names:
            project.release(name, people, table, policy | {"rungs": [found["chosen"]["rung"]]})
        run(["dbt", "compile", "-s", names[0]], root)
        ctes = project.compiled(names[0]).split("\ncrowds as (")[0].split("\n", 1)[1].rstrip().rstrip(",")
        columns = ", ".join([*people.columns, f'"{people.sensitive}"'])
        labels = f"{ctes}\n\nselect {columns}\nfrom generalized\norder by {columns}\n"
        project.write(f"models/{plain}.sql", f"{{{{ config(materialized='table') }}}}\n{labels}")
        spent = []
        for _ in range(3):
            run(["dbt", "run", "-s", *names, plain, "--threads", "1"], root)
            took = project.seconds()
            spent.append([took[name] for name in (*names, plain)])
        first, second, ctas = (sorted(each)[1] for each in zip(*spent, strict=True))
        yield Line("plain CTAS, same expressions and order", rows, f"{ctas:.2f} s")
        for what, took in (("a release: candidate, judge, swap and log", second), ("the first of a run", first)):
            yield Line(what, rows, f"{took:.2f} s", f"{took / ctas:.2f} x the CTAS")


def ladders(root: Path, sizes: tuple[int, ...]) -> Iterator[Line]:
    """`crowd solve --max-rungs` beside the best single rung: what each loses, and how long it took."""
    return _ladders(root, sizes, [(5, "0", 1), (5, "0", 4)])


def more_ladders(root: Path, _: tuple[int, ...]) -> Iterator[Line]:
    """The same on the original by number of rungs, by k, and with a sensitive column of which something is asked."""
    yield from _ladders(
        root / "plain", (ORIGINAL,), [*((5, "0", rungs) for rungs in (3, 5, 9)), *((k, "0", 4) for k in (11, 25))]
    )
    asked = [(5, budget, rungs) for budget in ("0", "0.01") for rungs in (1, 4)]
    yield from _ladders(root / "sensitive", (ORIGINAL,), asked, sensitive=True)


def _ladders(
    root: Path, sizes: tuple[int, ...], asked: list[tuple[int, str, int]], *, sensitive: bool = False
) -> Iterator[Line]:
    """Solve for each k, budget and number of rungs on each table."""
    project, people, tables = filled(root, sizes, sensitive=sensitive)
    judged = {"sensitive": {people.sensitive: {"l": 3}}} if sensitive else {}
    also = f", l = 3 on {people.sensitive}" if sensitive else ""
    for table, rows in tables.items():
        for k, budget, rungs in asked:
            name = f"ladder_{table}_{k}"
            project.release(name, people, table, {"k": k, "max_suppression": 0.01, **judged})
            told, _ = solved(root, name, "loss", budget, "--max-rungs", str(rungs))
            found = told.get("ladder", told["chosen"])
            measured = told.get("ladder", {}).get("ladders_measured", 0)
            yield Line(
                f"at most {rungs} rungs, k = {k}{also}, budget {float(budget):.0%}",
                rows,
                f"loss {found['value']:.4f}, {found['suppressed_rows']:,} rows suppressed",
                f"search {told['seconds']['search']:.1f} s, {measured:,} ladders measured",
            )


def lattice(root: Path, sizes: tuple[int, ...]) -> Iterator[Line]:
    """Fifteen columns: how far a search of a minute comes in a lattice of millions of rungs."""
    project = Project(root)
    with duckdb.connect(str(project.database)) as connection:
        people = widen(connection, load(connection))
        [(original,)] = connection.execute("select count(*) from raw.original").fetchall()
        rows = sizes[0] or int(original)
        make(connection, rows, "raw.wide")
    project.sources(people, ["wide"])
    project.release("solve_wide", people, "wide", {"k": 5, "max_suppression": 0.02})
    for objective in ("loss", "loss_geometric", "entropy"):
        told, done = solved(root, "solve_wide", objective, "0.02", "--time-limit", "60")
        what = f"solve, {len(people.columns)} columns, {objective}, at most 60 s"
        yield Line(what, rows, spent(told, done), asked_of(told))


def persons(root: Path, sizes: tuple[int, ...]) -> Iterator[Line]:
    """What a privacy unit costs: the same rows, two to a person, searched by rows and by persons."""
    project, people, tables = filled(root, sizes)
    for table, rows in tables.items():
        with duckdb.connect(str(project.database)) as connection:
            numbered = "select *, (row_number() over () - 1) // 2 as person"
            connection.execute(f"create or replace table raw.{table} as {numbered} from raw.{table}")
        for unit in ({}, {"privacy_unit": "person"}):
            name = f"persons_{table}_{len(unit)}"
            project.release(name, people, table, {"k": 5, "direct_identifiers": ["person"], **unit})
            told, done = solved(root, name, "loss", "0.02")
            counted = "persons, two rows each" if unit else "rows"
            yield Line(f"solve, loss, budget 2%, k counts {counted}", rows, spent(told, done), asked_of(told))


def growth(root: Path, sizes: tuple[int, ...]) -> Iterator[Line]:
    """How the search grows with rows, columns (and so the lattice) and k; `chart.py` draws it."""
    most = max(size for size in sizes)
    by_rows = tuple(most // part for part in (32, 16, 8, 4, 2, 1))
    project, people, tables = filled(root, by_rows)
    whole = f"rows_{most}"
    asked = [("rows", rows, table, people, 5) for table, rows in tables.items()]
    asked += [("columns", count, whole, first_columns(people, count), 5) for count in (3, 5, 7, 9)]
    asked += [("k", k, whole, people, k) for k in (2, 5, 10, 20, 50, 100)]
    points = []
    for along, at, table, some, k in asked:
        name = f"growth_{along}_{at}"
        others = [each for each in people.quasi_identifiers if each not in {*some.quasi_identifiers, people.sensitive}]
        project.release(name, some, table, {"k": k, "insensitive": others})
        told, done = solved(root, name, "loss", "0.02")
        with duckdb.connect(str(project.database)) as connection:
            distinct = tuples(connection, some, f"raw.{table}")
        points.append(
            {"along": along, "at": at, "tuples": distinct, "rungs": told["rungs_possible"], **told["seconds"]}
        )
        yield Line(f"{along} {at:,}: {distinct:,} tuples", tables[table], spent(told, done), asked_of(told))
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "growth.json").write_text(json.dumps(points, indent=1), encoding="utf-8")


def huge(root: Path, _: tuple[int, ...]) -> Iterator[Line]:
    """A hundred million rows and six columns with little memory: solve, release and test, beside the GROUP BY."""
    project = Project(root, memory_limit=HUGE_MEMORY)
    with duckdb.connect(str(project.database), config={"memory_limit": HUGE_MEMORY}) as connection:
        people = load(connection)
        everyone = People(people.name, people.quasi_identifiers, "", people.hierarchies, people.folder)
        people = first_columns(everyone, 6)
        connection.execute("set preserve_insertion_order = false")
        make(connection, HUGE, "raw.huge", list(people.quasi_identifiers))
        begun = time.perf_counter()
        connection.execute(group_by(people, "raw.huge")).fetchall()
        floor = time.perf_counter() - begun
    project.sources(people, ["huge"])
    policy = {"k": 5, "max_suppression": 0.02, "sensitive": []}
    project.release("huge", people, "huge", policy)
    yield Line(f"GROUP BY of 6 columns, {HUGE_MEMORY}", HUGE, f"{floor:.1f} s")
    told, done = solved(root, "huge", "loss", "0.02")
    both = told["seconds"]["scan"] + told["seconds"]["search"]
    yield Line("solve", HUGE, spent(told, done), f"{both / floor:.2f} x the GROUP BY; {asked_of(told)}")
    project.release("huge", people, "huge", policy | {"rungs": [told["chosen"]["rung"]]}, "dbt_crowd.keeps_its_policy")
    for command in ("run", "test"):
        done = run(["dbt", command, "-s", "huge"], root)
        took = f"{done.seconds:.0f} s, {done.megabytes:,.0f} MB"
        yield Line(f"dbt {command} of the release", HUGE, took, f"{done.seconds / floor:.1f} x the GROUP BY")


def counts(root: Path, sizes: tuple[int, ...]) -> Iterator[Line]:
    """`dbt run` of counts with published totals, beside the plain GROUP BY: at most a million cells."""
    for size in {100_000 if size <= 1_000_000 else 1_000_000 for size in sizes}:
        project = Project(root / str(size))
        with duckdb.connect(str(project.database)) as connection:
            loans, cells = circulation.make(connection, size)
        circulation.release(project)
        grouped = "select branch, age, title, count(*) as n, count(distinct patron) as p from raw.loans group by all"
        [floor] = seconds(project.database, {"": f"select count(*), max(n), max(p) from ({grouped})"}).values()
        yield Line(f"GROUP BY of {loans:,} loans, with distinct patrons", cells, f"{floor:.2f} s")
        run(["dbt", "run", "-s", "loans_counts", "cells_counts"], root / str(size))
        took = project.seconds()
        for name, what in {"loans_counts": "persons counted", "cells_counts": "input: cells"}.items():
            yield Line(
                f"release_counts, {what}", cells, f"{took[name]:.1f} s", f"{took[name] / floor:.1f} x the GROUP BY"
            )


def exact(root: Path, _: tuple[int, ...]) -> Iterator[Line]:
    """`crowd protect` and `dbt run` of a hundred thousand counts with exact totals."""
    project = Project(root)
    with duckdb.connect(str(project.database)) as connection:
        cells = circulation.make(connection, 100_000)[1]
    circulation.release(project)
    circulation.exact_release(project)
    done = run(["crowd", "protect", "exact_counts", "--json"], root)
    told = json.loads(done.output)
    kept = f"{told['kept_cells']:.0%} of cells, {told['kept_count']:.0%} of the count kept"
    took = f"{done.seconds:.1f} s, of which planning {told['seconds']:.1f} s, {done.megabytes:,.0f} MB"
    yield Line("crowd protect, the whole command", cells, took, kept)
    run(["dbt", "run", "-s", "exact_counts"], root)
    built = project.seconds()["exact_counts"]
    yield Line("release_counts with exact totals, certificate judged", cells, f"{built:.1f} s")


SECTIONS: dict[str, Callable[[Path, tuple[int, ...]], Iterator[Line]]] = {
    "search": searches,
    "ladders": ladders,
    "tests": tests,
    "release": releases,
    "counts": counts,
    "more_ladders": more_ladders,
    "persons": persons,
    "growth": growth,
    "exact": exact,
    "lattice": lattice,
    "huge": huge,
}
LARGE_ONLY = ("more_ladders", "persons", "growth", "exact", "lattice", "huge")


def table(lines: list[Line]) -> str:
    """The lines as a table in Markdown."""
    head = "| rows | what | measured | beside |\n|---:|---|---|---|\n"
    return head + "".join(f"| {each.rows:,} | {each.what} | {each.figure} | {each.beside} |\n" for each in lines)


def main() -> None:
    """Run what the command line asks for, and write it to `results/<size>.md`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("size", choices=list(SIZES), nargs="?", default="small")
    parser.add_argument("--only", choices=list(SECTIONS), action="append")
    parser.add_argument("--rows", type=int, action="append", help="other numbers of rows")
    arguments = parser.parse_args()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    versions = f"DuckDB {duckdb.__version__}, Python {platform.python_version()}"
    told = [f"{versions}, {os.cpu_count()} processors, {memory:.0f} GB.\n"]
    usual = [name for name in SECTIONS if arguments.size == "large" or name not in LARGE_ONLY]
    for name in arguments.only or usual:
        lines = []
        with tempfile.TemporaryDirectory() as folder:
            for line in SECTIONS[name](Path(folder, name), tuple(arguments.rows or SIZES[arguments.size])):
                lines.append(line)
                print(f"{line.rows:>12,}  {line.what}: {line.figure} {line.beside}", flush=True)
        told.append(f"## {name}\n\n{table(lines)}")
    if not (arguments.only or arguments.rows):
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / f"{arguments.size}.md").write_text("\n".join([f"# {arguments.size}\n", *told]), encoding="utf-8")


if __name__ == "__main__":
    main()
