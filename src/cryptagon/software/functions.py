"""The functions of an implementation, as clang reads them: what they take, how large it is, and what
they call.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cryptagon.hls.source.frontend import clang_arguments
from cryptagon.toolchain import answer

_Node = dict[str, Any]
_ARRAY = re.compile(r"^[^\[(]+(?:\[\d+\])+$")


@dataclass(frozen=True)
class Parameter:
    """`pointed` is the type in C of all that a pointer leads to, as unsigned char[16]; "" of a
    value, None of a pointer whose extent nothing tells.
    """

    name: str
    type: str
    pointed: str | None
    constant: bool


@dataclass(frozen=True)
class Function:
    """One that is defined in a C file of the folder, with its line there."""

    name: str
    file: Path
    line: int
    result: str
    parameters: tuple[Parameter, ...]
    calls: tuple[str, ...]
    passed: tuple["Passed", ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class Passed:
    """That a call gives a whole array, or a parameter of the caller, to a parameter."""

    callee: str
    position: int
    pointed: str
    parameter: str


def functions_of(sources: list[Path], standard: str) -> list[Function]:
    """All functions that the files define, without those of files that they include; the extents
    of pointers are the smallest arrays that calls give.
    """
    found = [one for file in sources for one in _of_file(file, standard)]
    for _ in range(len(found)):
        extended = _extended(found)
        if extended == found:
            break
        found = extended
    return found


def _of_file(file: Path, standard: str) -> list[Function]:
    options = ("-w", "-fsyntax-only", "-Xclang", "-ast-dump=json", str(file))
    done = answer([*clang_arguments(file, {}, standard)[:-5], *options], b"")
    if done.returncode:
        return []
    tree, text = json.loads(done.stdout), file.read_bytes()
    nodes = [node for node in tree["inner"] if node["kind"] == "FunctionDecl"]
    return [
        _function(node, file, text)
        for node in nodes
        if any(part["kind"] == "CompoundStmt" for part in node.get("inner", ()))
        and "includedFrom" not in node["loc"]
        and "offset" in node["loc"]
    ]


def _function(node: _Node, file: Path, text: bytes) -> Function:
    parts = [part for part in node["inner"] if part["kind"] == "ParmVarDecl"]
    parameters = tuple(_parameter(part, text) for part in parts)
    body = next(part for part in node["inner"] if part["kind"] == "CompoundStmt")
    calls = [(_callee(call), call["inner"][1:]) for call in _calls(body)]
    passed = tuple(
        Passed(name, position, *given)
        for name, arguments in calls
        for position, argument in enumerate(arguments)
        if any(given := _given(argument))
    )
    return Function(
        node["name"],
        file,
        text[: node["loc"]["offset"]].count(b"\n") + 1,
        _canonical(node["type"]).partition("(")[0].strip(),
        parameters,
        tuple(dict.fromkeys(name for name, _ in calls if name)),
        passed,
    )


def _parameter(node: _Node, text: bytes) -> Parameter:
    kind = _canonical(node["type"])
    name = node.get("name", "")
    if not kind.endswith(("*", "]")) and "(*)" not in kind:
        return Parameter(name, kind.replace("const ", ""), "", constant=True)
    begin, end = node["range"]["begin"], node["range"]["end"]
    written = text[begin.get("offset", 0) : end.get("offset", 0) + end.get("tokLen", 0)].decode(
        errors="replace"
    )
    length = re.search(r"((?:\[\d+\])+)$", written)
    element = kind.removesuffix("*").strip()
    pointed = f"{element}{length[1]}" if length and "(*)" not in kind else None
    if _ARRAY.match(kind):
        pointed = kind
    plain = (pointed or "").replace("const ", "") or None
    return Parameter(name, kind, plain, constant="const" in kind)


def _given(argument: _Node) -> tuple[str, str]:
    """The type of the array that an argument is, and the parameter of the caller that it is; "" for
    what it is not.
    """
    while argument["kind"] in ("ImplicitCastExpr", "CStyleCastExpr", "ParenExpr"):
        (inner,) = argument["inner"][:1]
        if argument.get("castKind") == "ArrayToPointerDecay":
            kind = _canonical(inner["type"])
            return (kind.replace("const ", ""), "") if _ARRAY.match(kind) else ("", "")
        argument = inner
    if argument["kind"] == "DeclRefExpr":
        declared = argument["referencedDecl"]
        return ("", declared["name"]) if declared["kind"] == "ParmVarDecl" else ("", "")
    if argument["kind"] == "UnaryOperator" and argument.get("opcode") == "&":
        inner = argument["inner"][0]
        while inner["kind"] == "ParenExpr":
            inner = inner["inner"][0]
        kind = _canonical(inner["type"])
        # of &a[i] it is not known how much follows
        return (f"{kind}[1]", "") if inner["kind"] != "ArraySubscriptExpr" else ("", "")
    return "", ""


def _extended(functions: list[Function]) -> list[Function]:
    """With the extents of pointers that the calls tell, one call further."""
    sizes: dict[tuple[str, int], set[str]] = {}
    unknown: set[tuple[str, int]] = set()
    for caller in functions:
        own = {one.name: one.pointed for one in caller.parameters}
        for one in caller.passed:
            place, known = (one.callee, one.position), one.pointed or own.get(one.parameter)
            (sizes.setdefault(place, set()).add(known) if known else unknown.add(place))
    return [
        replace(
            function,
            parameters=tuple(
                parameter
                if parameter.pointed is not None
                else replace(parameter, pointed=_smallest(sizes.get((function.name, position))))
                for position, parameter in enumerate(function.parameters)
            ),
        )
        for function in functions
    ]


def _smallest(types: set[str] | None) -> str | None:
    return min(types, key=_elements, default=None) if types else None


def _elements(array: str) -> int:
    product = 1
    for length in re.findall(r"\[(\d+)\]", array):
        product *= int(length)
    return product


def _calls(node: _Node) -> Iterator[_Node]:
    if node.get("kind") == "CallExpr":
        yield node
    for part in node.get("inner", ()):
        yield from _calls(part)


def _callee(call: _Node) -> str:
    node = call["inner"][0]
    while node.get("inner"):
        node = node["inner"][0]
    return node.get("referencedDecl", {}).get("name", "")


def _canonical(kind: _Node) -> str:
    """Without typedefs, but for those of structs, which may have no other name."""
    plain = kind.get("desugaredQualType", kind["qualType"])
    return kind["qualType"] if re.search(r"\b(?:struct|union)\b", plain) else plain
