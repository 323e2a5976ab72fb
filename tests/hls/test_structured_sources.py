"""The sources of `benchmarks/structured_sources` compute what their specifications say, in C and in
Verilog.
"""

from pathlib import Path

import pytest
from batches import Outcomes, by_day_and_night
from selection import one_of

from cryptagon.hls.check import CDesign

FOLDER = Path(__file__).parents[2] / "benchmarks" / "structured_sources"


def _words(data, size):
    return [int.from_bytes(data[i : i + size], "little") for i in range(0, len(data), size)]


def _reversed_bits(digits):
    return bytes(int(f"{byte:08b}"[::-1], 2) for byte in bytes.fromhex(digits))


def _trivium(key, iv, words):
    """Bit by bit, as the specification has it; the first bit of a word is its highest."""
    s = (
        [key >> i & 1 for i in range(80)]
        + [0] * 13
        + [iv >> i & 1 for i in range(80)]
        + [0] * 4
        + [0] * 108
        + [1] * 3
    )
    stream = []
    for _ in range(1152 + 64 * words):
        a, b, c = s[65] ^ s[92], s[161] ^ s[176], s[242] ^ s[287]
        stream.append(a ^ b ^ c)
        a, b, c = (
            a ^ s[90] & s[91] ^ s[170],
            b ^ s[174] & s[175] ^ s[263],
            c ^ s[285] & s[286] ^ s[68],
        )
        s = [c, *s[:92], a, *s[93:176], b, *s[177:287]]
    bits = stream[1152:]
    return [int("".join(map(str, bits[i : i + 64])), 2) for i in range(0, len(bits), 64)]


TRIVIUM = (0x0123456789ABCDEF8421, 0x80FEDCBA9876543210F0)
CHACHA20 = (
    "e4e7f110 15593bd1 1fdd0f50 c47120a3 c7f4d1c7 0368c033 9aaa2204 4e6cd4c3 "
    "466482d2 09aa9f07 05d7c214 a2028bd9 d19c12b5 b94e16de e883d0cb 4e3c50a2"
)
POLY1305 = b"Cryptographic Forum Research Group"
GIMLI_OF_NOTHING = bytes.fromhex("b0634b2c0b082aedc5c0a2fe4ee3adcfc989ec05de6f00addb04b3aaac271f67")

KNOWN = {
    # Beaulieu et al., appendix C
    "speck64_128": (
        {
            "key": [0x03020100, 0x0B0A0908, 0x13121110, 0x1B1A1918],
            "in": [0x3B726574, 0x7475432D],
            "last": [1],
        },
        {"out": [0x8C6FA548, 0x454E028B]},
    ),
    # RFC 8439, section 2.3.2
    "chacha20": (
        {"key": _words(bytes(range(32)), 4), "nonce": [1, 0x09000000, 0x4A000000, 0], "last": [1]},
        {"out": [int(word, 16) for word in CHACHA20.split()]},
    ),
    "trivium": (
        {"key": TRIVIUM[:1], "iv": TRIVIUM[1:], "words": [3]},
        {"out": _trivium(*TRIVIUM, 3)},
    ),
    # Hell et al., appendix A: key and IV are 0; the first bit is the highest of a byte there
    "grain128": (
        {"key": [0], "iv": [0], "words": [4]},
        {"out": _words(_reversed_bits("0fd9deefeb6fad437bf43fce35849cfe"), 4)},
    ),
    # Rivest, appendix
    "rc5": ({"key": [0] * 4, "in": [0, 0], "last": [1]}, {"out": [0xEEDBA521, 0x6D8F4B15]}),
    # Aumasson and Bernstein, appendix A
    "siphash": (
        {"key": _words(bytes(range(16)), 8), "words": [2], "in": _words(bytes(range(16)), 8)},
        {"out": [0xA129CA6149BE45E5]},
    ),
    # The check value of the CRC's catalogue, of "123456789"
    "crc32_frames": (
        {"in": [7, *b"123456789"], "expected": [0xCBF43926]},
        {"crc": [0xCBF43926], "right": [1]},
    ),
    # Bernstein et al., the hash of nothing: its padding is 0x1f
    "gimli_hash": ({"blocks": [0], "in": [0x1F]}, {"out": _words(GIMLI_OF_NOTHING, 16)}),
    # RFC 8439, section 2.5.2
    "poly1305": (
        {
            "key": _words(
                bytes.fromhex("85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b"),
                16,
            ),
            "in": [
                {
                    "data": int.from_bytes(POLY1305[i : i + 16], "little"),
                    "size": len(POLY1305[i : i + 16]),
                    "last": i == 32,
                }
                for i in range(0, len(POLY1305), 16)
            ],
        },
        {"tag": _words(bytes.fromhex("a8061dc1305136c6c22b8baf0c0127a9"), 16)},
    ),
    # Known since 1994: the key "Key"
    "rc4": (
        {"key_size": [3], "key": list(b"Key"), "bytes": [10]},
        {"out": list(bytes.fromhex("eb9f7781b734ca72a719"))},
    ),
}


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    designs = [
        CDesign(name, (FOLDER / f"{name}.c").read_text(), items)
        for name, (items, _) in KNOWN.items()
    ]
    return Outcomes(tmp_path_factory.mktemp("structured"), by_day_and_night(designs, [*KNOWN][::3]))


def test_every_source_has_known_answers():
    assert {file.stem for file in FOLDER.glob("*.c")} == set(KNOWN)


@pytest.mark.parametrize("name", one_of(3, [*KNOWN]))
def test_source_computes_what_its_specification_says(outcomes, name):
    outcomes[name].check()
    assert outcomes[name].native == KNOWN[name][1]
