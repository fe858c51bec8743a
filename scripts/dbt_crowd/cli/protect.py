"""`crowd protect`: finds what must be hidden so that exact totals can be published, and proves it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import typer

from dbt_crowd.cli.options import (
    DbtCommandLine,
    Json,
    Model,
    ProfilesDir,
    ProjectDir,
    Select,
    Target,
    dbt_options,
    messages,
    output,
    selection_of,
)
from dbt_crowd.dbt import CompiledModel, Dbt, connect, releases
from dbt_crowd.errors import CrowdError, RefusedError
from dbt_crowd.policy_rules import policy_faults
from dbt_crowd.protection import KINDS, Line, Plan, Problem, ProtectionError, protect, verify

PART = 6_000
"""So many numbers, or rows of the certificate, are written at once: a command line has its limits."""


def protect_command(
    context: typer.Context,
    *,
    model: Model = None,
    select: Select = None,
    as_json: Json = False,
    project_dir: ProjectDir = None,
    profiles_dir: ProfilesDir = None,
    target: Target = None,
    dbt_command: DbtCommandLine = None,
) -> int:
    """Find what must be hidden so that counts can be published with exact totals, before `dbt build`."""
    options = dbt_options(context, project_dir, profiles_dir, target, dbt_command)
    selection = selection_of(model, select)
    dbt = connect(options)
    told = []
    for release in releases(dbt, selection):
        faults = policy_faults(options.project, release.name)
        if faults:
            raise RefusedError("\n".join(fault.message for fault in faults))
        told.append(protect_release(dbt, release))
    if as_json:
        typer.echo(json.dumps(told[0] if len(told) == 1 else told, indent=2))
        return 0
    for one in told:
        for line in _lines(one):
            output().print(line, markup=False, soft_wrap=True)
    return 0


def protect_release(dbt: Dbt, release: CompiledModel) -> dict[str, Any]:
    """Protects one release, and writes pattern and certificate to its private schema.

    Returns:
        How many cells, how many of them are hidden and why, and what it took.

    Raises:
        RefusedError: Nothing protects it.
        CrowdError: What the planner found is not proven, which is a fault of this program.
    """
    messages().print("counting the cells", markup=False)
    opened = dbt.run_operation("protect_open", {"model": release.unique_id, "header": release.header})
    problem, cells, lines = problem_of(opened)
    messages().print(f"protecting {len(cells):,} cells and {len(lines):,} totals", markup=False)
    started = time.perf_counter()
    try:
        plan = protect(problem)
        unproven = verify(problem, plan)
    except ProtectionError as error:
        raise RefusedError(f"{opened['model']}: {error}") from error
    if unproven:
        raise CrowdError(f"{opened['model']}: what was found is not proven: {'; '.join(unproven)}")
    seconds = time.perf_counter() - started
    for part in parts_of(problem, plan, cells, lines):
        dbt.run_operation("protect_write", {"model": release.unique_id, **part})
    published = [n for n in range(len(cells)) if n not in problem.thin and n not in plan.pattern.complements]
    return {
        "model": opened["model"],
        "cells": len(cells),
        "thin_cells": len(problem.thin),
        "complements": len(plan.pattern.complements),
        "folds": len(problem.folds),
        "hidden_folds": len(plan.pattern.hidden_folds),
        "totals": len(lines),
        "withdrawn_totals": len(plan.pattern.withdrawn),
        "kept_cells": len(published) / max(len(cells), 1),
        "kept_count": sum(problem.counts[n] for n in published) / max(sum(problem.counts), 1),
        "tables": len(plan.tables),
        "seconds": seconds,
    }


def problem_of(opened: Mapping[str, Any]) -> tuple[Problem, list[int], list[int]]:
    """The planner's problem of what `protect_open` printed, with the numbers of its cells and of its totals."""
    numbers = {
        name: [int(each) for each in (text or "").split(",") if each] for name, text in opened["numbers"].items()
    }
    cells, persons, k = numbers["crowd_cell"], numbers["crowd_persons"], opened["k"]
    folds: dict[int, list[int]] = {}
    for place, fold in enumerate(numbers["crowd_fold"]):
        if fold:
            folds.setdefault(fold, []).append(place)
    folded = {place for places in folds.values() for place in places}
    parts: dict[int, list[int]] = {}
    for name in sorted((name for name in numbers if name.startswith("crowd_line_")), key=_last_number):
        for place, line in enumerate(numbers[name]):
            parts.setdefault(line, []).append(place)
    counts = numbers["crowd_count"]
    problem = Problem(
        counts=counts,
        persons=persons,
        suppressed=frozenset(n for n, of_cell in enumerate(persons) if of_cell < k and n not in folded),
        folds=tuple(frozenset(places) for places in folds.values()),
        lines=tuple(Line(tuple(places), sum(counts[n] for n in places)) for places in parts.values()),
        k=k,
        protection=opened["protection"],
        counts_are_persons=opened["counts_are_persons"],
    )
    return problem, cells, list(parts)


def parts_of(problem: Problem, plan: Plan, cells: Sequence[int], lines: Sequence[int]) -> Iterator[dict[str, Any]]:
    """What is written, in parts that fit on a command line."""
    pattern = plan.pattern
    hidden = pattern.complements | {n for fold in pattern.hidden_folds for n in problem.folds[fold]}
    numbers = sorted(cells[n] for n in hidden)
    withdrawn = sorted(lines[n] for n in pattern.withdrawn)
    rows = [f"{table},{KINDS.index(kind)},{cells[n]},{move}" for table, kind, n, move in plan.rows()]
    for start in range(0, len(numbers), PART):
        yield {"cells": numbers[start : start + PART]}
    for start in range(0, len(withdrawn), PART):
        yield {"lines": withdrawn[start : start + PART]}
    for start in range(0, len(rows), PART):
        yield {"certificate": ";".join(rows[start : start + PART])}


def _last_number(name: str) -> int:
    return int(name.rsplit("_", 1)[1])


def _lines(told: Mapping[str, Any]) -> Iterator[str]:
    """What was found, for a person."""
    hidden = f"{told['thin_cells']:,} thin and {told['complements']:,} beside them"
    kept = f"the others have {told['kept_count']:.1%} of the count"
    yield f"{told['model']}: of {told['cells']:,} cells {hidden} are hidden; {kept}."
    if told["folds"]:
        yield f"  {told['folds'] - told['hidden_folds']:,} of {told['folds']:,} folds are published"
    yield f"  {told['totals'] - told['withdrawn_totals']:,} of {told['totals']:,} totals are published"
    yield f"Proven by {told['tables']:,} tables, in {told['seconds']:.1f} s. Next: dbt build -s {told['model']}"
