"""The objectives, and what a measured rung proves of the rungs not measured.

Everything rests on one fact. Let F(u) be the rows in failing classes at rung u. If v
is finer than u, every class of v lies within one class of u, so a row whose class is
too small at u is in one at v that is no larger: F(u) is a subset of F(v). It holds
for persons as for rows, and with NULL as a wildcard; and for every criterion that is
declared so, such as distinct l: a part of a class has no value that the class lacks.
S(u) is the number of rows in F(u), N of all rows. Two consequences are used
throughout, for v finer than u:

* S(v) >= S(u), and the same of persons: if u misses the budget, so does v.
* A class that passes at v lies within one that passes at u.

Other criteria are not like that: a class too far from the whole can have a part that
is near it. A rung is then measured twice, with all criteria and with the *lasting*
ones alone, of which the fact holds (`Measurement.proof`). Bounds are made of the
latter and hold for both, since more criteria never lower a score: each class of c rows
that fails in addition costs its rows in full, where they had lost a share of at most 1
(`loss`), c^2 <= c N (`discernibility`), or leaves one class less and at most one more
for all that is suppressed (`average_class_size`); `precision` and `entropy` rise with
the rows that fail. A rung is judged, and chosen, by its own score.

A *score* is what an objective compares; lower is better. It orders rungs as the
value does and `value` turns it into that. Bounds are never above the score of any
rung of their cell, up to the objective's `tolerance`; scores closer than that count
as equal, since floating point cannot tell them apart.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import cast

import numpy as np

from dbt_crowd.planner.lattice import (
    Cells,
    Flags,
    Grid,
    Numbers,
    Real,
    Whole,
    add_outer,
    multiply_outer,
)
from dbt_crowd.planner.problem import Column, Measurement, PlannerError, Problem, Rung

UNITS = 10**10
RELATIVE_TOLERANCE = 1e-12
EXACT_FLOAT = 2.0**53
LARGEST_SQUARE_ROOT = 3_037_000_499


@dataclass(frozen=True)
class Evidence:
    """What is kept of a measured rung u.

    Attributes:
        rung: The rung u.
        rows: S(u), its failing rows.
        classes: Its passing classes.
        squares: The sum of c^2 over them.
        over_budget: Whether it misses the budget or is refused as a whole, and, as a proof, all finer rungs with it.
        terms: Per column j, for each level l up to u_j, what the column adds to the
            score of a rung with level l if it fails the rows of F(u) and no other.
            Empty for objectives that do not add up over columns.
    """

    rung: Rung
    rows: int
    classes: int
    squares: int
    over_budget: bool
    terms: tuple[Real, ...] = ()


class Bounds(ABC):
    """Lower bounds on the score of every cell of a grid."""

    def __init__(self, grid: Grid) -> None:
        """Start with what is known before any rung is measured."""
        self.grid = grid

    @abstractmethod
    def learn(self, evidence: Evidence, left: Flags) -> None:
        """Raise the bounds by what a measured rung proves; only cells that are left need it."""

    @abstractmethod
    def scores(self) -> Numbers:
        """Give the bounds, an array of the grid's shape; not to be written to."""


class Objective(ABC):
    """What a search minimises.

    Attributes:
        tolerance: Scores no further apart than this are equal.
        share_of_maximal: The share of a batch that goes to maximal rungs.
        cells: How many cells of bounds fit in 800 MB, with what a sweep needs besides.
    """

    tolerance: float = 0
    share_of_maximal = 0.75
    cells = 1 << 22

    def __init__(self, problem: Problem) -> None:
        """Take the problem whose measurements will be judged."""
        self.problem = problem

    def proof(self, rung: Rung, measured: Measurement) -> Evidence:
        """Give what a measurement proves of finer and coarser rungs."""
        lasting = measured.proof
        evidence = self.evidence(rung, lasting)
        least = lasting.persons_failing + measured.more_failing
        return replace(evidence, over_budget=least > self.problem.budget or bool(lasting.refused))

    def evidence(self, rung: Rung, measured: Measurement) -> Evidence:
        """Give what a measurement says of its own rung; of others too, where all that is asked is lasting."""
        return Evidence(
            rung=rung,
            rows=measured.rows_failing,
            classes=measured.classes,
            squares=measured.sum_squares,
            over_budget=measured.persons_failing > self.problem.budget or bool(measured.refused),
        )

    @abstractmethod
    def score(self, evidence: Evidence) -> float:
        """Give the exact score of a measured rung."""

    @abstractmethod
    def value(self, score: float) -> float:
        """Turn a score into the objective's value."""

    @abstractmethod
    def bounds(self, grid: Grid) -> Bounds:
        """Give bounds for the cells of a grid."""


def objective_of(problem: Problem) -> Objective:
    """Give the objective that the problem names."""
    objectives: dict[str, type[Objective]] = {
        "loss": Loss,
        "loss_geometric": GeometricLoss,
        "entropy": Entropy,
        "precision": Precision,
        "discernibility": Discernibility,
        "average_class_size": AverageClassSize,
    }
    return objectives[problem.objective](problem)


def evaluate(problem: Problem, rung: Rung, measured: Measurement, objective: str | None = None) -> float:
    """Give the value of a measured rung under any objective.

    Args:
        problem: The problem that was measured.
        rung: The rung.
        measured: Its measurement.
        objective: One of `OBJECTIVES`; the problem's own when left out.

    Raises:
        PlannerError: The measurement does not carry what the objective needs.
    """
    asked = replace(problem, objective=objective or problem.objective)
    chosen = objective_of(asked)
    return chosen.value(chosen.score(chosen.evidence(rung, measured)))


# Objectives that add up over columns.


class Additive(Objective):
    """A score that is a sum of one term per column.

    For v finer than u the score of v is at least the sum of u's terms at v's levels
    (each objective says why); with nothing measured, of the terms for no failing row.
    A term does not fall as its level rises, so the sum at a box's finest rung bounds
    the box.
    """

    tolerance = RELATIVE_TOLERANCE
    cells = 1 << 24

    def __init__(self, problem: Problem) -> None:
        """Share the weights out."""
        super().__init__(problem)
        total = sum(column.weight for column in problem.columns)
        self.weights = [column.weight / total for column in problem.columns]

    def evidence(self, rung: Rung, measured: Measurement) -> Evidence:
        """Add the terms to what every objective keeps."""
        return replace(super().evidence(rung, measured), terms=self.terms(rung, measured))

    @abstractmethod
    def terms(self, rung: Rung, measured: Measurement) -> tuple[Real, ...]:
        """Give the terms of `Evidence`."""

    def score(self, evidence: Evidence) -> float:
        """Add up the terms at the rung's own levels."""
        pairs = zip(evidence.terms, evidence.rung, strict=True)
        return sum(float(term[level]) for term, level in pairs)

    def value(self, score: float) -> float:
        """Give the score itself."""
        return score

    def bounds(self, grid: Grid) -> Bounds:
        """Start from the terms for no failing row."""
        none = Measurement(
            rows_failing=0,
            persons_failing=0,
            classes=0,
            smallest=0,
            smallest_any=0,
            sum_squares=0,
            failing_shares=tuple((0,) * len(c.levels) for c in self.problem.columns),
            failing_entropy=(0.0,) * len(self.problem.columns),
        )
        rung = tuple(column.height for column in self.problem.columns)
        return AdditiveBounds(grid, self.terms(rung, none))


class AdditiveBounds(Bounds):
    """The largest sum of terms that any measured coarser rung proves."""

    def __init__(self, grid: Grid, terms: tuple[Real, ...]) -> None:
        """Add up the terms for no failing row."""
        super().__init__(grid)
        pairs = zip(terms, grid.floors, strict=True)
        self._scores: Real = add_outer([term[floor] for term, floor in pairs])

    def learn(self, evidence: Evidence, left: Flags) -> None:
        """Raise the cells below the rung; those over budget are ruled out anyway."""
        cells = self.grid.at_or_below(evidence.rung)
        if evidence.over_budget or not evidence.rows or not left[cells].any():
            return
        parts = zip(evidence.terms, self.grid.floors, cells, strict=True)
        proven = add_outer([term[floor[part]] for term, floor, part in parts])
        view = self._scores[cells]
        np.maximum(view, proven, out=view)

    def scores(self) -> Real:
        """Give the bounds."""
        return self._scores


class Loss(Additive):
    """Mean over columns of the loss per cell (Iyengar 2002), our default.

    Column j loses a_j = sum over kept rows of share_j(row, its level) + S, scaled to
    0..1 and rounded down at 1e-10. A row that v fails beyond F(u) counts 1 instead of
    its share, which is no larger: so for v finer than u, a_j(v) is at least
    share_sum_j[v_j] - (shares of F(u) at level v_j) + S(u). Whole numbers throughout,
    multiplied by D_j, so that the rounding is exact.
    """

    def terms(self, rung: Rung, measured: Measurement) -> tuple[Real, ...]:
        """Give w_j / sum(w) times the column's loss at each level up to the rung's."""
        return tuple(
            self.term(weight, self._losses(column, shares, level, measured.rows_failing))
            for weight, column, shares, level in zip(
                self.weights,
                self.problem.columns,
                measured.failing_shares,
                rung,
                strict=True,
            )
        )

    def term(self, weight: float, losses: Real) -> Real:
        """Weigh the losses of a column."""
        return weight * losses

    def _losses(self, column: Column, shares: tuple[int, ...], level: int, failing: int) -> Real:
        if len(shares) <= level:
            raise PlannerError(f"{column.name}: failing shares up to {level} are needed")
        n, d = self.problem.rows, column.domain_size
        if d <= 1 or n == 0:
            return np.zeros(level + 1)
        lost = [column.share_sums[i] - shares[i] + failing * d for i in range(level + 1)]
        units = [max(0, a - n) * UNITS // (n * (d - 1)) for a in lost]
        return np.array(units, dtype=np.float64) / UNITS


class GeometricLoss(Loss):
    """Geometric mean over columns of loss + 1, less 1.

    The score is its logarithm, sum of w_j / sum(w) x log(1 + L_j), which rises with
    every L_j; so the bounds of `Loss` carry over.
    """

    def term(self, weight: float, losses: Real) -> Real:
        """Give the weighted logarithms."""
        return weight * np.log1p(losses)

    def value(self, score: float) -> float:
        """Undo the logarithm."""
        return math.expm1(score)


class Precision(Additive):
    """Mean over columns of the share of levels climbed, 1 for a suppressed cell.

    Sweeney 2002, turned so that 0 is best. Per column ((N - S) l_j / H_j + S) / N,
    with l_j / H_j = 0 where the hierarchy has one level. It does not fall as S grows,
    and S(v) >= S(u).
    """

    def terms(self, rung: Rung, measured: Measurement) -> tuple[Real, ...]:
        """Give the column's share at each level up to the rung's."""
        n = max(1, self.problem.rows)
        failing = measured.rows_failing
        parts = zip(self.weights, self.problem.columns, rung, strict=True)
        return tuple(
            weight * ((n - failing) * (np.arange(level + 1) / max(1, column.height)) + failing) / n
            for weight, column, level in parts
        )


class Entropy(Additive):
    """Non-uniform entropy with suppression (non-monotonic), in bits.

    Column j at rung v: sum over all rows of log2(label count / raw count), known, plus
    T_j(v) = S log2 S - sum over labels g of k_g log2 k_g, S and k_g counted among
    F(v). T is |F| times the entropy of the labels in F. It is never smaller for more
    rows (for disjoint A and B, T(A and B together) >= T(A) + T(B), since entropy is
    concave, and T >= 0) nor for finer labels (they determine the coarser ones). So
    for v finer than u, T_j(v) >= T_j(u), though v itself need not be costlier than u.
    """

    def __init__(self, problem: Problem) -> None:
        """Scale the tolerance: a column's entropy is at most N log2 N."""
        super().__init__(problem)
        self.weights = [column.weight for column in problem.columns]
        scale = sum(self.weights) * _n_log_n(problem.rows)
        self.tolerance = RELATIVE_TOLERANCE * max(1.0, scale)

    def terms(self, rung: Rung, measured: Measurement) -> tuple[Real, ...]:
        """Give the known sums up to the rung's levels plus T_j of the rung."""
        if len(measured.failing_entropy) != len(rung):
            raise PlannerError("the objective entropy needs failing_entropy")
        whole = _n_log_n(measured.rows_failing)
        parts = zip(
            self.weights,
            self.problem.columns,
            measured.failing_entropy,
            rung,
            strict=True,
        )
        return tuple(
            weight * (np.array(column.entropy_sums[: level + 1]) + max(0.0, whole - failing))
            for weight, column, failing, level in parts
        )


def _n_log_n(n: int) -> float:
    return n * math.log2(n) if n > 1 else 0.0


# Objectives that count classes.


class CountedBounds(Bounds):
    """What measured rungs say of the number and the sizes of a rung's classes.

    Only of rungs within budget, for no other can be chosen. G(v) is the number of passing classes of v, Q(v) the sum
    of their squared sizes, m the least rows of a passing class (k, since k persons have at least k rows; 1 with NULL
    as a wildcard), fan_j = distinct_j[v_j] - distinct_j[u_j] + 1. Kept per cell, from all measured u coarser and w
    finer than the cell:

    * `failing` <= S(v): the largest S(u).
    * `failing_most` >= S(v): the smallest S(w), since F(v) is a subset of F(w); and the budget, where it counts rows.
    * `classes_most` >= G(v): the smallest G(u) times the product of fan_j. A passing class of v lies in a passing one
      of u; within one of u, column j takes at most fan_j labels at level v_j, as every other label of u_j has a label
      of v_j of its own below it.
    * `merged` >= m G(v) + S(v): the smallest m G(w) + S(w). A passing class of v holds a passing class of w (those are
      disjoint, so at most G(w) such) or consists of at least m rows that fail at w and pass at v, of which there are
      S(w) - S(v).
    * `squares` <= Q(v) + m S(v): the largest Q(w) + m S(w). Q(v) is the sum over passing rows of the size of their
      class; rows that pass at w still pass, in classes no smaller; the S(w) - S(v) others count at least m each.
    * `split` <= Q(v) + N S(v) (`DiscernibilityBounds`): the largest Q(u) / (product of fan_j) + N S(u). A class of u
      with c rows, s of which fail at v, leaves at most f = product of fan_j passing parts, so at least
      (c - s)^2 / f + N s, and that is least at s = 0: its slope N - 2 (c - s) / f is not negative for f >= 2, and f = 1
      leaves the class whole. The S(u) rows count N each.
    """

    def __init__(self, grid: Grid, problem: Problem) -> None:
        """Start from the number of labels per column and level."""
        super().__init__(grid)
        self.n = problem.rows
        self.least = 1 if problem.wildcard else problem.k
        self.distinct = [np.array(c.distinct, dtype=np.float64) for c in problem.columns]
        self.failing = np.zeros(grid.shape, dtype=np.int64)
        limit = self.n if problem.persons is not None else min(self.n, problem.budget)
        self.failing_most = np.full(grid.shape, limit, dtype=np.int64)
        self.merged = np.full(grid.shape, self.n, dtype=np.int64)
        pairs = zip(self.distinct, grid.floors, strict=True)
        labels = multiply_outer([labels[floor] for labels, floor in pairs])
        self.classes_most = np.minimum(labels, self.n).astype(np.int64)

    def learn(self, evidence: Evidence, left: Flags) -> None:
        """Tighten the cells below and above a measured rung."""
        below = self.grid.at_or_below(evidence.rung)
        if left[below].any():
            self.learn_below(evidence, below, self._parts(evidence.rung, below))
        above = self.grid.at_or_above(evidence.rung)
        if left[above].any():
            self.learn_above(evidence, above)

    def learn_below(self, evidence: Evidence, cells: Cells, parts: Real) -> None:
        """Tighten the cells finer than the rung; parts is the product of fan_j."""
        _raise(self.failing[cells], np.int64(evidence.rows))
        most = np.minimum(evidence.classes * parts, self.n).astype(np.int64)
        _lower(self.classes_most[cells], most)

    def learn_above(self, evidence: Evidence, cells: Cells) -> None:
        """Tighten the cells coarser than the rung."""
        _lower(self.failing_most[cells], np.int64(evidence.rows))
        merged = self.least * evidence.classes + evidence.rows
        _lower(self.merged[cells], np.int64(merged))

    def most_classes(self) -> Whole:
        """Give the least of the three upper bounds on G, per cell.

        The third: every passing class has at least m of the N - S rows, which is what
        `merged` starts from.
        """
        by_size = (self.merged - self.failing) // self.least
        return cast(Whole, np.minimum(self.classes_most, by_size))

    def _parts(self, rung: Rung, cells: Cells) -> Real:
        """Give the product of fan_j, at most 2^53, up to which it is exact."""
        parts = zip(self.distinct, self.grid.floors, cells, rung, strict=True)
        fans = [labels[floor[part]] - labels[level] + 1 for labels, floor, part, level in parts]
        return np.minimum(multiply_outer(fans), EXACT_FLOAT)


class AverageClassSize(Objective):
    """N / (passing classes, plus 1 if any row is suppressed), LeFevre 2006.

    The score is minus the divisor, a whole number.
    """

    share_of_maximal = 0.25

    def score(self, evidence: Evidence) -> float:
        """Count the classes, the suppressed rows being one."""
        return -(evidence.classes + (evidence.rows > 0))

    def value(self, score: float) -> float:
        """Give the rows per class; 0 where there is no row."""
        return self.problem.rows / -score if score else 0.0

    def bounds(self, grid: Grid) -> Bounds:
        """Bound the number of classes from above."""
        return AverageClassSizeBounds(grid, self.problem)


class AverageClassSizeBounds(CountedBounds):
    """Minus the most classes, and one more unless it is known that no row fails."""

    def scores(self) -> Whole:
        """Give the bounds."""
        return -(self.most_classes() + (self.failing_most > 0))


class Discernibility(Objective):
    """Sum of c^2 over passing classes plus N for each suppressed row (Bayardo 2005).

    Whole numbers up to N^2, exact for at most 3,037,000,499 rows.
    """

    def __init__(self, problem: Problem) -> None:
        """Refuse more rows than 64 bits can square."""
        super().__init__(problem)
        if problem.rows > LARGEST_SQUARE_ROOT:
            raise PlannerError(f"discernibility goes up to {LARGEST_SQUARE_ROOT} rows")

    def score(self, evidence: Evidence) -> float:
        """Add the suppressed rows to the squares."""
        return evidence.squares + self.problem.rows * evidence.rows

    def value(self, score: float) -> float:
        """Give the score itself."""
        return float(score)

    def bounds(self, grid: Grid) -> Bounds:
        """Bound the squares from below."""
        return DiscernibilityBounds(grid, self.problem)


class DiscernibilityBounds(CountedBounds):
    """The largest of three lower bounds on Q + N S, with g >= G and S >= `failing`.

    * `split`, as it stands.
    * `squares` - m S + N S, which does not fall with S as m <= N. (Where N < k every
      row fails everywhere and the term is not used.)
    * (N - S)^2 / g + N S, since g classes of N - S rows in all have at least that sum
      of squares (Cauchy-Schwarz). It rises with S for g >= 2; for g = 1 it is
      N^2 - N S + S^2, least at S = N / 2; for g = 0 all rows fail and it is N^2.
    """

    def __init__(self, grid: Grid, problem: Problem) -> None:
        """Start from squares of at least nothing."""
        super().__init__(grid, problem)
        self.split = np.zeros(grid.shape, dtype=np.int64)
        self.squares = np.zeros(grid.shape, dtype=np.int64)

    def learn_below(self, evidence: Evidence, cells: Cells, parts: Real) -> None:
        """Split the classes of a coarser rung."""
        super().learn_below(evidence, cells, parts)
        split = np.where(parts < EXACT_FLOAT, evidence.squares // parts.astype(np.int64), 0)
        _raise(self.split[cells], split + self.n * evidence.rows)

    def learn_above(self, evidence: Evidence, cells: Cells) -> None:
        """Keep the squares of a finer rung."""
        super().learn_above(evidence, cells)
        squares = evidence.squares + self.least * evidence.rows
        _raise(self.squares[cells], np.int64(squares))

    def scores(self) -> Whole:
        """Give the bounds."""
        n, g = self.n, self.most_classes()
        middle = np.clip(n // 2, self.failing, self.failing_most)
        failing = np.where(g >= 2, self.failing, np.where(g == 1, middle, n))
        best: Whole = (n - failing) ** 2 // np.maximum(g, 1) + n * failing
        np.maximum(best, self.split, out=best)
        if n >= self.least:
            kept = self.squares + (n - self.least) * self.failing
            np.maximum(best, kept, out=best)
        return best


def _raise(view: Whole, figures: Whole | np.int64) -> None:
    np.maximum(view, figures, out=view)


def _lower(view: Whole, figures: Whole | np.int64) -> None:
    np.minimum(view, figures, out=view)
