"""Hardware interfaces: what is around a core in a unit.

Each is a module here, found by being there, with its Verilog in `hdl/<name>/`.
"""

from cryptagon.interfaces.base import Interface
from cryptagon.interfaces.registry import interface, interfaces
from cryptagon.registry import with_own_folders

__all__ = ["Interface", "interface", "interfaces"]

__path__ = with_own_folders(__name__, __path__)
