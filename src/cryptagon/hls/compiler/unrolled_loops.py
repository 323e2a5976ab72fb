"""Loops that are unrolled though the source does not say so, in a design whose cycles have a number
of levels.

There the compiler decides what is done in which cycle, so a loop need not take a cycle for each
iteration. Unrolled, its counter is a number, and what chooses among the elements of an array by it
is wire. A loop is unrolled where it takes hardly more logic than before; `long_cycles` cuts what is
too long then.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from cryptagon.hls.ir.instructions import Const, Element, Instruction, Location, Name, Operand, Phi
from cryptagon.hls.ir.loops import Loop, loop_forest, notes_of_loops
from cryptagon.hls.ir.model import Block, Function
from cryptagon.hls.registers.area import operator_luts
from cryptagon.hls.states.conflicts import WAIT
from cryptagon.hls.states.cycles import LoopCycles
from cryptagon.hls.states.straightening import is_pure

MOST_INSTRUCTIONS = 4096
"""Of all iterations of a loop that is unrolled: the compilation takes time for each."""
HARDLY_MORE = 256
"""Look-up tables, by the estimate of `registers.area`."""


@dataclass(frozen=True)
class UnrolledLoop:
    """A loop that is unrolled though the source does not say so: where it begins, the number of its
    iterations, and how many of them are done at once.
    """

    location: Location
    iterations: int
    at_once: int


def worth_unrolling(function: Function, loops: Sequence[LoopCycles]) -> dict[int, UnrolledLoop]:
    """The loops that take hardly more logic unrolled, by their numbers in the source
    (`LoopNotes.number`): those without a loop inside and of a known number of iterations, whose
    iterations only compute, and of whose cycles the source says nothing. A loop that is there
    several times has to be such a one everywhere.
    """
    notes, bodies = notes_of_loops(function), loop_forest(function.graph, function.entry)
    outer = {loop.parent for loop in loops}
    found: dict[int, UnrolledLoop] = {}
    kept: set[int] = set()
    for loop in loops:
        own = notes.get(loop.header, [])
        told = any(note.statements or note.not_shared or note.work for note in own)
        numbers = {note.number for note in own if note.number}
        if told or loop.header in outer or not _pays(function, loop, bodies[loop.header]):
            kept |= numbers
        else:
            trips = loop.trips_least or 0
            found |= dict.fromkeys(numbers, UnrolledLoop(loop.location, trips, trips))
    return {number: loop for number, loop in found.items() if number not in kept}


def _pays(function: Function, loop: LoopCycles, natural: Loop) -> bool:
    trips = loop.trips_least
    waits = any(state.reason == WAIT for state in loop.states)
    if trips is None or trips != loop.trips_most or waits:
        return False
    blocks = [block for name, block in function.blocks.items() if name in natural.blocks]
    body = [i for block in blocks for i in block.instructions]
    if trips * len(body) > MOST_INSTRUCTIONS or not all(
        is_pure(i) or isinstance(i, Element) for i in body
    ):
        return False
    known = _known_unrolled(function.blocks[loop.header], body, natural.blocks)
    return trips * tables_of_iteration(blocks, loop.header, known) <= (
        tables_of_iteration(blocks, loop.header, frozenset()) + HARDLY_MORE
    )


def _known_unrolled(
    header: Block, body: Sequence[Instruction], inside: Collection[str]
) -> frozenset[str]:
    """The values that are numbers once a loop is unrolled: counters, and what is made of them."""
    ways = {
        phi.result: [
            (operand, source in inside) for operand, source in zip(phi.operands, phi.sources)
        ]
        for phi in header.phis
    }
    counters = {
        name
        for name, operands in ways.items()
        if all(again or isinstance(operand, Const) for operand, again in operands)
    }
    while True:
        known = _made_of(counters, [i for i in body if i.result not in ways])
        lasting = {
            name
            for name in counters
            if all(not again or _is_known(operand, known) for operand, again in ways[name])
        }
        if lasting == counters:
            return known
        counters = lasting


def _made_of(known: Collection[str], body: Sequence[Instruction]) -> frozenset[str]:
    """The values `known`, and those that they and numbers alone make in `body`."""
    found = set(known)
    while more := {
        i.result for i in body if i.result and i.result not in found and found.issuperset(i.uses())
    }:
        found |= more
    return frozenset(found)


def _is_known(operand: Operand, known: Collection[str]) -> bool:
    return isinstance(operand, Const) or (isinstance(operand, Name) and operand.name in known)


def tables_of_iteration(blocks: Sequence[Block], header: str, known: Collection[str]) -> float:
    """Look-up tables, by the estimate of `registers.area`, of an iteration of the loop of `blocks` in
    which the values `known` are numbers.
    """
    straight = all(
        _is_known(operand, known) for block in blocks for operand in block.terminator.operands
    )
    return sum(
        _tables_of(i, known)
        for block in blocks
        for i in block.instructions
        if i.result and i.result not in known
        if not (isinstance(i, Phi) and (straight or block.name == header))
    )


def _tables_of(instruction: Instruction, known: Collection[str]) -> float:
    """Look-up tables of one instruction, of whose operands some are numbers."""
    operands = instruction.operands
    is_choice = instruction.opcode == "select" or isinstance(instruction, Element)
    if is_choice and _is_known(operands[0], known):
        return 0.0
    numbers = [
        Const(o.width, 1) if isinstance(o, Name) and o.name in known else o for o in operands
    ]
    return operator_luts(replace(instruction, operands=numbers), instruction.width)
