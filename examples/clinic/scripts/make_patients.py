"""Makes a clinic's visits out of nothing and loads them into the DuckDB file, as an ingestion tool would.

Every person is invented. The same seed gives the same rows on every machine and every Python. The rows are as dirty as
real ones: ZIP codes with blanks, with four more digits, or without their first zero; lower-case codes; gaps.

    python scripts/make_patients.py [--patients 7000] [--seed 11] [--database clinic.duckdb]
"""

from __future__ import annotations

import argparse
import csv
import tempfile
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from pathlib import Path
from random import Random

import duckdb

AS_OF = date(2026, 1, 1)
COLUMNS = (
    "visit_id", "visited_on", "patient_id", "name", "birth_date", "zip", "sex", "diagnosis", "hba1c", "ward_beds",
)  # fmt: skip

FIRST_NAMES = (
    "Ada Amir Ana Ben Carla Chen Dana Diego Ella Emre Fatima Felix Grace Hana Hugo Ines Ivan Jade Jonas Kofi "
    "Lena Liam Maya Milo Nadia Noah Olga Omar Petra Priya Rosa Sami Sara Theo Uma Vera Wanda Yara Yusuf Zoe"
).split()
LAST_NAMES = (
    "Abbott Baker Castillo Dubois Evans Fischer Garcia Haddad Ibrahim Jensen Kowalski Lopez Martin Nguyen "
    "O'Brien Patel Quinn Rossi Silva Tanaka Usman Vargas Weber Xu Young Zielinski"
).split()

# ZIP codes by the share of patients: most live near the clinic, a few come from far away.
ZIPS = {
    "02139": 13, "02138": 11, "02141": 7, "02142": 3, "02140": 6, "02143": 7, "02144": 6, "02145": 5, "02116": 4,
    "02130": 4, "02474": 5, "02476": 4, "02472": 5, "02458": 3, "02420": 3, "02421": 2, "02451": 3, "02452": 2,
    "02478": 3, "01960": 1.5, "01970": 2.5, "01902": 2, "01904": 1,
    "02903": 0.15, "03060": 0.15, "04101": 0.1, "10025": 0.15, "33139": 0.1, "60614": 0.1, "77005": 0.05, "94110": 0.1,
}  # fmt: skip

# ICD-10-CM codes by how often they bring somebody in: (young, middle-aged, old).
DIAGNOSES = {
    "J06.9": (30, 12, 6), "J45.909": (14, 6, 4), "H66.90": (9, 2, 1), "F41.1": (8, 10, 4), "F32.9": (5, 9, 5),
    "M54.5": (2, 12, 9), "E11.9": (1, 12, 16), "E11.65": (0, 4, 7), "E10.9": (2, 2, 1), "I10": (1, 16, 22),
    "E78.5": (0, 9, 11), "N39.0": (3, 5, 7), "K21.9": (2, 6, 5), "I48.91": (0, 1, 6), "C50.919": (0, 1, 2),
    "B20": (0, 0.6, 0.2), "O80": (1, 3, 0),
}  # fmt: skip
DIABETES = ("E10.9", "E11.9", "E11.65")
WOMEN_ONLY = ("O80", "C50.919")

Patient = dict[str, str]


def pick(random: Random, weights: Mapping[str, float]) -> str:
    """One key, drawn by its weight."""
    return random.choices(list(weights), list(weights.values()))[0]


def age(random: Random) -> float:
    """Years of age as in a clinic: children, a broad middle, many old people, and some over 89."""
    group = random.random()
    if group < 0.12:
        return random.uniform(0, 18)
    if group < 0.52:
        return random.uniform(18, 60)
    return min(104.0, abs(random.gauss(66, 12)))


def patients(random: Random, number: int) -> Iterator[Patient]:
    """Patients with what stays the same from visit to visit."""
    for serial in range(1, number + 1):
        born = AS_OF - timedelta(days=int(age(random) * 365.25))
        yield {
            "patient_id": f"P{serial:05d}",
            "name": f"{random.choice(FIRST_NAMES)} {random.choice(LAST_NAMES)}",
            "birth_date": "" if random.random() < 0.004 else born.isoformat(),
            "zip": "" if random.random() < 0.004 else pick(random, ZIPS),
            "sex": pick(random, {"F": 53, "M": 46.6, "": 0.4}),
        }


def visits(random: Random, number: int) -> Iterator[Patient]:
    """Rows of visits: most patients came once or twice, a few came often, and some have moved in between."""
    visit = 0
    for patient in patients(random, number):
        address = patient["zip"]
        for _ in range(min(12, 1 + int(random.expovariate(0.9)))):
            visit += 1
            if random.random() < 0.015:
                address = pick(random, ZIPS)
            row = {**patient, **findings(random, patient), "visit_id": f"V{visit:06d}", "zip": address}
            yield untidy(random, row)


def findings(random: Random, patient: Patient) -> Patient:
    """What one visit found."""
    born = date.fromisoformat(patient["birth_date"] or "1970-01-01")
    earliest = max(born, AS_OF - timedelta(days=365))
    years = (AS_OF - born).days / 365.25
    column = 0 if years < 25 else 1 if years < 60 else 2
    possible = [code for code in DIAGNOSES if patient["sex"] == "F" or code not in WOMEN_ONLY]
    diagnosis = pick(random, {code: DIAGNOSES[code][column] for code in possible})
    mean = 7.6 if diagnosis in DIABETES else 5.5
    return {
        "visited_on": (earliest + timedelta(days=random.randrange((AS_OF - earliest).days + 1))).isoformat(),
        "diagnosis": "" if random.random() < 0.02 else diagnosis,
        "hba1c": f"{max(4.0, random.gauss(mean, 0.9)):.1f}" if random.random() < 0.6 else "",
        "ward_beds": str(random.choice((12, 18, 24, 30))),
    }


def untidy(random: Random, row: Patient) -> Patient:
    """The same visit as somebody typed it."""
    row = dict(row)
    habit = random.random()
    if row["zip"] and habit < 0.03:
        row["zip"] += f"-{random.randrange(1000, 9999)}"
    elif habit < 0.05:
        row["zip"] = row["zip"].removeprefix("0")
    elif habit < 0.08:
        row["zip"] = f" {row['zip']} "
    if random.random() < 0.04:
        row["sex"] = row["sex"].lower()
    if random.random() < 0.03:
        row["diagnosis"] = f"{row['diagnosis'].lower()} "
    if random.random() < 0.02:
        row["patient_id"] = f" {row['patient_id']}"
    return row


def load(rows: Iterator[Patient], database: str) -> int:
    """Replace the table `raw.visits` by these rows, all text; returns how many there are."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "visits.csv")
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, COLUMNS)
            writer.writeheader()
            writer.writerows(rows)
        with duckdb.connect(database) as connection:
            connection.execute("create schema if not exists raw")
            connection.execute(
                "create or replace table raw.visits as select * from read_csv(?, header = true, all_varchar = true)",
                [str(path)],
            )
            loaded = connection.execute("select count(*) from raw.visits").fetchone()
    return int(loaded[0]) if loaded else 0


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Makes a clinic's visits and loads them into raw.visits.")
    parser.add_argument("--patients", type=int, default=7000)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--database", default="clinic.duckdb")
    arguments = parser.parse_args()
    rows = load(visits(Random(arguments.seed), arguments.patients), arguments.database)
    print(f"Loaded {rows:,} visits of {arguments.patients:,} invented patients into raw.visits.")


if __name__ == "__main__":
    main()
