"""A secret message number: encrypted in front of the message, in words, blocks and forgeries; and
refused where the algorithm has none.
"""

from dataclasses import replace

import pytest
from toy_cipher import ToyAlgorithm, ToyCipher, ToyPadding, ToySizes

from cryptagon.errors import CryptagonError
from cryptagon.hwapi import (
    Kind,
    SegmentType,
    api_words,
    confusions,
    core_transaction,
    forgeries,
    forgeries_between,
    messages_from_kat,
    random_messages,
    single_message,
)
from cryptagon.kat import KatRecord

SECRET = ToyAlgorithm(sizes=ToySizes(nsec=128))
NONE = ToyAlgorithm()
CIPHER = ToyCipher()
NUMBER = bytes(range(0x50, 0x60))


def message(*, decrypt: bool, ad: bytes = b"ad", data: bytes = b"data"):
    return single_message(
        SECRET, CIPHER, key=bytes(range(1, 17)), nonce=bytes(12), ad=ad, plaintext=data, nsec=NUMBER, decrypt=decrypt
    )  # fmt: skip


def headers(words) -> list[str]:
    return [f"{word.value:08X}" for word in words if word.kind == Kind.HEADER]


def test_it_is_encrypted_in_front_of_the_message():
    sealed, opened = message(decrypt=False), message(decrypt=True)
    assert (sealed.nsec, opened.expected_nsec) == (NUMBER, NUMBER)
    assert sealed.expected_nsec == opened.nsec != NUMBER
    assert sealed.sealed == opened.sealed == sealed.expected_nsec + sealed.expected + sealed.tag


@pytest.mark.parametrize(
    ("decrypt", "pdi", "do"),
    [
        (
            False,
            ["D200000C", "E2000010", "12000002", "47000004"],
            ["F2000010", "52000004", "83000010"],
        ),
        (
            True,
            ["D200000C", "F2000010", "12000002", "56000004", "83000010"],
            ["E2000010", "43000004"],
        ),
    ],
)
def test_it_is_a_segment_of_its_own_behind_the_nonce(decrypt, pdi, do):
    words = api_words(SECRET, [message(decrypt=decrypt)])
    assert (headers(words.pdi), headers(words.do)) == (pdi, do)


def test_without_other_input_it_has_the_end_of_input():
    words = api_words(SECRET, [message(decrypt=False, ad=b"", data=b"")])
    assert headers(words.pdi)[:3] == ["D200000C", "E6000010", "12000000"]


@pytest.mark.parametrize("block", [32, 128, 1024])
@pytest.mark.parametrize("decrypt", [False, True])
def test_a_core_gets_it_in_blocks_and_gives_it_back(block, decrypt):
    algorithm = replace(SECRET, sizes=ToySizes(nsec=128, block=block, ad_block=block))
    given = message(decrypt=decrypt)
    transaction = core_transaction(algorithm, given)
    kind = SegmentType.ENCRYPTED_NSEC if decrypt else SegmentType.NSEC
    blocks = [one for one in transaction.bdi if one.type == kind]
    count = max(128 // block, 1)
    assert b"".join(one.data[: one.size] for one in blocks) == given.nsec
    assert [one.eot for one in blocks] == [False] * (count - 1) + [True]
    got = b"".join(one.data[: one.size] for one in transaction.bdo[:count])
    assert got == given.expected_nsec


def test_it_is_never_padded():
    cases = frozenset({"incomplete", "complete", "empty"})
    padding = ToyPadding("10*", ad=cases, data=cases)
    blocks = core_transaction(replace(SECRET, padding=padding), message(decrypt=False)).bdi
    assert [one.pad_loc for one in blocks[:2]] == [0, 0]


def test_a_flipped_bit_of_it_is_a_forgery_whose_output_is_open():
    forged = forgeries([message(decrypt=True)], seed=1, cipher=CIPHER)
    (one,) = [each for each in forged if each.nsec != message(decrypt=True).nsec]
    assert not one.authentic and not one.output_known
    words = api_words(SECRET, [replace(one, new_key=True)])
    number = words.do[1:5]
    assert all(word.known == 0 for word in number)


def test_messages_between_forgeries_are_the_same_the_other_way_round():
    again = forgeries_between([message(decrypt=True)], seed=1, cipher=CIPHER)[-1]
    assert (again.nsec, again.expected_nsec) == (NUMBER, message(decrypt=False).expected_nsec)


def test_what_a_cipher_accepts_of_confusions_has_its_number():
    accepting = ToyCipher()
    accepting.decrypt = lambda key, nonce, ad, ct: bytes(ct[:-16])
    for one in confusions(SECRET, message(decrypt=True), accepting):
        assert one.expected_nsec + one.expected == one.nsec + one.data


def test_random_messages_have_numbers_of_their_own():
    found = random_messages(SECRET, CIPHER, 5, seed=1)
    assert len({one.nsec for one in found}) == 5 and {len(one.nsec) for one in found} == {16}


@pytest.mark.parametrize(
    ("algorithm", "number", "said"),
    [
        (NONE, NUMBER, "toy has no secret message number"),
        (SECRET, b"", "has 0 bits, not 128"),
        (SECRET, NUMBER[1:], "has 120 bits, not 128"),
    ],
)
def test_one_of_a_wrong_length_is_refused(algorithm, number, said):
    record = KatRecord(1, bytes(16), bytes(12), b"", b"", bytes(32), number)
    with pytest.raises(CryptagonError, match=said):
        messages_from_kat(algorithm, [record])
    with pytest.raises(CryptagonError, match=said):
        single_message(
            algorithm, CIPHER, key=bytes(16), nonce=bytes(12), ad=b"", plaintext=b"", nsec=number, decrypt=False
        )  # fmt: skip
    given = replace(message(decrypt=False), nsec=number)
    with pytest.raises(CryptagonError, match=said):
        core_transaction(algorithm, given)
    with pytest.raises(CryptagonError, match=said):
        api_words(algorithm, [given])
