"""A comparison as CSV, JSON and LaTeX: a line a figure or field, a column a result."""

from cryptagon.analysis.naming import shown
from cryptagon.site.comparing import Comparing, Figures
from cryptagon.site.sheets import csv_of, json_of, latex_of


def as_csv(comparing: Comparing) -> str:
    """Figures and fields as they are seen; the first line has the ids of the records."""
    figures = [[_name(one), *(cell.text for cell in one.cells)] for one in comparing.figures]
    fields = [[one.name, *one.texts] for one in comparing.fields]
    return csv_of([["field", *(str(one.pk) for one in comparing.results)], *figures, *fields])


def as_json(comparing: Comparing) -> str:
    """An object a result, with the texts of its figures and fields; `differing` names the fields
    that are not the same for all."""
    results = [
        {
            "record": str(one.pk),
            "figures": {_name(each): each.cells[place].text for each in comparing.figures},
            "fields": {each.name: each.texts[place] for each in comparing.fields},
        }
        for place, one in enumerate(comparing.results)
    ]
    differing = [one.name for one in comparing.fields if one.differs]
    return json_of({"results": results, "differing": differing})


def as_latex(comparing: Comparing) -> str:
    """A table of the figures, a line a result."""
    heading = ["Design", "By", "Target", *(_name(one) for one in comparing.figures)]
    lines = [
        [one.label, shown(one.approach), one.target, *(cell.text for cell in cells)]
        for one, cells in comparing.lines
    ]
    return latex_of("Comparison", heading, lines, "lll" + "r" * len(comparing.figures)) + "\n"


WRITERS = {"csv": as_csv, "json": as_json, "tex": as_latex}
"""How to write each, by the ending of its name."""


def _name(figure: Figures) -> str:
    return f"{figure.title}, {figure.unit}" if figure.unit else figure.title
