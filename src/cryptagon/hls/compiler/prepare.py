"""A C source as clang wrote it to one clean function, and its shared functions each to one of their
own.
"""

from collections.abc import Mapping
from dataclasses import replace

from cryptagon.errors import CryptagonError, MachineError
from cryptagon.hls.cleanup.closed_calls import closed_calls
from cryptagon.hls.cleanup.loop_statements import (
    LoopStatement,
    loops_to_unroll,
    lost_statements,
    marked_statements,
    without_dead_statements,
)
from cryptagon.hls.cleanup.module import (
    AS_THE_SOURCE_SAYS,
    TOP,
    Choices,
    Module,
    Prepared,
    unit_top,
)
from cryptagon.hls.compiler import passes
from cryptagon.hls.compiler.dumps import Dumps
from cryptagon.hls.ir.metadata import Metadata
from cryptagon.hls.memory.inferred_rams import InferredRams
from cryptagon.hls.memory.large_arrays import refuse_large_arrays
from cryptagon.hls.memory.ports import memory_ports_of, named_as_declared, with_streams
from cryptagon.hls.memory.rams import Ram, rams_of
from cryptagon.hls.source.call_graph import FUNCTION, called_by, function_bodies
from cryptagon.hls.source.constructs import check_constructs, hardware_function
from cryptagon.hls.source.interface import ports_of
from cryptagon.hls.source.levels import ANY, most_levels
from cryptagon.hls.source.plain_accesses import plain_accesses
from cryptagon.hls.source.printing import without_printing
from cryptagon.hls.units.shared_calls import calls_of_units, unit_declarations, unit_function
from cryptagon.hls.units.shared_functions import SharedFunction, shared_functions


def prepare(
    module_text: str,
    source: str,
    dumps: Dumps,
    *,
    choices: Choices = AS_THE_SOURCE_SAYS,
    levels: int = ANY,
) -> Prepared:
    """Cleans up a module as clang wrote it; `levels` are those that a cycle may have in place of what
    the source tells.

    Raises CryptagonError, with file and line, for what cannot become hardware, a missing or doubled
    HARDWARE function and a SHARED function that cannot be a unit.
    """
    levels = levels or most_levels(module_text, source)
    written = replace(_checked(module_text, source), choices=choices, most_levels=levels)
    explicit = dumps.run_all(passes.AS_CLANG_WROTE_IT, written)
    called = dumps.run_all(passes.WHOLE_PROGRAM, explicit)
    try:
        return _finished(module_text, explicit, called, dumps)
    except MachineError:  # nothing is known of the design
        raise
    except CryptagonError:
        if not called.once:
            raise
    copying = replace(explicit, choices=replace(choices, copying=True))
    return _finished(module_text, copying, dumps.run_all(passes.WHOLE_PROGRAM, copying), dumps)


def _finished(module_text: str, explicit: Module, called: Module, dumps: Dumps) -> Prepared:
    """The design ready for lowering: `called` is the module with all its calls inlined,
    `explicit` what that was made of.
    """
    inlined = dumps.run_all(passes.INLINED, called)
    rams = named_as_declared(rams_of(module_text, inlined.text), explicit.memories)
    inlined = replace(inlined, rams=rams)
    cleaned = _cleaned(inlined, dumps)
    closable = not (explicit.choices.closing or called.once) and (
        closed_calls(explicit.text, explicit.shared) != explicit.text
    )
    return Prepared(
        cleaned.text,
        dict(cleaned.ports),
        tuple(cleaned.rams.values()),
        _statements(called, inlined, cleaned),
        _prepared_units(cleaned.text, explicit.shared, explicit, module_text, dumps),
        closable,
        called.once,
        tuple(cleaned.memories.values()),
        explicit.most_levels,
    )


def _checked(module_text: str, source: str) -> Module:
    """The module with what it declares; raises as `prepare` does."""
    metadata = Metadata(module_text)
    memories = memory_ports_of(module_text, metadata)
    ports = with_streams(ports_of(module_text, metadata), memories)
    hardware = hardware_function(module_text, source)
    shared = shared_functions(module_text, metadata, hardware)
    check_constructs(plain_accesses(without_printing(module_text)), metadata, hardware)
    refuse_large_arrays(module_text, metadata)
    return Module(module_text, ports, hardware, shared=shared, memories=memories)


def _cleaned(inlined: Module, dumps: Dumps) -> Module:
    """The one function of an inlined module in SSA form, with the arrays of RAMs as calls of their
    ports.
    """
    inferred = InferredRams(
        inlined.text,
        inlined.rams,
        timed=bool(inlined.statements),
        packed=inlined.choices.packed,
    )
    if inlined.top != TOP:
        inferred.refuse_too_large()
        return dumps.run_all(passes.CLEAN_UP, _unrolled(inlined, dumps))
    rams: Mapping[str, Ram] = inferred.at_first()
    candidates = inferred.candidates() - rams.keys()
    while True:
        made = _unrolled(replace(inlined, rams=rams, candidates=candidates), dumps)
        found = inferred.at_last(made.text, made.top, rams)
        if found.keys() == rams.keys() and not candidates:
            words = inferred.with_words(made.text, made.top, found)
            settled = replace(made, rams=words, no_rams=inferred.reasons)
            return dumps.run_all(passes.CLEAN_UP, settled)
        rams, candidates = found, frozenset()


def _unrolled(inlined: Module, dumps: Dumps) -> Module:
    """The function with loops unrolled and kept pointers as indices."""
    named = dumps.run_all(passes.NAMED_RAMS, inlined)
    unrolled = dumps.run_all(passes.UNROLLING, named)
    if loops_to_unroll(unrolled.text):
        unrolled = dumps.run_all((*passes.COUNTERS, *passes.UNROLLING), named)
    return dumps.run_all(passes.POINTERS, unrolled)


def _statements(called: Module, inlined: Module, cleaned: Module) -> tuple[LoopStatement, ...]:
    """The statements about loops; where some are gone with their loops, it is found out which of
    these nothing leads to.
    """
    lost = lost_statements(cleaned.text, inlined.statements)
    if not lost:
        return inlined.statements
    _, *others = passes.INLINED
    marked = Dumps().run_all(others, inlined.having(marked_statements(called.text)))
    return without_dead_statements(lost, _cleaned(marked, Dumps()).text, inlined.statements)


def _prepared_units(
    text: str,
    shared: Mapping[str, SharedFunction],
    explicit: Module,
    module_text: str,
    dumps: Dumps,
) -> tuple[tuple[SharedFunction, str], ...]:
    """The shared functions that a cleaned function calls, and those that these call, each alone and
    cleaned up; one that is called before those that call it.
    """
    found: dict[str, tuple[SharedFunction, str]] = {}

    def add_called_in(caller: str) -> None:
        for function in shared.values():
            called = f"@{function.call}(" in caller.partition("\n}\n")[0]
            if called and function.name not in found:
                alone = _prepared_unit(function, shared, explicit, module_text, dumps)
                add_called_in(alone)
                found[function.name] = function, alone

    add_called_in(text)
    return tuple(found.values())


def _prepared_unit(
    function: SharedFunction,
    shared: Mapping[str, SharedFunction],
    explicit: Module,
    module_text: str,
    dumps: Dumps,
) -> str:
    """A shared function alone, cleaned up."""
    reached = called_by(function.name, function_bodies(module_text))
    alone = FUNCTION.sub(lambda match: match[0] if match[1] in reached else "", explicit.text)
    top = unit_top(function)
    own = dumps.of(f"{dumps.design}_unit_{function.name}")
    *_, inline = passes.WHOLE_PROGRAM
    others = {name: one for name, one in shared.items() if name in reached and one is not function}
    alone = calls_of_units(alone, others) + (unit_declarations(others) if others else "")
    module = Module(alone + unit_function(function, module_text, top), explicit.ports, top=top)
    return _cleaned(own.run_all((inline, passes.HEAP), module), own).text
