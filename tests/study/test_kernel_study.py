"""A contest of kernels is run: verified, counted, implemented, kept; what was done is not done again; a failure is a result."""

from dataclasses import replace

import pytest
from fakes import Record, fake_implementation

from cryptagon import paths
from cryptagon.catalog import load_kernel_contest
from cryptagon.cluster import Threads
from cryptagon.results import KernelStore
from cryptagon.study import implementing
from cryptagon.study.kernel_plan import kernel_contest, kernel_plan
from cryptagon.study.kernel_stages import KernelStages
from cryptagon.study.memo import Memo
from cryptagon.study.runner import run


@pytest.fixture
def plan():
    """Table I, of which only the hand-written SHA-1 is run."""
    whole = kernel_plan(load_kernel_contest(paths.repository() / "contests" / "table1.toml"))
    return replace(whole, entries=tuple(entry for entry in whole.entries if entry.label == "sha1 basic rtl"))


def test_plan_has_each_variant_by_each_approach_that_there_is():
    plan = kernel_plan(load_kernel_contest(paths.repository() / "contests" / "table1.toml"))
    labels = [entry.label for entry in plan.entries]
    assert labels[:2] == ["aes128_encrypt basic hls", "aes128_encrypt basic rtl"] and "sha1 x2 hls" not in labels
    assert "blowfish basic hls" in labels and not any("blowfish" in label and label.endswith("rtl") for label in labels)
    quick = kernel_plan(plan.contest, quick=True)
    assert quick.quick and quick.effort == plan.effort.least and quick.effort.halved(1) == [1]


def test_one_kernel_under_the_settings_of_table_1():
    contest = kernel_contest("sha1")
    assert contest and (contest.name, contest.title, [one.name for one in contest.kernels]) == ("sha1", "SHA-1", ["sha1"])
    assert [entry.label for entry in kernel_plan(contest).entries][-1] == "sha1 basic rtl"
    assert {"Bambu", "By hand"} <= {one.by for one in contest.published}
    assert kernel_contest("ascon128a") is None and kernel_contest(str(paths.repository() / "contests" / "first-look.toml")) is None
    ascon = kernel_contest("ascon_p")
    assert ascon and ascon.published == ()


def run_once(plan, tmp_path, monkeypatch, found):
    monkeypatch.setattr(implementing.fpga, "implement", lambda *_, **__: found)
    record, store = Record(), Store(tmp_path / "kernels")
    with Threads(1) as machines:
        (finished,) = run(plan, KernelStages(plan, Memo(tmp_path / "memo")), store, record, machines)
    assert store.load() == [finished.measurement]
    return finished, record


def test_measurement_with_its_provenance_and_a_second_run_from_what_is_kept(plan, tmp_path, monkeypatch):
    finished, _ = run_once(plan, tmp_path, monkeypatch, fake_implementation())
    measured = finished.measurement
    assert (measured.kernel, measured.variant, measured.approach, measured.job) == ("sha1", "basic", "rtl", "256 blocks")
    assert measured.area_unit == "LUT4"
    assert (measured.cycles, measured.cycles_between, measured.luts, measured.time_us) == (20480, 80, 1000, 204.8)
    assert [(one.level, one.vectors > 0) for one in measured.verification] == [("reference", True), ("core", True)]
    assert {"verilator", "yosys"} <= measured.tools.keys() and measured.options["defines"] == {}
    assert {"core_digest", "design_digest", "quick"} <= measured.options.keys()
    _, record = run_once(plan, tmp_path, monkeypatch, fake_implementation())
    states = dict(state for state in record.states("sha1 basic rtl") if state[1] != "running")
    assert states == {"reference": "cached", "core": "done", "verify": "cached", "cycles": "cached", "ecp5-85f-8": "cached"}


def test_design_that_does_not_fit_is_recorded_with_its_reason(plan, tmp_path, monkeypatch):
    finished, _ = run_once(plan, tmp_path, monkeypatch, replace(fake_implementation(), status="it does not fit", fmax_mhz=None))
    measured = finished.measurement
    assert finished.fault and measured.status == "ecp5-85f-8: it does not fit"
    assert (measured.cycles, measured.time_us) == (20480, None)
