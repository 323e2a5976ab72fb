"""Statements of C in C++, with the pragmas of another tool."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from cryptagon import paths
from cryptagon.hlstools.c_types import Array, Integer, Pointer, Struct, elements_in
from cryptagon.hlstools.constants import constant, enumerators_of
from cryptagon.hlstools.directives import BAMBU, DIRECTIVES, VITIS
from cryptagon.hlstools.expressions import Expressions, bare, snake_case
from cryptagon.hlstools.program import (
    ACCESS,
    LOOPS,
    Program,
    body_of,
    called,
    endless,
    leaves,
    loop_of,
    unrolling,
)
from cryptagon.hlstools.syntax import Node, refused

SILENT = {
    "cg_wait": "wait()",
    "cg_expect_cycles": "expect_cycles(n)",
    "cg_not_shared": "not_shared()",
}
BLOCKS = {
    "__builtin_memmove": "memmove",
    "__builtin_memcpy": "memcpy",
    "__builtin_memset": "memset",
}
REGISTERS = 256
"""Elements of an array that is registers here; of a larger one the other tool makes a memory, as ours does."""
INDENT = "    "


@dataclass
class Notes:
    """What of a source has no counterpart, by file and line: of a file of Cryptagon by its path
    there.
    """

    lines: dict[tuple[str, str], str] = field(default_factory=dict)

    def tell(self, node: Node, what: str) -> None:
        """Notes a directive whose meaning is lost."""
        if lost := DIRECTIVES[what].lost:
            self.lines[f"{paths.in_layer(Path(node.file))}:{node.line}", what] = lost


class Statements(Expressions):
    """Statements of one source for one tool; a `continue` outside of all loops ends the call."""

    def __init__(self, program: Program, tool: str, notes: Notes, **parts: object) -> None:
        super().__init__(**parts)  # type: ignore[arg-type]
        self.program, self.tool, self.notes = program, tool, notes
        self.enumerators = enumerators_of(program.tree, self.types)
        self.outer: list[Node] = []

    def lines(self, node: Node, depth: int) -> list[str]:
        """The lines of a statement."""
        make = getattr(self, f"_s_{snake_case(node.kind)}", None)
        if make:
            return make(node, depth)
        text = self._statement(node)
        return [f"{INDENT * depth}{text};"] if text else []

    def block(self, nodes: Iterable[Node], depth: int) -> list[str]:
        """The lines of statements in a row."""
        return [line for one in nodes for line in self.lines(one, depth)]

    def braced(self, node: Node, depth: int, first: Iterable[str] = ()) -> list[str]:
        """The body of a loop or branch, in braces; `first` are lines at its beginning."""
        inner = node.children if node.kind == "CompoundStmt" else [node]
        return [
            "{",
            *(f"{one}" for one in first),
            *self.block(inner, depth + 1),
            f"{INDENT * depth}}}",
        ]

    def _statement(self, node: Node) -> str:
        """An expression on its own; empty where hardware does nothing there."""
        if node.kind == "CallExpr" and (name := called(node)) in SILENT:
            self.notes.tell(node, SILENT[name])
            return ""
        if node.kind == "CallExpr" and called(node) in ("cg_cycles", "cg_print"):
            return ""
        text = self.value(node)
        return bare(text)

    def _s_null_stmt(self, node: Node, depth: int) -> list[str]:
        return []

    def _s_compound_stmt(self, node: Node, depth: int) -> list[str]:
        return [f"{INDENT * depth}{{", *self.block(node.children, depth + 1), f"{INDENT * depth}}}"]

    def _s_decl_stmt(self, node: Node, depth: int) -> list[str]:
        return [
            line
            for one in node.children
            if one.kind == "VarDecl"
            for line in self.variable(one, depth)
        ]

    def variable(self, node: Node, depth: int, *, static: bool = False) -> list[str]:
        """A variable with its initial value and its kind of memory."""
        fixed = static or node.fields.get("storageClass") == "static"
        pointer = isinstance(self.kind(node), Pointer)  # what it points at is constant there
        kept = "const " if node.type.startswith("const ") and not pointer else ""
        start = [self.declaration(node.type, self.names.of(node.name), node)]
        value = next(
            (one for one in node.children if one.kind not in ("AnnotateAttr", "FullComment")), None
        )
        if value:
            start.append(self._initial(value))
        elif fixed:
            start.append(self.zero(self.kind(node), node))
        text = " = ".join(start)
        own = [f"{INDENT * depth}{'static ' if fixed else ''}{kept}{text};"]
        return own + self.storage(node)

    def _initial(self, value: Node) -> str:
        text = self.value(value)
        return bare(text)

    def declaration(self, text: str, name: str, node: Node) -> str:
        """A type with a name behind it, as C writes it."""
        kind = self.types.of(text)
        if isinstance(kind, Array):
            base, counts = text.removeprefix("const "), text
            base = base[: base.index("[")].strip() if "[" in base else base
            sizes, kind = "", self.types.of(counts)
            while isinstance(kind, Array):
                sizes, kind = f"{sizes}[{kind.count}]", kind.element
            base = base if "[" in text else self._element(text)
            return f"{self.spelled(base, node)} {name}{sizes}"
        if isinstance(kind, Pointer):
            inner = kind.element
            if isinstance(inner, Array):
                sizes = ""
                while isinstance(inner, Array):
                    sizes, inner = f"{sizes}[{inner.count}]", inner.element
                return f"{self._kind_name(inner, node)} (*{name}){sizes}"
            const = "const " if text.startswith("const ") else ""
            return f"{const}{self._kind_name(inner, node)} *{name}"
        return f"{self.spelled(text, node)} {name}"

    def _element(self, text: str) -> str:
        """What the typedef of an array has as elements."""
        known = text.removeprefix("const ")
        while "[" not in known:
            known = self.types.typedefs[known]
        return known[: known.index("[")].strip()

    def _kind_name(self, kind: object, node: Node) -> str:
        if isinstance(kind, Integer):
            return kind.cpp
        if isinstance(kind, Struct):
            return self.names.struct(kind.tag)
        raise refused(
            node, f"'{node.type}' is not exported", "a pointer to a pointer", "use an index"
        )

    def storage(self, node: Node) -> list[str]:
        """The pragmas of an array's kind of memory."""
        kind = self.kind(node)
        if not isinstance(kind, Array):
            return []
        for note in node.notes():
            if note.startswith("cryptagon.ram."):
                _, _, where, ports = note.split(".")
                word = {"distributed": "DISTRIBUTED_RAM", "block": "BLOCK_RAM"}[where]
                name = word if ports == "1" else f"{word}_READS(n)"
                return self.pragma(name, self.names.of(node.name), int(ports))
        if node.type.startswith("const "):
            return (
                self.pragma("ROM", self.names.of(node.name))
                if node.fields.get("storageClass") == "static"
                else []
            )
        return (
            self.pragma("an array of registers", self.names.of(node.name))
            if elements_in(kind) <= REGISTERS
            else []
        )

    def pragma(self, ours: str, name: str = "", n: int = 0) -> list[str]:
        """The lines that mean a directive of ours."""
        return DIRECTIVES[ours].pragma(self.tool, name, n)

    def _s_if_stmt(self, node: Node, depth: int) -> list[str]:
        ask, yes, *no = node.children
        found = [*self.braced(yes, depth)]
        found[0] = f"{INDENT * depth}if ({bare(self.condition(ask))}) {{"
        if no and no[0].kind == "IfStmt":
            following = self.lines(no[0], depth)
            found[-1] += f" else {following[0].strip()}"
            return found + following[1:]
        if no:
            following = self.braced(no[0], depth)
            found[-1] += f" else {following[0]}"
            return found + following[1:]
        return found

    def _s_attributed_stmt(self, node: Node, depth: int) -> list[str]:
        count = unrolling(node)
        if count is None or loop_of(node).kind not in LOOPS:
            return self.lines(loop_of(node), depth)
        return self._loop(loop_of(node), depth, count)

    def _s_for_stmt(self, node: Node, depth: int) -> list[str]:
        return self._loop(node, depth, None)

    _s_while_stmt = _s_do_stmt = _s_for_stmt

    def _loop(self, node: Node, depth: int, count: int | None) -> list[str]:
        """A loop; `count` is None for one that stays rolled, 0 for one that is unrolled, or the copies."""
        if endless(node) and not leaves(node):
            what, why = "this loop never ends", "a function of the other tools has to return"
            raise refused(node, what, why, "let the hardware function itself end with it")
        pragmas = self._loop_pragmas(node, count)
        before = pragmas if self.tool == BAMBU else []
        within = [] if self.tool == BAMBU else pragmas
        self.outer.append(node)
        body = node.children[0] if node.kind == "DoStmt" else node.children[-1]
        head, tail = self._head(node)
        found = self.braced(body, depth, within)
        self.outer.pop()
        found[0] = f"{INDENT * depth}{head} {{"
        found[-1] += tail
        return [*before, *found]

    def _head(self, node: Node) -> tuple[str, str]:
        """What is before and after the body of a loop."""
        if node.kind == "WhileStmt":
            return f"while ({bare(self.condition(node.children[0]))})", ""
        if node.kind == "DoStmt":
            return "do", f" while ({bare(self.condition(node.children[1]))});"
        start, _, ask, step, _ = node.inner
        first = "; ".join(self._started(start)) if start else ""
        asked = bare(self.condition(ask)) if ask else ""
        return f"for ({first}; {asked}; {bare(self.value(step)) if step else ''})", ""

    def _started(self, start: Node) -> list[str]:
        if start.kind != "DeclStmt":
            return [self._statement(start)]
        declared = [self.variable(one, 0)[0].rstrip(";") for one in start.children]
        first = declared[0].split(" ")[0]
        return [", ".join([declared[0], *(one.removeprefix(f"{first} ") for one in declared[1:])])]

    def _loop_pragmas(self, node: Node, count: int | None) -> list[str]:
        if count == 0:
            return self.pragma("UNROLL")
        found = self.pragma("UNROLL_BY(n)", n=count) if count else []
        body = node.children[0] if node.kind == "DoStmt" else node.children[-1]
        stages = next(
            (one for one in body.walk() if one.kind == "CallExpr" and called(one) == "cg_cycles"),
            None,
        )
        if stages:
            self.notes.tell(stages, "cycles(k)")
            number = next(
                int(one.fields["value"]) for one in stages.walk() if one.kind == "IntegerLiteral"
            )
            return found + self.pragma("cycles(k)", n=number)
        if self.program.rolled(body) or (count and self.tool == BAMBU):
            return found
        return found + self.pragma("a loop that stays rolled")

    def _s_switch_stmt(self, node: Node, depth: int) -> list[str]:
        ask, body = node.children[-2], node.children[-1]
        self.outer.append(node)
        found = self.braced(body, depth)
        self.outer.pop()
        found[0] = f"{INDENT * depth}switch ({bare(self.index(ask))}) {{"
        return found

    def _s_case_stmt(self, node: Node, depth: int) -> list[str]:
        text = str(constant(node.children[0], self.types, self.enumerators))
        return [f"{INDENT * (depth - 1)}case {text}:", *self.block(node.children[1:], depth)]

    def _s_default_stmt(self, node: Node, depth: int) -> list[str]:
        return [f"{INDENT * (depth - 1)}default:", *self.block(node.children, depth)]

    def _s_break_stmt(self, node: Node, depth: int) -> list[str]:
        return [f"{INDENT * depth}break;"]

    def _s_continue_stmt(self, node: Node, depth: int) -> list[str]:
        within = any(one.kind in LOOPS for one in self.outer)
        return [f"{INDENT * depth}{'continue;' if within else 'return;'}"]

    def _s_return_stmt(self, node: Node, depth: int) -> list[str]:
        value = f" {bare(self.typed(node.children[0]))}" if node.children else ""
        return [f"{INDENT * depth}return{value};"]

    def _call_expr(self, node: Node) -> str:
        name, arguments = called(node), node.children[1:]
        if found := ACCESS.fullmatch(name):
            return self._access(found[1], found[2], arguments, node)
        if name in BLOCKS:
            return self._moved(BLOCKS[name], arguments, node)
        if name not in self.program.functions:
            what, why = f"a call of '{name}' is not exported", "it is in no file of this source"
            raise refused(node, what, why, "write it as a function of C")
        given = [bare(self.typed(one)) for one in arguments]
        given += [
            port for used in self.program.accesses(name).items() for port in self.passed(*used)
        ]
        return f"{self.names.of(name)}({', '.join(given)})"

    def passed(self, port: str, _how: set[str]) -> list[str]:
        """What a call hands on of a stream or wire."""
        return [self.names.port(port)]

    def _access(self, how: str, port: str, arguments: list[Node], node: Node) -> str:
        kind, text = next((kind, text) for kind, name, text in self.program.ports if name == port)
        name, item = self.names.port(port), self.types.of(text)
        if kind == "wire_in":
            return (
                name
                if isinstance(item, Integer)
                else f"{self.names.free(f'{port}_unpacked')}({name})"
            )
        packed = isinstance(item, Struct)
        if how == "put":
            value = bare(self.typed(arguments[0]))
            return (
                f"{name}.write({self.names.free(f'{port}_packed')}({value}))"
                if packed
                else f"{name}.write({value})"
            )
        held = self.names.free(f"{port}_held")
        if how == "offers":
            self.notes.tell(node, "stream_has")
            full = f"{held}.full || " if self.peeked(port) else ""
            return f"ap_uint<1>({full}!{name}.empty())"
        looked = f"{held}_{'peek' if how == 'look' else 'read'}({name})"
        read = looked if self.peeked(port) else f"{name}.read()"
        return f"{self.names.free(f'{port}_unpacked')}({read})" if packed else read

    def peeked(self, port: str) -> bool:
        """Whether the source looks at a stream's next item and leaves it there."""
        return "look" in self.program.accesses(self.program.hardware.name).get(port, set())

    def _moved(self, name: str, arguments: list[Node], node: Node) -> str:
        """A block of memory, of elements that lie in memory as in C."""
        for place in map(_behind_void, arguments[: 1 if name == "memset" else 2]):
            kind = self.kind(place)
            element = kind.element if isinstance(kind, Pointer) else kind
            if not isinstance(element, Integer) or not element.native:
                what, why = (
                    f"{name} is not exported here",
                    f"'{place.type}' lies in memory otherwise there",
                )
                raise refused(node, what, why, "assign the elements one by one")
        places = [self.value(_behind_void(one)) for one in arguments[:2]]
        return f"{name}({', '.join([*places, self.index(arguments[2])])})"

    def _stmt_expr(self, node: Node) -> str:
        body = node.children[0]
        if any(one.kind == "CallExpr" and called(one) == "cg_fill_any" for one in body.children):
            kind = self.kind(node)
            text = self.zero(kind, node)
            return (
                f"{self.names.struct(kind.tag)}{text}"
                if isinstance(kind, Struct)
                else self._cast_zero(node)
            )
        lines = " ".join(
            line.strip() for line in self.block(body.children, 0) if not line.startswith("#")
        )
        return f"({{ {lines} }})"

    def _cast_zero(self, node: Node) -> str:
        kind = self.kind(node)
        if not isinstance(kind, Integer):
            raise refused(
                node,
                "any() is not exported here",
                f"its type is {node.type}",
                "use an integer or a struct",
            )
        return self.literal(0, kind, node) if kind.native else f"{self.spelled(node.type, node)}(0)"


def _behind_void(node: Node) -> Node:
    while node.kind in ("ImplicitCastExpr", "CStyleCastExpr", "ParenExpr") and "void" in node.type:
        node = node.children[0]
    return node


__all__ = ["INDENT", "VITIS", "Notes", "Statements", "body_of"]
