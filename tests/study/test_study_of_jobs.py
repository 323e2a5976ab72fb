"""A contest of jobs is run: verified, counted, implemented, kept; what was done is not done again;
a failure is a result.
"""

from dataclasses import replace

import pytest
from fakes import Record, fake_implementation

from cryptagon import paths
from cryptagon.cluster import Threads
from cryptagon.results import Store, load_all
from cryptagon.study import implementing
from cryptagon.study.memo import Memo
from cryptagon.study.plan import plan as plan_of
from cryptagon.study.runner import run
from cryptagon.study.stages import Stages

TABLE_1 = str(paths.repository() / "contests" / "table1.toml")


@pytest.fixture
def plan():
    """Table I, of which only the hand-written SHA-1 is run."""
    whole = plan_of(TABLE_1)
    return replace(
        whole, entries=tuple(entry for entry in whole.entries if entry.label == "sha1 basic rtl")
    )


def test_plan_has_each_variant_by_each_approach_that_there_is():
    labels = [entry.label for entry in plan_of(TABLE_1).entries]
    assert (
        labels[:2] == ["aes128_encrypt basic hls", "aes128_encrypt basic rtl"]
        and "sha1 x2 hls" not in labels
    )
    assert "blowfish basic hls" in labels and not any(
        "blowfish" in label and label.endswith("rtl") for label in labels
    )


def test_one_algorithm_under_the_settings_of_the_contest_of_its_class():
    one = plan_of("sha1")
    assert (one.contest.name, one.title, one.contest.names) == ("sha1", "SHA-1", ("sha1",))
    assert [entry.label for entry in one.entries][-1] == "sha1 basic rtl"
    assert {"Bambu", "By hand"} <= {each.by for each in one.contest.published}
    assert plan_of("ascon_p").contest.published == ()


def run_once(plan, tmp_path, monkeypatch, found):
    monkeypatch.setattr(implementing.fpga, "implement", lambda *_, **__: found)
    record, store = Record(), Store(tmp_path / "results")
    with Threads(1) as machines:
        (finished,) = run(plan, Stages(plan, Memo(tmp_path / "memo")), store, record, machines)
    assert load_all(store.folder) == [finished.measurement]
    return finished, record


def test_measurement_with_its_provenance_and_a_second_run_from_what_is_kept(
    plan, tmp_path, monkeypatch
):
    finished, _ = run_once(plan, tmp_path, monkeypatch, fake_implementation())
    measured = finished.measurement
    assert (measured.algorithm, measured.variant, measured.approach, measured.work.name) == (
        "sha1",
        "basic",
        "rtl",
        "256 blocks",
    )
    assert measured.area_unit == "LUT4"
    assert (measured.cycles, measured.luts, measured.time_us) == (
        {"alone": 20480, "between": 80},
        1000,
        204.8,
    )
    assert [(one.level, one.vectors > 0) for one in measured.verification] == [
        ("reference", True),
        ("core", True),
    ]
    assert {"verilator", "yosys"} <= measured.tools.keys()
    assert {"core_digest", "design_digest", "quick"} <= measured.options.keys()
    _, record = run_once(plan, tmp_path, monkeypatch, fake_implementation())
    states = dict(state for state in record.states("sha1 basic rtl") if state[1] != "running")
    assert states == {
        "reference": "cached",
        "core": "done",
        "verify": "cached",
        "cycles": "cached",
        "ecp5-85f-8": "cached",
    }


def test_design_that_does_not_fit_is_recorded_with_its_reason(plan, tmp_path, monkeypatch):
    finished, _ = run_once(
        plan,
        tmp_path,
        monkeypatch,
        replace(fake_implementation(), status="it does not fit", fmax_mhz=None),
    )
    measured = finished.measurement
    assert finished.fault and measured.status == "ecp5-85f-8: it does not fit"
    assert (measured.cycles_of_work, measured.time_us) == (20480, None)
