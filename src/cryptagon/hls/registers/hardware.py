"""A state machine with its registers: what is lowered to a datapath."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from cryptagon.hls.memory.roms import Tables
from cryptagon.hls.registers.allocation import RegisterFile, allocate_registers
from cryptagon.hls.source.files import SourceFiles
from cryptagon.hls.source.interface import Port
from cryptagon.hls.states.machine import Machine


@dataclass(frozen=True)
class Surroundings:
    """What there is around a datapath called `name`: ports, the tables that it reads, the files
    that its lines are in.

    `variables` names SSA values by the C variable that they hold, `declared` gives the node of that
    variable in the metadata.
    """

    name: str
    ports: Mapping[str, Port]
    tables: Tables
    files: SourceFiles
    variables: Mapping[str, str] = field(default_factory=dict)
    declared: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Unallocated:
    """A machine whose values have no registers yet."""

    machine: Machine
    around: Surroundings

    def shown(self) -> tuple[str, str]:
        """The machine as text, and the suffix of a file of it."""
        return self.machine.shown()


@dataclass(frozen=True)
class Hardware:
    """What is lowered: a machine and its registers."""

    machine: Machine
    registers: RegisterFile
    around: Surroundings

    def shown(self) -> tuple[str, str]:
        """The machine and its registers as text, and the suffix of a file of it."""
        suffix, text = self.machine.shown()
        return suffix, f"{text}\n{self.registers.text}"


def with_registers(unallocated: Unallocated) -> Hardware:
    """The machine with its registers."""
    machine, around = unallocated.machine, unallocated.around
    return Hardware(machine, allocate_registers(machine, around.variables, around.declared), around)
