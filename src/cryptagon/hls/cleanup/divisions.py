"""Divisions by variables as the steps of a divider: a clocked loop of one quotient bit a cycle, or of
as many as fit into the levels that a cycle may have, or logic.

It is logic where it is short, in a loop that says by cycles(k) how many cycles an iteration takes,
and in a shared function that takes no clock cycles. Divisions by constants stay what they are: they
become products.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from cryptagon.hls.cleanup.dividers import Divider, bits_a_cycle
from cryptagon.hls.cleanup.llvm import run_passes
from cryptagon.hls.cleanup.loop_statements import blocks_with_cycles
from cryptagon.hls.cleanup.module import Module
from cryptagon.hls.ir.layout import storage_bits
from cryptagon.hls.ir.metadata import DIVISION, free_node
from cryptagon.hls.ir.statements import statements
from cryptagon.hls.ir.text_blocks import BODY, blocks_of_text
from cryptagon.hls.memory.index_ranges import IndexRanges

BY_VARIABLE = re.compile(
    r"^  %([-\w.]+) = ([us])(div|rem) (?:exact )?i(\d+) (\S+), (%[-\w.]+)(.*)$", re.MULTILINE
)
WIDENED = re.compile(r"^  (%[-\w.]+) = sext i(\d+) ", re.MULTILINE)
WIRING = re.compile(
    r"^  (%[-\w.]+) = (sext|zext|trunc|and|lshr)(?: nneg| nuw| nsw| exact)* (.*?)(?:, !dbg !\d+)?$",
    re.MULTILINE,
)
VALUE = re.compile(r"%[-\w.]+")
# bits of a quotient that are logic without being asked for: a path as long as that of a product of
# 32 bits
SHORT = 4
INLINED = ["always_inliner", "sroa", "simplify_cfg", "aggressive_dce", "instruction_namer"]


def calls_of_dividers(module: Module) -> Module:
    """The module with divisions by variables as calls of functions to be inlined; one that has none
    stays as it is.
    """
    if not BY_VARIABLE.search(module.text):
        return module
    timed = blocks_with_cycles(module.text, module.statements) if module.takes_cycles else None
    dividers: dict[str, str] = {}
    free = free_node(module.text)

    def body(match: re.Match[str]) -> str:
        calls = _Calls(match[2], timed, module.most_levels)
        made = calls.made()
        dividers.update({one.name: one.function(f", !llvm.loop !{free}") for one in calls.dividers})
        return match[1] + made + match[3]

    text = BODY.sub(body, module.text) + "".join(dividers.values())
    text += f'!{free} = distinct !{{!{free}, !{free + 1}}}\n!{free + 1} = !{{!"{DIVISION}"}}\n'
    return module.having(text)


def inlined_dividers(text: str) -> str:
    """The module with the dividers where they are called."""
    return run_passes(text, INLINED) if "@cg.divide." in text else text


@dataclass(frozen=True)
class _Operand:
    """An operand as LLVM writes it; how many bits its magnitude has at most, 1 at least; whether it
    may be below zero, and is `signed`.
    """

    text: str
    bits: int
    signed: bool


@dataclass
class _Calls:
    """Makes calls of dividers of the divisions in one function's text. `timed` are the blocks whose
    cycles the source tells, None for all; `most_levels` are the levels that a cycle may have, ANY
    for no bound.

    Quotient and remainder of the same numbers in one block are one call.
    """

    text: str
    timed: Collection[str] | None
    most_levels: int
    dividers: list[Divider] = field(default_factory=list)
    slots: list[str] = field(default_factory=list)

    def made(self) -> str:
        """The function's text without divisions by variables."""
        self.ranges = IndexRanges(statements(self.text.splitlines()))
        self.widened = {name: int(bits) for name, bits in WIDENED.findall(self.text)}
        self.wiring = {name: f"({how} {given})" for name, how, given in WIRING.findall(self.text)}
        first, *others = [
            self._block(name, text) for name, text in blocks_of_text(self.text).items()
        ]
        label, _, rest = first.partition("\n")
        return "".join(["\n".join([label, *self.slots, rest]), *others])

    def _block(self, name: str, text: str) -> str:
        in_one_cycle, known = self.timed is None or name in self.timed, dict[tuple[str, ...], str]()

        def called(division: re.Match[str]) -> str:
            result, sign, kind, width, dividend, divisor, notes = division.groups()
            key = sign, width, self._formula(dividend), self._formula(divisor)
            lines = list[str]()
            if key not in known:
                operands = [
                    self._operand(operand, int(width), signed=sign == "s")
                    for operand in (dividend, divisor)
                ]
                lines = self._call(
                    f"%{result}", int(width), operands, notes, in_one_cycle=in_one_cycle
                )
            place = known.setdefault(key, f"%{result}")
            return "\n".join([*lines, *_loads(f"%{result}", int(width), f"{place}.{kind}", notes)])

        return BY_VARIABLE.sub(called, text)

    def _call(
        self,
        place: str,
        width: int,
        operands: Sequence[_Operand],
        notes: str,
        *,
        in_one_cycle: bool,
    ) -> list[str]:
        """Lines that divide, and put quotient and remainder into new variables."""
        dividend, divisor = operands
        signed = any(one.signed for one in operands)
        as_logic = in_one_cycle or dividend.bits <= SHORT
        at_once = bits_a_cycle(dividend.bits, divisor.bits, self.most_levels)
        divider = Divider(width, dividend.bits, divisor.bits, signed, as_logic, at_once)
        self.dividers.append(divider)
        self.slots += [
            f"  {place}.{kind} = alloca i{storage_bits(width)}" for kind in ("div", "rem")
        ]
        given = (
            f"i{width} {dividend.text}, i{width} {divisor.text}, ptr {place}.div, ptr {place}.rem"
        )
        return [f"  call void @{divider.name}({given}){notes}"]

    def _formula(self, operand: str, depth: int = 6) -> str:
        """How an operand is made of others by wiring: LLVM may have made it once for each use."""
        made = self.wiring.get(operand, operand)
        return (
            made
            if made == operand or not depth
            else VALUE.sub(lambda name: self._formula(name[0], depth - 1), made)
        )

    def _operand(self, text: str, width: int, *, signed: bool) -> _Operand:
        if signed and not text.startswith("%"):
            return _Operand(text, max(1, abs(int(text)).bit_length()), int(text) < 0)
        if signed and text in self.widened:
            return _Operand(text, self.widened[text], signed=True)
        largest = self.ranges.largest(text, width)
        below = signed and bool(largest >> width - 1)
        return _Operand(text, width if below else max(1, largest.bit_length()), below)


def _loads(result: str, width: int, place: str, notes: str) -> list[str]:
    """Lines that take a number out of the memory words that hold it."""
    memory = storage_bits(width)
    if memory == width:
        return [f"  {result} = load i{width}, ptr {place}{notes}"]
    return [
        f"  {result}.word = load i{memory}, ptr {place}{notes}",
        f"  {result} = trunc i{memory} {result}.word to i{width}{notes}",
    ]
