"""The passes from clang's LLVM IR to Verilog, in the order in which they run. Nothing else says
which there are.

Those of one list work on the same thing: a module of LLVM IR (`Module`), a function that is being
cut into states (`Cut`), the finished state machine (`Machine`), the logic of a cycle (`Datapath`,
`OptimisedDatapath`), Verilog (`DatapathText`). How LLVM is run is in `cleanup/llvm`.
"""

from collections.abc import Callable

from cryptagon.hls.cleanup import llvm, loop_statements, static_variables, unrolling, whole_program
from cryptagon.hls.cleanup.any_values import open_any_values
from cryptagon.hls.cleanup.back_edges import single_back_edges
from cryptagon.hls.cleanup.blocks import calls_of_block_loops, inlined_block_loops
from cryptagon.hls.cleanup.closed_calls import calls_closed, opened_calls
from cryptagon.hls.cleanup.divisions import calls_of_dividers, inlined_dividers
from cryptagon.hls.cleanup.heap import blocks_as_variables
from cryptagon.hls.cleanup.item_phis import without_item_phis
from cryptagon.hls.cleanup.lifetimes import forget_at_birth, without_forgetting
from cryptagon.hls.cleanup.memory_ports import as_streams, explicit_accesses_of
from cryptagon.hls.cleanup.module import Module
from cryptagon.hls.cleanup.scaling.byte_offsets import with_byte_offsets
from cryptagon.hls.cleanup.single_copies import with_single_copies
from cryptagon.hls.cleanup.storage import whole_storage
from cryptagon.hls.compiler import module_changes
from cryptagon.hls.compiler.dumps import Pass
from cryptagon.hls.datapath.lowering import Datapath, lower
from cryptagon.hls.datapath.optimised_ir import OptimisedDatapath, named_by_lines, optimised_by_xls
from cryptagon.hls.memory import pointers_as_numbers
from cryptagon.hls.memory.joined_writes import with_joined_writes
from cryptagon.hls.memory.merged_steps import with_merged_steps
from cryptagon.hls.memory.pointer_choices import without_pointers
from cryptagon.hls.memory.ram_accesses import RamAccesses, late_calls, named_calls
from cryptagon.hls.memory.walking_indices import with_walking_indices
from cryptagon.hls.memory.whole_steps import with_whole_steps
from cryptagon.hls.registers.early_constants import with_early_constants
from cryptagon.hls.registers.equality_tests import tests_for_equality
from cryptagon.hls.registers.first_tests import know_first_tests
from cryptagon.hls.registers.hardware import Hardware, Unallocated, with_registers
from cryptagon.hls.registers.known_choices import leave_out_known_choices
from cryptagon.hls.registers.late_comparisons import keep_differences
from cryptagon.hls.registers.localisation import localise_wiring
from cryptagon.hls.registers.merged_wiring import merge_parts
from cryptagon.hls.registers.small_quotients import with_small_quotients
from cryptagon.hls.resets.unseen import without_unseen_resets
from cryptagon.hls.source.plain_accesses import plain_accesses
from cryptagon.hls.source.printing import without_printing
from cryptagon.hls.states import cutting
from cryptagon.hls.states.alike_loops import merge_alike_loops
from cryptagon.hls.states.block_reads import halve_block_reads
from cryptagon.hls.states.calls import Calling, with_subroutines
from cryptagon.hls.states.constants import fold_constants
from cryptagon.hls.states.counting_up import count_up
from cryptagon.hls.states.cutting import Cut
from cryptagon.hls.states.exit_tests import compare_counters_early
from cryptagon.hls.states.first_iterations import join_first_iterations
from cryptagon.hls.states.known_branches import follow_known_branches
from cryptagon.hls.states.long_cycles import cut_long_cycles
from cryptagon.hls.states.long_products import split_long_products
from cryptagon.hls.states.machine import Machine
from cryptagon.hls.states.outer_loops import free_outer_loops
from cryptagon.hls.states.waits import begin_with_loops
from cryptagon.hls.verilog.datapath import (
    DatapathText,
    one_port_an_output,
    with_balanced_sums,
    with_lines,
    written_by_xls,
)


def _on_text(change: Callable[[str], str]) -> Callable[[Module], Module]:
    """A change of a module's text as a pass runs it."""
    return lambda module: module.having(change(module.text))


def _on_function(change: Callable[[str, str], str]) -> Callable[[Module], Module]:
    """A change of a module's one function, by its name, as a pass runs it."""
    return lambda module: module.having(change(module.text, module.top))


def _on_rams(change: Callable[[Module], str]) -> Callable[[Module], Module]:
    """A change that only a module with RAMs, or with arrays that may become RAMs, needs."""
    return lambda module: module.having(change(module)) if module.may_have_rams else module


def _in_place(change: Callable[[Cut], None]) -> Callable[[Cut], Cut]:
    def run(cut: Cut) -> Cut:
        change(cut)
        return cut

    return run


AS_CLANG_WROTE_IT = (
    Pass(
        "unroll-bounds",
        "leave to unroll a loop marked UNROLL by the most iterations that it can have",
        _on_text(unrolling.unrolled_by_bound),
    ),
    Pass(
        "wide-integers",
        "integers of all widths native to the machine",
        _on_text(whole_program.with_wide_integers),
    ),
    Pass(
        "any-values",
        "any(type) as a variable without a value",
        _on_text(open_any_values),
    ),
    Pass("plain-accesses", "volatile and atomic variables as all others", _on_text(plain_accesses)),
    Pass("printing", "calls of printf dropped", _on_text(without_printing)),
    Pass(
        "back-edges",
        "one back edge a loop: `continue` begins an iteration like its end does",
        _on_text(single_back_edges),
    ),
    Pass("storage", "integers of odd width in whole memory words", _on_text(whole_storage)),
    Pass("port-accesses", "accesses to streams and wires field by field", explicit_accesses_of),
    Pass(
        "to-be-inlined",
        "every function to be inlined, nothing public",
        _on_text(whole_program.to_be_inlined),
    ),
)
"""On the module as clang wrote it, with all its functions."""

WHOLE_PROGRAM = (
    Pass(
        "closed-calls",
        "calls of functions with loops closed to LLVM, where that is to be tried",
        calls_closed,
    ),
    Pass(
        "unit-calls",
        "calls of shared functions as calls of their units; the function that runs for ever",
        module_changes.joined,
    ),
    Pass("loop-notes", "a number on every loop keeps it apart", unrolling.noted_loops),
    Pass("single-copies", "large functions called often: there once", with_single_copies),
    Pass("inline", "LLVM: one function", _on_text(lambda text: llvm.run_passes(text, llvm.INLINE))),
)
"""On the module on its way to one function."""

HEAP = Pass("heap", "blocks of malloc, arrays of varying length: variables", blocks_as_variables)
INLINED = (
    Pass(
        "loop-statements",
        "cycles and expect_cycles as notes of their loops",
        module_changes.statements_taken,
    ),
    Pass(
        "static-variables",
        "variables of static storage as local ones",
        _on_text(static_variables.static_to_local),
    ),
    HEAP,
)
"""On the one function with its variables in memory."""

NAMED_RAMS = (
    Pass(
        "ram-accesses",
        "accesses to RAMs by name as calls of their ports",
        _on_rams(lambda m: named_calls(m.text, m.rams, m.candidates, told=m.rams_told)),
    ),
)
"""Before LLVM takes structs apart."""

UNROLLING = (
    Pass("births", "a variable has no value where its life begins", _on_text(forget_at_birth)),
    Pass(
        "ssa", "LLVM: variables as values", _on_text(lambda text: llvm.run_passes(text, ["sroa"]))
    ),
    Pass("births-over", "what is left of `births`, taken back", _on_text(without_forgetting)),
    Pass(
        "ram-pointers",
        "accesses to RAMs through pointers as calls of their ports",
        _on_rams(
            lambda m: RamAccesses(
                RamAccesses(m.text, m.rams_told).calls("reached"), m.rams_told
            ).finished(leave_pointers=True)
        ),
    ),
    Pass(
        "byte-offsets",
        "addresses of initial values in bytes, which saves LLVM quadratic time",
        _on_text(with_byte_offsets),
    ),
    Pass(
        "unroll",
        "LLVM: loops marked UNROLL as straight code",
        _on_text(lambda text: llvm.run_passes(text, llvm.UNROLL)),
    ),
    Pass(
        "repeated-variables",
        "debug records of variables with very many dropped",
        _on_text(whole_program.without_repeated_variables),
    ),
    Pass(
        "simplify",
        "LLVM: branches and arithmetic simplified",
        _on_text(lambda text: llvm.run_passes(text, llvm.CLEAN_UP)),
    ),
    Pass(
        "computed-variables",
        "debug records of variables that no value holds dropped",
        _on_text(whole_program.without_computed_variables),
    ),
    Pass(
        "unrolled-notes",
        "the notes of partly unrolled loops back at their ends",
        _on_text(loop_statements.notes_of_unrolled_loops),
    ),
)
"""As far as LLVM gets."""

# A counter of which something reads a byte stays in memory, or is taken apart: LLVM counts no loop
# by it. Where a loop is left that is to be unrolled, this runs on what there was before `births`,
# and then all from `births` on once more.
COUNTERS = (
    Pass(
        "counters",
        "integers of which something reads a byte as registers, so that LLVM can count by them",
        module_changes.counters_apart,
    ),
)

POINTERS = (
    Pass(
        "blocks",
        "memcpy, memset, memcmp and strlen of sizes that vary as calls of loops of a word a cycle",
        calls_of_block_loops,
    ),
    Pass("block-loops", "LLVM: these calls inlined", _on_text(inlined_block_loops)),
    Pass(
        "whole-steps",
        "addresses stepped to by whole elements where LLVM has a step over bytes by a multiple",
        _on_function(with_whole_steps),
    ),
    Pass("merged-steps", "merged pointers as steps by indices", _on_function(with_merged_steps)),
    Pass(
        "walking-indices",
        "indices that walk through an array in as few bits as it needs, in units of a step",
        _on_function(with_walking_indices),
    ),
    Pass(
        "kept-pointers",
        "pointers that are kept, merged or compared as numbers of an object and an index",
        _on_function(pointers_as_numbers.as_numbers),
    ),
)
"""As far as it takes to see what is done with each array."""

CLEAN_UP = (
    Pass(
        "ram-rest",
        "accesses to RAMs that are left, of large arrays and through kept pointers, as calls of their ports",
        _on_rams(lambda m: late_calls(m.text, m.top, m.rams)),
    ),
    Pass(
        "arrays",
        "arrays indexed by variables as registers with multiplexers",
        module_changes.arrays_taken_apart,
    ),
    Pass(
        "last",
        "LLVM: loops rotated, dead code gone, every value named",
        module_changes.last_cleaned,
    ),
    Pass("opened-calls", "what is left of `closed-calls`, taken back", _on_text(opened_calls)),
    Pass("divisions", "divisions by variables as calls of loops or logic", calls_of_dividers),
    Pass("dividers", "LLVM: these calls inlined", _on_text(inlined_dividers)),
    Pass("item-phis", "merges of items as merges of their fields", _on_text(without_item_phis)),
    Pass(
        "pointers",
        "choices and merges of addresses as choices and merges of what is read there",
        _on_text(without_pointers),
    ),
    Pass(
        "table-pointers",
        "pointers into tables that are kept as numbers",
        _on_function(pointers_as_numbers.into_tables_as_numbers),
    ),
    Pass(
        "joined-writes",
        "writes of parts of one element, of RAMs that the source does not ask for, as one write",
        _on_rams(lambda m: with_joined_writes(m.text, m.top, m.rams)),
    ),
    Pass(
        "ram-masks",
        "write enables for parts of words only where parts are written",
        module_changes.masks_settled,
    ),
    Pass(
        "memory-ports",
        "accesses to memories outside as requests and responses on streams",
        as_streams,
    ),
)
"""The rest of the way to the function that is parsed."""

STATES = (
    Pass("markers", "calls that are no hardware dropped", _in_place(cutting.without_markers)),
    Pass(
        "item-fields",
        "the fields of an item right behind the access that it comes from",
        _in_place(cutting.fields_at_accesses),
    ),
    Pass(
        "known-branches",
        "ways whose branch is known go straight on",
        _in_place(lambda cut: follow_known_branches(cut.function)),
    ),
    Pass(
        "counting-up",
        "counters that only the ends of loops read count up from 0",
        _in_place(lambda cut: count_up(cut.function)),
    ),
    Pass(
        "exit-tests",
        "counters tested as they are, not as they become",
        _in_place(lambda cut: compare_counters_early(cut.function)),
    ),
    Pass(
        "loops",
        "loops found, and refused where they cannot be clocked",
        _in_place(cutting.find_loops),
    ),
    Pass(
        "block-reads",
        "reads of block RAM in two halves",
        _in_place(lambda cut: halve_block_reads(cut.function, cut.operations)),
    ),
    Pass(
        "stages",
        "a state at every loop; iterations with cycles(k) in k balanced stages",
        _in_place(cutting.cut_into_stages),
    ),
    Pass(
        "clocked-calls",
        "a state at every call of a clocked function",
        _in_place(cutting.cut_at_calls),
    ),
    Pass(
        "accesses",
        "a state where an access must wait for the next cycle; ports of units",
        _in_place(cutting.cut_at_accesses),
    ),
    Pass(
        "long-products",
        "products with more levels than a cycle may have as sums of products of 16 bits",
        _in_place(split_long_products),
    ),
    Pass(
        "long-cycles",
        "states where a cycle would have more levels of logic than the design asks for",
        _in_place(cut_long_cycles),
    ),
    Pass(
        "waits",
        "a wait() right before a loop in the cycle of the first iteration",
        _in_place(begin_with_loops),
    ),
    Pass(
        "outer-loops",
        "no state for a loop whose iterations run another loop and need no cycle more",
        _in_place(free_outer_loops),
    ),
    Pass(
        "first-iterations",
        "what is before an inner loop in the cycle of its first iteration",
        _in_place(join_first_iterations),
    ),
    Pass(
        "reset",
        "what happens before the first state as reset values",
        _in_place(cutting.fold_reset),
    ),
)
"""On the parsed function."""

MACHINE = Pass[Cut, Machine]("machine", "the state machine, its states in order", cutting.finished)
ALIKE_LOOPS = Pass[Machine, Machine](
    "alike-loops", "loops that do the same as one loop", merge_alike_loops
)
SUBROUTINES = Pass[Calling, Machine](
    "subroutines", "the states of clocked functions, once, in the place of calls", with_subroutines
)
MACHINES = (
    Pass[Machine, Machine](
        "constants", "what arguments of closed calls make of the program", fold_constants
    ),
    Pass[Machine, Machine](
        "merged-wiring", "merges of wiring and constants as wiring of merges", merge_parts
    ),
    Pass[Machine, Machine](
        "late-comparisons",
        "two values that are only compared later as their difference",
        keep_differences,
    ),
    Pass[Machine, Machine](
        "widening",
        "what costs nothing repeated where it is used, so that only what it is made of is kept",
        localise_wiring,
    ),
)
"""On the state machine."""
EARLY_CONSTANTS = Pass[Unallocated, Unallocated](
    "early-constants",
    "constants that loops begin with in their registers a cycle early",
    with_early_constants,
)
REGISTERS = Pass[Unallocated, Hardware](
    "registers",
    "values needed where a state begins in registers; those never needed together share where it saves area",
    with_registers,
)
SMALL_QUOTIENTS = Pass[Hardware, Hardware](
    "small-quotients",
    "quotients and remainders of values that are only some times the divisor, as subtractions",
    with_small_quotients,
)
EQUALITY_TESTS = Pass[Hardware, Hardware](
    "equality-tests",
    "tests whether a value is below what it never exceeds, as tests for equality",
    tests_for_equality,
)
KNOWN_CHOICES = Pass[Hardware, Hardware](
    "known-choices",
    "choices left out where their outcome is known",
    leave_out_known_choices,
)
FIRST_TESTS = Pass[Hardware, Hardware](
    "first-tests", "tests of first iterations that are known, left out", know_first_tests
)
LOWERING = Pass[Hardware, Datapath](
    "lowering", "the logic of a cycle as XLS IR: one operator an instruction", lower
)
OPTIMISE = Pass[Datapath, OptimisedDatapath](
    "optimise", "XLS: the logic optimised", optimised_by_xls
)
NET_NAMES = Pass[OptimisedDatapath, OptimisedDatapath](
    "net-names", "nets named after what they do and their C line", named_by_lines
)
UNSEEN_RESETS = Pass[OptimisedDatapath, OptimisedDatapath](
    "unseen-resets",
    "registers whose value after reset nobody sees, without a reset",
    without_unseen_resets,
)
CODE = Pass[OptimisedDatapath, DatapathText]("code", "XLS: the logic as Verilog", written_by_xls)
VERILOG = (
    Pass("balance", "long sums as trees", with_balanced_sums),
    Pass("outputs", "one port an output", one_port_an_output),
    Pass("source-lines", "the C lines of every net as comments", with_lines),
)
"""On the Verilog of a datapath."""

PASSES = (
    *(*AS_CLANG_WROTE_IT, *WHOLE_PROGRAM, *INLINED, *NAMED_RAMS),
    *(*UNROLLING, *COUNTERS, *POINTERS, *CLEAN_UP),
    *(*STATES, MACHINE, ALIKE_LOOPS, SUBROUTINES, *MACHINES),
    *(EARLY_CONSTANTS, REGISTERS, SMALL_QUOTIENTS, EQUALITY_TESTS, KNOWN_CHOICES, FIRST_TESTS),
    *(LOWERING, OPTIMISE, NET_NAMES, UNSEEN_RESETS, CODE, *VERILOG),
)
"""All of them, in order."""
NAMES = tuple(one.name for one in PASSES)
