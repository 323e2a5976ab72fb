"""High-level synthesis: clocked C23 to Verilog through LLVM and XLS (docs/hls.md)."""

import sys
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptagon.hls.compiler import CompiledTasks, HlsResult, compile_source

DECIDES = (
    "include",
    "ir",
    "source",
    "units",
    "memory",
    "cleanup",
    "states",
    "registers",
    "datapath",
    "resets",
    "verilog",
    "compiler",
    "native",
)
"""The folders that decide what a core's Verilog and its native run are: an edit of any other one
leaves them as they are.
"""

__all__ = ["DECIDES", "CompiledTasks", "HlsResult", "compile_source"]


def __getattr__(name: str) -> object:
    """The compiler is imported when it is asked for: most commands need a small part of the package,
    and LLVM takes its time.
    """
    if name in __all__:
        return getattr(import_module("cryptagon.hls.compiler"), name)
    return object.__getattribute__(sys.modules[__name__], name)  # tells that it is not there
