"""The drawn ciphers give the known answers of their specifications, from either tool's file and from DML."""

import pytest
from drawing import FIGURES

from cryptagon.spt import dml, evaluate, program_of

KEY = 0x000102030405060708090A0B0C0D0E0F
ONES = (1 << 80) - 1
ANSWERS = [
    ("aes128", {"key": KEY, "text": 0x00112233445566778899AABBCCDDEEFF}, 0x69C4E0D86A7B0430D8CDB78070B4C55A),  # FIPS 197, C.1
    ("aes128", {"key": 0x2B7E151628AED2A6ABF7158809CF4F3C, "text": 0x3243F6A8885A308D313198A2E0370734}, 0x3925841D02DC09FBDC118597196A0B32),
    ("present80", {"key": 0, "text": 0}, 0x5579C1387B228445),  # the paper's appendix, and the three below
    ("present80", {"key": ONES, "text": 0}, 0xE72C46C0F5945049),
    ("present80", {"key": 0, "text": ONES >> 16}, 0xA112FFC72F68417B),
    ("present80", {"key": ONES, "text": ONES >> 16}, 0x3333DCD3213210D2),
    ("speck64_128", {"key": 0x1B1A1918131211100B0A090803020100, "text": 0x3B7265747475432D}, 0x8C6FA548454E028B),  # the paper's appendix
    ("xtea", {"key": KEY, "text": 0x4142434445464748}, 0x497DF3D072612CB5),
    ("xtea", {"key": KEY, "text": 0x4141414141414141}, 0xE78F2D13744341D8),
]


@pytest.mark.parametrize(("name", "inputs", "expected"), ANSWERS)
def test_drawing_gives_the_known_answer(name, inputs, expected):
    assert evaluate(program_of(FIGURES / f"{name}.uxf"), name, inputs) == {"text": expected}


@pytest.mark.parametrize("name", ["aes128", "present80", "speck64_128", "toy_feistel", "xtea"])
def test_both_tools_say_the_same(name):
    first, second = (program_of(FIGURES / f"{name}.{kind}") for kind in ("uxf", "drawio"))
    assert first == second and dml.written(first) == dml.written(second)


def test_toy_is_what_its_picture_says():
    table = (0xC, 5, 6, 0xB, 9, 0, 0xA, 0xD, 3, 0xE, 0xF, 8, 4, 7, 1, 2)
    left, right, keys = 0x12, 0x34, (1, 0x23, 0x45, 0x67)
    for key in keys:
        mixed = right ^ key
        looked = table[mixed >> 4] << 4 | table[mixed & 15]
        left, right = right, left ^ (looked << 3 | looked >> 5) & 255
    program = program_of(FIGURES / "toy_feistel.uxf")
    assert evaluate(program, "toy_feistel", {"block": 0x1234, "keys": keys}) == {"block": left << 8 | right}
