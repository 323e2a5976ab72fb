"""Merges of pointers that are read through where they meet, as merges of what each way reads.

LLVM writes `if (c) x = a[i]; else x = y;` as one read behind the branch, of an address that hangs on the way. The reads go back to the ends
of the ways, as nothing is written between there and the read.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cryptagon.hls.ir.statements import Label, LoadLine, MergeLine, Record, Statement, StoreLine, is_plain, statements
from cryptagon.hls.ir.text import integer_width

TERMINATORS = frozenset(("br", "switch", "ret", "unreachable"))


@dataclass(frozen=True)
class _Merge:
    """A merge of pointers, the number `at` of the statement, and the reads through it, all in its block before anything is written."""

    at: int
    merge: MergeLine
    loads: dict[int, LoadLine]


def without_pointer_merges(body: list[Statement]) -> list[Statement]:
    """A function without merges of pointers that are only read through, in the block where they stand."""
    while found := next(_merges(body), None):
        body = _with_reads_before(body, found)
    return body


def _merges(body: Sequence[Statement]) -> Iterator[_Merge]:
    for at, one in enumerate(body):
        if not isinstance(one, MergeLine) or one.kind != "ptr" or not all(is_plain(value) for value, _ in one.edges):
            continue
        users = {number: other for number, other in enumerate(body) if one.result in other.names and number != at}
        reads = {number: other for number, other in users.items() if not isinstance(other, Record)}
        loads = {number: other for number, other in reads.items() if isinstance(other, LoadLine)}
        if loads and loads == reads and all(_is_read_at_once(body, at, number, one.result) for number in loads):
            yield _Merge(at, one, loads)


def _is_read_at_once(body: Sequence[Statement], at: int, number: int, pointer: str) -> bool:
    load = body[number]
    if not isinstance(load, LoadLine) or load.pointer != f"%{pointer}" or integer_width(load.kind) is None or number < at:
        return False
    return not any(isinstance(one, Label | StoreLine) or one.opcode == "call" for one in body[at + 1 : number])


def _with_reads_before(body: list[Statement], found: _Merge) -> list[Statement]:
    """The function with each read at the end of every way to it, and a merge of what was read."""
    phis: list[str] = []
    ends: dict[str, list[str]] = {}
    for number, load in found.loads.items():
        read = {way: f"%cg.merged.{found.at}.{number}.{i}" for i, (_, way) in enumerate(found.merge.edges)}
        for pointer, way in dict.fromkeys(found.merge.edges):
            ends.setdefault(way, []).append(f"  {read[way]} = load {load.kind}, ptr {pointer}, align 1{load.place}")
        phis.append(f"  %{load.result} = phi {load.kind} {', '.join(f'[ {read[way]}, %{way} ]' for _, way in found.merge.edges)}")
    return _replaced(body, found, phis, ends)


def _replaced(body: list[Statement], found: _Merge, phis: list[str], ends: dict[str, list[str]]) -> list[Statement]:
    made: list[Statement] = []
    block = ""
    for number, one in enumerate(body):
        block = one.name if isinstance(one, Label) else block or "reset"
        if number == found.at:
            made += statements(phis)
        elif number not in found.loads and not (isinstance(one, Record) and found.merge.result in one.names):
            made += statements(ends.get(block, [])) if one.opcode in TERMINATORS else []
            made.append(one)
    return made
