"""What lies on the paper: boxes with text, and arrows.

It is the same for every drawing tool, in pixels at 100 %.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import hypot

from cryptagon.errors import CryptagonError


@dataclass(frozen=True, order=True)
class Point:
    """A place on the paper in pixels at 100 %, from the top left corner of the drawing."""

    x: float
    y: float

    def __str__(self) -> str:
        return f"({self.x:.0f}, {self.y:.0f})"


@dataclass(frozen=True, eq=False)
class Box:
    """An element with text.

    Two boxes are the same only if they are one object: a figure may have many that look alike.
    """

    text: str
    left: float
    top: float
    width: float
    height: float

    @property
    def title(self) -> str:
        """The text on one line, shortened: how errors name the box."""
        line = " ".join(self.text.split())
        return line if len(line) <= 40 else line[:39] + "…"

    @property
    def corner(self) -> Point:
        """The top left corner: where errors say that the box lies."""
        return Point(self.left, self.top)

    @property
    def middle(self) -> Point:
        """The centre."""
        return Point(self.left + self.width / 2, self.top + self.height / 2)

    def distance(self, point: Point) -> float:
        """From the point to the nearest place of the box, in pixels; 0 inside."""
        across = max(self.left - point.x, 0.0, point.x - self.left - self.width)
        down = max(self.top - point.y, 0.0, point.y - self.top - self.height)
        return hypot(across, down)

    def holds(self, other: "Box") -> bool:
        """Whether the middle of the other box lies in this one, and this one is the larger."""
        return (
            self.distance(other.middle) == 0
            and self.width * self.height > other.width * other.height
        )


@dataclass(frozen=True, eq=False)
class Arrow:
    """A line from a tail to a head. `points` has two or more of them, `heads` says how many ends
    have an arrow head.

    The boxes at its ends are there where the tool wrote them down (draw.io); elsewhere they are
    found by where the line ends.
    """

    points: tuple[Point, ...]
    heads: int = 1
    label: str = ""
    tail_label: str = ""
    head_label: str = ""
    tail: Box | None = None
    head: Box | None = None

    @property
    def title(self) -> str:
        """How errors name the arrow."""
        written = " ".join(" ".join((self.tail_label, self.label, self.head_label)).split())[:40]
        return f"arrow {written}".strip()

    @property
    def corner(self) -> Point:
        """Where errors say that it lies: at its tail."""
        return self.points[0]


@dataclass(frozen=True)
class Sheet:
    """A page, or a frame on one: the drawing of one figure.

    Remarks mean nothing, and are kept for those who read them.
    """

    name: str
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    frame: Box | None = None
    remarks: tuple[Box, ...] = ()


@dataclass(frozen=True)
class Fault:
    """Something in a figure that cannot be meant so: what, how to mend it, and the element with its
    place.
    """

    what: str
    fix: str = ""
    element: str = ""
    place: Point | None = None
    figure: str = ""

    @classmethod
    def at(cls, element: Box | Arrow, what: str, fix: str = "") -> "Fault":
        """The fault of a box or an arrow."""
        return cls(what, fix, element.title, element.corner)

    def where(self, file: object) -> str:
        """File, figure, element and coordinates, for an error."""
        element = f'"{self.element}"' if self.element else ""
        place = f"at {self.place}" if self.place else ""
        inside = f"figure {self.figure}" if self.figure else ""
        return ": ".join(part for part in (str(file), inside, f"{element} {place}".strip()) if part)

    def error(self, file: object) -> CryptagonError:
        """The fault of a figure in that file as an error."""
        return CryptagonError(self.what, where=self.where(file), fix=self.fix)


@dataclass
class Faults:
    """What was found so far, in the figure that is looked at."""

    found: list[Fault] = field(default_factory=list)

    def at(self, element: Box | Arrow, what: str, fix: str = "") -> None:
        """Note the fault of a box or an arrow."""
        self.found.append(Fault.at(element, what, fix))

    def in_figure(self, name: str) -> Iterator[Fault]:
        """The same faults, with the name of the figure."""
        for one in self.found:
            yield Fault(one.what, one.fix, one.element, one.place, one.figure or name)
