"""Which classes fail a criterion, by its definition: plain Python over the records, nothing aggregated beforehand.

Definitions: Machanavajjhala et al. 2007 (l-diversity), Li et al. 2007 (t-closeness), Wong et al. 2006 (alpha), Cao and
Karras 2012 (beta-likeness), Brickell and Shmatikov 2008 (delta-disclosure). Counts are fractions; only logarithms are not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log, log2
from typing import Any

Value = str | None
Key = tuple[Hashable, ...]
TOLERANCE = 1e-9


@dataclass(frozen=True)
class Record:
    """One record: the labels of its class, whose it is, and its judged sensitive value."""

    key: Key
    person: str | None
    value: Value


@dataclass(frozen=True)
class Crowd:
    """Records whose members are counted: distinct persons, or records."""

    records: Sequence[Record]
    persons: bool

    def size(self, holds: Callable[[Record], bool] = lambda _: True) -> int:
        """How many members have a record for which `holds` is true."""
        found = [record for record in self.records if holds(record)]
        return len({record.person for record in found} - {None}) if self.persons else len(found)

    def count(self, value: Value) -> int:
        """How many hold a value."""
        return self.size(lambda record: record.value == value)

    def share(self, value: Value) -> Fraction:
        """The share of the members who hold a value."""
        return Fraction(self.count(value), self.size())

    @property
    def values(self) -> set[Value]:
        """The values that somebody holds, None being one."""
        return {record.value for record in self.records if self.count(record.value)}


def failing(
    records: Collection[Record], whole: Sequence[Record], asked: Mapping[str, Any], *, persons: bool, **known: Any
) -> set[Key]:
    """The keys of the classes that fail.

    Args:
        records: What is judged.
        whole: The records whose distribution classes are compared with.
        asked: What a policy says: one of l, t, alpha, beta and delta with what stands beside it, or k_map, delta_presence (the
            whole is the population then) or highest (risk).
        persons: Whether persons are counted.
        known: `order`, the values in order, and `parents`, a mapping of value to its labels from its parent to the root.
    """
    [judge] = [judge for name, judge in _JUDGES.items() if name in asked]
    everything = Crowd(whole, persons)
    keys = {record.key for record in records}
    classes = {key: Crowd([record for record in records if record.key == key], persons) for key in keys}
    return {key for key, crowd in classes.items() if not judge(crowd, everything, asked, known)}


def _l(crowd: Crowd, _whole: Crowd, asked: Mapping[str, Any], _known: Any) -> bool:
    values = crowd.values - {None}
    valued = crowd.size(lambda record: record.value is not None)
    if len(values) < asked["l"] or (crowd.persons and any(crowd.count(value) == valued for value in values)):
        return False
    counts = sorted((crowd.count(value) for value in values), reverse=True)
    if asked.get("l_diversity") == "entropy":
        shares = [count / valued for count in counts]
        return -sum(q * log(q) for q in shares) >= log(asked["l"]) - TOLERANCE
    if asked.get("l_diversity") == "recursive":
        return counts[0] < Fraction(str(asked["c"])) * sum(counts[asked["l"] - 1 :])
    return True


def _alpha(crowd: Crowd, _whole: Crowd, asked: Mapping[str, Any], _known: Any) -> bool:
    if crowd.size() == 0:
        return False
    return all(crowd.share(value) <= Fraction(str(asked["alpha"])) for value in crowd.values - {None})


def _comparable(crowd: Crowd, whole: Crowd) -> bool:
    return crowd.size() > 0 and crowd.values <= whole.values


def _t(crowd: Crowd, whole: Crowd, asked: Mapping[str, Any], known: Mapping[str, Any]) -> bool:
    if not _comparable(crowd, whole):
        return False
    distance = {"equal": _equal, "ordered": _ordered, "hierarchical": _hierarchical}[asked.get("distance", "equal")]
    return distance(crowd, whole, known) <= Fraction(str(asked["t"])) + Fraction(1, 10**9)


def _equal(crowd: Crowd, whole: Crowd, _known: Any) -> Fraction:
    return sum((abs(crowd.share(v) - whole.share(v)) for v in whole.values), Fraction(0)) / 2


def _ordered(crowd: Crowd, whole: Crowd, known: Mapping[str, Any]) -> Fraction:
    values = sorted(whole.values, key=known["order"])
    running, total = Fraction(0), Fraction(0)
    for value in values:
        running += crowd.share(value) - whole.share(value)
        total += abs(running)
    return total / (len(values) - 1) if len(values) > 1 else Fraction(0)


def _hierarchical(crowd: Crowd, whole: Crowd, known: Mapping[str, Any]) -> Fraction:
    """Up the tree: at an inner node, children with too much and children with too little meet, at the cost of its level."""
    parents: Mapping[Value, Sequence[str]] = known["parents"]
    height = len(next(iter(parents.values())))
    extras: dict[tuple[Value, ...], Fraction] = {
        (value, *parents[value]): whole.share(value) - crowd.share(value) for value in whole.values
    }
    cost = Fraction(0)
    for level in range(1, height + 1):
        children: dict[tuple[Value, ...], list[Fraction]] = {}
        for path, extra in extras.items():
            children.setdefault(path[1:], []).append(extra)
        for found in children.values():
            positive = sum((e for e in found if e > 0), Fraction(0))
            negative = -sum((e for e in found if e < 0), Fraction(0))
            # Persons with several values make shares add up to more than 1, in a class and in the whole by
            # different amounts: at the root half of what is left counts, as for equal distance.
            moved = (positive + negative) / 2 if level == height else min(positive, negative)
            cost += Fraction(level, height) * moved
        extras = {path: sum(found, Fraction(0)) for path, found in children.items()}
    return cost


def _beta(crowd: Crowd, whole: Crowd, asked: Mapping[str, Any], _known: Any) -> bool:
    if not _comparable(crowd, whole):
        return False
    for value in crowd.values:
        p, q = float(whole.share(value)), float(crowd.share(value))
        bound = min(asked["beta"], -log(p)) if asked.get("beta_likeness") == "enhanced" else asked["beta"]
        if (q - p) / p > bound + TOLERANCE:
            return False
    return True


def _delta(crowd: Crowd, whole: Crowd, asked: Mapping[str, Any], _known: Any) -> bool:
    if not _comparable(crowd, whole):
        return False
    if asked.get("delta_disclosure") == "all" and crowd.values != whole.values:
        return False
    return all(abs(log2(crowd.share(v) / whole.share(v))) < asked["delta"] - TOLERANCE for v in crowd.values)


def _population(crowd: Crowd, whole: Crowd) -> int:
    [key] = {record.key for record in crowd.records}
    return Crowd([record for record in whole.records if record.key == key], whole.persons).size()


def _k_map(crowd: Crowd, whole: Crowd, asked: Mapping[str, Any], _known: Any) -> bool:
    return _population(crowd, whole) >= asked["k_map"]


def _delta_presence(crowd: Crowd, whole: Crowd, asked: Mapping[str, Any], _known: Any) -> bool:
    low, high = (Fraction(str(bound)) for bound in asked["delta_presence"])
    there = _population(crowd, whole)
    return there > 0 and low <= Fraction(crowd.size(), there) <= high


def _highest_risk(crowd: Crowd, _whole: Crowd, asked: Mapping[str, Any], _known: Any) -> bool:
    return crowd.size() > 0 and Fraction(1, crowd.size()) <= Fraction(str(asked["highest"]))


_JUDGES: dict[str, Callable[[Crowd, Crowd, Mapping[str, Any], Mapping[str, Any]], bool]] = {
    "l": _l,
    "t": _t,
    "alpha": _alpha,
    "beta": _beta,
    "delta": _delta,
    "k_map": _k_map,
    "delta_presence": _delta_presence,
    "highest": _highest_risk,
}
