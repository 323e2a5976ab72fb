"""The Boolean functions of cells, as liberty files write them (Liberty User Guide, volume 1,
"function attribute").
"""

import re
from itertools import product

_TOKEN = re.compile(r"\s*([A-Za-z_]\w*|[01]|[!'&*|+^()])")


def truth_table(text: str, inputs: tuple[str, ...]) -> tuple[bool, ...] | None:
    """The function's values over all values of `inputs`, the last one fastest; None for a text that
    is no function of them.

    `!a` and `a'` negate, `a & b`, `a * b` and `a b` are and, `^` is exclusive or, `|` and `+` are
    or, in falling precedence.
    """
    tokens = _TOKEN.findall(text)
    if "".join(tokens) != "".join(text.split()):
        return None
    try:
        return tuple(
            _Evaluation([*tokens, ""], dict(zip(inputs, values))).whole()
            for values in product((False, True), repeat=len(inputs))
        )
    except (KeyError, SyntaxError):
        return None


class _Evaluation:
    def __init__(self, tokens: list[str], values: dict[str, bool]) -> None:
        self.tokens = tokens
        self.values = {"0": False, "1": True, **values}
        self.place = 0

    def whole(self) -> bool:
        value = self._or()
        if self.tokens[self.place]:
            raise SyntaxError(self.tokens[self.place])
        return value

    def _or(self) -> bool:
        value = self._xor()
        while self._take("|+"):
            value |= self._xor()
        return value

    def _xor(self) -> bool:
        value = self._and()
        while self._take("^"):
            value ^= self._and()
        return value

    def _and(self) -> bool:
        value = self._not()
        while self._take("&*") or re.match(r"[\w!(]", self.tokens[self.place]):
            value &= self._not()
        return value

    def _not(self) -> bool:
        if self._take("!"):
            return not self._not()
        if self._take("("):
            value = self._or()
            if not self._take(")"):
                raise SyntaxError("unbalanced")
        else:
            value = self.values[self.tokens[self.place]]
            self.place += 1
        while self._take("'"):
            value = not value
        return value

    def _take(self, tokens: str) -> bool:
        found = self.tokens[self.place] != "" and self.tokens[self.place] in tokens
        self.place += found
        return found
