"""What complementary suppression keeps and costs: the figures of docs/decisions/complementary-suppression.md.

    python benchmarks/protection.py [kept|scale]

`kept`: on random tables, the share of cells that could be published, and of their count, beside the usual greedy.
`scale`: seconds for 100,000 cells.
"""

from __future__ import annotations

import argparse
import dataclasses
import random
import time
from collections.abc import Iterator, Sequence

from dbt_crowd.protection import Line, Pattern, Problem, protect, verify

K = 5
TABLES = 300
SHAPES = {"small": ((3, 4), (2, 3, 3)), "larger": ((8, 12), (4, 5, 6))}
THIN = {"few thin cells": 0.1, "many thin cells": 0.35}
INSIDERS = {"anyone who knows a hidden cell": None, "who knows a thin cell": K - 1, "one person": 1}
SCALES: dict[str, tuple[tuple[int, ...], Sequence[Sequence[int]]]] = {
    "3 columns, totals by the first and overall": ((20, 10, 560), [(0,), ()]),
    "2 columns, totals by the first, 2,240 of them": ((2_240, 50), [(0,), ()]),
    "3 columns, totals by two of them and overall": ((20, 10, 560), [(0,), (1,), ()]),
    "2 columns, totals by both and overall": ((320, 350), [(0,), (1,), ()]),
}
"""Shape, and the columns of the totals."""


@dataclasses.dataclass(frozen=True)
class Kept:
    """Shares of the cells of at least k persons that are published."""

    cells: float
    count: float
    withdrawn: float


def table(shape: Sequence[int], by: Sequence[Sequence[int]], thin: float, seed: int) -> Problem:
    """A random table: this share of its cells thin, one in ten absent, the others with a long tail."""
    chance = random.Random(seed)
    groups: list[dict[tuple[int, ...], list[int]]] = [{} for _ in by]
    counts: list[int] = []
    size = 1
    for width in shape:
        size *= width
    for number in range(size):
        cell: list[int] = []
        rest = number
        for width in reversed(shape):
            rest, place = divmod(rest, width)
            cell.insert(0, place)
        if chance.random() < 0.1:
            continue
        small = chance.random() < thin
        count = chance.randint(1, K - 1) if small else min(10_000, int(K * chance.paretovariate(0.8)))
        for columns, group in zip(by, groups, strict=True):
            group.setdefault(tuple(cell[column] for column in columns), []).append(len(counts))
        counts.append(count)
    lines = tuple(
        Line(tuple(cells), sum(counts[cell] for cell in cells)) for group in groups for cells in group.values()
    )
    suppressed = frozenset(cell for cell, count in enumerate(counts) if count < K)
    return Problem(tuple(counts), tuple(counts), suppressed, (), lines, K, K, counts_are_persons=True)


def two_per_line(problem: Problem) -> frozenset[int]:
    """The usual greedy: a line with one hidden cell loses its smallest one too, until no line has one."""
    hidden = set(problem.thin)
    alone = True
    while alone:
        alone = False
        for line in problem.lines:
            shown = [cell for cell in line.cells if cell not in hidden]
            if shown and len(line.cells) - len(shown) == 1:
                hidden.add(min(shown, key=lambda cell: (problem.counts[cell], cell)))
                alone = True
    return frozenset(hidden - problem.thin)


def joined(problems: Sequence[Problem]) -> Problem:
    """Many tables as one problem; they share no cell, and are protected apart."""
    counts: list[int] = []
    lines: list[Line] = []
    for each in problems:
        lines += [Line(tuple(len(counts) + cell for cell in line.cells), line.total) for line in each.lines]
        counts += each.counts
    suppressed = frozenset(cell for cell, count in enumerate(counts) if count < K)
    return Problem(tuple(counts), tuple(counts), suppressed, (), tuple(lines), K, K, counts_are_persons=True)


def kept_of(problem: Problem, pattern: Pattern) -> Kept:
    """What a pattern keeps of the cells that could be published."""
    counts = problem.counts
    could = [cell for cell in range(len(counts)) if cell not in problem.thin]
    kept = [cell for cell in could if cell not in pattern.complements]
    count = sum(counts[cell] for cell in kept) / sum(counts[cell] for cell in could)
    return Kept(len(kept) / len(could), count, len(pattern.withdrawn) / len(problem.lines))


def kept_shares() -> Iterator[tuple[str, str, Kept]]:
    """Tables, who hides, and what is kept."""
    for size, shapes in SHAPES.items():
        for some, thin in THIN.items():
            problems = [
                table(shape, [*((column,) for column in range(len(shape))), ()], thin, seed)
                for seed in range(TABLES if size == "small" else TABLES // 10)
                for shape in shapes
            ]
            of = f"{size} tables, {some}"
            whole = joined(problems)
            yield of, "nobody: two hidden per line", kept_of(whole, Pattern(two_per_line(whole)))
            for insider, persons in INSIDERS.items():
                yield of, insider, kept_of(whole, protect(dataclasses.replace(whole, insider_persons=persons)).pattern)


def scales() -> Iterator[tuple[str, str, int, float, str]]:
    """What is planned, how thin, over how many cells, in how many seconds, and what came out."""
    for what, (shape, by) in SCALES.items():
        for some, thin in THIN.items():
            problem = table(shape, by, thin, 1)
            begun = time.perf_counter()
            plan = protect(problem)
            spent = time.perf_counter() - begun
            faults = verify(problem, plan)
            kept = kept_of(problem, plan.pattern)
            told = f"{kept.cells:.1%} of cells and {kept.count:.1%} of count kept, " + (
                "; ".join(faults) or f"proven in {time.perf_counter() - begun - spent:.1f} s"
            )
            yield what, some, len(problem.counts), spent, told


def main() -> None:
    """Print the tables of the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["kept", "scale"], nargs="*")
    asked = parser.parse_args().what or ["kept", "scale"]
    if "kept" in asked:
        print("| tables | complements against | cells kept | count kept | totals withdrawn |\n|---|---|---:|---:|---:|")
        for of, against, kept in kept_shares():
            print(f"| {of} | {against} | {kept.cells:.1%} | {kept.count:.1%} | {kept.withdrawn:.1%} |", flush=True)
    if "scale" in asked:
        print("\n| totals | | cells | seconds | |\n|---|---|---:|---:|---|")
        for what, some, cells, spent, told in scales():
            print(f"| {what} | {some} | {cells:,} | {spent:.1f} | {told} |", flush=True)


if __name__ == "__main__":
    main()
