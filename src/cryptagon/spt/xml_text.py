"""XML that anybody may have written: read within limits, or refused with a reason."""

import math
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from cryptagon.errors import CryptagonError

MOST_CHARACTERS = 1 << 20
MOST_ELEMENTS = 2_000
"""Boxes and arrows of a file. A cipher with its key schedule has some hundreds."""
FARTHEST = 1e6


def parsed(text: str, file: Path) -> Element:
    """The root of the XML in `text`.

    Raises CryptagonError for what is none, for declarations and for what is too large.
    """
    if len(text) > MOST_CHARACTERS:
        raise unreadable(file, f"it has more than {MOST_CHARACTERS:,} characters")
    for declaration in ("<!DOCTYPE", "<!ENTITY"):
        if declaration in text:
            raise unreadable(
                file,
                f"it has {declaration}, which no drawing tool writes",
                "remove the declaration",
            )
    try:
        return ElementTree.fromstring(text)
    except ElementTree.ParseError as fault:
        raise unreadable(file, f"it is no XML: {fault}") from fault
    except ValueError as fault:  # a character that no XML has
        raise unreadable(file, f"it is no XML: {fault}") from fault


def unreadable(
    file: Path, why: str, fix: str = "save it again with UMLet or draw.io"
) -> CryptagonError:
    """The error of a file that no figure can be read from."""
    return CryptagonError("this file cannot be read as a figure", where=str(file), why=why, fix=fix)


def coordinate(text: str | None, default: float | None = None) -> float:
    """A coordinate. Raises ValueError for what is none, is not finite or lies off every paper."""
    if text is None or not text.strip():
        if default is None:
            raise ValueError("a coordinate is missing")
        return default
    value = float(text)
    if not math.isfinite(value) or abs(value) > FARTHEST:
        raise ValueError(f"{text.strip()[:20]} is no coordinate")
    return value
