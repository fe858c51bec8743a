"""Shows the same ten visits released with one rung and with the three of the policy.

The release with one rung is made in a copy of this project, which is thrown away again: to publish both would be to
publish twice as much.

    python scripts/show_ladder.py
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import duckdb
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

MODEL = "visits_for_research"
COLUMNS = ("birth_date", "zip", "sex")
COMMANDS = Path(sys.executable).parent

# Patients who came once, some of each rung: with the year of birth, with ten years, without a ZIP code.
VISITS = """
    with visits as (
        select
            trim(patient_id) as person,
            raw.visits.birth_date, raw.visits.zip, raw.visits.sex,
            released.birth_date as new_birth_date, released.zip as new_zip, released.sex as new_sex,
            case when released.zip = '*' then 3 when released.birth_date like '%-%' then 2 else 1 end as rung
        from raw.visits
        inner join analytics__private.visits_for_research as released on trim(patient_id) = released.crowd_person
        where raw.visits.birth_date <> '' and raw.visits.zip <> '' and raw.visits.sex <> ''
        qualify count(*) over (partition by trim(patient_id)) = 1
    )

    select person, birth_date, zip, sex, new_birth_date, new_zip, new_sex
    from visits
    qualify row_number() over (partition by rung order by person) <= case rung when 2 then 4 else 3 end
    order by rung, person
"""
ONE_RUNG = f"select {', '.join(COLUMNS)} from analytics__private.visits_for_research where crowd_person = ?"


def build_with_one_rung(project: Path, folder: Path) -> Path:
    """Copy the project, give its policy the best single rung, and build; return the copy's database."""
    copy = folder / "clinic"
    shutil.copytree(project, copy, symlinks=True, ignore=shutil.ignore_patterns("target", "logs"))
    solve = [str(COMMANDS / "crowd"), "solve", MODEL, "--max-rungs", "1", "--json"]
    told = subprocess.run(solve, cwd=copy, check=True, capture_output=True, text=True).stdout
    policy = copy / "models" / f"{MODEL}.yml"
    before, _ = policy.read_text(encoding="utf-8").split("          rungs:\n")
    rung = json.dumps(json.loads(told)["chosen"]["rung"])
    policy.write_text(f"{before}          rungs:\n            - {rung}\n", encoding="utf-8")
    subprocess.run([str(COMMANDS / "dbt"), "build", "-s", MODEL], cwd=copy, check=True, capture_output=True)
    return copy / "clinic.duckdb"


def main() -> None:
    """Print the visits, line by line."""
    table = Table("birth_date", "zip", "sex", "", "one rung", "", "", "", "three rungs", "", "", box=SIMPLE)
    with tempfile.TemporaryDirectory() as folder:
        database = build_with_one_rung(Path.cwd(), Path(folder))
        with (
            duckdb.connect(str(database), read_only=True) as one,
            duckdb.connect("clinic.duckdb", read_only=True) as three,
        ):
            for person, *cells in three.execute(VISITS).fetchall():
                found = one.execute(ONE_RUNG, [person]).fetchone() or ("left out", "", "")
                row = [*cells[:3], "", *found, "", *cells[3:]]
                table.add_row(*(str(cell) for cell in row))
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
