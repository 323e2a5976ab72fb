"""Changes of a module of LLVM IR that take more of it than its text."""

from dataclasses import replace

from cryptagon.hls.cleanup import llvm, loop_statements, whole_program
from cryptagon.hls.cleanup.memory_ports import declarations
from cryptagon.hls.cleanup.module import Module
from cryptagon.hls.memory.arrays import arrays_to_registers
from cryptagon.hls.memory.ram_accesses import settled_masks
from cryptagon.hls.units.shared_calls import calls_of_units, unit_declarations


def joined(module: Module) -> Module:
    """The module with the function that runs for ever, and with what it calls."""
    calls = calls_of_units(module.text, module.shared)
    top = whole_program.top_function(module.top, module.hardware)
    return module.having(calls + top + declarations(module) + unit_declarations(module.shared))


def statements_taken(module: Module) -> Module:
    """The module without cycles and expect_cycles in its loops, and what they say."""
    text, statements = loop_statements.take_loop_statements(module.text)
    return replace(module, text=text, statements=statements)


def counters_apart(module: Module) -> Module:
    """The module with integers of which something reads a byte as registers."""
    return module.having(arrays_to_registers(module.text, module.top, only_integers=True))


def arrays_taken_apart(module: Module) -> Module:
    """The module with its arrays as registers."""
    text = arrays_to_registers(module.text, module.top, no_rams=module.no_rams)
    return replace(module, text=text, taken_apart=text != module.text)


def last_cleaned(module: Module) -> Module:
    """The module after LLVM's last passes."""
    names = llvm.AFTER_ARRAYS * module.taken_apart + llvm.LAST
    return replace(module, text=llvm.run_passes(module.text, names), taken_apart=False)


def masks_settled(module: Module) -> Module:
    """The module with the RAMs' masks as they are needed."""
    text, rams = settled_masks(module.text, module.rams)
    return replace(module, text=text, rams=rams)
