"""How long the runs of earlier studies took: what the estimate of a dry run is made from."""

import json
import logging
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

logger = logging.getLogger(__name__)
FILE = "times.jsonl"


@dataclass(frozen=True)
class Time:
    """One run of `step` for a design on a target, "" for what is done once for all targets:
    wall-clock seconds, and when it ended.
    """

    step: str
    design: str
    target: str
    seconds: float
    date: str


@dataclass(frozen=True)
class Times:
    """The times in `folder`, one line of JSON each; lines are only added, so that several studies
    may do it at once.
    """

    folder: Path

    def add(self, step: str, design: str, target: str, seconds: float) -> None:
        """Write down a run that has ended now.

        A time is worth no fault: where it cannot be written, a warning says so.
        """
        time = Time(
            step, design, target, round(seconds, 2), datetime.now(UTC).isoformat(timespec="seconds")
        )
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with (self.folder / FILE).open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(time)) + "\n")
        except OSError as error:
            logger.warning("the time of a run could not be written: %s", error)

    def load(self) -> list[Time]:
        """All that can be read: a line that a killed study has left half is passed over."""
        try:
            lines = (self.folder / FILE).read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return []
        return list(_read(lines))


def _read(lines: list[str]) -> Iterator[Time]:
    for line in lines:
        try:
            yield Time(**json.loads(line))
        except (ValueError, TypeError):
            logger.debug("no time: %s", line)
