"""A choice whose outcome is known where its value is used is left out there.

Behind a clocked loop of twenty rounds the counter is 19: what leaves the loop is what round 19
gives, even where each round chooses between two things by its number. Values that registers keep
are left as they are, as another one would have to be kept beside them.
"""

from collections.abc import Iterable, Iterator, Mapping

from cryptagon.hls.ir.graph import immediate_dominators
from cryptagon.hls.ir.instructions import (
    Compare,
    Const,
    Extract,
    Instruction,
    Name,
    Operand,
    Phi,
)
from cryptagon.hls.ir.loops import back_edges
from cryptagon.hls.registers.conditions import Fact, Facts
from cryptagon.hls.registers.hardware import Hardware
from cryptagon.hls.states.evaluation import EVALUATED, evaluate
from cryptagon.hls.states.straightening import is_pure

DEEPEST = 32  # operations of a condition, and choices one behind the other
LONGEST = 150  # operations one behind the other that are computed earlier


def leave_out_known_choices(hardware: Hardware) -> Hardware:
    """Uses what is chosen in the place of the choice, in place."""
    _KnownChoices(hardware).run()
    return hardware


class _KnownChoices:
    def __init__(self, hardware: Hardware) -> None:
        self.machine, self.kept = hardware.machine, hardware.registers.home
        self.function = self.machine.function
        self.facts = Facts(self.function)
        self.dominators = immediate_dominators(self.function.graph, self.function.entry)
        self.define = self.function.definitions()
        self.ends = set(self._ends())
        self.home = {i.result: block.name for block, i in self.function.instructions() if i.result}

    def run(self) -> None:
        """Looks at each operand with what is known where it is taken."""
        for block, user in list(self.function.instructions()):
            for number, operand in enumerate(user.operands):
                place, facts = block.name, self.facts.at(block.name)
                if isinstance(user, Phi):
                    place = user.sources[number]
                    facts = self.facts.on_edge(place, block.name)
                if facts and self._is_choice(operand):
                    chosen = self._chosen(operand, self._known(facts))
                    if self._is_made_before(chosen, place) or self._moved_before(chosen, place):
                        user.operands[number] = chosen

    def _ends(self) -> Iterator[str]:
        """The tests by which loops go on. What state machines decide in one cycle after the other
        is left to the optimiser.
        """
        before = self.function.predecessors()
        for header, tails in back_edges(self.function.graph, self.function.entry).items():
            for tail in tails if header != self.machine.states[0].block else ():
                again = tail in self.machine.state_blocks and tail != header
                for name in before[tail] if again else [tail]:
                    yield from self.function.blocks[name].terminator.uses()

    def _is_choice(self, operand: Operand) -> bool:
        """Whether an operand is chosen in the cycle in which it is used."""
        made = self.define.get(operand.name) if isinstance(operand, Name) else None
        if made is None or made.result in self.kept:
            return False
        return made.opcode == "select" or (
            isinstance(made, Phi) and self.home[made.result] not in self.machine.state_blocks
        )

    def _known(self, facts: Iterable[Fact]) -> dict[str, int]:
        """What the ends of loops say of values: an outcome of `i == 19` also says what `i` is."""
        found: dict[str, int] = {}
        for fact in facts:
            if len(fact.among) == 1 and fact.subject in self.ends:
                (value,) = fact.among
                found.setdefault(fact.subject, value)
                test = self.define.get(fact.subject)
                if isinstance(test, Compare) and test.predicate == ("eq" if value else "ne"):
                    subject, constant = test.operands
                    if isinstance(subject, Name) and isinstance(constant, Const):
                        found.setdefault(subject.name, constant.value)
        return found

    def _chosen(self, operand: Operand, known: Mapping[str, int]) -> Operand:
        """What a choice gives; the choice itself where its outcome is not known."""
        values = _Values(self.define, known)
        for _ in range(DEEPEST):
            if not self._is_choice(operand):
                break
            assert isinstance(operand, Name)  # a choice has one
            ways = set(self._ways(self.define[operand.name], values))
            if len(ways) != 1:
                break
            (operand,) = ways
        return operand

    def _ways(self, choice: Instruction, values: "_Values") -> Iterator[Operand]:
        """What a choice may give."""
        if not isinstance(choice, Phi):
            condition, chosen, other = choice.operands
            outcome = values.of(condition)
            yield from (chosen, other) if outcome is None else (chosen if outcome else other,)
            return
        home = self.home[choice.result]
        for operand, source in zip(choice.operands, choice.sources):
            facts = self.facts.on_edge(source, home)
            if all(values.fits(one) for one in facts if self._is_older(one.subject, home)):
                yield operand

    def _is_older(self, value: str, block: str) -> bool:
        """Whether a value is made before a block on every way there, so that it is not made again
        between the block and what uses a merge of it: what led back to the head of a loop is of
        the iteration before.
        """
        made = self.home[value]
        return made != block and self.dominators.dominates(made, block)

    def _is_made_before(self, operand: Operand, place: str) -> bool:
        """Whether a value is there whenever a block is reached."""
        return not isinstance(operand, Name) or self.dominators.dominates(
            self.home[operand.name], place
        )

    def _moved_before(self, operand: Operand, place: str) -> bool:
        """Computes a value of one arm of a branch before the branch, where it only computes;
        whether it did.
        """
        assert isinstance(operand, Name)  # a constant is there everywhere
        target = self.home[operand.name]
        while not self.dominators.dominates(target, place):
            if target in self.machine.state_blocks:
                return False
            target = self.dominators[target]
        cone: dict[str, Instruction] = {}
        if not self._follow(operand.name, target, cone, LONGEST):
            return False
        for name, instruction in cone.items():
            _without(self.function.blocks[self.home[name]].instructions, instruction)
            self.function.blocks[target].instructions.insert(-1, instruction)
            self.home[name] = target
        return True

    def _follow(self, name: str, target: str, cone: dict[str, Instruction], longest: int) -> bool:
        """Adds what a value is computed from that is not there at the end of a block, operands
        first; whether all of it only computes.
        """
        if name in cone or self.dominators.dominates(self.home[name], target):
            return True
        made = self.define[name]
        computes = is_pure(made) and not isinstance(made, Phi | Extract) and name not in self.kept
        if not computes or not longest:
            return False
        if not all(self._follow(one, target, cone, longest - 1) for one in made.uses()):
            return False
        cone[name] = made
        return True


def _without(instructions: list[Instruction], gone: Instruction) -> None:
    instructions[:] = [one for one in instructions if one is not gone]


class _Values:
    """What values are, as far as it follows from those that are known."""

    def __init__(self, define: Mapping[str, Instruction], known: Mapping[str, int]) -> None:
        self.define = define
        self.found: dict[str, int | None] = dict(known)

    def of(self, operand: Operand, depth: int = DEEPEST) -> int | None:
        """The value of an operand; None where it is not known."""
        if not isinstance(operand, Name):
            return operand.value if isinstance(operand, Const) else None
        if operand.name not in self.found:
            self.found[operand.name] = self._computed(self.define.get(operand.name), depth)
        return self.found[operand.name]

    def fits(self, fact: Fact) -> bool:
        """Whether a fact may hold."""
        value = self.of(Name(1, fact.subject))
        return value is None or (
            value not in fact.without and (not fact.among or value in fact.among)
        )

    def _computed(self, made: Instruction | None, depth: int) -> int | None:
        if made is None or made.opcode not in EVALUATED or not depth:
            return None
        values = {
            one.name: value
            for one in made.operands
            if isinstance(one, Name) and (value := self.of(one, depth - 1)) is not None
        }
        return evaluate(made, values)
