"""A clean function to the logic of its clock cycle."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cryptagon.errors import CryptagonError
from cryptagon.hls.cleanup.loop_statements import LoopStatement
from cryptagon.hls.cleanup.module import TOP, Prepared, unit_top
from cryptagon.hls.compiler import passes
from cryptagon.hls.compiler.dumps import Dumps
from cryptagon.hls.datapath.lowering import Datapath
from cryptagon.hls.datapath.optimised_ir import OptimisedDatapath
from cryptagon.hls.datapath.shared_units import SharedUnit, levels_of
from cryptagon.hls.ir.metadata import Metadata
from cryptagon.hls.ir.model import Function
from cryptagon.hls.ir.parser import declared_variables, parse_function
from cryptagon.hls.memory.roms import Tables
from cryptagon.hls.registers.hardware import Hardware, Surroundings, Unallocated
from cryptagon.hls.source.files import SourceFiles
from cryptagon.hls.source.interface import Port
from cryptagon.hls.source.levels import ANY
from cryptagon.hls.states.calls import Calling
from cryptagon.hls.states.cutting import Cut
from cryptagon.hls.states.machine import Machine
from cryptagon.hls.states.subroutines import Subroutine, subroutine_of, with_tables
from cryptagon.hls.units.operations import Operations
from cryptagon.hls.units.shared_functions import SharedFunction


def machine_of(
    function: Function,
    ports: Mapping[str, Port],
    statements: Sequence[LoopStatement],
    operations: Operations,
    dumps: Dumps,
    *,
    most_levels: int = ANY,
) -> Machine:
    """Cuts a function into states; splits blocks at accesses that need a cycle of their own, and
    loops with cycles(k) into stages; `most_levels` are those of a cycle, ANY for no bound.

    Raises CryptagonError for loops marked UNROLL that could not be unrolled, and for loops that cannot
    be split into the stages asked for.
    """
    cut = Cut(function, ports, statements, operations, most_levels=most_levels)
    cut = dumps.run_all(passes.STATES, cut)
    return dumps.run(passes.MACHINE, cut)


def operations_of(
    prepared: Prepared, units: Sequence[SharedUnit], called: Sequence[Subroutine] = ()
) -> Operations:
    """What the calls of RAMs and of shared functions do."""
    operations = {
        operation.call: operation for ram in prepared.rams for operation in ram.operations()
    } | {one.function.call: one.operation() for one in called}
    return operations | {unit.function.call: unit.function.operation(unit.levels) for unit in units}


def function_of(prepared: Prepared) -> Function:
    """The one function of a prepared design."""
    return parse_function(prepared.text, TOP, Metadata(prepared.text))


def design_machine(prepared: Prepared, operations: Operations, dumps: Dumps) -> Machine:
    """The state machine of a prepared design; raises as `machine_of` does."""
    return machine_of(
        function_of(prepared),
        prepared.ports,
        prepared.loop_statements,
        operations,
        dumps,
        most_levels=prepared.most_levels,
    )


def design_without_registers(
    prepared: Prepared,
    machine: Machine,
    files: SourceFiles,
    module: str,
    dumps: Dumps,
    *,
    subroutines: Sequence[Subroutine] = (),
) -> Unallocated:
    """A design's machine as it gets registers, with the functions that it calls: it has the states
    that the hardware has.
    """
    tables = Tables(prepared.text, module)
    declared, variables = _declared(prepared.text, "")
    called = []
    for one in subroutines:
        own = _declared(one.text, one.prefix)
        declared, variables = declared | own[0], variables | own[1] | one.variables
        called.append(with_tables(one, tables.joined(one.text, one.prefix)))
    around = Surroundings(f"{module}_datapath", prepared.ports, tables, files, variables, declared)
    return _without_registers(machine, tuple(called), around, dumps)


def _declared(text: str, prefix: str) -> tuple[dict[str, str], dict[str, str]]:
    """The variables that values hold, by the values' names with a prefix: their nodes in the
    metadata, as the module with that prefix has them, and their names.
    """
    metadata = Metadata(text)
    found = {prefix + value: node for value, node in declared_variables(text, metadata).items()}
    names = {value: metadata.variable_name(node) for value, node in found.items()}
    return {value: prefix + node for value, node in found.items()}, names


def _without_registers(
    machine: Machine, called: tuple[Subroutine, ...], around: Surroundings, dumps: Dumps
) -> Unallocated:
    merged = dumps.run(passes.ALIKE_LOOPS, machine)
    if called:
        calling = Calling(merged, machine, called, around.ports)
        merged = dumps.run(passes.SUBROUTINES, calling)
    return dumps.run(
        passes.EARLY_CONSTANTS, Unallocated(dumps.run_all(passes.MACHINES, merged), around)
    )


def allocated(unallocated: Unallocated, dumps: Dumps) -> Hardware:
    """A machine with its registers."""
    hardware = dumps.run(passes.REGISTERS, unallocated)
    divided = dumps.run(passes.SMALL_QUOTIENTS, hardware)
    ended = dumps.run(passes.KNOWN_CHOICES, dumps.run(passes.EQUALITY_TESTS, divided))
    return dumps.run(passes.FIRST_TESTS, ended)


def lowered(hardware: Hardware, dumps: Dumps) -> Datapath:
    """The datapath of a machine with its registers."""
    return dumps.run(passes.LOWERING, hardware)


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


@dataclass(frozen=True)
class ReadFunction:
    """A shared function as blocks, read from `text`, the LLVM IR of its one cleaned function."""

    function: SharedFunction
    text: str
    body: Function


def read_shared(function: SharedFunction, text: str) -> ReadFunction:
    """A shared function, read from its LLVM IR."""
    return ReadFunction(function, text, parse_function(text, unit_top(function), Metadata(text)))


def subroutine(
    read: ReadFunction, operations: Operations, dumps: Dumps, most_levels: int = ANY
) -> Subroutine:
    """A shared function that takes clock cycles; `operations` are those of the functions that it
    calls, `most_levels` as in `machine_of`. It is cut into states in place.

    Raises CryptagonError, with file and line, where there are to be several of it, and as
    `machine_of` does.
    """
    function = read.function
    if function.units > 1:
        raise CryptagonError(
            f"shared function '{function.name}' takes clock cycles, and cannot have {function.units} units",
            where=str(function.location),
            why="calls run one after another, so that one is enough: it has clocked loops, wait() or calls of other shared functions",
            fix="write SHARED; or mark its loops UNROLL, and leave SHARED out before what it calls",
        )
    cut = Cut(read.body, function.ports, (), operations, most_levels=most_levels)
    *before_reset, _ = passes.STATES
    return subroutine_of(function, read.text, dumps.run_all(before_reset, cut))


def shared_unit(read: ReadFunction, module: str, files: SourceFiles, dumps: Dumps) -> SharedUnit:
    """The unit of a shared function; `module` is the name of its Verilog module. The function is
    cut into states in place.

    Raises CryptagonError, with file and line, for what cannot become logic.
    """
    function = read.function
    machine = machine_of(read.body, function.ports, (), {}, dumps)
    around = Surroundings(module, function.ports, Tables(read.text, module), files)
    hardware = allocated(_without_registers(machine, (), around, dumps), dumps)
    datapath = dumps.run(passes.LOWERING, hardware)
    logic = with_seen_resets(optimised(datapath, dumps), dumps)
    return SharedUnit(function, module, datapath, logic, levels_of(hardware.machine))
