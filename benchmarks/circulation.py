"""Loans of an invented library, of which a benchmark publishes counts: row i is the same on every machine."""

from __future__ import annotations

import duckdb
from project import Project

BRANCHES, LOANS_PER_CELL = 50, 6

_LOANS = """
    create table raw.loans as
    select
        'P' || (hash(i) % $patrons) as patron,
        'B' || (hash(i + 1) % $branches) as branch,
        case hash(hash(i) % $patrons) % 4
            when 0 then '13-17'
            when 1 then '18-24'
            when 2 then '25-44'
            else '45+'
        end as age,
        'T' || floor($titles * power((hash(i + 3) % 1000003) / 1000003, 1.3))::int as title
    from range($loans) as numbers (i)
"""
_POLICY = """
models:
  - name: {name}
    config:
      meta:
        dbt_crowd:
          k: 5
{said}
          measures: {measures}
          rungs: [{{}}, {{age: wide}}, {{age: "*"}}]
          total_by: [[branch], []]
"""
_AGE = "{type: groups, levels: {wide: {13-24: [13-17, 18-24], 25+: [25-44, 45+]}}}"


def make(connection: duckdb.DuckDBPyConnection, cells: int) -> tuple[int, int]:
    """Fill `raw.loans`, and `raw.cells` with its GROUP BY; the loans and cells that there are."""
    connection.execute("create schema if not exists raw")
    numbers = {"patrons": max(cells // 2, 100), "branches": BRANCHES, "titles": cells // (4 * BRANCHES)}
    connection.execute(_LOANS, numbers | {"loans": cells * LOANS_PER_CELL})
    connection.execute(
        "create table raw.cells as select branch, age, title, count(*) as loans from raw.loans group by all"
    )
    [(loans, made)] = connection.execute(
        "select (select count(*) from raw.loans), (select count(*) from raw.cells)"
    ).fetchall()
    return int(loans), int(made)


def exact_release(project: Project) -> None:
    """Write a release of cells counted before, with exact totals by branch and age, by branch, and overall."""
    project.write("models/exact_counts.sql", "{{ dbt_crowd.release_counts(source('raw', 'cells')) }}\n")
    cells = "quasi_identifiers: {branch: suppress, age: suppress, title: suppress}"
    said = f"          input: cells\n          count: loans\n          totals: exact\n          {cells}"
    policy = _POLICY.format(name="exact_counts", said=said, measures="{loans: count}")
    policy = policy.replace('          rungs: [{}, {age: wide}, {age: "*"}]\n', "")
    policy = policy.replace("total_by: [[branch], []]", "total_by: [[branch, age], [branch], []]")
    project.write("models/exact_counts.yml", policy)


def release(project: Project) -> None:
    """Write the two releases: of loans, with persons counted, and of cells counted before."""
    cells = f"          quasi_identifiers: {{branch: suppress, age: {_AGE}, title: suppress}}"
    kinds = {
        "loans": (
            "          privacy_unit: patron\n          direct_identifiers: [patron]",
            "{loans: count, patrons: persons}",
        ),
        "cells": ("          input: cells\n          count: loans", "{loans: count}"),
    }
    for name, (said, measures) in kinds.items():
        project.write(f"models/{name}_counts.sql", f"{{{{ dbt_crowd.release_counts(source('raw', '{name}')) }}}}\n")
        policy = _POLICY.format(name=f"{name}_counts", said=f"{said}\n{cells}", measures=measures)
        project.write(f"models/{name}_counts.yml", policy)
    project.write(
        "models/sources.yml", "sources:\n  - name: raw\n    tables:\n      - name: loans\n      - name: cells\n"
    )
