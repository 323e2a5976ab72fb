"""The testbed around a unit that complements words: all widths, clocks and stalls; and testbeds
with faults, which must be found.
"""

import random
from pathlib import Path

import pytest
from hardware_bench import Words, complement
from selection import one_of

from cryptagon import paths
from cryptagon.errors import CryptagonError
from cryptagon.testbed.simulation import Conditions, TestbedSimulator

COUNTS = (1, 2, 3, 15, 16, 17, 33, 700)
"""Items of a transfer: about those of a beat, of a burst, and of several."""
PLAIN = Conditions(core_mhz=100)


def words(count: int, bits: int, out_bits: int = 0, seed: int = 1) -> list[Words]:
    rng = random.Random(f"{seed} {count} {bits}")
    return [Words([rng.getrandbits(bits) for _ in range(count)], bits, out_bits or bits)]


@pytest.mark.parametrize("bits", one_of(2, [8, 16, 64, 32, 192, 128]))
def test_items_of_any_width_and_number_pass(bits, tmp_path):
    simulator = TestbedSimulator.on(*complement(tmp_path, bits))
    jobs = [words(count, bits) for count in COUNTS]
    for conditions in (
        PLAIN,
        Conditions(core_mhz=333.3, bus_mhz=50, stall=0.3, seed=2),
        Conditions(core_mhz=11, bus_mhz=150, stall=0.1, seed=3, latency=3, access=2),
        Conditions(core_mhz=99.99, bus_mhz=100, stall=0.5, seed=4, latency=60),
    ):
        assert len(simulator.run(jobs, conditions)) == len(jobs)


def test_odd_widths_fill_whole_bytes(tmp_path):
    simulator = TestbedSimulator.on(*complement(tmp_path, 100, 20))
    assert simulator.run([words(count, 100, 20) for count in COUNTS], PLAIN)


def test_the_dma_gives_almost_a_beat_a_cycle(tmp_path):
    simulator = TestbedSimulator.on(*complement(tmp_path, 64))
    short, long = simulator.run([words(1_000, 64), words(9_000, 64)], Conditions(core_mhz=400))
    assert 8_000 <= long.ticks - short.ticks < 8_200


def test_the_timer_counts_the_bus_clock(tmp_path):
    simulator = TestbedSimulator.on(*complement(tmp_path, 64))
    slow_unit = [
        simulator.run([words(400, 64)], Conditions(core_mhz=10, bus_mhz=mhz))[0].ticks
        for mhz in (100, 200)
    ]
    assert slow_unit[0] == pytest.approx(4_000, rel=0.1)
    assert slow_unit[1] == pytest.approx(2 * slow_unit[0], rel=0.1)


def test_the_same_seed_gives_the_same_run(tmp_path):
    simulator = TestbedSimulator.on(*complement(tmp_path, 32))
    runs = [
        simulator.run([words(3_000, 32)], Conditions(core_mhz=300, stall=0.3, seed=seed))
        for seed in (5, 5, 6)
    ]
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]


@pytest.mark.parametrize(
    ("clocks", "name"),
    [
        ({"core_mhz": 0}, "core"),
        ({"core_mhz": 100, "bus_mhz": -1}, "bus"),
        ({"core_mhz": 1e6}, "core"),
    ],
)
def test_a_clock_that_cannot_be_is_named(clocks, name):
    with pytest.raises(CryptagonError, match=f"MHz is no frequency for the {name} clock"):
        Conditions(**clocks)


FAULTS = {
    "the middle of a burst crosses 4 KB": (
        "DmaReader.sv",
        "8'd15 : {4'b0",
        "8'd31 : {4'b0",
        "crosses 4 KB|answers wrongly",
    ),
    "an address is taken back": (
        "DmaReader.sv",
        "assign arvalid = busy_q && left",
        "assign arvalid = busy_q && out_ready && left",
        "taken back",
    ),
    "bytes in the processor's order": (
        "DmaReader.sv",
        "mem_rdata[8*(7-i) +: 8]",
        "mem_rdata[8*i +: 8]",
        "expected",
    ),
    "the last bytes of a beat are written too": (
        "DmaWriter.sv",
        "!ended_q && 4'(i) < in_bytes",
        "!ended_q",
        "behind the buffer",
    ),
    "the last beat is not marked": ("DmaWriter.sv", " || sent_q + 29'd1 == beats;", ";", "WLAST"),
    "the address does not move on": (
        "DmaWriter.sv",
        "address_q + {asked_q, 3'b000}",
        "address_q",
        "expected",
    ),
    "the lower half first": ("Narrow.sv", "COUNT'(PARTS - 1) - place", "place", "expected"),
    "padding goes to the unit": (
        "Narrow.sv",
        "passed_q + COUNT'(OUT / 8) >= in_bytes",
        "passed_q == COUNT'(IN / 8 - OUT / 8)",
        "expected",
    ),
    "what is kept is counted on": (
        "Widen.sv",
        "      kept_q <= '0;\n",
        "",
        "expected|bytes came|does not end",
    ),
    "a transfer ends an item late": (
        "TransferEnd.sv",
        "left_q <= 32'(ITEM);",
        "left_q == '0;",
        "does not end",
    ),
    "the timer does not run": ("Timer.sv", "else if (running_q)", "else if (running_q && rst)", ""),
    "a read is answered by silence": (
        "RegisterBus.sv",
        "else if (reads) rvalid <= 1'b1;",
        "else if (reads && rst) rvalid <= 1'b1;",
        "no answer",
    ),
    "there is no such device": (
        "RegisterBus.sv",
        "araddr[11:4] < 8'(DEVICES)",
        "araddr[11:4] < 8'd1",
        "answered by an error",
    ),
}


def faulty(folder: Path, file: str, old: str, new: str) -> Path:
    (source,) = (path for path in paths.hardware_of("testbed") if path.name == file)
    assert source.read_text().count(old) == 1
    made = folder / file
    made.write_text(source.read_text().replace(old, new))
    return made


@pytest.mark.parametrize("name", one_of(3, [*FAULTS]))
def test_a_fault_of_the_testbed_is_found(name, tmp_path):
    file, old, new, said = FAULTS[name]
    simulator = TestbedSimulator.on(*complement(tmp_path, 32), [faulty(tmp_path, file, old, new)])
    jobs = [words(count, 32, seed=seed) for seed in (1, 2) for count in (3, 701)]
    if not said:
        assert simulator.run(jobs, PLAIN)[0].ticks == 0
        return
    with pytest.raises(CryptagonError, match=said) as error:
        simulator.run(jobs, Conditions(core_mhz=77, stall=0.2))
    assert "answers wrongly in the testbed" in str(error.value)


def test_a_unit_that_is_wrong_is_found(tmp_path):
    core, bench = complement(tmp_path, 32)
    core.sources[0].write_text(
        core.sources[0]
        .read_text()
        .replace("z_q <= ~OUT'(a)", "z_q <= ~OUT'(a) ^ OUT'(a == 32'd77)")
    )
    simulator = TestbedSimulator.on(core, bench)
    assert simulator.run([[Words([1, 2, 3], 32, 32)]], PLAIN)
    with pytest.raises(CryptagonError, match="z, item 2: expected ffffffb2, got ffffffb3"):
        simulator.run([[Words([76, 77, 78], 32, 32)]], PLAIN)


def test_a_unit_that_hangs_is_told(tmp_path):
    core, bench = complement(tmp_path, 32)
    core.sources[0].write_text(
        core.sources[0]
        .read_text()
        .replace("z_valid = full_q", "z_valid = full_q && z_q != ~OUT'(77)")
    )
    with pytest.raises(CryptagonError, match="does not end: no item moves any more"):
        TestbedSimulator.on(core, bench).run([[Words([76, 77, 78], 32, 32)]], PLAIN)
