"""Messages that must be rejected, and those that come between them."""

import pytest
from toy_cipher import ToyAlgorithm, ToyCipher, ToyNeeds

from cryptagon import hwapi
from cryptagon.errors import CryptagonError

TOY = ToyAlgorithm()
CIPHER = ToyCipher()


def decryption(ad=20, data=30):
    (message,) = hwapi.sized_messages(TOY, CIPHER, [(ad, data)], decrypt=True)
    return message


def flipped_bits(message, other):
    return {
        name: (
            int.from_bytes(getattr(message, name)) ^ int.from_bytes(getattr(other, name))
        ).bit_count()
        for name in ("nonce", "ad", "data", "tag")
    }


def test_each_forgery_has_one_bit_of_one_part_flipped():
    (message,) = hwapi.sized_messages(TOY, CIPHER, [(20, 30)], decrypt=True)
    forged = hwapi.forgeries([message], seed=1, cipher=CIPHER)
    assert len(forged) == 4
    for part, each in zip(("tag", "data", "ad", "nonce"), forged):
        flipped = {
            name: (
                int.from_bytes(getattr(message, name)) ^ int.from_bytes(getattr(each, name))
            ).bit_count()
            for name in ("key", "nonce", "ad", "data", "tag")
        }
        assert flipped == {"key": 0, "nonce": 0, "ad": 0, "data": 0, "tag": 0, part: 1}
        assert (each.authentic, each.output_known) == (False, part == "tag")
        assert f"of the {part} flipped" in each.label


def test_empty_parts_and_encryptions_are_not_forged():
    messages = hwapi.sized_messages(TOY, CIPHER, [(0, 0)], decrypt=True) + hwapi.sized_messages(
        TOY, CIPHER, [(9, 9)], decrypt=False
    )
    assert [message.label.split()[-2] for message in hwapi.forgeries(messages, seed=1)] == [
        "tag",
        "nonce",
    ]


def test_reference_that_accepts_a_forgery_is_reported():
    class Gullible(ToyCipher):
        def decrypt(self, key, nonce, ad, ct, /):
            return ct[:-16]

    messages = hwapi.sized_messages(TOY, CIPHER, [(9, 9)], decrypt=True)
    with pytest.raises(CryptagonError, match="accepts a forged message"):
        hwapi.forgeries(messages, seed=1, cipher=Gullible())


def test_authentic_messages_come_between_the_forgeries_of_a_message():
    message = decryption()
    found = hwapi.forgeries_between([message], seed=1, cipher=CIPHER)
    assert [(each.authentic, each.decrypt) for each in found] == [
        (False, True),
        (True, True),
        *[(False, True)] * 3,
        (True, False),
    ]
    assert [each.new_key for each in found] == [True] + [False] * 5, (
        "the key that a forgery came under is still there"
    )
    assert found[-1].data == message.expected and found[-1].expected == message.data


def test_each_bit_of_the_tag_is_flipped_alone():
    message = decryption()
    forged = hwapi.tag_forgeries(message, cipher=CIPHER)
    bits = 8 * len(message.tag)
    flips = [int.from_bytes(each.tag) ^ int.from_bytes(message.tag) for each in forged]
    assert flips[:bits] == [1 << bit for bit in reversed(range(bits))]
    assert all(each.output_known and not each.authentic for each in forged)


def test_changes_of_a_tag_that_a_folded_comparison_misses():
    flips = [
        flipped_bits(decryption(), each)["tag"]
        for each in hwapi.tag_forgeries(decryption(), cipher=CIPHER)
    ]
    assert flips.count(2) >= 24 and 128 in flips


def test_each_byte_of_nonce_ad_and_data_is_flipped_in_one_bit():
    message = decryption()
    forged = hwapi.byte_forgeries(message, seed=1, cipher=CIPHER)
    assert len(forged) == len(message.nonce) + len(message.ad) + len(message.data)
    assert all(sum(flipped_bits(message, each).values()) == 1 for each in forged)
    assert len({(each.nonce, each.ad, each.data) for each in forged}) == len(forged)


def test_confusions_are_judged_by_the_cipher():
    message = decryption(40, 50)
    found = hwapi.confusions(TOY, message, CIPHER)
    assert {(each.ad, each.data) for each in found}.isdisjoint({(message.ad, message.data)})
    assert (message.ad + b"\0", message.data) in {(each.ad, each.data) for each in found}
    for each in found:
        plaintext = CIPHER.decrypt(each.key, each.nonce, each.ad, each.data + each.tag)
        assert each.authentic == (plaintext is not None)
        assert len(each.expected) == len(each.data)


def test_confusion_that_a_cipher_accepts_is_expected_as_it_decrypts():
    class Forgetful(ToyCipher):
        def decrypt(self, key, nonce, ad, ct, /):
            return bytes(len(ct) - 16)

    assert all(
        each.authentic and not any(each.expected)
        for each in hwapi.confusions(TOY, decryption(), Forgetful())
    )


def test_parts_that_are_empty_have_no_confusions_of_their_own():
    pairs = [(each.ad, each.data) for each in hwapi.confusions(TOY, decryption(0, 0), CIPHER)]
    assert sorted(pairs) == [(b"", b"\0"), (b"", b"\x80"), (b"\0", b""), (b"\x80", b"")]


def test_output_of_a_forgery_is_open_where_decryption_goes_by_the_tag():
    message = hwapi.sized_messages(TOY, CIPHER, [(3, 4)], decrypt=True)[0]
    sent = [message, *hwapi.forgeries([message], seed=1)]
    assert hwapi.known_outputs(TOY, sent) == sent
    for needs in (ToyNeeds(two_pass=True), ToyNeeds(decrypts_by_tag=True)):
        known = hwapi.known_outputs(ToyAlgorithm(interface=needs), sent)
        assert [one.output_known for one in known] == [True] + [False] * (len(sent) - 1)
