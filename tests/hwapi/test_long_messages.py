"""Messages that go over the boundaries of counters."""

import pytest
from toy_cipher import ToyAlgorithm, ToyCipher

from cryptagon import hwapi

TOY = ToyAlgorithm()
CIPHER = ToyCipher()


@pytest.fixture(scope="module")
def boundary():
    return hwapi.boundary_messages(TOY, CIPHER, seed=1)


def test_boundaries_are_those_of_bits_bytes_and_blocks():
    assert hwapi.counter_boundaries(16) == (1 << 8, 1 << 12, 1 << 13, 1 << 16)
    assert hwapi.counter_boundaries(4) == (1 << 8, 1 << 10, 1 << 13, 1 << 14, 1 << 16)
    assert hwapi.counter_boundaries(16, thorough=True)[-1] == 1 << 20


@pytest.mark.parametrize("part", ["ad", "data"])
def test_each_boundary_is_met_from_both_sides(boundary, part):
    for length in hwapi.counter_boundaries(16):
        for size, decrypt in (
            (length - 1, False),
            (length, False),
            (length, True),
            (length + 1, True),
        ):
            assert any(
                len(getattr(each, part)) == size and each.decrypt == decrypt for each in boundary
            ), (size, decrypt)


def test_a_message_needs_several_segments(boundary):
    assert max(len(message.data) for message in boundary) > 0xFFFF


def test_long_messages_have_every_number_of_blocks_in_either_class():
    found = hwapi.long_messages(TOY, CIPHER, seed=1)
    for blocks in (16, 80, 144, 300, 700):
        size = 16 * blocks
        shapes = {
            (len(each.ad), len(each.data), each.decrypt)
            for each in found
            if size in (len(each.ad), len(each.data))
        }
        assert shapes == {
            (*pair, way) for pair in ((size, 5), (5, size), (size, size)) for way in (False, True)
        }


def test_many_messages_overflow_counters_of_messages_and_of_keys():
    found = hwapi.many_messages(TOY, CIPHER, seed=1)
    assert len(found) > 512
    assert sum(message.new_key for message in found) > 256


def test_shapes_hold_each_pair_of_lengths_once():
    found = hwapi.shape_messages(TOY, CIPHER, seed=1)
    assert sorted((len(each.ad), len(each.data)) for each in found) == [
        (ad, data) for ad in (0, 15, 16, 33) for data in (0, 15, 16, 33)
    ]
    assert {each.decrypt for each in found} == {False, True}
    assert 0 < sum(not each.new_key for each in found) < len(found) / 2
