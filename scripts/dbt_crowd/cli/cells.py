"""`crowd check --by`: how many cells of any table of counts are thin."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import typer

from dbt_crowd.cli.options import output
from dbt_crowd.dbt import Dbt
from dbt_crowd.errors import UsageError


@dataclass(frozen=True)
class CellsQuestion:
    """What the command line asks of a table of cells.

    Attributes:
        relation: A model, source or table.
        by: The columns that cells are made of.
        k: The least size of a cell that is not empty.
        count: The column with the count of each cell; None counts rows, or persons.
        privacy_unit: The person column.
        reveal: Whether thin cells are shown with their values.
    """

    relation: str
    by: tuple[str, ...]
    k: int
    count: str | None = None
    privacy_unit: str | None = None
    reveal: bool = False


@dataclass(frozen=True)
class CellsVerdict:
    """How many cells of a table are thin.

    Attributes:
        question: What was asked.
        figures: The figures of the macro `small_cells_query`.
        revealed: The thin cells, labels and then the count; empty unless asked for.
    """

    question: CellsQuestion
    figures: dict[str, int]
    revealed: tuple[tuple[Any, ...], ...] = ()

    @property
    def satisfied(self) -> bool:
        """Whether there are cells, each counted once by a whole number, and none is thin."""
        wrong = ("crowd_thin_cells", "crowd_bad_counts", "crowd_repeated_cells")
        return self.figures["crowd_cells"] > 0 and not any(self.figures.get(name) for name in wrong)

    def as_json(self) -> dict[str, Any]:
        """Gives the verdict as a machine reads it."""
        columns = {
            name: {"values": self.figures[f"crowd_values_{n}"], "thin": self.figures[f"crowd_thin_values_{n}"]}
            for n, name in enumerate(self.question.by, start=1)
        }
        whole = {name: value for name, value in self.figures.items() if "_values_" not in name}
        told = {"relation": self.question.relation, "k": self.question.k, "satisfied": self.satisfied, **whole}
        revealed = [dict(zip((*self.question.by, "count"), cell, strict=True)) for cell in self.revealed]
        return {**told, "columns": columns, **({"cells": revealed} if self.question.reveal else {})}

    def lines(self) -> Iterator[str]:
        """Gives the verdict for a person."""
        figures, k = self.figures, self.question.k
        cells = f"{figures['crowd_thin_cells']:,} of {figures['crowd_cells']:,} cells are thin, with less than k = {k}"
        yield f"{self.question.relation}: {'satisfied' if self.satisfied else 'NOT satisfied'}, {cells}."
        for number, name in enumerate(self.question.by, start=1):
            thin, values = figures[f"crowd_thin_values_{number}"], figures[f"crowd_values_{number}"]
            yield f"  {name}: {thin:,} of {values:,} values have a thin cell"
        if not figures["crowd_cells"]:
            yield "  there are no cells"
        if figures["crowd_bad_counts"]:
            yield f"  {figures['crowd_bad_counts']:,} cells have a count that is missing, negative or not whole"
        if figures.get("crowd_repeated_cells"):
            yield f"  {figures['crowd_repeated_cells']:,} cells stand there more than once"
        for cell in self.revealed:
            labels = ", ".join("NULL" if label is None else str(label) for label in cell[:-1])
            yield f"  {labels}: {cell[-1]:,}"


def cells_question(  # noqa: D417
    relation: str | None,
    by: str,
    k: int | None,
    count: str | None,
    privacy_unit: str | None,
    *,
    reveal: bool,
    others: Sequence[object],
) -> CellsQuestion:
    """Gives what is asked of a table of cells.

    Args:
        others: Options that go with releases or classes, each none or empty unless given.

    Raises:
        UsageError: Something is missing, or asked that cells do not have.
    """
    columns = tuple(name.strip() for name in by.split(",") if name.strip())
    if not columns:
        raise UsageError("--by must name the columns that cells are made of.")
    if relation is None:
        raise UsageError("--by judges one table: name it.")
    if k is None or k < 2:
        raise UsageError(f"--by needs --k, at least 2. Got: {'nothing' if k is None else k}.")
    if count and privacy_unit:
        raise UsageError("--count and --privacy-unit exclude each other: cells were counted, or persons are.")
    if any(others):
        raise UsageError("--by goes with --count, --privacy-unit, --k and --reveal alone.")
    return CellsQuestion(relation, columns, k, count, privacy_unit, reveal)


def judge_cells(dbt: Dbt, question: CellsQuestion) -> CellsVerdict:
    """Judges a table of cells as it stands."""
    arguments: dict[str, Any] = {"relation": question.relation, "by": list(question.by), "k": question.k}
    given = {"count": question.count, "privacy_unit": question.privacy_unit, "reveal": question.reveal or None}
    answer = dbt.run_operation("check_cells", arguments | {name: value for name, value in given.items() if value})
    return CellsVerdict(question, answer["figures"], tuple(tuple(cell) for cell in answer["cells"]))


def tell_cells(verdict: CellsVerdict, *, as_json: bool) -> int:
    """Prints a verdict; 0 when no cell is thin, 1 otherwise."""
    if as_json:
        typer.echo(json.dumps(verdict.as_json(), indent=2, ensure_ascii=False))
    else:
        for line in verdict.lines():
            output().print(line, markup=False, soft_wrap=True)
    return 0 if verdict.satisfied else 1
