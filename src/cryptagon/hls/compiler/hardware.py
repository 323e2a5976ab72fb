"""A clean function to the logic of its clock cycle."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cryptagon.hls.cleanup.loop_statements import LoopStatement
from cryptagon.hls.cleanup.module import TOP, Prepared, unit_top
from cryptagon.hls.compiler import passes
from cryptagon.hls.compiler.dumps import Dumps
from cryptagon.hls.datapath.lowering import Datapath
from cryptagon.hls.datapath.optimised_ir import OptimisedDatapath
from cryptagon.hls.datapath.shared_units import SharedUnit, levels_of, refuse_loops
from cryptagon.hls.ir.metadata import Metadata
from cryptagon.hls.ir.model import Function
from cryptagon.hls.ir.parser import declared_variables, parse_function
from cryptagon.hls.memory.roms import Tables
from cryptagon.hls.registers.allocation import RegisterFile
from cryptagon.hls.registers.hardware import Hardware, Surroundings, Unallocated
from cryptagon.hls.source.files import SourceFiles
from cryptagon.hls.source.interface import Port
from cryptagon.hls.states.cutting import Cut
from cryptagon.hls.states.machine import Machine
from cryptagon.hls.units.operations import Operations
from cryptagon.hls.units.shared_functions import SharedFunction


@dataclass(frozen=True)
class Lowered:
    """A state machine with its registers, the C variables that values hold, and its datapath."""

    machine: Machine
    variables: dict[str, str]
    registers: RegisterFile
    datapath: Datapath


def machine_of(
    function: Function,
    ports: Mapping[str, Port],
    statements: Sequence[LoopStatement],
    operations: Operations,
    dumps: Dumps,
) -> Machine:
    """Cuts a function into states; splits blocks at accesses that need a cycle of their own, and
    loops with cycles(k) into stages.

    Raises CryptagonError for loops entered in the middle, for loops marked UNROLL that could not be
    unrolled, and for loops that cannot be split into the stages asked for.
    """
    cut = dumps.run_all(passes.STATES, Cut(function, ports, statements, operations))
    return dumps.run(passes.MACHINE, cut)


def operations_of(prepared: Prepared, units: Sequence[SharedUnit]) -> Operations:
    """What the calls of RAMs and of shared functions do."""
    operations = {
        operation.call: operation for ram in prepared.rams for operation in ram.operations()
    }
    return operations | {unit.function.call: unit.function.operation(unit.levels) for unit in units}


def design_machine(prepared: Prepared, operations: Operations, dumps: Dumps) -> Machine:
    """The state machine of a prepared design; raises as `machine_of` does."""
    function = parse_function(prepared.text, TOP, Metadata(prepared.text))
    return machine_of(function, prepared.ports, prepared.loop_statements, operations, dumps)


def lowered(
    prepared: Prepared, machine: Machine, files: SourceFiles, module: str, dumps: Dumps
) -> Lowered:
    """The registers and the datapath of a design's machine."""
    metadata = Metadata(prepared.text)
    declared = declared_variables(prepared.text, metadata)
    variables = {value: metadata.variable_name(number) for value, number in declared.items()}
    around = Surroundings(
        f"{module}_datapath",
        prepared.ports,
        Tables(prepared.text, module),
        files,
        variables,
        declared,
    )
    hardware = _with_registers(machine, around, dumps)
    return Lowered(
        hardware.machine, variables, hardware.registers, dumps.run(passes.LOWERING, hardware)
    )


def _with_registers(machine: Machine, around: Surroundings, dumps: Dumps) -> Hardware:
    unallocated = dumps.run(
        passes.EARLY_CONSTANTS, Unallocated(dumps.run_all(passes.MACHINES, machine), around)
    )
    hardware = dumps.run(passes.REGISTERS, unallocated)
    ended = dumps.run(passes.KNOWN_CHOICES, dumps.run(passes.LOOP_ENDS, hardware))
    return dumps.run(passes.FIRST_TESTS, ended)


def optimised(datapath: Datapath, dumps: Dumps) -> OptimisedDatapath:
    """A datapath with all its resets. Raises CryptagonError when XLS refuses it."""
    return dumps.run(passes.NET_NAMES, dumps.run(passes.OPTIMISE, datapath))


def with_seen_resets(logic: OptimisedDatapath, dumps: Dumps) -> OptimisedDatapath:
    """A datapath as it becomes Verilog, without the resets that nobody sees."""
    return dumps.run(passes.UNSEEN_RESETS, logic)


def datapath_verilog(datapath: OptimisedDatapath, dumps: Dumps) -> str:
    """A datapath as a combinational Verilog module with the names of its inputs and outputs;
    comments tell each net's C lines.

    Raises CryptagonError when XLS refuses the IR.
    """
    return dumps.run_all(passes.VERILOG, dumps.run(passes.CODE, datapath)).text


def shared_unit(
    function: SharedFunction, text: str, module: str, files: SourceFiles, dumps: Dumps
) -> SharedUnit:
    """The unit of a shared function, from the LLVM IR text of its one cleaned function; `module` is
    the name of its Verilog module.

    Raises CryptagonError, with file and line, where it has a clocked loop or something else that
    cannot become logic.
    """
    body = parse_function(text, unit_top(function), Metadata(text))
    refuse_loops(function, body)
    machine = machine_of(body, function.ports, (), {}, dumps)
    hardware = _with_registers(
        machine, Surroundings(module, function.ports, Tables(text, module), files), dumps
    )
    datapath = dumps.run(passes.LOWERING, hardware)
    logic = with_seen_resets(optimised(datapath, dumps), dumps)
    return SharedUnit(function, module, datapath, logic, levels_of(hardware.machine))
