"""From clang's output to the datapath of one clock cycle."""

from dataclasses import dataclass
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.hls.cleanup.module import Prepared
from cryptagon.hls.compiler.costs import CostMeter
from cryptagon.hls.compiler.dumps import Dumps
from cryptagon.hls.compiler.hardware import (
    Lowered,
    design_machine,
    lowered,
    operations_of,
    shared_unit,
)
from cryptagon.hls.compiler.prepare import prepare
from cryptagon.hls.datapath.shared_units import SharedUnit
from cryptagon.hls.ir.instructions import Instruction, Phi, Undef
from cryptagon.hls.source.files import SourceFiles
from cryptagon.hls.states.cycles import LoopCycles, loops_of
from cryptagon.hls.states.expectations import check_expectations
from cryptagon.hls.states.logic_area import look_up_tables
from cryptagon.hls.units.shared_functions import SharedFunction


@dataclass(frozen=True)
class Front:
    """A design on the way to its logic: the clean function, its units, its loops before any two
    became one, and its state machine with the datapath.
    """

    prepared: Prepared
    units: tuple[SharedUnit, ...]
    loops: tuple[LoopCycles, ...]
    made: Lowered

    def is_smaller_than(self, other: "Front") -> bool:
        """Whether it has less of states or of logic, by a simple estimate, and no more of either."""
        own, theirs = self._size(), other._size()
        return own != theirs and all(one <= another for one, another in zip(own, theirs))

    def _size(self) -> tuple[int, float]:
        machine = self.made.machine
        return len(machine.states), sum(_tables(i) for _, i in machine.function.instructions())


def _tables(i: Instruction) -> float:
    """Look-up tables of an instruction; a merge takes one a bit for each value more."""
    if not isinstance(i, Phi):
        return look_up_tables(i)
    values = {str(operand) for operand in i.operands if not isinstance(operand, Undef)}
    return i.width * max(0, len(values) - 1)


class FrontEnd:
    """From clang's output to a datapath."""

    def __init__(
        self, text: str, source: Path, module: str, meter: CostMeter, dumps: Dumps
    ) -> None:
        self._text, self._source, self._module = text, source, module
        self._meter, self._dumps = meter, dumps
        self._files = SourceFiles(source)
        self._made_units: dict[tuple[str, str], SharedUnit] = {}

    def run(self) -> Front:
        """The design; where that makes it smaller, with calls that were closed to LLVM.

        Raises CryptagonError for what cannot become hardware.
        """
        front = self._front(closing=False)
        if not front.prepared.closable:
            return front
        try:
            closed = self._front(closing=True)
        except CryptagonError:  # such as a loop whose bound is such an argument
            return front
        return closed if closed.is_smaller_than(front) else front

    def _front(self, *, closing: bool) -> Front:
        with self._meter.step("clean-up by LLVM"):
            prepared = prepare(self._text, str(self._source), self._dumps, closing=closing)
        with self._meter.step("shared units"):
            units = tuple(self._unit(*one) for one in prepared.shared)
        with self._meter.step("lowering"):
            machine = design_machine(prepared, operations_of(prepared, units), self._dumps)
            loops = loops_of(machine)
            check_expectations(machine, loops, prepared.loop_statements)
            made = lowered(prepared, machine, self._files, self._module, self._dumps)
        return Front(prepared, units, tuple(loops), made)

    def _unit(self, function: SharedFunction, text: str) -> SharedUnit:
        if (function.name, text) not in self._made_units:
            name = f"{self._dumps.design}_unit_{function.name}"
            self._made_units[function.name, text] = shared_unit(
                function, text, name, self._files, self._dumps.of(name)
            )
        return self._made_units[function.name, text]
