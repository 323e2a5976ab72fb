"""What the figures of the tables leave out."""

from collections.abc import Iterator, Mapping
from typing import Any

from cryptagon.analysis.comparison import Group
from cryptagon.analysis.naming import listed, shown
from cryptagon.results import THIRD_PARTY, Measurement

OTHER_WAY = {"encryption": "decryption"}
"""Figures of cycles that are those of the same work the other way round."""


def remarks(group: Group) -> list[str]:
    """One sentence each: units of others, memories and multipliers used, the other direction where
    it takes other cycles, designs that are not compared since their conditions differ.
    """
    found = [
        f"{group.label(m)} {shown(m.approach)} {remark}."
        for m in group.measurements
        if m.ok
        for remark in _remarks_on(m)
    ]
    return [*found, *(f"{text}." for text in group.unpaired)]


def _remarks_on(measurement: Measurement) -> Iterator[str]:
    theirs = measurement.options.get(THIRD_PARTY)
    if isinstance(theirs, dict):
        yield from _remarks_on_theirs(theirs)
    if measurement.brams or measurement.dsps:
        yield f"uses {measurement.brams} block memories and {measurement.dsps} multiplier blocks, which its area does not count"
    way = measurement.work.cycles
    back = OTHER_WAY.get(way, "")
    cycles = measurement.cycles.get(back)
    if cycles is not None and cycles != measurement.cycles_of_work:
        yield f"takes {cycles:.2f} cycles per block in {back}; its throughput is that of {way}"


def _remarks_on_theirs(theirs: Mapping[str, Any]) -> Iterator[str]:
    """Of a unit of others: where it is from, and under which stalls it gave wrong words."""
    commit = str(theirs.get("commit", ""))
    place = f"{theirs.get('url') or 'a folder'}{f' at {commit[:12]}' if commit else ''}"
    yield f"is a unit of others, from {place}, licensed under {theirs.get('licence')}"
    if faults := theirs.get("faults_under_stalls"):
        yield f"gave wrong words, or hung, under {listed(list(faults))}"
