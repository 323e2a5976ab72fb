"""Integers in memory as wide as memory has them.

clang keeps what a function of type uint_t(100) returns in a slot of 100 bits, and takes it out again as two words of 64, as the machine's
calling convention has it. A slot of 128 bits can be taken apart so; one of 100 bits would stay memory.
"""

import re

SLOT = re.compile(r"^(  %[-\w.]+ = alloca )i(\d+)(, align \d+.*)$", re.MULTILINE)
STORE = re.compile(r"^  store i(\d+) ([^\s,]+), (ptr [^\s,]+, align \d+)(.*)$", re.MULTILINE)
LOAD = re.compile(r"^  (%[-\w.]+) = load i(\d+), (ptr [^\s,]+, align \d+)(.*)$", re.MULTILINE)
DEBUG = re.compile(r", !dbg !\d+")


def storage_bits(width: int) -> int:
    """Bits that an integer of `width` bits takes in memory on x86-64."""
    return max(8, 1 << (width - 1).bit_length()) if width <= 64 else -(-width // 64) * 64


def whole_storage(text: str) -> str:
    """The module with every slot, store and load of an integer as wide as its storage; `text` is as clang writes it."""
    text = SLOT.sub(lambda match: f"{match[1]}i{storage_bits(int(match[2]))}{match[3]}", text)
    text = STORE.sub(_store, text)
    return LOAD.sub(_load, text)


def _store(match: re.Match[str]) -> str:
    width, value, place, notes = int(match[1]), match[2], match[3], match[4]
    storage = storage_bits(width)
    if storage == width:
        return match[0]
    wide, debug = f"%cg.stored.{match.start()}", "".join(DEBUG.findall(notes))
    return f"  {wide} = zext i{width} {value} to i{storage}{debug}\n  store i{storage} {wide}, {place}{debug}"


def _load(match: re.Match[str]) -> str:
    result, width, place, notes = match[1], int(match[2]), match[3], match[4]
    storage = storage_bits(width)
    if storage == width:
        return match[0]
    wide, debug = f"%cg.loaded.{match.start()}", "".join(DEBUG.findall(notes))
    return f"  {wide} = load i{storage}, {place}{debug}\n  {result} = trunc i{storage} {wide} to i{width}{debug}"
