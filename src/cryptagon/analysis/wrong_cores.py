"""The tables of docs/verification.md: how verification finds wrong cores, from `benchmarks/run.py
mutations`.
"""

from collections.abc import Mapping

from cryptagon import classes
from cryptagon.analysis.documents import (
    NOTHING,
    days_of_parts,
    markdown_table,
)
from cryptagon.analysis.made_page import Content, Page, measured
from cryptagon.catalog import Algorithm
from cryptagon.mutation import FAULTS
from cryptagon.mutation.fault import Fault

NOT_APPLICABLE, MISSED = "does not apply", "missed"


def scores(content: Content) -> str:
    """A row a core: entries of the catalogue that were found, of how many that apply."""
    lines = []
    for core, outcomes in _by_core(content).items():
        told = [one for one in outcomes.values() if one != NOT_APPLICABLE]
        found = sum(one != MISSED for one in told)
        lines.append([core, f"{found} of {len(told)}"])
    table = markdown_table(["core", "found of those that apply"], lines, 1)
    return f"{table}\n\n{days_of_parts(content)}"


def catalogue(content: Content) -> str:
    """A row an entry: what is wrong, and for each algorithm the messages that find it, of RTL and
    of HLS where they differ.

    An entry without a row of its own either does not apply to the core, or came after the core was
    measured.
    """
    cores = _by_core(content)
    algorithms = list(dict.fromkeys(map(_algorithm, cores)))
    lines = [
        [
            f"`{fault.name}`",
            fault.text,
            *(_cell(fault, name, cores) for name in algorithms),
        ]
        for fault in FAULTS
    ]
    return markdown_table(
        ["", "the core is wrong in that", *algorithms], lines, 2 + len(algorithms)
    )


def _by_core(content: Content) -> dict[str, dict[str, str]]:
    """Of each core the outcome of each entry that was tried, by its name."""
    cores: dict[str, dict[str, str]] = {}
    for row in content["rows"]:
        if row["kind"] == "ports":
            cores.setdefault(row["core"], {})[row["name"]] = row["outcome"]
    return cores


def _algorithm(core: str) -> str:
    return core.partition(" ")[0]


def _cell(fault: Fault, name: str, cores: Mapping[str, Mapping[str, str]]) -> str:
    untried = _untried(fault, name)
    told = [
        _short(outcomes.get(fault.name, untried))
        for core, outcomes in cores.items()
        if _algorithm(core) == name
    ]
    return " / ".join(dict.fromkeys(told))


def _untried(fault: Fault, name: str) -> str:
    algorithm = classes.algorithm(name)
    applies = not isinstance(algorithm, Algorithm) or not fault.applies(algorithm)
    return NOTHING if applies else NOT_APPLICABLE


def _short(told: str) -> str:
    """The set of messages that found it; its level only where that is not the core's."""
    if told == MISSED:
        return "**missed**"
    level, found, rest = told.partition(": ")
    if not found:
        return told
    messages = rest.partition(":")[0].partition(", ")[0]
    return messages if level == "core" else f"{messages} ({level})"


def sections() -> Mapping[str, str]:
    """Those of the page."""
    content = measured("mutations")
    return {"scores": scores(content), "catalogue": catalogue(content)}


PAGE = Page("docs/verification.md", sections)
