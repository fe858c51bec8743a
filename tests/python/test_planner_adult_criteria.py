"""The planner on Adult with criteria beyond k, against results that others published.

Classes are judged here by numpy, from the definitions of the criteria; the SQL is compared with other programs elsewhere.
Delta-presence and k-map take adult_subset.csv as the table and adult.csv as the population.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pytest
from dbt_crowd.planner import Column, Measurement, Problem, Rung, budget_of, evaluate, search
from test_planner_adult import COLUMNS, NAMES, Census, published, rung_of

SENSITIVE = "occupation"
WEIGHTS = tuple((place + 1) / len(COLUMNS) for place, name in enumerate(COLUMNS) if name != SENSITIVE)
"""What ARX's tests weigh the columns with, in every other of their rows of column losses."""
QUASI = tuple(name for name in COLUMNS if name != SENSITIVE)
TOLERANCE = 1e-9


@dataclass(frozen=True)
class Asked:
    """What a row of the reference asks, as its words say it."""

    k: int = 1
    distinct: int = 0
    entropy: int = 0
    recursive: tuple[float, int] | None = None
    equal: float | None = None
    ordered: float | None = None
    hierarchical: float | None = None
    beta: float | None = None
    enhanced: float | None = None
    presence: tuple[float, float] | None = None
    population: int = 0
    subset: bool = False


PHRASES = (
    (r"(\d+)-anonymity", lambda n: {"k": int(n)}),
    (r"distinct:(\d+)", lambda n: {"distinct": int(n)}),
    (r"entropy:(\d+)|shannon-entropy-(\d+)\.0-diversity.*", lambda a, b: {"entropy": int(a or b)}),
    (
        r"recursive:([\d.]+):(\d+)|recursive-\(([\d.]+),(\d+)\)-diversity.*",
        lambda c, n, d, m: {"recursive": (float(c or d), int(n or m))},
    ),
    (r"tequal:([\d.]+)|([\d.]+)-closeness with equal .*", lambda a, b: {"equal": float(a or b)}),
    (r"tordered:([\d.]+)|([\d.]+)-closeness with ordered .*", lambda a, b: {"ordered": float(a or b)}),
    (
        r"thier:([\d.]+)|([\d.]+)-closeness with hierarchical .*|Hierarchical\w* t=([\d.]+) .*",
        lambda a, b, c: {"hierarchical": float(a or b or c)},
    ),
    (r"bbeta:([\d.]+)|basic-([\d.]+)-likeness.*", lambda a, b: {"beta": float(a or b)}),
    (r"ebeta:([\d.]+)", lambda b: {"enhanced": float(b)}),
    (r"\(([\d.]+),([\d.]+)\)-presence", lambda a, b: {"presence": (float(a), float(b)), "subset": True}),
    (r"\((\d+)\)-map", lambda n: {"population": int(n), "subset": True}),
)


@cache
def asked_by(words: str) -> Asked | None:
    """The criteria that a row names; None where one is not ours."""
    found = Asked()
    for phrase in words.split(" + "):
        for pattern, read in PHRASES:
            matched = re.fullmatch(pattern, phrase)
            if matched:
                found = replace(found, **read(*matched.groups()))
                break
        else:
            return None
    return found


class JudgedCensus(Census):
    """Adult, or its research subset, with occupation as the sensitive column, under criteria."""

    def __init__(self, shared: Path, asked: Asked) -> None:
        """Read the records; a record of the population that the subset lacks has size 0."""
        super().__init__(shared, COLUMNS)
        place = COLUMNS.index(SENSITIVE)
        self.columns = QUASI
        with (shared / "data" / "adult" / "adult.csv").open(encoding="utf-8") as file:
            order = Counter(tuple(row[name] for name in COLUMNS) for row in csv.DictReader(file, delimiter=";"))
        with (shared / "data" / "adult" / f"hierarchy_{SENSITIVE}.csv").open(encoding="utf-8") as file:
            paths = {line[0]: line for line in csv.reader(file, delimiter=";")}
        values = sorted({record[place] for record in order})
        self.values = np.array([values.index(record[place]) for record in order])
        self.nodes = np.array([sorted(p[1] for p in paths.values()).index(paths[value][1]) for value in values])
        self.height = len(paths[values[0]]) - 1
        self.asked = asked
        self.population = self.sizes
        if asked.subset:
            with (shared / "data" / "adult" / "adult_subset.csv").open(encoding="utf-8") as file:
                sample = Counter(tuple(row[name] for name in COLUMNS) for row in csv.DictReader(file, delimiter=";"))
            self.sizes = np.array([sample[record] for record in order])
            self.rows = int(self.sizes.sum())
        for parts in (self.codes, self.shares, self.domains):
            del parts[place]
        self.overall = np.bincount(self.values, weights=self.sizes) / self.rows

    @cached_property
    def described(self) -> tuple[Column, ...]:
        """The columns as the warehouse would describe them; records that the table lacks count nothing."""
        with np.errstate(divide="ignore", invalid="ignore"):
            found = [self._column(j) for j in range(len(self.columns))]
        return tuple(found)

    def _column(self, j: int) -> Column:
        there = self.sizes > 0
        sizes = self.sizes[there]
        codes = [code[there] for code in self.codes[j]]
        counts = [np.bincount(code, weights=sizes) for code in codes]
        return Column(
            name=self.columns[j],
            levels=tuple(f"level {level}" for level in range(len(codes))),
            distinct=tuple(len(np.unique(code)) for code in codes),
            domain_size=self.domains[j],
            share_sums=tuple((sizes @ self.shares[j][there]).tolist()),
            entropy_sums=tuple(
                float((sizes * np.log2(counted[code] / counts[0][codes[0]])).sum())
                for code, counted in zip(codes, counts, strict=True)
            ),
        )

    def problem(self, limit: str, objective: str) -> Problem:
        """A search under the criteria."""
        budget = budget_of(limit, self.rows)
        return Problem(self.rows, None, self.described, self.asked.k, budget, objective, is_beside=self.asked.subset)

    def _measurement(self, rung: Rung) -> Measurement:
        key = np.zeros(len(self.sizes), dtype=np.int64)
        for codes, level in zip(self.codes, rung, strict=True):
            key = key * (int(codes[level].max()) + 1) + codes[level]
        _, group = np.unique(key, return_inverse=True)
        width, height = len(self.overall), int(group.max()) + 1
        cells = group * width + self.values
        table = np.bincount(cells, weights=self.sizes, minlength=width * height).reshape(height, width)
        sizes = table.sum(axis=1)
        population = np.bincount(group, weights=self.population)
        lasting = sizes < self.asked.k
        lasting |= (table > 0).sum(axis=1) < self.asked.distinct
        lasting |= population < self.asked.population
        fails, certain = lasting.copy(), np.zeros(len(sizes))
        for broken, least in self._judged(table, sizes):
            fails |= broken
            certain = np.maximum(certain, np.where(broken, np.maximum(1, least), 0))
        for broken in self._against_population(sizes, population):
            fails |= broken
        counted = self._figures(rung, group, sizes, fails)
        if self.asked.presence and self.asked.presence[0] > 0 and (sizes == 0).any():
            absent = ("classes of the population are not in the table",)
            counted = replace(counted, refused=absent)
        more = int(np.floor(certain[~lasting & (sizes > 0)]).sum())
        kept = replace(self._figures(rung, group, sizes, lasting), refused=counted.refused)
        return replace(counted, lasting=kept, more_failing=more)

    def _figures(self, rung: Rung, group: np.ndarray, sizes: np.ndarray, fails: np.ndarray) -> Measurement:
        failing = np.flatnonzero(fails[group] & (self.sizes > 0))
        lost = self.sizes[failing]
        kept = sizes[~fails & (sizes > 0)].astype(np.int64)
        return Measurement(
            rows_failing=int(lost.sum()),
            persons_failing=int(lost.sum()),
            classes=len(kept),
            smallest=int(kept.min(initial=self.rows)),
            smallest_any=int(sizes[sizes > 0].min()),
            sum_squares=int((kept**2).sum()),
            failing_shares=tuple(
                tuple((lost @ shares[failing, : level + 1]).tolist())
                for shares, level in zip(self.shares, rung, strict=True)
            ),
            failing_entropy=tuple(
                _n_log_n(np.bincount(codes[level][failing], weights=lost))
                for codes, level in zip(self.codes, rung, strict=True)
            ),
        )

    def _judged(self, table: np.ndarray, sizes: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
        """Which classes fail each criterion on the sensitive column, and how many of their rows must go wherever they go.

        A distance is convex and at most 1: where a class at distance d is r rows of parts that fail and n - r of parts
        that pass, n d <= (n - r) t + r.
        """
        asked, p = self.asked, self.overall
        n = np.maximum(sizes, 1)
        q = table / n[:, None]
        found: list[tuple[np.ndarray, np.ndarray]] = []
        for limit, distance in (
            (asked.equal, lambda: np.abs(q - p).sum(axis=1) / 2),
            (asked.ordered, lambda: np.abs(np.cumsum(q - p, axis=1)).sum(axis=1) / (len(p) - 1)),
            (asked.hierarchical, lambda: self._hierarchical(q)),
        ):
            if limit is not None:
                d = distance()
                found.append((d > limit + TOLERANCE, n * (d - limit) / (1 - limit) - TOLERANCE))
        if asked.entropy:
            with np.errstate(divide="ignore", invalid="ignore"):
                entropy = -np.nansum(np.where(q > 0, q * np.log(q), 0), axis=1)
            least = np.log(asked.entropy)
            found.append((entropy < least - TOLERANCE, n * (1 - entropy / least) - TOLERANCE))
        if asked.recursive:
            c, many = asked.recursive
            counts = -np.sort(-table, axis=1)
            tail = counts[:, many - 1 :].sum(axis=1)
            found.append((counts[:, 0] >= c * tail, counts[:, 0] - c * tail))
        bounds = []
        if asked.beta is not None:
            bounds.append(np.full(len(p), asked.beta))
        if asked.enhanced is not None:
            bounds.append(np.minimum(asked.enhanced, -np.log(p)))
        for bound in bounds:
            most = p * (1 + bound)
            over = (q - most) / np.maximum(1 - most, TOLERANCE)
            found.append((((q - p) / p > bound + TOLERANCE).any(axis=1), n * over.max(axis=1) - TOLERANCE))
        return found

    def _hierarchical(self, q: np.ndarray) -> np.ndarray:
        """Two levels: occupations in groups, groups in the root."""
        extra = self.overall - q
        cost = np.zeros(len(q))
        groups = []
        for node in np.unique(self.nodes):
            part = extra[:, self.nodes == node]
            positive, negative = np.clip(part, 0, None).sum(axis=1), np.clip(-part, 0, None).sum(axis=1)
            cost += np.minimum(positive, negative) / self.height
            groups.append(positive - negative)
        root = np.array(groups).T
        moved: np.ndarray = np.minimum(np.clip(root, 0, None).sum(axis=1), np.clip(-root, 0, None).sum(axis=1))
        total: np.ndarray = cost + moved
        return total

    def _against_population(self, sizes: np.ndarray, population: np.ndarray) -> list[np.ndarray]:
        found = [population < self.asked.population]
        if self.asked.presence:
            share, (least, most) = sizes / population, self.asked.presence
            found.append((share < least - TOLERANCE) | (share > most + TOLERANCE))
        return found


def _n_log_n(counts: np.ndarray) -> float:
    return float((counts[counts > 0] * np.log2(counts[counts > 0])).sum())


Censuses: TypeAlias = Callable[[Asked], JudgedCensus]


@pytest.fixture(scope="module")
def census(shared: Path) -> Censuses:
    """A census per set of criteria, made once."""
    return cache(lambda asked: JudgedCensus(shared, asked))


def losses_of(
    data: JudgedCensus, rung: Rung, counts: Measurement, weights: Sequence[float] = (1,) * len(QUASI)
) -> list[float]:
    """The loss of each column times its weight, the largest first."""
    problem = data.problem("1", "loss")
    found = []
    for j in range(len(rung)):
        columns = tuple(replace(column, weight=int(i == j)) for i, column in enumerate(problem.columns))
        found.append(weights[j] * evaluate(replace(problem, columns=columns), rung, counts))
    return sorted(found, reverse=True)


def test_every_optimum_of_k_with_one_criterion_is_the_published_one(census: Censuses, shared: Path) -> None:
    compared = 0
    for row in published(shared, "adult_sensitive_optima.csv"):
        asked = asked_by(f"{row['k']}-anonymity + {row['model']}")
        if asked is None:
            continue
        data = census(asked)
        outcome = search(data.problem(row["suppression_limit"], "loss_geometric"), data.measure)
        [levels] = [value for name, value in row.items() if name.startswith("optimal_levels")]
        assert outcome.optimal
        assert outcome.chosen is not None
        assert outcome.chosen.value == pytest.approx(float(row["optimal_loss_geometric_mean"]), rel=1e-9)
        assert outcome.chosen.rung == rung_of(levels)
        assert outcome.chosen.suppressed_rows == int(row["suppressed_rows"])
        assert (outcome.chosen.classes, outcome.chosen.smallest) == (
            int(row["classes_released"]),
            int(row["min_class"]),
        )
        compared += 1
    assert compared == 8


def test_every_published_optimum_is_ours_or_has_our_figures(census: Censuses, shared: Path) -> None:
    """Where the metric is an objective of ours the search finds it; else its rung has the figures that were published.

    What would take a sweep of the whole lattice, budgets of 40 % and more, is compared at the rung that was published, and
    so is one that we refuse: a class of the population without a record in the table breaks a lower bound on
    presence, while ARX, where another criterion is asked before, has that one fail the class, and lets it go.
    Of a subset ARX counts classes that only the population has, and what is outside the subset as suppressed with the rest.
    """
    compared: Counter[str] = Counter()
    for row in published(shared, "adult_optima.csv"):
        asked = asked_by(row["criteria"])
        if asked is None or not row["sensitive"]:
            continue
        data = census(asked)
        rung = rung_of(row["optimal_levels"])
        [counts] = data.measure([rung])
        suppressed = int(row["suppressed_rows"])
        if asked.subset and suppressed:
            suppressed -= int(data.population.sum()) - data.rows
        assert counts.rows_failing == suppressed, row["id"]
        if not asked.subset:
            assert counts.classes == int(row["classes_released"]), row["id"]
            assert counts.smallest == int(row["min_class"]), row["id"]
        metric, loss = row["metric"], [float(part) for part in row["optimal_loss"].strip("[]").split(",")]
        if row["suppression_limit"] == "0.0":
            metric = metric.replace("Non-uniform entropy", "Non-monotonic non-uniform entropy")
        objective = NAMES.get(metric, "loss_geometric" if metric == "Loss (0.5/1.0/1.0)" and len(loss) == 1 else None)
        problem = data.problem(row["suppression_limit"], objective or "loss")
        if objective is not None and (counts.refused or float(row["suppression_limit"]) > 0.05):
            compared["refused"] += bool(counts.refused)
            assert evaluate(problem, rung, counts) == pytest.approx(loss[0], rel=1e-9), row["id"]
        elif objective is not None:
            outcome = search(problem, data.measure)
            assert outcome.optimal, row["id"]
            assert outcome.chosen is not None
            assert outcome.chosen.value == pytest.approx(loss[0], rel=1e-9), row["id"]
            compared["searched"] += 1
        elif metric == "Loss (0.5/1.0/1.0)":
            found = [losses_of(data, rung, counts), losses_of(data, rung, counts, WEIGHTS)]
            assert pytest.approx(loss, rel=1e-9, abs=1e-12) in found, row["id"]
            compared["losses"] += 1
        elif metric == "Non-uniform entropy":
            nothing = replace(counts, rows_failing=0, failing_entropy=(0.0,) * len(QUASI))
            assert evaluate(problem, rung, nothing, "entropy") == pytest.approx(loss[0], rel=1e-9), row["id"]
        else:
            compared["figures only"] += 1
        compared["rows"] += 1
    assert compared == {"rows": 86, "searched": 18, "refused": 1, "losses": 10, "figures only": 44}


def test_every_published_loss_of_a_rung_is_ours(census: Censuses, shared: Path) -> None:
    compared: Counter[str] = Counter()
    for row in published(shared, "adult_policy_losses.csv"):
        asked = asked_by(row["criteria"])
        if asked is None or row["criteria"] == "5-anonymity":
            continue
        data = census(asked)
        rung = rung_of(row["levels"])
        [counts] = data.measure([rung])
        if row["metric"] in NAMES:
            value = evaluate(data.problem("1", "loss"), rung, counts, NAMES[row["metric"]])
            assert value == pytest.approx(float(row["loss"]), rel=1e-9), row
        elif row["metric"] == "Loss (0.5/1.0/1.0)":
            expected = [float(part) for part in row["loss"].strip("[]").split(",")]
            assert losses_of(data, rung, counts) == pytest.approx(expected, rel=1e-9, abs=1e-12), row
        else:
            continue
        compared[row["metric"]] += 1
    assert compared == {
        "Non-monotonic non-uniform entropy": 160,
        "Average equivalence class size": 104,
        "Non-monotonic discernability": 63,
        "Non-monotonic precision": 54,
        "Loss (0.5/1.0/1.0)": 53,
    }
