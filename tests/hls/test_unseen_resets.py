"""A register has no reset where nobody can tell what it held, and only there."""

import random
from functools import cache

import pytest
import xls
from selection import only

from cryptagon.hls import compile_source
from cryptagon.hls.datapath.optimised_ir import NODE, OPTION, TOKEN, Node
from cryptagon.hls.resets import unseen
from cryptagon.hls.resets.partly_known import inputs_of, logic_of
from cryptagon.hls.resets.unseen import unseen_resets
from cryptagon.toolchain import ToolError, find, run

HEAD = """#include <cryptagon.h>
typedef uint_t(16) item_t;
STREAM_IN(item_t, in)
STREAM_OUT(item_t, out)
WIRE_IN(bit, mode)
SHARED item_t mix(item_t x) { return x << 3 ^ x >> 2 ^ 0x95; }
SHARED item_t stir(item_t x) { return x << 5 ^ x >> 3 ^ 0x71; }
enum phase { IDLE, RUN, GIVE };
HARDWARE void unit(void) {
    enum phase phase = IDLE;
    item_t state = 0x12, other = 0x43;
    uint_t(2) round = 0;
    DISTRIBUTED_RAM item_t memory[4];
    for (;;) {
        expect_cycles(1);
        %s
    }
}
"""
ROUNDS = (
    "if (phase == RUN) { state = state << 3 ^ state >> 2 ^ round; if (++round == 0) phase = GIVE; }"
)

# The body of the loop, and the registers of data that need no reset
BODIES = {
    "loaded before it is read": (
        f"if (phase == IDLE) {{ state = stream_read(in); phase = RUN; }} else {ROUNDS}"
        " else { stream_write(out, state); phase = IDLE; }",
        "state",
    ),
    "read before it is loaded": (
        f"if (phase == IDLE) {{ state ^= stream_read(in); phase = RUN; }} else {ROUNDS}"
        " else { stream_write(out, state); phase = IDLE; }",
        "",
    ),
    "loaded on one way only": (
        f"if (phase == IDLE) {{ if (wire_read(mode)) state = stream_read(in); phase = RUN; }} else {ROUNDS}"
        " else { stream_write(out, state); phase = IDLE; }",
        "",
    ),
    "half of it loaded": (
        f"if (phase == IDLE) {{ state = (state & 0xff00) | (stream_read(in) & 0xff); phase = RUN; }} else {ROUNDS}"
        " else { stream_write(out, state); phase = IDLE; }",
        "",
    ),
    "loaded by halves": (
        "if (phase == IDLE) { state = (state & 0xff00) | (stream_read(in) & 0xff); phase = RUN; }"
        " else if (phase == RUN) { state = (state & 0xff) | (stream_read(in) & 0xff00); phase = GIVE; }"
        " else { stream_write(out, state); phase = IDLE; }",
        "",  # nobody sees it, but the walk knows words, not their halves
    ),
    "a decision hangs on it": (
        "if (phase == IDLE) { phase = state == 7 ? GIVE : RUN; state = stream_read(in); }"
        " else { stream_write(out, phase); phase = IDLE; }",
        "",
    ),
    "when an item is written hangs on it": (
        "other = stream_read(in); if (state > 9) stream_write(out, other); state = other;",
        "",
    ),
    "only a load of another hangs on it": (
        "if (phase == IDLE) { if (state & 1) other = 5; state = stream_read(in); phase = RUN; }"
        " else if (phase == RUN) { other = stream_read(in); phase = GIVE; }"
        " else { stream_write(out, other ^ state); phase = IDLE; }",
        "other state",
    ),
    "by way of another register": (
        "if (phase == IDLE) { other = state; state = stream_read(in); phase = RUN; }"
        " else { stream_write(out, other ^ state); phase = IDLE; }",
        "other",
    ),
    "by way of a unit": (
        "if (phase == IDLE) { other = mix(state); state = stream_read(in); phase = RUN; }"
        " else { stream_write(out, other ^ state); phase = IDLE; }",
        "other",
    ),
    "a unit between, loaded before": (
        "if (phase == IDLE) { state = stream_read(in); phase = RUN; }"
        " else if (phase == RUN) { other = mix(state); phase = GIVE; }"
        " else { stream_write(out, other); phase = IDLE; }",
        "other state",
    ),
    "by way of a unit behind another": (
        "if (phase == IDLE) { other = stir(mix(state) + 1) + 1; state = stream_read(in); phase = RUN; }"
        " else { stream_write(out, other + stir(mix(state) + 3)); phase = IDLE; }",
        "other",
    ),
    "seen by way of a unit behind another": (
        "if (phase == IDLE) { stream_write(out, stir(mix(state) + 1) + 1); phase = RUN; }"
        " else { state = stir(mix(stream_read(in)) + 3) + 1; phase = IDLE; }",
        "",
    ),
    "kept in a memory": (
        "if (phase == IDLE) { memory[3] = state; state = stream_read(in); phase = RUN; }"
        " else { stream_write(out, memory[3]); phase = IDLE; }",
        "",
    ),
}
TWICE = """\
module twice(input clk, rst, input [15:0] in, input in_valid, mode, out_ready, output same);
  wire [15:0] out_a, out_b;
  wire in_a, in_b, valid_a, valid_b;
  unit a(.clk, .rst, .in, .in_valid, .in_ready(in_a), .out(out_a), .out_valid(valid_a), .out_ready, .mode);
  unit b(.clk, .rst, .in, .in_valid, .in_ready(in_b), .out(out_b), .out_valid(valid_b), .out_ready, .mode);
  assign same = in_a == in_b && valid_a == valid_b && (!valid_a || out_a == out_b);
endmodule
"""
BOUND = 8
CAUTIOUS = "loaded by halves"
LONG_SEARCH = {"by way of a unit behind another"}  # a minute


def compiled(name, folder):
    source = folder / "unit.c"
    source.write_text(HEAD % BODIES[name][0])
    return compile_source(source, folder, module="unit")


def told_apart(made, folder):
    """Whether two copies that begin with different registers can be told apart after a reset."""
    (folder / "twice.v").write_text(TWICE)
    resets = " ".join(f"-set-at {step} rst {int(step == 1)}" for step in range(1, BOUND + 1))
    script, yosys = folder / "search.ys", find("yosys")
    script.write_text(
        f"read_verilog -sv {made.core.sources[0]} twice.v\nhierarchy -check -top twice\n"
        "proc\nmemory_map\nflatten\nopt\n"
        f"sat -seq {BOUND} {resets} -prove same 1 -prove-skip 1 -verify\n"
    )
    try:
        run((*yosys.argv, script.name), cwd=folder, env=yosys.env, log=folder / "search.log")
    except ToolError:
        assert "proof did fail" in (folder / "search.log").read_text()
        return True
    return False


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The unit with a body of that name, compiled once."""
    return cache(lambda name: compiled(name, tmp_path_factory.mktemp("unit")))


@pytest.mark.parametrize("name", BODIES)
def test_only_what_nobody_sees_has_no_reset(made, name):
    found = unseen_resets(made(name).datapath.updates)
    assert sorted(found) == [f"r_{one}" for one in BODIES[name][1].split()]


@pytest.mark.parametrize("name", only(BODIES.keys() - LONG_SEARCH, BODIES))
def test_what_has_no_reset_is_not_told_apart(made, tmp_path, name):
    assert not told_apart(made(name), tmp_path)


@pytest.mark.parametrize("name", [n for n in BODIES if not BODIES[n][1] and n != CAUTIOUS])
def test_without_the_other_resets_it_is_told_apart(tmp_path, monkeypatch, name):
    monkeypatch.setattr(unseen, "_unseen", lambda _: {"r_state", "r_other"})
    assert told_apart(compiled(name, tmp_path), tmp_path)


def test_too_many_states_leave_resets_as_they_are(tmp_path, monkeypatch):
    monkeypatch.setattr(unseen, "STATES", 2)
    made = compiled("loaded before it is read", tmp_path)
    assert unseen_resets(made.datapath.updates) == frozenset()


MANY_STATES = """#include <cryptagon.h>
STREAM_IN(uint_t(8), in)
STREAM_OUT(uint_t(32), out)
HARDWARE void unit(void) {
    uint_t(32) sum = 1;
    uint_t(8) x = 0;
    for (;;) {
        x = stream_read(in);
        %s
        sum += x;
    }
}
"""


@pytest.mark.parametrize("item", ["x ^ {}", "sum ^ {}"], ids=["control alone", "and wide data"])
def test_the_state_keeps_its_reset_where_its_states_are_told_one_by_one(tmp_path, item):
    """More states than are compared with their numbers: each has a wire of its own."""
    body = "".join(f"stream_write(out, {item.format(number)}); wait();" for number in range(80))
    (tmp_path / "unit.c").write_text(MANY_STATES % body)
    updates = compile_source(tmp_path / "unit.c", tmp_path).datapath.updates
    resets = {one.register: one.needs_reset for one in updates}
    assert resets["fsm"]
    assert resets.get("r_sum") == (True if "sum" in item else None)


OPERATION = """package one

top fn one(a: bits[4], b: bits[4], c: bits[1], d: bits[2]) -> bits[{width}] {{
  ret x: bits[{width}] = {operation}
}}
"""
INPUTS = {"a": 4, "b": 4, "c": 1, "d": 2}
OPERATIONS = {
    4: ("and(a, b)", "or(a, b, a)", "nand(a, b)", "nor(a, b)", "xor(a, b)", "not(a)", "add(a, b)", "sub(a, b)", "shll(a, d)",
        "sel(c, cases=[a, b])", "sel(d, cases=[a, b, a], default=b)", "one_hot_sel(d, cases=[a, b])", "literal(value=11)",
        "priority_sel(d, cases=[a, b], default=b)", "sign_ext(c, new_bit_count=4)"),
    1: ("eq(a, b)", "ne(a, b)", "ult(a, b)", "ule(a, b)", "ugt(a, b)", "uge(a, b)", "slt(a, b)", "or_reduce(a)", "and_reduce(a)"),
    6: ("concat(a, d)", "concat(d, b)", "zero_ext(a, new_bit_count=6)", "sign_ext(b, new_bit_count=6)"),
    2: ("bit_slice(a, start=1, width=2)", "bit_slice(b, start=0, width=2)"),
}  # fmt: skip
EACH = [(width, operation) for width, several in OPERATIONS.items() for operation in several]


def node_of(text):
    """The one node of a function of XLS."""
    ((line, match),) = ((line, match) for line in text.split("\n") if (match := NODE.match(line)))
    _, name, _, operation, arguments = match.groups()
    operands = tuple(token for token in TOKEN.findall(arguments) if token in INPUTS)
    width = int(line.split("bits[")[1].split("]")[0])
    return Node(name, operation, width, operands, dict(OPTION.findall(arguments)), ()), arguments


@pytest.mark.parametrize(("width", "operation"), EACH, ids=[operation for _, operation in EACH])
def test_what_is_known_of_an_operation_is_so_whatever_the_rest_is(width, operation):
    """Against XLS's own interpreter; marks come from operands that are not known, and from each
    that the result hangs on.
    """
    text = OPERATION.format(width=width, operation=operation)
    node, arguments = node_of(text)
    logic = logic_of(
        [node], inputs_of([node]), {**INPUTS, node.name: width}, {node.name: arguments}
    )
    package = xls.parse_ir_package(text)  # its functions end with it
    (function,) = package.get_functions()
    choose = random.Random(1)
    for _ in range(60):
        known = {
            name: choose.choice((0, (1 << bits) - 1, choose.getrandbits(bits)))
            for name, bits in INPUTS.items()
        }
        ones = {name: choose.getrandbits(bits) & known[name] for name, bits in INPUTS.items()}
        marks = {
            name: 1 << i if known[name] != (1 << bits) - 1 else 0
            for i, (name, bits) in enumerate(INPUTS.items())
        }
        ((found_known, found_ones, found_marks),) = logic.run(
            [(known[name], ones[name], marks[name]) for name in logic.inputs], True
        )
        assert not found_ones & ~found_known
        results = {}
        for _ in range(8):
            whole = {
                name: ones[name] | choose.getrandbits(bits) & ~known[name]
                for name, bits in INPUTS.items()
            }
            values = [
                xls.parse_typed_value(f"bits[{bits}]:{whole[name]}")
                for name, bits in INPUTS.items()
            ]
            results[int(str(function.interpret(values)).rpartition(":")[2].rstrip(">"), 0)] = whole
        for result in results:
            assert result & found_known == found_ones
        if len(results) > 1:
            assert found_marks
        assert not found_marks & ~sum({marks[name] for name in node.operands})
