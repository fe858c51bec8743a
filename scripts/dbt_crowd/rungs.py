"""Rungs as a person types them: `birth_date=year,zip=1`, with names or numbers of levels."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from typing import Any

from dbt_crowd.errors import UsageError


def parse_rung(text: str, columns: Sequence[Mapping[str, Any]]) -> tuple[int, ...]:
    """Reads a rung.

    Args:
        text: `column=level` pairs, joined by commas. A column that is left out stays at its finest allowed level. Names
            and levels may hold commas and equal signs.
        columns: The policy's quasi-identifiers in order, each with `name`, `levels`, `min_level` and `max_level`.

    Returns:
        The number of a level per column, 0 the finest.

    Raises:
        UsageError: There is no such column or level, a column comes twice, or its policy does not allow the level.
    """
    names = sorted((str(column["name"]) for column in columns), key=len, reverse=True)
    starts = list(re.finditer("(?:^|,) *(" + "|".join(map(re.escape, names)) + ") *=", text))
    if not starts or text[: starts[0].start()].strip():
        raise _no_column(re.split("[=,]", text, maxsplit=1)[0].strip(), names)
    given: dict[str, str] = {}
    for start, following in zip(starts, [*starts[1:], None], strict=True):
        name, level = start[1], text[start.end() : following.start() if following else len(text)].strip()
        if name in given:
            raise UsageError(f"a rung names {name} twice: {text}")
        given[name] = level
    return tuple(
        _level(given[column["name"]], column, names) if column["name"] in given else column["min_level"]
        for column in columns
    )


def name_rung(rung: Sequence[int], columns: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Gives the names of a rung's levels per column."""
    return {str(column["name"]): str(column["levels"][level]) for column, level in zip(columns, rung, strict=True)}


def _level(text: str, column: Mapping[str, Any], names: Sequence[str]) -> int:
    levels: list[str] = list(column["levels"])
    found = [number for number, level in enumerate(levels) if level == text]
    found = found or [number for number, level in enumerate(levels) if level.casefold() == text.casefold()]
    if not found and text.isascii() and text.isdigit() and int(text) < len(levels):
        found = [int(text)]
    if len(found) != 1:
        _refuse_other_column(text, names)
        numbered = ", ".join(f"{number} {level}" for number, level in enumerate(levels))
        raise UsageError(f"{column['name']} has no level {text!r}{_nearest(text, levels)} Its levels: {numbered}.")
    allowed = levels[column["min_level"] : column["max_level"] + 1]
    if levels[found[0]] not in allowed:
        raise UsageError(f"{column['name']}: the policy does not allow {levels[found[0]]}, only {', '.join(allowed)}.")
    return found[0]


def _refuse_other_column(text: str, names: Sequence[str]) -> None:
    """What looks like one more pair inside a level is a column that nobody knows."""
    hidden = re.search(r",\s*([^,=]+?)\s*=", text)
    if hidden:
        raise _no_column(hidden[1], names)


def _no_column(name: str, names: Sequence[str]) -> UsageError:
    known = ", ".join(sorted(names))
    return UsageError(
        f"there is no quasi-identifier {name!r}{_nearest(name, names)} A rung is column=level,... of {known}."
    )


def _nearest(word: str, known: Sequence[str]) -> str:
    found = difflib.get_close_matches(word, known, n=1)
    return f", did you mean {found[0]!r}?" if found else "."
