"""Designs in standard cells: area in gate equivalents and a clock by static timing, from a liberty
library, before layout.
"""

from cryptagon.asic.attempt import OK, CellAttempt
from cryptagon.asic.implementation import CellImplementation, Watcher, implement
from cryptagon.asic.library import Library, read_library
from cryptagon.asic.sources import SOURCES, LibrarySource, library_file
from cryptagon.asic.strategies import STRATEGIES

__all__ = [
    "OK",
    "SOURCES",
    "STRATEGIES",
    "CellAttempt",
    "CellImplementation",
    "Library",
    "LibrarySource",
    "Watcher",
    "implement",
    "library_file",
    "read_library",
]
