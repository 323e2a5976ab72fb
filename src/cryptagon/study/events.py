"""What a running study tells whoever watches it."""

from dataclasses import dataclass
from typing import Literal, Protocol

from cryptagon.catalog import Entry

State = Literal["running", "done", "cached", "failed"]


@dataclass(frozen=True)
class Event:
    """A stage of an entry has come to `state`; `text` is what there is to say about it in a few
    words, `seconds` the time it took.
    """

    entry: Entry
    stage: str
    state: State
    text: str = ""
    seconds: float = 0.0


class Watcher(Protocol):
    """Receives events, from any thread."""

    def __call__(self, event: Event) -> None:
        """Take note of the event; must return soon."""
        ...
