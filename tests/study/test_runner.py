"""Running a plan: every design ends in a saved measurement, whatever happens to the others."""

import errno

import pytest
from fakes import FakeStages, Record, fake_plan, fault, run

from cryptagon.errors import DiskFullError, MachineError, OutOfMemoryError
from cryptagon.results import Store, load_all, newest, placed


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("CRYPTAGON_RESULTS", str(tmp_path / "results"))
    return Store(tmp_path / "results")


def statuses(store):
    return {f"{one.algorithm} {one.approach}": one.status for one in placed(load_all(store.folder))}


@pytest.mark.parametrize("jobs", [1, 3])
def test_every_design_gives_one_saved_measurement_in_the_order_of_the_plan(tmp_path, store, jobs):
    plan = fake_plan(tmp_path, "bee", "ant")
    finished = run(plan, FakeStages(), store, Record(), jobs)
    assert [one.product.entry for one in finished] == list(plan.entries)
    assert statuses(store) == {"bee hls": "ok", "bee rtl": "ok", "ant hls": "ok", "ant rtl": "ok"}
    first = finished[0].measurement
    assert (first.cycles_of_work, first.cycles["ad_encryption"], first.fmax_mhz, first.luts) == (
        8.0,
        7.0,
        100.0,
        1000,
    )
    assert first.throughput_mbps == pytest.approx(128 * 100 / 8)
    assert (first.seeds, first.best_seed, first.variant, first.work.bits) == ((1, 2), 2, "", 128)


def test_fault_stops_one_design_and_is_recorded_with_its_stage_and_reason(tmp_path, store):
    stages = FakeStages({("ant rtl", "core"): fault("the ports differ")})
    record = Record()
    finished = run(fake_plan(tmp_path, "ant"), stages, store, record)
    assert statuses(store) == {"ant hls": "ok", "ant rtl": "core: the ports differ (because)"}
    assert [one.fault is not None for one in finished] == [False, True]
    assert record.states("ant rtl") == [("core", "running"), ("core", "failed")]
    assert ("ant rtl", "cycles") not in stages.ran


def test_fault_before_the_targets_is_recorded_on_each_of_them(tmp_path, store):
    (part,) = fake_plan(tmp_path, "ant").targets
    other = part.model_copy(update={"name": "other"})
    plan = fake_plan(tmp_path, "ant", targets=(part, other))
    run(plan, FakeStages({("ant rtl", "core"): fault()}), store, Record())
    failed = {(one.approach, one.target) for one in placed(load_all(store.folder)) if not one.ok}
    assert failed == {("rtl", part.name), ("rtl", "other")}
    assert len(placed(load_all(store.folder))) == 4


def test_fault_on_one_target_keeps_what_is_known(tmp_path, store):
    run(
        fake_plan(tmp_path, "ant"),
        FakeStages({("ant hls", "ecp5-85f-8"): fault("it does not fit")}),
        store,
        Record(),
        2,
    )
    (failed,) = (one for one in placed(load_all(store.folder)) if not one.ok)
    assert failed.status == "ecp5-85f-8: it does not fit (because)"
    assert failed.cycles_of_work == 8.0 and failed.luts is None and failed.throughput_mbps is None


def test_fault_of_our_own_is_one_designs_fault_too(tmp_path, store, caplog):
    finished = run(
        fake_plan(tmp_path, "ant"),
        FakeStages({("ant hls", "cycles"): KeyError("x")}),
        store,
        Record(),
    )
    assert "KeyError: 'x'" in statuses(store)["ant hls"] and statuses(store)["ant rtl"] == "ok"
    assert "Traceback" in caplog.text
    assert finished[0].fault and "report it" in finished[0].fault.fix


def test_events_tell_each_stage_and_its_progress(tmp_path, store):
    record = Record()
    run(fake_plan(tmp_path, "ant"), FakeStages(), store, record)
    expected = [
        ("core", "running"),
        ("core", "done"),
        ("cycles", "running"),
        ("cycles", "running"),
        ("cycles", "cached"),
    ]
    assert record.states("ant hls") == [
        *expected,
        ("ecp5-85f-8", "running"),
        ("ecp5-85f-8", "done"),
    ]
    assert [event.text for event in record.events if event.stage == "cycles"][:3] == [
        "",
        "counting",
        "8.00",
    ]


@pytest.mark.parametrize(
    "machine_fault",
    [DiskFullError("build"), MachineError("a worker does not see the build folder")],
)
def test_a_fault_of_the_machines_ends_the_study_and_is_no_measurement(
    tmp_path, store, machine_fault
):
    with pytest.raises(type(machine_fault)):
        run(
            fake_plan(tmp_path, "ant"),
            FakeStages({("ant rtl", "cycles"): machine_fault}),
            store,
            Record(),
        )
    assert "ant rtl" not in statuses(store)


@pytest.mark.parametrize(
    ("error", "what"),
    [
        (
            OSError(errno.EROFS, "Read-only file system", "build/x"),
            "the file system is read-only, at ant rtl, cycles",
        ),
        (
            OSError(errno.EACCES, "Permission denied", "build/x"),
            "this may not be read or written, at ant rtl, cycles",
        ),
        (OSError(errno.ENOSPC, "No space left on device"), "the disk is full, at ant rtl, cycles"),
        (
            FileNotFoundError("No usable temporary directory found"),
            "cannot be used, at ant rtl, cycles",
        ),
        (ImportError("libLLVM.so"), "a Python package cannot be loaded, at ant rtl, cycles"),
        (ConnectionResetError("worker"), "a connection to a worker was lost, at ant rtl, cycles"),
    ],
)
def test_what_the_system_refuses_ends_the_study_and_is_no_measurement(
    tmp_path, store, caplog, error, what
):
    with pytest.raises(MachineError, match=what):
        run(fake_plan(tmp_path, "ant"), FakeStages({("ant rtl", "cycles"): error}), store, Record())
    assert "ant rtl" not in statuses(store) and "Traceback" not in caplog.text


@pytest.mark.parametrize(
    "error", [OutOfMemoryError("yosys was killed by SIGKILL", why="it had 1 GiB"), MemoryError()]
)
@pytest.mark.parametrize("stage", ["cycles", "ecp5-85f-8"])
def test_a_design_without_memory_is_left_out_and_the_others_go_on(tmp_path, store, error, stage):
    record = Record()
    with pytest.raises(OutOfMemoryError, match=f"at bee rtl, {stage}") as caught:
        run(
            fake_plan(tmp_path, "bee", "ant"),
            FakeStages({("bee rtl", stage): error}),
            store,
            record,
        )
    assert statuses(store) == {"bee hls": "ok", "ant hls": "ok", "ant rtl": "ok"}
    assert "GiB" in caught.value.why and record.states("bee rtl")[-1] == (stage, "failed")


def test_several_designs_without_memory_are_all_named(tmp_path, store):
    faults = {
        (f"{name} rtl", "cycles"): OutOfMemoryError("it was killed") for name in ("bee", "ant")
    }
    with pytest.raises(OutOfMemoryError) as caught:
        run(fake_plan(tmp_path, "bee", "ant"), FakeStages(dict(faults)), store, Record())
    assert all(
        f"it was killed, at {name} rtl, cycles" in str(caught.value) for name in ("bee", "ant")
    )


def test_a_good_record_stays_visible_when_the_machine_fails_later(tmp_path, store):
    plan = fake_plan(tmp_path, "ant")
    run(plan, FakeStages(), store, Record())
    for error in (OutOfMemoryError("it was killed"), OSError(errno.EROFS, "Read-only file system")):
        with pytest.raises(MachineError):
            run(plan, FakeStages({("ant rtl", "cycles"): error}), store, Record())
    assert [one.status for one in newest(placed(load_all(store.folder)))] == ["ok", "ok"]


def test_results_that_cannot_be_written_are_told_before_anything_runs(tmp_path, store, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("CRYPTAGON_RESULTS", str(tmp_path / "file" / "results"))
    stages = FakeStages()
    with pytest.raises(MachineError):
        run(fake_plan(tmp_path, "ant"), stages, store, Record())
    assert stages.ran == []


def test_whatever_fails_on_a_full_disk_is_the_disks_fault(tmp_path, store, monkeypatch, caplog):
    monkeypatch.setattr("cryptagon.toolchain.is_full", lambda folder: True)
    for stage_fault in (
        fault("the simulator answers wrongly"),
        OSError(28, "No space left on device"),
    ):
        with pytest.raises(DiskFullError, match="the disk is full"):
            run(
                fake_plan(tmp_path, "ant"),
                FakeStages({("ant hls", "cycles"): stage_fault}),
                store,
                Record(),
            )
    assert placed(load_all(store.folder)) == [] and "Traceback" not in caplog.text


def test_interrupt_ends_the_study_and_keeps_what_is_finished(tmp_path, store):
    def interrupt(event):
        if (event.entry.label, event.stage, event.state) == ("ant rtl", "ecp5-85f-8", "running"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(fake_plan(tmp_path, "ant"), FakeStages(), store, interrupt)
    assert statuses(store) == {"ant hls": "ok"}
