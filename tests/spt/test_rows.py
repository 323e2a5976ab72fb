"""Repeats in a row as one repeat, and keys selected a round ahead: the same function, by fewer
loops.
"""

import re
from pathlib import Path

import pytest
from drawing import FIGURES

from cryptagon.spt import Figure, Program, dml, evaluate, program_of
from cryptagon.spt.code.tried import inputs_of
from cryptagon.spt.rewrite import for_hardware, in_rows
from cryptagon.spt.rewrite.graphs import by_first_use

STEP = """\
figure step
  input c: 4
  input k: 4
  input x: 4
  input y: 4
  i: 4 = index
  sub1: 4 = sub x i
  xor1: 4 = xor k sub1
  add1: 4 = add xor1 y
  and1: 4 = and c x
  xor2: 4 = xor and1 y
  output x: 4 = add1
  output y: 4 = xor2
"""
MIX = """\
figure mix
  input m: 4
  input x: 4
  or1: 4 = or m x
  rotl1: 4 = rotl 1 or1
  output z: 4 = rotl1
"""
ROW = f"""\
dml 1

{STEP}
{MIX}
figure row
  input c: 4
  input keys: 4[7]
  input m: 4
  input x: 4
  input y: 4
  first: 4[2] = elements 0..1 keys
  one (x: 4, y: 4) = repeat 3..4 step c=c k=first x=x y=y
  not1: 4 = not m
  mixed1 (z: 4) = call mix m=m x=one.x
  second: 4[3] = elements 2..4 keys
  two (x: 4, y: 4) = repeat 9..7 step c=c k=second x=mixed1.z y=one.y
  mixed2 (z: 4) = call mix m=not1 x=two.x
  sub1: 4 = sub two.y not1
  third: 4[2] = elements 5..6 keys
  three (x: 4, y: 4) = repeat 0..1 step c=c k=third x=mixed2.z y=sub1
  xor1: 4 = xor m three.x
  output x: 4 = xor1
  output y: 4 = three.y
"""


def read(text: str) -> Program:
    return dml.read(text, Path("test.dml"))


def repeats(figure: Figure) -> list[tuple[int, ...]]:
    return [node.numbers for node in figure.nodes if node.operation == "repeat"]


def in_a_row(program: Program, name: str) -> Program:
    """The program rewritten; its values are compared for many inputs."""
    made = in_rows(program, name)
    for given in inputs_of(program.by_name[name], 40):
        assert evaluate(made, name, given) == evaluate(program, name, given)
    assert dml.read(dml.written(made), Path("made.dml")) == made
    return made


def test_a_row_is_one_repeat():
    """Rounds that count in both directions from anywhere, and two ways from one to the next."""
    program = in_a_row(read(ROW), "row")
    assert repeats(program.by_name["row"]) == [(0, 2 + 1 + 3 + 1 + 2 - 1)]
    text = dml.written(program)
    assert text.count("call mix ") == 1, "what is alike is there once"


def test_what_only_goes_on_takes_no_iteration():
    text = ROW.replace("k=second x=mixed1.z", "k=second x=one.x")
    text = text.replace("  mixed1 (z: 4) = call mix m=m x=one.x\n", "")
    assert repeats(in_a_row(read(text), "row").by_name["row"]) == [(0, 2 + 3 + 1 + 2 - 1)]


def test_a_round_begins_with_an_exclusive_or_before_it():
    text = ROW.replace("call mix m=m x=one.x", "xor m one.x").replace(
        "call mix m=not1 x=two.x", "xor two.x x"
    )
    text = re.sub(r"(mixed\d) \(z: 4\) =", r"\1: 4 =", text).replace(".z ", " ")
    text = text.replace("= sub two.y not1", "= xor two.y m").replace("  not1: 4 = not m\n", "")
    assert repeats(in_a_row(read(text), "row").by_name["row"]) == [(0, 2 + 3 + 2 - 1)]


def test_constants_in_turn_are_one_table():
    text = ROW.replace("elements 0..1 keys", "constant 0x3 0x5")
    text = text.replace("elements 2..4 keys", "constant 0x1 0x2 0x4")
    text = text.replace("elements 5..6 keys", "constant 0x7 0x6").replace(
        "  input keys: 4[7]\n", ""
    )
    made = dml.written(in_a_row(read(text), "row"))
    following = " ".join(f"0x{one}" for one in "5012407600000000")
    assert f"4[16] = constant {following}" in made
    assert "4 = constant 0x3\n" in made, "the first of them is there before the rounds"


@pytest.mark.parametrize(
    ("before", "after", "left"),
    [
        ("xor1: 4 = xor m three.x", "xor1: 4 = xor two.x three.x", 2),  # used behind the row
        ("7 step c=c", "7 step c=m", 3),  # another value for all rounds
        ("one.x", "x", 2),  # does not begin with what the first left
        ("not1: 4 = not m", "not1: 4 = not one.y", 2),  # a value from between, used further behind
    ],
)
def test_what_is_no_row_stays(before, after, left):
    text = ROW.replace(before, after)
    if "one.x" in before:
        text = text.replace("y=one.y", "y=y").replace(
            "output y: 4 = three.y", "output y: 4 = one.y"
        )
    if "not one.y" in after:
        text = text.replace(
            "mixed1 (z: 4) = call mix m=m x=one.x", "mixed1 (z: 4) = call mix m=not1 x=one.x"
        )
    assert len(repeats(in_a_row(read(text), "row").by_name["row"])) == left


def test_a_round_that_collects_is_in_no_row():
    text = ROW.replace("  output x: 4 = add1", "  output w: 4 = sub1\n  output x: 4 = add1")
    text = re.sub(r"(\w+) \(x: 4, y: 4\) = repeat (\d)\.\.(\d)", _collecting, text)
    assert len(repeats(in_a_row(read(text), "row").by_name["row"])) == 3


def _collecting(found: re.Match[str]) -> str:
    name, first, last = found[1], int(found[2]), int(found[3])
    return f"{name} (w: 4[{abs(first - last) + 1}], x: 4, y: 4) = repeat {first}..{last}"


OPPOSITE = """\
dml 1

figure step
  input x: 4
  input y: 4
  add1: 4 = add x y
  output x: 4 = add1
  output y: 4 = x

figure whole
  input key: 16
  input way: 1
  input x: 4
  input y: 4
  k0: 4 = slice 3..0 key
  k1: 4 = slice 7..4 key
  k2: 4 = slice 11..8 key
  k3: 4 = slice 15..12 key
  one (x: 4, y: 4) = repeat 0..2 step x=x y=y
CHOICES
  sub1: 4 = sub one.x mx1
  sub2: 4 = sub my1 one.y
  two (x: 4, y: 4) = repeat 0..2 step x=sub1 y=sub2
  sub3: 4 = sub two.x mx2
  sub4: 4 = sub my2 two.y
  three (x: 4, y: 4) = repeat 0..2 step x=sub3 y=sub4
  output x: 4 = three.x
  output y: 4 = three.y
"""


def _choice(name: str, first: int, second: int) -> str:
    return f"""\
  {name}_both: 8 = concat k{first} k{second}
  {name}_array: 4[2] = array 4 {name}_both
  {name}: 4 = select {name}_array way"""


@pytest.mark.parametrize(("last", "selects"), [((2, 0), 4), ((0, 2), 6)])
def test_what_is_chosen_in_the_opposite_order_is_selected_once(last, selects):
    """As keys between rounds are: both ways take them from opposite ends."""
    pairs = {"mx1": (0, 2), "my1": (3, 1), "mx2": (1, 3), "my2": last}
    choices = "\n".join(_choice(name, *pair) for name, pair in pairs.items())
    made = in_a_row(read(OPPOSITE.replace("CHOICES", choices)), "whole")
    round_ = next(one for one in made.figures if one.name.endswith("_chain"))
    wide = [one for one in round_.nodes if one.operation == "select" and one.type.width == 4]
    assert len(wide) == selects + len(("x", "y"))


SELECTING = """\
dml 1

figure step
  input k: 4
  input x: 4
  add1: 4 = add k x
  rotl1: 4 = rotl 1 add1
  output x: 4 = rotl1

figure whole
  input key: 16
  input x: 4
  rotl1: 16 = rotl 3 key
  concat1: 32 = concat key rotl1
  all: 4[8] = array 4 concat1
  some: 4[5] = elements 1..5 all
  turned: 4[5] = KIND some
  done (x: 4) = repeat 0..4 step k=turned x=x
  output x: 4 = done.x
"""


@pytest.mark.parametrize("kind", ["elements 0..4", "reverse"])
def test_a_key_is_selected_a_round_ahead(kind):
    program = for_hardware(read(SELECTING.replace("KIND", kind)), "whole")
    made = in_a_row(program, "whole")
    whole = made.by_name["whole"]
    calls = [node.target for node in whole.nodes if node.operation == "call"]
    repeat = next(node for node in whole.nodes if node.operation == "repeat")
    round_ = made.by_name[repeat.target]
    key = next(one for one in round_.outputs if one.name != "x")
    maker = next(node for node in round_.nodes if key.source and node.name == key.source.node)
    assert [maker.target] == calls, "the same unit gives the first key and the next one"
    users = [node for node in round_.nodes if maker.name in {one.node for one in node.operands}]
    assert not users, "nothing in the round waits for the selection"


@pytest.mark.parametrize("name", ["camellia128", "camellia128_decrypt"])
def test_camellia_has_two_repeats(name):
    program = for_hardware(program_of(FIGURES / f"{name}.uxf"), name)
    made = in_a_row(program, name).by_name[name]
    assert repeats(made) == [(0, 3), (0, 19)]


def test_what_is_needed_behind_a_repeat_is_made_behind_it():
    figure = read(ROW).by_name["row"]
    order = [one.name for one in by_first_use(figure.nodes)]
    assert sorted(order) == sorted(one.name for one in figure.nodes)
    assert order.index("one") < order.index("not1") < order.index("three")
    assert order.index("two") < order.index("third") and order[-1] == "xor1"
