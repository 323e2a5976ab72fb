"""Reads the Standard Delay Format (IEEE 1497; version 3.0 as nextpnr writes it): delays of wires
and cells, setup and hold times, in ps.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from cryptagon.errors import CryptagonError

Pin = tuple[str, str]
"""A cell's name and the name of one of its ports."""

_TOKEN = re.compile(r'[()]|"[^"]*"|(?:\\.|[^\s()"\\])+|\n')
_SCALE = re.compile(r"(?P<number>1|10|100)\s*(?P<unit>us|ns|ps|fs)")
_PICOSECONDS = {"us": 1e6, "ns": 1e3, "ps": 1.0, "fs": 1e-3}
# What else is at the head of a file: said about it, and without influence on a delay.
_REMARKS = frozenset(
    {
        "SDFVERSION",
        "DESIGN",
        "DATE",
        "VENDOR",
        "PROGRAM",
        "VERSION",
        "PROCESS",
        "VOLTAGE",
        "TEMPERATURE",
    }
)


@dataclass(frozen=True)
class Delay:
    """Least and greatest value in ps, over rising and falling edges."""

    min_ps: int
    max_ps: int


@dataclass(frozen=True)
class Check:
    """Setup and hold time of a pin against the edge of a clock pin; `rising` is the clock's
    edge.
    """

    clock: str
    rising: bool
    setup: Delay
    hold: Delay


@dataclass(frozen=True)
class Sdf:
    """The delays of one netlist.

    `wires` goes by the pin at which the wire ends, and has the pin where it begins too.
    """

    path: Path
    types: dict[str, str] = field(default_factory=dict)
    wires: dict[Pin, tuple[Pin, Delay]] = field(default_factory=dict)
    paths: dict[str, dict[tuple[str, str], Delay]] = field(default_factory=dict)
    checks: dict[str, dict[str, Check]] = field(default_factory=dict)


class _Node(list["str | _Node"]):
    """A list in parentheses, and the line where it begins."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line

    @property
    def head(self) -> str:
        first = self[0] if self else ""
        return first if isinstance(first, str) else ""

    def nodes(self) -> "list[_Node]":
        return [item for item in self if isinstance(item, _Node)]

    def words(self) -> list[str]:
        return [item for item in self if isinstance(item, str)]


def read_sdf(path: Path) -> Sdf:
    """The delays in a file.

    Raises CryptagonError, with file and line, for a file that cannot be read, is cut short, or says
    something that is not known here: a delay that is not understood must not be lost.
    """
    try:
        text = path.read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise CryptagonError(
            "the delays of this netlist cannot be read", where=str(path), why=str(error)
        ) from error
    return _Reader(path).read(_tree(text, path))


def _tree(text: str, path: Path) -> _Node:
    """The one list that the file is."""
    root = _Node(1)
    open_nodes, line = [root], 1
    for token in _TOKEN.findall(text):
        if token == "\n":
            line += 1
        elif token == "(":
            node = _Node(line)
            open_nodes[-1].append(node)
            open_nodes.append(node)
        elif token != ")":
            open_nodes[-1].append(token)
        elif len(open_nodes) == 1:
            raise CryptagonError(
                "a parenthesis is closed that was never opened", where=f"{path}:{line}"
            )
        else:
            open_nodes.pop()
    if len(open_nodes) > 1:
        raise CryptagonError(
            "this SDF file is cut short",
            where=f"{path}:{open_nodes[-1].line}",
            why="the parenthesis here is never closed",
        )
    files = root.nodes()
    if len(files) != 1 or files[0].head != "DELAYFILE":
        raise CryptagonError(
            "this is no SDF file", where=f"{path}:1", why="it is not one list (DELAYFILE ...)"
        )
    return files[0]


class _Reader:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.sdf = Sdf(path)
        self.scale = 0.0

    def read(self, file: _Node) -> Sdf:
        for node in file.nodes():
            if node.head == "CELL":
                self._cell(node)
            elif node.head == "TIMESCALE":
                self.scale = self._scale(node)
            elif node.head == "DIVIDER" and node.words()[1:] != ["/"]:
                raise self._unknown(node, "only / is known as divider")
            elif node.head not in _REMARKS | {"DIVIDER"}:
                raise self._unknown(node)
        if not self.sdf.types:
            raise CryptagonError("there is no cell in this SDF file", where=str(self.path))
        return self.sdf

    def _scale(self, node: _Node) -> float:
        match = _SCALE.fullmatch(" ".join(node.words()[1:]))
        if match is None:
            raise self._unknown(node, "no such time scale")
        return int(match["number"]) * _PICOSECONDS[match["unit"]]

    def _cell(self, node: _Node) -> None:
        if not self.scale:
            raise self._unknown(node, "no TIMESCALE is before it, so its numbers have no unit")
        parts = {
            part.head: part.words()[1:]
            for part in node.nodes()
            if part.head in ("CELLTYPE", "INSTANCE")
        }
        if len(parts) != 2 or len(parts["CELLTYPE"]) != 1:
            raise self._unknown(node, "a cell has a CELLTYPE and an INSTANCE")
        name = _plain("".join(parts["INSTANCE"]))
        if name in self.sdf.types:
            raise self._unknown(node, f"the cell {name!r} stood there before")
        self.sdf.types[name] = parts["CELLTYPE"][0].strip('"')
        for part in node.nodes():
            if part.head == "DELAY":
                self._each(part, "ABSOLUTE", lambda absolute: self._delays(name, absolute))
            elif part.head == "TIMINGCHECK":
                self._each(part, "SETUPHOLD", lambda check: self._check(name, check))
            elif part.head not in ("CELLTYPE", "INSTANCE"):
                raise self._unknown(part)

    def _each(self, node: _Node, head: str, take: Callable[[_Node], None]) -> None:
        for part in node.nodes():
            if part.head != head:
                raise self._unknown(part)
            take(part)

    def _delays(self, name: str, node: _Node) -> None:
        for part in node.nodes():
            words = [_plain(word) for word in part.words()[1:]]
            if part.head == "IOPATH" and len(words) == 2:
                self.sdf.paths.setdefault(name, {})[words[0], words[1]] = self._delay(
                    part, part.nodes()
                )
            elif part.head == "INTERCONNECT" and len(words) == 2:
                start, end = (self._pin(word, part) for word in part.words()[1:])
                if end in self.sdf.wires:
                    raise self._unknown(part, "a second wire to the same pin")
                self.sdf.wires[end] = (start, self._delay(part, part.nodes()))
            else:
                raise self._unknown(part)

    def _check(self, name: str, node: _Node) -> None:
        edges = [part.words() for part in node.nodes() if part.head in ("posedge", "negedge")]
        values = [part for part in node.nodes() if part.head not in ("posedge", "negedge")]
        if len(edges) != 2 or len(values) != 2 or any(len(edge) != 2 for edge in edges):
            raise self._unknown(node, "(SETUPHOLD (EDGE PIN) (EDGE CLOCK) (SETUP) (HOLD)) is known")
        (_, pin), (edge, clock) = edges
        setup, hold = (self._delay(node, [value]) for value in values)
        found = Check(clock, edge == "posedge", setup, hold)
        checks = self.sdf.checks.setdefault(name, {})
        if checks.setdefault(pin, found) != found:
            raise self._unknown(node, f"another check of {pin} says otherwise")

    def _delay(self, node: _Node, values: list[_Node]) -> Delay:
        """The range of `min:typ:max` over all values that are there: one, or one for the rising and
        one for the falling edge.
        """
        try:
            triples = [
                [float(number) for number in value.words()[0].split(":")] for value in values
            ]
        except (ValueError, IndexError) as error:
            raise self._unknown(node, "no number where one should be") from error
        if not triples or any(len(triple) not in (1, 3) for triple in triples):
            raise self._unknown(node, "a delay is one number or min:typ:max")
        return Delay(
            round(min(triple[0] for triple in triples) * self.scale),
            round(max(triple[-1] for triple in triples) * self.scale),
        )

    def _pin(self, word: str, node: _Node) -> Pin:
        cell, divider, port = word.rpartition("/")
        if not divider:
            raise self._unknown(node, f"{word} is no pin of a cell")
        return _plain(cell), _plain(port)

    def _unknown(self, node: _Node, why: str = "") -> CryptagonError:
        what = f"an entry of this SDF file is not understood: {node.head or '()'}"
        return CryptagonError(
            what, where=f"{self.path}:{node.line}", why=why, fix="known is what nextpnr 0.11 writes"
        )


def _plain(name: str) -> str:
    """A name without the backslashes before its special characters."""
    return re.sub(r"\\(.)", r"\1", name)
