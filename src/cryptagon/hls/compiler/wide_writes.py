"""Loops that write an array one byte after another, made to write a word of a RAM at once.

Such a loop copies a buffer or fills it, and takes a cycle for each element. Where the array is a RAM
because the compiler chose so, several elements can lie side by side in a word: then as many
iterations become one, and their writes one write (`memory.joined_writes`).
"""

import operator
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from cryptagon.hls.compiler.unrolled_loops import HARDLY_MORE, tables_of_iteration
from cryptagon.hls.ir.instructions import (
    Compare,
    Const,
    Instruction,
    Load,
    Location,
    LoopNotes,
    Name,
    Operand,
    PointerStep,
    UnitCall,
)
from cryptagon.hls.ir.loops import notes_of_loops
from cryptagon.hls.ir.model import Block, Function
from cryptagon.hls.memory.rams import Ram
from cryptagon.hls.states.facts import COMPARISONS
from cryptagon.hls.states.straightening import is_pure

WORD = 32
"""Bits of a word: in a wider one a read of an element would choose among many."""
FEWEST, MOST = 64, 1 << 16
"""Iterations of such a loop: a word of several elements makes each read of one a choice."""
CHANGES = {"add": operator.add, "or": operator.or_}
"""What LLVM makes of a counter and a number: a later iteration's counter."""
MOST_INSTRUCTIONS = 24
"""Of an iteration, which is there several times afterwards."""


@dataclass(frozen=True)
class WideWrite:
    """A loop that is to write a word at once: its `number` in the source (`LoopNotes.number`), where
    it begins, its iterations, how many of them become one, and the alloca of the array.
    """

    number: int
    location: Location
    iterations: int
    at_once: int
    variable: str

    def is_done(self, function: Function, rams: Iterable[Ram]) -> bool:
        """Whether each loop of its number writes the array once an iteration, a whole word."""
        ram = next((one for one in rams if one.variable == self.variable), None)
        own = [block for block, notes in _inner_loops(function) if notes.number == self.number]
        return bool(own) and all(
            ram is not None
            and _written(block) == ram.name
            and _trips(block) == self.iterations // self.at_once
            for block in own
        )


def wide_writes(function: Function, rams: Iterable[Ram]) -> list[WideWrite]:
    """The loops of a function that can write a word at once: those of a known number of iterations,
    a whole number of words, that write an element of an inferred RAM of bytes or of integers of 16
    bits, in order and from the beginning of a word on, and otherwise compute little. The source says
    nothing of their cycles. A loop that is there several times has to be such a one everywhere.
    """
    counts = {ram.name: (ram, _elements_a_word(ram)) for ram in rams}
    found: dict[int, WideWrite | None] = {}
    for block, notes in _inner_loops(function):
        ram, count = counts.get(_written(block), (None, 1))
        trips = _trips(block)
        one = None
        if (
            ram is not None
            and count > 1
            and trips >= FEWEST
            and trips % count == 0
            and len(block.instructions) <= MOST_INSTRUCTIONS
            and not (notes.statements or notes.not_shared or notes.work)
            and _in_order(block, count)
            and (count - 1) * _tables(block) <= HARDLY_MORE
        ):
            one = WideWrite(notes.number, notes.start, trips, count, ram.variable)
        found[notes.number] = one if found.get(notes.number, one) == one else None
    return [one for number, one in found.items() if number and one]


def _inner_loops(function: Function) -> list[tuple[Block, LoopNotes]]:
    """The blocks that are a loop each, with what the source says of it."""
    return [
        (function.blocks[header], notes)
        for header, own in notes_of_loops(function).items()
        for notes in own
        if header in function.blocks[header].successors
    ]


def _tables(block: Block) -> float:
    """Look-up tables of an iteration, without those that count and end the loop, and without tables
    of constants: of each of these, an iteration reads its own part.
    """
    counters = _counters(block)
    again = [phi.come_from(block.name) for phi in block.phis if phi.result in counters]
    control = {o.name for o in (*again, *block.terminator.operands) if isinstance(o, Name)}
    work = [i for i in block.instructions if not (i.result in control or isinstance(i, Load))]
    return tables_of_iteration([replace(block, instructions=work)], block.name, frozenset())


def _elements_a_word(ram: Ram) -> int:
    """How many elements of an array a word takes; 1 where they stay apart."""
    plain = len(ram.fields) == 1 and ram.width == 8 * ram.element_size
    count = WORD // ram.width if plain and ram.width in (8, 16) else 1
    return count if ram.inferred and ram.words % count == 0 else 1


def _written(block: Block) -> str:
    """The RAM that a block writes once, where it does nothing else but compute; otherwise empty."""
    calls = [i for i in block.instructions if not is_pure(i)]
    only = calls[0] if len(calls) == 1 else None
    return only.unit if isinstance(only, UnitCall) and only.verb == "write_ram" else ""


@dataclass(frozen=True)
class _Counter:
    """A value that begins with `first` and goes up by `step` with each iteration."""

    first: int
    step: int


def _counters(block: Block) -> dict[str, _Counter]:
    """The counters of a loop by the names of their phis."""
    made, found = _made_in(block), dict[str, _Counter]()
    for phi in block.phis:
        begins = {o for o, source in zip(phi.operands, phi.sources) if source != block.name}
        again = phi.come_from(block.name)
        first = next(iter(begins)) if len(begins) == 1 else None
        step = made.get(again.name) if isinstance(again, Name) else None
        if (
            isinstance(first, Const)
            and step is not None
            and step.opcode == "add"
            and step.operands[0] == Name(phi.width, phi.result)
            and isinstance(step.operands[1], Const)
        ):
            found[phi.result] = _Counter(first.value, step.operands[1].value)
    return found


def _made_in(block: Block) -> dict[str, Instruction]:
    return {i.result: i for i in block.instructions if i.result}


def _trips(block: Block) -> int:
    """How often a loop iterates; 0 where that is not known, or very often."""
    made, counters = _made_in(block), _counters(block)
    condition = block.branch.operands[0] if block.branch.operands else None
    test = made.get(condition.name) if isinstance(condition, Name) else None
    if not isinstance(test, Compare) or len(block.branch.targets) != 2:
        return 0
    counted, bound = test.operands
    behind, change = 0, operator.add
    if isinstance(counted, Name) and counted.name not in counters:
        step = made.get(counted.name)
        if step is None or step.opcode not in CHANGES or not isinstance(step.operands[1], Const):
            return 0
        counted, behind, change = step.operands[0], step.operands[1].value, CHANGES[step.opcode]
    counter = counters.get(counted.name) if isinstance(counted, Name) else None
    if counter is None or not isinstance(bound, Const):
        return 0
    goes_on = block.branch.targets[0] == block.name
    for number in range(MOST):
        value = change(counter.first + number * counter.step, behind) % (1 << bound.width)
        if _holds(test.predicate, Const(bound.width, value), bound) != goes_on:
            return number + 1
    return 0


def _holds(predicate: str, left: Const, right: Const) -> bool:
    values = [one.value for one in (left, right)]
    if predicate[0] == "s":
        half = 1 << left.width - 1
        values, predicate = [(value ^ half) for value in values], f"u{predicate[1:]}"
    return COMPARISONS[predicate](*values)


def _in_order(block: Block, count: int) -> bool:
    """Whether places in memory go up by one an iteration, from a multiple of `count` on."""
    counters = {
        name
        for name, counter in _counters(block).items()
        if counter.step == 1 and counter.first % count == 0
    }
    made = _made_in(block)
    places = [
        *(o for i in block.instructions if isinstance(i, PointerStep) for o in i.operands),
        *(i.operands[0] for i in block.instructions if isinstance(i, UnitCall)),
    ]
    reads = [i.address.name for i in block.instructions if isinstance(i, Load)]
    return all(_is_counted(place, counters, made) for place in places) and all(
        isinstance(made.get(name), PointerStep) for name in reads if name
    )


def _is_counted(
    operand: Operand, counters: Collection[str], made: Mapping[str, Instruction]
) -> bool:
    """Whether an operand is such a counter, in whatever width, or 0: the beginning of a table."""
    while isinstance(operand, Name) and operand.name not in counters:
        step = made.get(operand.name)
        if step is None or step.opcode not in ("zext", "sext", "trunc"):
            return False
        operand = step.operands[0]
    return isinstance(operand, Name) or (isinstance(operand, Const) and operand.value == 0)
