"""Progress on stderr: a live table on a terminal, one line an event elsewhere, nothing where only
JSON is wanted.
"""

import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console, ConsoleOptions, RenderResult
from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

from cryptagon.analysis.fitted_table import FittedTable
from cryptagon.catalog import Entry
from cryptagon.study.events import Event, Watcher

MARKS = {"done": "[green]✓[/]", "cached": "[dim]✓[/]", "failed": "[red]✗[/]"}


@contextmanager
def progress(
    entries: Sequence[Entry],
    stages: Sequence[str],
    *,
    silent: bool = False,
    seconds: Callable[[], float | None] = lambda: None,
) -> Iterator[Watcher]:
    """A watcher for a study of `entries`, each of which goes through `stages`; what it shows is
    complete when the context ends.

    `seconds` finds how long the study may take, None where that is not known; it is asked on a
    terminal alone.
    """
    if silent:
        yield lambda event: None
        return
    console = Console(stderr=True)
    if not console.is_terminal:
        yield Lines()
        return
    board = Board(entries, stages, seconds())
    with Live(board, console=console, refresh_per_second=8):
        yield board.update


class Lines:
    """One line an event that ends a stage, as it comes: time since the start, entry, stage, what
    came out.
    """

    def __init__(self) -> None:
        self.start = time.monotonic()

    def __call__(self, event: Event) -> None:
        """Write the line, whole and at once."""
        if event.state == "running":
            return
        state = "" if event.state == "done" else f" ({event.state})"
        elapsed = duration(time.monotonic() - self.start)
        sys.stderr.write(
            f"[{elapsed:>7}] {event.entry.label:<18} {event.stage:<12} {first_line(event.text)}{state}\n"
        )
        sys.stderr.flush()


class Board:
    """The live table: a row an entry, a column a stage, a clock at the end of the row."""

    def __init__(
        self, entries: Sequence[Entry], stages: Sequence[str], seconds: float | None = None
    ) -> None:
        self.start = time.monotonic()
        self.seconds = seconds
        self.entries = entries
        self.stages = stages
        self.cells: dict[tuple[str, str], Event] = {}
        self.spinner = Spinner("dots")
        self.clock: dict[str, float] = {}
        self.ended: dict[str, float] = {}
        self.lock = threading.Lock()

    def update(self, event: Event) -> None:
        """Take the event into the table."""
        with self.lock:
            now = time.monotonic()
            label = event.entry.label
            self.clock.setdefault(label, now)
            self.cells[label, event.stage] = event
            self.ended.pop(label, None)
            if event.state == "failed" or (event.state != "running" and not self._runs(label)):
                self.ended[label] = now

    def _runs(self, label: str) -> bool:
        return any(
            event.state == "running" for (owner, _), event in self.cells.items() if owner == label
        )

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The table as it is now: a column a stage, or only the latest stage of each entry where
        the console has no room for all.
        """
        with self.lock:
            whole = self._whole()
            yield (
                whole
                if whole.natural_width(console, options) <= options.max_width
                else self._latest()
            )
            yield Text(self._time(), style="dim")

    def _time(self) -> str:
        """Since the start, and about how long it goes on, as long as that is worth saying."""
        elapsed = time.monotonic() - self.start
        left = (self.seconds or 0) - elapsed
        return (
            f"{duration(elapsed)}, about {duration(left)} left" if left > 5 else duration(elapsed)
        )

    def _whole(self) -> FittedTable:
        rows = [
            (*names, *(self._cell(entry, stage) for stage in self.stages), self._elapsed(entry))
            for entry, names in self._named()
        ]
        headings = ("", "", *self.stages, "elapsed")
        return FittedTable(
            headings, tuple(rows), frozenset({len(headings) - 1}), heading_style="dim"
        )

    def _latest(self) -> FittedTable:
        rows = [
            (*names, *self._last_event(entry), self._elapsed(entry))
            for entry, names in self._named()
        ]
        return FittedTable(
            ("", "", "stage", "", "elapsed"), tuple(rows), frozenset({4}), heading_style="dim"
        )

    def _named(self) -> Iterator[tuple[Entry, tuple[Text, Text]]]:
        """Each entry with its first cells; a name is there once."""
        previous = ""
        for entry in self.entries:
            yield entry, (Text(entry.name if entry.name != previous else ""), Text(entry.approach))
            previous = entry.name

    def _last_event(self, entry: Entry) -> tuple[Text, Text]:
        begun = [stage for stage in self.stages if (entry.label, stage) in self.cells]
        stage = begun[-1] if begun else ""
        return Text(stage), self._cell(entry, stage)

    def _cell(self, entry: Entry, stage: str) -> Text:
        event = self.cells.get((entry.label, stage))
        if event is None:
            return Text("·", style="dim")
        if event.state == "running":
            frame = self.spinner.render(time.monotonic())
            return Text.assemble(frame if isinstance(frame, Text) else "", " ", (event.text, "dim"))
        return Text.from_markup(MARKS[event.state]) + Text(
            f" {_shortened(event.text)}", style="dim" if event.state == "cached" else ""
        )

    def _elapsed(self, entry: Entry) -> Text:
        start = self.clock.get(entry.label)
        return (
            Text()
            if start is None
            else Text(duration(self.ended.get(entry.label, time.monotonic()) - start))
        )


def duration(seconds: float) -> str:
    """Seconds for people: 0.4 s, 12 s, 3:05 min."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{int(seconds) // 60}:{int(seconds) % 60:02} min"


def first_line(text: str) -> str:
    """The first line of a text that may have several."""
    return text.partition("\n")[0]


def _shortened(text: str, width: int = 34) -> str:
    """The first line as far as it fits, cut between words: half a number says something wrong."""
    line = first_line(text)
    if len(line) <= width:
        return line
    return f"{line[:width].rpartition(' ')[0]} …"
