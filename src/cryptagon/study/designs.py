"""What of an algorithm is implemented: its core alone, or a unit, with the hardware of an interface
around the core.
"""

from collections.abc import Mapping

from cryptagon.catalog import Entry
from cryptagon.classes import class_of
from cryptagon.core import VerilogCore
from cryptagon.fpga import Design
from cryptagon.interfaces import interface


def core_design(entry: Entry, core: VerilogCore) -> Design:
    """A core by itself, without its interface."""
    kind = class_of(entry.algorithm)
    return Design(f"{entry.slug}-core" if kind.interface else entry.slug, kind.module, core.sources)


def unit_design(entry: Entry, core: VerilogCore, name: str, bus: Mapping[str, int]) -> Design:
    """A core with the interface `name` around it, and the widths of its bus in bits."""
    around = interface(name)
    parameters = around.parameters(entry.own_algorithm, bus)
    return Design(
        entry.slug, around.top_of(entry.algorithm), (*around.sources, *core.sources), parameters
    )
