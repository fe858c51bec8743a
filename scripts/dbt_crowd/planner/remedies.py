"""What would make a policy reachable that no rung satisfies: measured, not guessed.

Where all that is asked is lasting, the coarsest rung fails the fewest, so it is what came closest, and only three
things can move it: a larger budget, a smaller k, a coarser greatest level of a column. Else these are weighed at the
rung that came closest of those measured: what is enough there is enough, what is not could be elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from dbt_crowd.planner.problem import Measurement, PlannerError, Problem, Rung

Change: TypeAlias = Literal["budget", "k", "max_level"]

MOST_KS = 32


@dataclass(frozen=True)
class WhatIf:
    """A rung to measure with one thing changed.

    Attributes:
        change: What is changed, `k` or `max_level`.
        setting: The k, or the level number the column's `max_level` is raised to.
        column: The column, for `max_level`.
        k: The k to measure with.
        rung: The rung to measure; it can be coarser than the problem allows.
    """

    change: Change
    setting: int
    column: str | None
    k: int
    rung: Rung


@dataclass(frozen=True)
class Remedy:
    """What one change, everything else as it is, does to the miss.

    Attributes:
        change: `budget`, `k` or `max_level`.
        column: The column, for `max_level`.
        step: The setting after one step: budget a hundredth of the population more,
            k one less, the next level.
        miss_after_step: By how many persons or rows the budget is then missed.
        enough: The least change that holds by itself: the budget, the largest k
            measured, the finest level; None when none does.
        least_miss: The miss at the most that the change can do.
    """

    change: Change
    column: str | None
    step: int
    miss_after_step: int
    enough: int | None
    least_miss: int


def what_ifs(problem: Problem, closest: Rung | None = None) -> tuple[WhatIf, ...]:
    """Give the rungs to measure when a problem is not reachable.

    For each column every level above its greatest one, the others at their greatest;
    and every smaller k down to 2, or 32 of them, evenly spaced with the ends.

    Args:
        problem: The problem that no rung satisfies.
        closest: The rung that came closest, where that need not be the coarsest.

    Returns:
        What to measure; group by `k`.
    """
    top = problem.coarsest if closest is None else closest
    levels = [
        WhatIf("max_level", level, column.name, problem.k, _raised(top, j, level))
        for j, column in enumerate(problem.columns)
        for level in range(column.coarsest + 1, len(column.levels))
    ]
    ks = range(problem.k - 1, 1, -1)
    if len(ks) > MOST_KS:
        last = len(ks) - 1
        kept = [ks[i * last // (MOST_KS - 1)] for i in range(MOST_KS)]
    else:
        kept = list(ks)
    return (*levels, *(WhatIf("k", k, None, k, top) for k in kept))


def remedies(
    problem: Problem,
    closest: int,
    asked: Sequence[WhatIf],
    measured: Iterable[Measurement],
) -> tuple[Remedy, ...]:
    """Weigh what each change does, the one that moves most with one step first.

    Args:
        problem: The problem that no rung satisfies.
        closest: Persons (without a privacy unit: rows) failing at the rung of `what_ifs`,
            `outcome.closest.suppressed_persons`.
        asked: What `what_ifs` gave.
        measured: One measurement for each.

    Returns:
        One remedy for the budget, one for k unless it is 2, and one per column whose
        `max_level` is not its last level.

    Raises:
        PlannerError: Not one measurement per rung.
    """
    counts = list(measured)
    if len(counts) != len(asked):
        raise PlannerError(f"{len(asked)} rungs asked, {len(counts)} measured")
    groups: dict[tuple[Change, str | None], list[tuple[int, int]]] = {}
    for what, count in zip(asked, counts, strict=True):
        least = 1 if count.refused else 0
        miss = max(least, count.persons_failing - problem.budget)
        groups.setdefault((what.change, what.column), []).append((what.setting, miss))
    found = [_budget(problem, closest)]
    for (change, column), steps in groups.items():
        enough = [setting for setting, miss in steps if miss == 0]
        found.append(
            Remedy(
                change=change,
                column=column,
                step=steps[0][0],
                miss_after_step=steps[0][1],
                enough=enough[0] if enough else None,
                least_miss=steps[-1][1],
            )
        )
    return tuple(sorted(found, key=lambda remedy: remedy.miss_after_step))


def _budget(problem: Problem, failing: int) -> Remedy:
    step = problem.budget + max(1, problem.population // 100)
    return Remedy(
        change="budget",
        column=None,
        step=step,
        miss_after_step=max(0, failing - step),
        enough=failing,
        least_miss=0,
    )


def _raised(rung: Rung, j: int, level: int) -> Rung:
    return (*rung[:j], level, *rung[j + 1 :])
