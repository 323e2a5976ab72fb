"""What several threads want to write at once is one transaction: the disk is waited for once, and
nobody tries again and again whether the database is free."""

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Generic, TypeVar

T = TypeVar("T")
Transaction = Callable[[], AbstractContextManager[None]]


class _Job(Generic[T]):
    """Something to write, and what came of it."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._value: T
        self.done = False
        self.fault: BaseException | None = None

    def run(self, part: Transaction) -> None:
        """Do it within a part of the transaction, which is undone alone if it fails."""
        try:
            with part():
                self._value = self._work()
        except Exception as fault:  # its own thread raises it
            self.fault = fault

    @property
    def value(self) -> T:
        """What it gave. Raises what it raised."""
        if self.fault:
            raise self.fault
        return self._value


class GroupCommit:
    """Does the work of the threads that wait in one transaction, by the first of them.

    `whole` begins a transaction and commits it at its end; `part` is one within it.
    """

    def __init__(self, whole: Transaction, part: Transaction) -> None:
        self._whole, self._part = whole, part
        self._writing, self._listing = threading.Lock(), threading.Lock()
        self._waiting: list[_Job] = []

    def write(self, work: Callable[[], T]) -> T:
        """Do it, and come back when it is committed. Raises what it raises, and the fault of the
        transaction, which then holds for all that were in it."""
        own = _Job(work)
        with self._listing:
            self._waiting.append(own)
        with self._writing:  # who waited here finds its work done by the one before it
            if not own.done:
                self._write_all()
        return own.value

    def _write_all(self) -> None:
        with self._listing:
            jobs, self._waiting = self._waiting, []
        try:
            with self._whole():
                for one in jobs:
                    one.run(self._part)
        except BaseException as fault:
            for one in jobs:
                one.fault = fault
            raise
        finally:
            for one in jobs:
                one.done = True
