"""The drawn ciphers give the known answers of their specifications, from either tool's file."""

import json

import pytest
from drawing import ANSWERS, FIGURES, NAMES

from cryptagon.classes import algorithm
from cryptagon.classes.block.known_answers import read_records
from cryptagon.classes.block.model import BlockCipher
from cryptagon.spt import dml, evaluate, program_of


@pytest.mark.parametrize(("name", "key", "plain", "expected"), ANSWERS)
def test_drawing_gives_the_known_answer(name, key, plain, expected):
    assert evaluate(program_of(FIGURES / f"{name}.uxf"), name, {"key": key, "text": plain}) == {
        "text": expected
    }


@pytest.mark.parametrize("name", ["aes128", "camellia128", "present80", "simon96_96"])
def test_drawing_gives_all_answers_of_the_algorithm(name):
    cipher = algorithm(name)
    assert isinstance(cipher, BlockCipher)
    program = program_of(FIGURES / f"{name}.drawio")
    records = read_records(cipher, cipher.folder / "kat" / "blocks.txt")
    wrong = [
        one.count
        for one in records
        if evaluate(program, name, {"key": one.key, "text": one.plaintext})
        != {"text": one.ciphertext}
    ]
    assert len(records) >= 30 and wrong == []


@pytest.mark.parametrize("name", ["aes128", "camellia128", "present80", "simon96_96"])
def test_decryption(name):
    cipher = algorithm(name)
    assert isinstance(cipher, BlockCipher)
    program = program_of(FIGURES / f"{name}_decrypt.uxf")
    records = read_records(cipher, cipher.folder / "kat" / "blocks.txt")
    inputs = [{"key": one.key, "text": one.ciphertext} for one in records]
    assert [evaluate(program, f"{name}_decrypt", one)["text"] for one in inputs] == [
        one.plaintext for one in records
    ]


def test_permutation_of_ascon():
    kernel = algorithm("ascon_p")
    program = program_of(FIGURES / "ascon_p.uxf")
    answers = json.loads((kernel.folder / "kat" / "states.json").read_text())
    for answer in answers:
        for given, expected in zip(
            answer["inputs"]["block"], answer["outputs"]["result"], strict=True
        ):
            found = evaluate(
                program, "ascon_p", {name: int(value, 16) for name, value in given.items()}
            )
            assert found == {name: int(value, 16) for name, value in expected.items()}
    assert len(answers) >= 2


@pytest.mark.parametrize("name", NAMES)
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
    assert evaluate(program, "toy_feistel", {"block": 0x1234, "keys": keys}) == {
        "block": left << 8 | right
    }
