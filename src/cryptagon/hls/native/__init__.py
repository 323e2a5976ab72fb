"""The native run of clocked C: the same file that becomes hardware, as a program with blocking
streams.
"""

from cryptagon.hls.native.checks import UNCHECKED
from cryptagon.hls.native.program import Item, Limits, NativeDesign, NativeRun, Presentation

__all__ = ["UNCHECKED", "Item", "Limits", "NativeDesign", "NativeRun", "Presentation"]
