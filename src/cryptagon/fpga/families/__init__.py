"""Families of devices, a module each, found by being there: all that is particular to one is in its
module.
"""

from cryptagon.fpga.families.area import estimated_area, placed_area
from cryptagon.fpga.families.base import Area, Family
from cryptagon.fpga.families.registry import families, family_of, tools_of
from cryptagon.registry import with_own_folders

__all__ = ["Area", "Family", "estimated_area", "families", "family_of", "placed_area", "tools_of"]

__path__ = with_own_folders(__name__, __path__)
