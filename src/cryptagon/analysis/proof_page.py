"""The table of docs/proofs.md, from what `benchmarks/run.py proofs` measured."""

from collections.abc import Mapping, Sequence
from typing import Any

from cryptagon.analysis.documents import (
    NOTHING,
    days_of_parts,
    markdown_table,
)
from cryptagon.analysis.made_page import Page, measured

Row = Mapping[str, Any]


def table(content: Mapping[str, Any]) -> str:
    """A table a class, a core a row, a rule a column: how it was proved, or that it was not; a rule
    at several streams by the hardest proof among them.
    """
    rows: Sequence[Row] = content["rows"]
    classes = list(dict.fromkeys(row["class"] for row in rows))
    tables = [
        f"**Class `{name}`**\n\n{_of_class([row for row in rows if row['class'] == name])}"
        for name in classes
    ]
    count = sum(row["verdict"] == "proved" for row in rows)
    processors = ", ".join(sorted({part["processor"] for part in content["parts"].values()}))
    where = f"{processors}; yosys and abc {content['tools']['yosys']}; {days_of_parts(content)}"
    summary = f"{count} of {len(rows)} proved. {where}."
    return "\n\n".join([*tables, summary])


def _of_class(rows: Sequence[Row]) -> str:
    """Its rules are those that any of its cores has."""
    rules = list(dict.fromkeys(row["rule"] for row in rows))
    cores = list(dict.fromkeys(row["core"] for row in rows))
    lines = [_line(core, [row for row in rows if row["core"] == core], rules) for core in cores]
    return markdown_table(["core", *rules, "seconds"], lines, 1 + len(rules))


def _line(core: str, rows: Sequence[Row], rules: Sequence[str]) -> list[str]:
    cells = [_cell([row for row in rows if row["rule"] == rule]) for rule in rules]
    mark = " (RAM free)" if any(row["ram_free"] for row in rows) else ""
    return [core + mark, *cells, f"{sum(row['seconds'] for row in rows):.0f}"]


def _cell(rows: Sequence[Row]) -> str:
    wrong = [row for row in rows if row["verdict"] != "proved"]
    if wrong:
        names = ", ".join(f"{row['port']} {row['verdict']}" for row in wrong)
        return f"**{names}**"
    if not rows:
        return NOTHING
    depth = max(row["depth"] for row in rows)
    engine = max(
        (row["engine"] for row in rows), key=("structure", "induction", "reachability").index
    )
    return f"{depth} cycles" if engine == "reachability" else engine


PAGE = Page("docs/proofs.md", lambda: {"proofs": table(measured("proofs"))})
