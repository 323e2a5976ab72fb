"""Programs in the style that others publish: pointers that walk, blocks of varying size, contexts
in structs; by known answers.
"""

import hashlib
from pathlib import Path

import pytest

from cryptagon.hls.check import CDesign, cosimulate

FOLDER = Path(__file__).with_name("published_style")
# The last text of RFC 8439, 2.4.2, cut to 80 bytes, with its key, nonce and counter.
TEXT = b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it."[
    :80
]
CIPHER = bytes.fromhex(
    "6e2e359a2568f98041ba0728dd0d6981e97e7aec1d4360c20a27afccfd9fae0bf91b65c5524733ab8f593dabcd62b357"
    "1639d624e65152ab8f530c359f0861d807ca0dbf500d6a6156a38e088a22b65e"
)
# J.-P. Aumasson, D. J. Bernstein, "SipHash", appendix A (15 bytes); the reference's list of vectors
# for 0 and 8 bytes.
SIPHASH = {15: 0xA129CA6149BE45E5, 0: 0x726FDB47DD0E0E31, 8: 0x93F5F5799A932462}
LENGTHS = (0, 3, 55, 56, 64, 72)
PIECES = ([1, 15, 14, 3], [15] * 4 + [4], [15] * 4 + [5, 15, 2], [])
ZIGZAG = [
    {"run": 0, "value": 100},
    {"run": 1, "value": 7},
    {"run": 3, "value": 9},
    {"run": 14, "value": 5},
    {"run": 15, "value": 0},
]


def hashed(name: str, messages: list[bytes]) -> list[int]:
    return [byte for message in messages for byte in hashlib.new(name, message).digest()]


def coefficients() -> list[int]:
    """The block of `ZIGZAG`: the diagonals of an 8 by 8 block, every other one upwards."""
    order = sorted(
        range(64), key=lambda at: (at // 8 + at % 8, at // 8 if (at // 8 + at % 8) % 2 else at % 8)
    )
    block, at = [0] * 64, 0
    for code in ZIGZAG[:-1]:
        at += code["run"] + 1
        block[order[at - 1]] = code["value"]
    return block


def of(name: str, **items) -> CDesign:
    return CDesign(name, (FOLDER / f"{name}.c").read_text(), items)


ANSWERS = {
    "siphash": (of("siphash", length=list(SIPHASH)), list(SIPHASH.values())),
    "chacha20": (of("chacha20", text=list(TEXT)), list(CIPHER)),
    "sha256": (
        of("sha256", length=list(LENGTHS)),
        hashed("sha256", [bytes(range(n)) for n in LENGTHS]),
    ),
    "blake2s": (
        of("blake2s", pieces=[length for pieces in PIECES for length in (*pieces, 0)]),
        hashed("blake2s", [bytes(range(sum(pieces))) for pieces in PIECES]),
    ),
    "zigzag": (of("zigzag", codes=ZIGZAG * 2), coefficients() * 2),
}


TAKES_LONG = {"sha256", "blake2s", "chacha20"}  # to compile
CASES = [
    pytest.param(name, marks=[pytest.mark.nightly] if name in TAKES_LONG else [])
    for name in ANSWERS
]


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_known_answers(tmp_path, name):
    design, expected = ANSWERS[name]
    outcome = cosimulate([design], tmp_path)[name]
    (answers,) = outcome.native.values()
    assert answers == expected
    outcome.check()
