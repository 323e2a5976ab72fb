"""RAMs and shared units, of which a state gives the pins and takes what they give back: they are no
part of the datapath themselves.
"""

from collections.abc import Sequence
from itertools import combinations

from cryptagon.hls.ir.instructions import Location, UnitCall
from cryptagon.hls.memory.rams import Ram
from cryptagon.hls.proof.meaning import NotCoveredError
from cryptagon.hls.proof.program import Program
from cryptagon.hls.proof.reference import Reference
from cryptagon.hls.proof.run import RunCall
from cryptagon.hls.proof.sheet import Sheet, Value, anything, zeros
from cryptagon.hls.proof.state_case import StateCase
from cryptagon.hls.units.operations import operation_of
from cryptagon.hls.units.shared_functions import SharedFunction

NEVER = "1'b0"


def port_of(program: Program, result: str) -> int:
    """The port of its unit that a call uses, by the call's result; the taking of a word uses that
    of the read.
    """
    ports = program.machine.unit_ports
    return ports.get(result, ports.get(f"{result}.issue", 0))


def results_of_units(reference: Reference) -> dict[str, str]:
    """The reference's input for what each call of a unit gives back, by the call's result."""
    program, found = reference.program, {}
    for _, i in program.machine.function.instructions():
        operation = operation_of(i, program.machine.operations)
        if not isinstance(i, UnitCall) or operation is None or operation.result is None:
            continue
        port = port_of(program, i.result)
        pin = (
            f"unit_{i.unit}_{port}.return_item"
            if i.verb == "call"
            else f"ram_{i.unit}.read_{port}_data"
        )
        found[i.result] = reference.input(pin, operation.result[1])
    return found


class UnitPins:
    """Adds to the case of a state what it gives the units."""

    def __init__(self, state: StateCase) -> None:
        self.state, self.program, self.sheet = state, state.program, state.sheet

    def ram(self, ram: Ram) -> None:
        """The ports of a RAM."""
        pin = f"ram_{ram.name}"
        writes = self.state.calls("write_ram", ram.name)
        self._enable(f"{pin}.write_enable", writes)
        for number, (name, width) in enumerate(ram.operands):
            self._operand(
                f"{pin}.write_{name}", width, [(call, call.operands[number]) for call in writes]
            )
        reads = self.state.calls("read_ram", ram.name)
        for port in range(ram.read_ports):
            own = [call for call in reads if port_of(self.program, call.instruction.result) == port]
            if ram.kind == "block":
                self._enable(f"{pin}.read_{port}_enable", own)
            self._operand(
                f"{pin}.read_{port}_address",
                ram.address_width,
                [(call, call.operands[0]) for call in own],
            )
            self._alone(own, f"port {port} of RAM '{ram.name}' is used twice in one cycle")
        self._alone(writes, f"RAM '{ram.name}' is written twice in one cycle")
        for write in writes:
            for read in [read for read in reads if read.order > write.order]:
                self.state.clash(
                    write, read, f"RAM '{ram.name}' is read after a write in one cycle"
                )
        if ram.kind == "block":
            self._words_taken(ram, reads)

    def _words_taken(self, ram: Ram, reads: Sequence[RunCall]) -> None:
        """A word is taken in the cycle after its read, at the start of the state."""
        issued = {call.instruction.result: call.condition for call in reads}
        blocks = self.program.machine.function.blocks
        for way in self.state.run.leaving:
            calls = [i for i in blocks[way.target].instructions if isinstance(i, UnitCall)]
            for take in [i for i in calls if (i.verb, i.unit) == ("take_ram", ram.name)]:
                meaning = f"a word of RAM '{ram.name}' is taken that the cycle before did not read"
                self.state.never(
                    f"{way.condition} & ~{issued.get(f'{take.result}.issue', NEVER)}",
                    meaning,
                    take.location,
                )

    def unit(self, function: SharedFunction) -> None:
        """The operands of a shared function's units."""
        calls = self.state.calls("call", function.name)
        for number in sorted({port_of(self.program, call.instruction.result) for call in calls}):
            own = [
                call for call in calls if port_of(self.program, call.instruction.result) == number
            ]
            self._alone(
                own,
                f"unit {number} of shared function '{function.name}' is used twice in one cycle",
            )
            first = 0
            for port in function.operands:
                last = first + len(port.fields)
                ways = [(call, packed(self.sheet, call.operands[first:last])) for call in own]
                self._operand(f"unit_{function.name}_{number}.item_{port.name}", port.bits, ways)
                first = last

    def _enable(self, pin: str, calls: Sequence[RunCall]) -> None:
        running = self.sheet.any_of([call.condition for call in calls])
        self.state.pin(pin, Value(self.sheet.wire(1, f"{self.state.go} & {running}"), 1))

    def _operand(self, pin: str, width: int, ways: Sequence[tuple[RunCall, Value]]) -> None:
        told: list[tuple[str, Location]] = [
            (call.condition, call.instruction.location) for call, _ in ways
        ]
        value = self.sheet.chosen(
            [(call.condition, value) for call, value in ways], anything(width)
        )
        self.state.pin(pin, value, told)

    def _alone(self, calls: Sequence[RunCall], meaning: str) -> None:
        for one, two in combinations(calls, 2):
            self.state.clash(one, two, meaning)


def packed(sheet: Sheet, values: Sequence[Value]) -> Value:
    """Values side by side, the first uppermost."""
    width = sum(value.width for value in values)
    if len(values) == 1:
        return values[0]
    mask = (
        f"{{{', '.join(value.open or zeros(value.width) for value in values)}}}"
        if any(value.open for value in values)
        else ""
    )
    return Value(
        sheet.wire(width, f"{{{', '.join(value.text for value in values)}}}"),
        width,
        sheet.wire(width, mask) if mask else "",
    )


def check_takes(program: Program) -> None:
    """Words of block RAMs must be taken in the block that their state begins with.

    Raises NotCoveredError.
    """
    for block, i in program.machine.function.instructions():
        if (
            isinstance(i, UnitCall)
            and i.verb == "take_ram"
            and block.name not in program.machine.state_blocks
        ):
            raise NotCoveredError(
                "a word of a block RAM is taken elsewhere than at a state's start"
            )
