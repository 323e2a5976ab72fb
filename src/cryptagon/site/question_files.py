"""The designs that answer a question as CSV, JSON and LaTeX."""

from typing import Any

from cryptagon.analysis.metrics import AREA, FMAX, THROUGHPUT
from cryptagon.site.questions import Answers, Design, Fit
from cryptagon.site.sheets import csv_of, json_of, latex_of

_FIELDS = (
    *("family", "vendor", "target", "record", "area", "area_unit"),
    *("throughput_mbps", "fmax_mhz", "best"),
)


def told(answers: Answers) -> dict[str, Any]:
    """All of a page as objects, numbers with all their digits."""
    return {
        "count": answers.count,
        "page": answers.question.page,
        "pages": answers.pages,
        "designs": [
            {
                **design.names,
                "vendors": design.vendors,
                "fits": [_fit(one) for _, one in sorted(design.fits.items())],
            }
            for design in answers.designs
        ],
    }


def as_csv(answers: Answers) -> str:
    """A line a design and family."""
    lines = [
        [design.label, design.names["approach"], *(_fit(one)[name] for name in _FIELDS)]
        for design in answers.designs
        for _, one in sorted(design.fits.items())
    ]
    return csv_of([["design", "approach", *_FIELDS], *lines])


def as_json(answers: Answers) -> str:
    """What the API gives."""
    return json_of(told(answers))


def as_latex(answers: Answers) -> str:
    """A table with a line a design and family."""
    heading = ("Design", "By", "Target", "Area", "Unit", "Throughput, Mbit/s", "Fmax, MHz")
    lines = [
        _line(design, one) for design in answers.designs for _, one in sorted(design.fits.items())
    ]
    return latex_of("Designs that fit the same bounds", heading, lines, "lllrlrr") + "\n"


WRITERS = {"csv": as_csv, "json": as_json, "tex": as_latex}
"""How to write each, by the ending of its name."""


def _fit(fit: Fit) -> dict[str, Any]:
    own = fit.result
    return {
        "family": fit.family,
        "vendor": fit.vendor,
        "target": own.target,
        "record": str(own.pk),
        "area": own.luts,
        "area_unit": own.area_unit,
        "throughput_mbps": own.throughput_mbps,
        "fmax_mhz": own.fmax_mhz,
        "best": fit.best,
    }


def _line(design: Design, fit: Fit) -> tuple[str, ...]:
    own = fit.result
    figures = [one.text(one.value(own)) for one in (AREA, THROUGHPUT, FMAX)]
    return (
        *(design.label, design.made_by, own.target),
        *(figures[0], own.area_unit, figures[1], figures[2]),
    )
