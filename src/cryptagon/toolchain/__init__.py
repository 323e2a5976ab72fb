"""The outside programs: where they are, how to call them, and which versions they have."""

from cryptagon.toolchain.abc import Decision, Verdict, decide
from cryptagon.toolchain.children import end_all, tools_of
from cryptagon.toolchain.digest import digest_of
from cryptagon.toolchain.disk import is_full
from cryptagon.toolchain.process import ToolError, run
from cryptagon.toolchain.tools import VERILATOR_WITHOUT_FAULTS, Tool, ToolStatus, compiler, find, survey

__all__ = [
    "VERILATOR_WITHOUT_FAULTS",
    "Decision",
    "Tool",
    "ToolError",
    "ToolStatus",
    "Verdict",
    "compiler",
    "decide",
    "digest_of",
    "end_all",
    "find",
    "is_full",
    "run",
    "survey",
    "tools_of",
]
