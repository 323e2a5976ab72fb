"""The page of wrong cores is made from what was measured, and hides nothing that was missed."""

import pytest

from cryptagon.analysis import wrong_cores
from cryptagon.analysis.made_page import measured
from cryptagon.mutation import FAULTS

FIRST, SECOND = (fault.name for fault in FAULTS[:2])
MEASURED = {
    "parts": {"acorn128 rtl": {"date": "2026-11-22T06:00:00+00:00"}},
    "rows": [
        {"core": core, "kind": "ports", "name": name, "outcome": outcome}
        for core, name, outcome in (
            ("acorn128 rtl", FIRST, "core: known answers, without stalls: hang"),
            ("acorn128 rtl", SECOND, "aead: forgeries, stalls on inputs: hang"),
            ("acorn128 hls", FIRST, "missed"),
            ("acorn128 hls", SECOND, "aead: forgeries, without stalls: hang"),
            ("dummy rtl", FIRST, "does not apply"),
        )
    ],
}


@pytest.mark.parametrize(
    "line", ["| acorn128 rtl | 2 of 2 |", "| acorn128 hls | 1 of 2 |", "| dummy rtl | 0 of 0 |"]
)
def test_scores(line):
    assert line in wrong_cores.scores(MEASURED).splitlines()


def test_what_was_missed_is_in_the_catalogue():
    lines = wrong_cores.catalogue(MEASURED).splitlines()
    assert any(
        line.startswith(f"| `{FIRST}`")
        and line.endswith("| known answers / **missed** | does not apply |")
        for line in lines
    )
    assert any(
        line.startswith(f"| `{SECOND}`") and line.endswith("| forgeries (aead) | \N{EN DASH} |")
        for line in lines
    )


def test_every_entry_was_measured_and_found():
    rows = measured("mutations")["rows"]
    assert {row["name"] for row in rows} == {fault.name for fault in FAULTS}
    assert [row["name"] for row in rows if row["outcome"] == "missed"] == []


def test_an_entry_that_came_later_is_told_from_one_that_does_not_apply():
    second_pass = next(fault.name for fault in FAULTS if fault.name.startswith("item-stored"))
    lines = wrong_cores.catalogue(MEASURED).splitlines()
    assert any(line.startswith(f"| `{second_pass}`") and "does not apply" in line for line in lines)
