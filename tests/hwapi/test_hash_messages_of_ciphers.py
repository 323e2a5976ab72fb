"""Messages to hash beside those of a cipher: lists of them, their words, blocks and vector files."""

import hashlib
from dataclasses import replace

import pytest
from test_core_transaction import GCM, message_for

from cryptagon.catalog import HashPart
from cryptagon.errors import CryptagonError
from cryptagon.hwapi import (
    KnownHashes,
    SegmentType,
    api_words,
    combined_messages,
    core_transaction,
    generator_hash_lengths,
    hash_message,
    keep_keys,
)
from cryptagon.hwapi.lwc_files import lwc_texts

PADDED = replace(GCM.padding, style="10*", data=frozenset({"incomplete"}))
PART = HashPart(
    function="toyhash",
    digest=256,
    block=64,
    padding=frozenset({"incomplete", "complete", "empty"}),
    variants=("",),
)
BOTH = replace(GCM, hash=PART, padding=PADDED)
PDI = """#### Hash
#### MsgID=1, KeyID=0, HM Size=0, Digest Size=32
# Instruction: Opcode=Hash
INS = 80000000
# Info :                     Hash, EOI=1 EOT=1, Last=1, Length=0 bytes
HDR = 77000000

#### Hash
#### MsgID=2, KeyID=0, HM Size=10, Digest Size=32
# Instruction: Opcode=Hash
INS = 80000000
# Info :                     Hash, EOI=0 EOT=0, Last=0, Length=8 bytes
HDR = 70000008
DAT = 3031323334353637
# Info :                     Hash, EOI=1 EOT=1, Last=1, Length=2 bytes
HDR = 77000002
DAT = 38390000

"""
DO = """#### Hash
#### MsgID=1, KeyID=0, HM Size=0, Digest Size=32
# Instruction: Opcode=Hash
# TB :80001 (Encoding used by testbench)
# Info :                 Hash_Tag, EOT=1, Last=1, Length=32 bytes
HDR = 93000020
DAT = E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855
# Status: Success
STT = E0000000

"""


class Sha256:
    """A hash function of that length."""

    def digest(self, message: bytes, /) -> bytes:
        return hashlib.sha256(message).digest()


HASHES = KnownHashes(((b"", Sha256().digest(b"")),), Sha256())


def hashed(data: bytes, **more):
    return replace(hash_message(data, Sha256().digest(data)), **more)


def test_lines_of_the_vector_files():
    texts = lwc_texts(BOTH, [hashed(b""), hashed(b"0123456789", data_segments=(8, 2))], 32)
    assert texts["pdi.txt"] == PDI
    assert texts["do.txt"].startswith(DO)
    assert texts["sdi.txt"] == ""


def test_the_key_of_a_message_to_hash_is_0_and_the_next_goes_on():
    texts = lwc_texts(BOTH, [message_for(BOTH), hashed(b"a"), message_for(BOTH)], 32)
    titles = [line for line in texts["pdi.txt"].splitlines() if line.startswith("#### MsgID")]
    assert ["KeyID=1" in titles[0], "KeyID=0" in titles[1], "KeyID=2" in titles[2]] == [True] * 3
    assert "# TB :80002 " in texts["do.txt"]


def test_a_key_stays_in_force_over_a_message_to_hash():
    one, other = message_for(BOTH), replace(message_for(BOTH), key=bytes(16))
    sent = keep_keys([hashed(b""), one, hashed(b"a"), one, hashed(b"b", key=other.key), other])
    assert [message.new_key for message in sent] == [False, True, False, False, True, False]


def test_words_of_a_message_with_a_key():
    words = api_words(BOTH, [hashed(b"abc", key=bytes(16), new_key=True)], 16, 16)
    assert [word.value for word in words.pdi] == [0x7000, 0x8000, 0x7700, 3, 0x6162, 0x6300]
    assert words.sdi[0].value == 0x4000
    assert [word.value for word in words.do[:2]] == [0x9300, 32]
    assert words.do[-1].value == 0xE000


@pytest.mark.parametrize(("length", "blocks"), [(0, 1), (7, 1), (8, 2), (17, 3)])
def test_blocks_at_the_core(length, blocks):
    found = core_transaction(BOTH, hashed(bytes(range(1, length + 1))))
    assert len(found.bdi) == blocks and {one.type for one in found.bdi} == {
        SegmentType.HASH_MESSAGE
    }
    last = found.bdi[-1]
    assert (last.eot, last.eoi, last.size, last.data[length % 8]) == (True, True, length % 8, 0x80)
    assert not any(one.eot or one.eoi or one.partial for one in found.bdi[:-1])
    assert [one.size for one in found.bdo] == [8] * 4 and found.verdict is None
    assert b"".join(one.data[:8] for one in found.bdo) == Sha256().digest(
        bytes(range(1, length + 1))
    )


def test_lengths_of_the_generator():
    assert generator_hash_lengths(16) == (
        *range(8), 14, 15, 16, 17, 18, 32, 33, 48, 49, 64, 65, 80, 81,
    )  # fmt: skip


def test_combined_messages_are_in_turn():
    class Plain:
        def encrypt(self, key, nonce, ad, pt, /):
            return pt + bytes(16)

        def decrypt(self, key, nonce, ad, ct, /):
            return ct[:-16]

    found = combined_messages(BOTH, Plain(), HASHES, seed=1)
    assert len(found) == 33
    assert [message.hashes for message in found] == [False, False, True] * 11
    assert [message.new_key for message in found] == [True, False, False] * 11
    assert [len(message.data) for message in found[2::3]] == [0, 1, 2, 3, 4, 15, 17, 18, 32, 33, 48]
    assert found[0].nonce == found[1].nonce and found[1].decrypt


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"expected": bytes(31)}, "the digest of a message to hash"),
        ({"key": bytes(5)}, "the key of a message to hash"),
        ({"new_key": True}, "the key of a message to hash"),
        ({"nonce": bytes(12)}, "a message to hash has data alone"),
        ({"decrypt": True}, "a message to hash has data alone"),
        ({"data_segments": (3, 1)}, "cut a block of 8 bytes"),
    ],
)
def test_what_is_no_message_to_hash_is_refused(wrong, why):
    with pytest.raises(CryptagonError, match=why):
        api_words(BOTH, [hashed(b"abcd", **wrong)], 32, 32)


def test_an_algorithm_without_a_hash_function_takes_none():
    with pytest.raises(CryptagonError, match="toy has no hash function"):
        core_transaction(GCM, hashed(b""))
