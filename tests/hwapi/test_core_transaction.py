from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toy_cipher import ToyAlgorithm, ToyPadding, ToySizes

from cryptagon.errors import CryptagonError
from cryptagon.hwapi import Message, SegmentType, core_transaction

CASES = ("incomplete", "complete", "empty")
GCM = ToyAlgorithm()
ACORN = ToyAlgorithm(sizes=ToySizes(npub=128, block=32, ad_block=32))
ASCON = ToyAlgorithm(
    sizes=ToySizes(npub=128),
    padding=ToyPadding("10*", frozenset({"incomplete", "complete"}), frozenset(CASES)),
)


def message_for(algorithm, ad=b"", data=b"", decrypt=False, **rest):
    sizes = algorithm.sizes
    return Message(
        key=bytes(range(sizes.key // 8)),
        nonce=bytes(range(0x40, 0x40 + sizes.npub // 8)),
        ad=ad,
        data=data,
        tag=bytes(range(0x80, 0x80 + sizes.tag // 8)),
        decrypt=decrypt,
        new_key=rest.pop("new_key", True),
        expected=bytes(byte ^ 0xFF for byte in data),
        **rest,
    )


def blocks_of(transaction, kind):
    return [block for block in transaction.bdi if block.type == kind]


def test_empty_message_without_padding_is_the_nonce_alone():
    transaction = core_transaction(GCM, message_for(GCM))
    (nonce,) = transaction.bdi
    assert (nonce.type, nonce.size, nonce.eot, nonce.eoi, nonce.partial) == (
        SegmentType.NPUB,
        12,
        True,
        True,
        True,
    )
    assert nonce.data == bytes(range(0x40, 0x4C)) + bytes(4)
    assert (nonce.valid_bytes, nonce.pad_loc) == (0xFFF0, 0)
    assert [(block.data, block.size) for block in transaction.bdo] == [
        (bytes(range(0x80, 0x90)), 16)
    ]
    assert transaction.verdict is None


def test_blocks_narrower_than_nonce_and_tag():
    transaction = core_transaction(ACORN, message_for(ACORN, data=b"abcde", decrypt=True))
    assert [block.eot for block in blocks_of(transaction, SegmentType.NPUB)] == [
        False,
        False,
        False,
        True,
    ]
    assert [
        (block.data, block.size, block.valid_bytes)
        for block in blocks_of(transaction, SegmentType.CIPHERTEXT)
    ] == [
        (b"abcd", 4, 0b1111),
        (b"e\0\0\0", 1, 0b1000),
    ]
    assert [block.eot for block in blocks_of(transaction, SegmentType.TAG)] == [
        False,
        False,
        False,
        True,
    ]
    assert [block.size for block in transaction.bdo] == [4, 1]
    assert transaction.verdict is True


def test_blocks_of_ad_of_their_own_width_lie_in_the_top_of_the_wider_ones():
    wide = ToyAlgorithm(sizes=ToySizes(npub=128, ad_block=64))
    transaction = core_transaction(wide, message_for(wide, ad=b"12345678x", data=b"data"))
    full, rest = blocks_of(transaction, SegmentType.AD)
    assert (full.data, full.size, full.partial, full.valid_bytes) == (
        b"12345678" + bytes(8),
        8,
        False,
        0xFF00,
    )
    assert (rest.data, rest.size, rest.partial, rest.valid_bytes) == (
        b"x" + bytes(15),
        1,
        True,
        0x8000,
    )


def test_padding_of_an_incomplete_block():
    (block,) = blocks_of(
        core_transaction(ASCON, message_for(ASCON, data=b"xyz")), SegmentType.PLAINTEXT
    )
    assert block.data == b"xyz\x80" + bytes(12)
    assert (block.size, block.partial, block.valid_bytes, block.pad_loc) == (
        3,
        True,
        0xE000,
        0x1000,
    )


def test_padding_after_a_complete_block_takes_eot_and_eoi_along():
    full, padding = blocks_of(
        core_transaction(ASCON, message_for(ASCON, data=bytes(16))), SegmentType.PLAINTEXT
    )
    assert (full.size, full.partial, full.eot, full.eoi, full.pad_loc) == (
        16,
        False,
        False,
        False,
        0,
    )
    assert (padding.size, padding.partial, padding.eot, padding.eoi) == (0, True, True, True)
    assert (padding.data, padding.valid_bytes, padding.pad_loc) == (b"\x80" + bytes(15), 0, 0x8000)


def test_padding_of_an_empty_class_only_where_the_rules_say():
    transaction = core_transaction(ASCON, message_for(ASCON))
    assert blocks_of(transaction, SegmentType.AD) == []
    (data,) = blocks_of(transaction, SegmentType.PLAINTEXT)
    assert (data.size, data.eot, data.eoi) == (0, True, True)
    assert transaction.bdo[0].data == bytes(range(0x80, 0x90)), (
        "a wholly padding block has no output"
    )


def test_key_is_given_only_with_a_new_key():
    message = message_for(GCM)
    assert core_transaction(GCM, message).key == message.key
    assert core_transaction(GCM, replace(message, new_key=False)).key is None


def test_forgery_has_a_verdict_of_failure_and_unknown_output():
    message = replace(
        message_for(GCM, data=b"abc", decrypt=True), authentic=False, output_known=False
    )
    transaction = core_transaction(GCM, message)
    assert transaction.verdict is False
    assert [(block.size, block.known) for block in transaction.bdo] == [(3, False)]


@pytest.mark.parametrize("part", ["key", "nonce", "tag"])
def test_wrong_length_is_a_users_error(part):
    with pytest.raises(CryptagonError, match=rf"the {part} of a message for toy has 8 bits"):
        core_transaction(GCM, replace(message_for(GCM), **{part: b"x"}))


paddings = st.builds(
    ToyPadding,
    st.sampled_from(["none", "10*"]),
    st.frozensets(st.sampled_from(CASES)),
    st.frozensets(st.sampled_from(CASES)),
)
blocks = st.sampled_from([8, 32, 64, 128])
algorithms = st.builds(
    ToyAlgorithm,
    sizes=st.builds(ToySizes, npub=st.sampled_from([64, 96, 128]), block=blocks, ad_block=blocks),
    padding=paddings,
)


@given(algorithms, st.binary(max_size=40), st.binary(max_size=40), st.booleans())
def test_blocks_carry_the_message_and_its_flags(algorithm, ad, data, decrypt):
    message = message_for(algorithm, ad, data, decrypt)
    transaction = core_transaction(algorithm, message)
    block_bytes, ad_bytes = algorithm.sizes.block // 8, algorithm.sizes.ad_block // 8
    data_type = SegmentType.CIPHERTEXT if decrypt else SegmentType.PLAINTEXT
    contents = {SegmentType.NPUB: message.nonce, SegmentType.AD: ad, data_type: data}
    if decrypt:
        contents[SegmentType.TAG] = message.tag
    assert list(dict.fromkeys(block.type for block in transaction.bdi)) == [
        kind for kind in contents if blocks_of(transaction, kind)
    ]
    for kind, content in contents.items():
        blocks = blocks_of(transaction, kind)
        assert b"".join(block.data[: block.size] for block in blocks) == content
        assert [block.eot for block in blocks] == [False] * (len(blocks) - 1) + [True] * bool(
            blocks
        )
        assert all(
            block.size == (ad_bytes if kind == SegmentType.AD else block_bytes)
            for block in blocks[:-2]
        )
    before_tag = [block for block in transaction.bdi if block.type != SegmentType.TAG]
    assert [block.eoi for block in before_tag] == [False] * (len(before_tag) - 1) + [True]
    for block in transaction.bdi:
        width = max(block_bytes, ad_bytes)
        assert len(block.data) == width
        assert block.valid_bytes.bit_count() == block.size
        assert block.partial == (
            block.size < (ad_bytes if block.type == SegmentType.AD else block_bytes)
        )
        filling = block.data[block.size :]
        assert filling == (
            b"\x80".ljust(len(filling), b"\0") if block.pad_loc else bytes(len(filling))
        )
        assert not block.pad_loc or block.pad_loc == 1 << (width - 1 - block.size)
    output = b"".join(block.data[: block.size] for block in transaction.bdo)
    assert output == message.expected + (b"" if decrypt else message.tag)
