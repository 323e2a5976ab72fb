"""Which outputs of a datapath exclude each other, and what of the handshakes is left out by it."""

import itertools
import random
import re

import pytest

from cryptagon.hls import compile_source
from cryptagon.hls.check import check_equivalence
from cryptagon.hls.datapath.exclusion import exclusion_in
from cryptagon.hls.datapath.lowering import Datapath
from cryptagon.hls.datapath.optimised_ir import Node, OptimisedDatapath

GATES = {
    "and": all,
    "or": any,
    "nand": lambda bits: not all(bits),
    "nor": lambda bits: not any(bits),
    "not": lambda bits: not bits[0],
}
PHASES = 4  # that are tested for; there is another one
LEAVES = ("a", "b", "c")


def network(choose: random.Random) -> OptimisedDatapath:
    """A random network of gates over three bits, comparisons of a phase, and two groups of states;
    its last nodes are its outputs.
    """
    nodes = {
        f"n{number}": Node(f"n{number}", "literal", 3, (), {"value": str(number)}, ())
        for number in range(PHASES)
    }
    tests = [
        Node(f"{test}{number}", test, 1, ("phase", f"n{number}"), {}, ())
        for test in ("eq", "ne")
        for number in range(PHASES)
    ]
    nodes |= {node.name: node for node in tests}
    known = [*LEAVES, "early", "late", *(node.name for node in tests)]
    for number in range(choose.randrange(4, 16)):
        gate = choose.choice(list(GATES))
        count = 1 if gate == "not" else choose.randrange(2, 4)
        node = Node(f"g{number}", gate, 1, tuple(choose.choices(known, k=count)), {}, ())
        nodes[node.name] = node
        known.append(node.name)
    states = (("early", (0, 1)), ("late", (2,)))
    datapath = Datapath("d", "", (), (), (), (), frozenset(), (), states)
    inputs = {"a": 1, "b": 1, "c": 1, "phase": 3, "early": 1, "late": 1}
    return OptimisedDatapath("", inputs, nodes, {name: name for name in known[-4:]}, datapath)


def every_result(logic: OptimisedDatapath):
    """What the outputs are for every value of the bits, in every phase and state."""
    for *bits, phase, state in itertools.product(
        *[(0, 1)] * len(LEAVES), range(PHASES + 1), range(4)
    ):
        found = dict(zip(LEAVES, bits)) | {"early": state in (0, 1), "late": state == 2}
        for node in logic.nodes.values():
            if node.operation in GATES:
                found[node.name] = GATES[node.operation]([found[name] for name in node.operands])
            elif node.operation != "literal":
                equal = phase == int(node.operands[1].removeprefix("n"))
                found[node.name] = equal == (node.operation == "eq")
        yield {output: bool(found[name]) for output, name in logic.outputs.items()}


def test_outputs_exclude_each_other_exactly_where_no_input_makes_both_one():
    choose, answers = random.Random(7), []
    for _ in range(300):
        logic = network(choose)
        never_both, results = exclusion_in(logic), list(every_result(logic))
        for one, other in itertools.combinations_with_replacement(logic.outputs, 2):
            together = any(result[one] and result[other] for result in results)
            assert never_both(one, other) == (not together), (logic.nodes, one, other)
            answers.append(together)
    assert min(answers.count(True), answers.count(False)) > 300


def test_a_search_that_would_take_long_gives_up():
    """Pigeons in holes: no branch is refuted early."""
    pigeons, holes = 9, 8
    inputs = [f"x{p}_{h}" for p in range(pigeons) for h in range(holes)]
    nodes = {
        f"in{p}": Node(f"in{p}", "or", 1, tuple(f"x{p}_{h}" for h in range(holes)), {}, ())
        for p in range(pigeons)
    }
    nodes |= {
        f"one{h}_{p}_{q}": Node(f"one{h}_{p}_{q}", "nand", 1, (f"x{p}_{h}", f"x{q}_{h}"), {}, ())
        for h in range(holes)
        for p, q in itertools.combinations(range(pigeons), 2)
    }
    rooms = tuple(name for name in nodes if name.startswith("one"))
    nodes["housed"] = Node("housed", "and", 1, tuple(f"in{p}" for p in range(pigeons)), {}, ())
    nodes["alone"] = Node("alone", "and", 1, rooms, {}, ())
    datapath = Datapath("d", "", (), (), (), (), frozenset())
    outputs = {"housed": "housed", "alone": "alone"}
    logic = OptimisedDatapath("", dict.fromkeys(inputs, 1), nodes, outputs, datapath)
    assert not exclusion_in(logic)("housed", "alone")


TWO_TASKS = """\
#include <cryptagon.h>
STREAM_IN(uint_t(8), key)
STREAM_IN(uint_t(8), in)
STREAM_OUT(uint_t(8), out)
WIRE_IN(bit, keyed)
HARDWARE void unit(void) {
    uint_t(8) key = 0, sum = 0, steps = 0;
    for (;;) {
        expect_cycles(1);
        steps = steps + 1;
        if (wire_read(keyed)) {
            key = stream_read(key);
        } else {
            uint_t(8) x = stream_read(in);
            sum = sum + x;
            if (x == 255) stream_write(out, sum ^ key ^ steps);
        }
    }
}
"""


@pytest.fixture(scope="module")
def verilog(tmp_path_factory) -> str:
    folder = tmp_path_factory.mktemp("tasks")
    (folder / "unit.c").write_text(TWO_TASKS)
    return compile_source(folder / "unit.c", folder / "out").core.sources[0].read_text()


@pytest.mark.parametrize(
    ("register", "streams"),
    [("r_key", ["key"]), ("r_sum", ["in", "out"]), ("r_steps", ["key", "in", "out"])],
)
def test_a_register_waits_for_the_streams_that_move_in_its_cycles(verilog, register, streams):
    (signal,) = re.findall(rf"if \((\w+) && load_{register}\)", verilog)
    (condition,) = re.findall(rf"wire {signal} = (.*);", verilog)
    assert re.findall(r"(?:wait|write)_(\w+)", condition) == streams


def test_a_stream_is_not_held_up_by_one_that_moves_in_other_cycles(verilog):
    ready = dict(re.findall(r"assign (\w+_(?:ready|valid)) = (.*);", verilog))
    assert ready["key_ready"] == "read_key"
    assert "key" not in ready["in_ready"] + ready["out_valid"]


ANSWERS = """\
#include <cryptagon.h>
STREAM_IN(uint_t(8), in)
STREAM_OUT(uint_t(8), out)
STREAM_OUT(bit, verdict)
STREAM_OUT(bit, full)
HARDWARE void unit(void) {
    uint_t(8) sum = 0;
    bit decrypting = 0, ends = 0;
    for (;;) {
        expect_cycles(1);
        uint_t(8) x = stream_read(in);
        if (!ends || !decrypting) stream_write(out, sum ^ x);
        if (ends && decrypting) stream_write(verdict, sum == x);
        if (x == 255) stream_write(full, 1);
        sum = sum + x;
        decrypting = x & 1;
        ends = x >> 1 & 1;
    }
}
"""


def test_only_streams_that_are_written_in_one_cycle_are_taken_one_by_one(tmp_path):
    """The paths through a cycle write `out` and `verdict`; what is known of the bits excludes it."""
    source = tmp_path / "unit.c"
    source.write_text(ANSWERS.replace("if (x == 255)", "if (0)"))
    result = compile_source(source, tmp_path / "exclusive")
    assert "taken_" not in result.core.sources[0].read_text()
    source.write_text(ANSWERS)
    result = compile_source(source, tmp_path / "together")
    found = set(re.findall(r"reg (taken_\w+);", result.core.sources[0].read_text()))
    assert found == {"taken_out", "taken_verdict", "taken_full"}
    assert check_equivalence(source, result, tmp_path).compared["out"] > 5
