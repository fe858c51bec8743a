"""Shows what happened: some visits before and after, and what the release log says.

The rows before are private, and so is the copy of the release that knows whose row is whose. Both can be shown here
because every person in them is invented.

    python scripts/show_release.py [--database clinic.duckdb]
"""

from __future__ import annotations

import argparse
import json

import duckdb
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

COLUMNS = ("birth_date", "zip", "sex", "diagnosis", "hba1c", "ward_beds")

# Patients who came once, one for each thing that is untidy or unusual about a visit, beside what was published of it.
VISITS = """
    with visits as (
        select
            *,
            case
                when crowd_person is null then 7
                when birth_date < '1936' then 6
                when sex <> upper(sex) then 5
                when zip <> trim(zip) then 4
                when length(zip) = 4 then 3
                when zip like '%-%' then 2
                else 1
            end as kind
        from raw.visits
        left join (
            select crowd_person, birth_date as new_birth_date, zip as new_zip, sex as new_sex
            from analytics__private.patients_release
        ) as released on trim(patient_id) = crowd_person
        where birth_date <> '' and zip <> '' and sex <> ''
        qualify count(*) over (partition by trim(patient_id)) = 1
    )

    select
        crowd_person is not null as is_released, patient_id, name, birth_date, zip, sex, diagnosis, hba1c, ward_beds,
        new_birth_date, new_zip, new_sex, upper(trim(diagnosis)), hba1c, ward_beds
    from visits
    qualify row_number() over (partition by kind order by visit_id) = 1
    order by kind
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


def show_visits(console: Console, connection: duckdb.DuckDBPyConnection) -> None:
    """Print the chosen visits as they are and as they were published, line by line; a missing value is a dash."""
    before = Table("patient_id", "name", *COLUMNS, title="Private: raw.visits")
    after = Table(*COLUMNS, title="Published: the same visits in analytics.patients_release")
    for table in (before, after):
        table.box, table.title_justify = SIMPLE, "left"
    for is_released, *cells in connection.execute(VISITS).fetchall():
        texts = ["-" if cell in (None, "") else str(cell) for cell in cells]
        before.add_row(*texts[:8])
        after.add_row(*(texts[8:] if is_released else ["left out"]))
    console.print(before, after)


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
    parser = argparse.ArgumentParser(description="Shows visits before and after, and what the release log says.")
    parser.add_argument("--database", default="clinic.duckdb")
    arguments = parser.parse_args()
    console = Console(width=120)
    with duckdb.connect(arguments.database, read_only=True) as connection:
        show_visits(console, connection)
        show_verdict(console, connection)


if __name__ == "__main__":
    main()
