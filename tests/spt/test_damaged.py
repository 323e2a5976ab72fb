"""Damaged figures give errors with a place, never a traceback, and soon."""

import random
from datetime import UTC, datetime
from pathlib import Path

import pytest
from damage import TooManyCallsError, damaged, no_more_calls_than, survives
from drawing import DRAWN

from cryptagon.spt import sml
from cryptagon.spt.reading import sheets_of

TODAY = int(f"{datetime.now(UTC):%Y%m%d}")


def wrong(count: int, seed: int, folder: Path) -> dict[str, str]:
    """How many damaged figures were received wrongly, by the number of the first of each kind."""
    found: dict[str, str] = {}
    texts = {file.name: file.read_text() for file in DRAWN}
    texts |= {f"{file.stem}.sml": sml.written(sheets_of(file)[0]) for file in DRAWN}
    for number in range(count):
        source = random.Random(f"{seed} {number}")
        original = source.choice(list(texts))
        file = folder / original
        file.write_text(damaged(texts[original], source), encoding="utf-8", errors="replace")
        try:
            said = survives(file)
        except Exception as fault:
            said = f"{type(fault).__name__}: {fault}"
        if said:
            found.setdefault(said, f"random.Random('{seed} {number}'), {original}")
    return found


def test_some_damaged_figures(tmp_path):
    """The same every day; the nightly ones are others."""
    assert wrong(300, 1, tmp_path) == {}


@pytest.mark.nightly
def test_ten_thousand_damaged_figures(tmp_path):
    assert wrong(10_000, TODAY, tmp_path) == {}


def test_work_that_does_not_end_is_ended():
    with pytest.raises(TooManyCallsError, match="more than 1,000 calls"), no_more_calls_than(1000):
        while True:
            len("")
