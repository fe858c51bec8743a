"""Writes raw.loans and raw.titles into library.duckdb: sixty thousand invented loans, the same on every run."""

from __future__ import annotations

import random

import duckdb

BRANCHES = {"MAIN": 40, "NORTH": 18, "HARBOUR": 14, "MARKET": 12, "HILLTOP": 9, "RIVERSIDE": 7}
AGES = {"13-17": 12, "18-24": 14, "25-44": 34, "45-64": 25, "65+": 15}
SUBJECTS = ("crime", "travel", "history", "cooking", "science", "poetry", "health", "comics")
TITLES = [(f"{subject.title()} {number}", subject) for number in range(1, 41) for subject in SUBJECTS]
PATRONS = 9_000
LOANS = 60_000

# One title whose cells are known, and which nobody borrows otherwise: who borrowed it, by branch and age band.
KNOWN_TITLE = ("Coping with Debt", "health")
KNOWN = {("RIVERSIDE", "13-17"): 1, ("RIVERSIDE", "18-24"): 1, ("MAIN", "25-44"): 318, ("NORTH", "25-44"): 41}

Loan = tuple[str, str, str, str, int]


def patrons(seeded: random.Random) -> list[tuple[str, str, str]]:
    """Number, branch and age band of everybody with a card."""
    branches = seeded.choices(list(BRANCHES), list(BRANCHES.values()), k=PATRONS)
    ages = seeded.choices(list(AGES), list(AGES.values()), k=PATRONS)
    return [(f"P{n:05}", branch, age) for n, (branch, age) in enumerate(zip(branches, ages, strict=True))]


def loans(seeded: random.Random) -> list[Loan]:
    """Who borrowed what, where, and for how many days."""
    people, made = patrons(seeded), []
    for (branch, age), number in KNOWN.items():
        of_the_cell = [person for person in people if person[1:] == (branch, age)]
        made += [(*person, KNOWN_TITLE[0], seeded.randint(3, 28)) for person in of_the_cell[:number]]
    # Few titles are read by many, most by few; and some patrons borrow much.
    titles = seeded.choices(range(len(TITLES)), [1 / (rank + 2) for rank in range(len(TITLES))], k=LOANS)
    readers = seeded.choices(people, [1 / (1 + n % 50) for n in range(PATRONS)], k=LOANS)
    made += [(*reader, TITLES[title][0], seeded.randint(1, 28)) for reader, title in zip(readers, titles, strict=True)]
    seeded.shuffle(made)
    return made


def main() -> None:
    """Make the tables."""
    rows = loans(random.Random(20260101))
    columns = ("patron_id", "branch", "age_band", "title", "days_out")
    with duckdb.connect("library.duckdb") as connection:
        connection.execute("create schema if not exists raw")
        unnested = ", ".join(f"unnest(${name}) as {name}" for name in columns)
        given = dict(zip(columns, map(list, zip(*rows, strict=True)), strict=True))
        connection.execute(f"create or replace table raw.loans as select {unnested}", given)
        titles, subjects = map(list, zip(*[*TITLES, KNOWN_TITLE], strict=True))
        connection.execute(
            "create or replace table raw.titles as select unnest($titles) as title, unnest($subjects) as subject",
            {"titles": titles, "subjects": subjects},
        )
    print(f"made raw.loans with {len(rows):,} loans of {len(TITLES) + 1:,} titles")


if __name__ == "__main__":
    main()
