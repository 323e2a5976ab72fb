"""A design in cells of a library, by every strategy. Estimates, before layout."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from cryptagon.asic.attempt import OK, CellAttempt
from cryptagon.asic.library import Library
from cryptagon.asic.netlist import read_netlist
from cryptagon.asic.strategies import STRATEGIES, Strategy
from cryptagon.asic.synthesis import NETLIST, map_to_cells, plan_mapping
from cryptagon.asic.timing import UntimedError, analyse
from cryptagon.batch import Execute, in_this_thread
from cryptagon.errors import CryptagonError
from cryptagon.fpga.design import Design
from cryptagon.toolchain import ToolError, digest_of, find

# Told of each attempt as it is done.
Watcher = Callable[[CellAttempt], None]


@dataclass(frozen=True)
class CellImplementation:
    """All attempts at a design, in the order of the strategies.

    `digest` covers sources, parameters, library, strategies and tools.
    """

    design: str
    library: Library
    attempts: tuple[CellAttempt, ...]
    tools: dict[str, str]
    digest: str


def implement(
    design: Design,
    library: Library,
    strategies: Sequence[str] = tuple(STRATEGIES),
    *,
    execute: Execute = in_this_thread,
    progress: Watcher | None = None,
) -> CellImplementation:
    """Map a design to a library with each strategy, and time the netlists. What was done before is
    not done again.

    `execute` runs the attempts; `progress` hears of each as it is done. Raises CryptagonError when
    the sources are wrong, the library lacks a cell that is needed, or there is no such strategy. A
    netlist without a clock frequency is a result with that status, as is one that was not made in
    time.
    """
    chosen = [_strategy(name) for name in strategies]
    if not chosen:
        raise CryptagonError(
            "there is no strategy to map with", fix=f"some of: {', '.join(STRATEGIES)}"
        )
    batch = [(design, library, strategy) for strategy in chosen]
    attempts = execute(attempt, batch, lambda _, one: progress(one) if progress else None)
    tools = {"yosys": find("yosys").version}
    settings = [(strategy.name, strategy.commands, strategy.target_ps) for strategy in chosen]
    digest = digest_of(
        design.top, design.parameters, design.sources, library.digest, settings, tools
    )
    return CellImplementation(design.name, library, tuple(attempts), tools, digest)


def attempt(design: Design, library: Library, strategy: Strategy) -> CellAttempt:
    """Map and time a design with one strategy. Raises CryptagonError as `implement` does."""
    plan = plan_mapping(design, library, strategy)
    nothing = CellAttempt(strategy.name, OK, plan.folder)
    try:
        cached = map_to_cells(plan)
    except ToolError as late:
        return replace(nothing, status=late.what)
    netlist = read_netlist(plan.folder / NETLIST, design.top, library)
    unit = library.gate_equivalent.area
    mapped = replace(
        nothing,
        area=netlist.area,
        gate_equivalents=netlist.area / unit,
        register_equivalents=netlist.register_area / unit,
        registers=netlist.registers,
        cells=netlist.cells,
        cached=cached,
    )
    try:
        timing = analyse(netlist, library)
    except UntimedError as untimed:
        return replace(mapped, status=untimed.what)
    return replace(
        mapped,
        fmax_mhz=timing.fmax_mhz,
        overloaded=timing.overloaded,
        critical_path=timing.critical_path,
    )


def _strategy(name: str) -> Strategy:
    if name not in STRATEGIES:
        raise CryptagonError(
            f"there is no strategy {name!r} to map with", fix=f"one of: {', '.join(STRATEGIES)}"
        )
    return STRATEGIES[name]
