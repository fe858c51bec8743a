"""What a search for ladders found, in words, tables and JSON. Pure: from counts and names to text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from dbt_crowd.planner import LadderCandidate, LadderOutcome
from dbt_crowd.rungs import name_rung

Columns = Sequence[Mapping[str, Any]]

OUTLOOK_SIZES = (1, 2, 4)


def ladder_table(ladder: LadderCandidate, columns: Columns) -> Table:
    """Tabulate the rungs of a ladder with the rows of each; a level is named where it differs from the rung before."""
    published = sum(ladder.served)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("")
    table.add_column("rows published", justify="right", no_wrap=True)
    table.add_column("rung", overflow="fold")
    before: dict[str, str] = {}
    for place, (rung, rows) in enumerate(zip(ladder.rungs, ladder.served, strict=True), start=1):
        names = name_rung(rung, columns)
        told = ", ".join(f"{column}: {level}" for column, level in names.items() if before.get(column) != level)
        table.add_row(str(place), f"{rows:,} ({_percent(rows, published)})", Text(f"but {told}" if before else told))
        before = names
    return table


def level_lines(ladder: LadderCandidate, columns: Columns) -> list[str]:
    """Say per column which share of the published rows has which level: `zip: 71 % 5 digits, 29 % *`."""
    published = sum(ladder.served)
    told = []
    for column, rows in level_rows(ladder, columns).items():
        shares = ", ".join(f"{_percent(count, published, digits=0)} {level}" for level, count in rows.items())
        told.append(f"  {column}: {shares}")
    return told


def level_rows(ladder: LadderCandidate, columns: Columns) -> dict[str, dict[str, int]]:
    """Count per column the rows that are published at each level, finest level first."""
    found: dict[str, dict[str, int]] = {}
    for j, column in enumerate(columns):
        levels = sorted({rung[j] for rung in ladder.rungs})
        rows = dict.fromkeys(levels, 0)
        for rung, count in zip(ladder.rungs, ladder.served, strict=True):
            rows[rung[j]] += count
        found[str(column["name"])] = {str(column["levels"][level]): count for level, count in rows.items() if count}
    return found


def ladder_proof(outcome: LadderOutcome, objective: str) -> str:
    """Say in one sentence what is known of a ladder."""
    measured = (
        f"{outcome.ladders_measured:,} ladders measured, {outcome.insertions_weighed:,} insertions weighed,"
        f" {outcome.batches:,} batches"
    )
    if not outcome.complete:
        return f"The ladder is not proven to be the best; the search was stopped ({measured})."
    if outcome.polished:
        return (
            f"The ladder is not proven to be the best. None that differs from it in one level of one rung has a lower"
            f" {objective} ({measured})."
        )
    return f"The ladder is not proven to be the best ({measured})."


def outlook(best: Sequence[LadderCandidate], objective: str, *, proven: bool, helped: bool) -> str:
    """Say what 1, 2 and 4 rungs lose, as far as it was measured.

    Args:
        best: Per number of rungs, from 1, the best ladder measured.
        objective: What is compared.
        proven: Whether one rung is proven to be no better.
        helped: Whether the last rung of `best` helped and the search went no further only because it was told so.
    """
    told = []
    for size in OUTLOOK_SIZES:
        if size <= len(best):
            note = " (proven)" if size == 1 and proven else ""
            told.append(f"{size} rung{'' if size == 1 else 's'} {value_text(best[size - 1].value)}{note}")
    line = f"Measured {objective}: {', '.join(told)}."
    if len(best) < max(OUTLOOK_SIZES) and not helped:
        found = (
            f"No rung more was found to help than {len(best)}."
            if len(best) > 1
            else "No second rung was found to help."
        )
        return f"{line} {found}"
    return line


def ladder_json(ladder: LadderCandidate, outcome: LadderOutcome, columns: Columns) -> dict[str, Any]:
    """Give a ladder as a machine reads it."""
    return {
        "rungs": [name_rung(rung, columns) for rung in ladder.rungs],
        "value": ladder.value,
        "suppressed_rows": ladder.suppressed_rows,
        "suppressed_persons": ladder.suppressed_persons,
        "classes": ladder.classes,
        "min_class_size": ladder.smallest,
        "rows_by_rung": list(ladder.served),
        "rows_by_level": level_rows(ladder, columns),
        "ladders_measured": outcome.ladders_measured,
        "insertions_weighed": outcome.insertions_weighed,
        "batches": outcome.batches,
        "complete": outcome.complete,
    }


def _percent(rows: int, of: int, digits: int = 2) -> str:
    share = 100 * rows / of if of else 0.0
    return f"{share:.{digits}f} %" if not rows or share >= 0.5 or digits else "<1 %"


def value_text(value: float) -> str:
    """Write the value of an objective: whole thousands, or six decimals."""
    return f"{value:,.6g}" if abs(value) >= 1000 else f"{value:.6f}"
