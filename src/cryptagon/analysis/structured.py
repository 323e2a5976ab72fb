"""The table of docs/designers-guide.md on structured C beside flat C and RTL, from what
`benchmarks/run.py structured` measured.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from cryptagon.analysis.documents import NOTHING, markdown_table
from cryptagon.analysis.made_page import Page, measured

Row = Mapping[str, Any]
COLUMNS = {
    "ad_cycles": ("cycles/AD block", ",.0f"),
    "data_cycles": ("cycles/data block", ",.0f"),
    "message_cycles": ("cycles/message", ",.0f"),
    "luts": ("LUT", ",.0f"),
    "ffs": ("FF", ",.0f"),
    "fmax_mhz": ("MHz", ".1f"),
    "throughput_per_area": ("Mbit/s/LUT", ".3f"),
    "lines": ("lines of code", ",.0f"),
}
"""What is shown of a row: the heading, and how the number is written."""


def table(content: Mapping[str, Any]) -> str:
    """A table a target, a core a row, and below them what they were measured by; a figure that is
    not there is a dash.
    """
    by_target: dict[str, list[Row]] = {}
    for row in content["rows"]:
        by_target.setdefault(row["target"], []).append(row)
    tables = [f"{target}:\n\n{_of_target(rows)}" for target, rows in by_target.items()]
    tools = content["tools"]
    used = f"Cores alone, the best of three strategies; yosys {tools['yosys']}, nextpnr {tools['nextpnr-ecp5']}"
    return "\n\n".join([*tables, f"{used}; {content['date'][:10]}, commit {content['commit']}."])


def _of_target(rows: Sequence[Row]) -> str:
    """The columns of which a row has a figure."""
    columns = {
        name: title for name, (title, _) in COLUMNS.items() if any(name in row for row in rows)
    }
    lines = [
        [row["algorithm"], row["form"], *(_cell(row, name) for name in columns)] for row in rows
    ]
    return markdown_table(["algorithm", "source", *columns.values()], lines, 2)


def _cell(row: Row, name: str) -> str:
    value = row.get(name)
    return NOTHING if value is None else format(value, COLUMNS[name][1])


PAGE = Page("docs/designers-guide.md", lambda: {"structured": table(measured("structured"))})
