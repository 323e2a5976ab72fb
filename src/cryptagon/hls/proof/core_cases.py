"""What must hold of a core: the program that it is compared with, after reset and in each of its
states.
"""

from cryptagon.hls.cleanup.module import TOP
from cryptagon.hls.compiler import HlsResult
from cryptagon.hls.compiler.dumps import Dumps
from cryptagon.hls.compiler.hardware import machine_of, operations_of
from cryptagon.hls.datapath.exclusion import written_together
from cryptagon.hls.datapath.wires import STATE
from cryptagon.hls.ir.metadata import Metadata
from cryptagon.hls.ir.model import Function
from cryptagon.hls.ir.parser import parse_function
from cryptagon.hls.proof.loops_as_read import tested_late
from cryptagon.hls.proof.meaning import NotCoveredError
from cryptagon.hls.proof.memory import TableMemory
from cryptagon.hls.proof.program import Program, block_changed, program_of, reset_values
from cryptagon.hls.proof.reference import Case, Reference, reset_case
from cryptagon.hls.proof.sheet import Value
from cryptagon.hls.proof.state_case import StateCase
from cryptagon.hls.proof.unit_pins import UnitPins, check_takes, results_of_units
from cryptagon.hls.resets.unseen import unseen_resets
from cryptagon.hls.states.counting_up import count_up
from cryptagon.hls.verilog.answers import answers_of

CALLED = "a shared function takes clock cycles: its states are there once for all of its calls, which the proof does not follow"
MERGED = "loops that do the same became one loop, which the proof does not follow"


def core_program(result: HlsResult) -> tuple[Program, bool]:
    """The program that a core is compared with, and whether the compiler changed it otherwise than
    by cutting it into states.

    Raises NotCoveredError for a program that cannot be compared.
    """
    if result.machine.regions:
        raise NotCoveredError(CALLED)
    if result.machine.became:
        raise NotCoveredError(MERGED)
    prepared, plain = result.prepared, _plain(result)
    operations = operations_of(prepared, result.units)
    homes = {value: f"r_{register.name}" for value, register in result.registers.home.items()}
    machine = machine_of(
        _plain(result),
        prepared.ports,
        prepared.loop_statements,
        operations,
        Dumps(),
        most_levels=prepared.most_levels,
    )
    changed = bool(block_changed(plain, machine.function))
    tested_late(plain, machine.function)
    program = program_of(machine, homes)
    if [state.block for state in program.machine.states] != [
        state.block for state in result.states
    ]:
        raise NotCoveredError("read anew, the program has other states")
    check_takes(program)
    return program, changed


def _plain(result: HlsResult) -> Function:
    """The prepared program, read anew; its counters as the machine has them."""
    function = parse_function(result.prepared.text, TOP, Metadata(result.prepared.text))
    count_up(function)
    return function


def core_cases(result: HlsResult, program: Program) -> tuple[Reference, list[Case]]:
    """The reference of a core, and its cases. Raises NotCoveredError."""
    machine, text = program.machine, result.prepared.text
    held = sorted(answers_of(result.optimised).held)
    together = written_together(result.optimised)
    flags = [
        *(f"missed_{name}" for name in held),
        *(f"taken_{name}" for name in sorted(together)),
    ]
    reference = Reference(program, result.ports, TableMemory(text), _widths(result, flags))
    results = results_of_units(reference)
    first = machine.states[0].block
    unseen = unseen_resets(result.datapath.updates)
    cases = [reset_case(reference, first, reset_values(_plain(result), first), flags, unseen)]
    cases[0].checks += [
        reference.check(f"ram_{ram.name}.write_enable", Value("1'b0", 1))
        for ram in result.rams
        if ram.contents is not None
    ]
    for number, state in enumerate(machine.states):
        one = StateCase(reference, number, state.block, results)
        case, pins = one.complete(together, held), UnitPins(one)
        for ram in result.rams:
            pins.ram(ram)
        for unit in result.units:
            pins.unit(unit.function)
        cases.append(case)
    return reference, cases


def _widths(result: HlsResult, flags: list[str]) -> dict[str, int]:
    """The registers of a core, in bits."""
    widths = {f"r_{register.name}": register.width for register in result.registers.registers}
    fsm = {STATE: max(1, (len(result.states) - 1).bit_length())} if len(result.states) > 1 else {}
    return {**widths, **fsm, **dict.fromkeys(flags, 1)}
