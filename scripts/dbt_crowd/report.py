"""What a search found, in words, tables and JSON. Pure: from counts and names to text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from dbt_crowd import ladder_report
from dbt_crowd.ladder_report import value_text
from dbt_crowd.planner import Candidate, LadderCandidate, LadderOutcome, Outcome, Problem, Remedy, Rung
from dbt_crowd.rungs import name_rung

Columns = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Finding:
    """One search, ready to be told.

    Attributes:
        model: Name of the release.
        problem: What was asked.
        columns: The quasi-identifiers with `name` and `levels`.
        outcome: What the planner answered.
        remedies: What would make it reachable, where it is not.
        criteria: What is asked beyond k, in words.
        is_mendable: Whether a finer rung can hold where a coarser one does not.
        rows_without_person: Rows that belong to nobody.
        scan: Seconds until the input was counted.
        search: Seconds that the search took after that.
        total: Seconds of the whole command so far.
        ladder: The ladder found, where the policy allows several rungs.
        outlook: What more rungs than the policy allows would keep.
    """

    model: str
    problem: Problem
    columns: Columns
    outcome: Outcome
    remedies: tuple[Remedy, ...]
    rows_without_person: int
    scan: float
    search: float
    total: float
    criteria: tuple[str, ...] = ()
    is_mendable: bool = False
    ladder: LadderOutcome | None = None
    outlook: LadderOutcome | None = None

    @property
    def rungs(self) -> tuple[Rung, ...]:
        """The rungs for the policy."""
        if self.ladder is not None and self.ladder.chosen is not None:
            return self.ladder.chosen.rungs
        return () if self.outcome.chosen is None else (self.outcome.chosen.rung,)

    @property
    def ladders(self) -> list[LadderCandidate]:
        """Per number of rungs, from 1, the best ladder measured."""
        found = [each.best for each in (self.ladder, self.outlook) if each is not None]
        sizes = max((len(best) for best in found), default=0)
        return [min((best[i] for best in found if i < len(best)), key=lambda each: each.order) for i in range(sizes)]

    @property
    def unit(self) -> str:
        """What k and the budget count."""
        return "rows" if self.problem.persons is None else "persons"

    def names(self, candidate: Candidate) -> dict[str, str]:
        """The level of each column at a rung."""
        return name_rung(candidate.rung, self.columns)

    def rate(self, candidate: Candidate) -> float:
        """The share of persons (else rows) that a rung suppresses."""
        return candidate.suppressed_persons / self.problem.population if self.problem.population else 0.0


def question(finding: Finding) -> str:
    """Say what was asked."""
    problem, possible = finding.problem, finding.outcome.rungs_possible
    return f"{finding.model}: {_counted(possible, 'rung')}, {_terms(finding)}, objective {problem.objective}."


def best_table(finding: Finding) -> Table:
    """Tabulate the rung chosen and the best others; a level is named where it differs from the chosen one's."""
    outcome = finding.outcome
    chosen = outcome.chosen
    if chosen is None:
        return _table(finding, [(str(place), each, _rung_text(finding, each)) for place, each in _tried(outcome)])
    rows = [("chosen", chosen, _rung_text(finding, chosen))]
    if outcome.procedure == "search":
        others = enumerate(outcome.alternatives, start=2)
        rows += [(str(place), each, _difference(finding, chosen, each)) for place, each in others]
    else:
        before = [(str(place), each, _difference(finding, chosen, each)) for place, each in _tried(outcome)[:-1]]
        rows = before[-9:] + rows
    return _table(finding, rows)


def notes(finding: Finding) -> list[str]:
    """Say what a reader of the figures must know."""
    told = []
    if finding.rows_without_person:
        told.append(
            f"{finding.rows_without_person:,} of {finding.problem.rows:,} rows have no privacy_unit: they add nobody to"
            " a crowd."
        )
    if finding.problem.wildcard:
        told.append(
            "nulls: wildcard is optimistic: a class below k passes when it agrees with a crowd wherever both have a"
            " value. The smallest class is counted with NULL as a value of its own."
        )
    return told


def proof(finding: Finding) -> str:
    """Say in one sentence what is certain now."""
    outcome, problem = finding.outcome, finding.problem
    measured = f"{outcome.rungs_measured:,} measured in {_counted(outcome.batches, 'batch', 'batches')}"
    possible = _counted(outcome.rungs_possible, "rung")
    if outcome.procedure == "greedy":
        return (
            f"Greedy: the first on its way up that holds, after {measured}; whether a better one exists is not known."
        )
    if outcome.procedure == "first_of":
        return "The first of the rungs given that holds; whether a better one exists is not known."
    if outcome.optimal and outcome.chosen is not None:
        return f"Proven: none of {possible} has a lower {problem.objective} with {_terms(finding)} ({measured})."
    if outcome.chosen is not None:
        gap, bound = outcome.gap or 0.0, outcome.bound or 0.0
        return (
            f"Not proven: the search was stopped with {measured} of {possible}. A better rung could be lower in"
            f" {problem.objective} by {value_text(gap)} at most: no rung is below {value_text(bound)}."
        )
    if outcome.reachable:
        return f"Not decided: the search was stopped with {measured} of {possible}, none of which holds."
    return f"Proven: none of {possible} holds with {_terms(finding)} ({measured})."


def ladder_lines(finding: Finding) -> list[str]:
    """Say what a ladder loses, at which levels it publishes, and what is known of it."""
    ladder = finding.ladder
    if ladder is None or ladder.chosen is None:
        return []
    chosen, problem = ladder.chosen, finding.problem
    lost = f"{chosen.suppressed_persons:,} of {problem.population:,} {finding.unit} suppressed"
    return [
        f"A ladder of {_counted(len(chosen.rungs), 'rung')}: {problem.objective} {value_text(chosen.value)}, {lost},"
        f" {_counted(chosen.classes, 'class', 'classes')}, the smallest of {chosen.smallest:,}.",
        "Of the published rows, by level:",
        *ladder_report.level_lines(chosen, finding.columns),
        ladder_report.ladder_proof(ladder, problem.objective),
    ]


def outlook(finding: Finding) -> list[str]:
    """Say what 1, 2 and 4 rungs lose, as far as that was measured."""
    best = finding.ladders
    if not best:
        return []
    last = finding.outlook or finding.ladder
    helped = last is not None and not last.complete
    proven = finding.outcome.optimal
    return [ladder_report.outlook(best, finding.problem.objective, proven=proven, helped=helped)]


def timing(finding: Finding) -> str:
    """Say how long it took."""
    return f"Scan {finding.scan:.1f} s, search {finding.search:.1f} s, {finding.total:.1f} s in all."


def shortfall(finding: Finding) -> list[str]:
    """Say what came closest where no rung holds, by how much it misses, and what moves that most."""
    outcome = finding.outcome
    closest = outcome.closest
    if closest is None:
        return []
    many = f"{closest.suppressed_persons:,} {finding.unit}"
    lines = [f"Closest: {_rung_text(finding, closest)}"]
    if closest.miss:
        lines.append(f"  would suppress {many}, {closest.miss:,} more than allowed.")
    lines += [f"  is refused as a whole: {reason}." for reason in closest.refused]
    if finding.remedies:
        lines.append("What moves it, most first:")
        lines += [f"  {_remedy(finding, remedy)}" for remedy in finding.remedies]
    return lines


def as_json(finding: Finding) -> dict[str, Any]:
    """Give the finding as a machine reads it."""
    outcome, problem = finding.outcome, finding.problem
    told: dict[str, Any] = {
        "model": finding.model,
        "rows": problem.rows,
        "persons": problem.population,
        "quasi_identifiers": [column.name for column in problem.columns],
        "rungs_possible": outcome.rungs_possible,
        "rungs_measured": outcome.rungs_measured,
        "batches": outcome.batches,
        "optimal": outcome.optimal,
        "bound": outcome.bound,
        "objective": outcome.objective,
        "criteria": list(finding.criteria),
        "chosen": None if outcome.chosen is None else _candidate(finding, outcome.chosen),
        "alternatives": [_candidate(finding, each) for each in outcome.alternatives],
        "seconds": {
            "scan": round(finding.scan, 3),
            "search": round(finding.search, 3),
            "total": round(finding.total, 3),
        },
    }
    if finding.ladder is not None and finding.ladder.chosen is not None:
        told["ladder"] = ladder_report.ladder_json(finding.ladder.chosen, finding.ladder, finding.columns)
    told["outlook"] = [
        {"rungs": [name_rung(rung, finding.columns) for rung in each.rungs], "value": each.value}
        for each in finding.ladders
    ]
    if outcome.chosen is None and outcome.closest is not None:
        told["closest"] = _candidate(finding, outcome.closest) | {
            "miss": outcome.closest.miss,
            "refused": list(outcome.closest.refused),
        }
        told["remedies"] = [_remedy_json(finding, remedy) for remedy in finding.remedies]
    return told


def _candidate(finding: Finding, candidate: Candidate) -> dict[str, Any]:
    return {
        "rung": finding.names(candidate),
        "value": candidate.value,
        "suppressed_rows": candidate.suppressed_rows,
        "suppression_rate": finding.rate(candidate),
        "classes": candidate.classes,
        "min_class_size": candidate.smallest,
    }


def _remedy_json(finding: Finding, remedy: Remedy) -> dict[str, Any]:
    def setting(number: int | None) -> int | str | None:
        return number if number is None or remedy.column is None else _levels(finding, remedy.column)[number]

    return {
        "change": "max_suppression" if remedy.change == "budget" else remedy.change,
        "column": remedy.column,
        "step": setting(remedy.step),
        "miss_after_step": remedy.miss_after_step,
        "enough": setting(remedy.enough),
        "least_miss": remedy.least_miss,
    }


def _remedy(finding: Finding, remedy: Remedy) -> str:
    problem = finding.problem
    if remedy.change == "budget":
        share = _rounded_up(Fraction(remedy.enough or 0, max(1, problem.population)))
        return f"max_suppression: {share} is enough"
    if remedy.column is None:
        what, shown = "k", [str(each) for each in range(problem.k)]
    else:
        what, shown = f"max_level of {remedy.column}", list(_levels(finding, remedy.column))
    if remedy.enough is not None:
        return f"{what}: {shown[remedy.enough]} is enough"
    least = (
        f", and the least it can miss by is {remedy.least_miss:,}" if remedy.least_miss < remedy.miss_after_step else ""
    )
    where = "at this rung" if finding.is_mendable else "alone"
    return f"{what}: not enough {where}; {shown[remedy.step]} misses by {remedy.miss_after_step:,}{least}"


def _levels(finding: Finding, column: str) -> Sequence[str]:
    return next(each.levels for each in finding.problem.columns if each.name == column)


def _table(finding: Finding, rows: Sequence[tuple[str, Candidate, str]]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("")
    for name in (finding.problem.objective, "suppressed", "classes", "smallest"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("rung", overflow="fold")
    for place, candidate, rung in rows:
        suppressed = f"{candidate.suppressed_persons:,} ({_percent(finding.rate(candidate))})"
        sizes = f"{candidate.classes:,}", f"{candidate.smallest:,}"
        table.add_row(place, value_text(candidate.value), suppressed, *sizes, Text(rung))
    return table


def _tried(outcome: Outcome) -> list[tuple[int, Candidate]]:
    return list(enumerate(outcome.tried, start=1))


def _rung_text(finding: Finding, candidate: Candidate) -> str:
    return ", ".join(f"{column}: {level}" for column, level in finding.names(candidate).items())


def _difference(finding: Finding, chosen: Candidate, other: Candidate) -> str:
    own, theirs = finding.names(chosen), finding.names(other)
    return "but " + ", ".join(f"{column}: {theirs[column]}" for column in own if own[column] != theirs[column])


def _terms(finding: Finding) -> str:
    problem = finding.problem
    asked = ", ".join([f"k = {problem.k}", *finding.criteria])
    return f"{asked} and at most {problem.budget:,} of {problem.population:,} {finding.unit} suppressed"


def _counted(number: int, word: str, several: str | None = None) -> str:
    return f"{number:,} {word if number == 1 else several or word + 's'}"


def _percent(share: float) -> str:
    return f"{100 * share:.2f} %"


def _rounded_up(share: Fraction) -> str:
    """A share as decimal text, never below it."""
    for digits in range(2, 10):
        scaled = -(-share.numerator * 10**digits // share.denominator)
        text = f"{scaled / 10**digits:.{digits}f}"
        if digits == 9 or Fraction(scaled, 10**digits) - share < share / 100:
            return text.rstrip("0").rstrip(".") or "0"
    raise AssertionError("the last number of digits is always taken")
