"""Portable C: values of up to 64 bits are the integers of C, wider ones structures of 64-bit
words.
"""

from collections.abc import Sequence

from cryptagon.spt.code.dialect import INFIX, Dialect, function, grouped
from cryptagon.spt.operations import mask

WORD = 64
BITS = {
    "get_bits": """/* `width` bits, 64 at most, from bit `low` on; word 0 is the lowest. */
static inline uint64_t get_bits(const uint64_t *words, int low, int width) {
    const int shift = low % 64;
    uint64_t value = words[low / 64] >> shift;
    if (shift + width > 64) value |= words[low / 64 + 1] << (64 - shift);
    return value & UINT64_MAX >> (64 - width);
}""",
    "put_bits": """/* `width` bits, 64 at most, to where zeros are. */
static inline void put_bits(uint64_t *words, int low, int width, uint64_t value) {
    const int shift = low % 64;
    words[low / 64] |= value << shift;
    if (shift + width > 64) words[low / 64 + 1] |= value >> (64 - shift);
}""",
    "move_bits": """/* `width` bits from bit `low` of one value to bit `to_low` of another, where zeros are. */
static inline void move_bits(uint64_t *to, int to_low, const uint64_t *from, int low, int width) {
    for (int done = 0; done < width; done += 64) {
        const int part = width - done < 64 ? width - done : 64;
        put_bits(to, to_low + done, part, get_bits(from, low + done, part));
    }
}""",
}
NEEDS = {"get_bits": (), "put_bits": (), "move_bits": ("get_bits", "put_bits")}


def words_of(width: int) -> int:
    """How many words of 64 bits a value has."""
    return -(-width // WORD)


class Words(Dialect):
    """C11 without anything beside it."""

    def native(self, width: int) -> bool:
        """Whether it is an integer of C."""
        return width <= WORD

    def word(self, width: int) -> str:
        """The smallest integer of C that holds it, or `bitsN`."""
        if self.native(width):
            return f"uint{_size(width)}_t"
        name, count = f"bits{width}", words_of(width)
        self.types.setdefault(
            name,
            f"typedef struct {{\n    uint64_t word[{count}]; /* the lowest first */\n}} {name};",
        )
        return name

    def initial(self, value: int, width: int) -> str:
        """Hexadecimal, word by word."""
        if self.native(width):
            return f"0x{value:0{-(-width // 4)}x}" if value else "0"
        if not value:
            return "{{0}}"
        return (
            "{{"
            + ", ".join(
                f"0x{value >> WORD * place & mask(WORD):016x}" for place in range(words_of(width))
            )
            + "}}"
        )

    def widened(self, value: str, of: int, width: int) -> str:
        """Of 32 bits at least: what is smaller becomes a signed `int` in C."""
        size = max(_size(width), 32)
        return value if _size(of) == size else f"(uint{size}_t){value}"

    def fitted(self, expression: str, width: int) -> str:
        """Masked, where no integer of C has this width: an assignment does not cut it.

        What is small is an `int` in C, and is cut.
        """
        if width != _size(width):
            return f"({expression}) & 0x{mask(width):x}"
        return expression if width >= 32 else f"({self.word(width)})({expression})"

    def take(self, value: str, of: int, low: str, width: int) -> str:
        """By shift and mask, or by a helper where the bits are in two words."""
        if not self.native(width):
            return value if of == width else f"{self._resized(of, width)}({value}, {low})"
        if self.native(of):
            return self._shifted_down(value, of, low, width)
        if _in_one_word(low, width):
            return self._shifted_down(
                f"{value}.word[{_word_of(low)}]", WORD, _place_in_word(low), width
            )
        self._need("get_bits")
        return f"get_bits({value}.word, {low}, {width})"

    def _shifted_down(self, value: str, of: int, low: str, width: int) -> str:
        shifted = value if low == "0" else f"{value} >> {grouped(low)}"
        if of == width or low == str(of - width):
            return shifted
        return (
            f"({self.word(width)}){grouped(shifted)}"
            if width == _size(width)
            else f"{shifted} & 0x{mask(width):x}"
        )

    def place(self, target: str, of: int, low: str, value: str, width: int) -> str:
        """By shift and or, or by a helper where the bits go to two words."""
        if self.native(of):
            return _shifted_up(target, of, low, value)
        if not self.native(width):
            self._need("move_bits")
            return f"move_bits({target}.word, {low}, {value}.word, 0, {width});"
        if _in_one_word(low, width):
            return _shifted_up(f"{target}.word[{_word_of(low)}]", WORD, _place_in_word(low), value)
        self._need("put_bits")
        return f"put_bits({target}.word, {low}, {width}, {value});"

    def wide(
        self, operation: str, operands: Sequence[str], width: int, result: int, number: int
    ) -> str:
        """A helper for each operation and width."""
        if operation == "extend":
            return self._extended(operands[0], width, result)
        if operation in ("shr", "shl", "rotl", "rotr"):
            distance = -number % width if operation == "rotr" else number
            return f"{self._moved('rotl' if operation == 'rotr' else operation, width)}({operands[0]}, {distance})"
        helper = self._arithmetic(operation, width)
        folded = operands[0]
        for one in operands[1:]:
            folded = f"{helper}({folded}, {one})"
        return folded if operation != "not" else f"{helper}({folded})"

    def _extended(self, value: str, width: int, result: int) -> str:
        if self.native(width):
            return f"{{{{{value}}}}}"
        return value if width == result else f"{self._resized(width, result)}({value}, 0)"

    def _resized(self, width: int, result: int) -> str:
        """The helper that gives so many bits from `low` on, with zeros before them where there are
        fewer.
        """
        name = f"bits{result}_of_{width}"
        if name not in self.helpers:
            self._need("move_bits")
            steps = [
                self.zero("y", result),
                f"move_bits(y.word, 0, x.word, low, {min(width, result)});",
                "return y;",
            ]
            self.helpers[name] = function(
                f"static inline {self.word(result)} {name}({self.word(width)} x, int low)", steps
            )
        return name

    def _moved(self, operation: str, width: int) -> str:
        name, word = f"{operation}_{width}", self.word(width)
        if name not in self.helpers:
            self._need("move_bits")
            steps = [step.replace("WIDTH", str(width)) for step in _MOVES[operation]]
            body = [self.zero("y", width), *steps, "return y;"]
            self.helpers[name] = function(
                f"static inline {word} {name}({word} x, int distance)", body
            )
        return name

    def _arithmetic(self, operation: str, width: int) -> str:
        name, word = f"{operation}_{width}", self.word(width)
        if name not in self.helpers:
            if operation == "mul":
                self._need("get_bits")
                self._need("put_bits")
            given = f"{word} a" if operation == "not" else f"{word} a, {word} b"
            self.helpers[name] = function(
                f"static inline {word} {name}({given})", self._steps(operation, width)
            )
        return name

    def _steps(self, operation: str, width: int) -> list[str]:
        """The body of a helper; what may have set bits above the width clears them."""
        result, count, top = "y" if operation == "mul" else "a", words_of(width), width % WORD
        lines = _STEPS.get(operation) or [
            f"for (int i = 0; i < COUNT; i++) a.word[i] {INFIX[operation]}= b.word[i];"
        ]
        cut = (
            [f"{result}.word[{count - 1}] &= 0x{mask(top):x};"]
            if top and operation in _STEPS
            else []
        )
        return [
            *(
                line.replace("COUNT", str(count)).replace("WIDE", self.word(width))
                for line in lines
            ),
            *cut,
            f"return {result};",
        ]

    def _need(self, name: str) -> None:
        for one in (*NEEDS[name], name):
            self.helpers.setdefault(one, BITS[one])


_LEFT = "move_bits(y.word, distance, x.word, 0, WIDTH - distance);"
_MOVES = {
    "shl": [_LEFT],
    "shr": ["move_bits(y.word, 0, x.word, distance, WIDTH - distance);"],
    "rotl": [_LEFT, "move_bits(y.word, 0, x.word, WIDTH - distance, distance);"],
}
"""The bodies of helpers that move the bits of a value of WIDTH bits."""
_STEPS = {
    "not": ["for (int i = 0; i < COUNT; i++) a.word[i] = ~a.word[i];"],
    "add": [
        "uint64_t carry = 0;",
        "for (int i = 0; i < COUNT; i++) {",
        "    const uint64_t sum = a.word[i] + carry;",
        "    carry = sum < carry;",
        "    a.word[i] = sum + b.word[i];",
        "    carry += a.word[i] < sum;",
        "}",
    ],
    "sub": [
        "uint64_t borrow = 0;",
        "for (int i = 0; i < COUNT; i++) {",
        "    const uint64_t less = a.word[i] - borrow;",
        "    borrow = less > a.word[i];",
        "    a.word[i] = less - b.word[i];",
        "    borrow += a.word[i] > less;",
        "}",
    ],
    "mul": [
        "uint64_t digit[2 * COUNT] = {0};",
        "for (int i = 0; i < 2 * COUNT; i++) {",
        "    uint64_t carry = 0;",
        "    for (int j = 0; i + j < 2 * COUNT; j++) {",
        "        carry += get_bits(a.word, 32 * i, 32) * get_bits(b.word, 32 * j, 32) + digit[i + j];",
        "        digit[i + j] = (uint32_t)carry;",
        "        carry >>= 32;",
        "    }",
        "}",
        "WIDE y = {{0}};",
        "for (int i = 0; i < 2 * COUNT; i++) put_bits(y.word, 32 * i, 32, digit[i]);",
    ],
}
"""The bodies of helpers on values of COUNT words; those of `xor`, `and` and `or` are one line."""


def _in_one_word(low: str, width: int) -> bool:
    """Whether no piece lies in two words. In a loop `low` goes through multiples of the width."""
    return int(low) % WORD + width <= WORD if low.isdecimal() else WORD % width == 0


def _word_of(low: str) -> str:
    return str(int(low) // WORD) if low.isdecimal() else f"{grouped(low)} / {WORD}"


def _place_in_word(low: str) -> str:
    return str(int(low) % WORD) if low.isdecimal() else f"{grouped(low)} % {WORD}"


def _shifted_up(target: str, of: int, low: str, value: str) -> str:
    return (
        f"{target} |= {value};"
        if low == "0"
        else f"{target} |= (uint{max(_size(of), 32)}_t){grouped(value)} << {grouped(low)};"
    )


def _size(width: int) -> int:
    """The bits of the smallest integer of C that holds it."""
    return next(size for size in (8, 16, 32, 64) if width <= size)
