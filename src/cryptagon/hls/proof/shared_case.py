"""What must hold of a shared function's module: its result is what the function computes from its
operands.
"""

from cryptagon.hls.cleanup.module import unit_top
from cryptagon.hls.compiler.dumps import Dumps
from cryptagon.hls.compiler.hardware import machine_of
from cryptagon.hls.ir.metadata import Field, Metadata
from cryptagon.hls.ir.parser import parse_function
from cryptagon.hls.proof.memory import TableMemory
from cryptagon.hls.proof.program import program_of
from cryptagon.hls.proof.reference import Case, Reference
from cryptagon.hls.proof.state_case import StateCase
from cryptagon.hls.proof.unit_pins import packed
from cryptagon.hls.source.interface import Port
from cryptagon.hls.units.shared_functions import SharedFunction


def shared_case(function: SharedFunction, text: str) -> tuple[Reference, Case]:
    """The reference of a shared function, `text` its LLVM IR, and its one case.

    Raises NotCoveredError.
    """
    program = program_of(
        machine_of(
            parse_function(text, unit_top(function), Metadata(text)),
            function.ports,
            (),
            {},
            Dumps(),
        ),
        {},
    )
    reference = Reference(program, function.ports, TableMemory(text), {})
    (state,) = program.machine.states
    one = _SharedCase(reference, 0, state.block, {})
    writes = one.calls("write", "return")
    value = reference.sheet.chosen(
        [(call.condition, packed(reference.sheet, call.operands)) for call in writes[:-1]],
        packed(reference.sheet, writes[-1].operands),
    )
    one.pin("return_item", value, [(call.condition, call.instruction.location) for call in writes])
    return reference, Case(
        f"shared function '{function.name}'",
        {},
        None,
        function.location,
        one.case.checks,
        one.case.nevers,
    )


class _SharedCase(StateCase):
    def item(self, port: Port, part: Field) -> str:
        """A field of an operand, which comes in whole."""
        whole, low = self.reference.input(f"item_{port.name}", port.bits), port.shift_of(part)
        return (
            whole
            if port.bits == part.bits
            else self.sheet.wire(part.bits, f"{whole}[{low + part.bits - 1}:{low}]")
        )
