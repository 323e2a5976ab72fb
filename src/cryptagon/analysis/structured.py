"""The table of docs/designers-guide.md on structured C beside flat C and RTL, from what `benchmarks/run.py structured` measured.

`python -m cryptagon.analysis.structured` writes it anew.
"""

import json
from collections.abc import Mapping
from typing import Any

from cryptagon import paths
from cryptagon.analysis.documents import NOTHING, benchmark_file, markdown_table, with_section

Row = Mapping[str, Any]
BENCHMARK = "structured"
COLUMNS = {
    "ad_cycles": ("cycles/AD block", ",.0f"),
    "data_cycles": ("cycles/data block", ",.0f"),
    "message_cycles": ("cycles/message", ",.0f"),
    "luts": ("LUT4", ",.0f"),
    "ffs": ("FF", ",.0f"),
    "fmax_mhz": ("MHz", ".1f"),
    "throughput_per_area": ("Mbit/s/LUT4", ".3f"),
    "lines": ("lines of code", ",.0f"),
}
"""What is shown of a row: the heading, and how the number is written."""


def table(content: Mapping[str, Any]) -> str:
    """A core a row, and below it what it was measured by; a figure that is not there, as of a failed run, is a dash."""
    heading = ["algorithm", "source", *(title for title, _ in COLUMNS.values())]
    lines = [[row["algorithm"], row["form"], *(_cell(row, name) for name in COLUMNS)] for row in content["rows"]]
    tools, targets = content["tools"], ", ".join(dict.fromkeys(row["target"] for row in content["rows"]))
    used = f"{targets}, cores alone; yosys {tools['yosys']}, nextpnr {tools['nextpnr-ecp5']}"
    return f"{markdown_table(heading, lines, 2)}\n\n{used}; {content['date'][:10]}, commit {content['commit']}."


def _cell(row: Row, name: str) -> str:
    value = row.get(name)
    return NOTHING if value is None else format(value, COLUMNS[name][1])


def main() -> None:
    """Writes the table into docs/designers-guide.md."""
    page = paths.repository() / "docs" / "designers-guide.md"
    page.write_text(with_section(page.read_text(), BENCHMARK, table(json.loads(benchmark_file(BENCHMARK).read_text()))))


if __name__ == "__main__":
    main()
