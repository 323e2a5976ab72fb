"""Encryption and decryption as one walk: a step for both, and keys that go there and back."""

import random
from pathlib import Path

import pytest
from drawing import FIGURES

from cryptagon.classes import algorithm
from cryptagon.spt import Program, dml, evaluate, program_of
from cryptagon.spt.interpreter import Values
from cryptagon.spt.model import Value
from cryptagon.spt.rewrite import for_walks
from cryptagon.spt.rewrite.both_ways import BothWays, both_ways
from cryptagon.spt.rewrite.joining import CHOICE
from cryptagon.spt.rewrite.merge import merged
from cryptagon.spt.rewrite.setup import with_setup_apart
from cryptagon.spt.rewrite.walk import COUNT

ENCRYPT = """\
dml 1

table S: 4 -> 4
  c 5 6 b 9 0 a d 3 e f 8 4 7 1 2

figure key_step
  input i: 3
  input key: 8
  extend1: 8 = extend 8 i
  rotl1: 8 = rotl 3 key
  xor1: 8 = xor extend1 rotl1
  output key: 8 = xor1

figure step
  input key: 8
  input x: 8
  i: 3 = index
  call1 (key: 8) = call key_step i=i key=key
  xor1: 8 = xor key x
  sbox1: 8 = sbox S xor1
  output key: 8 = call1.key
  output x: 8 = sbox1

figure cipher
  input key: 8
  input text: 8
  repeat1 (key: 8, x: 8) = repeat 1..5 step key=key x=text
  xor1: 8 = xor repeat1.key repeat1.x
  output text: 8 = xor1
"""
DECRYPT = """\
dml 1

table IS: 4 -> 4
  5 e f 8 c 1 2 d b 4 6 3 0 7 9 a

figure key_step
  input i: 3
  input key: 8
  extend1: 8 = extend 8 i
  rotl1: 8 = rotl 3 key
  xor1: 8 = xor extend1 rotl1
  output key: 8 = xor1

figure count
  input key: 8
  i: 3 = index
  call1 (key: 8) = call key_step i=i key=key
  output key: 8 = call1.key

figure back
  input k: 8
  input key: 8
  i: 3 = index
  extend1: 8 = extend 8 i
  xor1: 8 = xor extend1 k
  rotr1: 8 = rotr 3 xor1
  xor2: 8 = xor k key
  sbox1: 8 = sbox IS xor2
  output k: 8 = rotr1
  output key: 8 = sbox1

figure inverse
  input key: 8
  input text: 8
  repeat1 (key: 8) = repeat 1..5 count key=key
  repeat2 (k: 8, key: 8) = repeat 5..1 back k=repeat1.key key=text
  xor1: 8 = xor repeat2.k repeat2.key
  output text: 8 = xor1
"""


def read(text: str) -> Program:
    return dml.read(text, Path("test.dml"))


def walk(encrypt: Program, decrypt: Program) -> BothWays | None:
    one, other = (
        with_setup_apart(for_walks(each, each.tops[0].name), each.tops[0].name, "key")
        for each in (encrypt, decrypt)
    )
    assert other.setup and not one.setup
    whole, names = merged(
        (one.program, other.program, other.program), (one.rest, other.rest, other.setup)
    )
    return both_ways(whole, (names[0], names[1], names[2]), "key", "text")


def computed(
    both: BothWays, given: Values, back: Values | None = None
) -> tuple[Value, Values, Values]:
    """The text, what a decryption begins with, and the values that are kept at the end."""
    keys = back or evaluate(both.program, both.key, {"key": given["key"]})
    direction = {CHOICE: int(back is not None)}
    begun = evaluate(both.program, both.begin, {**keys, **direction, "text": given["text"]})
    values, learned = {**keys, **begun}, {}
    for number in range(both.rounds):
        kept = {name: value for name, value in values.items() if name != "text"}
        values = evaluate(both.program, both.step, {**kept, **direction, COUNT: number})
        if number == both.after - 1:
            learned = {one: values[of] for one, of in both.learned.items()}
    return values["text"], learned, {one: values[one] for one in keys}


def assert_computes(both: BothWays, figures: tuple[Program, Program], times: int = 8) -> None:
    """Both directions, one behind the other, as the figures do."""
    encrypt, decrypt = figures
    chance = random.Random(14)
    widths = {one.name: one.type.width for one in encrypt.tops[0].inputs}
    for _ in range(times):
        given = {name: chance.getrandbits(width) for name, width in widths.items()}
        text, learned, end = computed(both, given)
        assert {"text": text} == evaluate(encrypt, encrypt.tops[0].name, given)
        text, _, first = computed(both, given, learned)
        assert {"text": text} == evaluate(decrypt, decrypt.tops[0].name, given)
        if both.turns:
            assert learned == end
            assert first == evaluate(both.program, both.key, {"key": given["key"]})


def figures_of(name: str) -> tuple[Program, Program]:
    decrypt = algorithm(name).folder / "spt" / "decrypt.uxf"
    if not decrypt.is_file():
        decrypt = FIGURES / f"{name}_decrypt.uxf"
    return program_of(FIGURES / f"{name}.uxf"), program_of(decrypt)


@pytest.mark.parametrize(
    ("name", "rounds", "turns"),
    [("aes128", 10, True), ("present80", 31, True), ("simon96_96", 52, False)],
)
def test_ciphers_have_one_step_for_both_directions(name, rounds, turns):
    figures = figures_of(name)
    both = walk(*figures)
    assert both and (both.rounds, both.turns) == (rounds, turns)
    assert_computes(both, figures, 2)


def test_aes_has_units_once():
    """16 S-boxes for the state and 4 for the key, one MixColumns, in a direction or the other."""
    both = walk(*figures_of("aes128"))
    assert both
    nodes = both.program.by_name[both.step].nodes
    assert sorted(one.type.width for one in nodes if one.operation == "sbox") == [32, 128]
    assert [one.target for one in nodes].count("MC") == 1
    begin = both.program.by_name[both.begin]
    assert {one.operation for one in begin.nodes} == {"xor"}


def test_simon_has_one_round():
    """Its decryption is its encryption on values that are kept in another order."""
    both = walk(*figures_of("simon96_96"))
    assert both and both.learned == {"ka": "kb", "kb": "ka"} and both.after == 50
    nodes = both.program.by_name[both.step].nodes
    assert [one.operation for one in nodes].count("and") == 1


@pytest.mark.parametrize(
    "changes",
    [
        [],
        [("1..5", "0..4"), ("5..1", "4..0")],  # other numbers
        [("1..5", "1..1"), ("5..1", "1..1")],  # one round
    ],
)
def test_a_toy_goes_both_ways(changes):
    encrypt, decrypt = ENCRYPT, DECRYPT
    for before, after in changes:
        encrypt, decrypt = encrypt.replace(before, after), decrypt.replace(before, after)
    figures = read(encrypt), read(decrypt)
    both = walk(*figures)
    assert both and both.turns
    assert_computes(both, figures)


def test_keys_that_end_elsewhere_are_kept_for_each_direction():
    """A decryption that goes back less far than the encryption went does not leave its keys."""
    decrypt = DECRYPT.replace("repeat 1..5 count", "repeat 1..4 count")
    figures = read(ENCRYPT), read(decrypt)
    both = walk(*figures)
    assert both and not both.turns and both.after == 4
    assert_computes(both, figures)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("repeat 5..1 back", "repeat 5..2 back"),  # fewer rounds
        ("rotl1: 8 = rotl 3 key", "rotl1: 8 = rotl 2 key"),  # another key schedule
        ("repeat 1..5 count", "repeat 1..6 count"),  # keys that no encryption has
        ("xor repeat2.k repeat2.key", "xor key repeat2.key"),  # an end that needs the key
    ],
)
def test_what_is_no_walk_back_is_left(before, after):
    assert before in DECRYPT
    assert walk(read(ENCRYPT), read(DECRYPT.replace(before, after))) is None
