"""A clock cycle's logic on values that are known in part.

A value is three integers: `known`, a mask of the bits that are known; `ones`, those of them that
are 1; and `marks`, one bit for each register whose unknown value may show in the bits that are not
known. What is known bears no mark: that is how a multiplexer whose select is known stops them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cryptagon.hls.datapath.optimised_ir import Node

Value = tuple[int, int, int]


@dataclass(frozen=True)
class Logic:
    """Nodes as one Python function: `run` takes the values of `inputs`, whatever follows them, and
    whether the values of all `nodes` are asked for, or just the masks of what is known of them.
    """

    inputs: tuple[str, ...]
    nodes: tuple[str, ...]
    run: Callable[[Sequence[Value], bool], tuple[Any, ...]]


def inputs_of(nodes: Sequence[Node]) -> tuple[str, ...]:
    """What nodes read and do not make, in their order."""
    made = {node.name for node in nodes}
    read = (name for node in nodes for name in node.operands if name not in made)
    return tuple(dict.fromkeys(read))


def logic_of(
    nodes: Sequence[Node],
    inputs: tuple[str, ...],
    widths: Mapping[str, int],
    texts: Mapping[str, str],
) -> Logic:
    """The logic of nodes in topological order, given `inputs` and maybe more; `widths` are those of
    everything they read, `texts` the arguments of each as XLS writes them.
    """
    numbers = {name: number for number, name in enumerate([*inputs, *(n.name for n in nodes)])}
    lines = ["def run(given, whole):"]
    for name in inputs:
        n = numbers[name]
        lines.append(f"    k{n}, o{n}, m{n} = given[{n}]")
    for node in nodes:
        lines += [f"    {line}" for line in _Lines(node, numbers, widths, texts[node.name]).all()]
    own = [numbers[node.name] for node in nodes]
    known, results = (f"k{n}, " for n in own), (f"(k{n}, o{n}, m{n}), " for n in own)
    lines += [f"    if not whole: return ({''.join(known)})", f"    return ({''.join(results)})"]
    names: dict[str, Any] = {"one_hot": _one_hot}
    exec("\n".join(lines), names)
    return Logic(inputs, tuple(node.name for node in nodes), names["run"])


class _Lines:
    """The Python of one node: `k`, `o` and `m` with its number are its value."""

    def __init__(
        self, node: Node, numbers: Mapping[str, int], widths: Mapping[str, int], text: str
    ) -> None:
        self.node, self.widths, self.text = node, widths, text
        self.own = numbers[node.name]
        self.operands = [numbers[name] for name in node.operands]
        self.full = (1 << node.width) - 1

    def all(self) -> list[str]:
        """What computes the node; where nothing is known of an operation, its result is not."""
        return getattr(self, f"op_{self.node.operation}", self.op_anything)()

    def _value(self, known: str, ones: str, marks: str) -> list[str]:
        n = self.own
        return [
            f"k{n} = {known}",
            f"o{n} = {ones}",
            f"m{n} = {marks} if k{n} != {self.full} else 0",
        ]

    def _marks(self, numbers: Sequence[int]) -> str:
        return " | ".join(f"m{n}" for n in numbers) or "0"

    def op_anything(self) -> list[str]:
        return self._value("0", "0", self._marks(self.operands))

    def op_literal(self) -> list[str]:
        digits = self.text.partition("value=")[2].partition(",")[0].strip()
        if digits.startswith("["):
            return self.op_anything()
        return self._value(f"{self.full}", f"{int(digits, 0)}", "0")

    def _gate(self, *, of_ones: bool, inverted: bool) -> list[str]:
        """And, where `of_ones`, else or. The marks are those of operands that are not known where
        the result is not.
        """
        n, operands = self.own, self.operands
        zeros = [f"(k{a} ^ o{a})" for a in operands]
        ones = [f"o{a}" for a in operands]
        one, zero = (
            (" & ".join(ones), " | ".join(zeros))
            if of_ones
            else (" | ".join(ones), " & ".join(zeros))
        )
        marks = " | ".join(f"(m{a} if u & ~k{a} else 0)" for a in operands)
        return [
            f"a, b = {one}, {zero}",
            f"k{n} = a | b",
            f"o{n} = {'b' if inverted else 'a'}",
            f"u = {self.full} ^ k{n}",
            f"m{n} = ({marks}) if u else 0",
        ]

    def op_and(self) -> list[str]:
        return self._gate(of_ones=True, inverted=False)

    def op_or(self) -> list[str]:
        return self._gate(of_ones=False, inverted=False)

    def op_nand(self) -> list[str]:
        return self._gate(of_ones=True, inverted=True)

    def op_nor(self) -> list[str]:
        return self._gate(of_ones=False, inverted=True)

    def op_not(self) -> list[str]:
        a = self.operands[0]
        return self._value(f"k{a}", f"k{a} ^ o{a}", f"m{a}")

    def op_xor(self) -> list[str]:
        known = " & ".join(f"k{a}" for a in self.operands)
        ones = " ^ ".join(f"o{a}" for a in self.operands)
        return self._value(known, f"({ones}) & k{self.own}", self._marks(self.operands))

    def op_bit_slice(self) -> list[str]:
        a, start = self.operands[0], int(self.node.options["start"])
        return self._value(
            f"k{a} >> {start} & {self.full}", f"o{a} >> {start} & {self.full}", f"m{a}"
        )

    def op_concat(self) -> list[str]:
        low, known, ones = 0, [], []
        for name, a in reversed(list(zip(self.node.operands, self.operands))):
            known.append(f"k{a} << {low}")
            ones.append(f"o{a} << {low}")
            low += self.widths[name]
        return self._value(" | ".join(known), " | ".join(ones), self._marks(self.operands))

    def op_zero_ext(self) -> list[str]:
        a = self.operands[0]
        above = self.full & ~((1 << self.widths[self.node.operands[0]]) - 1)
        return self._value(f"k{a} | {above}", f"o{a}", f"m{a}")

    def op_sign_ext(self) -> list[str]:
        a, width = self.operands[0], self.widths[self.node.operands[0]]
        above, sign = self.full & ~((1 << width) - 1), width - 1
        return self._value(
            f"k{a} | ({above} if k{a} >> {sign} else 0)",
            f"o{a} | ({above} if o{a} >> {sign} else 0)",
            f"m{a}",
        )

    def _compared(self, when_equal: int) -> list[str]:
        (a, b), n = self.operands, self.own
        width = self.widths[self.node.operands[0]]
        return [
            f"if k{a} & k{b} & (o{a} ^ o{b}): k{n}, o{n}, m{n} = 1, {1 - when_equal}, 0",
            f"elif k{a} & k{b} == {(1 << width) - 1}: k{n}, o{n}, m{n} = 1, {when_equal}, 0",
            f"else: k{n}, o{n}, m{n} = 0, 0, m{a} | m{b}",
        ]

    def op_eq(self) -> list[str]:
        return self._compared(1)

    def op_ne(self) -> list[str]:
        return self._compared(0)

    def _when_known(self, result: str) -> list[str]:
        """An operation that is done where all its operands are known."""
        n = self.own
        test = " and ".join(
            f"k{a} == {(1 << self.widths[name]) - 1}"
            for name, a in zip(self.node.operands, self.operands)
        )
        return [
            f"if {test}: k{n}, o{n}, m{n} = {self.full}, ({result}) & {self.full}, 0",
            f"else: k{n}, o{n}, m{n} = 0, 0, {self._marks(self.operands)}",
        ]

    def op_add(self) -> list[str]:
        return self._when_known(" + ".join(f"o{a}" for a in self.operands))

    def op_sub(self) -> list[str]:
        return self._when_known(" - ".join(f"o{a}" for a in self.operands))

    def _ordered(self, sign: str) -> list[str]:
        a, b = self.operands
        return self._when_known(f"o{a} {sign} o{b}")

    def op_ult(self) -> list[str]:
        return self._ordered("<")

    def op_ule(self) -> list[str]:
        return self._ordered("<=")

    def op_ugt(self) -> list[str]:
        return self._ordered(">")

    def op_uge(self) -> list[str]:
        return self._ordered(">=")

    def op_or_reduce(self) -> list[str]:
        a, n = self.operands[0], self.own
        full = (1 << self.widths[self.node.operands[0]]) - 1
        return [
            f"if o{a}: k{n}, o{n}, m{n} = 1, 1, 0",
            f"elif k{a} == {full}: k{n}, o{n}, m{n} = 1, 0, 0",
            f"else: k{n}, o{n}, m{n} = 0, 0, m{a}",
        ]

    def op_sel(self) -> list[str]:
        """The selector's value tells which case; those beyond the last are the default."""
        (selector, *cases), n = self.operands, self.own
        whole = (1 << self.widths[self.node.operands[0]]) - 1
        values = ", ".join(f"(k{c}, o{c}, m{c})" for c in cases)
        return [
            f"if k{selector} == {whole}:",
            f"    k{n}, o{n}, m{n} = ({values},)[min(o{selector}, {len(cases) - 1})]",
            "else:",
            *(f"    {line}" for line in self._one_of(cases, f"m{selector}")),
        ]

    def op_one_hot_sel(self) -> list[str]:
        """The cases whose bit of the selector is 1, by or."""
        (selector, *cases), n = self.operands, self.own
        values = ", ".join(f"(k{c}, o{c}, m{c})" for c in cases)
        chosen = f"(k{selector}, o{selector}, m{selector})"
        return [f"k{n}, o{n}, m{n} = one_hot({chosen}, ({values},), {self.full})"]

    def _one_of(self, cases: Sequence[int], chosen_by: str) -> list[str]:
        """Any of the cases: known is where all agree."""
        n, first = self.own, cases[0]
        agree = "".join(f" & k{c} & ~(o{first} ^ o{c})" for c in cases[1:])
        return self._value(
            f"k{first}{agree}", f"o{first} & k{n}", f"({chosen_by} | {self._marks(cases)})"
        )


def _one_hot(selector: Value, cases: Sequence[Value], full: int) -> Value:
    known, ones, marks = selector
    result_ones, zeros, result_marks = 0, full, 0
    for number, (case_known, case_ones, case_marks) in enumerate(cases):
        if known >> number & 1 and not ones >> number & 1:
            continue
        surely = known >> number & 1
        result_ones |= case_ones if surely else 0
        zeros &= case_known ^ case_ones
        result_marks |= case_marks | (0 if surely else marks)
    found = result_ones | zeros
    return found, result_ones, result_marks if found != full else 0
