"""What an implementation run tells whoever watches it."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """A step of an implementation has ended: number `done` of `planned`, fewer when the design
    turns out not to fit.

    `step` is "synthesis", or the seed and requested frequency of place and route; `text` says in a
    few words what came of it, `seconds` the time since the step before it; `cached` is true when it
    had been done before.
    """

    design: str
    target: str
    step: str
    strategy: str
    text: str
    cached: bool
    seconds: float
    done: int
    planned: int


Watcher = Callable[[Progress], None]
