"""HARDWARE_LEVELS(n): how long the logic of a clock cycle may be."""

import re

from cryptagon.errors import CryptagonError
from cryptagon.hls.source.annotations import global_notes

NOTE = re.compile(r"^cryptagon\.levels\.(.*)$")
ANY = 0
"""A cycle may have any number of levels."""


def most_levels(text: str, source: str) -> int:
    """The levels of look-up tables that a cycle of the design may have; ANY where a module as clang
    wrote it tells none.

    Raises CryptagonError, with file and line, for what is no number from 1 on.
    """
    for note in global_notes(text):
        told = NOTE.match(note.text)
        if told and not re.fullmatch(r"[1-9]\d*", told.group(1).strip()):
            raise CryptagonError(
                f"HARDWARE_LEVELS({told.group(1)}) cannot be",
                where=f"{note.file or source}:{note.line}",
                why="it is how many levels of look-up tables a clock cycle has at most, from 1 on",
                fix="give a number as plain digits",
            )
        if told:
            return int(told.group(1))
    return ANY
