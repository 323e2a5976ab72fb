"""One function over many arguments, wherever there is room: what lets a search be told apart from
the machines that it runs on.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

Result = TypeVar("Result")
Arrived = Callable[[int, Result], None]


class Execute(Protocol):
    """Runs `function(*arguments)` for each `arguments` of a batch, in parallel where it can, and
    gives the results in the batch's order.

    The function must be found by name in its module, and arguments and results must pickle: they
    may cross to another process or machine. Each call must give the same whenever and wherever it
    is made, as it is made again when a worker is lost. `arrived`, where it is given, is called on
    the caller's thread with each place in the batch and its result, as they come. Raises what a
    call raised, of several the first to come; calls not yet begun are then dropped.
    """

    def __call__(
        self,
        function: Callable[..., Result],
        batch: Sequence[tuple[Any, ...]],
        /,
        arrived: Arrived[Result] | None = None,
    ) -> list[Result]:
        """The results, in order."""
        ...


def one(execute: Execute, function: Callable[..., Result], *arguments: Any) -> Result:  # noqa: ANN401 - the function's own
    """A batch of a single call."""
    return execute(function, [arguments])[0]


def in_this_thread(
    function: Callable[..., Result],
    batch: Sequence[tuple[Any, ...]],
    /,
    arrived: Arrived[Result] | None = None,
) -> list[Result]:
    """One call after the other, here: the simplest `Execute`."""
    results: list[Result] = []
    for place, arguments in enumerate(batch):
        results.append(function(*arguments))
        if arrived:
            arrived(place, results[-1])
    return results
