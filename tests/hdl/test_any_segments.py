"""Segments of AD and data that end within a block or are empty: what a unit with ANY_SEGMENTS makes
of them, with whole cores inside.
"""

import random
from dataclasses import replace

import pytest

from cryptagon.catalog import Algorithm, InterfaceNeeds, algorithm
from cryptagon.core import VerilogCore
from cryptagon.hwapi import (
    Message,
    corner_messages,
    forgeries_between,
    multi_segment,
    random_messages,
    sized_messages,
)
from cryptagon.reference import ReferenceCipher
from cryptagon.simulate import STALL_MODES, Simulator

UNITS = [
    ("dummy", 32),
    ("acorn128", 32),
    *(
        pytest.param(name, w, marks=pytest.mark.nightly)
        for name, w in (("dummy", 16), ("ascon128a", 32))
    ),
]


def cut(name: str) -> Algorithm:
    """The algorithm, asking for segments of any length."""
    return algorithm(name).model_copy(update={"interface": InterfaceNeeds(any_segments=True)})


def unit(chosen: Algorithm, w: int = 32) -> Simulator[Message]:
    return Simulator.build(VerilogCore(chosen.rtl_sources), chosen, "unit", w, min(w, 32))


def messages(chosen: Algorithm) -> list[Message]:
    """Corners and chance in segments, some forged; then a byte a segment, ended by an empty one,
    for as many as a block has and more.
    """
    cipher = ReferenceCipher.build(chosen.reference_folder)
    whole = random.Random(1).sample(corner_messages(chosen, cipher, seed=1), 20) + random_messages(
        chosen, cipher, 10, seed=2
    )
    mixed = forgeries_between(whole, seed=3, cipher=cipher)
    pairs = [(length, length) for length in (1, 15, 16, 17, 40)]
    bytewise = [
        one
        for decrypt in (False, True)
        for one in sized_messages(chosen, cipher, pairs, decrypt=decrypt, seed=4)
    ]
    singly = [
        replace(one, new_key=True, ad_segments=_singly(one.ad), data_segments=_singly(one.data))
        for one in bytewise
    ]
    return [replace(one, new_key=True) for one in multi_segment(chosen, mixed, seed=5)] + singly


def _singly(content: bytes) -> tuple[int, ...]:
    return (*(1 for _ in content), 0)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "w"), UNITS)
def test_segments_of_any_length_are_served_under_all_stalls(name, w):
    chosen = cut(name)
    simulator, sent = unit(chosen, w), messages(chosen)
    for mode, stalls in STALL_MODES.items():
        result = simulator.run(sent, stalls=stalls, seed=6)
        assert result.ok, f"{mode}: {result.faults[0]}"


def test_whole_segments_take_the_cycles_that_they_take_without():
    chosen = cut("dummy")
    cipher = ReferenceCipher.build(chosen.reference_folder)
    sent = sized_messages(
        chosen, cipher, [(0, 16), (160, 0), (37, 1600), (1600, 37)], decrypt=False
    )
    runs = [unit(one).run(sent, isolate=True) for one in (chosen, algorithm("dummy"))]
    assert runs[0].ok and runs[1].ok
    assert [message.total for message in runs[0].messages] == [
        message.total for message in runs[1].messages
    ]
