"""High-level synthesis: clocked C23 to Verilog through LLVM and XLS (docs/hls.md)."""

from cryptagon.hls.compiler import HlsResult, compile_source

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

__all__ = ["DECIDES", "HlsResult", "compile_source"]
