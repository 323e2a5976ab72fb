"""Which ranges the registers are believed to keep: candidates from the compiler's interval
analysis, and constants that it loads a cycle early. Each is to be proved."""

from cryptagon.hls.compiler import HlsResult
from cryptagon.hls.ir.instructions import Name
from cryptagon.hls.proof.program import Program
from cryptagon.hls.registers.ranges import Interval, value_ranges
from cryptagon.hls.resets.unseen import unseen_resets
from cryptagon.hls.states.evaluation import constant_of

NOWHERE = (1, 0)  # of a value that no way computes: its state is never entered


def ranges_at_starts(result: HlsResult, program: Program) -> dict[tuple[int, str], Interval]:
    """By state and register the interval of what it holds there, where the register could hold
    more.
    """
    known = value_ranges(program.machine.function, program.machine.reset_values)
    widths = {f"r_{register.name}": register.width for register in result.registers.registers}
    found: dict[tuple[int, str], Interval] = {}
    for block, state in program.machine.state_blocks.items():
        for value in program.needed[block]:
            register = program.homes[value]
            low, high = known.get(value, NOWHERE)
            if (low, high) == NOWHERE or found.get((state, register)) == NOWHERE:
                found[state, register] = NOWHERE
                continue
            old = found.get((state, register), (low, high))
            found[state, register] = (min(low, old[0]), max(high, old[1]))
    found |= _constants(result)
    full = {register: (0, (1 << width) - 1) for register, width in widths.items()}
    unseen = unseen_resets(result.datapath.updates)
    return {
        key: interval
        for key, interval in found.items()
        if interval != full[key[1]] and interval[1] <= full[key[1]][1] and key[1] not in unseen
    }


def _constants(result: HlsResult) -> dict[tuple[int, str], Interval]:
    """By state and register the constant that a register has early, which the program as it was
    read knows nothing of.
    """
    found: dict[tuple[int, str], Interval] = {}
    for block, state in result.machine.state_blocks.items():
        for phi in result.machine.function.blocks[block].phis:
            constant = constant_of(Name(phi.width, phi.result), {phi.result: phi})
            home = result.registers.home.get(phi.result)
            if home and constant is not None and phi.result in result.registers.live[block]:
                found[state, f"r_{home.name}"] = (constant, constant)
    return found
