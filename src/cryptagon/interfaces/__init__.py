"""Hardware interfaces: what is around a core in a unit. Each is a module here, found by being there, with its Verilog in `hdl/<name>/`."""

from cryptagon.interfaces.base import Interface
from cryptagon.interfaces.registry import interface, interfaces

__all__ = ["Interface", "interface", "interfaces"]
