"""Criteria on small tables: what each asks, what is declared of it, and which sets of rows pass."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import criteria_oracle

Value = str | None

PARENTS = {"x": ("u", "*"), "y": ("u", "*"), "z": ("v", "*"), None: ("none", "*")}
ORDER = ("x", "y", "z", None)

DECLARED: dict[str, tuple[bool, bool]] = {
    "l distinct": (True, True),
    "l entropy": (False, True),
    "l recursive": (False, True),
    "t equal": (False, True),
    "t ordered": (False, True),
    "t hierarchical": (False, True),
    "alpha": (False, True),
    "beta basic": (False, True),
    "beta enhanced": (False, True),
    "delta present": (False, False),
    "delta all": (False, True),
}
"""Per kind of criterion rows_monotone and classes_monotone, as macros/criteria/criteria.sql declares them."""

ASKED: tuple[dict[str, Any], ...] = (
    {"l": 2},
    {"l": 3},
    {"l": 2, "l_diversity": "entropy"},
    {"l": 2, "l_diversity": "recursive", "c": 1.5},
    {"l": 3, "l_diversity": "recursive", "c": 4.0},
    {"t": 0.2},
    {"t": 0.4},
    {"t": 0.3, "distance": "ordered"},
    {"t": 0.2, "distance": "hierarchical"},
    {"alpha": 0.5},
    {"alpha": 0.7},
    {"beta": 0.5},
    {"beta": 0.4, "beta_likeness": "enhanced"},
    {"delta": 0.7},
    {"delta": 0.6, "delta_disclosure": "all"},
)
"""What policies ask of the sensitive column."""


def kind_of(asked: Mapping[str, Any]) -> str:
    """The kind of a criterion, a key of DECLARED."""
    [name] = [name for name in ("l", "t", "alpha", "beta", "delta") if name in asked]
    defaults = {"l": "distinct", "t": "equal", "beta": "basic", "delta": "present"}
    keys = {"l": "l_diversity", "t": "distance", "beta": "beta_likeness", "delta": "delta_disclosure"}
    return name if name == "alpha" else f"{name} {asked.get(keys[name], defaults[name])}"


@dataclass(frozen=True, eq=False)
class Criterion:
    """What one criterion says of classes: called with the row numbers of a class, whether it passes."""

    name: str
    judge: Callable[[tuple[int, ...]], bool] = field(repr=False)

    @property
    def rows_monotone(self) -> bool:
        """Whether a row that fails is declared to fail at every finer rung."""
        return DECLARED[kind_of(json.loads(self.name))][0]

    @property
    def classes_monotone(self) -> bool:
        """Whether classes that pass are declared to pass together."""
        return DECLARED[kind_of(json.loads(self.name))][1]

    def __call__(self, members: tuple[int, ...]) -> bool:
        """Judge a class."""
        return self.judge(members)


def judged_by(asked: Mapping[str, Any], values: Sequence[Value], persons: Sequence[Any] | None = None) -> Criterion:
    """A criterion on a table with these sensitive values; every class is judged once."""
    whole = [
        criteria_oracle.Record((), None if persons is None or persons[row] is None else str(persons[row]), value)
        for row, value in enumerate(values)
    ]
    known = {"order": ORDER.index, "parents": PARENTS}
    verdicts: dict[tuple[int, ...], bool] = {}

    def judge(members: tuple[int, ...]) -> bool:
        if members not in verdicts:
            records = [whole[row] for row in members]
            counted = persons is not None
            verdicts[members] = not criteria_oracle.failing(records, whole, asked, persons=counted, **known)
        return verdicts[members]

    return Criterion(json.dumps(asked), judge)
