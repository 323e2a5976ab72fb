"""The function that becomes the hardware: its parameters, as the source writes them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from cryptagon.errors import CryptagonError
from cryptagon.hls.ir.instructions import Location
from cryptagon.hls.vivado.text import Block, SourceText, Token

QUALIFIERS = frozenset(
    ["const", "volatile", "register", "restrict", "__restrict", "__restrict__", "constexpr"]
)
SPECIFIERS = frozenset(("static", "inline", "extern", "__inline", "__inline__", "constexpr"))
STREAM = re.compile(r"\bstream <")


@dataclass(frozen=True)
class Parameter:
    """A parameter as it is written: `type` without qualifiers, `sizes` of an array, inner ones too;
    whether it is a pointer or a reference, and `const`.
    """

    name: str
    type: str
    sizes: tuple[str, ...]
    pointer: bool
    reference: bool
    constant: bool

    @property
    def by_value(self) -> bool:
        """Whether nothing can come back by it."""
        return not (self.pointer or self.reference or self.sizes)


@dataclass(frozen=True)
class Top:
    """The top function: its name with that of its namespaces, what it returns ("void" for nothing),
    its parameters, where it is, and its block.
    """

    name: str
    called: str
    returns: str
    parameters: tuple[Parameter, ...]
    where: Location
    block: Block


def top_function(source: SourceText, name: str, path: str) -> Top:
    """The function of a name.

    Raises CryptagonError where there is none, where there are several, and for a template.
    """
    plain = name.rsplit("::", 1)[-1]
    called = [one for one in source.functions if one.name == plain and _free(one)]
    found = [one for one in called if _qualified(one) == name] or called
    if len(found) != 1:
        others = sorted({one.name for one in source.functions if _free(one)} - {plain})
        near = get_close_matches(plain, others, 3)
        raise CryptagonError(
            f"there is no function '{name}'"
            if not found
            else f"there are {len(found)} functions '{name}'",
            where=path,
            why="--top names a function that is defined in the source or what it includes",
            fix=f"did you mean {' or '.join(near)}?"
            if near
            else "name the one that is to become the hardware",
        )
    (block,) = found
    words = [token.text for token in source.tokens[block.first : block.parameters[0]]]
    where = source.location(source.tokens[block.first].start)
    if "template" in words:
        raise CryptagonError(
            f"'{name}' is a template",
            where=str(where),
            why="hardware has the widths and sizes of one instance",
            fix="write a function that calls the instance that you want, and name it",
        )
    returned = " ".join(word for word in words[:-2] if word not in SPECIFIERS and '"' not in word)
    parameters = parameters_of(source.tokens[block.parameters[0] : block.parameters[1]], where)
    return Top(plain, _qualified(block), returned, parameters, where, block)


def _free(block: Block) -> bool:
    """Whether a function is no member of a class."""
    return block.around is not None and block.around.enclosing("type") is None


def _qualified(block: Block) -> str:
    names, around = [block.name], block.around
    while around is not None:
        if around.name:
            names.insert(0, around.name)
        around = around.around
    return "::".join(names)


def parameters_of(tokens: Sequence[Token], where: Location) -> tuple[Parameter, ...]:
    """The parameters between a function's parentheses. Raises CryptagonError for one that is a function,
    and for a pointer to pointers.
    """
    parts: list[list[str]] = [[]]
    open_signs: list[str] = []
    for token in tokens:
        if token.text in "([{" or (token.text == "<" and open_signs[-1:] in ([], ["<"])):
            open_signs.append(token.text)
        elif open_signs and (token.text in ")]}" or (token.text, open_signs[-1]) == (">", "<")):
            open_signs.pop()
        if token.text == "," and not open_signs:
            parts.append([])
        else:
            parts[-1].append(token.text)
    if parts in ([[]], [["void"]]):
        return ()
    return tuple(_parameter(words, number, where) for number, words in enumerate(parts))


def _parameter(words: list[str], number: int, where: Location) -> Parameter:
    words = words[: words.index("=")] if "=" in words else words
    constant = "const" in words
    words = [word for word in words if word not in QUALIFIERS]
    sizes: list[str] = []
    while words and words[-1] == "]":
        begin = len(words) - 1 - words[::-1].index("[")
        sizes.insert(0, _expression(words[begin + 1 : -1]))
        words = words[:begin]
    grouped = len(words) > 3 and words[-1] == ")" and words[-4] == "("
    if grouped:  # T (&name)[n], T (*name)[n]
        words = [*words[:-4], words[-3], words[-2]]
    if words and words[-1] == ")":
        raise CryptagonError(
            "a parameter of the top function is a function",
            where=str(where),
            why="no port carries one",
            fix="call it by its name",
        )
    named = len(words) > 1 and re.fullmatch(r"[A-Za-z_]\w*", words[-1])
    name = words.pop() if named else f"argument_{number}"
    reference, stars = words.count("&"), words.count("*")
    kept = [word for word in words if word not in ("&", "*")]
    if stars > 1:
        raise CryptagonError(
            f"parameter '{name}' of the top function points to pointers",
            where=str(where),
            why="no port carries an address",
            fix="make it an array of what they point to",
        )
    if grouped and stars:
        sizes.insert(0, "1")
    return Parameter(name, " ".join(kept), tuple(sizes), bool(stars), bool(reference), constant)


def _expression(words: Sequence[str]) -> str:
    """Tokens as text again, signs side by side: `<<` is two tokens."""
    return re.sub(r"(?<=\W) | (?=\W)", "", " ".join(words))
