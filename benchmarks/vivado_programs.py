"""Cryptography that others published as Vivado HLS C++ or C: where each file comes from, its top
function, what goes in, and the known answer.

The files themselves are not in this repository.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from published_programs import CHACHA20

GMU = ("796F/RTL-collection", "e179af593a55fedb8b8e5fb88895c387cad3041d", "GPL-3.0")
"""A collection that has the HLS sources of "ARC-2015 HLS SHA-3", George Mason University, 2014."""
XILINX = (
    "huimeng265034/hlstrack2025-41713",
    "f1c6d9987979b15e113bba7700f07ffdda82d425",
    "Apache-2.0",
)
"""A copy of the Vitis libraries' `security` for a contest; the files used here are Xilinx's."""
PYNQRYPT = ("necst/pynqrypt", "0f5db52d2d9d4ed75bfe0cfd2dd6fdbd3a1d373c", "GPL-3.0")
PYNQ_AES = (
    "LucaCimino/Project_SistemiDigitali",
    "c8dce4b6ace1bd198b011b266ab48ca64444fd8e",
    "none told",
)


@dataclass(frozen=True)
class Program:
    """A program: its files are those below `folder` of its origin (repository, commit, licence).

    `file` is what is compiled, there or in `vivado` here (`wrapped`); `items` go into its streams,
    and `answer` comes out of the stream `told`.
    """

    title: str
    origin: tuple[str, str, str]
    folder: str
    file: str
    top: str
    items: Mapping[str, Sequence[int]] = field(default_factory=dict)
    told: str = ""
    answer: Sequence[int] = ()
    wrapped: bool = False
    defines: Mapping[str, str] = field(default_factory=dict)


def little(data: bytes) -> int:
    """Bytes as a number, the first one in its lowest bits."""
    return int.from_bytes(data, "little")


def words(data: bytes) -> int:
    """Words of 32 bits whose first byte is the highest one, word 0 in the lowest bits."""
    parts = [data[at : at + 4][::-1] for at in range(0, len(data), 4)]
    return little(b"".join(parts))


# Of the empty message: the padded block that the core takes, after each submission to SHA-3.
KECCAK_BLOCK = b"\x06" + bytes(134) + b"\x80"
BLAKE_BLOCK = b"\x80" + bytes(54) + b"\x01" + bytes(8)
GROESTL_BLOCK = b"\x80" + bytes(62) + b"\x01"
JH_BLOCK = b"\x80" + bytes(63)
BLAKE = bytes.fromhex("716f6e863f744b9ac22c97ec7b76ea5f5908bc5b2f67c61510bfc4751384ea7a")
SKEIN = bytes.fromhex("39ccc4554a8b31853b9de7a1fe638a24cce6b35a55f2431009e18780335d2621")
GROESTL = bytes.fromhex("1a52d11d550039be16107f9c58db9ebcc417f16f736adb2502567119f0083467")
JH = bytes.fromhex("46e64619c18bb0a92a5e87185a47eef83ca747b8fcc8e1412921357e326df434")
AES_TEXT = bytes(range(0, 256, 17))
AES_OF_NOTHING = bytes.fromhex("66e94bd4ef8a2c3b884cfa59ca342b2e")
"""The block of zeros under the key of zeros: H of test case 1 in "The Galois/Counter Mode of Operation"."""
AES_ANSWER = bytes.fromhex("69c4e0d86a7b0430d8cdb78070b4c55a")
"""FIPS 197, appendix C.1."""
DES = [
    little(bytes.fromhex(word))
    for word in ("0123456789abcdef", "133457799bbcdff1", "85e813540f0ab405")
]
"""Text, key and answer of an example of DES that is worked through by J. O. Grabbe; the source takes
byte 0 in the lowest bits.
"""
MESSAGES = (b"abc", b"", b"a" * 200)
MD4_MESSAGES = (b"abc", b"")
MD4 = ("a448017aaf21d8525fc10ae87aa6729d", "31d6cfe0d16ae931b73c59d7e0c089c0")
"""RFC 1320, appendix A.5."""
HMAC_KEY = bytes(range(32))
HLS_FOLDER = "athena/HLS_{}/ref"
SECURITY = "security/L1/include"


def in_words(data: bytes, size: int) -> list[int]:
    """Data in words of so many bytes, filled up with zeros."""
    return [little(data[at : at + size]) for at in range(0, len(data), size)]


def hashing(
    file: str,
    title: str,
    digests: Sequence[bytes],
    *,
    word: int = 4,
    messages: Sequence[bytes] = MESSAGES,
    more: Mapping[str, Sequence[int]] | None = None,
) -> Program:
    """A hash function of the Vitis libraries: messages in words of so many bytes, their lengths, and
    an end after the last one.
    """
    items = {
        "message": [one for message in messages for one in in_words(message, word)],
        "length": [len(message) for message in messages],
        "end_r": [0] * len(messages) + [1],
        **(more or {}),
    }
    answer = [little(digest) for digest in digests]
    return Program(
        f"{title}, Vitis libraries",
        XILINX,
        SECURITY,
        f"{file}.cpp",
        file,
        items,
        "answer",
        answer,
        wrapped=True,
    )


PROGRAMS = {
    "keccak": Program("Keccak (SHA3-256), GMU", GMU, HLS_FOLDER.format("Keccak"), "keccak_hls.c", "keccak",
                      {"data": [little(KECCAK_BLOCK)], "last": [1]}, "output_r", [little(hashlib.sha3_256().digest())]),
    "blake": Program("BLAKE-256, GMU", GMU, HLS_FOLDER.format("BLAKE"), "blake_hls.c", "BLAKE32",
                     {"data": [words(BLAKE_BLOCK)], "data_reg": [words(BLAKE_BLOCK)], "last": [1], "size": [0]},
                     "output_r", [words(BLAKE)]),
    "skein": Program("Skein-512-256, GMU", GMU, HLS_FOLDER.format("Skein"), "skein_hls.c", "skein",
                     {"data": [0], "firstBlock": [1], "lastBlock": [1], "size": [0]}, "output_r", [little(SKEIN)]),
    "groestl": Program("Grøstl-256, GMU", GMU, HLS_FOLDER.format("Groestl"), "groestl_hls.c", "groestl",
                       {"data": [little(GROESTL_BLOCK)], "last": [1]}, "output_r", [little(GROESTL)]),
    "jh": Program("JH-256, GMU", GMU, HLS_FOLDER.format("JH"), "jh_hls.c", "jh",
                  {"data": [little(JH_BLOCK)], "firstBlock": [1], "lastBlock": [1]}, "output_r", [little(JH)]),
    "aes": Program("AES-128, Vitis libraries", XILINX, SECURITY, "aes.cpp", "aes",
                   {"text": [little(AES_TEXT)], "key": [little(bytes(range(16)))]}, "answer", [little(AES_ANSWER)], wrapped=True),
    "des": Program("DES, Vitis libraries", XILINX, SECURITY, "des.cpp", "des",
                   {"text": [DES[0]], "key": [DES[1]], "answer_i": [0]}, "answer_o", [DES[2]], wrapped=True),
    "sha3": Program("SHA3-256, Vitis libraries", XILINX, SECURITY, "sha3.cpp", "sha3",
                    {"message": [little(b"abc")], "length": [3], "end_r": [0, 1]}, "answer",
                    [little(hashlib.sha3_256(b"abc").digest())], wrapped=True),
    "chacha20": Program("ChaCha20, Vitis libraries", XILINX, SECURITY, "chacha20.cpp", "chacha20",
                        {"key": [0], "nonce": [0], "text": [0], "end_r": [0, 1]}, "answer", [little(CHACHA20[:64])], wrapped=True),
    "md4": hashing("md4", "MD4", [bytes.fromhex(one) for one in MD4], messages=MD4_MESSAGES),
    "md5": hashing("md5", "MD5", [hashlib.md5(one).digest() for one in MESSAGES]),
    "sha1": hashing("sha1", "SHA-1", [hashlib.sha1(one).digest() for one in MESSAGES]),
    "sha256": hashing("sha256", "SHA-256", [hashlib.sha256(one).digest() for one in MESSAGES]),
    "sha512": hashing("sha512", "SHA-512", [hashlib.sha512(one).digest() for one in MESSAGES], word=8),
    "blake2b": hashing("blake2b", "BLAKE2b", [hashlib.blake2b(one).digest() for one in MESSAGES], word=8,
                       more={"key": [], "key_length": [0] * 3, "answer_length": [64] * 3}),
    "hmac": hashing("hmac", "HMAC with SHA-256", [hmac.digest(HMAC_KEY, one, "sha256") for one in MESSAGES],
                    more={"key": in_words(HMAC_KEY, 4) * 3}),
    "pynqrypt": Program(
        "AES-128 in counter mode, pynqrypt",
        PYNQRYPT,
        "hw-impl/src",
        "two_files.cpp",
        "pynqrypt_encrypt",
        {"key": [0], "nonce": [0], "plaintext_length": [16], "plaintext": [0] * 1024, "ciphertext_i": [0] * 1024},
        "ciphertext_o",
        [little(AES_OF_NOTHING)] + [0] * 1023,
        wrapped=True,
        defines={"FIRST_FILE": '"pynqrypt.cpp"', "SECOND_FILE": '"pynqrypt_hls.cpp"'},
    ),
    "pynq_aes": Program("AES-128 of a video, for PYNQ", PYNQ_AES, "VivadoHLS/AES_Encryption", "two_files.cpp", "AES_encryption",
                        wrapped=True, defines={"FIRST_FILE": '"aes.cpp"', "SECOND_FILE": '"main.cpp"'}),
}  # fmt: skip
