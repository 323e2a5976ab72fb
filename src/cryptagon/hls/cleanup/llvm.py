"""LLVM's own passes, run on the text of a module.

Cycles are the designer's choice, so no pass here may move work from one clock cycle to another or
unroll a loop that was not marked: there is no loop-invariant code motion, no global value
numbering, no jump threading.
"""

from concurrent.futures import Future
from itertools import groupby
from threading import Thread

import llvmlite.binding as llvm

from cryptagon.errors import CryptagonError
from cryptagon.hls.cleanup.scaling.many_phis import combined_without_phis, might_crowd
from cryptagon.hls.cleanup.scaling.wide_reads import reads_closed, reads_opened
from cryptagon.hls.cleanup.undefined_merges import undefined_merges_closed, undefined_merges_opened
from cryptagon.hls.cleanup.whole_program import without_computed_variables

COMBINE = "instruction_combine"
CONSTANTS = "sccp"
INLINE = ["always_inliner", "global_dead_code_eliminate"]
TO_MEMORY = "register_to_memory"
"""Values that are read outside of their block, and phis, as variables."""
UNROLL = [
    *("instruction_combine", "simplify_cfg"),
    *("loop_simplify", "loop_rotate", "instruction_combine", "simplify_cfg"),
    *("loop_unroll", "sroa"),
]
CLEAN_UP = [
    *("instruction_combine", CONSTANTS, "simplify_cfg"),
    *("loop_unroll", "sroa", "instruction_combine", "simplify_cfg"),
]
AFTER_ARRAYS = ["sroa", "instruction_combine", "simplify_cfg"]
LAST = ["loop_rotate", "instruction_combine", "simplify_cfg", "aggressive_dce", "instruction_namer"]
MOST_ITERATIONS = 256  # of a loop that is unrolled by a bound
llvm.set_option("", f"-unroll-max-upperbound={MOST_ITERATIONS}")


def run_passes(text: str, names: list[str]) -> str:
    """The module after LLVM's passes `names`; those that need the text prepared run apart."""
    apart = {CONSTANTS: _with_constants}
    if COMBINE in names and might_crowd(text):
        apart[COMBINE] = _without_crowds
    for runs, group in groupby(names, apart.get):
        text = runs(text) if runs else _run_together(text, list(group))
    return text


def _with_constants(text: str) -> str:
    """Debug records that unrolling multiplied go first: they may be nine tenths of the text."""
    closed = undefined_merges_closed(without_computed_variables(text))
    return undefined_merges_opened(_run_together(closed, [CONSTANTS]))


def _without_crowds(text: str) -> str:
    """Where a block may hold very many phis, they are kept from the combiner of instructions."""
    return combined_without_phis(text, _combined)


def _combined(text: str) -> str:
    return reads_opened(_run_together(reads_closed(text), [COMBINE]))


def _run_together(text: str, names: list[str]) -> str:
    """Passes that run in a thread of their own: a time limit can end the wait for them, not LLVM's
    code itself.
    """
    done: Future[str] = Future()
    Thread(target=_answer, args=(done, text, names), daemon=True).start()
    return done.result()


def _answer(done: "Future[str]", text: str, names: list[str]) -> None:
    try:
        done.set_result(_ran(text, names))
    except BaseException as error:  # told where it is waited for
        done.set_exception(error)


def _ran(text: str, names: list[str]) -> str:
    llvm.initialize_native_target()
    try:
        module = llvm.parse_assembly(text)
    except RuntimeError as error:
        raise CryptagonError(
            "the LLVM IR could not be read",
            why=str(error)[:1000],
            fix="report this source as a fault of the compiler",
        ) from error
    machine = llvm.Target.from_triple("x86_64-linux-gnu").create_target_machine()
    options = llvm.create_pipeline_tuning_options(speed_level=1)
    options.loop_unrolling = False
    builder = llvm.create_pass_builder(machine, options)
    manager = llvm.create_new_module_pass_manager()
    for name in names:
        getattr(manager, f"add_{name}_pass")()
    manager.run(module, builder)
    return str(module)
