"""Figures damaged in all ways that a disk, an editor or an enemy may find: of the file's text, and
of the XML in it.
"""

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from cryptagon.errors import CryptagonError
from cryptagon.spt import Understanding, understood
from cryptagon.spt.picture import picture

WORDS = (
    "xor", "‖", "input", "output y", "repeat 99999999 x", "split 0", "table S: 14 -> 64 0", "[9:99999999]", "99999999999999999999", "-1",
    "nan", "inf", "1e308", "0x", "•", "«", "lt=<->", "\u202e", "x" * 3000,
    "input x: 16384[16384]", "call xtea", "matrix M: 32 mod 0x1", "", " ",
    "permutation P: 99999 x 99999 to", "(" * 50, "<<<", "figure figure", "figure a", "::::", "a = b = c", "repeat 16384 xtea_round",
)  # fmt: skip
NOTHING = "there is no figure in this file"
"""The one fault whose place is the whole file."""
CALLS = 2_000_000
"""Of functions, that a figure may take, its picture included: five times what the largest takes that
is whole. They are counted, as the time that they take hangs on what runs beside.
"""


def damaged(text: str, source: random.Random) -> str:
    """The file with some wounds. That of SML is JSON, and its text alone is wounded."""
    if text.startswith("{") or source.random() < 0.3:
        for _ in range(source.randint(1, 5)):
            text = source.choice(_TEXT)(text, source)
        return text
    root = ElementTree.fromstring(text)
    for _ in range(source.randint(1, 8)):
        source.choice(_TREE)(root, source)
    return ElementTree.tostring(root, encoding="unicode")


def _cut(text: str, source: random.Random) -> str:
    start = source.randrange(len(text) or 1)
    return text[:start] + text[start + source.randint(1, 300) :]


def _insert(text: str, source: random.Random) -> str:
    start = source.randrange(len(text) or 1)
    return (
        text[:start] + source.choice((*WORDS, "<", "&", "<!DOCTYPE a>", "\0", "]]>")) + text[start:]
    )


def _swap(text: str, source: random.Random) -> str:
    first, second = sorted(source.randrange(len(text) or 1) for _ in range(2))
    return text[second:] + text[first:second] + text[:first]


def _flip(text: str, source: random.Random) -> str:
    start = source.randrange(len(text) or 1)
    return text[:start] + chr(source.randrange(1, 0x250)) + text[start + 1 :]


def _text_of_one(root: Element, source: random.Random) -> None:
    one = source.choice(list(root.iter()))
    one.text = source.choice(
        (
            source.choice(WORDS),
            (one.text or "")[: source.randint(0, 9)],
            f"{one.text}{source.choice(WORDS)}",
        )
    )


def _attribute_of_one(root: Element, source: random.Random) -> None:
    with_some = [one for one in root.iter() if one.attrib]
    if with_some:
        one = source.choice(with_some)
        one.set(source.choice(list(one.attrib)), source.choice(WORDS))


def _gone(root: Element, source: random.Random) -> None:
    parent = source.choice(list(root.iter()))
    if len(parent):
        parent.remove(source.choice(list(parent)))


def _twice(root: Element, source: random.Random) -> None:
    parent = source.choice(list(root.iter()))
    if 0 < len(parent) < 100 and len(list(root.iter())) < 3000:
        parent.append(deepcopy(source.choice(list(parent))))


def _elsewhere(root: Element, source: random.Random) -> None:
    """A number is another one: a place, a size, a point."""
    one = source.choice(list(root.iter()))
    if one.text and any(letter.isdigit() for letter in one.text):
        one.text = "".join(
            str(source.randrange(10)) if letter.isdigit() else letter for letter in one.text
        )


def _another_kind(root: Element, source: random.Random) -> None:
    one = source.choice(list(root.iter()))
    one.tag = source.choice(
        ("element", "mxCell", "diagram", "id", "coordinates", "mxGeometry", "UserObject")
    )


_TEXT: tuple[Callable[[str, random.Random], str], ...] = (_cut, _insert, _swap, _flip)
_TREE: tuple[Callable[[Element, random.Random], None], ...] = (
    _text_of_one, _text_of_one, _attribute_of_one, _gone, _twice, _elsewhere, _elsewhere, _another_kind,
)  # fmt: skip


def survives(file: Path) -> str:
    """What is wrong with how a damaged figure is received; empty where it is right: a program, or
    faults that are told well, and soon.
    """
    try:
        with no_more_calls_than(CALLS):
            found = understood(file)
            picture(found)
    except CryptagonError as error:
        return "" if error.what and error.where else f"an error without a place: {error}"
    return _told(found)


@contextmanager
def no_more_calls_than(limit: int) -> Iterator[None]:
    """Ends work that calls more functions, Python's own among them.

    :raises TooManyCallsError: there are more.
    """
    made = 0

    def count(_frame: object, event: str, _callee: object) -> None:
        nonlocal made
        made += event in ("call", "c_call")
        if made > limit:
            raise TooManyCallsError(f"it takes more than {limit:,} calls of functions")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)


class TooManyCallsError(Exception):
    """The work is not the small one that it should be."""


def _told(found: Understanding) -> str:
    if (found.program is None) != bool(found.faults):
        return "a program in spite of faults, or neither"
    nameless = [
        one
        for one in found.faults
        if not (one.place or one.figure or one.element) and one.what != NOTHING
    ]
    return f"faults without a place: {nameless}" if nameless else ""
