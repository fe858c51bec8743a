"""Shows what happened: some visits before, the same table after, and the last line of the release log.

The rows before are private. They can be shown here because every person in them is invented.

    python scripts/show_release.py [--rows 6] [--database clinic.duckdb]
"""

from __future__ import annotations

import argparse
import json

import duckdb
from rich.console import Console
from rich.table import Table

BEFORE = """
    select patient_id, name, birth_date, zip, sex, diagnosis, hba1c, ward_beds
    from raw.visits using sample reservoir(1000 rows) repeatable (11)
    limit ?
"""
AFTER = """
    select birth_date, zip, sex, diagnosis, hba1c, ward_beds
    from analytics.patients_release using sample reservoir(1000 rows) repeatable (11)
    limit ?
"""
VERDICT = """
    select
        outcome, crowd_rows, crowd_input_rows, crowd_persons, crowd_input_persons,
        crowd_suppressed_persons, crowd_suppression_budget, crowd_classes, crowd_smallest_class, rungs
    from analytics__log.release_log
    where release_name = 'patients_release'
    order by logged_at desc
    limit 1
"""


def show_rows(console: Console, connection: duckdb.DuckDBPyConnection, title: str, sql: str, rows: int) -> None:
    """Print some rows of a table; a missing value is shown as a dash."""
    cursor = connection.execute(sql, [rows])
    table = Table(title=title, title_justify="left")
    for name in [column[0] for column in cursor.description]:
        table.add_column(name, no_wrap=True)
    for row in cursor.fetchall():
        table.add_row(*("-" if value is None else str(value) for value in row))
    console.print(table)


def show_verdict(console: Console, connection: duckdb.DuckDBPyConnection) -> None:
    """Print in words what the release log says of the last candidate."""
    cursor = connection.execute(VERDICT)
    row = cursor.fetchone()
    if row is None:
        console.print("The release log is empty: run dbt build first.")
        return
    log = dict(zip([column[0] for column in cursor.description], row, strict=True))
    ladder = "; then ".join(
        ", ".join(f"{column} by {level}" for column, level in rung.items()) for rung in json.loads(log["rungs"])
    )
    console.print(
        f"The log says: {log['outcome']}. {log['crowd_rows']:,} of {log['crowd_input_rows']:,} visits, "
        f"of {log['crowd_persons']:,} of {log['crowd_input_persons']:,} patients.\n"
        f"Generalized: {ladder}.\n"
        f"{log['crowd_classes']:,} crowds, the smallest of {log['crowd_smallest_class']} patients. "
        f"{log['crowd_suppressed_persons']:,} patients lost a visit or more, of "
        f"{log['crowd_suppression_budget']:,} that the budget allows.",
        highlight=False,
    )


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Shows rows before and after, and the release log's last line.")
    parser.add_argument("--rows", type=int, default=6)
    parser.add_argument("--database", default="clinic.duckdb")
    arguments = parser.parse_args()
    console = Console(width=120)
    with duckdb.connect(arguments.database, read_only=True) as connection:
        show_rows(console, connection, "Private: raw.visits", BEFORE, arguments.rows)
        show_rows(console, connection, "Published: analytics.patients_release", AFTER, arguments.rows)
        show_verdict(console, connection)


if __name__ == "__main__":
    main()
