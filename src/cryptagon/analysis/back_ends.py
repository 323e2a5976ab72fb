"""The tables of docs/backends.md: what a run costs and what ways to search need, from
`benchmarks/run.py place_and_route effort`.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from cryptagon.analysis.documents import NOTHING, markdown_table
from cryptagon.analysis.made_page import Content, Page, measured

Row = Mapping[str, Any]
STAGES = ("synthesis", "place and route")
OBJECTIVES = {"throughput": "Fmax", "throughput_per_area": "Fmax/LUT"}


def costs(content: Content) -> str:
    """A row a target: seconds and MiB of each stage, for each unit; with what they were measured by
    below it.
    """
    rows: list[Row] = content["rows"]
    units = _each(row["algorithm"] for row in rows)
    by_key = {(row["target"], row["algorithm"], row["stage"]): row for row in rows}
    heading = ["target", *(f"{unit}: {stage}" for unit in units for stage in STAGES)]
    lines = [
        [target, *(_cost(by_key.get((target, unit, stage))) for unit in units for stage in STAGES)]
        for target in _each(row["target"] for row in rows)
    ]
    note = f"Wall-clock seconds and peak MiB of one run with the target's first strategy and seed 1; {_made_by(content)}"
    return f"{markdown_table(heading, lines, 1)}\n\n{note}"


def searches(content: Content) -> str:
    """A row a way to search: runs until 98 % of the best of the sweep, of how many, and how often
    that much is reached.
    """
    rows: list[Row] = [row for row in content["rows"] if row["kind"] == "search"]
    cores = _each(row["core"] for row in rows)
    by_key = {(row["method"], row["core"], row["objective"]): row for row in rows}
    heading = ["search", *(f"{core}, {title}" for core in cores for title in OBJECTIVES.values())]
    lines = [
        [
            method,
            *(
                _search(by_key[method, core, objective])
                for core in cores
                for objective in OBJECTIVES
            ),
        ]
        for method in _each(row["method"] for row in rows)
    ]
    swept = [row for row in content["rows"] if row["kind"] == "run"]
    counts = ", ".join(
        f"{sum(row['core'] == core for row in swept)} runs for {core}" for core in cores
    )
    return f"{markdown_table(heading, lines, 1)}\n\nThe sweep: {counts}; {_made_by(content)}"


def _each(values: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(values))


def _cost(row: Row | None) -> str:
    if row is None:
        return NOTHING
    failed = "" if row["status"] == "ok" else f" ({row['status'].partition(':')[0]})"
    return f"{row['wall_s']:.0f} s, {row['peak_memory_mib']:,} MiB{failed}"


def _search(row: Row) -> str:
    needed = row["runs_to_98_median"]
    runs = needed if isinstance(needed, str) else f"{needed:g}"
    return f"{runs} of {row['runs']}, {row['reaches_98']:.0%}"


def _made_by(content: Content) -> str:
    used = {(name.partition("-")[0], version) for name, version in content["tools"].items()}
    tools = ", ".join(
        f"{name} {version}" for name, version in sorted(used) if name in ("nextpnr", "yosys")
    )
    return f"{content['date'][:10]}, {tools}; {content['machine']['processor']}, load {content['load_average']:g}."


PAGE = Page(
    "docs/backends.md",
    lambda: {
        "costs": costs(measured("place_and_route")),
        "searches": searches(measured("effort")),
    },
)
