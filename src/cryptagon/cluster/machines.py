"""Runs of a study, as many at once as there is room for; and how they are ended."""

import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from typing import Any, Protocol, Self, TypeVar

from cryptagon import toolchain
from cryptagon.batch import Arrived
from cryptagon.errors import CryptagonError

Result = TypeVar("Result")


class StoppedError(CryptagonError):
    """The run was not made, or not to its end, since its study was interrupted."""

    def __init__(self) -> None:
        super().__init__("the study was interrupted")


class Machines(Protocol):
    """Where runs are made."""

    @property
    def workers(self) -> int:
        """How many runs at once."""
        ...

    def execute(
        self,
        function: Callable[..., Result],
        batch: Sequence[tuple[Any, ...]],
        /,
        arrived: Arrived[Result] | None = None,
    ) -> list[Result]:
        """See `batch.Execute`; from any thread. Raises StoppedError once `stop` was called."""
        ...

    def stop(self) -> None:
        """End all runs now, and their tools; whoever waits for one hears that it was stopped."""
        ...


class Threads:
    """Runs on threads of this process, each of which mostly waits for a tool.

    A context, at whose end nothing runs any more.
    """

    def __init__(self, workers: int, *, limit_s: float | None = None) -> None:
        self.workers = workers
        self.limit_s = limit_s
        self.owner = f"study {uuid.uuid4()}"
        self.stopped = False
        self._pool = ThreadPoolExecutor(max_workers=workers, thread_name_prefix="run")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def execute(
        self,
        function: Callable[..., Result],
        batch: Sequence[tuple[Any, ...]],
        /,
        arrived: Arrived[Result] | None = None,
    ) -> list[Result]:
        """See `batch.Execute`."""
        if self.stopped:
            raise StoppedError
        runs = {
            self._pool.submit(self._begin, function, arguments): place
            for place, arguments in enumerate(batch)
        }
        try:
            for run in as_completed(runs):
                result = self._result(run)
                if arrived:
                    arrived(runs[run], result)
        finally:
            for run in runs:
                run.cancel()
        return [run.result() for run in runs]

    def stop(self) -> None:
        """See `Machines`."""
        self.stopped = True
        self._end_runs()
        self._pool.shutdown()

    def _begin(self, function: Callable[..., Result], arguments: tuple[Any, ...]) -> Result:
        # Not the pool but each run sees to it that nothing begins after a stop: who waits for a run
        # that a pool dropped waits for ever.
        if self.stopped:
            raise StoppedError
        return self._run(function, arguments)

    def _run(self, function: Callable[..., Result], arguments: tuple[Any, ...]) -> Result:
        """One run, to its end, on a thread of the pool."""
        with toolchain.tools_of(self.owner, self.limit_s):
            return function(*arguments)

    def _end_runs(self) -> None:
        toolchain.end_all(self.owner)

    def _result(self, run: Future[Result]) -> Result:
        try:
            return run.result()
        except Exception:
            if self.stopped:  # what failed then failed by that
                raise StoppedError from None
            raise
