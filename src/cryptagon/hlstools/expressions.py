"""Expressions of C in C++, value for value.

Where C has widths of its own, `a + b` of `unsigned _BitInt(8)` is 8 bits wide, but that of `ap_uint<8>` 9: each
operation whose result the other library makes wider or gives another type is put into the type that C gives it.
Every conversion that C makes silently is in clang's tree, and so in what comes out.
"""

import re

from cryptagon.hlstools.c_types import (
    Array,
    CType,
    Integer,
    Other,
    Pointer,
    Struct,
    Types,
    elements_in,
)
from cryptagon.hlstools.names import Names
from cryptagon.hlstools.syntax import Node, refused

SAME = {
    "LValueToRValue", "NoOp", "FunctionToPointerDecay", "ArrayToPointerDecay", "BuiltinFnToFnPtr", "ToVoid",
}  # fmt: skip
COMPARISONS = {"==", "!=", "<", ">", "<=", ">="}
NATIVE_WORD = 64
LITERAL_SUFFIX = {"int": "", "unsigned": "u", "int64_t": "ll", "uint64_t": "ull"}
MOST_ELEMENTS = 4096
"""Of an array whose initial values are written out."""
WORD_BEGINS = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


class Expressions:
    """Expressions of one source."""

    def __init__(
        self, types: Types, names: Names, structs: dict[str, list[tuple[str, str]]]
    ) -> None:
        self.types, self.names, self.structs = types, names, structs

    def kind(self, node: Node) -> CType:
        """The type of an expression or declaration."""
        return self.types.of(node.type)

    def spelled(self, text: str, node: Node) -> str:
        """A type by the name that the source gives it, where C++ can see that name."""
        plain, kind = text.removeprefix("const "), self.types.of(text)
        named = isinstance(kind, Integer) and not kind.native and plain in self.types.typedefs
        return plain if named and plain not in self.names.hidden else self.cpp(text, node)

    def cpp(self, text: str, node: Node) -> str:
        """A type in C++. Raises CryptagonError for one that hardware has no values of."""
        kind = self.types.of(text)
        if isinstance(kind, Integer):
            return kind.cpp
        if isinstance(kind, Struct) and kind.tag in self.structs:
            return self.names.struct(kind.tag)
        if isinstance(kind, Pointer):
            return f"{self.cpp(text.replace('const ', '').strip().removesuffix('*'), node)} *"
        if isinstance(kind, Other) and kind.text == "void":
            return "void"
        what = f"a value of type '{text}' is not exported"
        raise refused(
            node, what, "the other tools get integers, structs and arrays", "use uint_t(N)"
        )

    def zero(self, kind: CType, node: Node) -> str:
        """All zeros of a type, written out."""
        if isinstance(kind, Integer):
            return "0"
        if isinstance(kind, Array):
            self._writable(kind, node)
            return f"{{{', '.join([self.zero(kind.element, node)] * kind.count)}}}"
        if isinstance(kind, Struct) and kind.tag in self.structs:
            members = (self.zero(self.types.of(text), node) for _, text in self.structs[kind.tag])
            return f"{{{', '.join(members)}}}"
        raise refused(node, "no initial value is known", f"the type is {node.type}", "give one")

    def value(self, node: Node) -> str:
        """An expression with the value that C gives it."""
        make = getattr(self, f"_{snake_case(node.kind)}", None)
        if make is None:
            what = f"the construct '{node.kind}' is not exported"
            raise refused(
                node, what, "it has no counterpart for the other tools", "write it otherwise"
            )
        return make(node)

    def typed(self, node: Node) -> str:
        """An expression that is of the type itself, not of one that its library uses below it."""
        text, kind = self.value(node), self.kind(node)
        if isinstance(kind, Integer) and not kind.native and not self._is_exact(node):
            return f"{self.spelled(node.type, node)}({text})"
        return text

    def condition(self, node: Node) -> str:
        """An expression that is asked whether it is zero."""
        kind, text = self.kind(node), self.value(node)
        return f"({text} != 0)" if isinstance(kind, Integer) and not kind.native else text

    def index(self, node: Node) -> str:
        """An expression as an index, a case or a size: an integer of C."""
        kind, text = self.kind(node), self.value(node)
        if not isinstance(kind, Integer) or kind.native:
            return text
        return (
            f"{_called(text)}.to_{'' if kind.signed else 'u'}int{'64' if kind.bits > 32 else ''}()"
        )

    def literal(self, number: int, kind: Integer, node: Node) -> str:
        """A number of a type."""
        if not kind.native:
            return self._wide(number, kind)
        if kind.native == "bool":
            return "true" if number else "false"
        if kind.native not in LITERAL_SUFFIX:
            return f"({kind.native}){number}"
        shown = hex(number) if number > 0xFFFF else str(number)
        if number == -(1 << 31):
            return "(-2147483647 - 1)"
        return f"{shown}{LITERAL_SUFFIX[kind.native]}"

    def _wide(self, number: int, kind: Integer) -> str:
        """A number of any width from words of 64 bits, the most significant one first."""
        number &= (1 << kind.bits) - 1
        words = [number >> at & (1 << NATIVE_WORD) - 1 for at in range(0, kind.bits, NATIVE_WORD)]
        while len(words) > 1 and not words[-1]:
            words.pop()
        text = (
            f"{kind.cpp}({hex(words[-1])}ull)" if words[-1] > 0xFFFF else f"{kind.cpp}({words[-1]})"
        )
        for word in reversed(words[:-1]):
            text = f"({text} << {NATIVE_WORD} | {kind.cpp}({hex(word)}ull))"
        return text

    def _writable(self, kind: CType, node: Node) -> None:
        if elements_in(kind) > MOST_ELEMENTS:
            why = f"it has {elements_in(kind)} elements, and up to {MOST_ELEMENTS} are written out"
            raise refused(
                node, "the initial values of this array are not exported", why, "make it smaller"
            )

    def _is_exact(self, node: Node) -> bool:
        """Whether what comes of a node has its type already."""
        exact = {
            "CStyleCastExpr",
            "CallExpr",
            "DeclRefExpr",
            "ArraySubscriptExpr",
            "MemberExpr",
            "IntegerLiteral",
        }
        if node.kind in ("ParenExpr", "ExprWithCleanups", "MaterializeTemporaryExpr") or (
            node.kind == "ImplicitCastExpr" and node.fields["castKind"] in SAME
        ):
            return self._is_exact(node.children[0])
        if node.kind == "BinaryOperator":
            return node.fields["opcode"] in ("+", "-", "*", "/", "%", "<<")
        return node.kind in exact or (
            node.kind == "ImplicitCastExpr" and node.fields["castKind"] == "IntegralCast"
        )

    def _paren_expr(self, node: Node) -> str:
        return self.value(node.children[0])

    _constant_expr = _expr_with_cleanups = _materialize_temporary_expr = _paren_expr

    def _integer_literal(self, node: Node) -> str:
        kind = self.kind(node)
        assert isinstance(kind, Integer)  # by its name
        return self.literal(int(node.fields["value"]), kind, node)

    def _character_literal(self, node: Node) -> str:
        return str(node.fields["value"])

    def _cxx_bool_literal_expr(self, node: Node) -> str:
        return "true" if node.fields["value"] else "false"

    def _decl_ref_expr(self, node: Node) -> str:
        return self.names.of(node.target["name"])

    def _member_expr(self, node: Node) -> str:
        arrow = "->" if node.fields.get("isArrow") else "."
        return f"{_called(self.value(node.children[0]))}{arrow}{self.names.of(node.name)}"

    def _array_subscript_expr(self, node: Node) -> str:
        base, at = node.children
        return f"{_called(self.value(base))}[{self.index(at)}]"

    def _c_style_cast_expr(self, node: Node) -> str:
        return self._implicit_cast_expr(node)

    def _implicit_cast_expr(self, node: Node) -> str:
        how, inner = node.fields["castKind"], node.children[0]
        if how == "ToVoid":
            return f"(void)({self.value(inner)})"
        if how in SAME:
            return self.value(inner)
        if how == "IntegralToBoolean":
            return f"({self.value(inner)} != 0)"
        if how == "IntegralCast":
            return self._converted(inner, node)
        if how == "BitCast" and self.kind(inner) == self.kind(node):
            return self.value(inner)
        what = f"the conversion of '{inner.type}' to '{node.type}' is not exported"
        why = "integers of a width of their own lie in memory otherwise there"
        raise refused(node, what, why, "read and write whole elements")

    def _converted(self, inner: Node, node: Node) -> str:
        """An integer as one of another type, modulo its width."""
        old, new = self.kind(inner), self.kind(node)
        if not isinstance(old, Integer) or not isinstance(new, Integer):
            raise refused(
                node, f"'{node.type}' is not exported here", "it is no integer", "use uint_t(N)"
            )
        text = self.value(inner)
        if not new.native:
            return f"{self.spelled(node.type, node)}({bare(text)})"
        if inner.kind == "IntegerLiteral" and new.native in LITERAL_SUFFIX:
            number = int(inner.fields["value"]) & (1 << new.bits) - 1
            return self.literal(
                number - (new.signed and number >> new.bits - 1) * (1 << new.bits), new, node
            )
        if old.native:
            return f"({new.native}){_called(text)}"
        method = f"to_{'' if new.signed else 'u'}int{'64' if new.bits > 32 else ''}()"
        found = f"{_called(text)}.{method}"
        return found if new.bits in (32, 64) else f"({new.native}){found}"

    def _unary_operator(self, node: Node) -> str:
        sign, inner = node.fields["opcode"], node.children[0]
        if sign == "!":
            return f"!{_called(self.condition(inner))}"
        text = _called(self.value(inner))
        if sign in ("++", "--"):
            return f"{text}{sign}" if node.fields.get("isPostfix") else f"{sign}{text}"
        if sign in ("~", "-"):
            return self._in_its_type(f"{sign}{text}", node)
        return text if sign in ("+", "__extension__") else f"({sign}{text})"

    def _in_its_type(self, text: str, node: Node) -> str:
        kind = self.kind(node)
        native = not isinstance(kind, Integer) or kind.native
        return f"({text})" if native else f"{self.spelled(node.type, node)}({text})"

    def _binary_operator(self, node: Node) -> str:
        sign = node.fields["opcode"]
        left, right = node.children
        if sign in ("&&", "||"):
            return f"({self.condition(left)} {sign} {self.condition(right)})"
        if sign == "=":
            return f"{self.value(left)} = {bare(self.value(right))}"
        if sign == ",":
            return f"({self.value(left)}, {self.value(right)})"
        shift = sign in ("<<", ">>")
        one, other = (self.typed, self.index) if shift else (self.value, self.value)
        text = f"{one(left)} {sign} {other(right)}"
        if sign in COMPARISONS or sign in ("&", "|", "^", ">>"):
            return f"({text})"
        return self._in_its_type(text, node)

    def _compound_assign_operator(self, node: Node) -> str:
        sign, (left, right) = node.fields["opcode"], node.children
        kind, computed = (
            self.kind(left),
            self.types.of(node.fields["computeResultType"]["qualType"]),
        )
        value = self.index(right) if sign in ("<<=", ">>=") else bare(self.value(right))
        if isinstance(kind, Integer) and isinstance(computed, Integer):
            if not kind.native or computed.native:
                return f"{self.value(left)} {sign} {value}"
            if any(
                one.kind in ("CallExpr", "UnaryOperator", "CompoundAssignOperator")
                for one in left.walk()
            ):
                raise refused(
                    node,
                    f"'{sign}' is not exported here",
                    "its left side would run twice",
                    "write it out",
                )
            text = f"{computed.cpp}({self.value(left)}) {sign[:-1]} {value}"
            method = f"to_{'' if kind.signed else 'u'}int{'64' if kind.bits > 32 else ''}()"
            return f"{self.value(left)} = ({kind.native})({text}).{method}"
        return f"{self.value(left)} {sign} {self.index(right)}"

    def _conditional_operator(self, node: Node) -> str:
        ask, yes, no = node.children
        return f"({self.condition(ask)} ? {self.typed(yes)} : {self.typed(no)})"

    def _implicit_value_init_expr(self, node: Node) -> str:
        return self.zero(self.kind(node), node)

    def _init_list_expr(self, node: Node) -> str:
        kind = self.kind(node)
        parts = [self.value(one) for one in node.children]
        if isinstance(kind, Integer):
            return parts[0] if parts else "0"
        if isinstance(kind, Array):
            return self._elements(kind, node)
        return f"{{{', '.join(map(bare, parts))}}}"

    def _elements(self, kind: Array, node: Node) -> str:
        """An array's values; those that the source leaves out are zeros."""
        self._writable(kind, node)
        values = [bare(self.value(one)) for one in node.children]
        missing = kind.count - len(values)
        return f"{{{', '.join([*values, *[self.zero(kind.element, node)] * missing])}}}"

    def _compound_literal_expr(self, node: Node) -> str:
        kind = self.kind(node)
        if not isinstance(kind, Struct):
            raise refused(
                node,
                "this compound literal is not exported",
                f"its type is {node.type}",
                "use a variable",
            )
        return f"{self.names.struct(kind.tag)}{self.value(node.children[0])}"

    def _unary_expr_or_type_trait_expr(self, node: Node) -> str:
        text = node.fields.get("argType", {}).get("qualType") or node.children[0].type
        return f"{self.size_of(self.types.of(text), node)}ull"

    def size_of(self, kind: CType, node: Node) -> int:
        """Bytes that C gives a type. Raises CryptagonError for what is neither an integer nor an array."""
        if isinstance(kind, Integer):
            return kind.bytes
        if isinstance(kind, Array):
            return kind.count * self.size_of(kind.element, node)
        raise refused(
            node,
            "this sizeof is not exported",
            "structs have other sizes there",
            "write the number",
        )


def snake_case(kind: str) -> str:
    """The kind of a node as a part of a method's name."""
    return "_".join(WORD_BEGINS.split(kind)).lower()


def _called(text: str) -> str:
    """What a member, an index or a sign can follow."""
    simple = all(one.isalnum() or one in "_.[]" for one in text)
    return text if simple or bare(text) != text or _is_call(text) else f"({text})"


def _is_call(text: str) -> bool:
    """Whether a text is one call or construction, NAME(...)."""
    name, mark, rest = text.partition("(")
    return (
        bool(mark) and all(one.isalnum() or one in "_<>.:" for one in name) and _closes(f"({rest}")
    )


def bare(text: str) -> str:
    """A text without brackets around all of it."""
    return (
        text[1:-1] if text.startswith("(") and not text.startswith("({") and _closes(text) else text
    )


def _closes(text: str) -> bool:
    """Whether the first bracket is closed by the last."""
    depth = 0
    for at, one in enumerate(text):
        depth += (one == "(") - (one == ")")
        if not depth:
            return at == len(text) - 1
    return False
