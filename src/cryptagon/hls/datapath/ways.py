"""The ways of a multiplexer: its values, and when any of them is chosen."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from cryptagon.hls.datapath.wires import Wire

Case = tuple[Wire, Wire]
"""A condition of one bit, and the value that it chooses."""


class Ways(Protocol):
    """Different values of which one is chosen at a time; any of them where nobody looks."""

    @property
    def values(self) -> Sequence[Wire]:
        """The values, each once."""
        ...

    def when(self, chosen: Collection[Wire]) -> Wire:
        """One bit: one of these values is chosen."""
        ...

    def best_when(self, chosen: Collection[Wire]) -> Wire:
        """The same in the shorter of two forms: one of these, or none of the others."""
        ...


@dataclass(frozen=True)
class Cases:
    """Ways of which the conditions are known.

    They exclude each other, but for those of one value.
    """

    cases: Sequence[Case]
    disjunction: Callable[[list[Wire]], Wire]
    inverse: Callable[[Wire], Wire]

    @property
    def values(self) -> Sequence[Wire]:
        """The values, each once."""
        return list(dict.fromkeys(value for _, value in self.cases))

    def when(self, chosen: Collection[Wire]) -> Wire:
        """One bit: one of these values is chosen."""
        return self.disjunction([condition for condition, value in self.cases if value in chosen])

    def best_when(self, chosen: Collection[Wire]) -> Wire:
        """The same in the shorter of two forms: one of these, or none of the others."""
        others = [value for value in self.values if value not in chosen]
        return self.inverse(self.when(others)) if len(others) < len(chosen) else self.when(chosen)
