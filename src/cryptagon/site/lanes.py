"""Pictures of figures by name: groups of rows, each with a bar or a mark across."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

LEFT, WIDTH, RIGHT = 250, 700, 640
"""Where marks begin, how wide the picture is, and where marks end, in units of the picture."""
_ROW, _HEADING, _BELOW = 22, 44, 30
MOST_ROWS = 60
"""More rows make a picture longer than anybody reads."""
_LETTER = 7.4


@dataclass(frozen=True)
class Lane:
    """A row: its name, how it was made, the mark of that, how far across it reaches, what is told
    beside it, and the address that it leads to. `strong`: it is the best."""

    name: str
    by: str
    mark: int
    across: float
    text: str
    address: str
    strong: bool = False
    y: int = 0

    @property
    def short(self) -> str:
        """The name as far as there is room."""
        room = int((LEFT - 20) / _LETTER)
        return self.name if len(self.name) <= room else f"{self.name[: room - 1]}…"

    @property
    def length(self) -> float:
        """Of a bar that reaches there."""
        return round(max(1.0, self.across - LEFT), 1)

    @property
    def anchor(self) -> str:
        """On which side of its end the text is."""
        return "end" if self.across > RIGHT - 40 and not self.strong else "start"

    @property
    def text_x(self) -> float:
        """Where the text is."""
        return round(self.across + 10, 1)


@dataclass(frozen=True)
class Group:
    """Rows under a heading, with places and texts along their axis; `band` are the ends of a part
    of it, `line` is a place that is marked. `bars`: rows have bars from the left instead of marks."""

    heading: str
    detail: str
    lanes: tuple[Lane, ...]
    ticks: tuple[tuple[float, str], ...] = ()
    band: tuple[float, float] | None = None
    line: float | None = None
    bars: bool = False
    y: int = 0

    @property
    def top(self) -> int:
        """Where its rows begin."""
        return self.y + _HEADING

    @property
    def tall(self) -> int:
        """What its rows take."""
        return _ROW * len(self.lanes)

    @property
    def bottom(self) -> int:
        """Where its rows end."""
        return self.top + self.tall

    @property
    def height(self) -> int:
        """What it takes."""
        return _HEADING + self.tall + (_BELOW if self.ticks else 12)

    @property
    def band_width(self) -> float:
        """How wide the band is."""
        return round(self.band[1] - self.band[0], 1) if self.band else 0.0

    def at(self, y: int) -> "Group":
        """The same from there down."""
        lanes = (
            replace(one, y=y + _HEADING + _ROW * number + _ROW // 2)
            for number, one in enumerate(self.lanes)
        )
        return replace(self, y=y, lanes=tuple(lanes))


@dataclass(frozen=True)
class Lanes:
    """The whole picture. `left_out` rows are too many for it."""

    title: str
    groups: tuple[Group, ...]
    approaches: tuple[tuple[int, str], ...]
    left_out: int = 0
    left: int = LEFT
    width: int = WIDTH

    @property
    def height(self) -> int:
        """Of the whole picture."""
        return sum(one.height for one in self.groups) + 8


def stacked(groups: Iterable[Group]) -> tuple[Group, ...]:
    """Groups one below the other; of them so many rows as a picture has."""
    kept: list[Group] = []
    room = MOST_ROWS
    for one in groups:
        if room:
            kept.append(replace(one, lanes=one.lanes[:room]))
            room -= len(kept[-1].lanes)
    starts = accumulate((one.height for one in kept), initial=0)
    return tuple(one.at(y) for one, y in zip(kept, starts, strict=False))


def logarithmic(values: Sequence[float]) -> tuple[float, float]:
    """The ends of a logarithmic axis on which these values have room."""
    return min(values) / 1.15, max(values) * 1.15


def place(value: float, low: float, high: float) -> float:
    """Where a value is on a logarithmic axis."""
    return round(LEFT + math.log(value / low) / math.log(high / low) * (RIGHT - LEFT), 1)
