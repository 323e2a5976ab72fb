"""Units of hash functions and ciphers in the testbed: right answers from memory to memory, and the
cycles that the timer sees.
"""

from dataclasses import replace

import pytest

from cryptagon import classes
from cryptagon.approaches import entries_of, made
from cryptagon.catalog import Entry
from cryptagon.classes import Setting
from cryptagon.errors import CryptagonError
from cryptagon.interfaces.sha3 import HashMessage, Segment
from cryptagon.testbed.measuring import Measured, Transfer
from cryptagon.testbed.simulation import Conditions, TestbedSimulator
from cryptagon.testbed.workload import WORKLOADS, Blocks, workload

CONDITIONS = (
    Conditions(core_mhz=101.3),
    Conditions(core_mhz=17, bus_mhz=150, stall=0.3, seed=2),
    Conditions(core_mhz=400, bus_mhz=60, seed=3),
)


def entry_of(name: str, approach: str) -> Entry:
    return next(
        entry for entry in entries_of(classes.algorithm(name)) if entry.approach == approach
    )


@pytest.mark.parametrize(
    ("name", "approach"),
    [
        (name, approach)
        for name in ("sha256", "dummy", "dummy_block")
        for approach in ("rtl", "hls")
    ],
)
def test_known_answers(name, approach):
    entry = entry_of(name, approach)
    kind = classes.class_of(entry.algorithm)
    bench, messages = kind.tests(
        entry.algorithm, entry.variant, Setting(interface=kind.interface)
    ).sample(12)
    simulator = TestbedSimulator.on(made(entry, kind.module).core, bench)
    for conditions in CONDITIONS:
        assert len(simulator.run([messages, messages[:1], messages], conditions)) == 3


def test_a_refused_message_is_marked():
    entry = entry_of("sha256", "rtl")
    kind = classes.class_of(entry.algorithm)
    bench, known = kind.tests(
        entry.algorithm, entry.variant, Setting(interface=kind.interface)
    ).sample(2)
    simulator = TestbedSimulator.on(made(entry, kind.module).core, bench)
    refused = HashMessage("23 bits", (Segment(b"abc", 23),), b"")
    assert len(simulator.run([known, [refused], known], CONDITIONS[0])) == 3


def test_a_wrong_block_is_told():
    """The last of a session's results has a bit that the reference software does not give."""
    work = workload(entry_of("dummy_block", "rtl"))
    assert isinstance(work, Blocks)
    (session,) = work.job(10 * work.block_bytes)
    assert len(session.tasks) == 10 and not any(task.decrypt for task in session.tasks)
    last = session.tasks[-1]
    wrong = replace(session, tasks=(*session.tasks[:-1], replace(last, result=last.result ^ 1)))
    kind = classes.class_of(entry_of("dummy_block", "rtl").algorithm)
    core = made(entry_of("dummy_block", "rtl"), kind.module).core
    simulator = TestbedSimulator.on(core, work.bench)
    (timed,) = simulator.run([[session]], CONDITIONS[0])
    assert timed.unit_cycles >= 10 * work.cycles(core).between
    with pytest.raises(CryptagonError, match="result"):
        simulator.run([[wrong]], CONDITIONS[0])


def test_a_class_without_a_workload_is_refused(monkeypatch):
    monkeypatch.delitem(WORKLOADS, "block")
    with pytest.raises(CryptagonError, match="measures no algorithms of class block"):
        workload(entry_of("dummy_block", "rtl"))


def test_formula_and_timer():
    transfers = (Transfer(10_000, 100.0, 10_000, 0), Transfer(10_000, 200.0, 16_000, 0))
    one = Measured("a", "A", "", "rtl", 200.0, 64, 2.0, 5.0, transfers)
    assert one.gbps == pytest.approx(6.4)
    assert [each.gbps for each in transfers] == pytest.approx([0.8, 1.0])
    assert one.overhead(transfers[0]) == pytest.approx(7.0)
    assert one.of(10_000, 200.0) is transfers[1]
    assert one.of(10_000, 150.0) is None
