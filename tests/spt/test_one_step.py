"""Blocks and key setup of a cipher as one step a cycle: windows of keys, bits by places, and the
core that is made of them.
"""

import random
from pathlib import Path

import pytest
from drawing import FIGURES

from cryptagon.hls import compile_source
from cryptagon.hls.check import Stimulus, prepare_comparison
from cryptagon.spt import Program, dml, evaluate, program_of
from cryptagon.spt.code.block_core import generate_block, step_of
from cryptagon.spt.code.step_core import told
from cryptagon.spt.code.tried import inputs_of
from cryptagon.spt.model import Port, Type
from cryptagon.spt.rewrite import chained_rows
from cryptagon.spt.rewrite.one_step import OneStep
from cryptagon.spt.rewrite.selecting import Table, selecting
from cryptagon.spt.rewrite.traced import Window
from cryptagon.spt.rewrite.turns import turns_for

TOY = """\
dml 1

table S: 4 -> 4
  c 5 6 b 9 0 a d 3 e f 8 4 7 1 2

figure mix
  input k: 8
  input x: 8
  and1: 8 = and k x
  rotl1: 8 = rotl 1 and1
  xor1: 8 = xor rotl1 x
  output y: 8 = xor1

figure round
  input k: 8
  input l: 8
  input r: 8
  xor1: 8 = xor k l
  sbox1: 8 = sbox S xor1
  rotl1: 8 = rotl 3 sbox1
  xor2: 8 = xor r rotl1
  output l: 8 = xor2
  output r: 8 = l

figure schedule
  input key: 16
  high: 8 = slice 15..8 key
  low: 8 = slice 7..0 key
  c1: 8[2] = constant 0xa0 0xb6
  c2: 8[2] = constant 0xc6 0x54
  one (l: 8, r: 8) = repeat 0..1 round k=c1 l=high r=low
  xor1: 8 = xor high one.l
  xor2: 8 = xor low one.r
  two (l: 8, r: 8) = repeat 0..1 round k=c2 l=xor1 r=xor2
  ka: 16 = concat two.l two.r
  rotl1: 16 = rotl 5 key
  rotl2: 16 = rotl 5 ka
  rotl3: 16 = rotl 11 ka
  concat1: 64 = concat ka rotl1 rotl2 rotl3
  output k: 64 = concat1
  output ke: 16 = ka
  output kw: 16 = rotl2

figure NAME
  input key: 16
  input text: 16
  call1 (k: 64, ke: 16, kw: 16) = call schedule key=key
  keys: 8[8] = array 8 call1.k
  ORDER
  some: 8[4] = elements 0..3 turned
  others: 8[4] = elements 4..7 turned
  white: 8 = slice 15..8 call1.kw
  left: 8 = slice 15..8 text
  right: 8 = slice 7..0 text
  xor1: 8 = xor left white
  one (l: 8, r: 8) = repeat 0..3 round k=some l=xor1 r=right
  mine: 8 = slice HIGH call1.ke
  theirs: 8 = slice LOW call1.ke
  mixed (y: 8) = call mix k=mine x=one.l
  mixed2 (y: 8) = call mix k=theirs x=one.r
  two (l: 8, r: 8) = repeat 0..3 round k=others l=mixed.y r=mixed2.y
  xor2: 8 = xor white two.r
  concat1: 16 = concat xor2 two.l
  output text: 16 = concat1
"""


def toy(name: str, order: str, high: str = "15..8", low: str = "7..0") -> tuple[Program, str]:
    text = TOY.replace("NAME", name).replace("ORDER", f"turned: 8[8] = {order} keys")
    text = text.replace("HIGH", high).replace("LOW", low)
    return dml.read(text, Path("toy.dml")), name


FORTH = toy("forth", "elements 0..7")
BACK = toy("back", "reverse", "7..0", "15..8")
AGAIN = toy("again", "elements 0..7", "7..0", "15..8")
CAMELLIA = tuple(
    (program_of(FIGURES / f"{name}.uxf"), name) for name in ("camellia128", "camellia128_decrypt")
)


def told_at(one: OneStep, name: str, at: tuple[int, int]) -> dict[str, int]:
    """What a figure is told in a place; where it does not matter, by chance."""
    chance = random.Random(str((name, at)))
    return {bit: table.get(at, chance.getrandbits(1)) for bit, table in one.bits[name].items()}


class Core:
    """What the core does, on numbers."""

    def __init__(self, one: OneStep, key: int) -> None:
        self.one, self.values = one, {"key": key} | dict.fromkeys((p.name for p in one.kept), 0)
        self.values |= self.figure("first", {})
        after = self.values
        for number in range(one.setup):
            after = self.figure("step", told_at(one, "step", (one.rounds + number, 0)), 0)
            self.values |= {port.name: after[port.name] for port in one.state}
            self.ahead((one.rounds + number + 1, 0))
        self.values |= {port.name: after[port.name] for port in one.kept}

    def figure(self, name: str, given: dict[str, int], decrypt: int = 0) -> dict[str, int]:
        known = {**self.values, **given, "decrypt": decrypt}
        figure = self.one.program.by_name[name]
        found = evaluate(self.one.program, name, {p.name: known[p.name] for p in figure.inputs})
        return {key: value for key, value in found.items() if isinstance(value, int)}

    def ahead(self, at: tuple[int, int]) -> None:
        found = [self.figure(p.name, told_at(self.one, p.name, at)) for p in self.one.ahead]
        self.values |= {name: value for one in found for name, value in one.items()}

    def text(self, text: int, decrypt: int) -> int:
        one, back = self.one, decrypt and self.one.backwards
        after = self.figure("begin", {"text": text}, decrypt)
        self.values |= after
        for number in range(one.rounds):
            at = one.rounds - 1 - number if back else number, decrypt
            self.ahead(at)
            after = self.figure("step", told_at(one, "step", at), decrypt)
            self.values |= {port.name: after[port.name] for port in one.state}
        return after["text"]


@pytest.mark.parametrize(
    ("figures", "rounds", "backwards"),
    [((FORTH, BACK), 9, True), ((FORTH, AGAIN), 9, False), (CAMELLIA, 20, True)],
    ids=["back", "forth", "camellia"],
)
def test_a_step_does_blocks_both_ways_and_the_setup(figures, rounds, backwards):
    one = step_of(figures[0], figures[1])
    assert one and (one.rounds, one.setup, one.backwards) == (rounds, 4, backwards)
    assert len(one.ahead) == 1, "what is between the rounds comes from the register of their keys"
    program, name = figures[0]
    for given in inputs_of(program.by_name[name], 3 if rounds == 20 else 12):
        key, text = (given[port] for port in ("key", "text"))
        assert isinstance(key, int) and isinstance(text, int)
        core = Core(one, key)
        for decrypt, (figure, called) in enumerate(figures):
            assert core.text(text, decrypt) == evaluate(figure, called, given)["text"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("xor1: 8 = xor high one.l", "xor1: 8 = sub high one.l"),  # the setup has more than rounds
        ("rotl1: 16 = rotl 5 key", "rotl1: 16 = add key ka"),  # keys are more than windows
    ],
)
def test_what_is_more_than_rounds_and_windows_is_no_step(before, after):
    """Such ciphers have a loop for keys and one for blocks."""
    changed = [
        (dml.read(dml.written(program).replace(before, after), Path("toy.dml")), name)
        for program, name in (FORTH, BACK)
    ]
    assert changed[0][0] != FORTH[0] and step_of(changed[0], changed[1]) is None
    text = generate_block(changed[0], changed[1], (16, 16))
    assert "for (int i = 0; i < 9; i++)" in text and "place" not in text


def test_cores_of_steps():
    """By a register that goes in both directions, or in one."""
    back, forth = (generate_block(FORTH, other, (16, 16)) for other in (BACK, AGAIN))
    assert "decrypting ? place >> 1 : place << 1" in back and "place >> 1 :" not in forth
    for text in (back, forth):
        assert text.count("for (;;)") == 1 and text.count(" = step(") == 1
        assert text.count("uint_t(13) place = 0;") == 1


@pytest.mark.parametrize("other", [BACK, AGAIN], ids=["back", "forth"])
def test_the_core_of_a_step_computes_what_the_figures_do(other, tmp_path):
    """Keys before some blocks, both directions after each other."""
    source = tmp_path / "core.c"
    source.write_text(generate_block(FORTH, other, (16, 16)))
    chance, keys, tasks, wanted = random.Random(5), list[int](), list[dict[str, int]](), list[int]()
    for number in range(60):
        fresh, decrypt = int(number % 7 in (0, 3)), chance.getrandbits(1)
        keys += [chance.getrandbits(16)] if fresh else []
        tasks.append({"new_key": fresh, "decrypt": decrypt, "data": chance.getrandbits(16)})
        given = {"key": keys[-1], "text": tasks[-1]["data"]}
        program, name = (FORTH, other)[decrypt]
        found = evaluate(program, name, given)["text"]
        assert isinstance(found, int)
        wanted.append(found)
    result = compile_source(source, tmp_path)
    items = {"key": [{"data": one} for one in keys], "block": tasks}
    comparison = prepare_comparison(source, result, tmp_path / "bench", stimulus=Stimulus(items))
    found = [
        result.ports["result"].unpack(one) for one in comparison.bench.expected.items["result"]
    ]
    assert [next(iter(one.values())) for one in found] == wanted


def test_a_sum_goes_back_where_it_takes_something_away():
    """Behind two rounds: the setup then begins with 0, and is one repeat."""
    program = chained_rows(FORTH[0], "schedule")
    figure = program.by_name["schedule"]
    repeats = [one for one in figure.nodes if one.operation == "repeat"]
    assert [one.numbers for one in repeats] == [(0, 3)]
    begins = dict(zip(repeats[0].ports, repeats[0].operands))
    makers = {one.name: one for one in figure.nodes}
    assert [makers[begins[port].node].numbers for port in ("l", "r")] == [(0,), (0,)]
    for given in inputs_of(figure, 20):
        assert evaluate(program, "schedule", given) == evaluate(FORTH[0], "schedule", given)


def test_a_sum_stays_where_it_takes_nothing_away():
    text = dml.written(FORTH[0]).replace("xor1: 8 = xor high one.l", "xor1: 8 = xor high one.r")
    text = text.replace("xor2: 8 = xor low one.r", "xor2: 8 = xor low one.l")
    program = dml.read(text, Path("toy.dml"))
    made = chained_rows(program, "schedule")
    for given in inputs_of(program.by_name["schedule"], 20):
        assert evaluate(made, "schedule", given) == evaluate(program, "schedule", given)


@pytest.mark.parametrize(
    ("width", "taken", "distances"),
    [
        (128, 64, (64, 0, 49, 113, 34, 98, 19, 4, 68, 83, 51, 115, 17, 81)),
        (80, 64, (0, 61, 42, 23, 4, 65, 46)),
        (15, 7, (1, 4, 6, 9, 14)),
        (64, 64, (0,)),
    ],
)
def test_turns_in_steps(width, taken, distances):
    turns = turns_for(width, taken, distances)
    for one in distances:
        way = turns.way(one)
        assert way is not None and sum(way) % width == one
        assert all(part in step for part, step in zip(way, turns.steps, strict=True))
    assert turns.cost <= taken * -(-(2 * len(distances) - 1) // 3)


def test_turns_of_camellia_take_half_of_a_single_choice():
    distances = (64, 0, 49, 113, 34, 98, 19, 4, 68, 83, 51, 115, 17, 81)
    assert turns_for(128, 64, distances).cost < 64 * 9


@pytest.mark.parametrize("count", [1, 2, 3, 5, 12, 30])
def test_what_is_selected_is_what_is_wanted(count):
    """Windows of two values, sums with constants, and constants alone."""
    chance = random.Random(count)
    sources = (Port("a", Type(20)), Port("b", Type(20)))
    moments = [(place, way) for place in range(count) for way in (0, 1)]
    wanted = {
        at: Window(chance.choice(("a", "b", "b", "")), chance.randrange(20), chance.choice((0, 5, 0x3FF)))
        for at in chance.sample(moments, count)
    }  # fmt: skip
    made = selecting("chosen", sources, 10, wanted)
    program, values = Program((made.figure,)), {"a": 0xC35A7, "b": 0x91E0B}
    for at, window in wanted.items():
        value = values.get(window.source, 0)
        turned = (value >> window.low | value << 20 - window.low) & 0x3FF
        given = values | {
            bit: table.get(at, chance.getrandbits(1)) for bit, table in made.bits.items()
        }
        given = {one.name: given[one.name] for one in made.figure.inputs}
        assert evaluate(program, "chosen", given) == {"chosen": turned ^ window.constant}


@pytest.mark.parametrize("seed", range(20))
def test_a_bit_is_told_by_the_register_of_places(seed):
    chance = random.Random(seed)
    table: Table = {
        (place, way): chance.getrandbits(1) & chance.getrandbits(seed % 3 + 1) & 1
        for place in range(6)
        for way in (0, 1)
        if chance.random() < 0.8
    }
    text = told(table, "register", "way")
    for (place, way), value in table.items():
        code = text.replace("(bit)", "")
        assert eval(code, {"register": 1 << place, "way": way}) & 1 == value, text


def test_a_bit_that_is_the_direction():
    assert told({(1, 0): 0, (1, 1): 1, (3, 1): 1}, "place", "way") == "way"
    assert told({(1, 0): 1, (1, 1): 0}, "place", "way") == "(bit)~way"
