"""Tables of any size to measure with, made from Adult where it is there, else from the clinic example.

Row i is one row of the original, with each value exchanged, once in some twenty, for the same column of another row: so
frequencies and most of what columns have to do with each other stay, and rare combinations grow with the table. All is
decided by hashes of i, so that a table is the same on every machine.
"""

from __future__ import annotations

import csv
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import duckdb

REPOSITORY = Path(__file__).resolve().parents[1]
EXCHANGED = 50
"""How many values in a thousand come from another row."""


@dataclass(frozen=True)
class People:
    """What a benchmark is made from.

    Attributes:
        name: Where it comes from.
        quasi_identifiers: Column to its settings in a policy, as YAML.
        sensitive: The sensitive column.
        hierarchies: The columns whose hierarchy is a table of `raw`, named by `hierarchy_table`.
        folder: Where Adult's files are.
    """

    name: str
    quasi_identifiers: dict[str, str]
    sensitive: str
    hierarchies: tuple[str, ...] = field(default=())
    folder: str = ""

    @property
    def columns(self) -> list[str]:
        """The quasi-identifiers, quoted for SQL."""
        return [f'"{name}"' for name in self.quasi_identifiers]


def hierarchy_table(column: str) -> str:
    """The name of the table with a column's hierarchy, which needs no quotes anywhere."""
    return re.sub(r"\W", "_", f"hierarchy_{column}")


def load(connection: duckdb.DuckDBPyConnection, *, occupation_is_sensitive: bool = False) -> People:
    """Put the original into `raw.original`, and its hierarchies beside it.

    Args:
        connection: An open database.
        occupation_is_sensitive: Whether Adult's occupation is the sensitive column, and no quasi-identifier.
    """
    connection.execute("create schema if not exists raw")
    folder = Path(os.environ.get("DBT_CROWD_SHARED") or REPOSITORY.parent / "shared", "data", "adult")
    if not folder.is_dir():
        return _clinic(connection)
    read = f"read_csv('{folder}/adult.csv', delim = ';', header = true, all_varchar = true)"
    connection.execute(f"create or replace table raw.original as select * from {read}")
    names = [row[0] for row in connection.execute("select column_name from (describe raw.original)").fetchall()]
    settings = {}
    for name in names:
        path = folder / f"hierarchy_{name}.csv"
        with path.open(encoding="utf-8") as file:
            levels = ", ".join(f"level_{level}" for level in range(len(next(csv.reader(file, delimiter=";")))))
        settings[name] = f"{{hierarchy: table, levels: [{levels}]}}"
        read = f"read_csv('{path}', delim = ';', header = false, all_varchar = true)"
        connection.execute(
            f"create or replace table raw.{hierarchy_table(name)} as select * from {read} as rows({levels})"
        )
    if occupation_is_sensitive:
        settings.pop("occupation")
    return People("Adult", settings, "occupation", tuple(settings), str(folder))


def _clinic(connection: duckdb.DuckDBPyConnection) -> People:
    """The invented visits of the clinic example, as its staging model leaves them."""
    [(database,)] = connection.execute("select path from duckdb_databases() where not internal").fetchall()
    other = f"{database}.clinic"
    script = REPOSITORY / "examples" / "clinic" / "scripts" / "make_patients.py"
    subprocess.run([sys.executable, script, "--database", other], check=True, stdout=subprocess.DEVNULL)
    connection.execute(f"attach '{other}' as clinic")
    connection.execute(
        "create or replace table raw.original as"
        " select try_cast(nullif(trim(birth_date), '') as date)::text as birth_date,"
        " zip, upper(sex) as sex, upper(trim(diagnosis)) as diagnosis from clinic.raw.visits"
    )
    connection.execute("detach clinic")
    Path(other).unlink()
    settings = {
        "birth_date": '{hierarchy: birth_date, as_of: "2026-01-01"}',
        "zip": "{hierarchy: us_zip, pad_to: 5}",
        "sex": "suppress",
    }
    return People("the clinic's visits", settings, "diagnosis")


def widen(connection: duckdb.DuckDBPyConnection, people: People) -> People:
    """Add twins of the six columns with most levels to `raw.original`, so that the lattice has millions of rungs."""
    levels = {name: settings.count("level_") for name, settings in people.quasi_identifiers.items()}
    twins = {f"other {name}": name for name in sorted(levels, key=lambda name: -levels[name])[:6] if levels[name]}
    added = ", ".join(f'"{name}" as "{twin}"' for twin, name in twins.items())
    connection.execute(
        f"create or replace table raw.original as select *{', ' + added if added else ''} from raw.original"
    )
    for twin, name in twins.items():
        copied = f"select * from raw.{hierarchy_table(name)}"
        connection.execute(f"create or replace table raw.{hierarchy_table(twin)} as {copied}")
    settings = people.quasi_identifiers | {twin: people.quasi_identifiers[name] for twin, name in twins.items()}
    return People(people.name, settings, people.sensitive, (*people.hierarchies, *twins))


def first_columns(people: People, count: int) -> People:
    """The same people, of whom only so many quasi-identifiers are known."""
    kept = dict(list(people.quasi_identifiers.items())[:count])
    hierarchies = tuple(name for name in people.hierarchies if name in kept)
    return People(people.name, kept, people.sensitive, hierarchies, people.folder)


def make(connection: duckdb.DuckDBPyConnection, rows: int, table: str, columns: Sequence[str] | None = None) -> None:
    """Make a table of so many rows from `raw.original`; the original itself where it has as many.

    Args:
        connection: An open database.
        rows: How many rows.
        table: Its name.
        columns: Which columns it has; all, where nothing is said.
    """
    [(original,)] = connection.execute("select count(*) from raw.original").fetchall()
    found = connection.execute("select column_name from (describe raw.original)").fetchall()
    names = list(columns) if columns else [row[0] for row in found]
    if rows == original and columns is None:
        connection.execute(f"create or replace table {table} as select * from raw.original")
        return
    connection.execute(
        "create or replace temp table numbered as select row_number() over () - 1 as n, * from raw.original"
    )
    places = ", ".join(
        f"(case when hash(i, {j}) % 1000 < {EXCHANGED} then hash(i, {j}, 'other') else hash(i) end"
        f" % {original})::int as n_{j}"
        for j in range(len(names))
    )
    exchanged = ", ".join(f'p{j}."{name}"' for j, name in enumerate(names))
    joins = " ".join(f"join numbered as p{j} on p{j}.n = places.n_{j}" for j in range(len(names)))
    connection.execute(
        f"create or replace table {table} as with places as (select {places} from range({rows}) as numbers(i))"
        f" select {exchanged} from places {joins}"
    )
    connection.execute("drop table numbered")


def tuples(connection: duckdb.DuckDBPyConnection, people: People, table: str) -> int:
    """How many combinations of quasi-identifiers a table has."""
    query = f"select count(*) from (select distinct {', '.join(people.columns)} from {table})"
    [(count,)] = connection.execute(query).fetchall()
    return int(count)
