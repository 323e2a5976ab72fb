"""What registers are loaded with: the values and constants that are merged into theirs."""

from collections.abc import Collection, Iterable

from cryptagon.hls.ir.instructions import Const, Name, Phi
from cryptagon.hls.states.machine import Machine

MOST_WAYS = 32


def state_phis(machine: Machine) -> set[str]:
    """The values that registers hold where a state begins."""
    return {
        phi.result for name in machine.state_blocks for phi in machine.function.blocks[name].phis
    }


class Sources:
    """Follows the merges of a machine's cycles back to what they choose from."""

    def __init__(self, machine: Machine) -> None:
        self._define = machine.function.definitions()
        self._state_phis = state_phis(machine)

    def of(self, members: Collection[str]) -> tuple[frozenset[str], frozenset[int]]:
        """The values and the constants that are loaded into the register of some values."""
        found: set[str | int] = set()
        for member in sorted(members):
            self._follow(member, members, found, set(), as_made=True)
        return frozenset(one for one in found if isinstance(one, str)), frozenset(
            one for one in found if isinstance(one, int)
        )

    def loaded_alike(self, values: Iterable[str]) -> list[tuple[str, str]]:
        """Pairs of values that are loaded with the same, which is no register itself."""
        loaded: dict[str, list[str]] = {}
        for value in sorted(values):
            for source in sorted(self.of({value})[0] - self._state_phis - {value}):
                loaded.setdefault(source, []).append(value)
        return [(first, other) for first, *others in loaded.values() for other in others]

    def _follow(
        self,
        value: str,
        members: Collection[str],
        found: set[str | int],
        seen: set[str],
        *,
        as_made: bool = False,
    ) -> None:
        """Adds what a value is merged from to what is `found`; `as_made` tells that it is not taken
        from the register.
        """
        if value in seen or (value in members and not as_made):
            return
        if value in self._state_phis and not as_made:
            found.add(value)
            return
        define = self._define[value]
        seen.add(value)
        merged = (
            define.operands
            if isinstance(define, Phi)
            else define.operands[1:]
            if define.opcode == "select"
            else None
        )
        if merged is None or len(seen) > MOST_WAYS:
            found.add(value)
            return
        for operand in merged:
            if isinstance(operand, Const):
                found.add(operand.value)
            elif isinstance(operand, Name):
                self._follow(operand.name, members, found, seen)
