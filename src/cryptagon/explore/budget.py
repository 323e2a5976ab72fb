"""How much an exploration may try."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from cryptagon.errors import CryptagonError
from cryptagon.explore.space import Point

SKETCHED = 0.5
"""The part of the time after which no further design is sketched, so that some are placed."""


@dataclass(frozen=True)
class Budget:
    """At most so many designs are sketched, and so many of these placed; with `minutes` no round is
    begun behind them.
    """

    points: int = 24
    placed: int = 8
    minutes: float | None = None

    def check(self, start: Sequence[Point]) -> None:
        """Raises CryptagonError where not even the first designs can be tried."""
        names = ", ".join(point.name for point in start)
        for given, option in ((self.points, "--points"), (self.placed, "--place")):
            if given < len(start):
                raise CryptagonError(
                    f"a budget of {given} is too small",
                    where=option,
                    why=f"the {len(start)} variants of algorithm.toml are tried in any case: {names}",
                    fix=f"{option} {len(start)} or more",
                )


@dataclass
class Clock:
    """The time since an exploration began; `now` gives seconds."""

    budget: Budget
    now: Callable[[], float] = time.monotonic
    begin: float = field(init=False)

    def __post_init__(self) -> None:
        """Begins now."""
        self.begin = self.now()

    def over(self, part: float = 1.0) -> bool:
        """Whether that part of the time is over; never without a limit."""
        minutes = self.budget.minutes
        return minutes is not None and self.now() - self.begin >= part * minutes * 60

    def at_once(self, count: int, workers: int) -> int:
        """How many designs to begin together: all, or where time is short as many as there are
        workers.
        """
        return count if self.budget.minutes is None else min(count, workers)
