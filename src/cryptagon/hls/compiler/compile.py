"""The whole way from a C source to the Verilog core."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.hls.cleanup.preparation import TOP, Prepared, prepare, unit_top
from cryptagon.hls.compiler.costs import CostMeter, StepCost, peak_memory_mib
from cryptagon.hls.datapath.lowering import Datapath, Lowering
from cryptagon.hls.datapath.optimised_ir import OptimisedDatapath, optimise
from cryptagon.hls.datapath.shared_units import SharedUnit, shared_unit
from cryptagon.hls.ir.metadata import Metadata
from cryptagon.hls.ir.parser import declared_variables, parse_function
from cryptagon.hls.memory.rams import Ram
from cryptagon.hls.memory.roms import Rom, Tables
from cryptagon.hls.registers.allocation import RegisterFile, allocate_registers
from cryptagon.hls.source.constructs import hardware_function
from cryptagon.hls.source.files import SourceFiles
from cryptagon.hls.source.frontend import translate
from cryptagon.hls.source.interface import Port
from cryptagon.hls.source.verilog_names import module_name
from cryptagon.hls.states.cycles import LoopCycles, loops_of
from cryptagon.hls.states.expectations import check_expectations
from cryptagon.hls.states.machine import Machine, State, find_states
from cryptagon.hls.verilog.core import core_verilog, datapath_verilog
from cryptagon.hls.verilog.rams import ram_module
from cryptagon.hls.verilog.stream_fifos import buffered_core, has_fifos


@dataclass(frozen=True)
class HlsResult:
    """What a compilation gave: the core, its states and registers, and what it cost.

    `prepared`, `machine`, `datapath` and `optimised` are what the core was made of: the program cleaned up, the function cut into states,
    the logic of one cycle, and that logic as XLS's optimiser left it; `variables` names SSA values by the C variable they hold. `warnings`
    are of clang. `steps` tells what each step cost, `seconds` is wall-clock time, `peak_memory_mib` the largest resident size of this
    process so far.
    """

    core: VerilogCore
    module: str
    source: Path
    defines: dict[str, str]
    ports: dict[str, Port]
    states: tuple[State, ...]
    loops: tuple[LoopCycles, ...]
    registers: RegisterFile
    variables: dict[str, str]
    rams: tuple[Ram, ...]
    units: tuple[SharedUnit, ...]
    prepared: Prepared
    machine: Machine
    datapath: Datapath
    optimised: OptimisedDatapath
    warnings: tuple[str, ...]
    steps: tuple[StepCost, ...]
    seconds: float
    peak_memory_mib: float


def compile_source(source: Path, output: Path, *, defines: Mapping[str, str] | None = None, module: str = "CipherCore") -> HlsResult:
    """Compiles a C23 source to `output/<module>.v`, beside the intermediate `.ll` and `.ir` files.

    An empty `module` stands for the design's own name: that of its HARDWARE function, CipherCore where it includes cipher_core.h.
    Raises CryptagonError, with file and line, when the source is not valid C or has a construct that cannot become hardware.
    """
    meter = CostMeter()
    output.mkdir(parents=True, exist_ok=True)
    with meter.step("clang"):
        translation = translate(source, defines or {})
    raw = translation.text
    module = module or _own_name(raw, source)
    with meter.step("clean-up by LLVM"):
        prepared = prepare(raw, str(source))
    (output / f"{module}.ll").write_text(prepared.text)
    files = SourceFiles(source)
    with meter.step("shared units"):
        units = tuple(
            shared_unit(function, text, unit_top(function), f"{module}_unit_{function.name}", files) for function, text in prepared.shared
        )
    with meter.step("lowering"):
        made = _lower(prepared, files, units, module)
    datapath = made.datapath
    _check_effect(datapath, source)
    (output / f"{module}.ir").write_text(datapath.text)
    with meter.step("optimisation by XLS"):
        optimised = optimise(datapath)
    verilog = output / f"{module}.v"
    banner = f"// Made by `cryptagon hls {source.name}`; do not edit.\n"
    deep = has_fifos(prepared.ports)
    core = f"{module}_unbuffered" if deep else module
    with meter.step("Verilog"):
        modules = [
            *([buffered_core(module, core, prepared.ports)] if deep else []),
            core_verilog(core, datapath, prepared.ports, prepared.rams, units),
            datapath_verilog(datapath, optimised),
            *(datapath_verilog(unit.datapath, unit.optimised) for unit in units),
            *(rom.verilog() for rom in _roms(datapath, units)),
            *(ram_module(f"{core}_ram_{ram.name}", ram) for ram in prepared.rams),
        ]
        verilog.write_text("\n".join([banner, *modules]))
    return HlsResult(
        core=VerilogCore((verilog,)),
        module=module,
        source=source,
        defines=dict(defines or {}),
        ports=prepared.ports,
        states=tuple(made.machine.states),
        loops=made.loops,
        registers=made.registers,
        rams=prepared.rams,
        units=units,
        prepared=prepared,
        variables=made.variables,
        machine=made.machine,
        datapath=datapath,
        optimised=optimised,
        warnings=translation.warnings,
        steps=tuple(meter.steps),
        seconds=meter.seconds,
        peak_memory_mib=peak_memory_mib(),
    )


def _own_name(module_text: str, source: Path) -> str:
    name = hardware_function(module_text, str(source))
    if re.search(r'^!\d+ = !DIFile\(filename: "(?:[^"]*/)?cipher_core\.h"', module_text, re.MULTILINE):
        return "CipherCore"
    return module_name(name)


def _check_effect(datapath: Datapath, source: Path) -> None:
    if not datapath.outputs:
        raise CryptagonError(
            "the design neither takes nor gives an item",
            where=str(source),
            why="what nothing sees becomes no hardware, nor does what follows undefined behaviour, such as a write to address 0",
            fix="use stream_read and stream_write",
        )


@dataclass(frozen=True)
class _Lowered:
    machine: Machine
    loops: tuple[LoopCycles, ...]
    variables: dict[str, str]
    registers: RegisterFile
    datapath: Datapath


def _roms(datapath: Datapath, units: Sequence[SharedUnit]) -> list[Rom]:
    """The tables of the datapath and of the units, each once."""
    return list({rom.module: rom for rom in (*datapath.roms, *(rom for unit in units for rom in unit.datapath.roms))}.values())


def _lower(prepared: Prepared, files: SourceFiles, units: Sequence[SharedUnit], module: str) -> _Lowered:
    metadata = Metadata(prepared.text)
    operations = {operation.call: operation for ram in prepared.rams for operation in ram.operations()}
    operations |= {unit.function.call: unit.function.operation(unit.levels) for unit in units}
    machine = find_states(parse_function(prepared.text, TOP, metadata), prepared.ports, prepared.loop_statements, operations)
    loops = loops_of(machine)
    check_expectations(machine, loops, prepared.loop_statements)
    declared = declared_variables(prepared.text, metadata)
    variables = {value: metadata.variable_name(number) for value, number in declared.items()}
    registers = allocate_registers(machine, variables, declared)
    lowering = Lowering(machine, registers, prepared.ports, Tables(prepared.text, module), files)
    return _Lowered(machine, loops, variables, registers, lowering.run(f"{module}_datapath"))
