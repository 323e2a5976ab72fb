"""Loops that do the same become one loop, which keeps in a register which of them it is.

A function with a clocked loop that is called at several places, or a loop that is written several
times, is so one piece of hardware: the register that tells where it goes on afterwards is what a
designer calls the phase.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cryptagon.hls.ir.instructions import (
    Const,
    Instruction,
    Name,
    Phi,
    jump,
)
from cryptagon.hls.ir.loops import Loop, loop_forest, notes_of_loops
from cryptagon.hls.ir.model import Block, Function
from cryptagon.hls.states.first_iteration_costs import is_wiring_of
from cryptagon.hls.states.header_states import AGAIN, drop_copies, states_before
from cryptagon.hls.states.likeness import Likeness, likeness
from cryptagon.hls.states.logic_area import look_up_tables
from cryptagon.hls.states.loop_bodies import Body, Side
from cryptagon.hls.states.machine import Machine, State
from cryptagon.hls.states.merged_loops import Group, Merge
from cryptagon.hls.states.straightening import is_pure
from cryptagon.hls.states.unit_ports import hanging_call


def merge_alike_loops(machine: Machine) -> Machine:
    """The machine with loops of one cycle an iteration that do the same as one loop, where that
    makes less logic.

    A loop with a statement `not_shared()` stays one of its own.
    """
    loops = [
        loop
        for loop in loop_forest(machine.function.graph, machine.function.entry).values()
        if _is_of_one_cycle(loop, machine)
    ]
    notes = notes_of_loops(machine.function) if len(loops) > 1 else {}
    loops = [
        loop for loop in loops if not any(note.not_shared for note in notes.get(loop.header, ()))
    ]
    if len(loops) < 2:
        return machine
    function, states = machine.function.copied(), list(machine.states)
    bodies = _bodies(function, loops, states)
    _split_ways_into(function, bodies)
    became: dict[str, str] = {}
    for group in _groups(bodies, machine.unit_ports):
        Merge(function, group).run()
        became |= {body.state: group.first.state for body, _ in group.others}
    merged = {state.block for state in states if state.block not in became}
    if not became or hanging_call(function, merged, machine.operations, machine.unit_ports):
        return machine
    drop_copies(function)
    became |= {
        old.block: became.get(new.block, new.block)
        for old, new in zip(machine.states, states)
        if old.block != new.block
    }
    states = [state for state in states if state.block not in became]
    return replace(machine, function=function, states=states, became=became)


def _is_of_one_cycle(loop: Loop, machine: Machine) -> bool:
    """Whether a loop has one state, at its header or at its back edge, which is not the first one
    after reset.
    """
    own = [state.block for state in machine.states if state.block in loop.blocks]
    return (
        len(own) == 1
        and own[0] in (loop.header, loop.header + AGAIN)
        and own[0] != machine.states[0].block
    )


def _bodies(function: Function, loops: Sequence[Loop], states: list[State]) -> list[Body]:
    """The loops, each with its state in a block of its own."""
    numbers = {state.block: number for number, state in enumerate(states)}
    before = function.predecessors()
    moved = states_before(
        function, {loop.header: before[loop.header] for loop in loops if loop.header in numbers}
    )
    for header, block in moved.items():
        states[numbers[header]] = replace(states[numbers[header]], block=block)
    at = [moved.get(loop.header, loop.header + AGAIN) for loop in loops]
    return [
        Body(function, loop.header, block, loop.blocks - {block}) for loop, block in zip(loops, at)
    ]


def _split_ways_into(function: Function, bodies: Sequence[Body]) -> None:
    """Puts a block on every way into a loop on which a branch decides: what leaves one loop must
    not be taken for what enters another, and a branch may lead into two of them."""
    inside = {
        name: {*body.blocks, body.state} for body in bodies for name in (body.state, body.header)
    }
    for name, block in list(function.blocks.items()):
        for target in block.successors if len(block.successors) > 1 else ():
            if target in inside and name not in inside[target]:
                _split_way(function, name, target)


def _split_way(function: Function, source: str, target: str) -> None:
    between, branch = f"{source}.to.{target}", function.blocks[source].branch
    branch.redirect(target, between)
    for phi in function.blocks[target].phis:
        phi.sources = [between if one == source else one for one in phi.sources]
    function.blocks[between] = Block(between, [jump(target, branch.location)])


def _groups(bodies: Sequence[Body], unit_ports: Mapping[str, int]) -> list[Group]:
    """The loops that become one; `unit_ports` gives the ports of calls, which stay what they
    are.
    """
    groups: list[Group] = []
    sides = {body.header: Side(body) for body in bodies}
    users = {
        value: {block for block, _ in uses} for value, uses in bodies[0].function.users().items()
    }
    for body in bodies:
        for group in groups:
            found = likeness(sides[group.first.header], sides[body.header])
            if (
                found is not None
                and _of_same_ports(found, unit_ports)
                and _is_worth_it(group.first, body, found, users)
            ):
                group.others.append((body, found))
                break
        else:
            groups.append(Group(body, []))
    return [group for group in groups if group.others]


def _of_same_ports(found: Likeness, unit_ports: Mapping[str, int]) -> bool:
    """Whether each call uses the same port of its unit in both loops; other ports are used in the
    cycles around them.
    """
    return all(unit_ports.get(one) == unit_ports.get(other) for one, other in found.values.items())


def _is_worth_it(first: Body, second: Body, found: Likeness, users: Mapping[str, set[str]]) -> bool:
    """Whether a second loop costs more than to choose what differs, and nothing else of it is
    needed elsewhere; `users` are the blocks that use each value.
    """
    inside = [i for name in sorted(first.blocks) for i in first.function.blocks[name].instructions]
    made = first.values()
    saved = sum(
        look_up_tables(i)
        for i in inside
        if i.result in found.values and not _is_there_once(first, i, made)
    )
    by_id = {id(i): i for i in (*inside, *first.function.blocks[first.state].instructions)}
    differing = {
        (by_id[one].operands[place], other.operands[number])
        for (one, place), (other, number) in found.outside.items()
    }
    chosen = sum(new.width / (4 if isinstance(new, Const) else 1) for _, new in differing)
    own, paired = second.blocks | {second.state}, set(found.values.values())
    return (
        len(found.exits) == 1
        and saved > chosen + 4
        and all(value in paired or users.get(value, own) <= own for value in second.values())
    )


def _is_there_once(body: Body, instruction: Instruction, inside: Mapping[str, Instruction]) -> bool:
    """Whether hardware for an instruction of a loop is there once as it is: a unit, and a register
    that takes what a unit gives.
    """
    if not isinstance(instruction, Phi):
        return not is_pure(instruction)
    kept = [
        operand
        for operand, source in zip(instruction.operands, instruction.sources)
        if source == body.state
    ]
    registers = [inside[operand.name] for operand in kept if isinstance(operand, Name)]
    again = [
        o
        for phi in registers
        if isinstance(phi, Phi)
        for o, source in zip(phi.operands, phi.sources)
        if source in body.blocks
    ]
    calls = {name for name, made in inside.items() if not is_pure(made)}
    return bool(again) and all(is_wiring_of(inside, operand, calls) for operand in again)
