"""Vivado and Vitis HLS C++ as published: read, its pragmas obeyed or refused, its top function given
streams (docs/vivado-hls.md).
"""

from cryptagon.hls.vivado.compiled import compiled
from cryptagon.hls.vivado.reading import Readable, readable

__all__ = ["Readable", "compiled", "readable"]
