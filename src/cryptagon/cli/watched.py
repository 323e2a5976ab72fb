"""A study under a progress display, which may be interrupted."""

import signal
from collections.abc import Callable, Sequence
from typing import TypeVar

from cryptagon.catalog import Entry
from cryptagon.cli.faults import NOTHING_LOST, Interrupted
from cryptagon.cli.progress import progress
from cryptagon.study.events import Watcher

Result = TypeVar("Result")


def watched(
    entries: Sequence[Entry],
    columns: Sequence[str],
    silent: bool,
    study: Callable[[Watcher], Result],
    *,
    seconds: Callable[[], float | None] = lambda: None,
) -> Result:
    """Run `study` with progress on stderr, none if `silent`; `seconds` finds how long it may take.

    Raises Interrupted when a terminal or a job scheduler ends it.
    """
    # Ended by either, it is the same: the tools must not go on alone.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with progress(entries, columns, silent=silent, seconds=seconds) as watch:
            return study(watch)
    except KeyboardInterrupt as interrupt:
        raise Interrupted(NOTHING_LOST) from interrupt
