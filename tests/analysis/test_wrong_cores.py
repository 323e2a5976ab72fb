"""The page of wrong cores is made from what was measured, and hides nothing that was missed."""

import pytest

from cryptagon import paths
from cryptagon.analysis import wrong_cores
from cryptagon.mutation import FAULTS

FIRST, SECOND = (fault.name for fault in FAULTS[:2])
MEASURED = {
    "date": "2026-11-22T06:00:00+00:00",
    "rows": [
        {
            "kind": "ports",
            "name": FIRST,
            "a rtl": "core: known answers, without stalls: hang",
            "a hls": "missed",
            "b rtl": "does not apply",
        },
        {
            "kind": "ports",
            "name": SECOND,
            "a rtl": "aead: forgeries, stalls on inputs: hang",
            "a hls": "aead: forgeries, without stalls: hang",
        },
    ],
}


@pytest.mark.parametrize("line", ["| a rtl | 2 of 2 |", "| a hls | 1 of 2 |", "| b rtl | 0 of 0 |"])
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
        line.startswith(f"| `{SECOND}`") and "| forgeries (aead) |" in line for line in lines
    )


def test_page_is_up_to_date():
    page = (paths.repository() / "docs" / "verification.md").read_text()
    assert wrong_cores.document(page, wrong_cores.measurement()) == page


def test_every_entry_was_measured_and_found():
    rows = {row["name"]: row for row in wrong_cores.measurement()["rows"]}
    assert set(rows) == {fault.name for fault in FAULTS}
    assert [name for name, row in rows.items() if "missed" in row.values()] == []
