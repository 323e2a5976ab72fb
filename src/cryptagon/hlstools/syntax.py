"""A C source as clang understands it: its syntax tree, with types, casts and places."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cryptagon.errors import CryptagonError
from cryptagon.hls.source.cpp import SUFFIXES
from cryptagon.hls.source.frontend import NEWEST, clang_arguments
from cryptagon.toolchain import answer

NOTE = re.compile(r'AnnotateAttr 0x[0-9a-f]+ <.*> (?:Inherited )?(?:Implicit )?"([^"]*)"')
OUTPUT = ("-S", "-emit-llvm", "-g", "-o", "-")
"""The options of the compiler that a tree has no use for."""


@dataclass
class Node:
    """A node of the tree.

    `type` is as the source spells it. `file` and `line` are those of the source, outside of macros.
    `fields` are clang's own, but for `inner`. `note` is the text of an annotation.
    """

    kind: str
    type: str
    file: str
    line: int
    fields: Mapping[str, Any]
    inner: list["Node | None"] = field(default_factory=list)
    note: str = ""

    @property
    def name(self) -> str:
        """The name of a declaration."""
        return self.fields.get("name", "")

    @property
    def children(self) -> "list[Node]":
        """The nodes right below, without gaps."""
        return [one for one in self.inner if one]

    @property
    def where(self) -> str:
        """File and line."""
        return f"{self.file}:{self.line}"

    @property
    def target(self) -> Mapping[str, Any]:
        """The declaration that a reference names."""
        return self.fields.get("referencedDecl", {})

    def walk(self) -> "Iterator[Node]":
        """This node and all below it."""
        yield self
        for one in self.children:
            yield from one.walk()

    def notes(self) -> list[str]:
        """The annotations of a declaration."""
        return [one.note for one in self.children if one.kind == "AnnotateAttr"]


def refused(node: Node, what: str, why: str, fix: str) -> CryptagonError:
    """The error for what has no counterpart in the other tool."""
    return CryptagonError(what, where=node.where, why=why, fix=fix)


def tree_of(source: Path, defines: Mapping[str, str], standard: str = NEWEST) -> Node:
    """The tree of a C source that compiles.

    Raises CryptagonError for C++.
    """
    if source.suffix in SUFFIXES:
        raise CryptagonError(
            "a source in C++ is not exported",
            where=str(source),
            why="the translation knows the constructs of C alone",
            fix="write the hardware function in C",
        )
    arguments = [one for one in clang_arguments(source, defines, standard) if one not in OUTPUT]
    only = [*arguments, "-w", "-fsyntax-only", "-Xclang"]
    content = json.loads(_said([*only, "-ast-dump=json"], source))
    notes = NOTE.findall(_said([*only, "-ast-dump"], source).decode(errors="replace"))
    return _Reader(str(source), notes).node(content)


def _said(arguments: Sequence[str], source: Path) -> bytes:
    done = answer(arguments, b"")
    if done.returncode:
        why = done.stderr.decode(errors="replace").strip()[-500:]
        raise CryptagonError("clang gives no tree of this source", where=str(source), why=why)
    return done.stdout


class _Reader:
    """clang's JSON gives file and line of a place only where they differ from the place before, and
    no text of annotations; `notes` are these, in the order of the tree.
    """

    def __init__(self, source: str, notes: Sequence[str]) -> None:
        self.file, self.line = source, 0
        self.notes = iter(notes)

    def node(self, content: Mapping[str, Any]) -> Node:
        """A node with all below it."""
        self._pass(content.get("loc", {}))
        begin = self._pass(content.get("range", {}).get("begin", {}))
        self._pass(content.get("range", {}).get("end", {}))
        found = Node(
            content.get("kind", ""),
            content.get("type", {}).get("qualType", ""),
            *begin,
            {name: value for name, value in content.items() if name != "inner"},
        )
        if found.kind == "AnnotateAttr":
            found.note = next(self.notes)
        # of an array that is not given whole: what fills it, then what is given
        below = content.get("inner", content.get("array_filler", [])[1:])
        found.inner = [self.node(one) if one else None for one in below]
        return found

    def _pass(self, place: Mapping[str, Any]) -> tuple[str, int]:
        """Goes on to a place; the one outside of macros comes last."""
        for one in (place.get("spellingLoc"), place.get("expansionLoc"), place):
            if one:
                self.file, self.line = one.get("file", self.file), one.get("line", self.line)
        return self.file, self.line
