"""Unoptimised LLVM IR to one clean function: streams made explicit, calls inlined, variables in SSA form, loops still as the designer
wrote them.

Cycles are the designer's choice, so no pass here may move work from one clock cycle to another or unroll a loop that was not marked:
there is no loop-invariant code motion, no global value numbering, no jump threading.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

import llvmlite.binding as llvm

from cryptagon.errors import CryptagonError
from cryptagon.hls.cleanup.back_edges import single_latches
from cryptagon.hls.cleanup.item_phis import without_item_phis
from cryptagon.hls.cleanup.lifetimes import forget_at_birth, without_forgetting
from cryptagon.hls.cleanup.loop_statements import (
    LoopStatement,
    loops_to_unroll,
    lost_statements,
    marked_statements,
    notes_of_unrolled_loops,
    take_loop_statements,
    without_dead_statements,
)
from cryptagon.hls.cleanup.scaling.byte_offsets import with_byte_offsets
from cryptagon.hls.cleanup.scaling.many_phis import combined_without_phis, might_crowd
from cryptagon.hls.cleanup.scaling.wide_reads import reads_closed, reads_opened
from cryptagon.hls.cleanup.storage import whole_storage
from cryptagon.hls.ir.metadata import UNROLLED_WHOLLY, Metadata
from cryptagon.hls.ir.text_blocks import BODY
from cryptagon.hls.memory.arrays import arrays_to_registers
from cryptagon.hls.memory.pointer_choices import without_pointer_choices
from cryptagon.hls.memory.pointer_merges import without_pointer_merges
from cryptagon.hls.memory.ram_accesses import RamAccesses, keep_in_memory, settled_masks
from cryptagon.hls.memory.rams import Ram, rams_of
from cryptagon.hls.source.call_graph import FUNCTION, called_by, function_bodies
from cryptagon.hls.source.constructs import check_constructs, hardware_function
from cryptagon.hls.source.interface import Port, ports_of
from cryptagon.hls.source.port_accesses import explicit_accesses, port_declarations
from cryptagon.hls.units.shared_calls import calls_of_units, unit_declarations, unit_function
from cryptagon.hls.units.shared_functions import SharedFunction, shared_functions

# Without wide native integers LLVM slices wide phis into 64-bit pieces, and each piece becomes a register of its own.
NATIVE_WIDTHS = ":".join(str(n) for n in (1, 2, 4, 8, 16, 32, 64, 96, 128, 192, 256, 320, 384, 512, 768, 1024, 1600, 2048, 4096))
TOP = "cg_hardware"
NOTE_OF_FUNCTION = "cg.function"
ANY_VALUE = re.compile(r"^  call void @cg_fill_any\(.*\n", re.MULTILINE)
DEFINITION = re.compile(r"^define (?:dso_local |internal )*(.*?@[\w.]+\(.*\).*?) (#\d+)(.*)\{$", re.MULTILINE)
PUBLIC_VARIABLE = re.compile(r"^(@[\w.]+ = )dso_local (global .*)$", re.MULTILINE)


@dataclass(frozen=True)
class Prepared:
    """A design ready for lowering: LLVM IR text with the single function `cg_hardware`, its ports, its RAMs, what it states about loops.

    `shared` are the shared functions that it calls, each with LLVM IR text of its own, whose single function `unit_top` gives the name of.
    """

    text: str
    ports: dict[str, Port]
    rams: tuple[Ram, ...]
    loop_statements: tuple[LoopStatement, ...]
    shared: tuple[tuple[SharedFunction, str], ...] = ()


def prepare(module_text: str, source: str) -> Prepared:
    """Cleans up a module as clang wrote it.

    Raises CryptagonError, with file and line, for what cannot become hardware, a missing or doubled HARDWARE function and a SHARED function
    that cannot be a unit.
    """
    metadata = Metadata(module_text)
    ports = ports_of(module_text, metadata)
    hardware = hardware_function(module_text, source)
    shared = shared_functions(module_text, metadata, hardware)
    check_constructs(module_text, metadata, hardware)
    text = _with_explicit_accesses(module_text, ports)
    whole = calls_of_units(text, shared) + _top_function(hardware) + port_declarations(ports) + unit_declarations(shared)
    called = _run_passes(noted_loops(whole), INLINE)
    inlined, statements = take_loop_statements(called)
    inlined = _registers_to_variables(inlined)
    declared = rams_of(module_text, inlined)
    cleaned, rams = settled_masks(_cleaned(inlined, declared, TOP), declared)
    if lost := lost_statements(cleaned, statements):
        marked = _cleaned(_registers_to_variables(marked_statements(called)), declared, TOP)
        statements = without_dead_statements(lost, marked, statements)
    used = [function for function in shared.values() if f"@{function.call}(" in cleaned.partition("\n}\n")[0]]
    units = tuple((function, _prepared_unit(function, text, module_text)) for function in used)
    return Prepared(cleaned, ports, tuple(rams.values()), statements, units)


def unit_top(function: SharedFunction) -> str:
    """The name of the function that a shared one is prepared as."""
    return f"cg_unit_{function.name}"


def _with_explicit_accesses(module_text: str, ports: dict[str, Port]) -> str:
    """The module with all functions to be inlined, streams accessed field by field, and nothing public."""
    text = re.sub(r"-n8:16:32:64-", f"-n{NATIVE_WIDTHS}-", unrolled_by_bound(module_text), count=1)
    text = whole_storage(single_latches(ANY_VALUE.sub("", text)))
    text = explicit_accesses(text, ports)
    text = DEFINITION.sub(r"define internal \1 alwaysinline \2\3{", text)
    text = re.sub(r"^@llvm\.global\.annotations = .*$", "", text, flags=re.MULTILINE)
    return PUBLIC_VARIABLE.sub(r"\1internal \2", text)


def _cleaned(inlined: str, rams: Mapping[str, Ram], top: str) -> str:
    """The one function `top` of an inlined module in SSA form, with the arrays of RAMs as calls of their ports."""
    # Once by name, before LLVM takes structs apart; then what is reached through pointers, once it has resolved these.
    named = RamAccesses(keep_in_memory(inlined, rams), rams).calls("named") if rams else inlined
    loops = _with_loops_unrolled(named, rams)
    if loops_to_unroll(loops):  # a counter of which something reads a byte stays in memory, or is taken apart: no loop is counted by it
        loops = _with_loops_unrolled(arrays_to_registers(named, top, only_integers=True), rams)
    cells = arrays_to_registers(loops, top)
    text = without_item_phis(_run_passes(cells, [*(AFTER_ARRAYS if cells != loops else ()), *LAST]))
    return BODY.sub(lambda match: f"{match[1]}{without_pointer_choices(without_pointer_merges(match[2]))}\n{match[3]}", text)


def _with_loops_unrolled(named: str, rams: Mapping[str, Ram]) -> str:
    """The module in SSA form as far as LLVM gets, with the loops unrolled that are marked so, as far as it can count them."""
    variables = without_forgetting(_run_passes(forget_at_birth(named), ["sroa"]))
    whole = RamAccesses(RamAccesses(variables, rams).calls("reached"), rams).finished() if rams else variables
    return notes_of_unrolled_loops(COMPUTED_VARIABLE.sub("", _run_passes(with_byte_offsets(whole), CLEAN_UP)))


def _prepared_unit(function: SharedFunction, text: str, module_text: str) -> str:
    """A shared function alone, cleaned up; `text` has explicit accesses."""
    reached = called_by(function.name, function_bodies(module_text))
    alone = FUNCTION.sub(lambda match: match[0] if match[1] in reached else "", text)
    return _cleaned(_run_passes(alone + unit_function(function, module_text, unit_top(function)), INLINE), {}, unit_top(function))


# A loop with a break may have a bound only. LLVM unrolls by it when it is asked to "enable" that and the bound is not above its limit;
# where there is none it unrolls some iterations and drops its notes. A note of our own stays, by which such a loop is refused.
UNROLL_WHOLLY = re.compile(r'^!(\d+) = !\{!"llvm\.loop\.unroll\.full"\}$', re.MULTILINE)
MOST_ITERATIONS = 256
llvm.set_option("", f"-unroll-max-upperbound={MOST_ITERATIONS}")


def unrolled_by_bound(module_text: str) -> str:
    """The module with leave to unroll, for each loop that is to be unrolled wholly, by the largest number of its iterations."""
    wish = UNROLL_WHOLLY.search(module_text)
    if wish is None:
        return module_text
    free = 1 + max(int(found) for found in re.findall(r"^!(\d+) = ", module_text, re.MULTILINE))
    text = re.sub(rf"^(!\d+ = distinct !\{{.*!{wish[1]}\b.*)\}}$", rf"\1, !{free}, !{free + 1}}}", module_text, flags=re.MULTILINE)
    return f'{text}\n!{free} = !{{!"llvm.loop.unroll.enable"}}\n!{free + 1} = !{{!"{UNROLLED_WHOLLY}"}}\n'


LOOP_NOTES = re.compile(r"^(!(\d+) = distinct !\{!\2\b.*)\}$", re.MULTILINE)


def noted_loops(module_text: str) -> str:
    """The module with a note on every loop, the function's own too, that is no place in the source.

    A loop whose notes are such places alone, as those of `for (;;)` are, loses them where its end joins that of an unrolled loop, and takes
    over the notes of that one.
    """
    free = 1 + max(map(int, re.findall(r"^!(\d+) = ", module_text, re.MULTILINE)))
    text = LOOP_NOTES.sub(rf"\1, !{free}}}", module_text)
    text = text.replace(f"!{NOTE_OF_FUNCTION}", f"!{free + 1}")
    return f'{text}\n!{free} = !{{!"cryptagon.loop"}}\n!{free + 1} = distinct !{{!{free + 1}, !{free}}}\n'


# A variable that no value holds any more, as an expression of others: long, and of no use here, where values are called by variables.
COMPUTED_VARIABLE = re.compile(r"^    #dbg_value\(.*!DIExpression\([^)\n]+\).*\n", re.MULTILINE)
INLINE = ["always_inliner", "global_dead_code_eliminate"]
CLEAN_UP = [
    *("instruction_combine", "simplify_cfg"),
    *("loop_simplify", "loop_rotate", "instruction_combine", "simplify_cfg"),
    *("loop_unroll", "sroa", "instruction_combine", "sccp", "simplify_cfg"),
    *("loop_unroll", "sroa", "instruction_combine", "simplify_cfg"),
]
AFTER_ARRAYS = ["sroa", "instruction_combine", "simplify_cfg"]
LAST = ["loop_rotate", "instruction_combine", "simplify_cfg", "aggressive_dce", "instruction_namer"]


def _top_function(hardware: str) -> str:
    """The hardware function, run for ever."""
    return f"""
define void @{TOP}() {{
reset:
  br label %run
run:
  call void @{hardware}()
  br label %run, !llvm.loop !{NOTE_OF_FUNCTION}
}}
"""


CONSTANT_ADDRESS = re.compile(r"(getelementptr (?:inbounds |nuw |nusw )*)(\([^()\n]*, ptr %cg\.(?:register|element)\.[^()\n]*\))")
STATIC_VARIABLE = re.compile(r"^@([\w.]+) = internal (?:unnamed_addr )?global (.*?), align \d+.*$", re.MULTILINE)


def _registers_to_variables(text: str) -> str:
    """Turns variables with static storage into local ones of the top function, which never ends; SSA construction does the rest."""
    head, label, body = text.partition("reset:")
    if not label:
        return text
    variables = ""
    for name, rest in STATIC_VARIABLE.findall(text):
        if not re.search(rf"@{re.escape(name)}\b", body):
            continue
        kind, value = _type_and_initialiser(rest)
        variables += f"\n  %cg.register.{name} = alloca {kind}\n  store {kind} {value}, ptr %cg.register.{name}"
        body = re.sub(rf"@{re.escape(name)}\b(?![^\n]*= internal)", f"%cg.register.{name}", body)
    addresses, body = _addresses_of_elements(body)
    return head + label + variables + addresses + body


def _addresses_of_elements(body: str) -> tuple[str, str]:
    """Constant addresses inside a variable: as the variable is no longer global, they become instructions at the function's start.

    Such an address may stand inside another one, so the innermost come first.
    """
    lines: list[str] = []
    while found := dict.fromkeys(CONSTANT_ADDRESS.findall(body)):
        for operator, address in found:
            name = f"%cg.element.{len(lines)}"
            lines.append(f"\n  {name} = getelementptr {address[1:-1]}")
            body = body.replace(operator + address, name)
    return "".join(lines), body


def _type_and_initialiser(rest: str) -> tuple[str, str]:
    """Splits `[4 x i32] [i32 1, ...]` or `%struct.s zeroinitializer` into type and value."""
    if rest[0] in "[{<":
        depth = 0
        for i, char in enumerate(rest):
            depth += (char in "[{<") - (char in "]}>")
            if depth == 0:
                return rest[: i + 1], rest[i + 1 :].strip()
    kind, _, value = rest.partition(" ")
    return kind, value


COMBINE = "instruction_combine"


def _run_passes(text: str, names: list[str]) -> str:
    """The module after LLVM's passes `names`. Where a block may hold very many phis, the combiner of instructions runs apart."""
    if COMBINE not in names or not might_crowd(text):
        return _run_together(text, names)
    for combines, group in groupby(names, lambda name: name == COMBINE):
        text = combined_without_phis(text, _combined) if combines else _run_together(text, list(group))
    return text


def _combined(text: str) -> str:
    return reads_opened(_run_together(reads_closed(text), [COMBINE]))


def _run_together(text: str, names: list[str]) -> str:
    llvm.initialize_native_target()
    try:
        module = llvm.parse_assembly(text)
    except RuntimeError as error:
        raise CryptagonError(
            "the LLVM IR could not be read", why=str(error)[:1000], fix="report this source as a fault of the compiler"
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
