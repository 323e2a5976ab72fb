"""Two figures in one datapath: it computes either, with what both repeat and call there once."""

from pathlib import Path

import pytest
from drawing import FIGURES

from cryptagon.approaches.spt import core_in_c
from cryptagon.catalog import Entry
from cryptagon.classes import algorithm
from cryptagon.spt import Program, dml, evaluate, program_of
from cryptagon.spt.code.tried import inputs_of
from cryptagon.spt.rewrite import for_hardware
from cryptagon.spt.rewrite.either import either
from cryptagon.spt.rewrite.merge import merged

STEP = """\
figure step
  input k: 4
  input x: 4
  i: 3 = index
  wide1: 4 = extend 4 i
  rotl1: 4 = rotl 1 x
  sub1: 4 = sub rotl1 wide1
  xor1: 4 = xor k sub1
  output x: 4 = xor1
"""
ONE = f"""\
dml 1

{STEP}
figure one
  input keys: 4[3]
  input x: 4
  element1: 4 = element 0 keys
  xor1: 4 = xor element1 x
  repeat1 (x: 4) = repeat 0..2 step k=keys x=xor1
  sub1: 4 = sub repeat1.x element1
  output x: 4 = sub1
"""
OTHER = f"""\
dml 1

{STEP}
figure other
  input keys: 4[3]
  input x: 4
  turned: 4[3] = reverse keys
  element1: 4 = element 2 keys
  xor1: 4 = xor x element1
  repeat1 (x: 4) = repeat FIRST..LAST step k=turned x=xor1
  sub1: 4 = sub element1 repeat1.x
  output x: 4 = sub1
"""


def both(first: Program, second: Program) -> tuple[Program, str] | None:
    programs = [for_hardware(one, one.tops[0].name) for one in (first, second)]
    whole, names = merged(programs, [one.tops[0].name for one in programs])
    return either(whole, *names)


def assert_computes(program: Program, name: str, figures: tuple[Program, Program]) -> None:
    for choice, figure in enumerate(figures):
        for given in inputs_of(figure.tops[0], 12):
            assert evaluate(program, name, {**given, "decrypt": choice}) == evaluate(
                figure, figure.tops[0].name, given
            )


def read(text: str, first: int = 0, last: int = 2) -> Program:
    return dml.read(text.replace("FIRST..LAST", f"{first}..{last}"), Path("test.dml"))


@pytest.mark.parametrize("numbers", [(0, 2), (2, 0), (5, 7), (7, 5), (1, 3)])
def test_rounds_are_there_once_however_they_count(numbers):
    """Keys in reverse, operands in another order, an operation whose order matters."""
    figures = read(ONE), read(OTHER, *numbers)
    found = both(*figures)
    assert found
    program, name = found
    assert_computes(program, name, figures)
    assert [one.operation for one in program.by_name[name].nodes].count("repeat") == 1


def test_equal_figures_need_no_choice():
    found = both(read(ONE), read(ONE))
    assert found and not any(
        node.operation == "select" for node in found[0].by_name[found[1]].nodes
    )


def test_camellia_is_one_datapath():
    figures = (
        program_of(FIGURES / "camellia128.uxf"),
        program_of(FIGURES / "camellia128_decrypt.uxf"),
    )
    found = both(*figures)
    assert found
    program, name = found
    assert_computes(program, name, figures)
    repeats = [node for node in program.by_name[name].nodes if node.operation == "repeat"]
    assert len(repeats) == 5 and len({node.target for node in repeats}) == 2


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("repeat FIRST..LAST", "repeat 0..1"),  # another number of rounds, and of keys
        ("rotl1: 4 = rotl 1 x", "rotl1: 4 = rotl 2 x"),  # another round
        ("input x: 4\n  turned", "input x: 4\n  input more: 4\n  turned"),  # other inputs
    ],
)
def test_what_differs_stays_two(before, after):
    text = OTHER.replace(before, after)
    if "0..1" in after:
        text = text.replace("turned: 4[3] = reverse keys", "turned: 4[2] = elements 0..1 keys")
    if "more" in after:
        text = text.replace("sub element1", "sub more")
    assert both(read(ONE), read(text)) is None


@pytest.mark.parametrize("name", ["aes128", "present80", "simon96_96"])
def test_ciphers_whose_rounds_differ_stay_two(name):
    assert both(*(program_of(FIGURES / f"{one}.uxf") for one in (name, f"{name}_decrypt"))) is None


def test_core_of_camellia_has_rounds_once():
    """One loop for blocks and keys, and one place where a block begins."""
    text = core_in_c(Entry(algorithm("camellia128"), "spt")).read_text()
    assert text.count("for (;;)") == 1 and "for (int i = 0; i < 20; i++)" not in text
    assert [text.count(f" = {one}(") for one in ("step", "begin", "first", "ahead0")] == [1] * 4
    assert text.count("/* Table S1 as logic: an inversion") == 1
