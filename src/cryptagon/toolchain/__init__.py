"""The outside programs: where they are, how to call them, which versions they have; and what they
made, which is kept.
"""

from cryptagon.toolchain.abc import Decision, Verdict, decide
from cryptagon.toolchain.cache import (
    FRESH_SINCE,
    PART,
    complete,
    damage_of,
    discard,
    fresh_since,
    is_kept,
    is_whole,
    made_anew,
)
from cryptagon.toolchain.children import end_all, tools_of
from cryptagon.toolchain.digest import code_of, digest_of
from cryptagon.toolchain.disk import check_writable, is_full
from cryptagon.toolchain.elaboration import elaborated
from cryptagon.toolchain.faults import (
    REFUSALS,
    fault_behind,
    machine_fault,
    not_started,
    told_by_exit_code,
)
from cryptagon.toolchain.headers import verilated_headers
from cryptagon.toolchain.packages import extra_of, how_to_install
from cryptagon.toolchain.process import ToolError, answer, check_whole, json_of, run
from cryptagon.toolchain.tools import (
    OF_NO_STUDY,
    VERILATOR_WITHOUT_FAULTS,
    Tool,
    ToolStatus,
    compiler,
    find,
    survey,
)

__all__ = [
    "FRESH_SINCE",
    "OF_NO_STUDY",
    "PART",
    "REFUSALS",
    "VERILATOR_WITHOUT_FAULTS",
    "Decision",
    "Tool",
    "ToolError",
    "ToolStatus",
    "Verdict",
    "answer",
    "check_whole",
    "check_writable",
    "code_of",
    "compiler",
    "complete",
    "damage_of",
    "decide",
    "digest_of",
    "discard",
    "elaborated",
    "end_all",
    "extra_of",
    "fault_behind",
    "find",
    "fresh_since",
    "how_to_install",
    "is_full",
    "is_kept",
    "is_whole",
    "json_of",
    "machine_fault",
    "made_anew",
    "not_started",
    "run",
    "survey",
    "told_by_exit_code",
    "tools_of",
    "verilated_headers",
]
