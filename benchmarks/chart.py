"""Draws what `bench.py` measured of growth: results/growth.json becomes results/growth.svg."""

from __future__ import annotations

import json
from pathlib import Path

import altair

RESULTS = Path(__file__).parent / "results"
PANELS = (
    ("rows", "at", "rows"),
    ("rows", "tuples", "distinct tuples, as rows grow"),
    ("columns", "at", "quasi-identifiers"),
    ("columns", "rungs", "rungs of the lattice, as columns grow"),
    ("k", "at", "k"),
)


def panel(along: str, x: str, title: str) -> altair.LayerChart:
    """Seconds of the search against one thing that grows, both on logarithmic scales."""
    logarithmic = altair.Scale(type="log", nice=False)
    drawn = (
        altair.Chart(width=220, height=180)
        .transform_filter(altair.datum.along == along)
        .encode(
            altair.X(x, type="quantitative", scale=logarithmic, title=title),
            altair.Y("search", type="quantitative", scale=altair.Scale(type="log"), title="seconds of search"),
        )
    )
    return drawn.mark_line(opacity=0.4) + drawn.mark_point(filled=True)


def main() -> None:
    """Draw the chart."""
    points = json.loads((RESULTS / "growth.json").read_text(encoding="utf-8"))
    chart = altair.concat(*(panel(*each) for each in PANELS), columns=3, data=altair.Data(values=points))
    chart.save(RESULTS / "growth.svg")


if __name__ == "__main__":
    main()
