"""The table of what a run costs in docs/backends.md, from what `benchmarks/run.py place_and_route` measured.

`python -m cryptagon.analysis.run_costs` writes it anew.
"""

import json
from collections.abc import Mapping
from typing import Any

from cryptagon import paths
from cryptagon.analysis.documents import benchmark_file, markdown_table, with_section

Row = Mapping[str, Any]
STAGES = ("synthesis", "place and route")
NOTHING = "\N{EN DASH}"


def table(content: Mapping[str, Any]) -> str:
    """A row a target: seconds and MiB of each stage, for each unit; with what they were measured by below it."""
    rows: list[Row] = content["rows"]
    units = list(dict.fromkeys(row["algorithm"] for row in rows))
    by_key = {(row["target"], row["algorithm"], row["stage"]): row for row in rows}
    heading = ["target", *(f"{unit}: {stage}" for unit in units for stage in STAGES)]
    lines = [
        [target, *(_cell(by_key.get((target, unit, stage))) for unit in units for stage in STAGES)]
        for target in dict.fromkeys(row["target"] for row in rows)
    ]
    tools = ", ".join(f"{name} {version}" for name, version in content["tools"].items() if name == "yosys" or "nextpnr" in name)
    note = f"Wall-clock seconds and peak MiB of one run with the target's first strategy and seed 1; {content['date'][:10]}, {tools}; "
    note += f"one core of: {content['machine']['processor']}, load {content['load_average']:g}."
    return f"{markdown_table(heading, lines, 1)}\n\n{note}"


def _cell(row: Row | None) -> str:
    if row is None:
        return NOTHING
    failed = "" if row["status"] == "ok" else f" ({row['status']})"
    return f"{row['wall_s']:.0f} s, {row['peak_memory_mib']:,} MiB{failed}"


def document(text: str, content: Mapping[str, Any]) -> str:
    """The document with its table made anew between the two marks."""
    return with_section(text, "costs", table(content))


def main() -> None:
    """Writes the table into docs/backends.md."""
    page = paths.repository() / "docs" / "backends.md"
    page.write_text(document(page.read_text(), json.loads(benchmark_file("place_and_route").read_text())))


if __name__ == "__main__":
    main()
