"""What a study needs to know of a design to run it and to tell about it, whatever it is a design of."""

from typing import Protocol

from cryptagon.catalog.algorithm import Approach


class Contender(Protocol):
    """One core to measure."""

    @property
    def name(self) -> str:
        """What it is a core of: the same for all approaches."""
        ...

    @property
    def approach(self) -> Approach:
        """How the core is made."""
        ...

    @property
    def label(self) -> str:
        """Name and approach, unique in a study."""
        ...
