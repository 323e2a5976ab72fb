"""The datapath's side of units: what each port is given, and what comes back."""

from cryptagon.hls.datapath.values import Values
from cryptagon.hls.datapath.wires import Wire
from cryptagon.hls.ir.instructions import UnitCall
from cryptagon.hls.units.operations import Signal


class UnitCalls:
    """Lowers the calls of units: collects what each port is given, and by which calls."""

    def __init__(self, values: Values) -> None:
        self.values, self.writer = values, values.writer
        self.operations, self.port_of = values.machine.operations, values.machine.unit_ports
        self.calls: dict[tuple[str, int], list[tuple[Wire, list[Wire]]]] = {}

    def lower(self, block: str, call: UnitCall) -> None:
        """One call: its operands join those of its port; its result is an input of the datapath."""
        operation = self.operations[call.callee]
        port = self.port_of.get(call.result, self.port_of.get(f"{call.result}.issue", 0))
        operands = [self.values.use(operand, block) for operand in call.operands]
        self.calls.setdefault((operation.call, port), []).append(
            (self.values.active(block), operands)
        )
        if operation.result:
            name, width = operation.result
            self.values.wires[call.result] = Wire(f"{operation.port_name(port)}_{name}", width)

    def inputs(self) -> list[Signal]:
        """The results, as inputs of the datapath."""
        found = []
        for call, port in sorted(self.calls):
            operation = self.operations[call]
            if operation.result:
                name, width = operation.result
                found.append((f"{operation.port_name(port)}_{name}", width))
        return found

    def outputs(self) -> dict[str, Wire]:
        """The operands of every port, and for enabled operations whether the cycle has one."""
        found: dict[str, Wire] = {}
        for (call, port), cases in sorted(self.calls.items(), key=lambda item: item[0]):
            operation = self.operations[call]
            if operation.enabled:
                found[f"{operation.port_name(port)}_enable"] = self.writer.disjunction(
                    [condition for condition, _ in cases]
                )
            for i, (name, width) in enumerate(operation.operands):
                ways = [(condition, operands[i]) for condition, operands in cases]
                found[f"{operation.port_name(port)}_{name}"] = self.writer.multiplexer(ways, width)
        return found
