"""The runs of a study: where they are made, and how long they took."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from cryptagon.batch import Arrived, Execute, in_this_thread
from cryptagon.study.times import Times

Result = TypeVar("Result")


@dataclass(frozen=True)
class Runs:
    """`execute` makes them; `times` takes how long they took, None for nothing."""

    execute: Execute = in_this_thread
    times: Times | None = None

    def stage(self, name: str, design: str, make: Callable[[Execute], Result]) -> Result:
        """What `make` gives.

        The seconds that its runs took, added up, are written down as those of the stage.
        """
        spent: list[float] = []
        result = make(_Timed(self.execute, lambda _, seconds: spent.append(seconds)))
        self._note(name, design, "", sum(spent))
        return result

    def steps(self, design: str, target: str, kept: Callable[[tuple[Any, ...]], bool]) -> Execute:
        """For runs each of which is written down by itself, under the name of its function.

        A run by whose arguments its outcome is `kept` is made at once on the caller's thread, as it
        only reads what is there.
        """
        timed = _Timed(
            self.execute,
            lambda function, seconds: self._note(function.__name__, design, target, seconds),
        )
        return _KeptFirst(timed, kept)

    def _note(self, step: str, design: str, target: str, seconds: float) -> None:
        if self.times:
            self.times.add(step, design, target, seconds)


@dataclass(frozen=True)
class Timed(Generic[Result]):
    """What a run gave, and the wall-clock seconds from its begin to its end, wherever it was
    made.
    """

    result: Result
    seconds: float


def timed(function: Callable[..., Result], arguments: tuple[Any, ...]) -> Timed[Result]:
    """Call the function."""
    start = time.monotonic()
    result = function(*arguments)
    return Timed(result, time.monotonic() - start)


@dataclass(frozen=True)
class _Timed:
    execute: Execute
    note: Callable[[Callable[..., Any], float], None]

    def __call__(
        self,
        function: Callable[..., Result],
        batch: Sequence[tuple[Any, ...]],
        /,
        arrived: Arrived[Result] | None = None,
    ) -> list[Result]:
        def hear(place: int, run: Timed[Result]) -> None:
            self.note(function, run.seconds)
            if arrived:
                arrived(place, run.result)

        return [
            run.result
            for run in self.execute(timed, [(function, arguments) for arguments in batch], hear)
        ]


@dataclass(frozen=True)
class _KeptFirst:
    execute: Execute
    kept: Callable[[tuple[Any, ...]], bool]

    def __call__(
        self,
        function: Callable[..., Result],
        batch: Sequence[tuple[Any, ...]],
        /,
        arrived: Arrived[Result] | None = None,
    ) -> list[Result]:
        results: dict[int, Result] = {}

        def hear(place: int, result: Result) -> None:
            results[place] = result
            if arrived:
                arrived(place, result)

        to_make = [place for place, arguments in enumerate(batch) if not self.kept(arguments)]
        for place in sorted(set(range(len(batch))) - set(to_make)):
            hear(place, function(*batch[place]))
        if to_make:
            self.execute(
                function,
                [batch[place] for place in to_make],
                lambda number, result: hear(to_make[number], result),
            )
        return [results[place] for place in range(len(batch))]
