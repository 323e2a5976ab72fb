"""What a C source declares for hardware, as the translation needs it: the hardware function, what
it reaches, its streams and wires, and the functions that use them.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from cryptagon.errors import CryptagonError
from cryptagon.hlstools.syntax import Node, refused

HARDWARE = "cryptagon.hardware"
ACCESS = re.compile(r"cg_(get|look|offers|put)_(\w+)")
LOOPS = {"ForStmt", "WhileStmt", "DoStmt"}
STREAM_OF = re.compile(r"cg_(stream_in|stream_out|wire_in)_(\w+)")


@dataclass
class Program:
    """One source: its tree, and its declarations by name."""

    tree: Node
    functions: Mapping[str, Node] = field(init=False)
    variables: Mapping[str, Node] = field(init=False)

    def __post_init__(self) -> None:
        """Sorts what the tree declares; the definition of a function counts, not what announces it."""
        defined = [one for one in self.tree.children if one.kind == "FunctionDecl" and body_of(one)]
        self.functions = {one.name: one for one in defined}
        self.variables = {one.name: one for one in self.tree.children if one.kind == "VarDecl"}

    @cached_property
    def hardware(self) -> Node:
        """The function that becomes the module. Raises CryptagonError where there is none."""
        found = next((one for one in self.functions.values() if HARDWARE in one.notes()), None)
        if found is None:
            raise CryptagonError(
                "no function of this source is marked HARDWARE",
                where=self.tree.file,
                fix="write HARDWARE before the function that is to be hardware",
            )
        return found

    @cached_property
    def ports(self) -> list[tuple[str, str, str]]:
        """Kind, name and type of each stream and wire, in the order of the source."""
        found = ((STREAM_OF.fullmatch(name), one) for name, one in self.variables.items())
        return [(mark[1], mark[2], one.type) for mark, one in found if mark]

    @cached_property
    def reached(self) -> list[Node]:
        """The hardware function and what it calls, in the order of the source."""
        return [
            one for name, one in self.functions.items() if name in self._reach(self.hardware.name)
        ]

    @cached_property
    def used_variables(self) -> list[Node]:
        """The variables outside of functions that these name, in the order of the source."""
        named, more = set[str](), [*self.reached]
        while more:
            found = {one.target["name"] for one in _references(more.pop(), "VarDecl")} - named
            named |= found
            more += [self.variables[name] for name in found if name in self.variables]
        return [one for name, one in self.variables.items() if name in named]

    def accesses(self, function: str) -> dict[str, set[str]]:
        """The streams and wires that a function uses, or what it calls, and how: get, look, ..."""
        found: dict[str, set[str]] = {}
        for name in self._reach(function):
            for call in self._calls[name]:
                if mark := ACCESS.fullmatch(call):
                    found.setdefault(mark[2], set()).add(mark[1])
        return {name: found[name] for _, name, _ in self.ports if name in found}

    def rolled(self, node: Node) -> bool:
        """Whether a loop that stays a loop is in a statement or in what it calls."""
        loops = any(one.kind in LOOPS and not self.unrolled(one) for one in node.walk())
        called = (
            name
            for one in _references(node, "FunctionDecl")
            if (name := one.target["name"]) in self.functions
        )
        return loops or any(self._is_rolled(name) for name in called)

    def unrolled(self, loop: Node) -> bool:
        """Whether a loop is marked as logic, all of it."""
        return id(loop) in self._unrolled

    def _is_rolled(self, function: str) -> bool:
        if function not in self._rolled:
            self._rolled[function] = False  # C for hardware has no recursion
            self._rolled[function] = self.rolled(self.functions[function])
        return self._rolled[function]

    @cached_property
    def _rolled(self) -> dict[str, bool]:
        return {}

    @cached_property
    def _unrolled(self) -> set[int]:
        marked = (one for one in self.tree.walk() if one.kind == "AttributedStmt")
        return {id(loop_of(one)) for one in marked if unrolling(one) == 0}

    @cached_property
    def _calls(self) -> dict[str, list[str]]:
        return {
            name: [one.target["name"] for one in _references(node, "FunctionDecl")]
            for name, node in self.functions.items()
        }

    def _reach(self, function: str) -> set[str]:
        """A function and all that it calls, without those that headers make of a stream."""
        found, more = set[str](), [function]
        while more:
            name = more.pop()
            if name in found or name not in self.functions or ACCESS.fullmatch(name):
                continue
            found.add(name)
            more += self._calls[name]
        return found


def body_of(function: Node) -> Node | None:
    """The statements of a function."""
    return next((one for one in function.children if one.kind == "CompoundStmt"), None)


def parameters_of(function: Node) -> list[Node]:
    """The parameters of a function."""
    return [one for one in function.children if one.kind == "ParmVarDecl"]


def loop_of(marked: Node) -> Node:
    """The statement that an attribute is for."""
    return marked.children[-1]


def unrolling(marked: Node) -> int | None:
    """The copies that UNROLL_BY asks for, 0 for UNROLL; None where a statement has another attribute."""
    for one in marked.children:
        if one.kind == "LoopHintAttr":
            return next(
                (
                    int(number.fields["value"])
                    for number in one.walk()
                    if number.kind == "IntegerLiteral"
                ),
                0,
            )
    return None


def endless(node: Node) -> bool:
    """Whether a statement is a loop without a condition."""
    if node.kind == "ForStmt":
        return node.inner[2] is None
    if node.kind == "WhileStmt":
        ask = node.children[0]
        while ask.kind in ("ImplicitCastExpr", "ParenExpr"):
            ask = ask.children[0]
        return ask.kind in ("IntegerLiteral", "CXXBoolLiteralExpr") and ask.fields["value"] not in (
            "0",
            False,
        )
    return False


def leaves(loop: Node) -> bool:
    """Whether a loop is left by a break of its own, or by a return."""
    more = [*loop.children]
    while more:
        one = more.pop()
        if one.kind in ("BreakStmt", "ReturnStmt"):
            return True
        inner = one.kind in LOOPS or one.kind == "SwitchStmt"
        more += [two for two in one.walk() if two.kind == "ReturnStmt"] if inner else one.children
    return False


def refuse_constructs(program: Program) -> None:
    """Raises CryptagonError, with file and line, for what the translation has no counterpart of."""
    for function in program.reached:
        for one in function.walk():
            if one.kind in ("GotoStmt", "LabelStmt", "IndirectGotoStmt"):
                raise refused(
                    one, "goto is not exported", "the other tools refuse it", "write a loop"
                )
            if one.kind == "CallExpr" and called(one) == "cg_memory_fence":
                raise refused(
                    one, "memory_fence is not exported", "memory ports are not", "use streams"
                )
    for one in program.used_variables:
        if any(".ram.port." in note for note in one.notes()):
            raise refused(
                one,
                f"the memory port '{one.name}' is not exported",
                "its requests and responses are cycles of their own, and the other tools have other buses",
                "give what is in it through streams",
            )


def called(call: Node) -> str:
    """The name of the function that a call is of; empty where it has none."""
    return next(
        (
            one.target.get("name", "")
            for one in call.children[0].walk()
            if one.kind == "DeclRefExpr"
        ),
        "",
    )


def _references(node: Node, kind: str) -> Iterator[Node]:
    return (
        one for one in node.walk() if one.kind == "DeclRefExpr" and one.target.get("kind") == kind
    )
