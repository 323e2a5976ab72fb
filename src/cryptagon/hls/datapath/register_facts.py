"""What is known of registers that are set together, on the ways into a state.

A loop that is entered with `first = 1` and `i = 0`, and goes round with `first = 0` and `i + 1`, has
`first` only where `i` is 0: the condition `first && i < 35` is `first`, and `first && i == 35` never
holds. A designer leaves such conditions out.
"""

from collections.abc import Iterable, Mapping, Sequence

from cryptagon.hls.datapath.wires import Fact
from cryptagon.hls.ir.instructions import Const, Name, Operand
from cryptagon.hls.states.evaluation import EVALUATED, evaluate, value_of
from cryptagon.hls.states.facts import Facts, Reasoner
from cryptagon.hls.states.machine import Machine

Way = Mapping[str, int | None]
"""What the registers of a state are set to on one way into it, by name; None for what is not a
constant."""
DEEPEST = 6
"""Gates and comparisons behind each other."""


class RegisterFacts:
    """Facts on the registers of a machine that hold in a whole cycle.

    An operand counts where it is made of registers of states and constants alone: what else it was
    made of might be of an earlier cycle here, and of this one there.
    """

    def __init__(self, machine: Machine) -> None:
        self._define = machine.function.definitions()
        self._reasoner = Reasoner(self._define)
        self._ways: dict[str, list[Way]] = {}
        for name in machine.state_blocks:
            phis = machine.function.blocks[name].phis
            ways = _ways_into(machine, name)
            self._ways |= {phi.result: ways for phi in phis}

    def of(self, operand: Operand, value: int) -> tuple[Fact, ...]:
        """The fact that an operand has a value, where it counts."""
        return ((operand, value),) if self._counts(operand, DEEPEST) else ()

    def contradict(self, facts: Sequence[Fact]) -> bool:
        """Whether the facts never hold together."""
        return self._together(facts) is None

    def imply(self, given: Sequence[Fact], others: Sequence[Fact]) -> bool:
        """Whether the others hold where those given do, which do not contradict each other."""
        known = self._together(given)
        return known is not None and all(
            self._value(operand, known) == value for operand, value in others
        )

    def _counts(self, operand: Operand, depth: int) -> bool:
        if isinstance(operand, Const):
            return True
        if not isinstance(operand, Name) or depth == 0:
            return False
        if operand.name in self._ways:
            return True
        define = self._define.get(operand.name)
        return (
            define is not None
            and define.opcode in (*EVALUATED, "select")
            and all(self._counts(one, depth - 1) for one in define.operands)
        )

    def _together(self, facts: Iterable[Fact]) -> Facts | None:
        """All that is known with the facts; None where they contradict each other."""
        known = Facts()
        for operand, value in facts:
            more = self._with_ways(self._reasoner.assume(operand, value, known))
            if more is None:
                return None
            known = more
        told = (self._value(operand, known) in (None, value) for operand, value in facts)
        return known if all(told) else None

    def _value(self, operand: Operand, known: Facts) -> int | None:
        """An operand by what is known of registers; where that is not enough, by other facts."""
        found = self._by_registers(operand, known.values, DEEPEST)
        return self._reasoner.evaluate(operand, known) if found is None else found

    def _by_registers(self, operand: Operand, known: Mapping[str, int], depth: int) -> int | None:
        if not isinstance(operand, Name) or operand.name in self._ways or depth == 0:
            return value_of(operand, known)
        define = self._define[operand.name]
        inner = {
            one.name: value
            for one in define.operands
            if isinstance(one, Name)
            and (value := self._by_registers(one, known, depth - 1)) is not None
        }
        return evaluate(define, inner)

    def _with_ways(self, known: Facts) -> Facts | None:
        """What the ways into states add, that go with what is known of their registers; None where
        facts contradict each other.
        """
        while len(known.values) == len(known.known):
            values, told = known.values, set(known.known)
            registers = {name for name, _ in known.known | known.excluded if name in self._ways}
            for register in registers:
                open_ways = [one for one in self._ways[register] if _goes_with(one, known)]
                if not open_ways:
                    return None
                told |= {
                    (name, value)
                    for name, value in open_ways[0].items()
                    if value is not None
                    and name not in values
                    and all(one[name] == value for one in open_ways)
                }
            if told == known.known:
                return known
            known = Facts(frozenset(told), known.excluded)
        return None


def _goes_with(way: Way, known: Facts) -> bool:
    values = known.values
    return all(
        value is None or (values.get(name, value) == value and (name, value) not in known.excluded)
        for name, value in way.items()
    )


def _ways_into(machine: Machine, state: str) -> list[Way]:
    """The ways into a state, reset among them where it sets a register of the state."""
    phis = machine.function.blocks[state].phis
    ways: list[Way] = [
        {
            phi.result: operand.value if isinstance(operand, Const) else None
            for phi in phis
            for operand in [phi.come_from(source)]
        }
        for source in (phis[0].sources if phis else ())
    ]
    set_by_reset = machine.reset_values.keys() | machine.open_resets
    if state == machine.states[0].block or not set_by_reset.isdisjoint(phi.result for phi in phis):
        ways.append(
            {
                phi.result: None
                if phi.result in machine.open_resets
                else machine.reset_values.get(phi.result)
                for phi in phis
            }
        )
    return ways
