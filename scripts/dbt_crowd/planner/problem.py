"""What the planner is asked and what it answers: plain counts, no data values.

A *rung* is one level per quasi-identifier, as level numbers in the policy's column
order, 0 the finest. The lattice of a problem is every rung whose levels lie within
the columns' limits. Rung v is *finer* than rung u when no level of v is above u's.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Literal, TypeAlias

Rung: TypeAlias = tuple[int, ...]

OBJECTIVES = (
    "loss",
    "loss_geometric",
    "entropy",
    "precision",
    "discernibility",
    "average_class_size",
)


class PlannerError(ValueError):
    """The planner was handed something that cannot be right."""


def budget_of(limit: str | Decimal | Fraction | int | Sequence[int], n: int) -> int:
    """Give the whole number of rows or persons that a limit lets go.

    Args:
        limit: The share that may be suppressed, between 0 and 1: decimal text, a
            Decimal, a Fraction, 0 or 1, or a pair (numerator, denominator).
        n: How many rows or persons there are.

    Returns:
        floor(limit x n), in exact arithmetic: 0.29 of 100 is 29, where binary
        floating point gives 28.

    Raises:
        PlannerError: The limit is a float, not a number, or outside 0..1.
    """
    if isinstance(limit, float):
        raise PlannerError(f"a limit must be exact, not a float. Got: {limit}")
    try:
        if isinstance(limit, (str, Decimal, Fraction, int)):
            share = Fraction(limit)
        else:
            numerator, denominator = limit
            share = Fraction(numerator, denominator)
    except (ArithmeticError, TypeError, ValueError) as error:
        raise PlannerError(f"a limit must be a number. Got: {limit!r}") from error
    if not 0 <= share <= 1:
        raise PlannerError(f"a limit must be between 0 and 1. Got: {limit}")
    return math.floor(share * n)


@dataclass(frozen=True)
class Column:
    """A quasi-identifier, its levels and what is known of it before any rung.

    Attributes:
        name: The column.
        levels: Names of all levels, finest first.
        distinct: Per level, how many distinct labels the data has (NULL is one).
        domain_size: D, the number of values that the loss share counts.
        share_sums: Per level, the sum over all rows of the number of domain values
            that have the row's label.
        entropy_sums: Per level, in bits, the sum over all rows of log2(rows with the
            row's label / rows with the row's raw value). Needed for `entropy` only.
        min_level: The finest level allowed.
        max_level: The coarsest level allowed; None is the last.
        weight: The column's weight in the objective, at least 0.
    """

    name: str
    levels: tuple[str, ...]
    distinct: tuple[int, ...]
    domain_size: int
    share_sums: tuple[int, ...]
    entropy_sums: tuple[float, ...] = ()
    min_level: int = 0
    max_level: int | None = None
    weight: float = 1

    def __post_init__(self) -> None:
        """Check that the figures fit together."""
        n = len(self.levels)
        if len(self.distinct) != n or len(self.share_sums) != n:
            raise PlannerError(f"{self.name}: one figure per level is needed")
        if self.entropy_sums and len(self.entropy_sums) != n:
            raise PlannerError(f"{self.name}: one entropy sum per level is needed")
        if not 0 <= self.min_level <= self.coarsest < n:
            raise PlannerError(f"{self.name}: min_level and max_level do not fit")
        if any(a < b for a, b in zip(self.distinct, self.distinct[1:], strict=False)):
            raise PlannerError(f"{self.name}: a coarser level has more labels")
        if not 0 <= self.weight < math.inf:
            raise PlannerError(f"{self.name}: a weight must be 0 or more")

    @property
    def coarsest(self) -> int:
        """The coarsest level allowed."""
        return len(self.levels) - 1 if self.max_level is None else self.max_level

    @property
    def height(self) -> int:
        """H: the number of the last level, allowed or not."""
        return len(self.levels) - 1


@dataclass(frozen=True)
class Problem:
    """A search: the data's size, its columns, what must hold and what counts.

    Attributes:
        rows: N, all rows.
        persons: All distinct persons; None without a privacy unit.
        columns: The quasi-identifiers in the policy's order.
        k: The least size of a class (persons with a privacy unit, else rows).
        budget: How many persons (without a privacy unit: rows) may be suppressed.
        objective: One of `OBJECTIVES`.
        wildcard: NULL matches everything, so that a class smaller than k can pass;
            bounds then do not rely on classes of at least k rows.
        is_beside: Classes are held against a population, which two levels can tell apart
            that are the same in the data.
    """

    rows: int
    persons: int | None
    columns: tuple[Column, ...]
    k: int
    budget: int
    objective: str = "loss"
    wildcard: bool = False
    is_beside: bool = False

    def __post_init__(self) -> None:
        """Check that the figures fit together."""
        if self.objective not in OBJECTIVES:
            raise PlannerError(f"no such objective: {self.objective}")
        if not self.columns:
            raise PlannerError("a search needs a quasi-identifier")
        if self.k < 1 or self.budget < 0 or self.rows < 0:
            raise PlannerError("k, budget and rows cannot be negative, nor k be 0")
        if self.weighted and not any(column.weight for column in self.columns):
            raise PlannerError("one column at least needs a weight above 0")
        if self.wants_entropy and not all(c.entropy_sums for c in self.columns):
            raise PlannerError("the objective entropy needs every entropy sum")

    @property
    def weighted(self) -> bool:
        """Whether the objective is made of columns, each with its weight."""
        return self.objective not in ("discernibility", "average_class_size")

    @property
    def wants_entropy(self) -> bool:
        """Whether measurements must carry `failing_entropy`."""
        return self.objective == "entropy"

    @property
    def finest(self) -> Rung:
        """The rung of all least levels."""
        return tuple(column.min_level for column in self.columns)

    @property
    def coarsest(self) -> Rung:
        """The rung of all greatest levels: no other one fails fewer rows."""
        return tuple(column.coarsest for column in self.columns)

    @property
    def rungs_possible(self) -> int:
        """How many rungs the lattice has."""
        return math.prod(c.coarsest - c.min_level + 1 for c in self.columns)

    @property
    def population(self) -> int:
        """What the budget is a share of: persons, or rows without a privacy unit."""
        return self.rows if self.persons is None else self.persons

    def check(self, rung: Sequence[int]) -> Rung:
        """Give the rung as a tuple, or say why it is none of this problem's.

        Raises:
            PlannerError: A level is missing or outside its column's limits.
        """
        if len(rung) != len(self.columns):
            raise PlannerError(f"a rung needs {len(self.columns)} levels: {rung}")
        for level, column in zip(rung, self.columns, strict=True):
            if not column.min_level <= level <= column.coarsest:
                raise PlannerError(f"{column.name}: level {level} is not allowed")
        return tuple(int(level) for level in rung)


@dataclass(frozen=True)
class Measurement:
    """What the warehouse counted at one rung u. A class *fails* that is below k or fails another criterion.

    A row can fail at u and pass at a finer rung, where its class is a part that passes. Only criteria that no finer
    rung mends (k, and what is declared so) may rule finer rungs out, so what they alone count is told beside it.

    Attributes:
        rows_failing: Rows in failing classes.
        persons_failing: Persons who lose at least one row; without a privacy unit
            the same as `rows_failing`. The budget is held against this.
        classes: Passing classes.
        smallest: The smallest passing class, in the unit of k; 0 when none passes.
        smallest_any: The smallest class of all, before suppression.
        sum_squares: Sum of c^2 over passing classes, c in rows.
        failing_shares: Per column j, for each level l from 0 to u_j: the sum over
            failing rows of the number of domain values that have the row's label.
        failing_entropy: Per column j: the sum over labels g at level u_j of
            n_g log2 n_g, n_g the failing rows with the label. Empty unless asked.
        lasting: The same counts where nothing but such criteria is asked; None where nothing else is.
        more_failing: How many rows (persons, with a privacy unit) beyond those of `lasting` fail at every finer rung,
            at least, whichever they are.
        refused: What the release as a whole fails, whatever is suppressed, in words. Of `lasting`, what every finer
            rung fails too.
    """

    rows_failing: int
    persons_failing: int
    classes: int
    smallest: int
    smallest_any: int
    sum_squares: int
    failing_shares: tuple[tuple[int, ...], ...]
    failing_entropy: tuple[float, ...] = ()
    lasting: Measurement | None = None
    more_failing: int = 0
    refused: tuple[str, ...] = ()

    @property
    def proof(self) -> Measurement:
        """The counts that hold for every finer rung too."""
        return self if self.lasting is None else self.lasting


@dataclass(frozen=True)
class Candidate:
    """A rung that was measured.

    Attributes:
        rung: Level numbers in column order.
        value: The objective, lower is better.
        suppressed_rows: Rows that it suppresses.
        suppressed_persons: Persons who lose at least one row (else the rows).
        classes: Classes that are released.
        smallest: The smallest of them; 0 when none is.
        miss: By how many persons or rows it exceeds the budget; 0 when it does not.
        refused: What the release as a whole fails, in words; nothing when it holds.
    """

    rung: Rung
    value: float
    suppressed_rows: int
    suppressed_persons: int
    classes: int
    smallest: int
    miss: int
    refused: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether everything asked holds within the budget."""
        return self.miss == 0 and not self.refused

    @property
    def distance(self) -> tuple[int, int]:
        """How far it is from holding: by the budget first, then by what the whole fails."""
        return self.miss, len(self.refused)


@dataclass(frozen=True)
class Outcome:
    """What a search or a procedure found.

    Attributes:
        procedure: `search`, `greedy` or `first_of`.
        objective: The objective of every value here.
        chosen: The rung found; None when there is none.
        reachable: False when it is certain that no rung asked for holds.
        optimal: Whether it is proven that no rung of the lattice is better.
        bound: No rung of the lattice has a lower value; None when nothing is known.
        rungs_possible: Rungs of the lattice.
        rungs_measured: Rungs that were measured.
        batches: Calls of `measure`.
        alternatives: The best other rungs measured that hold, best first.
        tried: What `greedy` and `first_of` looked at, in order.
        closest: Where none holds, the rung that misses by least.
    """

    procedure: Literal["search", "greedy", "first_of"]
    objective: str
    chosen: Candidate | None
    reachable: bool
    optimal: bool
    bound: float | None
    rungs_possible: int
    rungs_measured: int
    batches: int
    alternatives: tuple[Candidate, ...] = ()
    tried: tuple[Candidate, ...] = ()
    closest: Candidate | None = None

    @property
    def gap(self) -> float | None:
        """How far below the chosen value an unmeasured rung can be, at most."""
        if self.chosen is None or self.bound is None:
            return None
        return max(0.0, self.chosen.value - self.bound)
