"""A page of a ranking as CSV, JSON and LaTeX: the rows and columns that are seen, in their
order.
"""

import csv
import io
import json

from cryptagon.analysis.latex import latex_escaped
from cryptagon.site.columns import Value
from cryptagon.site.ranking import Part, Ranking

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""How a cell begins that a spreadsheet takes for a formula (OWASP, CSV injection)."""


def as_csv(ranking: Ranking) -> str:
    """A heading and a line a result, numbers with all their digits; what would be a formula begins
    with an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(["comparison", "area_unit", *ranking.columns])
    for part in ranking.parts:
        for row in part.rows:
            values = [
                part.comparison.title,
                part.comparison.area_unit,
                *(column.value(row) for column in ranking.columns.values()),
            ]
            writer.writerow([_cell(value) for value in values])
    return out.getvalue()


def as_json(ranking: Ranking) -> str:
    """An object a result, by the names of the columns, numbers with all their digits, null where
    there is none.
    """
    rows = [
        {
            "comparison": part.comparison.title,
            "area_unit": part.comparison.area_unit,
            **{key: column.value(row) for key, column in ranking.columns.items()},
        }
        for part in ranking.parts
        for row in part.rows
    ]
    return (
        json.dumps(
            {
                "count": ranking.count,
                "page": ranking.view.page,
                "pages": ranking.pages,
                "results": rows,
            },
            indent=2,
        )
        + "\n"
    )


def as_latex(ranking: Ranking) -> str:
    """A `table` environment with `booktabs` rules for each comparison, numbers as they are seen."""
    return "\n\n".join(_table(ranking, part) for part in ranking.parts) + "\n"


FORMATS = {
    "csv": (as_csv, "text/csv; charset=utf-8"),
    "json": (as_json, "application/json"),
    "tex": (as_latex, "application/x-tex; charset=utf-8"),
}
"""How to write each, and its media type."""


def _cell(value: Value) -> Value:
    if value is None:
        return ""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def _table(ranking: Ranking, part: Part) -> str:
    columns = ranking.columns.values()
    units = [column.unit.format(area=part.comparison.area_unit) for column in columns]
    heading = [
        f"{column.title}, {unit}" if unit else column.title
        for column, unit in zip(columns, units, strict=True)
    ]
    rows = [[column.text(row) for column in columns] for row in part.rows]
    lines = [
        " & ".join(latex_escaped(cell) for cell in cells) + r" \\" for cells in (heading, *rows)
    ]
    layout = "".join("r" if column.number else "l" for column in columns)
    body = [
        rf"\begin{{tabular}}{{{layout}}}",
        r"\toprule",
        lines[0],
        r"\midrule",
        *lines[1:],
        r"\bottomrule",
        r"\end{tabular}",
    ]
    caption = rf"\caption{{{latex_escaped(part.comparison.title)}}}"
    return "\n".join([r"\begin{table}", r"\centering", caption, *body, r"\end{table}"])
