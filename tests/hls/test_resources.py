"""Memories, shared functions and buffered streams: the same results as natively, at the cycles that
their ports allow.
"""

import pytest
from resource_designs import RESOURCES

# design: (why each state begins, cycles from one item out to the next)
COST = {
    "static_ram": (["loop"], 1),
    "local_ram": (["loop", "loop", "loop"], 1 + 11 + 11),
    "ram_read_after_write": (["loop", "read of RAM 's' after a write"], 2),
    "ram_two_reads": (["loop", "second read of RAM 's' with 1 read port"], 2),
    "ram_two_ports": (["loop"], 1),
    "ram_bytes": (
        [
            "loop",
            "read of RAM 's' after a write",
            "second read of RAM 's' with 1 read port",
            "second write of RAM 's'",
            "read of RAM 's' after a write",
        ],
        5,
    ),
    "block_ram": (["loop", "latency of block RAM 's'"], 2),
    "block_ram_local": (["loop", "loop", "loop", "latency of block RAM 'l'"], 1 + 11 + 2 * 11),
    "ram_in_stages": (
        ["loop", "loop", "stage 2 of 3, cycles(3)", "stage 3 of 3, cycles(3)"],
        1 + 8 * 3,
    ),
    "block_ram_in_stages": (
        ["loop", "loop", "stage 2 of 3, cycles(3)", "stage 3 of 3, cycles(3)"],
        1 + 8 * 3,
    ),
    "block_ram_together": (["loop", "latency of block RAM 's'", "latency of block RAM 's'"], 3),
}


@pytest.mark.parametrize("name", [design.name for design in RESOURCES])
def test_verilog_does_what_the_native_run_does(outcomes, name):
    outcomes[name].check()


@pytest.mark.parametrize("name", COST)
def test_states_and_cycles(outcomes, name):
    reasons, cycles = COST[name]
    assert [state.reason for state in outcomes[name].result.states] == reasons
    measured = outcomes[name].cycles("out")
    assert len(measured) > 3 and set(measured) == {cycles}


def test_a_port_that_would_hang_on_its_own_result_waits(outcomes):
    reasons = [state.reason for state in outcomes["ram_crossed"].result.states]
    assert reasons == ["loop", "RAM 't' would hang on its own result"]


def test_a_write_of_a_part_enables_its_lane_alone(outcomes):
    masked = {
        name: outcomes[name].result.rams[0].masked
        for name in ("ram_fields", "ram_bytes", "ram_of_structs")
    }
    assert masked == {"ram_fields": True, "ram_bytes": True, "ram_of_structs": False}
    assert outcomes["ram_fields"].result.rams[0].lanes == ((79, 12), (78, 1), (8, 70), (0, 8))
    assert outcomes["ram_bytes"].result.rams[0].lanes == ((0, 8), (8, 8), (16, 8), (24, 8))


def test_rams_are_reported(outcomes):
    (ram,) = outcomes["ram_of_structs"].result.rams
    assert (ram.name, ram.kind, ram.words, ram.width, ram.read_ports) == (
        "t",
        "distributed",
        8,
        12 + 1 + 70 + 8,
        1,
    )
    assert ram.contents is not None and ram.contents[0] == 1 << 79 | 1 << 78 | 2 << 8 | 0xFD
