"""Pointers that are compared are stepped to by whole elements: LLVM makes of `a + n` a step over
bytes, with an index of `4 * n`, and the words would be an array of bytes.
"""

import re

from cryptagon.hls.ir.multiples import Multiples
from cryptagon.hls.ir.statements import StepLine, statements, texts
from cryptagon.hls.ir.text_blocks import function_text
from cryptagon.hls.ir.writer import LlvmWriter

COMPARISON = re.compile(r"= icmp (?:samesign )?\w+ ptr (%[-\w.]+|@[-\w.]+|null), (%[-\w.]+)?")


def with_whole_steps(text: str, function: str) -> str:
    """The module with the steps of `function` over bytes to what is compared as such over as many
    bytes as the index is a multiple of: a power of two.
    """
    head, body, tail = function_text(text, function)
    compared = {operand for found in COMPARISON.finditer(body) for operand in found.groups()}
    if not compared:
        return text
    before = statements(body.splitlines())
    multiples, made = Multiples(before), list[str]()
    for number, one in enumerate(before):
        whole = list[str]()
        if isinstance(one, StepLine) and f"%{one.result}" in compared:
            whole = _whole(one, multiples, f"cg.whole.{number}")
        made += whole or [one.text]
    return "".join([head, "\n".join(made), tail]) if made != texts(before) else text


def _whole(step: StepLine, multiples: Multiples, prefix: str) -> list[str]:
    """The lines of a step over more than bytes; none where it is that already, or cannot be."""
    kind, pointer, *indices = step.parts
    if kind != "i8" or len(indices) != 1 or not indices[0].startswith("i64 %"):
        return []
    index = indices[0].removeprefix("i64 ")
    multiple = multiples.of(index)
    size = multiple & -multiple
    if size < 2:
        return []
    new = LlvmWriter(prefix, step.place)
    count = new.emit(f"ashr exact i64 {index}, {size.bit_length() - 1}")
    new.emit(f"getelementptr [{size} x i8], {pointer}, i64 {count}", f"%{step.result}")
    return new.lines
