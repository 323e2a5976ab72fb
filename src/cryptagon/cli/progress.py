"""Progress on stderr: a live table on a terminal, one line an event elsewhere, nothing where only JSON is wanted."""

import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.live import Live
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from cryptagon.study.contender import Contender
from cryptagon.study.events import Event, Watcher

MARKS = {"done": "[green]✓[/]", "cached": "[dim]✓[/]", "failed": "[red]✗[/]"}


@contextmanager
def progress(entries: Sequence[Contender], stages: Sequence[str], *, silent: bool = False) -> Iterator[Watcher]:
    """A watcher for a study of `entries`, each of which goes through `stages`; what it shows is complete when the context ends."""
    if silent:
        yield lambda event: None
        return
    console = Console(stderr=True)
    if not console.is_terminal:
        yield Lines()
        return
    board = Board(entries, stages)
    with Live(board, console=console, refresh_per_second=8):
        yield board.update


class Lines:
    """One line an event that ends a stage, as it comes: time since the start, entry, stage, what came out."""

    def __init__(self) -> None:
        self.start = time.monotonic()

    def __call__(self, event: Event) -> None:
        """Write the line, whole and at once."""
        if event.state == "running":
            return
        state = "" if event.state == "done" else f" ({event.state})"
        elapsed = duration(time.monotonic() - self.start)
        sys.stderr.write(f"[{elapsed:>7}] {event.entry.label:<18} {event.stage:<12} {first_line(event.text)}{state}\n")
        sys.stderr.flush()


class Board:
    """The live table: a row an entry, a column a stage, a clock at the end of the row."""

    def __init__(self, entries: Sequence[Contender], stages: Sequence[str]) -> None:
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
        return any(event.state == "running" for (owner, _), event in self.cells.items() if owner == label)

    def __rich__(self) -> Table:
        """The table as it stands."""
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
        for heading in ("", "", *self.stages):
            table.add_column(heading, no_wrap=True)
        table.add_column("elapsed", justify="right", no_wrap=True)
        previous = ""
        with self.lock:
            for entry in self.entries:
                name = entry.name if entry.name != previous else ""
                previous = entry.name
                table.add_row(name, entry.approach, *(self._cell(entry, stage) for stage in self.stages), self._elapsed(entry))
        return table

    def _cell(self, entry: Contender, stage: str) -> Text:
        event = self.cells.get((entry.label, stage))
        if event is None:
            return Text("·", style="dim")
        if event.state == "running":
            frame = self.spinner.render(time.monotonic())
            return Text.assemble(frame if isinstance(frame, Text) else "", " ", (event.text, "dim"))
        return Text.from_markup(MARKS[event.state]) + Text(f" {_shortened(event.text)}", style="dim" if event.state == "cached" else "")

    def _elapsed(self, entry: Contender) -> str:
        start = self.clock.get(entry.label)
        return "" if start is None else duration(self.ended.get(entry.label, time.monotonic()) - start)


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
    line = first_line(text)
    return line if len(line) <= width else f"{line[: width - 1]}…"
