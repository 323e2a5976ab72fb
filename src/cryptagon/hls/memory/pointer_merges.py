"""Merges of pointers that are read through where they meet, as merges of what each way reads.

LLVM writes `if (c) x = a[i]; else x = y;` as one read behind the branch, of an address that hangs on the way. The reads go back to the ends
of the ways, as nothing is written between there and the read.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

LABEL = re.compile(r"^([-\w.]+):")
PHI = re.compile(r"^  %([-\w.]+) = phi ptr (\[ .* \])(?:, !dbg !\d+)?$")
EDGE = re.compile(r"\[ ([%@][-\w.]+), %([-\w.]+) \]")
LOAD = re.compile(r"^  %([-\w.]+) = load (i\d+), ptr %([-\w.]+), align \d+(.*)$")
CHANGES = re.compile(r"^  store |\bcall ")
NAME = re.compile(r"%([-\w.]+)")


@dataclass(frozen=True)
class _Merge:
    """A phi of pointers in line `at`, and the lines of the reads through it, all in its block before anything is written."""

    at: int
    edges: tuple[tuple[str, str], ...]
    loads: tuple[int, ...]


def without_pointer_merges(body: str) -> str:
    """The body of a function without phis of pointers that are only read through, in the block where they stand."""
    lines = body.splitlines()
    while merge := next(_merges(lines), None):
        lines = _with_reads_before(lines, merge)
    return "\n".join(lines)


def _merges(lines: Sequence[str]) -> Iterator[_Merge]:
    for at, line in enumerate(lines):
        phi = PHI.match(line)
        edges = tuple(EDGE.findall(phi.group(2))) if phi else ()
        if not phi or len(edges) != phi.group(2).count("[ "):
            continue
        users = [number for number, other in enumerate(lines) if number != at and phi.group(1) in NAME.findall(other)]
        loads = tuple(number for number in users if not lines[number].startswith("    #dbg_"))
        if loads and all(_is_read_at_once(lines, at, number, phi.group(1)) for number in loads):
            yield _Merge(at, edges, loads)


def _is_read_at_once(lines: Sequence[str], at: int, number: int, pointer: str) -> bool:
    load = LOAD.match(lines[number])
    between = lines[at + 1 : number]
    return bool(load and load.group(3) == pointer and number > at and not any(LABEL.match(one) or CHANGES.search(one) for one in between))


def _with_reads_before(lines: list[str], merge: _Merge) -> list[str]:
    """The lines with each read at the end of every way to it, and a phi of what was read."""
    phis: list[str] = []
    ends: dict[str, list[str]] = {}
    for number in merge.loads:
        result, kind, _, tail = LOAD.match(lines[number]).groups()  # type: ignore[union-attr]
        debug = tail[tail.index(", !dbg") :].split(", !tbaa")[0] if ", !dbg" in tail else ""
        read = {way: f"%cg.merged.{merge.at}.{number}.{i}" for i, (_, way) in enumerate(merge.edges)}
        for pointer, way in dict.fromkeys(merge.edges):
            ends.setdefault(way, []).append(f"  {read[way]} = load {kind}, ptr {pointer}, align 1{debug}")
        phis.append(f"  %{result} = phi {kind} {', '.join(f'[ {read[way]}, %{way} ]' for _, way in merge.edges)}")
    pointer = PHI.match(lines[merge.at]).group(1)  # type: ignore[union-attr]
    return _replaced(lines, merge, (pointer, phis), ends)


def _replaced(lines: list[str], merge: _Merge, merged: tuple[str, list[str]], ends: dict[str, list[str]]) -> list[str]:
    found: list[str] = []
    block = ""
    for number, line in enumerate(lines):
        block = label.group(1) if (label := LABEL.match(line)) else block or "reset"
        if number == merge.at:
            found += merged[1]
        elif number in merge.loads or (line.startswith("    #dbg_") and merged[0] in NAME.findall(line)):
            continue
        else:
            found += ends.get(block, []) if _is_terminator(line) else []
            found.append(line)
    return found


def _is_terminator(line: str) -> bool:
    return line.startswith(("  br ", "  switch ", "  ret ", "  unreachable"))
