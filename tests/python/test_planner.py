"""The planner against brute force: its answer, its bounds, its procedures."""

from __future__ import annotations

import itertools
import tracemalloc
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

import numpy as np
import oracle
import planner_tables as tables
import pytest
from dbt_crowd.planner import (
    OBJECTIVES,
    Column,
    InconsistentCountsError,
    Measure,
    Measurement,
    PlannerError,
    Problem,
    budget_of,
    evaluate,
    first_of,
    greedy,
    remedies,
    search,
    what_ifs,
)
from dbt_crowd.planner.lattice import Grid, axes_of, maximal, whole_box
from dbt_crowd.planner.objectives import objective_of
from hypothesis import given, settings
from hypothesis import strategies as st

objectives = pytest.mark.parametrize("objective", OBJECTIVES)
drawn = settings(max_examples=60, deadline=None)


def everyone_fails(n: int) -> oracle.Table:
    """A table whose rows differ even at the last level."""
    return oracle.Table(tuple((str(i),) for i in range(n)), ({str(i): (str(i), str(i)) for i in range(n)},))


# The answer


@objectives
@drawn
@given(data=st.data())
def test_the_answer_is_the_one_of_brute_force(objective: str, data: st.DataObject) -> None:
    table = data.draw(tables.tables())
    k = data.draw(st.integers(1, 4))
    budget = data.draw(st.integers(0, table.population))
    weights = data.draw(tables.weights(table))
    limits = data.draw(tables.limits(table))
    problem = tables.problem_of(table, k, budget, objective, weights, limits)
    asked: list[oracle.Rung] = []
    outcome = search(
        problem,
        tables.measurer(table, k, asked),
        batch_size=data.draw(st.sampled_from([1, 3, 64])),
        cells=data.draw(st.sampled_from([2, 7, 40, None])),
    )
    best = oracle.best(table, k, budget, objective, weights, limits)
    assert (outcome.chosen.rung if outcome.chosen else None) == best
    assert outcome.reachable == outcome.optimal == (best is not None)
    assert len(asked) == len(set(asked)) == outcome.rungs_measured <= outcome.rungs_possible
    if outcome.chosen and best:
        found = oracle.figures(table, best, k)
        value = oracle.value(table, best, k, objective, weights)
        assert outcome.chosen.value == pytest.approx(value, rel=1e-9, abs=1e-9)
        assert outcome.gap == pytest.approx(0, abs=1e-9)
        assert outcome.chosen.suppressed_rows == len(found.failing)
        assert outcome.chosen.suppressed_persons == found.lost
        assert outcome.chosen.classes == len(found.kept)
        assert outcome.chosen.smallest == min(found.kept_sizes, default=0)


@objectives
@drawn
@given(data=st.data())
def test_every_value_is_the_one_of_the_definitions(objective: str, data: st.DataObject) -> None:
    table = data.draw(tables.tables())
    k = data.draw(st.integers(1, 4))
    weights = data.draw(tables.weights(table))
    rung = tuple(data.draw(st.integers(0, table.height(j))) for j in range(len(table.hierarchies)))
    problem = tables.problem_of(table, k, 0, "loss", weights)
    value = evaluate(problem, rung, tables.measurement(table, rung, k), objective)
    expected = oracle.value(table, rung, k, objective, weights)
    assert value == pytest.approx(expected, rel=1e-9, abs=1e-9)


@objectives
@drawn
@given(data=st.data())
def test_a_search_that_is_stopped_says_truly_how_far_it_is(objective: str, data: st.DataObject) -> None:
    table = data.draw(tables.tables())
    k = data.draw(st.integers(1, 4))
    budget = data.draw(st.integers(0, table.population))
    problem = tables.problem_of(table, k, budget, objective)
    ticks = itertools.count()
    outcome = search(
        problem,
        tables.measurer(table, k),
        batch_size=2,
        cells=data.draw(st.sampled_from([2, 7, None])),
        time_limit=data.draw(st.integers(0, 60)),
        clock=lambda: float(next(ticks)),
    )
    best = oracle.best(table, k, budget, objective)
    assert outcome.reachable == (best is not None)
    if best is not None:
        assert outcome.chosen is not None
        assert outcome.bound is not None
        value = oracle.value(table, best, k, objective)
        assert outcome.bound <= value + 1e-9 <= outcome.chosen.value + 2e-9
        if outcome.optimal:
            assert outcome.chosen.rung == best


@objectives
@drawn
@given(data=st.data())
def test_a_constant_column_changes_nothing(objective: str, data: st.DataObject) -> None:
    table = data.draw(tables.tables())
    k = data.draw(st.integers(1, 4))
    budget = data.draw(st.integers(0, table.population))
    place = data.draw(st.integers(0, len(table.hierarchies)))

    def with_constant(items: Sequence[object], item: object) -> tuple[object, ...]:
        return (*items[:place], item, *items[place:])

    wider = oracle.Table(
        rows=tuple(with_constant(row, "c") for row in table.rows),  # type: ignore[arg-type]
        hierarchies=with_constant(table.hierarchies, {"c": ("c", "d", "*")}),  # type: ignore[arg-type]
        persons=table.persons,
        domains=with_constant(table.domains or (), None),  # type: ignore[arg-type]
        wildcard=table.wildcard,
    )
    weights = with_constant([1] * len(table.hierarchies), 0)
    before = search(tables.problem_of(table, k, budget, objective), tables.measurer(table, k))
    problem = tables.problem_of(wider, k, budget, objective, weights)  # type: ignore[arg-type]
    after = search(problem, tables.measurer(wider, k))
    assert after.rungs_measured == before.rungs_measured
    if before.chosen is None:
        assert after.chosen is None
    else:
        assert after.chosen is not None
        assert after.chosen.rung == with_constant(before.chosen.rung, 0)
        assert after.chosen.value == pytest.approx(before.chosen.value, abs=1e-9)


def test_equal_rungs_are_settled_by_levels_climbed_then_by_column_order() -> None:
    halves = {"a": ("a", "*", "*"), "b": ("b", "*", "*")}
    rows = (("a", "a"), ("a", "b"), ("b", "a"), ("b", "b"))
    table = oracle.Table(rows, (halves, halves))
    outcome = search(tables.problem_of(table, 2, 0, "loss"), tables.measurer(table, 2))
    assert outcome.chosen is not None
    assert outcome.chosen.rung == (0, 1)
    assert [other.rung for other in outcome.alternatives[:1]] == [(1, 0)]


def test_a_rung_found_late_wins_by_column_order() -> None:
    first = {"a": ("a", "x", "*"), "b": ("b", "x", "*"), "c": ("c", "y", "*")}
    second = {"a": ("a", "*"), "b": ("b", "*")}
    table = oracle.Table((("b", "a"), ("c", "b"), ("c", "b"), ("a", "b")), (first, second))
    asked: list[oracle.Rung] = []
    outcome = search(tables.problem_of(table, 2, 1, "loss"), tables.measurer(table, 2, asked), batch_size=1)
    assert oracle.exact_value(table, (1, 1), 2, "loss") == oracle.exact_value(table, (2, 0), 2, "loss")
    assert asked.index((2, 0)) < asked.index((1, 1))
    assert outcome.chosen is not None
    assert outcome.chosen.rung == (1, 1)


def test_the_alternatives_are_the_best_others_measured() -> None:
    values = {str(i): (str(i), str(i // 2), str(i // 4), "*") for i in range(8)}
    rows = tuple((str(i), str(j)) for i in range(8) for j in range(8) for _ in range(1 + (i + j) % 3))
    table = oracle.Table(rows, (values, values))
    asked: list[oracle.Rung] = []
    outcome = search(tables.problem_of(table, 3, 40, "loss"), tables.measurer(table, 3, asked), alternatives=3)
    held = [rung for rung in asked if oracle.figures(table, rung, 3).lost <= 40]
    ranked = sorted(held, key=lambda rung: (oracle.exact_value(table, rung, 3, "loss"), sum(rung), rung))
    assert outcome.chosen is not None
    assert [outcome.chosen.rung, *(other.rung for other in outcome.alternatives)] == ranked[:4]
    assert all(other.holds for other in outcome.alternatives)


def test_progress_goes_from_nothing_to_everything() -> None:
    values = {str(i): (str(i), str(i // 2), str(i // 4), "*") for i in range(8)}
    table = oracle.Table(tuple((str(i), str(j)) for i in range(8) for j in range(8)), (values, values))
    seen: list[tuple[int, int, int, float | None]] = []
    outcome = search(
        tables.problem_of(table, 4, 0, "loss"),
        tables.measurer(table, 4),
        batch_size=2,
        on_progress=lambda *state: seen.append(state),
    )
    assert outcome.chosen is not None
    assert seen[0] == (0, 16, 0, None)
    assert seen[-1] == (16, 16, outcome.rungs_measured, outcome.chosen.value)
    decided = [state[0] for state in seen]
    assert decided == sorted(decided)


def test_contradicting_counts_are_refused() -> None:
    values = {str(i): (str(i), "*") for i in range(4)}
    table = oracle.Table(tuple((str(i),) for i in range(4)), (values,))
    honest = tables.measurer(table, 2)

    def lying(rungs: Sequence[oracle.Rung]) -> list[Measurement]:
        better = Measurement(0, 0, 4, 2, 2, 4, ((0, 0),), (0.0,))
        return [better if rung == (0,) else count for rung, count in zip(rungs, honest(rungs), strict=True)]

    half = Column("a", ("value", "*"), (4, 1), 4, (4, 16))
    problem = Problem(4, None, (half,), 2, 4, "discernibility")
    with pytest.raises(InconsistentCountsError, match="not nested"):
        search(problem, lying, batch_size=1)


def test_a_measurer_must_give_one_measurement_per_rung() -> None:
    table = everyone_fails(3)
    problem = tables.problem_of(table, 2, 0, "loss")
    with pytest.raises(PlannerError, match="1 rungs asked, 0 measured"):
        search(problem, lambda _: [])


# What is proven of rungs not measured


@objectives
@drawn
@given(data=st.data())
def test_no_bound_is_above_the_value_of_a_rung(objective: str, data: st.DataObject) -> None:
    table = data.draw(tables.tables())
    k = data.draw(st.integers(1, 4))
    budget = data.draw(st.integers(0, table.population))
    problem = tables.problem_of(table, k, budget, objective, data.draw(tables.weights(table)))
    asked = objective_of(problem)
    axes = axes_of(problem)
    grid = Grid(axes, whole_box(axes), data.draw(st.sampled_from([2, 5, 1000])))
    bounds = asked.bounds(grid)
    rungs = list(itertools.product(*axes))
    evidence = {rung: asked.evidence(rung, tables.measurement(table, rung, k)) for rung in rungs}
    for rung in data.draw(st.lists(st.sampled_from(rungs), max_size=6)):
        bounds.learn(evidence[rung], np.ones(grid.shape, dtype=np.bool_))
    scores = bounds.scores()
    for rung in rungs:
        cell = tuple(int(np.searchsorted(ceiling, level)) for ceiling, level in zip(grid.ceilings, rung, strict=True))
        if not evidence[rung].over_budget:
            assert scores[cell] <= asked.score(evidence[rung]) + asked.tolerance


@drawn
@given(table=tables.tables(), k=st.integers(1, 4))
def test_a_level_left_out_has_the_classes_of_a_finer_one(table: oracle.Table, k: int) -> None:
    problem = tables.problem_of(table, k, 0, "loss")
    axes = axes_of(problem)
    for rung in oracle.rungs([(0, table.height(j)) for j in range(len(table.hierarchies))]):
        finer = tuple(max(kept for kept in levels if kept <= level) for levels, level in zip(axes, rung, strict=True))
        assert sorted(oracle.figures(table, finer, k).kept) == sorted(oracle.figures(table, rung, k).kept)
        for objective in OBJECTIVES:
            assert oracle.exact_value(table, finer, k, objective) <= oracle.exact_value(table, rung, k, objective)


@given(members=st.integers(0, 2**12 - 1))
def test_maximal_members_have_none_above(members: int) -> None:
    flags = np.array([members >> bit & 1 for bit in range(12)], dtype=np.bool_).reshape(3, 2, 2)
    cells = [tuple(cell) for cell in np.argwhere(flags).tolist()]
    expected = {
        cell
        for cell in cells
        if not any(other != cell and all(a >= b for a, b in zip(other, cell, strict=True)) for other in cells)
    }
    assert {tuple(cell) for cell in np.argwhere(maximal(flags)).tolist()} == expected


@pytest.mark.parametrize("objective", ["loss", "discernibility"])
def test_a_lattice_of_fourteen_million_rungs_stays_within_memory_and_time(objective: str) -> None:
    problem, measure = wide_table(columns=15, objective=objective)
    assert problem.rungs_possible == 3**15
    tracemalloc.start()
    try:
        outcome = search(problem, measure, time_limit=4)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1e9
    assert not outcome.optimal
    assert outcome.chosen is not None
    assert outcome.gap is not None
    assert outcome.gap > 0


def wide_table(columns: int, objective: str) -> tuple[Problem, Measure]:
    """Many columns of four values in two halves, and a measurer that counts with numpy."""
    n, k = 400, 3
    codes = np.random.default_rng(7).binomial(3, 0.3, size=(n, columns))
    shares = np.array([1, 2, 4])

    def measure(rungs: Sequence[oracle.Rung]) -> list[Measurement]:
        found = []
        for rung in rungs:
            labels = np.where(np.array(rung) == 2, 0, codes >> np.array(rung))
            _, group, sizes = np.unique(labels, axis=0, return_inverse=True, return_counts=True)
            failing = int((sizes[group] < k).sum())
            kept = sizes[sizes >= k]
            lost = tuple(tuple(int(failing * share) for share in shares[: level + 1]) for level in rung)
            smallest = int(kept.min()) if len(kept) else 0
            squares = int((kept**2).sum())
            found.append(Measurement(failing, failing, len(kept), smallest, int(sizes.min()), squares, lost))
        return found

    column = [
        Column(
            f"c{j}",
            ("value", "half", "*"),
            tuple(len(set(codes[:, j] >> at)) for at in (0, 1, 2)),
            4,
            (n, 2 * n, 4 * n),
        )
        for j in range(columns)
    ]
    return Problem(n, None, tuple(column), k, n, objective), measure


# Procedures


@drawn
@given(data=st.data())
def test_greedy_raises_the_column_with_most_distinct_values(data: st.DataObject) -> None:
    table = data.draw(tables.tables())
    k = data.draw(st.integers(1, 4))
    budget = data.draw(st.integers(0, table.population))
    limits = data.draw(tables.limits(table))
    problem = tables.problem_of(table, k, budget, "loss", levels=limits)
    outcome = greedy(problem, tables.measurer(table, k), batch_size=data.draw(st.integers(1, 4)))
    rung = [least for least, _ in limits]
    way = [tuple(rung)]
    while oracle.figures(table, way[-1], k).lost > budget:
        distinct = [
            len({table.label(row, j, level) for row in range(len(table.rows))}) if level < limits[j][1] else -1
            for j, level in enumerate(rung)
        ]
        if max(distinct) < 0:
            break
        rung[distinct.index(max(distinct))] += 1
        way.append(tuple(rung))
    assert [candidate.rung for candidate in outcome.tried] == way
    held = oracle.figures(table, way[-1], k).lost <= budget
    assert outcome.chosen == (outcome.tried[-1] if held else None)
    assert outcome.reachable == held
    assert (outcome.closest is None) == held


def test_first_of_takes_the_first_that_holds() -> None:
    values = {str(i): (str(i), str(i // 2), "*") for i in range(4)}
    table = oracle.Table(tuple((str(i),) for i in range(4)), (values,))
    problem = tables.problem_of(table, 2, 0, "loss")
    outcome = first_of(problem, tables.measurer(table, 2), [(0,), (2,), (1,)])
    assert outcome.chosen is not None
    assert outcome.chosen.rung == (2,)
    assert [(candidate.rung, candidate.miss) for candidate in outcome.tried] == [((0,), 4), ((2,), 0)]
    missed = first_of(problem, tables.measurer(table, 2), [(0,)])
    assert missed.chosen is None
    assert not missed.reachable
    assert missed.closest is not None
    assert missed.closest.miss == 4
    with pytest.raises(PlannerError, match="level 3 is not allowed"):
        first_of(problem, tables.measurer(table, 2), [(3,)])


# The worked example: nine patients, and what is missing where nothing holds

BORN = (1974, 1974, 1974, 1981, 1981, 1981, 1990, 1991, 1992)
ZIPS = ("02139", "02139", "02141", "02139", "02138", "02143", "10001", "94103", "60601")
SEXES = "FFFMMMFMF"
PATIENTS = oracle.Table(
    rows=tuple(zip(BORN, ZIPS, SEXES, strict=True)),
    hierarchies=(
        {year: (year, year // 5 * 5, year // 10 * 10, "*") for year in BORN},
        {code: (code, code[:3], "*") for code in ZIPS},
        {sex: (sex, "*") for sex in "FM"},
    ),
)


def test_the_worked_example_keeps_year_and_sex_when_a_third_may_go() -> None:
    problem = tables.problem_of(PATIENTS, 3, budget_of("0.34", 9), "loss")
    chosen = search(problem, tables.measurer(PATIENTS, 3)).chosen
    assert chosen is not None
    assert (chosen.rung, chosen.suppressed_rows, chosen.smallest, chosen.classes) == ((0, 1, 0), 3, 3, 2)


def test_the_worked_example_keeps_sex_alone_when_no_row_may_go() -> None:
    problem = tables.problem_of(PATIENTS, 3, budget_of("0.05", 9), "loss")
    chosen = search(problem, tables.measurer(PATIENTS, 3)).chosen
    assert chosen is not None
    assert (chosen.rung, chosen.suppressed_rows, chosen.smallest) == ((3, 2, 0), 0, 4)


def test_what_cannot_be_reached_says_what_came_closest_and_what_moves_it_most() -> None:
    problem = tables.problem_of(PATIENTS, 3, 0, "loss", levels=[(0, 2), (0, 1), (0, 1)])
    outcome = search(problem, tables.measurer(PATIENTS, 3))
    assert outcome.chosen is None
    assert not outcome.reachable
    assert not outcome.optimal
    assert outcome.closest is not None
    assert (outcome.closest.rung, outcome.closest.miss) == ((1, 1, 1), 3)  # bands of 10 have the labels of bands of 5
    asked = what_ifs(problem)
    assert [(what.change, what.column, what.setting, what.k, what.rung) for what in asked] == [
        ("max_level", "column_0", 3, 3, (3, 1, 1)),
        ("max_level", "column_1", 2, 3, (2, 2, 1)),
        ("k", None, 2, 2, (2, 1, 1)),
    ]
    measured = [tables.measurement(PATIENTS, what.rung, what.k) for what in asked]
    found = remedies(problem, outcome.closest.suppressed_persons, asked, measured)
    assert [(r.change, r.column, r.step, r.miss_after_step, r.enough, r.least_miss) for r in found] == [
        ("max_level", "column_1", 2, 0, 2, 0),
        ("budget", None, 1, 2, 3, 0),
        ("max_level", "column_0", 3, 3, None, 3),
        ("k", None, 2, 3, None, 3),
    ]


def test_a_large_k_is_asked_at_no_more_than_32_settings() -> None:
    problem = tables.problem_of(everyone_fails(3), 500, 0, "loss")
    ks = [what.k for what in what_ifs(problem)]
    assert (len(ks), ks[0], ks[-1]) == (32, 499, 2)
    assert ks == sorted(set(ks), reverse=True)


# What the planner is handed


@pytest.mark.parametrize(
    ("limit", "n", "budget"),
    [
        ("0.29", 100, 29),
        (Decimal("0.29"), 100, 29),
        (Fraction(29, 100), 100, 29),
        ((29, 100), 100, 29),
        ([5, 100], 6000, 300),
        ("0.04", 30162, 1206),
        ("0", 5, 0),
        ("1", 5, 5),
        (1, 5, 5),
        ("0.999", 1000, 999),
    ],
)
def test_a_budget_is_whole_and_exact(limit: str, n: int, budget: int) -> None:
    assert budget_of(limit, n) == budget


@pytest.mark.parametrize("limit", ["-0.1", "1.01", "many", (1, 0), (1, 2, 3), 0.29, None])
def test_a_limit_that_is_none_is_refused(limit: str) -> None:
    with pytest.raises(PlannerError, match="limit must be"):
        budget_of(limit, 100)


def test_figures_that_do_not_fit_are_refused() -> None:
    fitting = Column("a", ("value", "*"), (4, 1), 4, (4, 16))
    for faulty in (
        {"distinct": (4,)},
        {"share_sums": (4,)},
        {"entropy_sums": (0.0,)},
        {"distinct": (1, 4)},
        {"max_level": 2},
        {"min_level": 1, "max_level": 0},
        {"weight": -1},
    ):
        with pytest.raises(PlannerError, match="a: "):
            Column(**{**fitting.__dict__, **faulty})
    for kwargs in (
        {"objective": "height"},
        {"columns": ()},
        {"k": 0},
        {"budget": -1},
        {"objective": "entropy"},
        {"columns": (Column(**{**fitting.__dict__, "weight": 0}),)},
    ):
        with pytest.raises(PlannerError):
            Problem(**{"rows": 4, "persons": None, "columns": (fitting,), "k": 2, "budget": 0, **kwargs})
