"""And-inverter graphs mean what they say, and keep it through a file and through ABC."""

from itertools import product

import pytest

from cryptagon.prove.aiger import Register, reached, read_network, write_network
from cryptagon.prove.graph import FALSE, TRUE, Graph, inverse
from cryptagon.prove.holding import evaluated
from cryptagon.toolchain import Verdict, decide


@pytest.mark.parametrize(
    ("operation", "meaning"),
    [
        (Graph.both, lambda a, b: a & b),
        (Graph.either, lambda a, b: a | b),
        (Graph.differ, lambda a, b: a ^ b),
        (lambda graph, a, b: graph.choose(a, b, inverse(b)), lambda a, b: b if a else 1 - b),
        (lambda graph, a, b: graph.any_of([FALSE, a, b, a, inverse(TRUE)]), lambda a, b: a | b),
    ],
)
def test_operations_have_their_truth_tables(operation, meaning):
    graph = Graph()
    left, right = graph.free(), graph.free()
    result = operation(graph, left, right)
    for a, b in product((0, 1), repeat=2):
        assert evaluated(graph, [result, inverse(result)], {left >> 1: a, right >> 1: b}) == [
            meaning(a, b),
            1 - meaning(a, b),
        ]


def test_lanes_are_worked_out_side_by_side():
    graph = Graph()
    left, right = graph.free(), graph.free()
    assert evaluated(
        graph, [graph.both(left, inverse(right))], {left >> 1: 0b1100, right >> 1: 0b1010}, 4
    ) == [0b0100]


def test_the_same_logic_twice_is_the_same_literal():
    graph = Graph()
    a, b, c = (graph.free() for _ in range(3))
    result = graph.differ(a, graph.both(b, c))
    assert graph.replaced([result], {}) == [result] == [graph.differ(a, graph.both(c, b))]
    assert graph.replaced([result], {b >> 1: FALSE}) == [a]


def test_registers_behind_registers_are_reached():
    graph = Graph()
    one, two, other = (graph.free() for _ in range(3))
    registers = [
        Register(one >> 1, two),
        Register(two >> 1, inverse(two)),
        Register(other >> 1, other),
    ]
    assert reached(graph, one, registers) == registers[:2]


def test_a_network_means_the_same_to_abc(tmp_path):
    """Two bits that count: 3 comes in the fourth cycle, and the bits never both change but from 1
    to 2 and from 3 to 0.
    """
    graph = Graph()
    low, high = graph.free(), graph.free()
    registers = [Register(low >> 1, inverse(low)), Register(high >> 1, graph.differ(low, high))]
    write_network(tmp_path / "three.aig", graph, graph.both(low, high), registers)
    assert decide(["read_aiger three.aig", "pdr"], cwd=tmp_path).frame == 3
    write_network(
        tmp_path / "never.aig",
        graph,
        graph.both(inverse(low), graph.differ(high, registers[1].next)),
        registers,
    )
    assert decide(["read_aiger never.aig", "pdr"], cwd=tmp_path).verdict is Verdict.PROVED


def test_a_file_of_aiger_is_read(tmp_path):
    """An input, a register that is set by it for good, and as the output the register inverted:
    binary AIGER by hand.
    """
    (tmp_path / "net.aig").write_bytes(
        b"aig 3 1 1 1 1\n7\n5\n" + bytes([1, 2]) + b"i0 go\no0 waits\nc\nby hand\n"
    )
    network = read_network(tmp_path / "net.aig")
    (register,) = network.registers
    go, waits = network.inputs["go"], network.outputs["waits"]
    for now, set_before in product((0, 1), repeat=2):
        values = {go >> 1: now, register.node: set_before}
        assert evaluated(network.graph, [waits, register.next], values) == [
            1 - set_before,
            now | set_before,
        ]
