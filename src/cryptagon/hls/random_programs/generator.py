"""Random designs of clocked C, free of undefined behaviour: streams, registers, branches, loops, mixed widths and operators, tables."""

import random
from dataclasses import dataclass, field

from cryptagon.hls.cosimulation import Design

WIDTHS = (1, 3, 8, 13, 16, 31, 32, 40, 64, 65, 100, 128, 200)
BINARY = ("+", "-", "*", "&", "|", "^")
COMPARE = ("==", "!=", "<", "<=", ">", ">=")
TABLE = "ROM uint_t({width}) table_{name}[8] = {{{words}}};"


@dataclass
class Program:
    """A generator of one design. `variables` maps what may be read and assigned to its width, `counters` what may only be read."""

    name: str
    choose: random.Random
    variables: dict[str, int] = field(default_factory=dict)
    counters: list[str] = field(default_factory=list)
    loops: int = 0

    def design(self) -> Design:
        """The design, with random items on its two input streams."""
        a, b, out, table, local, register = (self.choose.choice(WIDTHS[1:]) for _ in range(6))
        self.variables = {"local": local, "register_": register, "flag": 1, "x": a, "static_": self.choose.choice(WIDTHS)}
        words = ", ".join(self._constant(table) for _ in range(8))
        lines = [
            "#include <cryptagon.h>",
            f"STREAM_IN(uint_t({a}), a)\nSTREAM_IN(uint_t({b}), b)\nSTREAM_OUT(uint_t({out}), out)\nSTREAM_OUT(bit, seen)",
            TABLE.format(width=table, name=self.name, words=words),
            f"REGISTER uint_t({register}) register_ = {self._constant(register)};",
            f"HARDWARE void {self.name}(void) {{",
            f"REGISTER uint_t({self.variables['static_']}) static_ = 1;",
            f"uint_t({local}) local = {self._constant(local)};\nbit flag = 0;",
            f"uint_t({a}) x = stream_read(a);",
            *self._block(depth=3),
            *self._block(depth=2),
            f"stream_write(out, (uint_t({out}))(({self._expression(3)}) ^ {' ^ '.join(self.variables)}));",
            "}",
        ]
        items = {"a": self._items(a, 40), "b": self._items(b, 400)}
        return Design(self.name, "\n".join(lines) + "\n", items)

    def _items(self, width: int, count: int) -> list[int]:
        return [self.choose.choice((self.choose.getrandbits(width), self.choose.getrandbits(2) & ((1 << width) - 1))) for _ in range(count)]

    def _constant(self, width: int) -> str:
        """A constant of at most 64 significant bits, with a cast to its width."""
        value = self.choose.choice((0, 1, (1 << min(width, 64)) - 1, self.choose.getrandbits(min(width, 64))))
        return f"(uint_t({width})){value:#x}ull"

    # Expressions: all are unsigned bit-precise integers, which C does not promote to int, so that nothing overflows.

    def _expression(self, depth: int) -> str:
        leaf = depth == 0 or self.choose.random() < 0.15
        kinds = (
            (self._leaf,)
            if leaf
            else (self._arithmetic, self._arithmetic, self._shift, self._choice, self._comparison, self._look_up, self._signed)
        )
        return self.choose.choice(kinds)(depth - 1)

    def _leaf(self, _depth: int) -> str:
        if self.choose.random() < 0.12:
            return self._constant(self.choose.choice(WIDTHS))
        return self.choose.choice([*self.variables, *(f"(uint_t(8)){counter}" for counter in self.counters)])

    def _cast(self, text: str) -> str:
        return f"(uint_t({self.choose.choice(WIDTHS[2:])}))({text})" if self.choose.random() < 0.6 else f"({text})"

    def _arithmetic(self, depth: int) -> str:
        operator = self.choose.choice((*BINARY, "/", "%"))
        left = self._cast(self._expression(depth))
        right = f"(uint_t(33)){self.choose.randrange(1, 70)}" if operator in "/%" else self._expression(depth)
        return self._cast(f"{left} {operator} ({right})")

    def _shift(self, depth: int) -> str:
        width = self.choose.choice(WIDTHS[3:])
        operator = self.choose.choice(("<<", ">>"))
        value, amount = self._expression(depth), self._expression(depth)
        return f"(uint_t({width}))((uint_t({width}))({value}) {operator} (unsigned)((uint_t(16))({amount}) % {width}))"

    def _choice(self, depth: int) -> str:
        return self._cast(f"{self._condition(depth)} ? {self._cast(self._expression(depth))} : {self._cast(self._expression(depth))}")

    def _comparison(self, depth: int) -> str:
        return f"(bit)({self._condition(depth)})"

    def _look_up(self, depth: int) -> str:
        return f"table_{self.name}[(unsigned)(({self._expression(depth)}) & 7)]"

    def _signed(self, depth: int) -> str:
        """Sign extension and arithmetic shift, which cannot overflow."""
        narrow, wide = self.choose.randrange(2, 60), self.choose.randrange(60, 140)
        value = f"(signed _BitInt({wide}))(signed _BitInt({narrow}))({self._expression(depth)})"
        return f"(uint_t({wide}))({value} >> {self.choose.randrange(wide)})"

    def _condition(self, depth: int) -> str:
        width, operator = self.choose.choice(WIDTHS), self.choose.choice(COMPARE)
        kind = "signed _BitInt" if width > 1 and self.choose.random() < 0.4 else "unsigned _BitInt"
        plain = f"({kind}({width}))({self._expression(depth)}) {operator} ({kind}({width}))({self._expression(depth)})"
        return (
            f"({plain})"
            if depth < 1 or self.choose.random() < 0.7
            else f"({plain} {self.choose.choice(('&&', '||'))} {self._condition(depth - 1)})"
        )

    # Statements

    def _block(self, depth: int) -> list[str]:
        kinds = (self._assignment, self._assignment, self._branch, self._rolled, self._unrolled, self._access, self._switch)
        lines: list[str] = []
        for _ in range(self.choose.randrange(1, 4)):
            kind = self.choose.choice(kinds) if depth > 0 else self.choose.choice((self._assignment, self._access))
            lines += kind(depth - 1)
        return lines

    def _assignment(self, _depth: int) -> list[str]:
        target = self.choose.choice(list(self.variables))
        return [f"{target} = (uint_t({self.variables[target]}))({self._expression(2)});"]

    def _branch(self, depth: int) -> list[str]:
        other = ["} else {", *self._block(depth)] if self.choose.random() < 0.6 else []
        return [f"if ({self._condition(1)}) {{", *self._block(depth), *other, "}"]

    def _switch(self, depth: int) -> list[str]:
        cases = self.choose.sample(range(8), 3)
        lines = [f"switch ((unsigned)((x ^ {self._expression(1)}) & 7)) {{"]
        for case in cases:
            lines += [f"case {case}: {{", *self._block(depth - 1), self.choose.choice(("} break;", "}"))]
        return [*lines, "default: ;", "}"]

    def _rolled(self, depth: int) -> list[str]:
        return self._loop(depth, self.choose.choice(("", "", "UNROLL_BY(2) ")), self.choose.randrange(1, 6))

    def _unrolled(self, depth: int) -> list[str]:
        return self._loop(depth, "UNROLL ", self.choose.randrange(1, 4))

    def _loop(self, depth: int, how: str, count: int) -> list[str]:
        self.loops += 1
        counter = f"i{self.loops}"
        bound = str(count) if how or self.choose.random() < 0.5 else f"(int)((uint_t(3))({self._expression(1)}))"
        self.counters.append(counter)
        body = self._block(depth)
        if not how and self.choose.random() < 0.5:
            body += [f"if ({self._condition(1)}) {self.choose.choice(('break', 'continue'))};", *self._block(depth)]
        self.counters.pop()
        return [f"{how}for (int {counter} = 0; {counter} < {bound}; {counter}++) {{", *body, "}"]

    def _access(self, _depth: int) -> list[str]:
        wide = self.choose.choice(("register_", "local"))
        return [
            self.choose.choice(
                (
                    f"{wide} ^= (uint_t({self.variables[wide]}))stream_read(b);",
                    f"{wide} += (uint_t({self.variables[wide]}))stream_peek(b);",
                    f"stream_write(seen, (bit)({self._expression(2)}));",
                    "wait();",
                )
            )
        ]


def random_design(seed: int, number: int) -> Design:
    """The design of that number among those of a seed."""
    return Program(f"random_{seed}_{number}", random.Random(f"{seed} {number}")).design()


def random_designs(seed: int, count: int) -> list[Design]:
    """`count` designs, the same for the same seed."""
    return [random_design(seed, number) for number in range(count)]
