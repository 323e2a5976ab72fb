"""High-level synthesis: clocked C23 to Verilog through LLVM and XLS (docs/hls.md)."""

from cryptagon.hls.compiler import HlsResult, compile_source

__all__ = ["HlsResult", "compile_source"]
