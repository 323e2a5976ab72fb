"""Random key schedules, rounds and tails: rewritten for hardware they compute what they did."""

import random
import re
from pathlib import Path

import pytest

from cryptagon.spt import Program, dml, evaluate
from cryptagon.spt.code.tried import inputs_of
from cryptagon.spt.rewrite import for_hardware, for_walks

COUNT = 5
OPERATIONS = ("xor", "add", "and", "sub", "rotl 3", "not", "sbox S")
OUTSIDE = {"k": "last", "x": "done.x", "j": "n"}
"""What a round calls its values, as the tail behind the rounds does."""


def operations(source: random.Random, known: list[str], prefix: str, count: int) -> list[str]:
    """Lines of so many operations on what is known and on each other; the names of their results
    are added to it.
    """
    lines = []
    for number in range(count):
        operation = source.choice(OPERATIONS)
        operands = source.choices(known, k=1 if " " in operation or operation == "not" else 2)
        known.append(f"{prefix}{number}")
        lines.append(f"  {prefix}{number}: 8 = {operation} {' '.join(operands)}")
    return lines


def program(seed: int) -> Program:
    """A schedule that gives keys, rounds that take them, and a tail that begins as a round does."""
    source = random.Random(seed)
    makes, takes = ["k", "j"], ["c", "k", "x", "j"]
    schedule = operations(source, makes, "m", source.randint(1, 4))
    rounds = operations(source, takes, "r", source.randint(2, 6))
    taken = source.randint(2, COUNT)
    whole = ["x", "c", "k"]
    tail = [
        re.sub(r" ([kxj])(?= |$)", lambda one: f" {OUTSIDE[one[1]]}", line)
        for line in rounds[: source.randint(0, len(rounds))]
    ]
    known = ["done.x", "last", *(f"r{number}" for number in range(len(tail))), *whole]
    after = operations(source, known, "t", source.randint(1, 3))
    index = ["  i: 4 = index", "  j: 8 = extend 8 i"]
    lines = [
        "dml 1", "", "table S: 4 -> 4", f"  {' '.join(f'{one:x}' for one in source.sample(range(16), 16))}", "",
        "figure schedule", "  input k: 8", *index, *schedule, "  output given: 8 = k", f"  output k: 8 = {makes[-1]}", "",
        "figure step", "  input c: 8", "  input k: 8", "  input x: 8", *index, *rounds, f"  output x: 8 = {takes[-1]}", "",
        "figure whole", *(f"  input {name}: 8" for name in sorted(whole)),
        f"  keys (given: 8[{COUNT}], k: 8) = repeat 0..{COUNT - 1} schedule k=k",
        f"  some: 8[{taken}] = elements 0..{taken - 1} keys.given",
        f"  last: 8 = element {source.choice((min(taken, COUNT - 1), 0))} keys.given",
        f"  n0: 4 = constant 0x{taken:x}", "  n: 8 = extend 8 n0",
        f"  done (x: 8) = repeat 0..{taken - 1} step c=c k=some x=x", *tail, *after,
        f"  output y: 8 = {known[-1]}", f"  output z: 8 = {source.choice(known)}",
    ]  # fmt: skip
    return dml.read("\n".join(lines) + "\n", Path(f"{seed}.dml"))


@pytest.mark.parametrize("rewritten", [for_hardware, for_walks])
@pytest.mark.parametrize("start", range(0, 200, 20))
def test_random_rounds(start, rewritten):
    changed = 0
    for seed in range(start, start + 20):
        first = program(seed)
        second = rewritten(first, "whole")
        assert dml.read(dml.written(second), Path("some.dml")) == second
        changed += [one.name for one in first.figures] != [one.name for one in second.figures]
        for one in inputs_of(first.by_name["whole"], 10):
            assert evaluate(first, "whole", one) == evaluate(second, "whole", one), seed
    assert changed >= 2
