"""The outside programs: where they are, how to call them, which versions they have; and what they made, which is kept."""

from cryptagon.toolchain.cache import PART, complete, damage_of, fresh_from, is_kept
from cryptagon.toolchain.children import end_all, tools_of
from cryptagon.toolchain.digest import digest_of
from cryptagon.toolchain.disk import check_writable, is_full
from cryptagon.toolchain.faults import machine_fault, told_by_exit_code
from cryptagon.toolchain.process import ToolError, answer, json_of, run
from cryptagon.toolchain.tools import VERILATOR_WITHOUT_FAULTS, Tool, ToolStatus, compiler, find, survey

__all__ = [
    "PART",
    "VERILATOR_WITHOUT_FAULTS",
    "Tool",
    "ToolError",
    "ToolStatus",
    "answer",
    "check_writable",
    "compiler",
    "complete",
    "damage_of",
    "digest_of",
    "end_all",
    "find",
    "fresh_from",
    "is_full",
    "is_kept",
    "json_of",
    "machine_fault",
    "run",
    "survey",
    "told_by_exit_code",
    "tools_of",
]
