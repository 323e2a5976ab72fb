"""The tables of docs/verification.md: how verification finds wrong cores, from `benchmarks/run.py
mutations`.

`python -m cryptagon.analysis.wrong_cores` writes them anew.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from cryptagon import paths
from cryptagon.analysis.documents import NOTHING, benchmark_file, markdown_table, with_section
from cryptagon.mutation import FAULTS

Row = Mapping[str, Any]
Content = Mapping[str, Any]
BENCHMARK = "mutations"
NOT_APPLICABLE = "does not apply"


def scores(content: Content) -> str:
    """A row a core: entries of the catalogue that were found, of how many that apply."""
    catalogue = _catalogue(content)
    lines = []
    for core in _cores(catalogue):
        told = [row[core] for row in catalogue if row.get(core, NOT_APPLICABLE) != NOT_APPLICABLE]
        found = sum(one != "missed" for one in told)
        lines.append([core, f"{found} of {len(told)}"])
    return f"{markdown_table(['core', 'found of those that apply'], lines, 1)}\n\n{content['date'][:10]}"


def catalogue(content: Content) -> str:
    """A row an entry: what is wrong, and for each algorithm the messages that find it, of RTL and
    of HLS where they differ.
    """
    rows = {row["name"]: row for row in _catalogue(content)}
    cores = _cores(list(rows.values()))
    algorithms = list(dict.fromkeys(core.partition(" ")[0] for core in cores))
    lines = [
        [
            f"`{fault.name}`",
            fault.text,
            *(_cell(rows.get(fault.name, {}), algorithm, cores) for algorithm in algorithms),
        ]
        for fault in FAULTS
    ]
    return markdown_table(
        ["", "the core is wrong in that", *algorithms], lines, 2 + len(algorithms)
    )


def _catalogue(content: Content) -> list[Row]:
    return [row for row in content["rows"] if row["kind"] == "ports"]


def _cores(catalogue: Sequence[Row]) -> list[str]:
    return list(
        dict.fromkeys(name for row in catalogue for name in row if name not in ("kind", "name"))
    )


def _cell(row: Row, algorithm: str, cores: Sequence[str]) -> str:
    told = [_short(row.get(core, NOTHING)) for core in cores if core.partition(" ")[0] == algorithm]
    return " / ".join(dict.fromkeys(told))


def _short(told: str) -> str:
    """The set of messages that found it; its level only where that is not the core's."""
    if told == "missed":
        return "**missed**"
    level, found, rest = told.partition(": ")
    if not found:
        return told
    messages = rest.partition(":")[0].partition(", ")[0]
    return messages if level == "core" else f"{messages} ({level})"


def document(text: str, content: Content) -> str:
    """The document with its tables made anew."""
    return with_section(
        with_section(text, "scores", scores(content)), "catalogue", catalogue(content)
    )


def measurement() -> Content:
    """What the benchmark has left."""
    return json.loads(benchmark_file(BENCHMARK).read_text())


def main() -> None:
    """Writes the tables into docs/verification.md."""
    page = paths.repository() / "docs" / "verification.md"
    page.write_text(document(page.read_text(), measurement()))


if __name__ == "__main__":
    main()
