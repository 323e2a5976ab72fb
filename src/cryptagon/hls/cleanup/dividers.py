"""Division as LLVM IR: one function for each kind of it, as a loop of one quotient bit or several an
iteration, or as the same steps in a row.

The restoring method: the remainder so far, with the next bit of the dividend behind it, is compared
with the divisor by a subtraction. Where the divisor fits, the quotient has a one and the difference
is the new remainder. For two bits in one step (radix 4) the divisor, its double and its triple are
subtracted side by side, and the largest that fits gives both. Signed numbers are divided as
magnitudes; the quotient is cut off towards zero, and the remainder has the dividend's sign (C23,
6.5.6). D. Patterson, J. Hennessy, "Computer Organization and Design", division.
"""

from dataclasses import dataclass

from cryptagon.hls.ir.carry_chains import adder_levels
from cryptagon.hls.ir.layout import storage_bits
from cryptagon.hls.ir.writer import LlvmWriter

MOST_PAIRS = 2
"""Steps of two bits in a cycle at most: of the 64 cycles for 64 bits the first saves 32, the second
16, and a third would save five."""
CHOICES = 2.5
"""Levels of a step of two bits behind its differences: which of them fit, and which one is left."""


def bits_a_cycle(dividend: int, divisor: int, most_levels: int) -> int:
    """The bits of the quotient that a cycle of `most_levels` levels of look-up tables finds, of
    numbers of that many bits: 1, or 2 for each step of two bits that fits into it.
    """
    pair = adder_levels(min(dividend, divisor) + 3) + CHOICES
    return 2 * min(MOST_PAIRS, int(most_levels / pair)) or 1


@dataclass(frozen=True)
class Divider:
    """What divides numbers of `width` bits: `dividend` and `divisor` are the bits that their
    magnitudes have at most, 1 to `width` each.

    It gives quotient and remainder. It is a loop that finds `at_once` bits of the quotient in an
    iteration, 1 or an even number, or straight code where it is `in_one_cycle`.
    """

    width: int
    dividend: int
    divisor: int
    signed: bool
    in_one_cycle: bool
    at_once: int = 1

    @property
    def name(self) -> str:
        """What a place that divides calls."""
        kind = "logic" if self.in_one_cycle else f"loop{self.at_once}"
        return f"cg.divide.{kind}.{'s' if self.signed else 'u'}{self.width}.{self.dividend}.{self.divisor}"

    @property
    def kept(self) -> int:
        """The bits of the remainder."""
        return min(self.dividend, self.divisor)

    @property
    def iterations(self) -> int:
        """Those of the loop."""
        return -(-self.dividend // self.at_once)

    def function(self, loop_notes: str) -> str:
        """The function, to be inlined: it writes quotient and remainder, in whole memory words,
        where its last two parameters point.

        `loop_notes` is the metadata of its loop's back edge.
        """
        new = _Writer(self)
        new.lines.append("start:")
        signs = new.signs() if self.signed else ["", ""]
        dividend = new.magnitude("%a", self.dividend, signs[0], "%dividend")
        divisor = new.magnitude("%b", self.divisor, signs[1], "%divisor")
        results = (
            new.array(dividend, divisor)
            if self.in_one_cycle
            else new.loop(dividend, divisor, loop_notes)
        )
        new.give(*results)
        parameters = f"i{self.width} %a, i{self.width} %b, ptr %quotient.at, ptr %remainder.at"
        body = "\n".join(new.lines)
        return f"\ndefine internal void @{self.name}({parameters}) alwaysinline {{\n{body}\n}}\n"


class _Writer(LlvmWriter):
    """Writes the function of one divider."""

    def __init__(self, divider: Divider) -> None:
        super().__init__("divide")
        self.divider = divider

    def signs(self) -> list[str]:
        """For each operand one bit, which is 1 where it is below zero; `%differ` is 1 where these
        bits do.
        """
        names = ["%negative", "%divisor.negative"]
        for value, name in zip(("%a", "%b"), names):
            self.emit(f"icmp slt i{self.divider.width} {value}, 0", name)
        self.emit(f"xor i1 {', '.join(names)}", "%differ")
        return names

    def magnitude(self, value: str, bits: int, sign: str, name: str) -> str:
        """The absolute value of an operand in `bits` bits, called `name` where it has a sign."""
        value = self.slice(value, self.divider.width, 0, bits)
        return self._inverted(value, bits, sign, name) if sign else value

    def _inverted(self, value: str, bits: int, condition: str, name: str = "") -> str:
        """A number with the other sign where the condition holds."""
        inverse = self.emit(f"sub i{bits} 0, {value}")
        return self.emit(f"select i1 {condition}, i{bits} {inverse}, i{bits} {value}", name)

    def loop(self, dividend: str, divisor: str, notes: str) -> tuple[str, str]:
        """Quotient and remainder by a loop.

        The quotient comes from below into the register that the dividend leaves.
        """
        divider, kept = self.divider, self.divider.kept
        bits, count = divider.iterations * divider.at_once, (divider.iterations - 1).bit_length()
        first = self.placed(dividend, divider.dividend, 0, bits)
        multiples = self._multiples(divisor) if divider.at_once > 1 else []
        self.lines += ["  br label %step", "step:"]
        begin = len(self.lines)
        quotient, remainder = "%quotient", "%remainder"
        for _ in range(divider.at_once // 2):
            pair = self.slice(quotient, bits, bits - 2, 2)
            digit, remainder = self._pair(remainder, pair, multiples)
            quotient = self._behind(quotient, bits, digit, 2)
        if divider.at_once == 1:
            top = self.slice(quotient, bits, bits - 1, 1)
            digit, rest = self._step(remainder, kept, top, divisor)
            remainder = self.slice(rest, min(kept + 1, divider.divisor), 0, kept)
            quotient = self._behind(quotient, bits, digit, 1)
        following, last = (
            self.emit(f"add i{count} %bit, 1"),
            self.emit(f"icmp eq i{count} %bit, {divider.iterations - 1}"),
        )
        kept_values = (
            ("bit", count, "0", following),
            ("quotient", bits, first, quotient),
            ("remainder", kept, "0", remainder),
        )
        self.lines[begin:begin] = [
            f"  %{name} = phi i{width} [ {start}, %start ], [ {then}, %step ]"
            for name, width, start, then in kept_values
        ]
        self.lines += [f"  br i1 {last}, label %end, label %step{notes}", "end:"]
        return self.slice(quotient, bits, 0, divider.dividend), remainder

    def _behind(self, value: str, width: int, digit: str, bits: int) -> str:
        """A value with `bits` bits behind it; those in front go."""
        shifted = self.emit(f"shl i{width} {value}, {bits}")
        return self.emit(f"or i{width} {shifted}, {self.placed(digit, bits, 0, width)}")

    def _multiples(self, divisor: str) -> list[str]:
        """The divisor, its double and its triple, each with two bits more."""
        wide = self.divider.divisor + 2
        once = self.placed(divisor, self.divider.divisor, 0, wide)
        twice = self.emit(f"shl i{wide} {once}, 1")
        return [once, twice, self.emit(f"add i{wide} {once}, {twice}")]

    def _pair(self, remainder: str, pair: str, multiples: list[str]) -> tuple[str, str]:
        """How often the divisor fits into the remainder with two bits behind it, and what is left:
        the multiples are subtracted side by side.
        """
        kept, size = self.divider.kept, self.divider.kept + 2
        whole = self.emit(
            f"or i{size} {self.placed(remainder, kept, 2, size)}, {self.placed(pair, 2, 0, size)}"
        )
        less, left = list[str](), [self.slice(whole, size, 0, kept)]
        for multiple in multiples:
            too_large, difference = self._difference(
                whole, size, multiple, self.divider.divisor + 2
            )
            less.append(too_large)
            left.append(self.slice(difference, size + 1, 0, kept))
        low, high = (
            self.emit(f"select i1 {below}, i{kept} {left[number]}, i{kept} {left[number + 1]}")
            for number, below in ((0, less[0]), (2, less[2]))
        )
        odd = self.emit(f"select i1 {less[1]}, i1 {less[0]}, i1 {less[2]}")
        digit = self.emit(
            f"or i2 {self.placed(self._not(less[1]), 1, 1, 2)}, {self.placed(self._not(odd), 1, 0, 2)}"
        )
        return digit, self.emit(f"select i1 {less[1]}, i{kept} {low}, i{kept} {high}")

    def _difference(self, whole: str, size: int, value: str, most: int) -> tuple[str, str]:
        """Whether a value of `most` bits is larger than the whole of `size` bits, and the
        difference, one bit wider than the narrower one: its sign tells it, and what the value has
        above these bits.
        """
        compared = min(size, most)
        wide = compared + 1
        low = self.placed(self.slice(value, most, 0, compared), compared, 0, wide)
        difference = self.emit(f"sub i{wide} {self.placed(whole, size, 0, wide)}, {low}")
        less = self._or_above(self.slice(difference, wide, compared, 1), value, most, compared)
        return less, difference

    def _or_above(self, less: str, value: str, width: int, low: int) -> str:
        """Also where a value of `width` bits has ones from bit `low` on."""
        if low == width:
            return less
        above = self.emit(f"icmp ne i{width - low} {self.slice(value, width, low, width - low)}, 0")
        return self.emit(f"or i1 {less}, {above}")

    def _not(self, bit: str) -> str:
        return self.emit(f"xor i1 {bit}, true")

    def array(self, dividend: str, divisor: str) -> tuple[str, str]:
        """Quotient and remainder by all steps in a row, each as wide as the remainder can be by
        then.
        """
        bits, quotient, remainder, kept = self.divider.dividend, "0", "0", 0
        for number in reversed(range(bits)):
            fits, remainder = self._step(
                remainder, kept, self.slice(dividend, bits, number, 1), divisor
            )
            quotient = self.emit(f"or i{bits} {quotient}, {self.placed(fits, 1, number, bits)}")
            kept = min(kept + 1, self.divider.divisor)
        return quotient, remainder

    def _step(self, remainder: str, kept: int, bit: str, divisor: str) -> tuple[str, str]:
        """Whether the divisor fits into the remainder of `kept` bits with a bit behind it, and what
        is left: one bit more, as far as the divisor has as many.
        """
        most, size = self.divider.divisor, kept + 1
        whole = bit
        if kept:
            whole = self.emit(
                f"or i{size} {self.placed(remainder, kept, 1, size)}, {self.placed(bit, 1, 0, size)}"
            )
        less, difference = self._difference(whole, size, divisor, most)
        compared = min(size, most)
        left = [
            self.slice(value, width, 0, compared)
            for value, width in ((whole, size), (difference, compared + 1))
        ]
        return self._not(less), self.emit(
            f"select i1 {less}, i{compared} {left[0]}, i{compared} {left[1]}"
        )

    def give(self, quotient: str, remainder: str) -> None:
        """Gives both back with their signs, if there are any."""
        width, bits = self.divider.width, self.divider.dividend
        values = (
            self.placed(quotient, bits, 0, width),
            self.placed(remainder, self.divider.kept, 0, width),
        )
        if self.divider.signed:
            values = (
                self._inverted(values[0], width, "%differ"),
                self._inverted(values[1], width, "%negative"),
            )
        memory = storage_bits(width)
        for value, place in zip(values, ("%quotient.at", "%remainder.at")):
            self.do(f"store i{memory} {self.placed(value, width, 0, memory)}, ptr {place}")
        self.do("ret void")
