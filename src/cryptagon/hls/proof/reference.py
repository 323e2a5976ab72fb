"""The reference of a core: for each state what every register, port and pin of a unit must be,
worked out from the LLVM IR.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from cryptagon.hls.datapath.wires import STATE
from cryptagon.hls.ir.instructions import Location
from cryptagon.hls.proof.memory import TableMemory
from cryptagon.hls.proof.program import Program
from cryptagon.hls.proof.sheet import Sheet, Value, literal, zeros
from cryptagon.hls.source.interface import Port
from cryptagon.hls.source.verilog_names import vector


@dataclass(frozen=True)
class Check:
    """`signal` of the core must be `expected` but for the bits that are `open` ("" for none): both
    are outputs of the reference.

    `ways` are one-bit outputs that tell where the value comes from, each with its C line.
    """

    signal: str
    width: int
    expected: str
    open: str
    ways: tuple[tuple[str, Location], ...] = ()


@dataclass(frozen=True)
class Never:
    """Something that must not happen: a one-bit output of the reference, and what it would mean.

    `of_range` tells that it may need a narrower range of some register than could be shown, and so
    be no fault.
    """

    output: str
    meaning: str
    location: Location
    of_range: bool = False


@dataclass
class Case:
    """What must hold where the core's inputs and registers `given` have these values: in a state
    that begins at `location`, or in reset.
    """

    title: str
    given: dict[str, int]
    state: int | None
    location: Location = field(default_factory=Location)
    checks: list[Check] = field(default_factory=list)
    nevers: list[Never] = field(default_factory=list)


class Reference:
    """Writes the Verilog module `reference`.

    `inputs` gives its inputs by the names that the core has for them.
    """

    def __init__(
        self,
        program: Program,
        ports: Mapping[str, Port],
        memory: TableMemory,
        widths: Mapping[str, int],
    ) -> None:
        self.program, self.ports, self.memory, self.widths = program, ports, memory, widths
        self.sheet = Sheet()
        self.inputs: dict[str, tuple[str, int]] = {}
        self.outputs: list[tuple[str, int]] = []

    def input(self, signal: str, width: int) -> str:
        """The operand for a signal of the core: an input, a register, or what a unit gives."""
        if signal not in self.inputs:
            self.inputs[signal] = (f"i{len(self.inputs)}", width)
        return self.inputs[signal][0]

    def output(self, width: int, text: str) -> str:
        """An output of the reference with that value."""
        name = f"o{len(self.outputs)}"
        self.outputs.append((name, width))
        self.sheet.lines.append(f"  assign {name} = {text};")
        return name

    def check(self, signal: str, value: Value, ways: Sequence[tuple[str, Location]] = ()) -> Check:
        """The check that a signal has a value."""
        told = tuple((self.output(1, condition), location) for condition, location in ways)
        return Check(
            signal,
            value.width,
            self.output(value.width, value.text),
            self.output(value.width, value.open) if value.open else "",
            told,
        )

    def verilog(self) -> str:
        """The module, with those of the tables that it reads."""
        pins = [
            f"  input wire {vector(width)}{name} /* {signal} */"
            for signal, (name, width) in self.inputs.items()
        ]
        pins += [f"  output wire {vector(width)}{name}" for name, width in self.outputs]
        module = ["module reference (", ",\n".join(pins), ");", *self.sheet.lines, "endmodule", ""]
        return "\n".join([*module, *self.memory.verilog()])


def reset_case(
    reference: Reference,
    first: str,
    values: Mapping[str, int],
    more: Iterable[str],
    unseen: Collection[str] = (),
) -> Case:
    """After reset the first state begins with the values that the program gives its variables, but
    for registers that are `unseen` then; `more` are one-bit registers that are 0.
    """
    program, case = reference.program, Case("reset", {"rst": 1}, None)
    for name in sorted(program.needed[first] & set(values)):
        register = program.homes[name]
        if register in unseen:
            continue
        case.checks.append(
            reference.check(
                register,
                Value(
                    literal(reference.widths[register], values[name]), reference.widths[register]
                ),
            )
        )
        if values[name] >> reference.widths[register]:
            case.nevers.append(
                Never(
                    reference.output(1, "1'b1"),
                    f"the reset value of {register} does not fit",
                    program.define[name].location,
                )
            )
    if STATE in reference.widths:
        case.checks.append(
            reference.check(STATE, Value(zeros(reference.widths[STATE]), reference.widths[STATE]))
        )
    case.checks += [reference.check(name, Value("1'b0", 1)) for name in more]
    return case
