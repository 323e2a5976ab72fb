from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toy_cipher import ToyAlgorithm, ToyCipher, ToyNeeds, ToySizes

from cryptagon import hwapi
from cryptagon.errors import CryptagonError

TOY = ToyAlgorithm()
CIPHER = ToyCipher()


@dataclass(frozen=True)
class Record:
    count: int
    key: bytes
    nonce: bytes
    pt: bytes
    ad: bytes
    ct: bytes
    nsec: bytes = b""


def record(count, key, pt=b"text", ad=b"more"):
    nonce = bytes(12)
    return Record(count, key, nonce, pt, ad, CIPHER.encrypt(key, nonce, ad, pt))


def agrees(message):
    """Whether the cipher gives what the message expects."""
    sealed = CIPHER.encrypt(
        message.key,
        message.nonce,
        message.ad,
        message.expected if message.decrypt else message.data,
    )
    return sealed == (message.data if message.decrypt else message.expected) + message.tag


def test_records_are_encrypted_and_decrypted_under_keys_loaded_where_they_change():
    keys = [b"a" * 16, b"a" * 16, b"b" * 16]
    messages = hwapi.messages_from_kat(
        TOY, [record(number, key) for number, key in enumerate(keys)]
    )
    assert [message.decrypt for message in messages] == [False, True] * 3
    assert [message.new_key for message in messages] == [True, False, False, False, True, False]
    assert all(agrees(message) for message in messages)
    assert messages[2].label == "count 1"


def test_record_with_another_tag_length_is_a_users_error():
    short = ToyAlgorithm(sizes=ToySizes(tag=64))
    with pytest.raises(CryptagonError, match="a tag of 64 bits do not make 20 bytes"):
        hwapi.messages_from_kat(short, [record(1, bytes(16))])


def test_corners_are_all_pairs_in_both_directions():
    messages = hwapi.corner_messages(TOY, CIPHER, seed=1)
    lengths = {(len(message.ad), len(message.data), message.decrypt) for message in messages}
    corners = hwapi.corner_lengths(16)
    assert {0, 1, 15, 16, 17, 31, 32, 33} <= set(corners)
    assert lengths == {
        (ad, data, decrypt) for ad in corners for data in corners for decrypt in (False, True)
    }
    assert all(agrees(message) for message in messages)


def test_corners_of_each_class_are_those_of_its_own_block():
    messages = hwapi.corner_messages(ToyAlgorithm(sizes=ToySizes(ad_block=256)), CIPHER, seed=1)
    assert {len(message.ad) for message in messages} == set(hwapi.corner_lengths(32))
    assert {len(message.data) for message in messages} == set(hwapi.corner_lengths(16))


def test_random_messages_are_those_of_their_seed_within_their_limits():
    make = lambda seed: hwapi.random_messages(TOY, CIPHER, 200, seed=seed, max_ad=5, max_data=7)  # noqa: E731
    assert make(1) == make(1) != make(2)
    assert {len(message.ad) for message in make(1)} == set(range(6))
    assert {len(message.data) for message in make(1)} == set(range(8))
    assert (
        {message.decrypt for message in make(1)}
        == {message.new_key for message in make(1)}
        == {False, True}
    )
    assert all(agrees(message) for message in make(1))


def test_key_reuse_changes_the_key_now_and_then_and_loads_the_last_one_twice():
    messages = hwapi.key_reuse_messages(TOY, CIPHER, seed=1, keys=2, messages=3)
    assert [message.new_key for message in messages] == [
        True,
        False,
        False,
        True,
        False,
        False,
        True,
    ]
    assert len({message.key for message in messages}) == 2


def test_benchmark_lengths_and_block_pairs():
    assert (1536, 0) in hwapi.benchmark_lengths()
    assert hwapi.block_pairs(ToySizes(ad_block=64), (2, 4)) == [(16, 0), (32, 0), (0, 32), (0, 64)]


def test_sized_messages_load_the_key_once():
    messages = hwapi.sized_messages(TOY, CIPHER, [(1, 2), (3, 4)], decrypt=True)
    assert [(len(message.ad), len(message.data), message.new_key) for message in messages] == [
        (1, 2, True),
        (3, 4, False),
    ]


@given(st.integers(0, 2**32), st.integers(0, 80), st.integers(0, 80))
def test_segments_hold_whole_blocks_and_all_bytes(seed, ad, data):
    message = hwapi.sized_messages(TOY, CIPHER, [(ad, data)], decrypt=False)[0]
    (cut,) = hwapi.multi_segment(TOY, [message], seed=seed)
    for sizes, length in ((cut.ad_segments, ad), (cut.data_segments, data)):
        assert sum(sizes) == (length if sizes else 0)
        assert all(size % 16 == 0 and size > 0 for size in sizes[:-1])


@given(st.integers(0, 2**32), st.integers(0, 80))
def test_segments_of_any_length_hold_all_bytes(seed, length):
    cut = ToyAlgorithm(interface=ToyNeeds(any_segments=True))
    (message,) = hwapi.multi_segment(
        cut, hwapi.sized_messages(cut, CIPHER, [(0, length)], decrypt=False), seed=seed
    )
    assert sum(message.data_segments) == (length if message.data_segments else 0)
    assert all(size >= 0 for size in message.data_segments)


def test_segments_of_any_length_are_sometimes_empty_and_sometimes_cut_blocks():
    cut = ToyAlgorithm(interface=ToyNeeds(any_segments=True))
    messages = hwapi.multi_segment(
        cut, hwapi.sized_messages(cut, CIPHER, [(0, 40)] * 20, decrypt=False), seed=1
    )
    sizes = {size for message in messages for size in message.data_segments[:-1]}
    assert {0, 1, 16} <= sizes


def test_single_message():
    message = hwapi.single_message(
        TOY,
        CIPHER,
        key=bytes(16),
        nonce=bytes(12),
        ad=b"a",
        plaintext=b"b",
        decrypt=True,
        label="mine",
    )
    assert agrees(message) and message.title == "mine: decryption, 1 bytes of AD, 1 of data"
