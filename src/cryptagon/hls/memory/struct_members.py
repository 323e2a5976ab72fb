"""Large structs as a variable for each member: what is one number becomes a register, an array is
looked at alone, with its own size and its own accesses, and may become a RAM.

A member is a variable of its own where `struct_views` finds that nothing takes its struct as a whole.
"""

import re
from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from cryptagon.hls.ir.layout import ARRAY_TYPE, NamedTypes, inside, members, named_types, type_size
from cryptagon.hls.ir.metadata import Metadata, free_node
from cryptagon.hls.ir.statements import (
    AllocaLine,
    BlockMove,
    LifeLine,
    LoadLine,
    Record,
    Statement,
    StepLine,
    StoreLine,
    statements,
)
from cryptagon.hls.ir.text import integer_width, operand_of, split_top
from cryptagon.hls.ir.text_blocks import function_text
from cryptagon.hls.memory.inferred_rams import MOST_IN_REGISTERS
from cryptagon.hls.memory.large_arrays import elements_of
from cryptagon.hls.memory.pointer_flow import POINTER_IN_TABLE
from cryptagon.hls.memory.rams import STATIC_PREFIX
from cryptagon.hls.memory.roms import Tables, kind_and_value
from cryptagon.hls.memory.struct_views import STRUCT, Reached, StructViews, View
from cryptagon.hls.source.verilog_names import unused_name

STRUCTS = ("%struct.", "%class.", "{", "<{")
ALL_ALIKE = ("zeroinitializer", "undef", "poison")
BRACKETS = (("[", "]"), ("<{ ", " }>"), ("{ ", " }"))
DECLARED = re.compile(r"^    #dbg_declare\(ptr %([-\w.]+), !(\d+), (.*)$")
DEFINED = r"^@{} = ([^=\n]*\bglobal )(.*?)((?:, align \d+)?)(?:, !dbg !(\d+))?$"
NODE_NAME = re.compile(r'name: "[^"]*"')
NODE_TYPE = re.compile(r"\btype: !\d+")
ARGUMENT = re.compile(r", arg: \d+")


def with_members_apart(text: str, function: str, memories: Collection[str]) -> str:
    """The module with each member of its structs as a variable of its own, where one of them is large;
    `memories` are the variables that the source declares as RAMs, which stay as they are.
    """
    while True:
        head, body, tail = function_text(text, function)
        made, named = statements(body.splitlines()), named_types(text)
        kinds = _structs(made, named, memories)
        if not any(elements_of(kind, named) > MOST_IN_REGISTERS for kind in kinds.values()):
            return text
        views = StructViews(made, named, kinds)
        if not any(views.is_apart(View(name)) for name in kinds):
            return text
        # Pointers that were members may show more in what they point to.
        text = _Members(text, views).run(head, tail)


def _structs(
    body: Sequence[Statement], named: NamedTypes, memories: Collection[str]
) -> dict[str, str]:
    """The struct variables of a function, with the types that they are accessed by: of one with
    initial values clang may write another type, which has the paddings too.
    """
    declared = {
        one.result: one.kind
        for one in body
        if isinstance(one, AllocaLine)
        and one.kind.startswith(STRUCTS)
        and one.result not in memories
    }
    found = {name: kind for name, kind in declared.items() if STRUCT.match(kind)}
    steps = (one for one in body if isinstance(one, StepLine) and STRUCT.match(one.parts[0]))
    for one in steps:
        name, kind = one.pointer[1:], one.parts[0]
        if name in declared and type_size(kind, named) == type_size(declared[name], named):
            found.setdefault(name, kind)
    return found


@dataclass
class _Members:
    """Rewrites the function of the module `text`, as the `views` of its structs allow."""

    text: str
    views: StructViews
    globals: list[str] = field(default_factory=list)
    nodes: list[str] = field(default_factory=list)
    made: int = 0

    @cached_property
    def metadata(self) -> Metadata:
        return Metadata(self.text)

    @cached_property
    def variables(self) -> dict[View, str]:
        """The new variable of each member."""
        used = {one.result for one in self.views.body}
        found: dict[View, str] = {}
        for name in self.views.kinds:
            if self.views.is_apart(View(name)):
                for leaf in self.views.leaves(View(name)):
                    found[leaf] = unused_name(_suffixed(name, self._plain_name(leaf)), used)
                    used.add(found[leaf])
        return found

    @cached_property
    def types(self) -> dict[str, str]:
        """The node of the C type of each struct variable, and that of its declaration."""
        declared = {
            found[1]: found[2]
            for one in self.views.body
            if isinstance(one, Record) and (found := DECLARED.match(one.text))
        }
        for name in self.views.kinds:
            if found := self._definition(name):
                declared[name] = self.metadata.attributes(found[4])["var"] if found[4] else ""
        return declared

    def run(self, head: str, tail: str) -> str:
        """The new module, of what is before the function's body and behind it."""
        lines = [line for one in self.views.body for line in self._made(one)]
        for leaf in self.variables:
            self._define(leaf)
        more = "".join(f"{line}\n" for line in (*self.globals, *self.nodes))
        return "".join([head, "\n".join(lines), tail, more])

    def _plain_name(self, leaf: View) -> str:
        """The names of the members that lead to one, as the C has them."""
        return "".join(f"_{name}" for name, _ in self._members(leaf))

    def _members(self, leaf: View) -> list[tuple[str, str]]:
        """For each index on the way to a member its C name and the node of its C type; a number and
        "" where the debug information has none.
        """
        node, found = (
            self.metadata.attributes(self.types.get(leaf.variable, "")).get("type", ""),
            [],
        )
        for depth, index in enumerate(leaf.path):
            outer = View(leaf.variable, leaf.path[:depth])
            at = self.views.offset(outer.member(index)) - self.views.offset(outer)
            name, node = self.metadata.member_at(node, at) or (str(index), "")
            found.append((name or str(index), node))
        return found

    def _definition(self, name: str) -> re.Match[str] | None:
        static = re.escape(name.removeprefix(STATIC_PREFIX))
        if not name.startswith(STATIC_PREFIX):
            return None
        return re.search(DEFINED.format(static), self.text, re.MULTILINE)

    def _define(self, leaf: View) -> None:
        """The definition of a static member as a variable, with its debug information."""
        found = self._definition(leaf.variable)
        if not found:
            return
        name = self.variables[leaf].removeprefix(STATIC_PREFIX)
        declared = self._declared(leaf)
        debug = ""
        if declared:
            pair = f"!DIGlobalVariableExpression(var: !{declared}, expr: !DIExpression())"
            debug = f", !dbg !{self._node(pair)}"
        value = self._initial(found[2], leaf)
        self.globals.append(f"@{name} = {found[1]}{value}{found[3]}{debug}")

    def _declared(self, leaf: View) -> str:
        """The node of a new variable, "" where the C type of the member is not known."""
        *_, (_, kind) = self._members(leaf)
        old = self.metadata.nodes.get(self.types.get(leaf.variable, ""), "")
        if not kind or not old:
            return ""
        plain = self.metadata.attributes(self.types[leaf.variable])["name"]
        new = NODE_NAME.sub(
            f'name: "{plain}{self._plain_name(leaf)}"', ARGUMENT.sub("", old), count=1
        )
        return self._node(f"distinct !{NODE_TYPE.sub(f'type: !{kind}', new)}")

    def _node(self, text: str) -> str:
        """The number of a new node of the metadata."""
        number = free_node(self.text) + len(self.nodes)
        self.nodes.append(f"!{number} = {text}")
        return str(number)

    def _made(self, one: Statement) -> list[str]:
        """The lines that a statement becomes."""
        if isinstance(one, AllocaLine) and self._apart(one.result):
            aligned = ", align 16" if ", align" in one.text else ""
            return [
                f"  %{self.variables[leaf]} = alloca {self.views.kind(leaf)}{aligned}"
                for leaf in self.views.leaves(View(one.result))
            ]
        if isinstance(one, Record):
            return self._record(one)
        if self.views.leaves_nothing(one):
            return []
        used = any(name in self.views.views for name in one.names)
        return self._changed(one) if used else [one.text]

    def _apart(self, name: str) -> bool:
        return name in self.views.kinds and self.views.is_apart(View(name))

    def _changed(self, one: Statement) -> list[str]:
        """The lines of what is done through a view."""
        if isinstance(one, LifeLine):
            (view,) = (self.views.views[name] for name in one.names if name in self.views.views)
            names = (f"%{self.variables[leaf]}" for leaf in self.views.leaves(view))
            return [one.having(dict.fromkeys(one.names, name)).text for name in names]
        if isinstance(one, StepLine):
            reached = self.views.reached(one)
            assert reached, one.text
            return [self._step(one, reached)]
        if self.views.is_initial(one):
            return self._initial_stores(one)
        if isinstance(one, BlockMove):
            return self._move(one)
        assert isinstance(one, LoadLine | StoreLine), one.text
        leaf = self.views.accessed(one)
        assert leaf, one.text
        return [one.having({one.pointer[1:]: f"%{self.variables[leaf]}"}).text]

    def _step(self, one: StepLine, reached: Reached) -> str:
        name = self.variables[reached.view]
        return f"  %{one.result} = getelementptr {reached.kind}, ptr %{name}, {reached.rest}{one.place}"

    def _initial_stores(self, one: Statement) -> list[str]:
        """The initial values of a static struct's members."""
        (name,) = [name for name in one.names if name in self.views.kinds]
        whole = one.text.removeprefix("  store ").removesuffix(f", ptr %{name}")
        return [
            f"  store {self._initial(whole, leaf)}, ptr %{self.variables[leaf]}"
            for leaf in self.views.leaves(View(name))
        ]

    def _initial(self, whole: str, leaf: View) -> str:
        """The type and the initial value of a member, of those of the whole variable."""
        return self._part(*kind_and_value(whole), self.views.kind(leaf), self.views.offset(leaf))

    def _part(self, kind: str, value: str, wanted: str, offset: int) -> str:
        """The type `wanted` and the initial value of what begins at a byte of a value. That may be of
        another type: clang writes paddings and bit-fields as bytes, and an array as a struct of what is
        given and the rest.
        """
        named = self.views.named
        while kind != wanted and value not in ALL_ALIKE:
            parts = members(kind, named)
            index = bisect_right([part.offset for part in parts], offset) - 1
            inner, begin = parts[index].kind, parts[index].offset
            whole = offset - begin + type_size(wanted, named) <= type_size(inner, named)
            deeper = whole and (inner == wanted or members(inner, named))
            if not deeper or value.startswith('c"'):
                return f"{wanted} {self._composed(kind, value, wanted, offset)}"
            kind, value = kind_and_value(split_top(inside(value))[index])
            offset -= begin
        return f"{wanted} {value}"

    def _composed(self, kind: str, value: str, wanted: str, offset: int) -> str:
        """A value of the type `wanted` of the bytes, or of the addresses, that are there."""
        named = self.views.named
        if not _holds_pointers(wanted, named):
            data = self._tables.encoded(kind, POINTER_IN_TABLE.sub("ptr null", value))
            return _constant(wanted, data[offset:][: type_size(wanted, named)], named)
        parts = members(wanted, named)
        values = [self._part(kind, value, p.kind, offset + p.offset) for p in parts]
        return _aggregate(named.get(wanted, wanted), values)

    @cached_property
    def _tables(self) -> Tables:
        return Tables(self.text)

    def _move(self, one: BlockMove) -> list[str]:
        """A copy or fill of a struct, member by member."""
        operands = [operand_of(side) for side in one.arguments[:2]]
        sides = [self.views.views.get(operand[1:]) for operand in operands]
        view = next(side for side in sides if side)
        lines = list[str]()
        for leaf in self.views.leaves(view):
            moved = list[str]()
            for number, (operand, side) in enumerate(zip(operands, sides)):
                if side:
                    own = View(side.variable, side.path + leaf.path[len(view.path) :])
                    moved.append(f"ptr %{self.variables[own]}")
                elif number == 1 and one.function == "memset":
                    moved.append(one.arguments[1])
                else:
                    self.made += 1
                    at = self.views.offset(leaf) - self.views.offset(view)
                    moved.append(f"ptr %cg.member.{self.made}")
                    lines.append(
                        f"  %cg.member.{self.made} = getelementptr i8, ptr {operand}, i64 {at}"
                    )
            size = self.views.size(leaf)
            ends = ", ".join((*moved, f"i64 {size}", one.arguments[3]))
            lines.append(f"  call void @llvm.{one.function}.{_overload(one)}({ends}){one.place}")
        return lines

    def _record(self, one: Record) -> list[str]:
        """What a debugger is told of a struct, of its members."""
        found = DECLARED.match(one.text)
        if found and self._apart(found[1]):
            leaves = [(leaf, self._declared(leaf)) for leaf in self.views.leaves(View(found[1]))]
            return [
                f"    #dbg_declare(ptr %{self.variables[leaf]}, !{declared}, {found[3]}"
                for leaf, declared in leaves
                if declared
            ]
        gone = any(name in self.views.views for name in one.names)
        return [] if gone else [one.text]


def _constant(kind: str, data: bytes, named: NamedTypes) -> str:
    """The constant of an LLVM type that lies in memory as `data`; no pointer but null is in it."""
    if not any(data):
        return "null" if kind == "ptr" else "zeroinitializer"
    width = integer_width(kind)
    if width is not None:
        return str(int.from_bytes(data, "little", signed=width > 1) if width > 1 else data[0])
    parts = members(kind, named)
    sizes = [type_size(part.kind, named) for part in parts]
    values = [_constant(p.kind, data[p.offset :][:size], named) for p, size in zip(parts, sizes)]
    return _aggregate(
        named.get(kind, kind), [f"{part.kind} {value}" for part, value in zip(parts, values)]
    )


def _aggregate(kind: str, parts: Sequence[str]) -> str:
    """A constant of an array or struct type, of the types and values of its parts."""
    brackets = next(pair for pair in BRACKETS if kind.startswith(pair[0]))
    return ", ".join(parts).join(brackets)


def _holds_pointers(kind: str, named: NamedTypes) -> bool:
    """Whether there is a pointer in a type."""
    array = ARRAY_TYPE.match(kind)
    parts = [array[2]] if array else [part.kind for part in members(kind, named)]
    return kind == "ptr" or any(_holds_pointers(part, named) for part in parts)


def _overload(one: BlockMove) -> str:
    """The types in the name of the function that copies or fills."""
    found = re.search(r"@llvm\.\w+\.([\w.]+)\(", one.text)
    assert found, one.text
    return found[1]


def _suffixed(name: str, suffix: str) -> str:
    """`cg.register.unit.a.2` gives `cg.register.unit.a_b.2`, `a.i` gives `a_b.i`."""
    if name.startswith(STATIC_PREFIX):
        return re.sub(r"((?:\.\d+)*)$", rf"{suffix}\1", name, count=1)
    variable, dot, inlined = name.partition(".")
    return f"{variable}{suffix}{dot}{inlined}"
