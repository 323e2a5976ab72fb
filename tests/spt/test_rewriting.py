"""Figures rewritten for hardware compute what they did, and have the rounds that they are meant to
have.
"""

from dataclasses import replace
from pathlib import Path

import pytest
from drawing import FIGURES, NAMES

from cryptagon.spt import Figure, Program, Type, dml, evaluate, program_of
from cryptagon.spt.code.tried import inputs_of
from cryptagon.spt.rewrite import for_hardware, fused, is_selection, with_tail_inside
from cryptagon.spt.rewrite.merge import merged
from cryptagon.spt.rewrite.setup import with_setup_apart

TAIL = """\
dml 1

table S: 4 -> 4
  c 5 6 b 9 0 a d 3 e f 8 4 7 1 2

figure step
  input c: 8
  input k: 8
  input x: 8
  i: 4 = index
  wide1: 8 = extend 8 i
  xor1: 8 = xor c k x
  sbox1: 8 = sbox S xor1
  sub1: 8 = sub wide1 sbox1
  rotl1: 8 = rotl 3 sub1
  output x: 8 = rotl1

figure whole
  input keys: 8[5]
  input same: 8
  input x: 8
  elements1: 8[4] = elements 0..3 keys
  repeat1 (x: 8) = repeat FIRST..LAST step c=same k=elements1 x=x
  element1: 8 = element 4 keys
  xor1: 8 = xor element1 repeat1.x same
  sbox1: 8 = sbox S xor1
  n: 4 = constant 0xAFTER
  wide1: 8 = extend 8 n
  sub1: 8 = sub wide1 sbox1
  add1: 8 = add repeat1.x sub1
  output x: 8 = add1
"""
PAIR = """\
dml 1

figure keys
  input k: 8
  i: 4 = index
  wide1: 8 = extend 8 i
  rotl1: 8 = rotl 3 k
  xor1: 8 = xor wide1 rotl1
  output given: 8 = k
  output k: 8 = xor1

figure rounds
  input k: 8
  input x: 8
  add1: 8 = add k x
  output seen: 8 = x
  output x: 8 = add1

figure whole
  input k: 8
  input x: 8
  repeat1 (given: 8[5], k: 8) = repeat 3..7 keys k=k
  reverse1: 8[5] = reverse repeat1.given
  reverse2: 8[5] = reverse reverse1
  repeat2 (seen: 8[5], x: 8) = repeat 0..4 rounds k=ARRAY x=START
  element1: 8 = element 2 repeat1.given
  output k: 8 = repeat1.k
  output kept: 8 = element1
  output seen: 8[5] = repeat2.seen
  output x: 8 = repeat2.x
"""


def read(text: str) -> Program:
    return dml.read(text, Path("some.dml"))


def tail(first: int, last: int, after: str = "") -> Program:
    counted = last + 1 if first < last else last - 1
    return read(
        TAIL.replace("FIRST", str(first))
        .replace("LAST", str(last))
        .replace("AFTER", after or f"{counted:x}")
    )


def pair(array: str = "reverse2", start: str = "x") -> Program:
    return read(PAIR.replace("ARRAY", array).replace("START", start))


def same(first: Program, second: Program, name: str, count: int = 8) -> bool:
    """Whether both compute the same; what is written can be read again."""
    assert read(dml.written(second)) == second
    tried = inputs_of(first.by_name[name], count)
    return all(evaluate(first, name, one) == evaluate(second, name, one) for one in tried)


def repeats(figure: Figure) -> list[tuple[int, ...]]:
    return [node.numbers for node in figure.nodes if node.operation == "repeat"]


@pytest.mark.parametrize("name", NAMES)
def test_drawn_ciphers_stay_what_they_are(name):
    program = program_of(FIGURES / f"{name}.uxf")
    assert same(program, for_hardware(program, name), name)


def test_last_round_of_aes_is_a_round_more():
    figure = for_hardware(program_of(FIGURES / "aes128.uxf"), "aes128").by_name["aes128"]
    assert repeats(figure) == [(1, 10)]
    assert sorted(node.operation for node in figure.nodes) == [
        "constant",
        "constant",
        "repeat",
        "xor",
        "xor",
    ]


def test_key_schedule_of_simon_runs_beside_the_rounds():
    program = for_hardware(program_of(FIGURES / "simon96_96.uxf"), "simon96_96")
    assert repeats(program.by_name["simon96_96"]) == [(0, 51)]
    arrays = [
        type_
        for figure in program.figures
        for node in figure.nodes
        for _, type_ in node.results
        if type_.count
    ]
    assert arrays == [Type(1, 52)]


@pytest.mark.parametrize(("first", "last"), [(0, 3), (4, 1)])
def test_tail_becomes_a_round(first, last):
    program = tail(first, last)
    changed = with_tail_inside(program, program.by_name["whole"])
    assert changed and same(program, changed, "whole", 32)
    whole = changed.by_name["whole"]
    assert repeats(whole) == [(first, last + (1 if first < last else -1))]
    assert {node.operation for node in whole.nodes} == {"repeat", "add", "constant"}


def test_only_what_the_round_does_becomes_a_part_of_it():
    program = tail(0, 3, "9")
    changed = with_tail_inside(program, program.by_name["whole"])
    assert changed and same(program, changed, "whole", 32)
    assert {node.operation for node in changed.by_name["whole"].nodes} == {
        "repeat",
        "add",
        "extend",
        "sub",
        "constant",
    }


def test_no_round_is_added_where_its_number_does_not_fit():
    for program in (tail(12, 15, "0"), tail(3, 0, "0")):
        assert with_tail_inside(program, program.by_name["whole"]) is None


@pytest.mark.parametrize("array", ["repeat1.given", "reverse2"])
def test_two_repeats_become_one(array):
    program = pair(array)
    changed = fused(program, program.by_name["whole"])
    assert changed and same(program, changed, "whole", 32)
    assert repeats(changed.by_name["whole"]) == [(3, 7)]


def test_repeats_stay_apart_where_the_second_needs_the_first_done():
    for program in (pair("reverse1"), pair(start="repeat1.k")):
        assert fused(program, program.by_name["whole"]) is None


def test_figure_that_is_called_elsewhere_stays():
    program = program_of(FIGURES / "aes128.uxf")
    assert [one.name for one in for_hardware(program, "aes_round").figures] == [
        "aes_key",
        "aes_round",
    ]


def test_programs_as_one():
    first, second = (
        for_hardware(program_of(FIGURES / f"{name}.uxf"), name)
        for name in ("aes128", "aes128_decrypt")
    )
    both, names = merged([first, second], ["aes128", "aes128_decrypt"])
    assert names == ["aes128", "aes128_decrypt"] and [one.name for one in both.definitions] == [
        "IMC",
        "IS",
        "ISR",
        "MC",
        "S",
        "SR",
    ]
    assert same(first, replace(both, figures=both.figures), "aes128", 4) and same(
        second, both, "aes128_decrypt", 4
    )


def test_what_differs_under_one_name_is_told_apart():
    first, second = (
        tail(0, 3),
        read(
            TAIL.replace("c 5 6", "5 c 6")
            .replace("FIRST", "0")
            .replace("LAST", "3")
            .replace("AFTER", "4")
        ),
    )
    both, names = merged([first, second], ["whole", "whole"])
    assert names == ["whole", "whole_2"] and [one.name for one in both.definitions] == ["S", "S_2"]
    for program, name in ((first, "whole"), (second, "whole_2")):
        for one in inputs_of(program.by_name["whole"], 8):
            assert evaluate(both, name, one) == evaluate(program, "whole", one)


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("camellia128", [(0, 5), (6, 11), (12, 17)]),
        ("camellia128_decrypt", [(17, 12), (11, 6), (5, 0)]),
    ],
)
def test_round_keys_of_camellia_are_selected(name, numbers):
    program = for_hardware(program_of(FIGURES / f"{name}.uxf"), name)
    (select,) = (one for one in program.figures if is_selection(one))
    assert [(one.name, one.type.width) for one in select.inputs] == [
        ("KA", 128),
        ("key", 128),
        ("number", 5),
    ]
    assert repeats(program.by_name[name])[2:] == numbers


@pytest.mark.parametrize(
    "name", ["camellia128", "camellia128_decrypt", "present80_decrypt", "simon96_96_decrypt"]
)
def test_what_is_made_of_the_key_alone_is_kept(name):
    program = for_hardware(program_of(FIGURES / f"{name}.uxf"), name)
    apart = with_setup_apart(program, name, "key")
    setup, rest = (apart.program.by_name[one] for one in (apart.setup, apart.rest))
    assert len(repeats(setup)) + len(repeats(rest)) == len(repeats(program.by_name[name]))
    for one in inputs_of(program.by_name[name], 8):
        kept = evaluate(apart.program, apart.setup, {"key": one["key"]})
        taken = {port.name: {**one, **kept}[port.name] for port in rest.inputs}
        assert evaluate(apart.program, apart.rest, taken) == evaluate(program, name, one)


def test_nothing_is_kept_where_keys_are_made_beside_the_rounds():
    for name in ("aes128", "present80", "simon96_96"):
        apart = with_setup_apart(
            for_hardware(program_of(FIGURES / f"{name}.uxf"), name), name, "key"
        )
        assert (apart.setup, apart.rest) == ("", name)
