"""What costs nothing is made again where it is used, so that what it is made of is kept instead.

Widening is made again always, as it only adds bits. Other wiring (slices, shifts, byte swaps,
concatenations) is made again where all that it is made of is kept anyway in every state in which it
would be kept itself. Several values that are wiring of the same ones are made again also where
these have to be kept longer for it, if they have fewer bits: the round keys that are rotations of
one key.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from cryptagon.hls.ir.instructions import Instruction, Name, Phi
from cryptagon.hls.registers.liveness import live_at_states, starts_of
from cryptagon.hls.registers.wiring import is_wiring, set_bits
from cryptagon.hls.states.machine import Machine

WIDENING = frozenset(("zext", "sext", "getelementptr", "freeze"))
MOST_MADE_AGAIN = 64  # operations for one value


def localise_wiring(machine: Machine) -> Machine:
    """Repeats operations that cost nothing where they are used, as far as that makes fewer
    registers.
    """
    return _Localisation(_localise_widening(machine)).run()


def _localise_widening(machine: Machine) -> Machine:
    blocks = machine.function.blocks
    changed = True
    while changed:
        changed = False
        home = {
            i.result: (name, i)
            for name, block in blocks.items()
            for i in block.instructions
            if i.opcode in WIDENING
        }
        for name, block in blocks.items():
            for position, user in [
                (n, i) for n, i in enumerate(block.instructions) if i.opcode != "phi"
            ][::-1]:
                for value in user.uses():
                    if value in home and home[value][0] != name:
                        _repeat(block.instructions, position, home[value][1], name)
                        changed = True
    return machine


def _repeat(
    instructions: list[Instruction], position: int, original: Instruction, block: str
) -> None:
    copy = replace(original, result=f"{original.result}@{block}", operands=list(original.operands))
    instructions[position].rename(original.result, copy.result)
    if not any(i.result == copy.result for i in instructions):
        at = next(n for n, i in enumerate(instructions) if i.opcode != "phi")
        instructions.insert(at, copy)
    else:
        at = next(n for n, i in enumerate(instructions) if i.result == copy.result)
        instructions.insert(
            next(n for n, i in enumerate(instructions) if i.opcode != "phi"), instructions.pop(at)
        )


class _Localisation:
    """Makes wiring again where it is used, in a machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.blocks = machine, machine.function.blocks
        self.define = machine.function.definitions()
        self.home = {
            i.result: block.name for block, i in machine.function.instructions() if i.result
        }
        self.states = starts_of(live_at_states(machine))
        self.copies: set[str] = set()  # the blocks that have some
        self.users = machine.function.users()

    def run(self) -> Machine:
        """The machine; a value is looked at after those that are made of it, whose copies may use
        it.
        """
        self._keep_sources()
        for value in reversed(list(self.define)):
            if parts := self._made_of(value):
                self._make_again(value, parts)
        for block in sorted(self.copies):
            self.blocks[block].instructions = _copies_in_order(
                self.blocks[block].instructions, block
            )
        return self.machine

    def _keep_sources(self) -> None:
        """What several values are wiring of is to be kept in their place, where it has fewer bits
        than they have.
        """
        made: dict[frozenset[str], list[str]] = {}
        for value in self.define:
            if (
                value in self.states
                and not self._made_of(value)
                and (sources := self._sources(value))
            ):
                made.setdefault(sources, []).append(value)
        for sources, values in made.items():
            states = set[str]().union(*(self.states[value] for value in values))
            longer = [(source, states - self.states.get(source, set())) for source in sources]
            if self._most(longer) < self._most((value, self.states[value]) for value in values):
                for source in sources:
                    self.states[source] = self.states.get(source, set()) | states

    def _sources(self, value: str) -> frozenset[str]:
        """What a value is wiring of, in the end; nothing where it is none, or made by too many
        operations.
        """
        wiring, sources, ahead = set[str](), set[str](), [value]
        while ahead and len(wiring) <= MOST_MADE_AGAIN:
            name = ahead.pop()
            if is_wiring(self.define[name], self.define):
                wiring.add(name)
                ahead += [one for one in self.define[name].uses() if one not in wiring]
            else:
                sources.add(name)
        return frozenset() if ahead or value in sources else frozenset(sources)

    def _most(self, kept: Iterable[tuple[str, set[str]]]) -> int:
        """The most bits that are kept of some values in one state."""
        bits = Counter[str]()
        for value, states in kept:
            instruction = self.define[value]
            bits.update(
                dict.fromkeys(
                    states, set_bits(Name(instruction.width, value), self.define).bit_count()
                )
            )
        return max(bits.values(), default=0)

    def _made_of(self, value: str) -> list[str]:
        """The wiring by which a value can be made again wherever it is kept; none where it
        cannot.
        """
        parts = (
            list(islice(self._parts(value, self.states[value]), MOST_MADE_AGAIN + 1))
            if value in self.states
            else []
        )
        return (
            [part for part in parts if part]
            if None not in parts and len(parts) <= MOST_MADE_AGAIN
            else []
        )

    def _parts(self, value: str, states: set[str]) -> Iterator[str | None]:
        """The wiring that a value is made by, what it is made of first; None where something else
        would have to be kept for it.
        """
        instruction = self.define[value]
        if not is_wiring(instruction, self.define):
            yield None
            return
        for name in instruction.uses():
            if not states <= self.states.get(name, set()):
                yield from self._parts(name, states)
        yield value

    def _make_again(self, value: str, parts: list[str]) -> None:
        for block, user in list(self.users.get(value, [])):
            places = [block] if not isinstance(user, Phi) else _sources(user, value)
            for place in places:
                if place != self.home[value]:
                    self._use_copy(user, value, self._copied(parts, place), place)

    def _copied(self, parts: list[str], block: str) -> str:
        """The name of the value in a block, made there from its parts."""
        instructions, names = self.blocks[block].instructions, {}
        at = next(n for n, i in enumerate(instructions) if i.opcode != "phi")
        for part in dict.fromkeys(parts):
            names[part] = f"{part}@{block}"
            if names[part] in self.define:
                continue
            copy = replace(
                self.define[part], result=names[part], operands=list(self.define[part].operands)
            )
            for used in copy.uses():
                copy.rename(used, names.get(used, used))
            instructions.insert(at, copy)
            at += 1
            self.define[copy.result], self.home[copy.result] = copy, block
            self.copies.add(block)
            for used in dict.fromkeys(copy.uses()):
                self.users.setdefault(used, []).append((block, copy))
        return names[parts[-1]]

    def _use_copy(self, user: Instruction, value: str, copy: str, place: str) -> None:
        if not isinstance(user, Phi):
            user.rename(value, copy)
            return
        for number, (operand, source) in enumerate(zip(user.operands, user.sources)):
            if isinstance(operand, Name) and operand.name == value and source == place:
                user.operands[number] = Name(operand.width, copy)


def _copies_in_order(instructions: list[Instruction], block: str) -> list[Instruction]:
    """A block's instructions, those that were made again (widening too) behind its phis, each after
    what it is made of.
    """
    made = {i.result: i for i in instructions if i.result.endswith(f"@{block}")}
    ordered: dict[str, Instruction] = {}

    def place(name: str) -> None:
        for used in made[name].uses() if name not in ordered else ():
            if used in made:
                place(used)
        ordered.setdefault(name, made[name])

    for name in made:
        place(name)
    at = next(n for n, i in enumerate(instructions) if i.opcode != "phi")
    return [
        *instructions[:at],
        *ordered.values(),
        *(i for i in instructions[at:] if i.result not in made),
    ]


def _sources(phi: Phi, value: str) -> list[str]:
    """The blocks from which a phi takes a value."""
    pairs = zip(phi.operands, phi.sources)
    return list(
        dict.fromkeys(
            source
            for operand, source in pairs
            if isinstance(operand, Name) and operand.name == value
        )
    )
