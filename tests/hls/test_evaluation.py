"""What an instruction gives where its operands are known, asked once and asked many times."""

from itertools import product

import pytest

from cryptagon.hls.ir.instructions import Compare, Const, Instruction, Name, Undef
from cryptagon.hls.states.evaluation import BINARY, evaluate, evaluator

PREDICATES = ("eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge")
OPERANDS = (Name(4, "a"), Name(4, "b"), Const(4, 0), Const(4, 9), Const(4, 15), Undef(4))
KNOWN = [
    {name: value for name, value in (("a", a), ("b", b), ("c", c)) if value is not None}
    for a, b, c in product((None, 0, 3, 8, 15), (None, 0, 5, 15), (None, 0, 1))
]
INSTRUCTIONS = [
    *(
        Instruction(opcode, "r", 4, [one, other])
        for opcode in BINARY
        for one, other in product(OPERANDS, repeat=2)
    ),
    *(
        Compare("icmp", "r", 1, [one, other], predicate)
        for predicate in PREDICATES
        for one, other in product(OPERANDS, repeat=2)
    ),
    *(
        Instruction("select", "r", 4, [condition, one, other])
        for condition in (Name(1, "c"), Const(1, 0), Const(1, 1))
        for one, other in product(OPERANDS, repeat=2)
    ),
    *(Instruction(opcode, "r", 7, [Name(4, "a")]) for opcode in ("zext", "sext", "freeze")),
    Instruction("trunc", "r", 2, [Name(4, "a")]),
    Instruction("call", "r", 4, [Name(4, "a")]),
]


def test_an_evaluator_gives_what_evaluate_gives():
    for instruction in INSTRUCTIONS:
        value_in = evaluator(instruction)
        for known in KNOWN:
            assert value_in(known) == evaluate(instruction, known), (instruction, known)


@pytest.mark.parametrize(
    ("predicate", "expected"), [("slt", 1), ("ult", 0), ("sge", 0), ("uge", 1)]
)
def test_signed_comparisons_read_twos_complement(predicate, expected):
    compare = Compare("icmp", "r", 1, [Name(4, "a"), Const(4, 3)], predicate)
    assert evaluator(compare)({"a": 15}) == expected
