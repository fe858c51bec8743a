"""The planner with criteria beyond k against brute force, and what is declared of the criteria against chance."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import numpy as np
import oracle
import planner_tables as tables
import pytest
from criteria_tables import ASKED, DECLARED, Criterion, judged_by, kind_of
from dbt_crowd.planner import OBJECTIVES, Measurement, evaluate, first_of, search
from dbt_crowd.planner.lattice import Grid, axes_of, whole_box
from dbt_crowd.planner.objectives import objective_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

objectives = pytest.mark.parametrize("objective", OBJECTIVES)
drawn = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@objectives
@drawn
@given(data=st.data())
def test_the_answer_is_the_one_of_brute_force(objective: str, data: st.DataObject) -> None:
    table = data.draw(tables.judged_tables())
    k = data.draw(st.integers(1, 3))
    budget = data.draw(st.integers(0, table.population))
    weights = data.draw(tables.weights(table))
    limits = data.draw(tables.limits(table))
    outcome = search(
        tables.problem_of(table, k, budget, objective, weights, limits),
        tables.measurer(table, k),
        batch_size=data.draw(st.sampled_from([1, 3, 64])),
        cells=data.draw(st.sampled_from([2, 7, 40, None])),
    )
    best = oracle.best(table, k, budget, objective, weights, limits)
    assert (outcome.chosen.rung if outcome.chosen else None) == best
    assert outcome.reachable == outcome.optimal == (best is not None)
    if outcome.chosen and best:
        found = oracle.figures(table, best, k)
        value = oracle.value(table, best, k, objective, weights)
        assert outcome.chosen.value == pytest.approx(value, rel=1e-9, abs=1e-9)
        assert outcome.chosen.suppressed_rows == len(found.failing)
        assert outcome.chosen.suppressed_persons == found.lost
        assert outcome.chosen.classes == len(found.kept)
    elif outcome.closest is not None:
        assert outcome.closest.miss == oracle.figures(table, outcome.closest.rung, k).lost - budget


@objectives
@drawn
@given(data=st.data())
def test_a_search_that_is_stopped_says_truly_how_far_it_is(objective: str, data: st.DataObject) -> None:
    table = data.draw(tables.judged_tables())
    budget = data.draw(st.integers(0, table.population))
    ticks = itertools.count()
    outcome = search(
        tables.problem_of(table, 2, budget, objective),
        tables.measurer(table, 2),
        batch_size=2,
        cells=data.draw(st.sampled_from([2, 7, None])),
        time_limit=data.draw(st.integers(0, 60)),
        clock=lambda: float(next(ticks)),
    )
    best = oracle.best(table, 2, budget, objective)
    if best is not None:
        assert outcome.reachable
    if outcome.optimal:
        assert outcome.chosen is not None
        assert outcome.chosen.rung == best
    if outcome.chosen is not None:
        assert best is not None
        assert outcome.bound is not None
        value = oracle.value(table, best, 2, objective)
        assert outcome.bound <= value + 1e-9 <= outcome.chosen.value + 2e-9


@objectives
@drawn
@given(data=st.data())
def test_no_bound_is_above_the_value_of_a_rung(objective: str, data: st.DataObject) -> None:
    table = data.draw(tables.judged_tables())
    k = data.draw(st.integers(1, 3))
    budget = data.draw(st.integers(0, table.population))
    problem = tables.problem_of(table, k, budget, objective, data.draw(tables.weights(table)))
    asked = objective_of(problem)
    axes = axes_of(problem)
    grid = Grid(axes, whole_box(axes), 1000)
    bounds = asked.bounds(grid)
    rungs = list(itertools.product(*axes))
    measured = {rung: tables.measurement(table, rung, k) for rung in rungs}
    for rung in data.draw(st.lists(st.sampled_from(rungs), max_size=6)):
        bounds.learn(asked.proof(rung, measured[rung]), np.ones(grid.shape, dtype=np.bool_))
    scores = bounds.scores()
    for rung in rungs:
        cell = tuple(int(np.searchsorted(ceiling, level)) for ceiling, level in zip(grid.ceilings, rung, strict=True))
        evidence = asked.evidence(rung, measured[rung])
        if not evidence.over_budget:
            assert scores[cell] <= asked.score(evidence) + asked.tolerance


@drawn
@given(data=st.data())
def test_what_is_proven_to_miss_the_budget_misses_it_at_every_finer_rung(data: st.DataObject) -> None:
    table = data.draw(tables.judged_tables())
    k = data.draw(st.integers(1, 3))
    rungs = list(oracle.rungs([(0, table.height(j)) for j in range(len(table.hierarchies))]))
    rung = data.draw(st.sampled_from(rungs))
    counted = tables.measurement(table, rung, k)
    least = counted.proof.persons_failing + counted.more_failing
    for finer in rungs:
        if all(a <= b for a, b in zip(finer, rung, strict=True)):
            assert oracle.figures(table, finer, k).lost >= least


def test_a_finer_rung_can_hold_where_the_coarsest_does_not() -> None:
    """One column in halves: together too far from the whole, but one half is near it and the other may go."""
    halves: dict[oracle.Value, tuple[oracle.Label, ...]] = {"a": ("a", "*"), "b": ("b", "*"), "c": ("c", "c")}
    rows = (("a",),) * 4 + (("b",),) * 2 + (("c",),) * 2
    values = ("x", "x", "y", "y", "x", "x", "y", "y")
    table = oracle.Table(rows, (halves,), criteria=(judged_by({"alpha": 0.5}, values),))
    outcome = search(tables.problem_of(table, 2, 4, "loss"), tables.measurer(table, 2))
    assert outcome.chosen is not None
    assert outcome.chosen.rung == (0,)
    assert oracle.figures(table, (1,), 2).lost > 4
    assert outcome.chosen.suppressed_rows == 4


def test_procedures_judge_a_rung_by_all_criteria() -> None:
    values: dict[oracle.Value, tuple[oracle.Label, ...]] = {"a": ("a", "*"), "b": ("b", "*")}
    table = oracle.Table((("a",),) * 2 + (("b",),) * 2, (values,), criteria=(judged_by({"t": 0.1}, "xxyy"),))
    found = first_of(tables.problem_of(table, 2, 0, "loss"), tables.measurer(table, 2), [(0,), (1,)])
    assert [candidate.miss for candidate in found.tried] == [4, 0]
    problem = tables.problem_of(table, 2, 4, "precision")
    assert evaluate(problem, (0,), tables.measurement(table, (0,), 2)) == 1


def test_a_measurement_without_other_criteria_is_its_own_proof() -> None:
    plain = Measurement(0, 0, 1, 4, 4, 16, ((0, 0),))
    assert plain.proof is plain


# What is declared of the criteria


def splits(
    seed: int, persons: bool, *, spread: bool
) -> Iterator[tuple[tuple[str | None, ...], tuple[int | None, ...] | None, int]]:
    """Small tables whose first rows are one part of a class, the rest but a few rows the other part."""
    chance = random.Random(seed)
    for _ in range(1500):
        n = chance.randint(2, 9)
        drawn_from: list[str | None] = [*"xy", *chance.choice([(), ("z",), ("z", None)])]
        values = tuple(chance.choice(drawn_from) for _ in range(n))
        cut = chance.randint(1, n - 1)
        if not persons:
            yield values, None, cut
            continue
        first = [chance.choice([1, 2, 3, None]) for _ in range(cut)]
        second = [chance.choice([1, 2, 3] if spread else [4, 5, 6, None]) for _ in range(n - cut)]
        yield values, (*first, *second), cut


def broken(asked: dict[str, object], kept: str, *, persons: bool, spread: bool = False) -> bool:
    """Whether some split breaks what `rows` or `classes` monotone means."""
    for values, whom, cut in splits(len(repr(asked)), persons, spread=spread):
        criterion = judged_by(asked, values, whom)
        for whole in {len(values), max(cut + 1, len(values) - 2)}:
            one, other, both = tuple(range(cut)), tuple(range(cut, whole)), tuple(range(whole))
            if kept == "rows" and not criterion(both) and (criterion(one) or criterion(other)):
                return True
            if kept == "classes" and criterion(one) and criterion(other) and not criterion(both):
                return True
    return False


@pytest.mark.parametrize("kind", DECLARED)
def test_a_declaration_is_what_chance_finds(kind: str) -> None:
    """What is declared is never broken, and what is not declared has a counter-example, with rows and with persons."""
    settings_of_kind = [asked for asked in ASKED if kind_of(asked) == kind]
    assert settings_of_kind
    for place, kept in enumerate(("rows", "classes")):
        for persons in (False, True):
            found = any(broken(asked, kept, persons=persons) for asked in settings_of_kind)
            assert found is not DECLARED[kind][place], (kind, kept, persons)


@pytest.mark.parametrize("kind", DECLARED)
def test_where_persons_stand_in_several_classes_no_row_is_certain(kind: str) -> None:
    settings_of_kind = [asked for asked in ASKED if kind_of(asked) == kind]
    assert any(broken(asked, "rows", persons=True, spread=True) for asked in settings_of_kind)


def test_criteria_are_told_apart_by_what_they_ask() -> None:
    assert {kind_of(asked) for asked in ASKED} == set(DECLARED)
    assert isinstance(judged_by(ASKED[0], ("x",)), Criterion)
