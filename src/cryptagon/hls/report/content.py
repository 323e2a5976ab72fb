"""What a report says, as data: the content of `<module>.report.json`.

All lists are in a fixed order: same input, same bytes.
"""

from pydantic import BaseModel, ConfigDict


class Entry(BaseModel):
    """A part of the report."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Place(Entry):
    """A line of C. `file` is relative to the source's folder; line 0 where there is none, as for
    what only controls the machine.
    """

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else ""


class Headline(Entry):
    """The headline.

    `register_bits` counts the state register too, `tools` gives versions by name.
    """

    module: str
    source: str
    defines: dict[str, str]
    standard: str
    tools: dict[str, str]
    states: int
    register_bits: int
    state_register_bits: int
    memory_bits: int


class Stream(Entry):
    """A port of the design: `kind` is stream_in, stream_out or wire_in; `fields` gives Verilog
    signals and their widths.

    `depth` is how many items the FIFO at the port holds, 0 where there is none.
    """

    name: str
    kind: str
    bits: int
    fields: dict[str, int]
    depth: int


class StateEntry(Entry):
    """One state: why it exists, where it begins, and the source lines that its cycle can run."""

    number: int
    reason: str
    explanation: str
    place: Place
    code: str
    lines: tuple[Place, ...]


class Transition(Entry):
    """A way from the end of one state's cycle to the next one's; `back` when it leads to the same
    or an earlier state.
    """

    source: int
    target: int
    back: bool


class LoopEntry(Entry):
    """A clocked loop: its states, and how many clock cycles an iteration takes; `most` is None
    without a bound.
    """

    place: Place
    code: str
    states: tuple[int, ...]
    least: int
    most: int | None
    trips_least: int | None
    trips_most: int | None


class UnrolledEntry(Entry):
    """A loop that was unrolled though the source does not say so: how often it iterates, and how many
    iterations are done at once.
    """

    place: Place
    code: str
    iterations: int
    at_once: int


class RegisterEntry(Entry):
    """One register.

    `variables` are the C variables that share it, `values` how many values of the program do.
    """

    name: str
    bits: int
    variables: tuple[str, ...]
    values: int
    reset: int
    needs_reset: bool
    enable: bool


class Operators(Entry):
    """How many operators of one kind and width, in bits.

    Of logic, `count` gates with two one-bit inputs, `width` 1.
    """

    kind: str
    width: int
    count: int


class Line(Entry):
    """A source line: its text, the states whose cycle can run it, its operators, and `levels`, the
    longest chain of them.
    """

    place: Place
    text: str
    states: tuple[int, ...]
    operators: tuple[Operators, ...]
    levels: float


class Memory(Entry):
    """A table or memory of `words` words of `width` bits: `kind` is "ROM" or "FIFO"."""

    kind: str
    name: str
    words: int
    width: int
    readers: int


class RamEntry(Entry):
    """An array in memory: `words` words of `width` bits, written through one port in parts of
    `lanes` bits, read through `read_ports`.

    `cells` are the memory cells that ECP5 needs for it, by type; `place` is its declaration,
    `reads` and `writes` the lines that use it. One that is `inferred` is a RAM because it is large;
    the source does not ask for it.
    """

    name: str
    kind: str
    words: int
    width: int
    lanes: tuple[int, ...]
    read_ports: int
    cells: dict[str, int]
    place: Place
    reads: tuple[Place, ...]
    writes: tuple[Place, ...]
    inferred: bool = False


class MemoryPortEntry(Entry):
    """An array of `words` elements of `width` bits in a memory outside: `signals` gives the Verilog
    ports of its request and its response with their widths, handshakes too.

    `place` is its declaration, `reads` and `writes` the lines that use it; a fence counts as a
    read.
    """

    name: str
    words: int
    width: int
    signals: dict[str, int]
    place: Place
    reads: tuple[Place, ...]
    writes: tuple[Place, ...]


class SharedEntry(Entry):
    """A shared function: how many `units` of the Verilog `module` there are, the widths of operands
    and result, and who calls it.

    `levels` is the longest path through a unit.
    """

    name: str
    module: str
    units: int
    operands: dict[str, int]
    bits: int
    levels: float
    place: Place
    calls: tuple[Place, ...]


class Step(Entry):
    """An operator on a path: the net that it makes, and when that is ready, in levels from the
    path's start.
    """

    net: str
    operation: str
    width: int
    place: Place
    levels: float
    arrival: float


class Path(Entry):
    """The longest chain of operators in front of a register or port, an estimate in levels of
    four-input look-up tables.
    """

    begins: str
    ends: str
    levels: float
    steps: tuple[Step, ...]


class FaultEntry(Entry):
    """A difference between the Verilog and the program: what it is, the C line that the right value
    comes from, and a cycle that shows it.

    `values` are the registers and ports of that cycle in hexadecimal; those that are left out are
    0.
    """

    what: str
    place: Place
    values: dict[str, str]


class ProofPart(Entry):
    """A state, the reset or a shared function: `standing` is proved, tested or different; `why`
    says why it is not proved.
    """

    name: str
    standing: str
    why: str
    faults: tuple[FaultEntry, ...]


class ProofEntry(Entry):
    """Whether the Verilog does what the LLVM IR says that it was made from; `beside` is what the
    proof does not speak of.
    """

    standing: str
    parts: tuple[ProofPart, ...]
    beside: tuple[str, ...]


class AreaEntry(Entry):
    """What synthesis alone made of the core for a target: cells of the netlist, and look-up tables
    on the longest path.

    `luts_by_line` has the tables that stem from a line of C, `luts_of_control` counts those that
    stem from no line, as choosing states and handshakes do, `luts_of_several` those that could not
    be laid to one place.
    """

    target: str
    strategy: str
    luts: int
    ffs: int
    brams: int
    dsps: int
    levels: int
    luts_by_line: dict[str, int]
    luts_of_control: int
    luts_of_several: int


class Cost(Entry):
    """What the compilation, this report and the proof, if one was asked for, cost: the only part
    that differs from run to run.
    """

    compile_seconds: float
    peak_memory_mib: float
    report_seconds: float
    proof_seconds: float | None = None


class Report(Entry):
    """Everything. `lines` holds the source whole; `other_operators` what stems from no line; `nets`
    each net's C line.

    `proof` and `area` are None where none was asked for.
    """

    design: Headline
    streams: tuple[Stream, ...]
    states: tuple[StateEntry, ...]
    transitions: tuple[Transition, ...]
    loops: tuple[LoopEntry, ...]
    unrolled: tuple[UnrolledEntry, ...]
    registers: tuple[RegisterEntry, ...]
    operators: tuple[Operators, ...]
    other_operators: tuple[Operators, ...]
    lines: tuple[Line, ...]
    memories: tuple[Memory, ...]
    rams: tuple[RamEntry, ...]
    memory_ports: tuple[MemoryPortEntry, ...]
    shared: tuple[SharedEntry, ...]
    paths: tuple[Path, ...]
    nets: dict[str, str]
    proof: ProofEntry | None = None
    area: AreaEntry | None = None
    cost: Cost
