"""Architectures of hardware from figures: stages that compute what the figure does, and C with
several rounds at once.
"""

from pathlib import Path

import pytest
from drawing import FIGURES, NAMES

from cryptagon.errors import CryptagonError
from cryptagon.spt import Program, dml, evaluate, program_of
from cryptagon.spt.code import Architecture, generate_hls, verify_hls
from cryptagon.spt.code.tried import inputs_of
from cryptagon.spt.rewrite import for_hardware, in_stages

MIXED = """\
dml 1

figure step
  input k: 4
  input same: 4
  input x: 4
  i: 3 = index
  wide1: 4 = extend 4 i
  rotl1: 4 = rotl 1 x
  sub1: 4 = sub rotl1 wide1
  xor1: 4 = xor k same sub1
  output seen: 4 = x
  output x: 4 = xor1

figure mixed
  input keys: 4[7]
  input same: 4
  input x: 4
  elements1: 4[5] = elements 0..4 keys
  repeat1 (seen: 4[5], x: 4) = repeat 5..1 step k=elements1 same=same x=x
  elements2: 4[2] = elements 5..6 keys
  add1: 4 = add repeat1.x same
  repeat2 (seen: 4[2], x: 4) = repeat 0..1 step k=elements2 same=x x=add1
  xor1: 4 = xor x repeat2.x
  output again: 4[2] = repeat2.seen
  output seen: 4[5] = repeat1.seen
  output x: 4 = xor1
"""
"""An odd number of rounds that count down, keys in turn, arrays of what rounds gave, two repeats in
a row, a value around both.
"""


def mixed() -> Program:
    return dml.read(MIXED, Path("mixed.dml"))


@pytest.mark.parametrize("name", ["basic", "x2", "x16", "unrolled", "pipelined", "pipelined-x3"])
def test_an_architecture_is_told_by_its_name(name):
    assert str(Architecture.parse(name)) == name


@pytest.mark.parametrize(
    "name", ["", "x", "x0", "pipelined-", "pipelinedx2", "unrolled-x2", "X2", "x1000", "x2 "]
)
def test_other_names_are_refused(name):
    with pytest.raises(CryptagonError, match="there is no architecture") as told:
        Architecture.parse(name)
    assert "pipelined-x2" in told.value.fix


def test_one_round_is_the_plain_architecture():
    assert (
        str(Architecture.parse("x1")) == "basic"
        and str(Architecture.parse("pipelined-x1")) == "pipelined"
    )


@pytest.mark.parametrize("name", [*NAMES, "mixed"])
@pytest.mark.parametrize("each", [0, 1, 2, 3])
def test_stages_one_after_the_other_compute_the_figure(name, each):
    first = mixed() if name == "mixed" else program_of(FIGURES / f"{name}.uxf")
    program, stages = in_stages(for_hardware(first, name, straight=True), name, each)
    for given in inputs_of(first.by_name[name], 5):
        values = given
        for stage in stages:
            values = evaluate(program, stage, values)
        assert values == evaluate(first, name, given)


@pytest.mark.parametrize(
    ("name", "each", "stages"),
    [
        ("aes128", 1, 11),
        ("aes128", 2, 6),
        ("aes128", 0, 2),
        ("simon96_96", 4, 14),
        ("mixed", 1, 8),
        ("mixed", 2, 5),
        ("mixed", 0, 2),
    ],
)
def test_rounds_of_a_stage(name, each, stages):
    """And before them what is done as an item is taken.

    The last round of AES, which differs, is one of ten.
    """
    first = mixed() if name == "mixed" else program_of(FIGURES / f"{name}.uxf")
    program, made = in_stages(for_hardware(first, name, straight=True), name, each)
    most = max(_rounds(program, one) for one in made)
    assert len(made) == stages and each in {0, most}


def _rounds(program: Program, stage: str) -> int:
    return sum(
        abs(one.numbers[1] - one.numbers[0]) + 1
        for one in program.by_name[stage].nodes
        if one.operation == "repeat"
    )


def test_registers_keep_the_key_and_not_the_keys_of_rounds():
    """Camellia's 26 subkeys are parts of two values of 128 bits: no stage keeps more than these and
    the text.
    """
    first = program_of(FIGURES / "camellia128.uxf")
    program, stages = in_stages(for_hardware(first, "camellia128", straight=True), "camellia128", 1)
    bits = [
        sum(one.type.width * (one.type.count or 1) for one in program.by_name[stage].inputs)
        for stage in stages
    ]
    assert max(bits) == 3 * 128


def test_a_figure_without_rounds_has_no_stages():
    with pytest.raises(CryptagonError, match="figure xtea_round repeats nothing"):
        generate_hls(
            program_of(FIGURES / "xtea.uxf"), "xtea_round", Architecture.parse("pipelined")
        )


@pytest.mark.slow
@pytest.mark.parametrize("architecture", ["x2", "x3", "unrolled", "pipelined", "pipelined-x2"])
def test_hardware_of_an_architecture_equals_the_interpreter(architecture, tmp_path):
    source = tmp_path / "mixed_kernel.c"
    source.write_text(generate_hls(mixed(), "mixed", Architecture.parse(architecture)))
    assert verify_hls(mixed(), "mixed", source)
