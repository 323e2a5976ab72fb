"""Constant tables that hold pointers, as tables of numbers."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cryptagon.errors import CryptagonError
from cryptagon.hls.ir.metadata import Metadata
from cryptagon.hls.ir.statements import Statement
from cryptagon.hls.memory.pointer_flow import POINTER_IN_TABLE, PointerFlow
from cryptagon.hls.memory.pointer_numbers import PointerNumbers, numbers_of
from cryptagon.hls.memory.roms import CONSTANT

DEBUG = re.compile(r"!dbg !(\d+)$")
GLOBAL = re.compile(r"@([-\w.]+)")


@dataclass(frozen=True)
class PointerTables:
    """The tables of a module; `flow` is that of its function's pointers, `sizes` are those of
    objects in bytes.
    """

    flow: PointerFlow
    sizes: Mapping[str, int]
    metadata: Metadata

    def numbered(self, text: str) -> str:
        """A module's text with numbers of 64 bits for the pointers that tables hold.

        Raises CryptagonError, with file and line, for the address of something else than a variable
        or a table.
        """
        return CONSTANT.sub(
            lambda found: self._table(found) if f"@{found[1]}" in self.flow.content else found[0],
            text,
        )

    def _table(self, found: re.Match[str]) -> str:
        numbers, debug = (
            numbers_of(f"memory @{found[1]}", self.flow, self.sizes),
            DEBUG.search(found[0]),
        )
        where = (
            str(self.metadata.declaration(self.metadata.attributes(debug[1])["var"]))
            if debug
            else ""
        )
        numbered = POINTER_IN_TABLE.sub(
            lambda pointer: f"i64 {self._number(pointer[1], numbers, where)}", found[0]
        )
        return re.sub(r"\bptr\b", "i64", numbered)

    def _number(self, pointer: str, numbers: PointerNumbers, where: str) -> int:
        if pointer == "null":
            return 0
        place = self.flow.places.place(pointer)
        if place is None:
            raise CryptagonError(
                "a table of pointers holds one that points to neither a variable nor a table",
                where=where,
                why=f"it holds the address of '{pointer[1:]}'",
                fix="call functions by their names, and let tables hold addresses of variables and tables alone",
            )
        return numbers.constant(place) & (1 << numbers.bits) - 1


def used_tables(values: Mapping[str, str], body: Sequence[Statement]) -> list[str]:
    """The constant tables that a function reaches, those that others hold the addresses of too;
    `values` are their contents.
    """
    used, waiting = dict[str, None](), [one.text for one in body]
    while waiting:
        found = [
            name for name in GLOBAL.findall(waiting.pop()) if name in values and name not in used
        ]
        used |= dict.fromkeys(found)
        waiting += [values[name] for name in found]
    return list(used)
