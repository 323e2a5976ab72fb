"""Scalar C whose time does not depend on values: a look-up reads its whole table."""

from cryptagon.errors import CryptagonError
from cryptagon.spt.code.dialect import function
from cryptagon.spt.code.words import Words
from cryptagon.spt.model import Table, Type

SCAN = (
    "const {word} mask = ({word})(0 - (uint64_t)((((uint32_t)i ^ (uint32_t){index}) - 1) >> 31));"
)
"""All ones where `i` is the index: the difference less 1 is negative only then."""


class Steady(Words):
    """C11 in which no address and no branch depends on a value."""

    def looked_up(self, name: str, one: Table) -> str:
        """A function that goes through the table."""
        super().looked_up(name, one)
        helper = f"{name}_scanned"
        if not self.native(one.result) or one.width > 16:
            raise CryptagonError(
                f"table {one.name} is too large to be read in constant time",
                fix="take --layout scalar or tables",
            )
        if helper not in self.helpers:
            word = self.word(one.result)
            step = f"{SCAN.format(word=word, index='x')} y |= {name}[i] & mask;"
            lines = [
                f"{word} y = 0;",
                f"for (int i = 0; i < {len(one.values)}; i++) {{ {step} }}",
                "return y;",
            ]
            note = f"/* {name}[x]; every entry is read. */\n"
            self.helpers[helper] = note + function(
                f"static inline {word} {helper}({self.word(one.width)} x)", lines
            )
        return f"{helper}({{}})"

    def selected(self, array: str, index: str, type_: Type) -> str:
        """By a function that goes through the array."""
        if not self.native(type_.width):
            raise CryptagonError(
                "a selection from wide values is not made in constant time",
                fix="take --layout scalar or tables",
            )
        held, word = self.type(type_), self.word(type_.width)
        helper = f"{held}_scanned"
        if helper not in self.helpers:
            step = f"{SCAN.format(word=word, index='index')} y |= x.at[i] & mask;"
            lines = [
                f"{word} y = 0;",
                f"for (int i = 0; i < {type_.count}; i++) {{ {step} }}",
                "return y;",
            ]
            self.helpers[helper] = function(
                f"static inline {word} {helper}({held} x, uint32_t index)", lines
            )
        return f"{helper}({array}, {index})"
