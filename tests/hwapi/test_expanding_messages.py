"""Ciphertext that holds the padding of its plaintext, as words and as blocks."""

from dataclasses import replace

import pytest
from toy_cipher import ToyAlgorithm, ToyCipher, ToyPadding

from cryptagon import hwapi
from cryptagon.errors import CryptagonError
from cryptagon.hwapi import Message, SegmentType, api_words, core_transaction
from cryptagon.hwapi.source import Case, message_of

BLOCK, TAG = 16, bytes(range(0x80, 0x90))
ALWAYS = frozenset({"incomplete", "complete", "empty"})
PADS_ALWAYS = ToyAlgorithm(padding=ToyPadding("10*", data=ALWAYS, expands=True))
PADS_SOMETIMES = ToyAlgorithm(
    padding=ToyPadding("10*", data=ALWAYS - {"complete"}, expands=True), name="sometimes"
)


def message_for(algorithm: ToyAlgorithm, length: int, *, decrypt: bool) -> Message:
    """Plaintext 01 02 03 ..., ciphertext FF FE FD ..."""
    plaintext = bytes(range(1, length + 1))
    text = bytes(0xFF - at for at in range(hwapi.ciphertext_bytes(algorithm, length)))
    padded = len(text) > length
    sealed = text + TAG + (bytes([padded]) if hwapi.has_marker(algorithm.padding) else b"")
    case = Case(bytes(16), bytes(12), b"", plaintext)
    return message_of(algorithm, case, sealed, decrypt, "")


def headers(words: tuple[hwapi.Word, ...]) -> list[str]:
    return [f"{word.value:08X}" for word in words if word.kind == "HDR"]


@pytest.mark.parametrize(
    ("algorithm", "lengths"),
    [
        (PADS_ALWAYS, {0: 16, 1: 16, 15: 16, 16: 32, 17: 32, 32: 48}),
        (PADS_SOMETIMES, {0: 16, 1: 16, 15: 16, 16: 16, 17: 32, 32: 32}),
        (ToyAlgorithm(padding=ToyPadding("10*", data=ALWAYS)), {0: 0, 1: 1, 16: 16}),
    ],
)
def test_ciphertext_has_whole_blocks(algorithm, lengths):
    found = {length: hwapi.ciphertext_bytes(algorithm, length) for length in lengths}
    assert found == lengths


def test_headers_of_an_encryption_have_the_lengths_of_both():
    words = api_words(PADS_ALWAYS, [message_for(PADS_ALWAYS, 21, decrypt=False)])
    assert headers(words.pdi)[-1] == "47000015"
    assert headers(words.do) == ["5A000020", "83000010"]


def test_a_decryption_gives_the_last_block_as_a_segment_of_its_own():
    words = api_words(PADS_ALWAYS, [message_for(PADS_ALWAYS, 21, decrypt=True)])
    assert headers(words.pdi)[-2:] == ["5E000020", "83000010"]
    assert headers(words.do) == ["40000010", "43000005"]
    alone = api_words(PADS_ALWAYS, [message_for(PADS_ALWAYS, 5, decrypt=True)])
    assert headers(alone.do) == ["43000005"]


def test_without_padding_nothing_is_marked():
    encryption, decryption = (
        api_words(PADS_SOMETIMES, [message_for(PADS_SOMETIMES, 32, decrypt=decrypt)])
        for decrypt in (False, True)
    )
    assert headers(encryption.do) == ["52000020", "83000010"]
    assert headers(decryption.pdi)[-2:] == ["56000020", "83000010"]
    assert headers(decryption.do) == ["43000020"]


def test_of_a_forgery_the_last_block_never_leaves():
    message = replace(message_for(PADS_ALWAYS, 21, decrypt=True), authentic=False)
    do = api_words(PADS_ALWAYS, [message]).do
    assert headers(do) == ["40000010", "43000000"]
    data = [word for word in do if word.kind == "DAT"]
    assert b"".join(word.value.to_bytes(4, "big") for word in data) == message.expected[:BLOCK]
    assert (do[-1].kind, do[-1].value) == ("STT", 0xF << 28)


def test_a_core_sees_padding_before_encryption_and_gives_it_after_decryption():
    encryption, decryption = (
        core_transaction(PADS_ALWAYS, message_for(PADS_ALWAYS, 21, decrypt=decrypt))
        for decrypt in (False, True)
    )
    padded = bytes(range(17, 22)) + b"\x80" + bytes(10)
    last = encryption.bdi[-1]
    assert (last.data, last.size, last.partial, last.pad_loc) == (padded, 5, True, 1 << 10)
    assert [block.size for block in encryption.bdo] == [16, 16, 16]
    *_, before, last = [one for one in decryption.bdi if one.type == SegmentType.CIPHERTEXT]
    assert (before.size, before.partial, before.eot) == (16, False, False)
    assert (last.size, last.partial, last.eot, last.pad_loc) == (16, True, True, 0)
    assert decryption.bdo[-1].data == padded and decryption.bdo[-1].size == 16


def test_segments_of_a_plaintext_keep_theirs_but_for_the_last():
    message = replace(message_for(PADS_ALWAYS, 32, decrypt=False), data_segments=(16, 16, 0))
    assert headers(api_words(PADS_ALWAYS, [message]).do) == [
        "50000010",
        "50000010",
        "5A000010",
        "83000010",
    ]


def test_an_empty_last_segment_of_ciphertext_is_a_users_error():
    message = replace(message_for(PADS_ALWAYS, 21, decrypt=True), data_segments=(16, 16, 0))
    with pytest.raises(CryptagonError, match=r"\(16, 16, 0\) bytes of ciphertext is empty"):
        api_words(PADS_ALWAYS, [message])


def test_random_segments_leave_the_padding_in_the_last():
    message = message_for(PADS_ALWAYS, 100, decrypt=True)
    for seed in range(40):
        (cut,) = hwapi.multi_segment(PADS_ALWAYS, [message], seed=seed)
        assert not cut.data_segments or cut.data_segments[-1]
        api_words(PADS_ALWAYS, [cut])


def test_software_says_behind_the_tag_whether_there_is_padding():
    for length, padded in ((16, False), (15, True), (0, True)):
        for decrypt in (False, True):
            message = message_for(PADS_SOMETIMES, length, decrypt=decrypt)
            assert (message.padded, message.marker) == (padded, bytes([padded]))
            assert message.sealed[-17:] == TAG + bytes([padded])
    assert message_for(PADS_ALWAYS, 5, decrypt=True).marker == b""


def test_a_marker_that_is_wrong_is_told():
    case = Case(bytes(16), bytes(12), b"", bytes(16))
    with pytest.raises(
        CryptagonError, match=r"last byte of a ciphertext of 16 bytes .* is 1, not 0"
    ):
        message_of(PADS_SOMETIMES, case, bytes(16) + TAG + b"\1", False, "")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"data": bytes(31)}, "31 bytes are no ciphertext"),
        ({"data": b""}, "0 bytes are no ciphertext"),
        ({"data": bytes(48)}, "as long as its input, but for padding"),
        ({"padded": False}, "a message of 21 bytes is marked wrongly"),
    ],
)
def test_a_message_that_does_not_fit_together_is_a_users_error(change, message):
    wrong = replace(message_for(PADS_ALWAYS, 21, decrypt=True), **change)
    for model in (
        lambda: api_words(PADS_ALWAYS, [wrong]),
        lambda: core_transaction(PADS_ALWAYS, wrong),
    ):
        with pytest.raises(CryptagonError, match=message):
            model()


def test_what_no_ciphertext_can_be_is_not_among_the_confusions():
    message = message_for(PADS_ALWAYS, 40, decrypt=True)
    found = hwapi.confusions(PADS_ALWAYS, message, ToyCipher())
    assert {len(one.data) for one in found} == {32, 48, 64}
    api_words(PADS_ALWAYS, found)


@pytest.mark.parametrize("length", [32, 33])
def test_a_ciphertext_that_tells_its_padding_wrongly_is_a_forgery(length):
    message = message_for(PADS_SOMETIMES, length, decrypt=True)
    *_, wrong = hwapi.confusions(PADS_SOMETIMES, message, ToyCipher())
    assert (wrong.data, wrong.tag) == (message.data, message.tag)
    assert (wrong.padded, wrong.marker) == (not message.padded, bytes([not message.padded]))
    assert not wrong.authentic and not wrong.output_known
    flags = [header[:2] for header in headers(api_words(PADS_SOMETIMES, [wrong]).pdi)]
    assert flags[-2] == ("5E" if wrong.padded else "56")
