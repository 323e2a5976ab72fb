"""The whole way from a C source to the Verilog core."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptagon.core import VerilogCore
from cryptagon.hls.cleanup.module import Prepared
from cryptagon.hls.compiler.costs import CostMeter, StepCost, peak_memory_mib, without_collections
from cryptagon.hls.compiler.dumps import Dumps, checked_names
from cryptagon.hls.compiler.front_end import FrontEnd
from cryptagon.hls.compiler.hardware import (
    datapath_verilog,
)
from cryptagon.hls.compiler.passes import NAMES
from cryptagon.hls.compiler.unrolled_loops import UnrolledLoop
from cryptagon.hls.compiler.watch import SECONDS, Watch
from cryptagon.hls.datapath.lowering import Datapath
from cryptagon.hls.datapath.optimised_ir import OptimisedDatapath
from cryptagon.hls.datapath.optimiser import SIMPLIFIED_LESS
from cryptagon.hls.datapath.shared_units import SharedUnit
from cryptagon.hls.memory.ports import MemoryPort
from cryptagon.hls.memory.rams import Ram
from cryptagon.hls.memory.roms import Rom
from cryptagon.hls.registers.allocation import RegisterFile
from cryptagon.hls.source.constructs import hardware_function
from cryptagon.hls.source.frontend import NEWEST, translate
from cryptagon.hls.source.interface import Port
from cryptagon.hls.source.levels import ANY
from cryptagon.hls.source.verilog_names import module_name
from cryptagon.hls.states.cycles import LoopCycles, with_merged_states
from cryptagon.hls.states.machine import Machine, State
from cryptagon.hls.verilog.core import core_verilog
from cryptagon.hls.verilog.rams import ram_module
from cryptagon.hls.verilog.stream_fifos import buffered_core, has_fifos
from cryptagon.toolchain import find


@dataclass(frozen=True)
class HlsResult:
    """What a compilation gave: the core, its states and registers, and what it cost.

    `prepared`, `machine`, `datapath` and `optimised` are what the core was made of: the program
    cleaned up, the function cut into states, the logic of one cycle, and that logic as XLS's
    optimiser left it; `variables` names SSA values by the C variable they hold. `unrolled` are the
    loops that were unrolled though the source does not say so. `warnings` are of clang, `dumped` the files of
    the passes that were to be looked at. `steps` tells what each step cost, `seconds` is wall-clock
    time, `peak_memory_mib` the largest resident size of this process so far.
    """

    core: VerilogCore
    module: str
    source: Path
    defines: dict[str, str]
    standard: str
    includes: tuple[Path, ...]
    beside: tuple[Path, ...]
    ports: dict[str, Port]
    states: tuple[State, ...]
    loops: tuple[LoopCycles, ...]
    unrolled: tuple[UnrolledLoop, ...]
    registers: RegisterFile
    variables: dict[str, str]
    rams: tuple[Ram, ...]
    memories: tuple[MemoryPort, ...]
    units: tuple[SharedUnit, ...]
    prepared: Prepared
    machine: Machine
    datapath: Datapath
    optimised: OptimisedDatapath
    warnings: tuple[str, ...]
    dumped: tuple[Path, ...]
    steps: tuple[StepCost, ...]
    seconds: float
    peak_memory_mib: float

    @property
    def asks_for_items(self) -> bool:
        """Whether it asks if an item is there (`stream_has`)."""
        return any(name.startswith("has_") for name, _ in self.datapath.inputs)

    @property
    def parts(self) -> tuple["HlsResult", ...]:
        """The designs that it is made of: itself."""
        return (self,)

    @property
    def depths(self) -> dict[str, int]:
        """The items of FIFOs between tasks: there are none."""
        return {}


def compile_source(
    source: Path,
    output: Path,
    *,
    defines: Mapping[str, str] | None = None,
    standard: str = NEWEST,
    includes: Sequence[Path] = (),
    beside: Sequence[Path] = (),
    module: str = "CipherCore",
    dump: Collection[str] = (),
    seconds: float = SECONDS,
    say: Callable[[str], None] | None = None,
    most_levels: int = ANY,
) -> HlsResult:
    """Compiles a C source of `standard` to `output/<module>.v`, beside the intermediate `.ll` and `.ir` files.

    An empty `module` means the design's own name: that of its HARDWARE function, CipherCore where
    it includes cipher_core.h. `includes` are folders in which `#include` looks too, `beside` other
    files of the same design, linked with the source. `output/passes` gets what there is before and
    after the passes named in `dump`. `most_levels` are the levels of look-up tables that a cycle may
    have, ANY for what the source tells. `seconds` is how long it may
    take; `say` is given a line now and then that tells what is done. Raises CryptagonError, with
    file and line, when the source is not valid C or has a construct that cannot become hardware,
    and when the time is over; and for a pass that there is not.
    """
    find("xls")  # the only part that some machines lack: told at once
    wanted, watch = checked_names(dump, NAMES), Watch(seconds, say)
    with watch.running():
        return _compiled(
            source,
            output,
            defines=defines or {},
            standard=standard,
            includes=includes,
            beside=beside,
            module=module,
            wanted=wanted,
            watch=watch,
            most_levels=most_levels,
        )


@without_collections()
def _compiled(
    source: Path,
    output: Path,
    *,
    defines: Mapping[str, str],
    standard: str,
    includes: Sequence[Path],
    beside: Sequence[Path],
    module: str,
    wanted: frozenset[str],
    watch: Watch,
    most_levels: int,
) -> HlsResult:
    meter = CostMeter()
    output.mkdir(parents=True, exist_ok=True)
    with meter.step("clang"):
        translation = translate(source, defines, standard, includes, beside)
    module = module or _own_name(translation.text, source)
    dumps = Dumps(module, output / "passes", wanted, watch)
    front_end = FrontEnd(translation.text, source, module, meter, dumps, most_levels=most_levels)
    front = front_end.run()
    program, logic = front.program, front.logic
    prepared, units, hardware = program.prepared, program.units, front.hardware
    (output / f"{module}.ll").write_text(prepared.text)
    (output / f"{module}.ir").write_text(front.datapath.text)
    verilog = output / f"{module}.v"
    with meter.step("Verilog"):
        verilog.write_text(_verilog(source, dumps, prepared, logic, units))
    return HlsResult(
        core=VerilogCore((verilog,)),
        module=module,
        source=source,
        defines=dict(defines),
        standard=standard,
        includes=tuple(includes),
        beside=tuple(beside),
        ports=prepared.ports,
        states=tuple(hardware.machine.states),
        loops=tuple(with_merged_states(loop, hardware.machine) for loop in program.loops),
        unrolled=program.unrolled,
        registers=hardware.registers,
        rams=prepared.rams,
        memories=prepared.memories,
        units=units,
        prepared=prepared,
        variables=dict(hardware.around.variables),
        machine=hardware.machine,
        datapath=logic.datapath,
        optimised=logic,
        warnings=(*translation.warnings, *_told(prepared.once, _logic_of(logic, units))),
        dumped=tuple(dumps.written),
        steps=tuple(meter.steps),
        seconds=meter.seconds,
        peak_memory_mib=peak_memory_mib(),
    )


def _told(once: Sequence[str], logic: Sequence[OptimisedDatapath]) -> Iterator[str]:
    """What the user is to know of a design that compiles."""
    for name in once:
        yield f"{name} is large and called often: it is there once, and each call takes a clock cycle more"
    if any(one.ranges_hidden for one in logic):
        yield SIMPLIFIED_LESS


def _logic_of(logic: OptimisedDatapath, units: Sequence[SharedUnit]) -> list[OptimisedDatapath]:
    return [logic, *(unit.optimised for unit in units)]


def _own_name(module_text: str, source: Path) -> str:
    name = hardware_function(module_text, str(source))
    if re.search(
        r'^!\d+ = !DIFile\(filename: "(?:[^"]*/)?cipher_core\.h"', module_text, re.MULTILINE
    ):
        return "CipherCore"
    return module_name(name)


def _verilog(
    source: Path,
    dumps: Dumps,
    prepared: Prepared,
    logic: OptimisedDatapath,
    units: Sequence[SharedUnit],
) -> str:
    """The design and all modules that it is made of."""
    module, ports, deep = dumps.design, prepared.ports, has_fifos(prepared.ports)
    core = f"{module}_unbuffered" if deep else module
    modules = [
        f"// Made by `cryptagon hls {source.name}`; do not edit.\n",
        *([buffered_core(module, core, ports)] if deep else []),
        core_verilog(core, logic, ports, prepared.rams, units),
        datapath_verilog(logic, dumps),
        *(datapath_verilog(unit.optimised, dumps.of(unit.module)) for unit in units),
        *(rom.verilog() for rom in _roms(logic.datapath, units)),
        *(ram_module(f"{core}_ram_{ram.name}", ram) for ram in prepared.rams),
    ]
    return "\n".join(modules)


def _roms(datapath: Datapath, units: Sequence[SharedUnit]) -> list[Rom]:
    """The tables of the datapath and of the units, each once."""
    return list(
        {
            rom.module: rom
            for rom in (*datapath.roms, *(rom for unit in units for rom in unit.datapath.roms))
        }.values()
    )
