"""From clang's output to the optimised datapath of one clock cycle."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cryptagon.errors import CryptagonError, MachineError
from cryptagon.hls.cleanup.module import Choices, Prepared
from cryptagon.hls.compiler.costs import CostMeter
from cryptagon.hls.compiler.dumps import Dumps
from cryptagon.hls.compiler.hardware import (
    ReadFunction,
    allocated,
    design_machine,
    design_without_registers,
    function_of,
    lowered,
    operations_of,
    optimised,
    read_shared,
    shared_unit,
    subroutine,
    with_seen_resets,
)
from cryptagon.hls.compiler.prepare import prepare
from cryptagon.hls.compiler.unrolled_loops import UnrolledLoop, worth_unrolling
from cryptagon.hls.compiler.wide_writes import WideWrite, wide_writes
from cryptagon.hls.datapath.lowering import Datapath
from cryptagon.hls.datapath.optimised_ir import OptimisedDatapath
from cryptagon.hls.datapath.shared_units import SharedUnit
from cryptagon.hls.registers.hardware import Hardware, Unallocated
from cryptagon.hls.source.files import SourceFiles
from cryptagon.hls.source.levels import ANY
from cryptagon.hls.states.calls import settled
from cryptagon.hls.states.cycles import LoopCycles, loops_of
from cryptagon.hls.states.expectations import check_expectations
from cryptagon.hls.states.machine import Machine
from cryptagon.hls.states.subroutines import Subroutine, is_clocked

CLEARLY = 0.9
"""How much of the logic is left at most where a second program is taken: the estimate is coarse."""
MOST_STATES = 32
"""Of a design that is made a second time: one with more is a program for processors, and takes the
longest. CHStone has three; none of its other nine became smaller.
"""
GATES = frozenset({"and", "nand", "nor", "or", "xor"})
CHOICES = frozenset({"one_hot_sel", "priority_sel", "sel"})
SUMS = frozenset({"add", "sub"})


@dataclass(frozen=True)
class CutDesign:
    """A design with its states: the clean function, its units, the shared functions that take clock
    cycles, and its state machine.
    """

    prepared: Prepared
    units: tuple[SharedUnit, ...]
    called: Sequence[Subroutine]
    machine: Machine


@dataclass(frozen=True)
class Program:
    """A design with its states: the clean function, its units, its loops before any two became one,
    its state machine, and the loops that were unrolled though the source does not say so.
    """

    prepared: Prepared
    units: tuple[SharedUnit, ...]
    loops: tuple[LoopCycles, ...]
    unallocated: Unallocated
    unrolled: tuple[UnrolledLoop, ...]

    @property
    def states(self) -> int:
        """How many states it has."""
        return len(self.unallocated.machine.states)


@dataclass(frozen=True)
class Front:
    """A design on the way to Verilog: the program, its registers, its datapath, and that as XLS's
    optimiser leaves it.
    """

    program: Program
    hardware: Hardware
    datapath: Datapath
    logic: OptimisedDatapath

    def is_smaller_than(self, other: "Front") -> bool:
        """Whether it has clearly less logic by a simple estimate."""
        return tables_of(self.logic) < CLEARLY * tables_of(other.logic)


def tables_of(logic: OptimisedDatapath) -> float:
    """An estimate of the look-up tables of a datapath: half a table for each bit of a gate of two
    inputs, a table for each bit of a choice between two values or of a sum.
    """
    tables = 0.0
    for node in logic.nodes.values():
        if node.operation in GATES:
            tables += node.width * (len(node.operands) - 1) / 2
        elif node.operation in CHOICES:
            tables += node.width * (len(node.operands) - 2)
        elif node.operation in SUMS:
            tables += node.width
    return tables


class FrontEnd:
    """From clang's output to the optimised datapath."""

    def __init__(
        self,
        text: str,
        source: Path,
        module: str,
        meter: CostMeter,
        dumps: Dumps,
        *,
        most_levels: int = ANY,
    ) -> None:
        self._text, self._source, self._module = text, source, module
        self._meter, self._dumps = meter, dumps
        self._most_levels = most_levels
        self._files = SourceFiles(source)
        self._made_units: dict[tuple[str, str], SharedUnit] = {}

    def run(self) -> Front:
        """The design; where that makes it smaller, with calls that were closed to LLVM.

        Raises CryptagonError for what cannot become hardware.
        """
        front = self._chosen()
        with self._meter.step("unseen resets"):
            return replace(front, logic=with_seen_resets(front.logic, self._dumps))

    def _chosen(self) -> Front:
        """The smaller one of the two programs, its registers with all their resets; the second one
        gets registers and logic only where it has fewer states.
        """
        program = self._program(closing=False)
        front = self._front(program)
        if not program.prepared.closable or program.states > MOST_STATES:
            return front
        try:
            other = self._program(closing=True)
            if other.states >= program.states:  # closing has made no two loops one
                return front
            closed = self._front(other)
        except MachineError:  # nothing is known of the design
            raise
        except CryptagonError:  # such as a loop whose bound is such an argument
            return front
        return closed if closed.is_smaller_than(front) else front

    def _program(self, *, closing: bool) -> Program:
        """The design, with loops that write a word of a RAM at once; where its cycles have a number of
        levels, with the loops unrolled that take hardly more logic so.
        """
        prepared, choices, wide = self._with_wide_writes(Choices(closing=closing))
        unrolled: dict[int, UnrolledLoop] = {}
        while True:
            found = self._worth_unrolling(prepared) if prepared.most_levels else {}
            if not found.keys() - unrolled.keys():
                program = self._program_of(self._with_states(prepared))
                gone = (loop for number, loop in unrolled.items() if number not in found)
                partly = (UnrolledLoop(one.location, one.iterations, one.at_once) for one in wide)
                return replace(program, unrolled=(*gone, *partly))
            unrolled |= found
            prepared = self._prepared(replace(choices, unrolled=frozenset(unrolled)))

    def _with_wide_writes(self, choices: Choices) -> tuple[Prepared, Choices, list[WideWrite]]:
        """The function with loops that write a word of a RAM at once, the choices that make it so,
        and these loops.
        """
        prepared = self._prepared(choices)
        wide = wide_writes(function_of(prepared), prepared.rams) if prepared.rams else []
        while wide:
            chosen = replace(
                choices,
                copies={one.number: one.at_once for one in wide},
                packed={one.variable: one.at_once for one in wide},
            )
            made = self._prepared_so(chosen)
            done = [one for one in wide if made and one.is_done(function_of(made), made.rams)]
            if made and done == wide:
                return made, chosen, wide
            wide = done
        return prepared, choices, []

    def _prepared_so(self, choices: Choices) -> Prepared | None:
        """The function as some choices make it; None where that can be no hardware."""
        try:
            return self._prepared(choices)
        except MachineError:  # nothing is known of the design
            raise
        except CryptagonError:
            return None

    def _prepared(self, choices: Choices) -> Prepared:
        with self._meter.step("clean-up by LLVM"):
            return prepare(
                self._text,
                str(self._source),
                self._dumps,
                choices=choices,
                levels=self._most_levels,
            )

    def _worth_unrolling(self, prepared: Prepared) -> dict[int, UnrolledLoop]:
        """The loops to unroll, judged by states as the source alone asks for them."""
        machine = self._with_states(replace(prepared, most_levels=ANY)).machine
        return worth_unrolling(machine.function, loops_of(machine))

    def _with_states(self, prepared: Prepared) -> CutDesign:
        with self._meter.step("shared units"):
            units, called = self._shared(prepared)
        with self._meter.step("lowering"):
            operations = operations_of(prepared, units, called)
            machine = design_machine(prepared, operations, self._dumps)
            if called:
                machine, called = settled(machine, called, prepared.ports)
        return CutDesign(prepared, units, called, machine)

    def _program_of(self, cut: CutDesign) -> Program:
        prepared, called, machine = cut.prepared, cut.called, cut.machine
        with self._meter.step("lowering"):
            loops = (*loops_of(machine), *(loop for one in called for loop in one.loops))
            check_expectations(machine, loops, prepared.loop_statements)
            unallocated = design_without_registers(
                prepared, machine, self._files, self._module, self._dumps, subroutines=called
            )
        return Program(prepared, cut.units, loops, unallocated, ())

    def _front(self, program: Program) -> Front:
        with self._meter.step("lowering"):
            hardware = allocated(program.unallocated, self._dumps)
            datapath = lowered(hardware, self._dumps)
        _check_effect(datapath, self._source)
        with self._meter.step("optimisation by XLS"):
            logic = optimised(datapath, self._dumps)
        return Front(program, hardware, datapath, logic)

    def _shared(self, prepared: Prepared) -> tuple[tuple[SharedUnit, ...], list[Subroutine]]:
        """The shared functions: those that are logic as units, those that take clock cycles as
        states.
        """
        units: list[SharedUnit] = []
        called: list[Subroutine] = []
        for function, text in prepared.shared:
            read = read_shared(function, text)
            if is_clocked(read.body):
                operations = operations_of(prepared, units, called)
                dumps = self._dumps.of(f"{self._dumps.design}_unit_{function.name}")
                called.append(subroutine(read, operations, dumps, prepared.most_levels))
            else:
                units.append(self._unit(read))
        return tuple(units), called

    def _unit(self, read: ReadFunction) -> SharedUnit:
        key = read.function.name, read.text
        if key not in self._made_units:
            name = f"{self._dumps.design}_unit_{read.function.name}"
            self._made_units[key] = shared_unit(read, name, self._files, self._dumps.of(name))
        return self._made_units[key]


def _check_effect(datapath: Datapath, source: Path) -> None:
    if not datapath.outputs:
        raise CryptagonError(
            "the design neither takes nor gives an item",
            where=str(source),
            why="what nothing sees becomes no hardware, nor does what follows undefined behaviour, such as a write to address 0",
            fix="use stream_read and stream_write",
        )
