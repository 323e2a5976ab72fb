"""As many runs at once as there are workers, whose number changes."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from cryptagon.cluster.machines import StoppedError

logger = logging.getLogger(__name__)


class Room:
    """Places for runs.

    A cluster's own queue would do, but a worker that is lost would then take along what was queued
    for it.
    """

    def __init__(self) -> None:
        self.closed = False
        self._free = threading.Condition()
        self._size = 0
        self._taken = 0

    @contextmanager
    def place(self, *, tell_after_s: float) -> Iterator[None]:
        """A place, as soon as there is one; a warning when there is not a single worker for that
        long. Raises StoppedError when closed.
        """
        with self._free:
            while not self._free.wait_for(
                lambda: self.closed or self._taken < self._size, tell_after_s
            ):
                if self._size == 0:
                    logger.warning("there is no worker; waiting for one to come")
            if self.closed:
                raise StoppedError
            self._taken += 1
        try:
            yield
        finally:
            with self._free:
                self._taken -= 1
                self._free.notify()

    def resize(self, size: int) -> None:
        """There are so many places now; runs that have one keep it."""
        with self._free:
            self._size = size
            self._free.notify_all()

    def close(self) -> None:
        """Nobody gets a place any more."""
        with self._free:
            self.closed = True
            self._free.notify_all()
