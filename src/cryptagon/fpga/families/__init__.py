"""Families of devices, a module each, found by being there: all that is particular to one is in its module."""

from cryptagon.fpga.families.area import estimated_area, placed_area
from cryptagon.fpga.families.base import Area, Family
from cryptagon.fpga.families.registry import families, family_of, tools_of

__all__ = ["Area", "Family", "estimated_area", "families", "family_of", "placed_area", "tools_of"]
