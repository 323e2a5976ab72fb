"""Shared functions as hardware: each a module of its own, with as many instances as the design uses
at once.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from cryptagon.hls.datapath.lowering import Datapath
from cryptagon.hls.datapath.optimised_ir import OptimisedDatapath
from cryptagon.hls.states.machine import Machine
from cryptagon.hls.states.paths import longest_path
from cryptagon.hls.units.shared_functions import SharedFunction


@dataclass(frozen=True)
class SharedUnit:
    """A shared function as logic: `datapath` has its operands as inputs `item_NAME` and its result
    as the output `return_item`.

    `levels` is how long it takes (see `delays`); `module` the name of its Verilog module.
    """

    function: SharedFunction
    module: str
    datapath: Datapath
    optimised: OptimisedDatapath
    levels: float

    def instances(self, signals: Mapping[str, int]) -> list[str]:
        """The instances in the core, between the datapath's `signals`; a unit that no call uses is
        not built.
        """
        name = self.function.operation().port_name
        return [
            line
            for number in self.used_by(signals)
            for line in self._instance(number, name(number))
        ]

    def used_by(self, signals: Mapping[str, int]) -> list[int]:
        """The numbers of the units that the datapath with these signals uses."""
        operation = self.function.operation()
        return [
            port
            for port in range(self.function.units)
            if f"{operation.port_name(port)}_return" in signals
        ]

    def _instance(self, number: int, signals: str) -> list[str]:
        name, pins = self.function.name, []
        for port in self.function.operands:
            fields = [f"{signals}_{self.function.signal_of(port, field)}" for field in port.fields]
            pins.append(
                f"    .item_{port.name}({fields[0] if len(fields) == 1 else '{' + ', '.join(fields) + '}'})"
            )
        pins.append(f"    .return_item({signals}_return)")
        return [f"  {self.module} unit_{name}_{number} (", ",\n".join(pins), "  );", ""]


def levels_of(machine: Machine) -> float:
    """The longest path, as `delays` estimates it."""
    return longest_path(machine.function, machine.state_blocks)
