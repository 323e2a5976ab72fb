"""The program that a core is compared with: the prepared LLVM IR, read anew and cut into the
compiler's states.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from cryptagon.hls.ir.instructions import (
    Branch,
    Extract,
    Instruction,
    Operand,
    Phi,
    Undef,
    UnitCall,
    Wait,
)
from cryptagon.hls.ir.model import Function
from cryptagon.hls.proof.flow import needed_at
from cryptagon.hls.proof.loops_as_read import as_read
from cryptagon.hls.proof.meaning import NotCoveredError
from cryptagon.hls.states.cutting import constants_until
from cryptagon.hls.states.machine import Machine
from cryptagon.hls.states.straightening import is_pure

Gist = tuple[str, str, list[Operand], list[str]]


@dataclass(frozen=True)
class Program:
    """A machine with the values `alive` at the start of each block, and the home of each value that
    is kept in a register.

    `needed` gives for each state's block the values that must be kept for it: what the compiler
    computes anew where it is used is traced back to what it is computed from.
    """

    machine: Machine
    homes: Mapping[str, str]
    alive: Mapping[str, frozenset[str]]
    needed: Mapping[str, frozenset[str]]
    define: Mapping[str, Instruction]


def program_of(machine: Machine, homes: Mapping[str, str]) -> Program:
    """The program of a machine that was cut into states and is else as it was read; `homes` gives
    registers by the values that they keep.

    Raises NotCoveredError where a value that is needed in a later cycle has no register.
    """
    function = machine.function
    define = function.definitions()
    needed = needed_at(function)
    kept = {
        block: frozenset().union(*(_roots(value, homes, define) for value in needed[block]))
        for block in machine.state_blocks
    }
    return Program(machine, homes, needed, kept, define)


def _roots(
    value: str, homes: Mapping[str, str], define: Mapping[str, Instruction]
) -> frozenset[str]:
    """The values with registers that a value is computed from; in SSA form they hold what they held
    when it was computed.
    """
    if value in homes:
        return frozenset((value,))
    instruction = define[value]
    if isinstance(instruction, Phi | Extract) or not is_pure(instruction):
        raise NotCoveredError(f"no register keeps the value '{value}'")
    return frozenset().union(*(_roots(name, homes, define) for name in instruction.uses()))


def reset_values(plain: Function, first: str) -> dict[str, int]:
    """What the phis of the first state's block hold after reset, as far as it is defined."""
    way, values = constants_until(plain, {first})
    if len(way) < 2 or way[-1] != first:
        return {}
    return {
        phi.result: values[phi.result]
        for phi in plain.blocks[first].phis
        if not isinstance(phi.come_from(way[-2]), Undef)
    }


def block_changed(plain: Function, function: Function) -> str:
    """The first block of a program that was changed otherwise than by cutting it into states; ""
    for none.

    Cut apart, a block is a chain of blocks, which must have its instructions; only what merely
    computes may be in another order. Let be: waits, which are dropped, the fields of items, which
    move right behind the access, an entry block that became reset values, and what `as_read`
    undoes.
    """
    chains = _chains(as_read(plain, function))
    gone = {plain.entry} - set(chains)
    for name in [name for name in plain.blocks if name not in gone]:
        if name not in chains or _gist(plain.blocks[name].instructions, gone) != _gist(
            chains[name], set()
        ):
            return name
    return ""


def _chains(function: Function) -> dict[str, list[Instruction]]:
    """The instructions of each block that was not made by cutting, with those cut off it behind,
    the branches between them left out.
    """
    found: dict[str, list[Instruction]] = {}
    for name in function.blocks:
        root, _, number = name.rpartition(".cycle")
        if not number.isdigit() or root.split(".cycle")[0] not in function.blocks:
            found[name] = _chain(function, name)
    return found


def _chain(function: Function, name: str) -> list[Instruction]:
    instructions = function.blocks[name].instructions
    last = instructions[-1]
    rest = last.targets[0] if isinstance(last, Branch) and len(last.targets) == 1 else ""
    if rest.startswith(f"{name}.cycle") and rest.removeprefix(f"{name}.cycle").isdigit():
        return [*instructions[:-1], *_chain(function, rest)]
    return instructions


def _gist(instructions: list[Instruction], gone: set[str]) -> tuple[list[Gist], list[Gist]]:
    """What a block computes, in any order, and its phis, accesses and way on, in theirs; a read in
    two halves counts as the whole.
    """
    computed, ordered = [], []
    for i in instructions:
        if (
            i.opcode == "nothing"
            or isinstance(i, Extract | Wait)
            or (isinstance(i, UnitCall) and i.verb == "take_ram")
        ):
            continue
        own = computed if is_pure(i) and not isinstance(i, Phi | Branch) else ordered
        own.append((i.opcode, i.result.removesuffix(".issue"), *_operands(i, gone)))
    return sorted(computed, key=lambda gist: gist[1]), ordered


def _operands(instruction: Instruction, gone: set[str]) -> tuple[list[Operand], list[str]]:
    """Operands and what else there is, blocks that are `gone` left out; a block cut apart ends with
    another name than it begins with.
    """
    if isinstance(instruction, Branch):
        return instruction.operands, [target.split(".cycle")[0] for target in instruction.targets]
    if not isinstance(instruction, Phi):
        return instruction.operands, instruction.what()
    ways = sorted(zip(instruction.operands, instruction.sources), key=lambda way: way[1])
    pairs = [(operand, source) for operand, source in ways if source not in gone]
    return [operand for operand, _ in pairs], [source.split(".cycle")[0] for _, source in pairs]
