"""A core that goes over its data twice, with the FIFO outside that keeps the data in between, at
both levels.
"""

from dataclasses import replace
from pathlib import Path

import pytest
from exchanges import EOI, EOT, LAST, Segment, refused, right, unit

from cryptagon.catalog import Algorithm, InterfaceNeeds, algorithm
from cryptagon.core import VerilogCore
from cryptagon.hwapi import (
    corner_messages,
    forgeries_between,
    known_outputs,
    multi_segment,
    random_messages,
)
from cryptagon.interfaces import interface
from cryptagon.simulate import STALL_MODES, Simulator
from cryptagon.simulate.levels import level_of
from cryptagon.testbed.simulation import Conditions, TestbedSimulator

CORE = VerilogCore((Path(__file__).parent / "cores" / "two_pass" / "CipherCore.sv",))
BLOCK = 16
BITS = 8 * BLOCK


class TwoPass:
    """The cipher of CORE in Python."""

    def encrypt(self, key: bytes, nonce: bytes, ad: bytes, pt: bytes, /) -> bytes:
        tag = self._tag(key, nonce, ad, pt)
        return self._applied(key, tag, pt) + tag

    def decrypt(self, key: bytes, nonce: bytes, ad: bytes, ct: bytes, /) -> bytes | None:
        pt = self._applied(key, ct[-BLOCK:], ct[:-BLOCK])
        return pt if self._tag(key, nonce, ad, pt) == ct[-BLOCK:] else None

    def _tag(self, key: bytes, nonce: bytes, ad: bytes, pt: bytes) -> bytes:
        state = _number(key) ^ _number(nonce)
        for part in (ad, pt):
            for at in range(0, len(part), BLOCK):
                block = part[at : at + BLOCK]
                state = _turned(state, 1) ^ _number(block) ^ len(block)
        return (_turned(state, 1) ^ _number(key)).to_bytes(BLOCK, "big")

    def _applied(self, key: bytes, tag: bytes, data: bytes) -> bytes:
        stream, output = _number(tag) ^ _turned(_number(key), 7), b""
        for at in range(0, len(data), BLOCK):
            output += bytes(
                a ^ b for a, b in zip(data[at : at + BLOCK], stream.to_bytes(BLOCK, "big"))
            )
            stream = _turned(stream, 1) ^ _number(key)
        return output


def _number(block: bytes) -> int:
    return int.from_bytes(block.ljust(BLOCK, b"\0"), "big")


def _turned(number: int, by: int) -> int:
    return (number << by | number >> BITS - by) & (1 << BITS) - 1


def two_pass() -> Algorithm:
    return algorithm("dummy").model_copy(
        update={"name": "two_pass", "interface": InterfaceNeeds(two_pass=True)}
    )


@pytest.mark.slow
@pytest.mark.parametrize("level", ["core", "unit"])
def test_both_passes_are_right_under_all_stalls(level):
    chosen, cipher = two_pass(), TwoPass()
    messages = corner_messages(chosen, cipher, seed=1)[::2] + random_messages(
        chosen, cipher, 30, seed=2
    )
    messages = known_outputs(chosen, forgeries_between(messages, seed=3, cipher=cipher))
    messages += multi_segment(chosen, messages, seed=4) if level == "unit" else []
    simulator = Simulator.build(CORE, chosen, level)
    for mode, stalls in STALL_MODES.items():
        result = simulator.run(messages, stalls=stalls, seed=5)
        assert result.ok, f"{mode}: {result.faults[0]}"


def test_a_refused_message_leaves_nothing_in_the_fifo():
    chosen, cipher = two_pass(), TwoPass()
    good = right(replace(corner_messages(chosen, cipher, seed=1)[-2], new_key=True))
    begun = Segment(0x4, 0, bytes(range(2 * BLOCK)))
    parts = (begun, begun, Segment(0x1, EOT, b"ad"), Segment(0x4, EOI | EOT | LAST, b"data"))
    promised = [Segment(0x5, 0, begun.content)]
    wrong = refused(good, "AD between the data", *good.pdi[:4], *parts, promised=promised)
    simulator = unit(CORE, chosen)
    for mode, stalls in STALL_MODES.items():
        result = simulator.run([good, wrong, good, wrong, wrong, good], stalls=stalls, seed=5)
        assert result.ok, f"{mode}: {result.faults[0]}"


def test_only_units_that_ask_for_it_have_the_ports():
    around = interface("caesar-1.0")
    assert (around.top_of(algorithm("dummy")), around.top_of(two_pass())) == ("AEAD", "AEADTwoPass")


def test_the_fifo_outside_is_in_the_testbed_too():
    chosen, cipher = two_pass(), TwoPass()
    messages = known_outputs(
        chosen,
        forgeries_between(corner_messages(chosen, cipher, seed=1)[::4], seed=3, cipher=cipher),
    )
    simulator = TestbedSimulator.on(CORE, level_of("unit", chosen, 32, 32))
    for conditions in (
        Conditions(core_mhz=101.3),
        Conditions(core_mhz=17, bus_mhz=150, stall=0.3, seed=2),
    ):
        assert simulator.run([messages], conditions)
