"""Tables and matrices by those of another figure, and rounds that begin later."""

from pathlib import Path

import pytest
from drawing import FIGURES

from cryptagon.spt import Figure, Program, dml, evaluate, program_of
from cryptagon.spt.code.tried import inputs_of
from cryptagon.spt.model import Matrix
from cryptagon.spt.rewrite import with_head_behind
from cryptagon.spt.rewrite.related import Relations

AES = program_of(FIGURES / "aes128.uxf")
INVERSE = program_of(FIGURES / "aes128_decrypt.uxf")
THERE = AES.definitions


def related(program: Program, figure: Figure, there=THERE) -> tuple[Program, Figure]:
    relations = Relations(there, program.definitions)
    made = relations.related(figure)
    definitions = {one.name: one for one in (*program.definitions, *there)} | relations.made
    return Program((made,), tuple(definitions[name] for name in sorted(definitions))), made


def test_the_inverse_round_of_aes_by_sbox_and_matrix_of_aes():
    figure = INVERSE.by_name["aes_inverse_round"]
    program, made = related(INVERSE, figure)
    targets = {one.target for one in made.nodes if one.operation in ("sbox", "product")}
    assert {"S", "MC"} < targets and not targets & {"IS", "IMC"}
    for given in inputs_of(figure, 12):
        assert evaluate(program, made.name, given) == evaluate(INVERSE, figure.name, given)


@pytest.mark.parametrize(
    ("rows", "by"),
    [
        (((2, 3, 1, 1), (1, 2, 3, 1), (1, 1, 2, 3), (3, 1, 1, 2)), True),
        (((1, 1, 0, 0), (1, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)), False),  # has no inverse
        (((0, 1, 0, 0), (1, 0, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)), False),  # no smaller factor
    ],
)
def test_matrix_by_another(rows, by):
    there = Matrix("M", 8, 0x11B, rows)
    figure = INVERSE.by_name["aes_inverse_round"]
    program, made = related(INVERSE, figure, (there,))
    assert ("M" in {one.target for one in made.nodes}) == by
    for given in inputs_of(figure, 6):
        assert evaluate(program, made.name, given) == evaluate(INVERSE, figure.name, given)


ROUNDS = """\
dml 1

table S: 4 -> 4
  c 5 6 b 9 0 a d 3 e f 8 4 7 1 2

figure step
  input k: 8
  input x: 8
  sbox1: 8 = sbox S k
  rotl1: 8 = rotl 3 k
  xor1: 8 = xor rotl1 x
  sbox2: 8 = sbox S xor1
  output k: 8 = sbox1
  output x: 8 = sbox2

figure whole
  input k: 8
  input x: 8
  repeat1 (k: 8, x: 8) = repeat 0..4 step k=k x=x
  rotl1: 8 = rotl 3 repeat1.k
  xor1: 8 = xor repeat1.x rotl1
  output x: 8 = xor1
"""


def turned(text: str) -> Program | None:
    program = dml.read(text, Path("test.dml"))
    return with_head_behind(program, program.by_name["whole"])


def test_what_begins_a_round_and_is_behind_all_ends_it():
    program, changed = dml.read(ROUNDS, Path("test.dml")), turned(ROUNDS)
    assert changed
    behind = changed.by_name["whole"].nodes[-1]
    assert behind.operation == "repeat" and behind.target == "step_turned"
    for given in inputs_of(program.by_name["whole"], 16):
        assert evaluate(changed, "whole", given) == evaluate(program, "whole", given)
    assert with_head_behind(changed, changed.by_name["whole"]) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("rotl1: 8 = rotl 3 repeat1.k", "rotl1: 8 = rotl 2 repeat1.k"),  # another end
        ("xor1: 8 = xor repeat1.x rotl1", "xor1: 8 = xor k rotl1"),  # not of the state
        (
            "output x: 8 = xor1\n",
            "output x: 8 = xor1\n  output y: 8 = repeat1.x\n",
        ),  # used elsewhere
        (
            "sbox2: 8 = sbox S xor1",
            "add1: 8 = add x xor1\n  sbox2: 8 = sbox S add1",
        ),  # so is the state
    ],
)
def test_other_rounds_begin_where_they_did(before, after):
    assert before in ROUNDS
    head, whole = ROUNDS.split("figure whole")
    if before in whole:
        assert turned(f"{head}figure whole{whole.replace(before, after)}") is None
    else:
        assert turned(ROUNDS.replace(before, after)) is None
