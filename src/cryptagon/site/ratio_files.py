"""Ratios as CSV, JSON and LaTeX."""

from typing import Any

from cryptagon.site.columns import METRICS
from cryptagon.site.ratios import SHOWN, Pair, Ratios
from cryptagon.site.sheets import csv_of, json_of, latex_of

_FIELDS = ("comparison", "design", "baseline", "other", *SHOWN, "baseline_record", "other_record")


def as_csv(ratios: Ratios) -> str:
    """A line a pair, numbers with all their digits."""
    return csv_of([_FIELDS, *([_told(one)[name] for name in _FIELDS] for one in ratios.pairs)])


def as_json(ratios: Ratios) -> str:
    """An object a pair, null where there is no ratio."""
    return json_of(
        {
            "count": ratios.count,
            "page": ratios.view.page,
            "pages": ratios.pages,
            "ratios": [_told(one) for one in ratios.pairs],
        }
    )


def as_latex(ratios: Ratios) -> str:
    """A table for each comparison."""
    heading = ["Design", "Ratio", *(one.title for one in ratios.metrics.values())]
    layout = "ll" + "r" * len(ratios.metrics)
    tables = [
        latex_of(
            comparison.title,
            heading,
            [
                [one.baseline.label, one.approaches, *(one.texts[name] for name in ratios.metrics)]
                for one in pairs
            ],
            layout,
        )
        for comparison, pairs in ratios.parts
    ]
    return "\n\n".join(tables) + "\n"


WRITERS = {"csv": as_csv, "json": as_json, "tex": as_latex}
"""How to write each, by the ending of its name."""


def _told(pair: Pair) -> dict[str, Any]:
    comparison = pair.baseline.comparison
    return {
        "comparison": comparison.title if comparison else "",
        "design": pair.baseline.label,
        "baseline": pair.baseline.approach,
        "other": pair.other.approach,
        **{name: pair.ratio(METRICS[name]) for name in SHOWN},
        "baseline_record": str(pair.baseline.pk),
        "other_record": str(pair.other.pk),
    }
