"""Random programs of labels and `goto`, whose loops are entered anywhere: the Verilog does what the
native run does.
"""

import random

from array_designs import words_design

from cryptagon.hls.check import cosimulate

VARIABLES = "xyz"
PROGRAMS = 14


class _Maker:
    """One program: labels, each with some statements and maybe jumps; a counter ends all loops."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.labels = self.draw.randint(4, 9)

    def body(self) -> str:
        lines = [
            "unsigned x = stream_read(in), y = x ^ 77, z = 5, n = 0, t[8] = {1, 2, 3, 4, 5, 6, 7, 8};"
        ]
        for label in range(self.labels):
            lines.append(f"L{label}:")
            lines += [self._statement() for _ in range(self.draw.randint(0, 3))]
            lines += self._jumps(label)
        return "\n".join([*lines, "stream_write(out, x ^ y);", "stream_write(out, z + n);"])

    def _any(self) -> str:
        return self.draw.choice(VARIABLES)

    def _bit(self) -> str:
        return f"{self._any()} & {1 << self.draw.randint(0, 4)}"

    def _value(self) -> str:
        a, b, k = self._any(), self._any(), self.draw.randint(1, 9)
        return self.draw.choice(
            [
                f"{a} * {k} + {b}",
                f"{a} ^ {b} >> {k}",
                f"{a} + n * {k}",
                f"({a} & {b}) - {k}",
                f"t[{a} & 7] ^ {b}",
            ]
        )

    def _statement(self) -> str:
        kinds = {
            f"{self._any()} = {self._value()};": 6,
            f"t[{self._any()} & 7] = {self._value()};": 1,
            f"stream_write(out, {self._value()});": 1,
            f"for (unsigned i = 0; i < ({self._any()} & 3); i++) x += i ^ y;": 1,
            "wait();": 1,
            f"if ({self._bit()}) {self._any()} = {self._value()};": 1,
        }
        (one,) = self.draw.choices(list(kinds), list(kinds.values()))
        return one

    def _jumps(self, label: int) -> list[str]:
        """A jump anywhere as long as the counter allows it, and some further on."""
        jumps = list[str]()
        if self.draw.random() < 0.8:
            anywhere, most = self.draw.randrange(self.labels), self.draw.randint(5, 30)
            jumps.append(f"if (n++ < {most} && {self._bit()}) goto L{anywhere};")
        if label < self.labels - 2 and self.draw.random() < 0.3:
            first, second = (self.draw.randrange(label + 1, self.labels) for _ in range(2))
            jumps.append(
                f"switch ({self._any()} & 3) {{ case 0: goto L{first}; case 1: goto L{second}; }}"
            )
        return jumps


def test_machines_of_labels(tmp_path):
    designs = [words_design(f"labels_{seed}", _Maker(seed).body()) for seed in range(PROGRAMS)]
    for name, outcome in cosimulate(designs, tmp_path).items():
        assert outcome.agree and outcome.native["out"], name
