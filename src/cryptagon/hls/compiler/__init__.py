"""The whole way from a C source to the Verilog core."""

from cryptagon.hls.compiler.compile import HlsResult, compile_source

__all__ = ["HlsResult", "compile_source"]
