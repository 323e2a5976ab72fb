"""Measurements from products, and which of them people see."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from fakes import FakeStages, Record, fake_plan, run

from cryptagon.results import Store, current, load_all


@pytest.fixture
def measured(tmp_path):
    """A full and a later quick measurement of the same core."""
    found = []
    for quick in (False, True):
        plan = fake_plan(tmp_path, "ant", quick=quick)
        plan = replace(plan, entries=plan.entries[:1])
        found += [
            one.measurement
            for one in run(plan, FakeStages(), Store(tmp_path / "results"), Record())
        ]
    later = datetime.now(UTC) + timedelta(hours=1)
    return found[0], found[1].model_copy(update={"date": later})


def test_quick_one_does_not_hide_a_full_one_of_the_same_sources(measured):
    full, quick = measured
    assert current([full, quick]) == [full]
    assert current([quick]) == [quick]


def test_quick_one_of_newer_sources_is_shown(measured):
    full, quick = measured
    newer = quick.model_copy(update={"source_digest": "f" * 64})
    assert current([full, newer]) == [newer]


def test_both_are_kept_beside_each_other(measured, tmp_path):
    assert len(load_all(tmp_path / "results")) == 2


def test_provenance(measured):
    full, quick = measured
    assert quick.options["quick"] is True and full.options["quick"] is False
    assert len(full.source_digest) == 64 and len(str(full.options["core_digest"])) == 64
    assert [Path(name).name for name in full.known_answer_files] == ["answers.txt"]
    assert {
        "verilator",
        "yosys",
        "nextpnr-ecp5",
        "xls",
        "llvmlite",
        "zig-cc",
    } == full.tools.keys() - {"g++"}
    assert full.device == "LFE5U-85F-8CABGA756"


def test_source_digest_follows_the_files_that_a_person_wrote(measured, tmp_path):
    (entry, _) = fake_plan(tmp_path, "ant").entries
    assert entry.source_digest == measured[0].source_digest
    entry.algorithm.hls_source.write_text("changed")
    changed = entry.source_digest
    (entry.algorithm.hls_source.parent / "local.h").write_text("new")
    assert len({measured[0].source_digest, changed, entry.source_digest}) == 3
