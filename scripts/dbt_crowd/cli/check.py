"""`crowd check`: the judge on today's data, by the policy's rungs, by others, or on any table."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table

from dbt_crowd.cli.cells import cells_question, judge_cells, tell_cells
from dbt_crowd.cli.options import (
    DbtCommandLine,
    Json,
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
from dbt_crowd.errors import CrowdError, RefusedError, UsageError
from dbt_crowd.planner import OBJECTIVES, Rung, evaluate
from dbt_crowd.policy_rules import policy_faults
from dbt_crowd.rungs import name_rung, parse_rung
from dbt_crowd.warehouse import OpenSearch

_SHARES = "crowd_suppression_rate"


@dataclass(frozen=True)
class Question:
    """What the command line asks of a release.

    Attributes:
        rungs: Rungs in place of the policy's, as text.
        objectives: The objectives to compute, beside the judge's loss.
        k: In place of the policy's.
        max_suppression: In place of the policy's, as decimal text.
    """

    rungs: tuple[str, ...] = ()
    objectives: tuple[str, ...] = ()
    k: int | None = None
    max_suppression: str | None = None

    @property
    def is_what_if(self) -> bool:
        """Whether something else than the policy is judged."""
        return bool(self.rungs) or self.k is not None or self.max_suppression is not None

    def check(self) -> None:
        """Refuses what cannot be, before anything is asked of dbt.

        Raises:
            UsageError: A value is out of range, or there is no such objective.
        """
        _check_k(self.k)
        unknown = [name for name in self.objectives if name not in OBJECTIVES]
        if unknown:
            raise UsageError(f"--objective must be one of {', '.join(OBJECTIVES)}. Got: {', '.join(unknown)}.")
        if self.max_suppression is not None:
            _share(self.max_suppression)


@dataclass(frozen=True)
class Verdict:
    """What the judge said of one release or table.

    Attributes:
        model: Its name.
        k: What every class had to be.
        unit: What a class is counted in, `persons` or `rows`.
        rungs: The rungs judged, level names per column; none for a table.
        satisfied: Whether everything asked holds.
        faults: What does not hold, a sentence each, by criterion.
        warns: Whether the suppression budget is nearly used up.
        judge: The judge's row.
        objectives: Value per objective; lower is better.
        is_what_if: Whether something else than the policy was judged.
        costs: Suppressed rows by what suppresses them: `k`, each other kind of criterion alone, `several`; none where
            it is not known what they were taken from.
    """

    model: str
    k: int
    unit: str
    rungs: tuple[Mapping[str, str], ...]
    satisfied: bool
    faults: tuple[tuple[str, str], ...]
    warns: bool
    judge: Mapping[str, Any]
    objectives: Mapping[str, float]
    is_what_if: bool = False
    costs: Mapping[str, int] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Gives the verdict as a machine reads it."""
        rows, persons = (
            self.judge[f"crowd_input_{what}"] if f"crowd_input_{what}" in self.judge else self.judge[f"crowd_{what}"]
            for what in ("rows", "persons")
        )
        return {
            "model": self.model,
            "rows": rows,
            "persons": persons,
            "rungs": [dict(rung) for rung in self.rungs],
            "satisfied": self.satisfied,
            "warns": self.warns,
            **self.judge,
            "costs": dict(self.costs),
            "objectives": dict(self.objectives),
            "faults": [{"criterion": criterion, "words": words} for criterion, words in self.faults],
        }


def check(
    context: typer.Context,
    *,
    model: Annotated[
        str | None, typer.Argument(help="A release; with --quasi-identifiers, any table.", show_default=False)
    ] = None,
    select: Select = None,
    rungs: Annotated[
        list[str] | None,
        typer.Option(
            "--rung", metavar="RUNG", help="What if: these rungs, in order: zip=1,sex=value.", show_default=False
        ),
    ] = None,
    objectives: Annotated[
        list[str] | None,
        typer.Option("--objective", metavar="NAME", help=f"Say also: {', '.join(OBJECTIVES)}.", show_default=False),
    ] = None,
    k: Annotated[int | None, typer.Option("--k", help="What if: another k.", show_default=False)] = None,
    max_suppression: Annotated[
        str | None, typer.Option(metavar="SHARE", help="What if: another budget, 0 to 1.", show_default=False)
    ] = None,
    quasi_identifiers: Annotated[
        str | None, typer.Option(metavar="A,B", help="Judge a table by these columns and --k.", show_default=False)
    ] = None,
    privacy_unit: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="Of a table: count its persons, not rows.", show_default=False)
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(metavar="A,B", help="Look for a table's thin cells, made of these.", show_default=False),
    ] = None,
    count: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="With --by: the count of each cell.", show_default=False)
    ] = None,
    reveal: Annotated[bool, typer.Option("--reveal", help="With --by: show the thin cells, values and all.")] = False,
    as_json: Json = False,
    project_dir: ProjectDir = None,
    profiles_dir: ProfilesDir = None,
    target: Target = None,
    dbt_command: DbtCommandLine = None,
) -> int:
    """Judge a release on today's data: 0 when it keeps its policy, 1 when not. Nothing is written."""
    options = dbt_options(context, project_dir, profiles_dir, target, dbt_command)
    if by is not None:
        others = (select, rungs, objectives, max_suppression, quasi_identifiers)
        cells = cells_question(model, by, k, count, privacy_unit, reveal=reveal, others=others)
        return tell_cells(judge_cells(connect(options), cells), as_json=as_json)
    if count is not None or reveal:
        raise UsageError("--count and --reveal go with --by.")
    question = Question(tuple(rungs or ()), tuple(objectives or ()), k, max_suppression)
    question.check()
    if quasi_identifiers is not None or privacy_unit is not None:
        asked = _table_question(model, select, question, quasi_identifiers)
        verdicts = [judge_table(connect(options), *asked, privacy_unit=privacy_unit)]
        code, is_one = 0, True
    else:
        selection = selection_of(model, select)
        dbt = connect(options)
        found = releases(dbt, selection)
        code, is_one = 0, len(found) == 1
        verdicts = []
        for release in found:
            try:
                verdicts.append(judge_release(dbt, options.project, release, question))
            except CrowdError as error:
                if is_one:
                    raise
                messages().print(str(error), markup=False, soft_wrap=True)
                code = max(code, error.exit_code)
    _tell(verdicts, as_json=as_json, is_one=is_one)
    return max([code, *(0 if verdict.satisfied else 1 for verdict in verdicts)])


def judge_release(dbt: Dbt, project: Path, release: CompiledModel, question: Question) -> Verdict:
    """Judges a release by its policy, or by what the question puts in its place.

    Raises:
        RefusedError: The policy has faults, or no rungs.
        UsageError: A rung or an objective that cannot be computed was asked for.
    """
    faults = policy_faults(project, release.name)
    if faults:
        raise RefusedError("\n".join(fault.message for fault in faults))
    which = {"model": release.name, "version": release.version}
    told = dbt.run_operation("policy_levels", which)
    asked = [parse_rung(text, told["columns"]) for text in question.rungs]
    rungs = asked or [tuple(rung) for rung in told["rungs"]]
    more = tuple(name for name in question.objectives if name != "loss")
    if more and len(rungs) > 1:
        raise UsageError(f"{', '.join(more)} can be computed for one rung only; for several there is the loss.")
    changes: dict[str, Any] = {"rungs": [list(rung) for rung in asked] or None, "k": question.k}
    if question.max_suppression is not None:
        changes["max_suppression"] = _share(question.max_suppression)
    given = {name: value for name, value in changes.items() if value is not None}
    answer = dbt.run_operation("check", {**which, "header": release.header, **given})
    judge = answer["judge"]
    objectives = {} if judge.get("crowd_loss") is None else {"loss": judge["crowd_loss"]}
    if more:
        objectives |= _objectives(dbt, release, rungs[0], more, answer["k"])
    return Verdict(
        model=answer["model"],
        k=answer["k"],
        unit="persons" if answer["privacy_unit"] else "rows",
        rungs=tuple(name_rung(rung, told["columns"]) for rung in rungs),
        satisfied=answer["satisfied"],
        faults=tuple((fault["criterion"], fault["words"]) for fault in answer["faults"]),
        warns=answer["warns"],
        judge=judge,
        objectives=objectives,
        is_what_if=question.is_what_if,
        costs=_costs(answer["costs"]),
    )


def judge_table(
    dbt: Dbt, relation: str, quasi_identifiers: Sequence[str], k: int, *, privacy_unit: str | None
) -> Verdict:
    """Judges a table as it stands, by k alone."""
    arguments = {"relation": relation, "quasi_identifiers": list(quasi_identifiers), "k": k}
    if privacy_unit is not None:
        arguments["privacy_unit"] = privacy_unit
    answer = dbt.run_operation("check_relation", arguments)
    judge = answer["judge"]
    faults = []
    if not judge["crowd_rows"]:
        faults.append(("rows", "the table has no rows"))
    elif not answer["satisfied"]:
        faults.append(("k", f"the smallest crowd is {judge['crowd_smallest_class']:,}, k asks for {k}"))
    return Verdict(
        model=relation,
        k=k,
        unit="rows" if privacy_unit is None else "persons",
        rungs=(),
        satisfied=answer["satisfied"],
        faults=tuple(faults),
        warns=False,
        judge=judge,
        objectives={},
    )


def verdict_lines(verdict: Verdict) -> Iterator[str | Table]:
    """Gives the verdict for a person: sentences, and the table of the judge's figures."""
    judge, unit = verdict.judge, verdict.unit
    if verdict.satisfied:
        asked = f"the smallest crowd is {judge['crowd_smallest_class']:,} {unit}, k asks for {verdict.k}"
        yield f"{verdict.model}: satisfied, {asked}."
    else:
        yield f"{verdict.model}: NOT satisfied."
        yield from (f"  {criterion}: {words}" for criterion, words in verdict.faults)
    for number, rung in enumerate(verdict.rungs, start=1):
        yield f"  rung {number}  " + ", ".join(f"{column}: {level}" for column, level in rung.items())
    yield ""
    yield _figures(judge)
    yield ""
    if verdict.costs:
        yield _cost(verdict)
    if verdict.warns and verdict.satisfied:
        used = f"{judge['crowd_suppressed_persons']:,} of {judge['crowd_suppression_budget']:,} {unit}"
        yield f"Warning: the suppression budget is nearly used up, {used}."
    yield from (f"{name}: {value:.6g} (lower is better)" for name, value in verdict.objectives.items())
    if verdict.is_what_if:
        yield "A what-if: the policy says something else, and nothing was written."


def _objectives(dbt: Dbt, release: CompiledModel, rung: Rung, names: Sequence[str], k: int) -> dict[str, float]:
    """Values of one rung that need more than the judge's figures: it is measured as `crowd solve` does."""
    with OpenSearch(dbt, release) as opened:
        problem = opened.problem(k=k)
        [measured] = opened.measure([rung], k, shares="loss_geometric" in names, entropy="entropy" in names)
        return {name: evaluate(problem, rung, measured, name) for name in names}


def _tell(verdicts: Sequence[Verdict], *, as_json: bool, is_one: bool) -> None:
    if as_json:
        told = [verdict.as_json() for verdict in verdicts]
        typer.echo(json.dumps(told[0] if is_one else told, indent=2, ensure_ascii=False))
        return
    console = output()
    for number, verdict in enumerate(verdicts):
        if number:
            console.print()
        for line in verdict_lines(verdict):
            if isinstance(line, str):
                console.print(line, markup=False, soft_wrap=True)
            else:
                console.print(line)


def _figures(judge: Mapping[str, Any]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("figure")
    table.add_column("value", justify="right")
    for name, value in judge.items():
        if value is not None and name != "crowd_satisfied":
            table.add_row(name, _shown(name, value))
    return table


def _shown(name: str, value: float) -> str:
    if name == _SHARES:
        return f"{100 * value:.2f} %"
    return f"{value:,}" if isinstance(value, int) else f"{value:.6g}"


def _costs(told: Mapping[str, int]) -> dict[str, int]:
    """What each criterion costs; that several share a row is said where there are several."""
    return {name: rows for name, rows in told.items() if name != "several" or len(told) > 3}


def _cost(verdict: Verdict) -> str:
    judge, costs = verdict.judge, verdict.costs
    text = f"k = {verdict.k} costs {costs['k']:,} of {judge['crowd_input_rows']:,} rows"
    alone = " alone" if "several" in costs else ""
    for name, rows in costs.items():
        if name != "k":
            text += f", several at once {rows:,}" if name == "several" else f", {name}{alone} {rows:,}"
    if verdict.unit == "persons":
        losers = f"{judge['crowd_suppressed_persons']:,} of {judge['crowd_input_persons']:,} persons lose some"
        text += f", in which {losers}" if len(costs) == 1 else f"; {losers}"
    return f"{text}; the budget is {judge['crowd_suppression_budget']:,} {verdict.unit}."


def _table_question(
    relation: str | None, select: Sequence[str] | None, question: Question, quasi_identifiers: str | None
) -> tuple[str, list[str], int]:
    """What is asked of a table.

    Raises:
        UsageError: Something is missing, or asked that only a release has.
    """
    columns = [name.strip() for name in (quasi_identifiers or "").split(",") if name.strip()]
    if not columns:
        raise UsageError("--privacy-unit goes with --quasi-identifiers: a release has its own in its policy.")
    if relation is None or select:
        raise UsageError("--quasi-identifiers judges one table: name it.")
    if question.k is None:
        raise UsageError("--quasi-identifiers needs --k: a table has no policy.")
    if question.rungs or question.objectives or question.max_suppression is not None:
        raise UsageError("--rung, --objective and --max-suppression are asked of releases, not of tables.")
    return relation, columns, question.k


def _check_k(k: int | None) -> None:
    if k is not None and k < 2:
        raise UsageError(f"--k must be at least 2. Got: {k}.")


def _share(text: str) -> str:
    """A share as plain decimal text."""
    try:
        share = Decimal(text)
    except InvalidOperation:
        share = Decimal(-1)
    if share.is_nan() or not 0 <= share <= 1:
        raise UsageError(f"--max-suppression must be a number from 0 to 1. Got: {text}.")
    return f"{share:f}"
