"""Which values are needed where a state begins: those become registers."""

from collections.abc import Mapping

from cryptagon.hls.ir.instructions import Name, Phi
from cryptagon.hls.states.machine import Machine


def live_at_states(machine: Machine) -> dict[str, frozenset[str]]:
    """The values that are live where each state begins. Backward data flow over the whole function; a state's own phis count as live at its
    start."""
    function = machine.function
    live_in = live_at_blocks(machine)
    used = {value for _, instruction in function.instructions() for value in instruction.uses()}
    return {
        name: frozenset(live_in[name] | {phi.result for phi in function.blocks[name].phis if phi.result in used})
        for name in machine.state_blocks
    }


def live_at_blocks(machine: Machine) -> dict[str, set[str]]:
    """The values that are live where each block begins, its own phis left out."""
    function = machine.function
    use, define = _uses_and_definitions(machine)
    live_in: dict[str, set[str]] = {name: set() for name in function.blocks}
    changed = True
    while changed:
        changed = False
        for name in reversed(list(function.blocks)):
            block = function.blocks[name]
            out = set(use[name][1])
            for successor in block.successors:
                out |= live_in[successor] - {phi.result for phi in function.blocks[successor].phis}
            found = use[name][0] | (out - define[name])
            if found - live_in[name]:
                live_in[name] |= found
                changed = True
    return live_in


def states_of(live: Mapping[str, frozenset[str]]) -> dict[str, set[str]]:
    """The states at whose start each value is live."""
    states: dict[str, set[str]] = {}
    for state, alive in live.items():
        for value in alive:
            states.setdefault(value, set()).add(state)
    return states


def _uses_and_definitions(machine: Machine) -> tuple[dict[str, tuple[set[str], set[str]]], dict[str, set[str]]]:
    """For each block: values used in it before they are defined there, values its successors' phis take from it; values it defines."""
    function = machine.function
    use: dict[str, tuple[set[str], set[str]]] = {name: (set(), set()) for name in function.blocks}
    define: dict[str, set[str]] = {name: set() for name in function.blocks}
    for name, block in function.blocks.items():
        for instruction in block.instructions:
            if isinstance(instruction, Phi):
                for operand, source in zip(instruction.operands, instruction.sources):
                    if isinstance(operand, Name):
                        use[source][1].add(operand.name)
            else:
                use[name][0].update(value for value in instruction.uses() if value not in define[name])
            define[name].add(instruction.result)
    return use, define
