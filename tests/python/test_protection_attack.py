"""A thousand random tables with true totals, and an attack that knows nothing of how they were protected."""

from __future__ import annotations

import cells_attack as attack
import cells_tables as tables
import pytest
from dbt_crowd.protection import Pattern, protect, verify


@pytest.mark.parametrize("seed", [4, 5], ids="half {}".format)
def test_five_hundred_tables_withstand_every_attacker(seed: int) -> None:
    problems = tables.random_tables(500, seed=seed)
    whole = tables.joined(problems)
    plan = protect(whole)
    assert verify(whole, plan) == []
    patterns = tables.parted(problems, plan.pattern)
    releases = [tables.published(*each) for each in zip(problems, patterns, strict=True)]
    assert attack.disclosures(releases) == {}

    bare = [tables.published(problem, Pattern()) for problem in problems]
    told = {place for place, _ in attack.disclosures(bare, ["plain", "rule"])}
    assert len(told) > 400, "without complements the same attack finds cells in most of the tables"


@pytest.mark.parametrize("insider_persons", [4, 1])
def test_who_may_be_an_insider_changes_nothing_for_the_others(insider_persons: int) -> None:
    problems = tables.random_tables(100, seed=6, insider_persons=insider_persons)
    whole = tables.joined(problems)
    plan = protect(whole)
    assert verify(whole, plan) == []
    patterns = tables.parted(problems, plan.pattern)
    releases = [tables.published(*each) for each in zip(problems, patterns, strict=True)]
    assert attack.disclosures(releases, ["plain", "rule"]) == {}


def test_rows_of_persons_withstand_every_attacker() -> None:
    problems = [tables.with_rows(each, seed=seed) for seed, each in enumerate(tables.random_tables(100, seed=8))]
    whole = tables.joined(problems)
    plan = protect(whole)
    assert verify(whole, plan) == []
    patterns = tables.parted(problems, plan.pattern)
    releases = [tables.published(*each) for each in zip(problems, patterns, strict=True)]
    assert attack.disclosures(releases) == {}
    for problem, release in zip(problems, releases, strict=True):
        for part, _ in release.sums:
            assert part in problem.folds or max(problem.persons[cell] for cell in part) >= problem.k


def test_two_hidden_in_every_line_are_found_out() -> None:
    """The usual greedy: in each line the smallest cells are hidden until there are two, or none."""
    problems = tables.random_tables(200, seed=7)
    releases = [tables.published(problem, Pattern(tables.two_per_line(problem))) for problem in problems]
    told = attack.disclosures(releases)
    assert {"plain", "rule", "insider"} <= set(told.values())
