"""Chooses what is hidden beside the thin cells, so that totals can be published, and proves it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dbt_crowd.protection.crossing import Block, Rounds
from dbt_crowd.protection.distinct import distinct_numbers, short, told
from dbt_crowd.protection.lines import Region, persons_at_least, regions
from dbt_crowd.protection.problem import PLAIN, RULE, Pattern, Plan, Problem, ProtectionError, Table, check, needs
from dbt_crowd.protection.single import complements_for, is_safe, single_of, tables_for
from dbt_crowd.protection.solver import Job, Move, solve

MOST_BESIDE = 3
"""So many lines beside one that must be withdrawn are offered to go with it."""


def protect(problem: Problem) -> Plan:
    """The pattern that hides what must be hidden and keeps what it can, with its certificate; deterministic.

    Raises:
        ProtectionError: The problem contradicts itself, or nothing protects it.
    """
    check(problem)
    complements: frozenset[int] = frozenset()
    withdrawn: frozenset[int] = frozenset()
    while True:
        plan = Planner(problem, complements, withdrawn).plan()
        more = _told_by_persons(problem, plan)
        if more is None:
            return plan
        complements, withdrawn = complements | more.complements, withdrawn | more.withdrawn


def _told_by_persons(problem: Problem, plan: Plan) -> Pattern | None:
    """What to hide more because of published distinct persons; None when these tell nothing."""
    hidden = problem.thin | plan.pattern.complements
    for number, distinct in distinct_numbers(problem, plan.pattern):
        if not told(problem, distinct) and not any(short(problem, distinct, table) for table in plan.tables):
            continue
        cells = problem.lines[number].cells if number >= 0 else ()
        visible = [cell for cell in cells if cell not in hidden]
        if visible:
            best = max(visible, key=lambda cell: (problem.counts[cell] - problem.persons[cell], -cell))
            return Pattern(complements=frozenset({best}))
        if number < 0:
            raise ProtectionError("the distinct persons of a fold tell more of its cells than the rule")
        return Pattern(withdrawn=frozenset({number}))
    return None


class Planner:
    """Collects the pattern and the certificate, group of lines by group of lines."""

    def __init__(self, problem: Problem, complements: frozenset[int], withdrawn: frozenset[int]) -> None:
        """Nothing is hidden yet but what is thin and what is handed in."""
        self.problem = problem
        self.complements = set(complements)
        self.hidden_folds: set[int] = set()
        self.withdrawn = set(withdrawn)
        self.tables: list[Table] = []

    @property
    def pattern(self) -> Pattern:
        """What is hidden so far."""
        return Pattern(frozenset(self.complements), frozenset(self.hidden_folds), frozenset(self.withdrawn))

    def plan(self) -> Plan:
        """The pattern and its certificate."""
        failed: list[Region] = []
        blocks: list[Block] = []
        for group in regions(self.problem, self.withdrawn):
            if len(group) == 1 and self._folds_lie_within(group[0]):
                if not self._single(group[0]):
                    failed.append(group[0])
            else:
                cells = self._with_folds(cell for region in group for cell in region.cells)
                blocks.append(Block(self.problem, cells, self.pattern))
        self._run(blocks)
        if failed:
            self._run([Block(self.problem, self._beside(failed), self.pattern)])
        self._free_cells()
        return Plan(self.pattern, tuple(self.tables))

    def _folds_lie_within(self, region: Region) -> bool:
        folds = {self.problem.folded[cell] for cell in region.cells & self.problem.folded.keys()}
        return all(self.problem.folds[fold] <= region.cells for fold in folds)

    def _with_folds(self, cells: Iterable[int]) -> set[int]:
        """Cells, and those that are folded with them."""
        found = set(cells)
        for fold in {self.problem.folded[cell] for cell in found & self.problem.folded.keys()}:
            found |= self.problem.folds[fold]
        return found

    def _single(self, region: Region) -> bool:
        """Protect a region that crosses no other; False, with nothing changed, when nothing within it is enough."""
        problem = self.problem
        folds = {problem.folded[cell] for cell in region.cells & problem.folded.keys()}
        shown = sorted(folds, key=lambda fold: (-sum(problem.counts[cell] for cell in problem.folds[fold]), fold))
        hidden = {fold for fold in shown if not is_safe(single_of(problem, Pattern(), sorted(problem.folds[fold])))}
        shown = [fold for fold in shown if fold not in hidden]
        while True:
            chosen = self._complements_of(region, frozenset(hidden))
            if chosen is not None:
                break
            if not shown:
                return False
            hidden.add(shown.pop())
        self.hidden_folds |= hidden
        self.complements |= chosen
        pattern = self.pattern
        parts = [problem.folds[fold] for fold in shown] + [self._hidden_part(region, frozenset(hidden)) | chosen]
        for part in parts:
            self.tables += tables_for(single_of(problem, pattern, sorted(part)))
        return True

    def _hidden_part(self, region: Region, hidden_folds: frozenset[int]) -> frozenset[int]:
        problem = self.problem
        folded = {cell for fold in hidden_folds for cell in problem.folds[fold]}
        hidden = (problem.suppressed, folded, self.complements)
        return frozenset(cell for cell in region.cells if any(cell in each for each in hidden))

    def _complements_of(self, region: Region, hidden_folds: frozenset[int]) -> frozenset[int] | None:
        problem = self.problem
        hidden = self._hidden_part(region, hidden_folds)
        if not hidden:
            return frozenset()

        def serves(chosen: Sequence[int]) -> bool:
            part = hidden.union(chosen)
            if persons_at_least(problem, part, region.line) < problem.k:
                return False
            return is_safe(single_of(problem, Pattern(frozenset(), hidden_folds), sorted(part)))

        visible = sorted(region.cells - problem.thin - self.complements)
        chosen = complements_for(visible, problem.counts, serves)
        return None if chosen is None else frozenset(chosen)

    def _beside(self, failed: Sequence[Region]) -> set[int]:
        """The cells of regions that need a line withdrawn, and the hidden ones of lines that could go with it.

        A line that lies within a published one is known from the others within it, so that one of these has to go too.
        """
        problem = self.problem
        found = self._with_folds(cell for region in failed for cell in region.cells)
        taken = {region.line for region in failed}
        hidden = problem.thin | self.complements
        around = [set(line.cells) for line in problem.lines if found.intersection(line.cells)]
        for wide in around:
            inside = [
                (line.total, number)
                for number, line in enumerate(problem.lines)
                if number not in taken | self.withdrawn and len(line.cells) < len(wide) and wide.issuperset(line.cells)
            ]
            with_hidden = [number for _, number in sorted(inside) if hidden.intersection(problem.lines[number].cells)]
            for number in with_hidden[:MOST_BESIDE]:
                found |= self._with_folds(hidden.intersection(problem.lines[number].cells))
        return found

    def _run(self, blocks: Sequence[Block]) -> None:
        """Let blocks ask, round by round, all of a round in one go."""
        waiting: list[tuple[Rounds, list[Job]]] = []
        for block in blocks:
            rounds = block.rounds()
            waiting += [(rounds, asked) for asked in _next(rounds, None)]
        while waiting:
            found = iter(solve([job for _, asked in waiting for job in asked]))
            answered = [(rounds, [next(found) for _ in asked]) for rounds, asked in waiting]
            waiting = [(rounds, asked) for rounds, moves in answered for asked in _next(rounds, moves)]
        for block in blocks:
            self.complements |= block.complements
            self.hidden_folds |= block.hidden_folds
            self.withdrawn |= block.withdrawn
            self.tables += block.tables

    def _free_cells(self) -> None:
        """Certify hidden cells of which nothing published tells anything: each can move alone."""
        problem, pattern = self.problem, self.pattern
        bound = {
            cell for number, line in enumerate(problem.lines) if number not in self.withdrawn for cell in line.cells
        }
        bound |= {cell for number, fold in enumerate(problem.folds) if number not in self.hidden_folds for cell in fold}
        for cell in sorted((problem.thin | self.complements) - bound):
            moves = [(RULE, 1)]
            if cell in problem.thin:
                plain, rule = needs(problem, pattern, cell)
                counts = ((plain.kind, plain.high), (PLAIN, plain.low), (RULE, rule.high), (RULE, rule.low))
                moves = [(kind, count - problem.counts[cell]) for kind, count in counts]
            self.tables += [Table(kind, {cell: by}) for kind, by in moves if by]


def _next(rounds: Rounds, moves: list[Move | None] | None) -> Iterator[list[Job]]:
    """What a block asks next, if anything."""
    try:
        yield next(rounds) if moves is None else rounds.send(moves)
    except StopIteration:
        return
