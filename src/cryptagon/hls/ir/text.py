"""Pieces of LLVM IR text."""

import re

INTEGER_TYPE = re.compile(r"^i(\d+)$")


def integer_width(type_text: str) -> int | None:
    """Width in bits of an integer type's text such as `i128`, or None for any other type."""
    match = INTEGER_TYPE.match(type_text)
    return int(match.group(1)) if match else None


def split_top(text: str, separator: str = ",") -> list[str]:
    """Splits at separators outside brackets, braces, parentheses and quotes."""
    parts, depth, start, quoted = [], 0, 0, False
    for i, char in enumerate(text):
        if char == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif char in "([{<":
            depth += 1
        elif char in ")]}>":
            depth -= 1
        elif char == separator and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    tail = text[start:].strip()
    return [*parts, tail] if tail or parts else []


def operand_of(argument: str) -> str:
    """An argument of a call without its type and attributes; a constant address is several
    words.
    """
    constant = argument.find("getelementptr ")
    return argument[constant:] if constant >= 0 else argument.rsplit(" ", maxsplit=1)[-1]
