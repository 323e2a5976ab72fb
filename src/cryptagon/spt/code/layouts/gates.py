"""Networks of gates on bits: what a bit-sliced program computes, a gate an operation on vectors."""

from collections.abc import Sequence
from dataclasses import dataclass, field

XOR, AND, OR, AND_NOT, NOT = "^", "&", "|", "&~", "~"
"""The gates; the second operand of `&~` is inverted."""
Gate = tuple[str, int, int]
"""An operation and the signals that it takes; `~` takes the first alone."""


@dataclass
class Network:
    """Signals 0 to `inputs` - 1 are given, the others are the gates in their order; `outputs` are
    signals.
    """

    inputs: int
    gates: list[Gate] = field(default_factory=list)
    outputs: list[int] = field(default_factory=list)
    _known: dict[Gate, int] = field(default_factory=dict)

    def add(self, operation: str, left: int, right: int = 0) -> int:
        """The signal of a gate, which may be there already."""
        if operation in (XOR, AND, OR) and left > right:
            left, right = right, left
        gate = (operation, left, 0 if operation == NOT else right)
        if gate not in self._known:
            self.gates.append(gate)
            self._known[gate] = self.inputs + len(self.gates) - 1
        return self._known[gate]

    def include(self, other: "Network", inputs: Sequence[int]) -> list[int]:
        """The outputs of another network for these signals."""
        signals = list(inputs)
        for operation, left, right in other.gates:
            signals.append(
                self.add(operation, signals[left], signals[right] if operation != NOT else 0)
            )
        return [signals[one] for one in other.outputs]

    def values(self, given: Sequence[int], ones: int) -> list[int]:
        """What the outputs are, for inputs that are truth tables or single bits; `ones` has a one
        wherever they may.
        """
        signals = list(given)
        for operation, left, right in self.gates:
            a, b = signals[left], signals[right]
            signals.append(
                {XOR: a ^ b, AND: a & b, OR: a | b, AND_NOT: a & ~b & ones, NOT: ~a & ones}[
                    operation
                ]
            )
        return [signals[one] for one in self.outputs]

    def lines(self, kind: str, inputs: Sequence[str], outputs: Sequence[str]) -> list[str]:
        """Statements of C: a variable a gate, then the outputs."""
        names = list(inputs)
        lines = []
        for number, (operation, left, right) in enumerate(self.gates):
            a, b = names[left], names[right]
            value = {NOT: f"~{a}", AND_NOT: f"{a} & ~{b}"}.get(operation, f"{a} {operation} {b}")
            names.append(f"t{number}")
            lines.append(f"const {kind} t{number} = {value};")
        return [
            *lines,
            *(f"{name} = {names[signal]};" for name, signal in zip(outputs, self.outputs)),
        ]


def truth_tables(values: Sequence[int], results: int) -> list[int]:
    """For each bit of the result, bit 0 first: the number whose bit x is that bit for the argument
    x.
    """
    return [
        sum((value >> place & 1) << argument for argument, value in enumerate(values))
        for place in range(results)
    ]


def arguments(width: int) -> list[int]:
    """The truth tables of the bits of the argument, bit 0 first."""
    return truth_tables(range(1 << width), width)
