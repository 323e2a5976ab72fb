"""The log of a board: lines of text, which its program prints and `cryptagon testbed read` reads.

Each line begins with "testbed: ", so that a terminal may hold others before and after:

    testbed: begin 1
    testbed: board NAME
    testbed: export IDENTITY
    testbed: unit NAME
    testbed: clock unit_hz HZ bus_hz HZ
    testbed: message NUMBER size BYTES ticks CYCLES bytes BYTES marked 0|1 crc HEX answer HEX
    testbed: end MESSAGES

In the place of a message may be `fault message NUMBER device NUMBER REASON`, or `broken WORDS` at
the end of a simulation. 1 is the version of the layout.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.user_files import UnreadableError, read_text

PREFIX = "testbed: "
VERSION = 1
HEAD = ("board", "export", "unit")
_CLOCK = re.compile(r"clock unit_hz (\d{1,10}) bus_hz (\d{1,10})")
_MESSAGE = re.compile(
    r"message (?P<number>\d{1,9}) size (?P<size>\d{1,10}) ticks (?P<ticks>\d{1,20})"
    r" bytes (?P<came>\d{1,10}) marked (?P<marked>[01]) crc (?P<crc>[0-9a-f]{8})"
    r" answer (?P<answer>(?:[0-9a-f]{2})*)"
)
_FAULT = re.compile(r"fault message (\d+) device (\d+) (\w+)")
REASONS = {
    "refused": "its DMA engine refuses the address or the length",
    "failed": "the memory answered a DMA engine with an error",
    "hangs": "a transfer does not end",
}


@dataclass(frozen=True)
class Answer:
    """A message as the log has it, and the line: `size` bytes of data, `ticks` of the timer, `came`
    bytes of answer with their CRC-32 and their last bytes.
    """

    line: int
    number: int
    size: int
    ticks: int
    came: int
    marked: bool
    crc: str
    answer: str


@dataclass(frozen=True)
class Log:
    """A whole log; `lines` has the line of each part of its head."""

    path: Path
    board: str
    export: str
    unit: str
    unit_hz: int
    bus_hz: int
    answers: tuple[Answer, ...]
    lines: dict[str, int]

    def at(self, part: str) -> str:
        """Where in the file a part of the head is."""
        return f"{self.path}:{self.lines[part]}"


Lines = Sequence[tuple[int, str]]


def read_log(path: Path) -> Log:
    """The log in a file.

    Raises CryptagonError, with the line, for a file that holds none, several, one of a newer
    layout, one that ends early, and for a fault that the board told.
    """
    try:
        text = read_text(path)
    except UnreadableError as fault:
        raise CryptagonError(
            "the log cannot be read", where=fault.at(path), why=str(fault)
        ) from fault
    lines = [
        (number, line.rstrip().removeprefix(PREFIX))
        for number, line in enumerate(text.splitlines(), start=1)
        if line.startswith(PREFIX)
    ]
    if lines and text.endswith(lines[-1][1]) and not lines[-1][1].startswith("end "):
        lines.pop()  # it was cut before its end
    _check_begin(path, lines)
    return _log(path, lines)


def _check_begin(path: Path, lines: Lines) -> None:
    begins = [number for number, line in lines if line.startswith("begin ")]
    if not lines or lines[0][0] not in begins:
        raise CryptagonError(
            "this is no log of a testbed",
            where=f"{path}:{lines[0][0]}" if lines else str(path),
            why=f'no line "{PREFIX}begin {VERSION}" comes first',
            fix="give the file that holds what the board printed, from its first line on",
        )
    if len(begins) > 1:
        raise CryptagonError(
            "the log holds more than one run",
            where=f"{path}:{begins[1]}",
            why=f"runs begin in lines {', '.join(map(str, begins))}",
            fix="keep the lines of one run",
        )
    version = lines[0][1].removeprefix("begin ")
    if version != str(VERSION):
        raise CryptagonError(
            "the log has a layout that is not known",
            where=f"{path}:{begins[0]}",
            why=f"its version is {version}; this Cryptagon reads {VERSION}",
            fix="update Cryptagon, or export the project again",
        )


def _log(path: Path, lines: Lines) -> Log:
    head, at = {}, {}
    for (number, line), name in zip(lines[1:4], HEAD):
        word, _, value = line.partition(" ")
        if word != name or not value:
            raise _odd(path, number, line, f'"{name} ..."')
        head[name], at[name] = value, number
    if len(lines) < 5:
        raise _cut(path, lines, 0)
    clock = _CLOCK.fullmatch(lines[4][1])
    if clock is None:
        raise _odd(path, *lines[4], '"clock unit_hz HZ bus_hz HZ"')
    at["clock"] = lines[4][0]
    answers = _answers(path, lines, lines[5:])
    return Log(path, **head, unit_hz=int(clock[1]), bus_hz=int(clock[2]), answers=answers, lines=at)


def _answers(path: Path, lines: Lines, rest: Lines) -> tuple[Answer, ...]:
    found: list[Answer] = []
    for place, (number, line) in enumerate(rest):
        if line == f"end {len(found)}":
            if place + 1 < len(rest):
                raise _odd(path, *rest[place + 1], "nothing behind the end")
            return tuple(found)
        found.append(_answer(path, number, line, len(found) + 1))
    raise _cut(path, lines, len(found))


def _answer(path: Path, number: int, line: str, expected: int) -> Answer:
    if fault := _FAULT.fullmatch(line):
        why = REASONS.get(fault[3], fault[3])
        raise CryptagonError(
            f"the board did not finish message {fault[1]}",
            where=f"{path}:{number}",
            why=f"{why} (register block {fault[2]})",
            fix="look at the report of timing that the project's build left; try a slower clock",
        )
    if line.startswith("broken "):
        raise CryptagonError(
            "the simulation ended early", where=f"{path}:{number}", why=line.partition(" ")[2]
        )
    match = _MESSAGE.fullmatch(line)
    if match is None or int(match["number"]) != expected:
        raise _odd(path, number, line, f'"message {expected} ..." or "end {expected - 1}"')
    size, ticks, came = (int(match[name]) for name in ("size", "ticks", "came"))
    marked, crc, answer = match["marked"] == "1", match["crc"], match["answer"]
    return Answer(number, expected, size, ticks, came, marked, crc, answer)


def _odd(path: Path, number: int, line: str, expected: str) -> CryptagonError:
    return CryptagonError(
        "the log has a line that does not belong there",
        where=f"{path}:{number}",
        why=f'expected {expected}, got "{line[:80]}"',
        fix="record what the board prints once more, whole",
    )


def _cut(path: Path, lines: Lines, messages: int) -> CryptagonError:
    return CryptagonError(
        "the log ends early",
        where=f"{path}:{lines[-1][0]}",
        why=f"after {messages} messages no end line came",
        fix="wait for the end line, and give the whole log",
    )
