"""Protection: what to hide beside thin cells so that true totals can be published, and the proof that it is enough.

Pure: it is handed whole numbers, knows no data value and no warehouse, and imports nothing else of the package. scipy's
HiGHS is imported when totals cross, and not before.

    problem = Problem(
        counts=(20, 15, 3, ...),            # a measure that adds, per finest cell; absent cells have none
        persons=(20, 15, 3, ...),           # distinct persons per cell
        suppressed=frozenset({2}),          # thin cells (1 to k - 1 persons) of which nothing is published
        folds=(frozenset({7, 9, 11}),),     # thin cells whose sum is published; every thin cell is in one of the two
        lines=(Line((0, 1, 2), 38), ...),   # published totals, also those that others imply (the overall one)
        k=5, protection=5,
        counts_are_persons=True,            # a row is a person: the rule bounds the counts themselves
    )
    plan = protect(problem)                 # ProtectionError: contradictory input, or nothing protects it
    plan.pattern                            # complements (cells), hidden_folds and withdrawn lines, by number
    plan.rows()                             # the certificate: (table, kind, cell, move), ready for a SQL table
    verify(problem, plan)                   # [] or what is unproven; no solver

A table of the certificate is written as what is added to the true counts: cells that it does not name keep theirs. So a
judge that has the counts of the day checks, per row `count + move` against the bounds of its kind, and per table and
published sum (line that is not withdrawn, fold that is not hidden) that the moves add up to nothing. The bounds:

    plain       0 or more
    unlabelled  1 or more; at most k - 1 in a cell of a published fold, if counts are persons
    rule        a thin cell 1 or more, and at most k - 1 if counts are persons; a complement k or more

With `low` the least and `high` the largest move of a cell, 0 included, over tables of certain kinds, it then checks

    1. every thin cell: high - low >= protection over all kinds (the plain attacker),
       count + high >= k over unlabelled and rule, unless the cell is in a published fold (not told from a complement);
    2. every thin cell: high - low >= k - 2 over rule (the attacker who knows the rule);
    3. every published line: its cells that are hidden and in no published fold within it hold at least k persons, or
       there are none; the same for what is left of them without the hidden cells of published lines within it;
    4. every hidden cell (complements too): rule tables move it, and no single other cell is moved by all of these, so
       that who knows one cell is told no other. Thin cells at k = 2 are told by the rule itself if counts are persons.

`Line.persons` is for published distinct persons, which only bound (max <= total <= sum): see `distinct`.
"""

from dbt_crowd.protection.plan import protect
from dbt_crowd.protection.problem import KINDS, Line, Pattern, Plan, Problem, ProtectionError, Table
from dbt_crowd.protection.verify import verify

__all__ = ["KINDS", "Line", "Pattern", "Plan", "Problem", "ProtectionError", "Table", "protect", "verify"]
