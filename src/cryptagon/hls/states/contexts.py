"""Functions that are there once, told apart by the calls that led into them.

What is kept over a call is needed in the states of the function that was called, but only where that
call was made.
"""

from collections.abc import Mapping

from cryptagon.hls.states.machine import Machine

MOST = 200
"""So many calls within calls are told apart, in all; of more none is."""
Moment = tuple[str, int | None]
"""A block, and the phase in which it runs; None where it has none."""
Calls = tuple[str, ...]
"""The blocks from which functions were called that have not returned, the first one first."""
Called = tuple[str, int | None, Calls]
"""A moment within the calls that led to it."""


class Contexts:
    """The calls that may lead to each block of a machine."""

    def __init__(self, machine: Machine) -> None:
        self.behind = {region.entry: region.behind for region in machine.regions}
        self.left = {region.exit: region.behind for region in machine.regions}

    def apart(self, following: Mapping[Moment, list[Moment]]) -> dict[Called, list[Called]]:
        """What follows each moment, by the calls that led to it: a function goes on behind the call
        that was made.
        """
        together = {
            (*moment, ()): [(*target, ()) for target in targets]
            for moment, targets in following.items()
        }
        if not self.behind:
            return together
        first, *_ = following
        waiting = [(*first, ())]
        found: dict[Called, list[Called]] = {}
        led: set[Calls] = set()
        while waiting:
            name, phase, calls = moment = waiting.pop()
            if moment in found:
                continue
            led.add(calls)
            if len(led) > MOST:
                return together
            found[moment] = [
                (*target, after)
                for target in following[name, phase]
                if (after := self._after(name, target[0], calls)) is not None
            ]
            waiting += found[moment]
        return found

    def _after(self, name: str, target: str, calls: Calls) -> Calls | None:
        """The calls behind a way; None for one that returns to another call."""
        if target in self.behind:
            return (*calls, name)
        if name not in self.left:
            return calls
        return calls[:-1] if self.left[name][calls[-1]] == target else None
