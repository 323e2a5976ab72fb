"""The whole way from a C source to the Verilog core."""

from cryptagon.hls.compiler.compile import HlsResult, compile_source
from cryptagon.hls.compiler.task_network import CompiledDesign, CompiledTasks, compile_tasks

__all__ = ["CompiledDesign", "CompiledTasks", "HlsResult", "compile_source", "compile_tasks"]
