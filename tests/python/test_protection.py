"""Complementary suppression: the reference's tables, a certificate's faults, and what must hold of every plan."""

from __future__ import annotations

import dataclasses
import subprocess
import sys

import cells_attack as attack
import cells_tables as tables
import pytest
from dbt_crowd.protection import Line, Pattern, Plan, Problem, ProtectionError, Table, protect, verify
from hypothesis import given, settings
from hypothesis import strategies as st

drawn = settings(max_examples=40, deadline=None)

# The reference's tables


def attacked(problem: Problem, hidden: frozenset[int], attacker: str, cell: int) -> tuple[int, int]:
    """What an attacker tells of a cell when these are hidden."""
    return attack.interval(tables.published(problem, Pattern(hidden - problem.thin)), attacker, cell)


def safe_plan(problem: Problem) -> Plan:
    """A plan that the certificate and the attack both find safe."""
    plan = protect(problem)
    assert verify(problem, plan) == []
    assert attack.disclosures([tables.published(problem, plan.pattern)], protection=problem.protection) == {}
    return plan


def test_one_hidden_cell_is_its_total_less_the_rest() -> None:
    problem = tables.problem_of((3, 3), [20, 15, 3, 12, 30, 18, 25, 9, 40])
    assert attacked(problem, frozenset({2}), "plain", 2) == (3, 3)
    assert attacked(problem, frozenset({2, 1, 7, 8}), "plain", 2) == (0, 18)
    assert safe_plan(problem).pattern.complements


def test_of_two_cells_and_their_total_one_more_must_go() -> None:
    problem = tables.problem_of((1, 2), [3, 177], by=[()])
    assert attacked(problem, frozenset({0}), "plain", 0) == (3, 3)
    pattern = safe_plan(problem).pattern
    assert pattern.withdrawn == {0} and not pattern.complements, "the 177 need not go when the total does"
    relaxed = dataclasses.replace(problem, insider_persons=1)
    assert protect(relaxed).pattern == Pattern(frozenset({1})), "nobody owns 3 persons, so the 177 is enough"


def test_two_by_two_hides_from_the_plain_attacker() -> None:
    problem = tables.problem_of((3, 3), [2, 3, 40, 50, 60, 70, 30, 20, 10])
    hidden = frozenset({0, 1, 6, 7})
    assert [attacked(problem, hidden, "plain", cell) for cell in (0, 1)] == [(0, 5), (0, 5)]
    release = tables.published(problem, Pattern(hidden - problem.thin))
    assert attack.interval(release, "rule", 1, known=0) == (3, 3), "who is the 2 knows the 3"
    safe_plan(problem)


def test_three_ones_are_told_by_their_sum() -> None:
    problem = tables.problem_of((1, 6), [1, 1, 1, 20, 30, 40], by=[()])
    hidden = frozenset({0, 1, 2})
    assert attacked(problem, hidden, "plain", 0) == (0, 3)
    assert attacked(problem, hidden, "rule", 0) == (1, 1)
    assert safe_plan(problem).pattern.complements


def test_two_hidden_in_every_line_are_not_enough() -> None:
    problem = tables.problem_of((4, 4), [10, 11, 30, 31, 12, 13, 3, 32, 33, 34, 14, 15, 35, 36, 16, 17])
    hidden = frozenset({0, 1, 4, 5, 6, 10, 11, 14, 15})
    assert attacked(problem, hidden, "plain", 6) == (3, 3)
    safe_plan(problem)


@pytest.mark.parametrize(("fold", "hidden"), [((4, 4), True), ((4, 4, 4), True), ((2, 3, 4), False), ((1, 1, 3), True)])
def test_a_fold_is_a_total(fold: tuple[int, ...], hidden: bool) -> None:
    """Hidden where the rule tells more than that each is 1 to 4: 8 of two, 12 of three; 9 of three tells nothing."""
    cells = range(len(fold))
    problem = tables.problem_of((1, len(fold) + 4), [*fold, 20, 30, 40, 50], by=[()], folds=[cells])
    assert bool(safe_plan(problem).pattern.hidden_folds) == hidden


def test_the_hidden_part_of_a_line_is_a_cell_itself() -> None:
    problem = tables.problem_of((1, 6), [1, 2, 50, 20, 60, 70], by=[()])
    bare = tables.published(problem, Pattern())
    assert [total for _, total in bare.sums] == [3]
    pattern = safe_plan(problem).pattern
    assert sum(problem.counts[cell] for cell in problem.thin | pattern.complements) >= 5


def test_one_who_is_a_cell_subtracts_itself() -> None:
    problem = tables.problem_of((1, 5), [1, 3, 60, 70, 80], by=[()])
    assert attack.interval(tables.published(problem, Pattern()), "rule", 1, known=0) == (3, 3)
    safe_plan(problem)


@pytest.mark.parametrize("insider_persons", [None, 4, 1])
def test_whoever_may_know_a_cell_is_told_no_other(insider_persons: int | None) -> None:
    problem = tables.problem_of((1, 5), [1, 3, 60, 70, 80], by=[()], insider_persons=insider_persons)
    plan = protect(problem)
    assert verify(problem, plan) == []
    release = tables.published(problem, plan.pattern)
    for known in problem.thin if insider_persons != 1 else {0}:
        low, high = attack.interval(release, "rule", 1 - known, known)
        assert low < high


# Distinct persons


def of_persons(persons: list[int], total: int, *, rows: int = 10, k: int = 5) -> Problem:
    """A line of distinct persons over cells of `rows` times as many rows."""
    counts = [each * rows for each in persons]
    thin = frozenset(cell for cell, each in enumerate(persons) if each < k)
    line = Line(tuple(range(len(persons))), sum(counts), persons=total, thin_persons=None)
    return Problem(tuple(counts), tuple(persons), thin, (), (line,), k, k, counts_are_persons=False)


def test_distinct_persons_only_bound() -> None:
    """9, 7, x and a total of 19: x is at least 3, more than the rule says; a total of 12 says nothing."""
    for total, told in ((19, True), (12, False)):
        problem = of_persons([9, 7, 3], total)
        plan = protect(problem)
        assert verify(problem, plan) == []
        pattern = plan.pattern
        assert not {0, 1} <= pattern.complements or told or pattern.withdrawn == set()
        shown = [problem.persons[cell] for cell in (0, 1) if cell not in pattern.complements]
        assert pattern.withdrawn or total - sum(shown) <= 1 + 9 * len(pattern.complements), "x can be 1"


def test_a_total_of_persons_alone_tells_a_cell() -> None:
    problem = of_persons([9, 7, 3, 30, 40], 89)
    bare = Plan(Pattern(), ())
    assert "the distinct persons of a total tell more of a thin cell than the rule" in verify(problem, bare)
    assert verify(problem, protect(problem)) == []


@pytest.mark.parametrize("total", [8, 20])
def test_an_impossible_number_of_persons_is_refused(total: int) -> None:
    with pytest.raises(ProtectionError, match="distinct persons"):
        protect(of_persons([9, 7, 3], total))


def test_cells_of_the_same_persons_do_not_add_up() -> None:
    """Two thin cells of 4 persons may be the same 4, unless it is known that they are 6."""
    problem = of_persons([4, 4, 3, 30, 40, 50], 60)
    line = dataclasses.replace(problem.lines[0], persons=None)
    unknown = dataclasses.replace(problem, lines=(line,))
    known = dataclasses.replace(problem, lines=(dataclasses.replace(line, thin_persons=6),))
    assert protect(unknown).pattern.complements == {3}
    assert protect(known).pattern.complements == frozenset()
    for each in (unknown, known):
        assert verify(each, protect(each)) == []


# What is refused


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"lines": (Line((0, 1, 2), 81),)}, "a published total is not the sum of its cells"),
        ({"lines": (Line((0, 1, 7), 80),)}, "a line over a cell that does not exist"),
        ({"lines": (Line((0, 1, 1), 40),)}, "a line names a cell twice"),
        ({"k": 1}, "k must be at least 2"),
        ({"protection": 0}, "protection must be at least 1"),
        ({"persons": (3, 20)}, "every cell needs a count and its persons"),
        ({"persons": (3, 20, 56)}, "counts are said to be persons"),
        ({"counts": (3, 20, -57)}, "at least one person"),
        ({"suppressed": frozenset({0, 1})}, "a cell of at least k persons is suppressed"),
        ({"suppressed": frozenset()}, "a cell of fewer than k persons is published"),
        ({"suppressed": frozenset({0, 9})}, "a hidden cell that does not exist"),
        ({"folds": (frozenset({0}),)}, "a cell is hidden twice"),
    ],
)
def test_what_contradicts_itself_is_refused(change: dict[str, object], said: str) -> None:
    problem = tables.problem_of((1, 3), [3, 20, 57], by=[()])
    with pytest.raises(ProtectionError, match=said):
        protect(dataclasses.replace(problem, **change))  # type: ignore[arg-type]


# The certificate

GRID = [1, 3, 40, 25, 4, 2, 60, 8, 70, 30, 20, 10, 9, 50, 6, 7]


@pytest.mark.parametrize("by", [[()], [(0,), ()], [(0,), (1,), ()]], ids=["line", "lines", "grid"])
def test_a_certificate_with_one_wrong_number_is_refused(by: tables.Margins) -> None:
    problem = tables.problem_of((4, 4), GRID, by=by)
    plan = safe_plan(problem)
    for number, table in enumerate(plan.tables):
        for cell in table.moves:
            for wrong in (-1, 1):
                moves = {**table.moves, cell: table.moves[cell] + wrong}
                forged = Plan(
                    plan.pattern, (*plan.tables[:number], Table(table.kind, moves), *plan.tables[number + 1 :])
                )
                assert verify(problem, forged) != []


def test_a_certificate_of_which_a_part_is_missing_is_refused() -> None:
    problem = tables.problem_of((4, 4), GRID)
    plan = safe_plan(problem)
    assert verify(problem, Plan(plan.pattern, ())) != []
    assert verify(problem, Plan(Pattern(), plan.tables)) != [], "it moves cells that this pattern publishes"
    for cell in problem.thin:
        kept = tuple(table for table in plan.tables if cell not in table.moves)
        assert verify(problem, Plan(plan.pattern, kept)) != []


def test_a_certificate_of_other_counts_is_refused() -> None:
    """The counts of the day: a line whose cells changed, so that its moves leave the bounds."""
    problem = tables.problem_of((1, 5), [4, 3, 10, 70, 80], by=[()])
    plan = safe_plan(problem)
    other = tables.problem_of((1, 5), [1, 1, 5, 70, 80], by=[()])
    assert verify(other, plan) != []


def test_the_same_input_gives_the_same_plan() -> None:
    problem = tables.joined(tables.random_tables(20))
    first, second = protect(problem), protect(problem)
    assert first.pattern == second.pattern
    assert list(first.rows()) == list(second.rows())


def test_the_solver_is_imported_only_when_lines_cross() -> None:
    code = (
        "import sys, dbt_crowd.cli, dbt_crowd.protection as p;"
        "line = p.Line((0, 1, 2, 3), 100);"
        "p.protect(p.Problem((1, 9, 40, 50), (1, 9, 40, 50), frozenset({0}), (), (line,), 5, 5, True));"
        "assert 'scipy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


# Every plan


@drawn
@given(
    st.tuples(st.integers(1, 4), st.integers(1, 5)).flatmap(
        lambda shape: st.tuples(
            st.just(shape),
            st.lists(st.sampled_from(tables.VALUES), min_size=shape[0] * shape[1], max_size=shape[0] * shape[1]),
        )
    ),
    st.sampled_from([[()], [(0,)], [(0,), ()], [(0,), (1,)], [(0,), (1,), ()], []]),
    st.integers(2, 6),
)
def test_what_is_planned_is_proven_and_withstands_attack(
    table: tuple[tuple[int, int], list[int]], by: tables.Margins, k: int
) -> None:
    shape, counts = table
    problem = tables.problem_of(shape, counts, k=k, by=by)
    pattern = safe_plan(problem).pattern
    if not problem.thin:
        assert pattern == Pattern(), "what needs no protection is published whole"
