"""A merge of wiring and constants is a merge of what the wiring is made of.

The lengths of a message are put together behind the loop that counts them; where the loop may run
no iteration, LLVM merges them put together with zero. Then they would be kept twice: counted, and
put together.
"""

from dataclasses import replace

from cryptagon.hls.ir.instructions import Const, Instruction, Name, Operand, Phi
from cryptagon.hls.registers.liveness import live_at_states, starts_of
from cryptagon.hls.registers.wiring import is_wiring
from cryptagon.hls.states.evaluation import EVALUATED, evaluate
from cryptagon.hls.states.machine import Machine

MOST_BITS = 512  # of the parts of one value
MERGED = ".merged."


def merge_parts(machine: Machine) -> Machine:
    """Merges the parts of wiring instead of the whole, where the parts are merged elsewhere too, in
    place.
    """
    phis = [
        (phi, name)
        for name, block in machine.function.blocks.items()
        if name not in machine.state_blocks
        for phi in block.phis
    ]
    merges = _Merges(machine)
    for phi, block in phis:
        if merges.take_apart(phi, block):
            merges = _Merges(machine)
    return machine


class _Merges:
    def __init__(self, machine: Machine) -> None:
        self.machine, self.blocks = machine, machine.function.blocks
        self.define = machine.function.definitions()
        self.kept = starts_of(live_at_states(machine))
        self.users = machine.function.users()

    def take_apart(self, phi: Phi, block: str) -> bool:
        """Merges the parts of what a phi merges with constants; its users put them together again.

        Returns whether it did.
        """
        names = {operand.name for operand in phi.operands if isinstance(operand, Name)}
        users = self.users.get(phi.result, [])
        if (
            len(names) != 1
            or phi.result not in self.kept
            or any(isinstance(user, Phi) for _, user in users)
        ):
            return False
        (whole,) = names
        made = dict[str, Instruction]()
        self._follow(whole, made)
        wiring = list(made.values())
        parts = list(
            dict.fromkeys(name for one in wiring for name in one.uses() if name not in made)
        )
        if not parts or not all(map(self._is_merged, parts)):
            return False
        constants = {
            operand: self._parts_of(operand, wiring, parts)
            for operand in phi.operands
            if isinstance(operand, Const)
        }
        if not constants or None in constants.values():
            return False
        self._replace(
            phi, block, wiring, {part: self._merged(phi, part, constants) for part in parts}
        )
        return True

    def _follow(self, value: str, made: dict[str, Instruction]) -> None:
        """Adds the wiring that makes a value to what is `made`, what it is made of first."""
        instruction = self.define[value]
        if (
            value not in made
            and instruction.opcode in EVALUATED
            and is_wiring(instruction, self.define)
        ):
            for name in instruction.uses():
                self._follow(name, made)
            made[value] = instruction

    def _is_merged(self, part: str) -> bool:
        return any(isinstance(user, Phi) for _, user in self.users[part])

    def _parts_of(
        self, constant: Const, wiring: list[Instruction], parts: list[str]
    ) -> dict[str, int] | None:
        """What the parts are where the whole is a constant; None where it cannot be that."""
        if sum(self.define[part].width for part in parts) > MOST_BITS:
            return None
        nothing = dict.fromkeys(parts, 0)
        fixed, found = _whole(wiring, nothing), dict(nothing)
        for part in parts:
            for bit in range(self.define[part].width):
                seen = _whole(wiring, nothing | {part: 1 << bit}) ^ fixed
                if seen and (constant.value ^ fixed) & seen == seen:
                    found[part] |= 1 << bit
        return found if _whole(wiring, found) == constant.value else None

    def _merged(self, phi: Phi, part: str, constants: dict[Const, dict[str, int] | None]) -> Phi:
        width = self.define[part].width

        def operand_for(whole: Operand) -> Operand:
            values = constants.get(whole) if isinstance(whole, Const) else None
            return (
                Const(width, values[part])
                if values
                else Name(width, part)
                if isinstance(whole, Name)
                else replace(whole, width=width)
            )

        return Phi(
            "phi",
            f"{phi.result}{MERGED}{part}",
            width,
            [operand_for(one) for one in phi.operands],
            list(phi.sources),
        )

    def _replace(
        self, phi: Phi, block: str, wiring: list[Instruction], merged: dict[str, Phi]
    ) -> None:
        instructions = self.blocks[block].instructions
        instructions[:] = [*merged.values(), *(one for one in instructions if one is not phi)]
        for place in dict.fromkeys(name for name, _ in self.users[phi.result]):
            names = {part: one.result for part, one in merged.items()}
            names |= {one.result: f"{phi.result}.{one.result}@{place}" for one in wiring}
            instructions = self.blocks[place].instructions
            at = next(n for n, i in enumerate(instructions) if i.opcode != "phi")
            instructions[at:at] = [_renamed(one, names) for one in wiring]
            for name, user in self.users[phi.result]:
                if name == place:
                    user.rename(phi.result, names[wiring[-1].result])


def _renamed(instruction: Instruction, names: dict[str, str]) -> Instruction:
    operands = [
        Name(one.width, names[one.name]) if isinstance(one, Name) else one
        for one in instruction.operands
    ]
    return replace(instruction, result=names[instruction.result], operands=operands)


def _whole(wiring: list[Instruction], parts: dict[str, int]) -> int:
    """What wiring gives of known parts. Raises AssertionError where it does not compute."""
    known = dict(parts)
    for instruction in wiring:
        value = evaluate(instruction, known)
        assert value is not None, str(instruction)
        known[instruction.result] = value
    return known[wiring[-1].result]
