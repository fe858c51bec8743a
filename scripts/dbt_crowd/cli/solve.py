"""`crowd solve`: finds the rungs of a release that keep the most, and writes them into the policy."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskID, TextColumn

from dbt_crowd import ladder_report, report
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
    say_table,
    selection_of,
)
from dbt_crowd.dbt import CompiledModel, Dbt, connect, releases
from dbt_crowd.errors import CrowdError, RefusedError, UsageError
from dbt_crowd.planner import (
    LADDER_OBJECTIVES,
    OBJECTIVES,
    LadderOutcome,
    Outcome,
    PlannerError,
    Problem,
    Remedy,
    Rung,
    budget_of,
    first_of,
    greedy,
    grow_ladder,
    remedies,
    search,
    what_ifs,
)
from dbt_crowd.policy_file import plan_rungs, policy_location
from dbt_crowd.policy_rules import policy_faults
from dbt_crowd.report import Finding
from dbt_crowd.rungs import name_rung, parse_rung
from dbt_crowd.warehouse import OpenSearch

OUTLOOK_RUNGS = 4
OUTLOOK_SECONDS = 5.0
"""What is spent at most on saying what more rungs would keep, where the policy does not ask for them."""
OUTLOOK_TUPLES = 250_000
"""Where a table has more distinct tuples, that is not measured unless it is asked for: one question takes seconds."""


@dataclass(frozen=True)
class Wish:
    """What the command line asks for, beside the model.

    Attributes:
        k: In place of the policy's.
        max_suppression: In place of the policy's, as decimal text.
        objective: In place of the policy's.
        by_greed: Follow the greedy procedure instead of searching.
        tries: Rungs to try in order instead of searching, as text.
        time_limit: Seconds after which the search is stopped.
        dry_run: Write nothing.
        max_rungs: In place of the policy's.
    """

    k: int | None
    max_suppression: str | None
    objective: str | None
    by_greed: bool
    tries: tuple[str, ...]
    time_limit: float | None
    dry_run: bool
    max_rungs: int | None = None

    @property
    def is_what_if(self) -> bool:
        """Whether something else than the policy's own best rung is asked for, which is never written."""
        changed = (self.k, self.max_suppression, self.objective, self.max_rungs)
        return self.by_greed or bool(self.tries) or any(each is not None for each in changed)

    @property
    def writes(self) -> bool:
        """Whether the rung found goes into the policy."""
        return not (self.is_what_if or self.dry_run)

    def check(self) -> None:
        """Refuse what cannot be, before anything is asked of dbt.

        Raises:
            UsageError: a value is out of range, or two procedures are asked for.
        """
        if self.k is not None and self.k < 2:
            raise UsageError(f"--k must be at least 2. Got: {self.k}.")
        if self.objective is not None and self.objective not in OBJECTIVES:
            raise UsageError(f"--objective must be one of {', '.join(OBJECTIVES)}. Got: {self.objective}.")
        if self.max_rungs is not None and self.max_rungs < 1:
            raise UsageError(f"--max-rungs must be at least 1. Got: {self.max_rungs}.")
        if self.max_rungs is not None and (self.by_greed or self.tries):
            raise UsageError("--greedy and --try find one rung; leave --max-rungs out.")
        if self.by_greed and self.tries:
            raise UsageError("--greedy and --try are two procedures; ask for one.")
        if self.max_suppression is not None:
            try:
                budget_of(self.max_suppression, 0)
            except PlannerError as error:
                raise UsageError(f"--max-suppression: {error}.") from error


def solve(
    context: typer.Context,
    *,
    model: Model = None,
    select: Select = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be written, and write nothing.")] = False,
    k: Annotated[int | None, typer.Option("--k", help="What if: another k.", show_default=False)] = None,
    max_suppression: Annotated[
        str | None, typer.Option(metavar="SHARE", help="What if: another budget, 0 to 1.", show_default=False)
    ] = None,
    objective: Annotated[
        str | None, typer.Option(metavar="NAME", help=f"What if: {', '.join(OBJECTIVES)}.", show_default=False)
    ] = None,
    max_rungs: Annotated[
        int | None, typer.Option(metavar="N", help="What if: a ladder of up to so many rungs.", show_default=False)
    ] = None,
    by_greed: Annotated[
        bool, typer.Option("--greedy", help="What if: raise the column with most distinct values until k holds.")
    ] = False,
    tries: Annotated[
        list[str] | None,
        typer.Option(
            "--try", metavar="RUNG", help="What if: the first of these that holds: zip=1,sex=value.", show_default=False
        ),
    ] = None,
    time_limit: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="Stop searching, and say how far from proven.", min=0)
    ] = None,
    as_json: Json = False,
    project_dir: ProjectDir = None,
    profiles_dir: ProfilesDir = None,
    target: Target = None,
    dbt_command: DbtCommandLine = None,
) -> int:
    """Find the rung of a release that keeps the most, prove it, and write it into the policy.

    Where the policy's max_rungs allows several, find a ladder that keeps more. What-ifs (--k, --max-suppression,
    --objective, --max-rungs, --greedy, --try) never write.
    """
    wish = Wish(k, max_suppression, objective, by_greed, tuple(tries or ()), time_limit, dry_run, max_rungs)
    wish.check()
    selection = selection_of(model, select)
    options = dbt_options(context, project_dir, profiles_dir, target, dbt_command)
    with _Progress(quiet=as_json) as progress:
        progress.say("reading the dbt project")
        dbt = connect(options)
        found = releases(dbt, selection)
    told: list[dict[str, Any]] = []
    code = 0
    for release in found:
        solver = _Solver(dbt, release, wish, options.project, started=context.obj.started, as_json=as_json)
        try:
            finding = solver.run()
        except CrowdError as error:
            if len(found) == 1:
                raise
            messages().print(str(error), markup=False, soft_wrap=True)
            code = max(code, error.exit_code)
            continue
        told.append(report.as_json(finding))
        code = max(code, 0 if finding.outcome.chosen else 1)
    if as_json:
        typer.echo(json.dumps(told[0] if len(found) == 1 else told, indent=2, ensure_ascii=False))
    return code


class _Solver:
    """One release, from its input to the rung in its policy."""

    def __init__(
        self, dbt: Dbt, release: CompiledModel, wish: Wish, project: Path, *, started: float, as_json: bool
    ) -> None:
        self._dbt = dbt
        self._release = release
        self._wish = wish
        self._project = project
        self._started = started
        self._console = Console(file=io.StringIO()) if as_json else output()
        self._as_json = as_json
        self._policy: Mapping[str, Any] = {}

    def run(self) -> Finding:
        """Find, tell, write."""
        self._refuse_faults()
        if self._wish.writes:
            policy_location(self._release, self._project)
        finding = self._find()
        self._refuse_nothing(finding)
        self._tell(finding)
        self._write(finding)
        return finding

    def _refuse_faults(self) -> None:
        """Refuse what only the YAML files show, and rungs to try that are none, before the data is read."""
        faults = policy_faults(self._project, self._release.name)
        if faults:
            raise RefusedError("\n".join(fault.message for fault in faults))
        if self._wish.tries:
            arguments = {"model": self._release.name, "version": self._release.version}
            columns = self._dbt.run_operation("policy_levels", arguments)["columns"]
            for text in self._wish.tries:
                parse_rung(text, columns)

    def _refuse_nothing(self, finding: Finding) -> None:
        """Refuse a best rung that releases no row, as the release would be refused."""
        chosen = finding.outcome.chosen
        if chosen is not None and not chosen.classes and not self._policy["allow_empty"]:
            raise RefusedError(
                f"dbt_crowd: {finding.model}: every rung that holds suppresses all rows, and allow_empty is not set."
                " See docs/policy.md#allow_empty"
            )

    def _find(self) -> Finding:
        begun = time.perf_counter()
        with _Progress(quiet=self._as_json) as told:
            told.say("counting the input")
            with OpenSearch(self._dbt, self._release) as opened:
                scanned = time.perf_counter()
                self._policy = opened.policy
                wish = self._wish
                problem = opened.problem(k=wish.k, max_suppression=wish.max_suppression, objective=wish.objective)
                self._refuse_ladder(opened, problem)
                outcome = self._plan(opened, problem, told)
                found = self._remedies(opened, problem, outcome)
                searched = time.perf_counter()
                ladder = self._ladder(opened, problem, outcome, told, spent=searched - scanned)
                done = time.perf_counter()
                outlook = self._outlook(opened, problem, outcome, told)
        return Finding(
            model=opened.policy["name"],
            problem=problem,
            columns=opened.columns,
            outcome=outcome,
            remedies=found,
            rows_without_person=opened.rows_without_person,
            scan=scanned - begun,
            search=done - scanned,
            total=time.perf_counter() - self._started,
            criteria=opened.criteria,
            is_mendable=opened.is_mendable,
            ladder=ladder,
            outlook=outlook,
        )

    @property
    def _max_rungs(self) -> int:
        """How many rungs are asked for; a procedure that is no search finds one."""
        if self._wish.by_greed or self._wish.tries:
            return 1
        return self._wish.max_rungs or int(self._policy["max_rungs"])

    def _refuse_ladder(self, opened: OpenSearch, problem: Problem) -> None:
        """Refuse to look for a ladder where it could not be measured."""
        if self._max_rungs == 1:
            return
        subject = f"dbt_crowd: {self._policy['name']}: "
        if problem.objective not in LADDER_OBJECTIVES:
            raise RefusedError(
                f"{subject}the objective {problem.objective} is not defined for a ladder, whose labels are of several"
                f" levels. Use one of {', '.join(LADDER_OBJECTIVES)}, or max_rungs: 1. See docs/driver.md#ladders"
            )
        if opened.beyond_ladders:
            raise RefusedError(
                f"{subject}a ladder cannot be searched with {' and '.join(opened.beyond_ladders)}, only built and"
                " judged. Use max_rungs: 1, or write the rungs yourself and ask crowd check. See docs/driver.md#ladders"
            )

    def _ladder(
        self, opened: OpenSearch, problem: Problem, outcome: Outcome, told: _Progress, *, spent: float
    ) -> LadderOutcome | None:
        """Grow a ladder from the best rung, where the policy allows more than one."""
        if self._max_rungs == 1 or outcome.chosen is None:
            return None
        limit = None if self._wish.time_limit is None else max(0.0, self._wish.time_limit - spent)
        grow = _growing(opened, problem, outcome.chosen.rung, told)
        return grow(max_rungs=self._max_rungs, time_limit=limit)

    def _outlook(self, opened: OpenSearch, problem: Problem, outcome: Outcome, told: _Progress) -> LadderOutcome | None:
        """Measure what a few more rungs than the policy allows would keep, cheaply."""
        can_be = problem.objective in LADDER_OBJECTIVES and not opened.beyond_ladders and self._dbt.keeps_process
        searched = outcome.procedure == "search" and can_be and opened.tuples <= OUTLOOK_TUPLES
        if self._max_rungs >= OUTLOOK_RUNGS or outcome.chosen is None or not searched:
            return None
        grow = _growing(opened, problem, outcome.chosen.rung, told)
        return grow(max_rungs=OUTLOOK_RUNGS, time_limit=OUTLOOK_SECONDS, thorough=False)

    def _plan(self, opened: OpenSearch, problem: Problem, told: _Progress) -> Outcome:
        measure = opened.measure_for(problem)
        if self._wish.by_greed:
            return greedy(problem, measure, batch_size=self._dbt.batch_size)
        if self._wish.tries:
            rungs = [parse_rung(text, opened.columns) for text in self._wish.tries]
            return first_of(problem, measure, rungs, batch_size=self._dbt.batch_size)
        outcome = search(
            problem,
            opened.measure_for(problem, within_budget=True),
            batch_size=self._dbt.batch_size,
            time_limit=self._wish.time_limit,
            on_progress=told.progress,
        )
        if outcome.closest is None or not problem.wants_entropy:
            return outcome
        # It misses the budget, so that the search did not ask for all of its value.
        return replace(outcome, closest=first_of(problem, measure, [outcome.closest.rung]).closest)

    def _remedies(self, opened: OpenSearch, problem: Problem, outcome: Outcome) -> tuple[Remedy, ...]:
        """Weigh what would make the policy reachable, where it is proven not to be for want of budget."""
        closest = outcome.closest
        if outcome.reachable or closest is None or closest.refused or outcome.procedure != "search":
            return ()
        asked = what_ifs(problem, closest.rung if opened.is_mendable else None)
        counts = opened.measure([each.rung for each in asked], [each.k for each in asked]) if asked else []
        return remedies(problem, closest.suppressed_persons, asked, counts)

    def _tell(self, finding: Finding) -> None:
        say = self._console.print
        say(report.question(finding), markup=False, soft_wrap=True)
        say()
        if finding.outcome.chosen or finding.outcome.tried:
            say_table(self._console, report.best_table(finding))
            say()
        told = [*report.shortfall(finding), *report.notes(finding), report.proof(finding)]
        for line in told:
            say(line, markup=False, soft_wrap=True)
        self._tell_ladder(finding)
        for line in [*report.outlook(finding), report.timing(finding)]:
            say(line, markup=False, soft_wrap=True)

    def _tell_ladder(self, finding: Finding) -> None:
        """Show the ladder, where one was asked for."""
        if finding.ladder is None or finding.ladder.chosen is None:
            return
        say = self._console.print
        say()
        say_table(self._console, ladder_report.ladder_table(finding.ladder.chosen, finding.columns))
        say()
        for line in report.ladder_lines(finding):
            say(line, markup=False, soft_wrap=True)

    def _write(self, finding: Finding) -> None:
        chosen = finding.outcome.chosen
        if chosen is None:
            return
        if self._wish.is_what_if:
            self._console.print("A what-if: nothing was written.")
            return
        location = policy_location(self._release, self._project)
        edit = plan_rungs(location, [name_rung(rung, finding.columns) for rung in finding.rungs])
        say = self._console.print
        ladder = len(self._policy["rungs"])
        too_long = ladder > 1 and self._max_rungs == 1
        replaced = [f"The ladder of {ladder} rungs is replaced by one rung: max_rungs is 1."] if too_long else []
        for note in [*replaced, *edit.notes]:
            say(note, markup=False, soft_wrap=True)
        if not edit.diff:
            say(f"{location.shown} has these rungs already.", markup=False, soft_wrap=True)
            return
        say()
        say(edit.diff.rstrip("\n"), markup=False, soft_wrap=True)
        if self._wish.dry_run:
            say("--dry-run: nothing was written.")
            return
        edit.write()
        say(f"Written to {location.shown}. Next: dbt build -s {finding.model}", markup=False, soft_wrap=True)


def _growing(opened: OpenSearch, problem: Problem, start: Rung, told: _Progress) -> Callable[..., LadderOutcome]:
    """Give the search for a ladder on an open search, but for how far it goes."""
    measure, gains = opened.ladders_for(problem)
    return partial(grow_ladder, problem, start, measure, gains, on_progress=told.ladders)


class _Progress:
    """Progress on standard error: a bar on a terminal, a line per batch elsewhere, nothing when asked to be quiet."""

    def __init__(self, *, quiet: bool) -> None:
        self._console = messages()
        self._lines = not quiet and not self._console.is_terminal
        self._bar: Progress | None = None
        self._task = TaskID(0)
        if self._console.is_terminal:
            columns = (
                SpinnerColumn(),
                TextColumn("{task.description}"),
                BarColumn(),
                TextColumn("{task.fields[best]}"),
            )
            self._bar = Progress(
                *columns, console=self._console, transient=True, redirect_stdout=False, redirect_stderr=False
            )

    def __enter__(self) -> _Progress:
        if self._bar is not None:
            self._bar.start()
            self._task = self._bar.add_task("", total=None, best="")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def say(self, text: str) -> None:
        """Say what is going on."""
        if self._bar is not None:
            self._bar.update(self._task, description=text)
        elif self._lines:
            self._console.print(text, markup=False)

    def progress(self, decided: int, possible: int, measured: int, best: float | None) -> None:
        """Say how far the search is."""
        text = f"{decided:,} of {possible:,} rungs decided, {measured:,} measured"
        found = "none holds yet" if best is None else f"best {best:.6g}"
        if self._bar is not None:
            self._bar.update(self._task, description=text, completed=decided, total=possible, best=found)
        elif self._lines:
            self._console.print(f"{text}, {found}", markup=False)

    def ladders(self, rungs: int, measured: int, best: float) -> None:
        """Say how far the search for a ladder is."""
        text = f"a ladder of {rungs} rungs, {measured:,} ladders measured"
        if self._bar is not None:
            self._bar.update(self._task, description=text, completed=None, total=None, best=f"best {best:.6g}")
        elif self._lines:
            self._console.print(f"{text}, best {best:.6g}", markup=False)
