"""Tables as CSV, JSON and LaTeX, with texts that are texts there and nothing else."""

import csv
import io
import json
from collections.abc import Iterable, Sequence

from cryptagon.analysis.latex import latex_escaped

Value = str | int | float | None
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""How a cell begins that a spreadsheet takes for a formula (OWASP, CSV injection)."""
MEDIA_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "tex": "application/x-tex; charset=utf-8",
}
"""The media type of a file by the ending of its name."""


def csv_of(rows: Iterable[Sequence[Value]]) -> str:
    """A line a row, numbers with all their digits; what would be a formula begins with an
    apostrophe."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows([_cell(one) for one in row] for row in rows)
    return out.getvalue()


def json_of(content: object) -> str:
    """JSON for people to read, with a line break at its end."""
    return json.dumps(content, indent=2) + "\n"


def latex_of(
    caption: str, heading: Sequence[str], rows: Iterable[Sequence[str]], layout: str
) -> str:
    """A `table` environment with `booktabs` rules; `layout` has a letter a column, l or r."""
    lines = [
        " & ".join(latex_escaped(cell) for cell in cells) + r" \\" for cells in (heading, *rows)
    ]
    body = [
        rf"\begin{{tabular}}{{{layout}}}",
        r"\toprule",
        lines[0],
        r"\midrule",
        *lines[1:],
        r"\bottomrule",
        r"\end{tabular}",
    ]
    told = rf"\caption{{{latex_escaped(caption)}}}"
    return "\n".join([r"\begin{table}", r"\centering", told, *body, r"\end{table}"])


def _cell(value: Value) -> Value:
    if value is None:
        return ""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
