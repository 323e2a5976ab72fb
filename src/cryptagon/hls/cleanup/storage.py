"""Integers in memory as wide as memory has them.

clang keeps what a function of type uint_t(100) returns in a slot of 100 bits, and takes it out
again as two words of 64, as the machine's calling convention has it. A slot of 128 bits can be
taken apart so; one of 100 bits would stay memory.

A struct of three bytes is passed as 24 bits, and kept in three bytes: such an access is no wider
than it says.
"""

import re

from cryptagon.hls.ir.layout import storage_bits
from cryptagon.hls.ir.text_blocks import BODY

SLOT = re.compile(r"^(  %[-\w.]+ = alloca )i(\d+)(, align \d+.*)$", re.MULTILINE)
STORE = re.compile(r"^  store i(\d+) ([^\s,]+), (ptr [^\s,]+, align \d+)(.*)$", re.MULTILINE)
LOAD = re.compile(r"^  (%[-\w.]+) = load i(\d+), (ptr [^\s,]+, align \d+)(.*)$", re.MULTILINE)
DEBUG = re.compile(r", !dbg !\d+")


def whole_storage(text: str) -> str:
    """The module with every slot of an integer, and what is kept there, as wide as its storage;
    `text` is as clang writes it.
    """
    return BODY.sub(lambda match: match[1] + _whole_storage(match[2]) + match[3], text)


def _whole_storage(body: str) -> str:
    slots = {match[1].split()[0] for match in SLOT.finditer(body)}
    body = SLOT.sub(lambda match: f"{match[1]}i{storage_bits(int(match[2]))}{match[3]}", body)
    body = STORE.sub(lambda match: _store(match, slots), body)
    return LOAD.sub(lambda match: _load(match, slots), body)


def _is_exact(width: int, place: str, slots: set[str]) -> bool:
    """Whether an integer is kept in as many bits as it has: in its storage's width, or in the bytes
    of a struct.
    """
    return storage_bits(width) == width or (
        width % 8 == 0 and place.split()[1].rstrip(",") not in slots
    )


def _store(match: re.Match[str], slots: set[str]) -> str:
    width, value, place, notes = int(match[1]), match[2], match[3], match[4]
    if _is_exact(width, place, slots):
        return match[0]
    storage, wide, debug = (
        storage_bits(width),
        f"%cg.stored.{match.start()}",
        "".join(DEBUG.findall(notes)),
    )
    return f"  {wide} = zext i{width} {value} to i{storage}{debug}\n  store i{storage} {wide}, {place}{debug}"


def _load(match: re.Match[str], slots: set[str]) -> str:
    result, width, place, notes = match[1], int(match[2]), match[3], match[4]
    if _is_exact(width, place, slots):
        return match[0]
    storage, wide, debug = (
        storage_bits(width),
        f"%cg.loaded.{match.start()}",
        "".join(DEBUG.findall(notes)),
    )
    return f"  {wide} = load i{storage}, {place}{debug}\n  {result} = trunc i{storage} {wide} to i{width}{debug}"
