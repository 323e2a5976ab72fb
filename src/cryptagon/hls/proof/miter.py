"""A case of the reference against the core, as one network whose output is 1 where they differ."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cryptagon.hls.datapath.wires import STATE
from cryptagon.hls.proof.aig import FALSE, TRUE, Aig, AigNetlist, Bit
from cryptagon.hls.proof.meaning import NotCoveredError
from cryptagon.hls.proof.reference import Case, Check, Never
from cryptagon.toolchain.abc import Verdict, decide

Interval = tuple[int, int]
Ranges = Mapping[tuple[int, str], Interval]  # by state and register


@dataclass(frozen=True)
class CorePair:
    """A core and its reference.

    `inputs` gives the reference's inputs by the names of the core's signals, `widths` the
    registers.
    """

    core: AigNetlist
    reference: AigNetlist
    inputs: Mapping[str, tuple[str, int]]
    widths: Mapping[str, int]


@dataclass(frozen=True)
class Difference:
    """An obligation that does not hold, with the values of all inputs and registers, and what was
    found.
    """

    check: Check | Never | tuple[int, str]
    values: Mapping[str, int]
    expected: int = 0
    found: int = 0
    way: int = -1


@dataclass
class Miter:
    """The network of one case.

    An obligation is a check, something that must never be, or the range of a register in a state.
    """

    design: CorePair
    case: Case
    ranges: Ranges
    aig: Aig = field(default_factory=Aig)

    def __post_init__(self) -> None:
        self.core_nodes = self._core()
        self.reference_nodes = self._reference()
        self.assumed = self._assumed()
        self.obligations: list[tuple[Check | Never | tuple[int, str], int]] = []

    def build(self) -> None:
        """Writes down all obligations."""
        for check in self.case.checks:
            self.obligations.append((check, self._mismatch(check)))
        for never in self.case.nevers:
            self.obligations.append((never, self._output((never.output, 0))))
        for (state, register), interval in self.ranges.items():
            self.obligations.append(((state, register), self._left(state, register, interval)))

    def decide(
        self, skipped: Sequence[object], folder: Path, name: str, limit_s: float
    ) -> tuple[Verdict, list[Difference]]:
        """Whether all obligations but those `skipped` hold; where they do not, those that one
        counterexample breaks.
        """
        open_ones = [(what, literal) for what, literal in self.obligations if what not in skipped]
        wrong = self.aig.both(self.assumed, self.aig.either(literal for _, literal in open_ones))
        if wrong == FALSE:
            return Verdict.PROVED, []
        if wrong == TRUE:
            return Verdict.REFUTED, self._broken(open_ones, [0] * len(self.aig.inputs))
        file, found = folder / f"{name}.aig", folder / f"{name}.counterexample"
        self.aig.write(file, wrong)
        found.unlink(missing_ok=True)
        engine = [
            f"read_aiger {file.name}",
            f"&r {file.name}",
            f"&cec -m -C 100000 -T {max(1, int(limit_s))}",
            f"write_cex {found.name}",
        ]
        decision = decide(engine, cwd=folder, limit_s=limit_s + 1, log=folder / f"{name}.log")
        if decision.verdict is not Verdict.REFUTED:
            return decision.verdict, []
        return Verdict.REFUTED, self._broken(
            open_ones, self._simplest(_bits_in(found.read_text()), wrong)
        )

    def _simplest(self, inputs: list[int], wrong: int) -> list[int]:
        """The counterexample with every signal 0 that need not be something else."""
        for signal in dict.fromkeys(name for name, _ in self.aig.inputs):
            fewer = [
                0 if name == signal else bit
                for (name, _), bit in zip(self.aig.inputs, inputs, strict=True)
            ]
            if fewer != inputs and self.aig.evaluate(fewer)[wrong >> 1] ^ wrong & 1:
                inputs = fewer
        return inputs

    def _core(self) -> list[int]:
        netlist, given = self.design.core, {}
        fixed = {
            (name, bit): value >> bit & 1
            for name, value in self.case.given.items()
            for bit in range(64)
        }
        for bit, literal in [*netlist.inputs.items(), *netlist.latches.items()]:
            given[literal] = fixed[bit] if bit in fixed else self.aig.input(bit)
        for number, literal in enumerate(netlist.nameless):
            given[literal] = self.aig.input(("", number))
        for signal, (_, width) in self.design.inputs.items():
            for position in range(width):
                if (signal, position) not in fixed:
                    self.aig.input((signal, position))
        self.fixed = fixed
        return self.aig.add(netlist, given)

    def _reference(self) -> list[int]:
        netlist, given = self.design.reference, {}
        names = {name: signal for signal, (name, _) in self.design.inputs.items()}
        for (name, position), literal in netlist.inputs.items():
            bit = (names[name], position)
            given[literal] = self.fixed[bit] if bit in self.fixed else self.aig.literal_of[bit]
        return self.aig.add(netlist, given)

    def _literal(self, nodes: list[int], literal: int) -> int:
        return nodes[literal >> 1] ^ literal & 1

    def _output(self, bit: Bit) -> int:
        return self._literal(self.reference_nodes, self.design.reference.outputs[bit])

    def _word(self, name: str, width: int) -> list[int]:
        return [self._output((name, position)) for position in range(width)]

    def of_core(self, signal: str, width: int) -> list[int]:
        """What a port or pin of the core is, or a register at the cycle's end; bits that it does
        not have are 0.

        Raises NotCoveredError where the core has none of them.
        """
        table = self.design.core.next if signal in self.design.widths else self.design.core.outputs
        found = [table.get((signal, position)) for position in range(width)]
        if not any(literal is not None for literal in found):
            raise NotCoveredError(
                f"the Verilog has no '{signal}'"
                if signal not in self.design.widths
                else f"no flip-flop keeps {signal}"
            )
        return [
            FALSE if literal is None else self._literal(self.core_nodes, literal)
            for literal in found
        ]

    def _mismatch(self, check: Check) -> int:
        open_bits = self._word(check.open, check.width) if check.open else [FALSE] * check.width
        pairs = zip(
            self._word(check.expected, check.width),
            self.of_core(check.signal, check.width),
            open_bits,
            strict=True,
        )
        return self.aig.either(
            self.aig.both(self.aig.differ(a, b), free ^ 1) for a, b, free in pairs
        )

    # Ranges

    def _assumed(self) -> int:
        """The ranges of the registers in the state that the case is about."""
        found = TRUE
        for (state, register), interval in self.ranges.items():
            if state == self.case.state:
                bits = [
                    self.aig.literal_of[register, position]
                    for position in range(self.design.widths[register])
                ]
                found = self.aig.both(found, self._inside(bits, interval))
        return found

    def _left(self, state: int, register: str, interval: Interval) -> int:
        """The cycle leads to the state, and the register is not in its range there."""
        there = TRUE
        if STATE in self.design.widths:
            for position, bit in enumerate(self.of_core(STATE, self.design.widths[STATE])):
                there = self.aig.both(there, bit if state >> position & 1 else bit ^ 1)
        return self.aig.both(
            there, self._inside(self.of_core(register, self.design.widths[register]), interval) ^ 1
        )

    def _inside(self, bits: Sequence[int], interval: Interval) -> int:
        low, high = interval
        return self.aig.both(
            self._at_most(bits, high),
            self._at_most([bit ^ 1 for bit in bits], ~low & (1 << len(bits)) - 1),
        )

    def _at_most(self, bits: Sequence[int], bound: int) -> int:
        """From the lowest bit up: below the bound as far as looked at."""
        found = TRUE
        for position, bit in enumerate(bits):
            found = (
                self.aig.both(bit, found ^ 1) ^ 1
                if bound >> position & 1
                else self.aig.both(bit ^ 1, found)
            )
        return found

    # Counterexamples

    def _broken(
        self,
        obligations: Sequence[tuple[Check | Never | tuple[int, str], int]],
        inputs: Sequence[int],
    ) -> list[Difference]:
        nodes = self.aig.evaluate(inputs)
        value: Callable[[int], int] = lambda literal: nodes[literal >> 1] ^ literal & 1  # noqa: E731
        signals: dict[str, int] = dict(self.case.given)
        for (name, position), bit in zip(self.aig.inputs, inputs, strict=True):
            signals[name] = signals.get(name, 0) | bit << position
        found = []
        for what, literal in obligations:
            if not value(literal):
                continue
            if not isinstance(what, Check):
                found.append(Difference(what, signals))
                continue
            number = [
                sum(value(bit) << n for n, bit in enumerate(word))
                for word in (
                    self._word(what.expected, what.width),
                    self.of_core(what.signal, what.width),
                )
            ]
            way = next(
                (n for n, (output, _) in enumerate(what.ways) if value(self._output((output, 0)))),
                -1,
            )
            found.append(Difference(what, signals, number[0], number[1], way))
        return found


def _bits_in(text: str) -> list[int]:
    """The inputs' values in a counterexample as ABC writes it, with remarks behind them."""
    return [int(bit) for bit in text.partition("#")[0] if bit in "01"]
