"""Numbers that a source writes as an expression: the length of an array, a condition of a pragma."""

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence

from cryptagon.hls.vivado.text import SourceText

ARITHMETIC: Mapping[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.floordiv,
    ast.LShift: operator.lshift,
}
COMPARISONS: Mapping[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
SIGNS: Mapping[type[ast.unaryop], Callable[[int], int]] = {
    ast.Not: operator.not_,
    ast.USub: operator.neg,
}
LOGIC: Mapping[type[ast.boolop], Callable[..., int]] = {
    ast.And: lambda *values: all(values),
    ast.Or: lambda *values: any(values),
}
SUFFIX = re.compile(r"\b(\d\w*?)[uUlL]+\b")
WORDS = (("&&", " and "), ("||", " or "), ("true", "1"), ("false", "0"))
NOT = re.compile(r"!(?!=)")


def named_constants(source: SourceText) -> dict[str, str]:
    """What constants outside of functions are, `const int LENGTH = 2 * WIDTH;`, by their names, as
    the source writes it.
    """
    tokens, found = source.tokens, dict[str, str]()
    inside = (range(one.opens, one.closes) for one in source.functions)
    in_functions = {number for one in inside for number in one}
    for number, token in enumerate(tokens):
        if token.text == "=" and number not in in_functions and tokens[number - 1].kind == "word":
            begin = source.statement_begin(number)
            words = {one.text for one in tokens[begin:number]}
            end = next(at for at in range(number, len(tokens)) if tokens[at].text in ";{")
            if words & {"const", "constexpr"} and tokens[end].text == ";":
                found[tokens[number - 1].text] = f"({source.words(number + 1, end)})"
    return found


def worked_out(text: str) -> int | None:
    """The value of an expression of C, without the names of variables; None where it has any, and
    for what is not arithmetic, comparison or logic.
    """
    text = SUFFIX.sub(r"\1", text)
    for c, python in WORDS:
        text = text.replace(c, python)
    try:
        return _value(ast.parse(NOT.sub(" not ", text).strip(), mode="eval").body)
    except (SyntaxError, ZeroDivisionError):
        return None


def _value(node: ast.AST) -> int | None:
    if isinstance(node, ast.Constant):
        return int(node.value) if isinstance(node.value, int) else None
    does, operands = _operation(node)
    values = [_value(one) for one in operands]
    return None if does is None or None in values else int(does(*values))


def _operation(node: ast.AST) -> tuple[Callable[..., int] | None, Sequence[ast.AST]]:
    """What an operator does, None for one that is not known, and its operands."""
    match node:
        case ast.BinOp(left=left, op=sign, right=right):
            return ARITHMETIC.get(type(sign)), (left, right)
        case ast.Compare(left=left, ops=[compare], comparators=[right]):
            return COMPARISONS.get(type(compare)), (left, right)
        case ast.UnaryOp(op=before, operand=operand):
            return SIGNS.get(type(before)), (operand,)
        case ast.BoolOp(op=logic, values=values):
            return LOGIC.get(type(logic)), values
    return None, ()
