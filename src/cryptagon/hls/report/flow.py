"""The state machine for the report: which state can follow which, which source lines a state's
cycle can run, why each state exists.
"""

import re

from cryptagon.hls.report.content import Place, Transition
from cryptagon.hls.source.files import SourceFiles
from cryptagon.hls.states.machine import Machine, State

REASONS = {
    r"loop$": "an iteration of the loop begins here; each takes its own cycle",
    r"division$": "each cycle finds a bit of the quotient; what divides in one cycle is cycles(1) around it, or a SHARED function",
    r"block of memory$": "each cycle moves or compares a word of memory whose size varies; in one cycle it is cycles(1) around it",
    r"reset$": "what is before the first loop, done once after reset",
    r"wait\(\)": "wait() ends the cycle before it",
    r"second access to": "a stream moves one item a cycle, and this way has moved one of it already",
    r"second access of memory port": "a memory port takes one request a cycle, and this way has made one already",
    r"latency of memory port": "the request goes out in one cycle, the response comes in a later one",
    r"read of '": "whoever takes what was written may have to act before this read can succeed",
    r"read of RAM": "a write happens at its cycle's end",
    r"\w+ (read|write) of RAM": "a port serves one access a cycle, and this way has used it already",
    r"latency of block RAM": "the address goes in at the end of a cycle, the word comes out in the next",
    r"\w+ call of shared function": "a unit serves one call a cycle, and this way has used it already",
    r".* would hang on its own result": "all calls' operands pass one multiplexer, where they would hang, by wiring, on what comes back",
    r"stage ": "cycles(k) splits the iteration here",
}


def explanation_of(state: State) -> str:
    """A sentence for the reason of a state; empty where the reason says it all."""
    return next((text for reason, text in REASONS.items() if re.match(reason, state.reason)), "")


def transitions_of(machine: Machine) -> tuple[Transition, ...]:
    """All ways from state to state that the program's branches leave open, in the order of the
    states.
    """
    numbers = machine.state_blocks
    pairs = {
        (number, numbers[target])
        for state, number in numbers.items()
        for block in _blocks_of(machine, state)
        for target in machine.function.blocks[block].successors
        if target in numbers
    }
    return tuple(
        Transition(source=source, target=target, back=target <= source)
        for source, target in sorted(pairs)
    )


def lines_of(machine: Machine, files: SourceFiles) -> list[tuple[Place, ...]]:
    """For each state the source lines that its cycle can run."""
    found = []
    for state in machine.state_blocks:
        instructions = [
            i
            for block in _blocks_of(machine, state)
            for i in machine.function.blocks[block].instructions
        ]
        places = {
            (files.path(i.location), i.location.line) for i in instructions if i.location.line
        }
        found.append(tuple(Place(file=file, line=line) for file, line in sorted(places)))
    return found


def _blocks_of(machine: Machine, state_block: str) -> list[str]:
    """The blocks that one activation from this state can run."""
    return [
        name
        for name in machine.function.blocks
        if name == state_block or machine.reach.leads(state_block, name)
    ]
