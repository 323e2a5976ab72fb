"""Constants of C, computed: the labels of a switch and the values of an enum."""

import operator
from collections.abc import Mapping

from cryptagon.hlstools.c_types import Integer, Types
from cryptagon.hlstools.syntax import Node, refused

OPERATIONS = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "<<": operator.lshift, ">>": operator.rshift,
    "&": operator.and_, "|": operator.or_, "^": operator.xor,
}  # fmt: skip
PASSED = {"ParenExpr", "ConstantExpr"}
CASTS = {"ImplicitCastExpr", "CStyleCastExpr"}


def constant(node: Node, types: Types, enumerators: Mapping[str, int]) -> int:
    """The value of an integer constant.

    Raises CryptagonError for an expression that it does not know.
    """
    if node.kind in PASSED:
        return constant(node.children[0], types, enumerators)
    if node.kind in ("IntegerLiteral", "CharacterLiteral"):
        return int(node.fields["value"])
    if node.kind == "DeclRefExpr" and node.target.get("name") in enumerators:
        return enumerators[node.target["name"]]
    kind = types.of(node.type)
    if isinstance(kind, Integer):
        if node.kind in CASTS:
            return _within(constant(node.children[0], types, enumerators), kind)
        if node.kind == "UnaryOperator" and node.fields["opcode"] == "-":
            return _within(-constant(node.children[0], types, enumerators), kind)
        if node.kind == "BinaryOperator" and node.fields["opcode"] in OPERATIONS:
            left, right = (constant(one, types, enumerators) for one in node.children)
            return _within(OPERATIONS[node.fields["opcode"]](left, right), kind)
    raise refused(
        node, "this constant is not exported", "it is not computed here", "write the number"
    )


def enumerators_of(tree: Node, types: Types) -> dict[str, int]:
    """The constants that enums name."""
    found: dict[str, int] = {}
    for declared in (one for one in tree.walk() if one.kind == "EnumDecl"):
        value = -1
        for one in (part for part in declared.children if part.kind == "EnumConstantDecl"):
            value = constant(one.children[0], types, found) if one.children else value + 1
            found[one.name] = value
    return found


def _within(number: int, kind: Integer) -> int:
    """A number modulo the width of its type."""
    number &= (1 << kind.bits) - 1
    return number - (1 << kind.bits) if kind.signed and number >> kind.bits - 1 else number
