from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_core_transaction import ACORN, GCM, message_for
from toy_cipher import ToyAlgorithm, ToyNeeds

from cryptagon.errors import CryptagonError
from cryptagon.hwapi import api_words

WIDTHS = (8, 16, 32, 64, 128)


def shown(words, width=32):
    return [f"{word.kind} {word.value:0{width // 4}X}" for word in words]


def test_encryption_of_nothing():
    words = api_words(GCM, [message_for(GCM)])
    nonce = ["DAT 40414243", "DAT 44454647", "DAT 48494A4B"]
    assert shown(words.pdi) == [
        "INS 70000000",
        "INS 20000000",
        "HDR D600000C",
        *nonce,
        "HDR 12000000",
        "HDR 43000000",
    ]
    assert shown(words.sdi) == [
        "INS 40000000",
        "HDR C7000010",
        "DAT 00010203",
        "DAT 04050607",
        "DAT 08090A0B",
        "DAT 0C0D0E0F",
    ]
    tag = ["DAT 80818283", "DAT 84858687", "DAT 88898A8B", "DAT 8C8D8E8F"]
    assert shown(words.do) == ["HDR 52000000", "HDR 83000010", *tag, "STT E0000000"]


def test_decryption_with_a_key_that_is_there():
    message = message_for(GCM, ad=b"A", data=b"BCDEF", decrypt=True, new_key=False)
    words = api_words(GCM, [message])
    assert words.sdi == ()
    assert shown(words.pdi)[:2] == ["INS 30000000", "HDR D200000C"]
    assert shown(words.pdi)[5:11] == [
        "HDR 12000001",
        "DAT 41000000",
        "HDR 56000005",
        "DAT 42434445",
        "DAT 46000000",
        "HDR 83000010",
    ]
    assert shown(words.do) == ["HDR 43000005", "DAT BDBCBBBA", "DAT B9000000", "STT E0000000"]


def test_eoi_stands_on_the_last_segment_with_bytes():
    assert "HDR 16000001" in shown(api_words(GCM, [message_for(GCM, ad=b"A")]).pdi)
    assert "HDR 47000001" in shown(api_words(GCM, [message_for(GCM, data=b"A")]).pdi)


def test_forgery_fails_and_its_unknown_output_is_masked():
    message = replace(
        message_for(GCM, data=b"BCDEF", decrypt=True), authentic=False, output_known=False
    )
    do = api_words(GCM, [message]).do
    assert [f"{word.known:08X}" for word in do] == ["FFFFFFFF", "00000000", "00FFFFFF", "FFFFFFFF"]
    assert shown(do)[-1] == "STT F0000000"


def test_several_segments():
    message = message_for(
        ACORN, ad=bytes(12), data=bytes(8), ad_segments=(8, 4), data_segments=(4, 4, 0)
    )
    words = api_words(ACORN, [message])
    headers = [line for line in shown(words.pdi) if line.startswith("HDR")]
    assert headers == [
        "HDR D2000010",
        "HDR 10000008",
        "HDR 12000004",
        "HDR 40000004",
        "HDR 44000004",
        "HDR 43000000",
    ]
    assert [line for line in shown(words.do) if line.startswith("HDR")] == [
        "HDR 50000004",
        "HDR 50000004",
        "HDR 52000000",
        "HDR 83000010",
    ]


def test_long_data_is_cut_where_the_length_field_ends():
    words = api_words(GCM, [message_for(GCM, data=bytes(70_000))])
    assert [line for line in shown(words.do) if line.startswith("HDR")] == [
        "HDR 5000FFF0",
        "HDR 52001180",
        "HDR 83000010",
    ]


def test_segment_that_cuts_a_block_is_a_users_error():
    with pytest.raises(CryptagonError, match="cut a block of 16 bytes"):
        api_words(GCM, [message_for(GCM, ad=bytes(20), ad_segments=(10, 10))])


def test_empty_segment_that_is_not_the_last_is_a_users_error():
    with pytest.raises(CryptagonError, match="or are empty"):
        api_words(GCM, [message_for(GCM, ad=bytes(20), ad_segments=(0, 20))])


def test_segments_of_any_length_come_out_as_they_went_in_but_for_empty_ones():
    cut = ToyAlgorithm(interface=ToyNeeds(any_segments=True))
    words = api_words(
        cut,
        [
            message_for(
                cut, ad=b"a", data=bytes(25), ad_segments=(0, 1, 0), data_segments=(5, 0, 20, 0)
            )
        ],
    )
    assert [(kind, flags, len(content)) for kind, flags, content in parse(words.pdi, 32)[1:]] == [
        (1, 0, 0), (1, 0, 1), (1, 2, 0), (4, 0, 5), (4, 0, 0), (4, 4, 20), (4, 3, 0),
    ]  # fmt: skip
    assert [(kind, flags, len(content)) for kind, flags, content in parse(words.do, 32)] == [
        (5, 0, 5),
        (5, 0, 20),
        (5, 2, 0),
        (8, 3, 16),
    ]


@pytest.mark.parametrize("sizes", [(8, 8), (8, 13, -1), (70_000,), (21, -1)])
def test_segments_that_do_not_hold_the_content_are_a_users_error(sizes):
    with pytest.raises(CryptagonError, match="do not hold 20 bytes"):
        message_for(GCM, ad=bytes(20), ad_segments=sizes)


def test_output_as_long_as_the_input():
    wrong = replace(message_for(GCM, data=b"abc"), expected=b"ab")
    with pytest.raises(CryptagonError, match="as long as its input"):
        api_words(GCM, [wrong])


@pytest.mark.parametrize(("w", "sw", "name"), [(24, 32, "w = 24"), (32, 4, "sw = 4")])
def test_width_that_does_not_exist(w, sw, name):
    with pytest.raises(CryptagonError, match=name):
        api_words(GCM, [message_for(GCM)], w, sw)


@pytest.mark.parametrize("width", WIDTHS)
def test_instruction_is_one_word_and_header_four_bytes_at_least(width):
    words = api_words(GCM, [message_for(GCM)], width, min(width, 64)).pdi
    assert words[0].value == 7 << (width - 4)
    headers = [word for word in words if word.kind == "HDR"]
    assert len(headers) == 3 * max(32 // width, 1)
    first = headers[: max(32 // width, 1)]
    joined = b"".join(word.value.to_bytes(width // 8, "big") for word in first)
    assert joined == bytes.fromhex("D600000C").ljust(len(joined), b"\0")


def parse(words, width):
    """An independent reader of a bus: (type, flags, content) of each segment, from its headers
    alone.
    """
    raw = [word.value.to_bytes(width // 8, "big") for word in words if word.kind in ("HDR", "DAT")]
    found = []
    while raw:
        header = b""
        while len(header) < 4:
            header += raw.pop(0)
        length = int.from_bytes(header[2:4], "big")
        content = b""
        while len(content) < length:
            content += raw.pop(0)
        assert content[length:] == bytes(len(content) - length)
        found.append((header[0] >> 4, header[0] & 15, content[:length]))
    return found


@given(st.binary(max_size=50), st.binary(max_size=50), st.booleans(), st.sampled_from(WIDTHS))
def test_bus_carries_the_message_at_every_width(ad, data, decrypt, width):
    message = message_for(GCM, ad, data, decrypt)
    words = api_words(GCM, [message], width, min(width, 64))
    inputs = parse(words.pdi, width)
    assert [(kind, content) for kind, _, content in inputs] == [
        (13, message.nonce),
        (1, ad),
        (5 if decrypt else 4, data),
        *([(8, message.tag)] if decrypt else []),
    ]
    assert [flags & 1 for _, flags, _ in inputs] == [0] * (len(inputs) - 1) + [1]
    assert sum(flags >> 2 & 1 for _, flags, _ in inputs) == 1
    outputs = parse(words.do, width)
    assert [(kind, content) for kind, _, content in outputs] == [
        (4 if decrypt else 5, message.expected),
        *([] if decrypt else [(8, message.tag)]),
    ]
    assert not any(flags & 4 for _, flags, _ in outputs)
    assert parse(words.sdi, min(width, 64)) == [(12, 7, message.key)]
