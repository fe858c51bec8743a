"""Prints, side by side, cells of one title as they are and as they are published."""

from __future__ import annotations

import sys

import duckdb
from rich.console import Console
from rich.table import Table

PRIVATE = """
    select branch, age_band, count(*) as loans, count(distinct patron_id) as patrons
    from analytics_staging.circulation_events
    where title = ?
    group by branch, age_band
    order by branch, age_band
"""
PUBLISHED = """
    select branch, age_band, title, crowd_rung, loans, patrons, loans_published_by_branch
    from analytics.circulation_counts
    where title in (?, 'health') and branch in ('MAIN', 'RIVERSIDE')
    order by branch, age_band, title, crowd_rung
    limit 12
"""
TITLE = "Coping with Debt"


def table(connection: duckdb.DuckDBPyConnection, sql: str, title: str) -> Table:
    """The rows of a query."""
    cursor = connection.execute(sql, [TITLE])
    shown = Table(title=title, title_justify="left", box=None, padding=(0, 2, 0, 0))
    for column in cursor.description or ():
        shown.add_column(column[0])
    for row in cursor.fetchall():
        shown.add_row(*("-" if value is None else str(value) for value in row))
    return shown


def main() -> None:
    """Show both."""
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    with duckdb.connect("library.duckdb", read_only=True) as connection:
        console.print(table(connection, PRIVATE, f"Private: loans of {TITLE}"))
        console.print()
        console.print(table(connection, PUBLISHED, f"Published: {TITLE}, and folds of its subject"))


if __name__ == "__main__":
    main()
