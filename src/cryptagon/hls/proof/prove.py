"""The proof of a core: each state's cycle does what the prepared LLVM IR says, for all contents of the registers and all inputs.

By induction over the cycles. The relation: the state register has the number of the state, and each value that the program may still read is in
its register, as far as it is defined. It holds after reset, and each cycle that happens leads from it to it; a cycle that does not happen
changes nothing. Ranges of registers, where they are narrower than the registers, are proved along with it.
"""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.hls.compiler import HlsResult
from cryptagon.hls.llvm_ir import Location
from cryptagon.hls.llvm_metadata import Metadata
from cryptagon.hls.llvm_parser import parse_function
from cryptagon.hls.preparation import TOP, unit_top
from cryptagon.hls.proof.aig import read_netlist
from cryptagon.hls.proof.induction import settle
from cryptagon.hls.proof.meaning import NotCoveredError
from cryptagon.hls.proof.memory import Memory
from cryptagon.hls.proof.miter import Design
from cryptagon.hls.proof.netlists import write_netlist
from cryptagon.hls.proof.outcome import Part, Proof, Standing
from cryptagon.hls.proof.program import Program, block_changed, read_program, reset_values
from cryptagon.hls.proof.reference import Case, Reference, StateCase, reset_case
from cryptagon.hls.proof.sheet import Value
from cryptagon.hls.proof.start_ranges import ranges_at_starts
from cryptagon.hls.proof.unit_pins import UnitPins, check_takes, packed, results_of_units
from cryptagon.hls.shared_units import SharedUnit
from cryptagon.hls.stream_fifos import has_fifos
from cryptagon.toolchain import ToolError

LIMIT_S = 60.0
STAGED = "cycles(k) moved its work between stages; they are compared with the program after that"


def prove(result: HlsResult, folder: Path, *, limit_s: float = LIMIT_S) -> Proof:
    """Compares the Verilog of a compilation with its LLVM IR; files go to `folder`. `limit_s` seconds are given to each state.

    What is not covered, or not decided in time, is told as tested; only faults of the machine are raised, as CryptagonError.
    """
    begun = time.perf_counter()
    folder.mkdir(parents=True, exist_ok=True)
    parts = [*_core(result, folder, limit_s), *(_guarded(unit.function.name, lambda u=unit: _unit(result, u, folder, limit_s)) for unit in result.units)]
    return Proof(tuple(parts), _beside(result), time.perf_counter() - begun)


def _beside(result: HlsResult) -> tuple[str, ...]:
    fifos = [f"the FIFO at stream '{port.name}'" for port in result.ports.values() if port.depth]
    return (*fifos, *(f"the memory of RAM '{ram.name}'" for ram in result.rams))


def _tested(name: str, why: str, begun: float) -> Part:
    return Part(name, Standing.TESTED, why, (), time.perf_counter() - begun)


def _guarded(name: str, proof: Callable[[], Part]) -> Part:
    """The part that a proof gives, or one that is tested since something in it is not covered."""
    begun = time.perf_counter()
    try:
        return proof()
    except NotCoveredError as gap:
        return _tested(name, str(gap), begun)
    except ToolError as failure:
        if failure.code is None:
            return _tested(name, "its network was not made in time", begun)
        raise


# The core


def _core(result: HlsResult, folder: Path, limit_s: float) -> list[Part]:
    begun = time.perf_counter()
    names = ["reset", *(f"state {number}" for number in range(len(result.states)))]
    try:
        program, changed = _program(result)
        reference, cases = _cases(result, program)
        design = _networks(result, reference, folder, limit_s)
    except NotCoveredError as gap:
        return [_tested(name, str(gap), begun) for name in names]
    except ToolError as failure:
        if failure.code is not None:
            raise
        return [_tested(name, "its network was not made in time", begun) for name in names]
    parts = settle(design, cases, ranges_at_starts(result, program), folder, limit_s)
    if not changed:
        return parts
    return [Part(p.name, Standing.TESTED, STAGED, (), p.seconds) if p.standing is Standing.PROVED else p for p in parts]


def _program(result: HlsResult) -> tuple[Program, bool]:
    """The program as it is compared, and whether it differs from the prepared one otherwise than by being cut."""
    prepared = result.prepared
    operations = {operation.call: operation for ram in result.rams for operation in ram.operations()}
    operations |= {unit.function.call: unit.function.operation(unit.levels) for unit in result.units}
    homes = {value: f"r_{register.name}" for value, register in result.registers.home.items()}
    program = read_program(prepared.text, TOP, prepared.ports, prepared.loop_statements, operations, homes)
    if [state.block for state in program.machine.states] != [state.block for state in result.states]:
        raise NotCoveredError("read anew, the program has other states")
    check_takes(program)
    plain = parse_function(prepared.text, TOP, Metadata(prepared.text))
    return program, bool(block_changed(plain, program.machine.function))


def _cases(result: HlsResult, program: Program) -> tuple[Reference, list[Case]]:
    """The reference, and what must hold after reset and in each state."""
    machine, text = program.machine, result.prepared.text
    widths = {f"r_{register.name}": register.width for register in result.registers.registers}
    if len(machine.states) > 1:
        widths["fsm"] = max(1, (len(machine.states) - 1).bit_length())
    reference = Reference(program, result.ports, Memory(text), widths)
    asked = sorted({i.detail.removeprefix("cg.has.") for _, i in machine.function.instructions() if i.detail.startswith("cg.has.")})
    together = machine.written_together
    flags = [f"missed_{name}" for name in asked] + [f"taken_{name}" for name in sorted(together)]
    first = machine.states[0].block
    plain = parse_function(text, TOP, Metadata(text))
    results = results_of_units(reference)
    cases = [reset_case(reference, first, reset_values(plain, first), flags)]
    for number, state in enumerate(machine.states):
        one = StateCase(reference, number, state.block, results)
        case, pins = one.complete(together, asked), UnitPins(one)
        for ram in result.rams:
            pins.ram(ram)
        for unit in result.units:
            pins.unit(unit.function)
        cases.append(case)
    for flag in flags:
        widths[flag] = 1
    return reference, cases


def _networks(result: HlsResult, reference: Reference, folder: Path, limit_s: float) -> Design:
    core = f"{result.module}_unbuffered" if has_fifos(result.ports) else result.module
    outside = tuple([f"{core}_ram_{ram.name}" for ram in result.rams] + [unit.module for unit in result.units])
    design = folder / "design.aig"
    write_netlist(result.core.sources[0], core, design, limit_s, outside)
    return _design(reference, design, folder, "reference", limit_s)


def _design(reference: Reference, core: Path, folder: Path, name: str, limit_s: float) -> Design:
    """The design of which the core's network is made already."""
    text, network = folder / f"{name}.v", folder / f"{name}.aig"
    text.write_text(reference.verilog())
    write_netlist(text, "reference", network, limit_s)
    return Design(read_netlist(core, reference.widths), read_netlist(network), dict(reference.inputs), reference.widths)


# Shared functions


def _unit(result: HlsResult, unit: SharedUnit, folder: Path, limit_s: float) -> Part:
    """A shared function's module against its function."""
    function, text = next(pair for pair in result.prepared.shared if pair[0].name == unit.function.name)
    program = read_program(text, unit_top(function), function.ports, (), {}, {})
    reference = Reference(program, function.ports, Memory(text), {})
    case = _unit_case(reference)
    network = folder / f"unit_{function.name}.aig"
    write_netlist(result.core.sources[0], unit.module, network, limit_s)
    design = _design(reference, network, folder, f"unit_{function.name}_reference", limit_s)
    case.title = f"shared function '{function.name}'"
    return settle(design, [case], {}, folder, limit_s)[0]


def _unit_case(reference: Reference) -> Case:
    (state,) = reference.program.machine.states
    run = UnitRun(reference, 0, state.block, {})
    writes = [call for call in run.run.calls if call.instruction.detail.startswith("cg.write.")]
    for write in writes:
        run.pin("return_item", packed(reference.sheet, write.operands), [(write.condition, write.instruction.location)])
    run.case.given = {}
    return run.case


class UnitRun(StateCase):
    """A shared function's one cycle: its operands are whole items at ports of their own."""

    def item(self, port, part) -> str:  # noqa: ANN001
        """A field of an operand."""
        whole, low = self.reference.input(f"item_{port.name}", port.bits), port.shift_of(part)
        return whole if port.bits == part.bits else self.sheet.wire(part.bits, f"{whole}[{low + part.bits - 1}:{low}]")


_ = (CryptagonError, Location, Sequence, Value)
