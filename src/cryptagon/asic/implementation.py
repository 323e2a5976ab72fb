"""A design in cells of a library: every strategy, and which is best at what. Estimates, before layout."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cryptagon.asic.attempt import OK, CellAttempt
from cryptagon.asic.library import Library
from cryptagon.asic.netlist import read_netlist
from cryptagon.asic.strategies import STRATEGIES, Strategy
from cryptagon.asic.synthesis import NETLIST, map_to_cells, plan_mapping
from cryptagon.asic.timing import UntimedError, analyse
from cryptagon.errors import CryptagonError
from cryptagon.fpga.design import Design
from cryptagon.toolchain import digest_of, find

# Told of each attempt as it is done.
Watcher = Callable[[CellAttempt], None]


@dataclass(frozen=True)
class CellImplementation:
    """All attempts at a design, in the order of the strategies. `digest` covers sources, parameters, library, strategies and tools."""

    design: str
    library: Library
    attempts: tuple[CellAttempt, ...]
    tools: dict[str, str]
    digest: str

    @property
    def smallest(self) -> CellAttempt:
        """The one of least area, among those with a clock where there are any."""
        return min(self.attempts, key=lambda one: (not one.ok, one.gate_equivalents))

    @property
    def fastest(self) -> CellAttempt:
        """The one of highest frequency."""
        return max(self.attempts, key=lambda one: one.fmax_mhz or 0.0)

    @property
    def best(self) -> CellAttempt:
        """The one of highest frequency over area."""
        return max(self.attempts, key=lambda one: one.efficiency)


def implement(
    design: Design, library: Library, strategies: Sequence[str] = tuple(STRATEGIES), *, progress: Watcher | None = None
) -> CellImplementation:
    """Map a design to a library with each strategy, and time the netlists. What was done before is not done again.

    Raises CryptagonError when the sources are wrong, the library lacks a cell that is needed, or there is no such strategy. A netlist
    without a clock frequency is a result with that status.
    """
    chosen = [_strategy(name) for name in strategies]
    if not chosen:
        raise CryptagonError("there is no strategy to map with", fix=f"some of: {', '.join(STRATEGIES)}")
    attempts = []
    for strategy in chosen:
        attempts.append(_attempt(design, library, strategy))
        if progress:
            progress(attempts[-1])
    tools = {"yosys": find("yosys").version}
    settings = [(strategy.name, strategy.commands, strategy.target_ps) for strategy in chosen]
    digest = digest_of(design.top, design.parameters, design.sources, library.digest, settings, tools)
    return CellImplementation(design.name, library, tuple(attempts), tools, digest)


def _strategy(name: str) -> Strategy:
    if name not in STRATEGIES:
        raise CryptagonError(f"there is no strategy {name!r} to map with", fix=f"one of: {', '.join(STRATEGIES)}")
    return STRATEGIES[name]


def _attempt(design: Design, library: Library, strategy: Strategy) -> CellAttempt:
    unit = library.gate_equivalent.area
    plan = plan_mapping(design, library, strategy)
    cached = map_to_cells(plan)
    netlist = read_netlist(plan.folder / NETLIST, design.top, library)
    areas = (netlist.area, netlist.area / unit, netlist.register_area / unit)
    try:
        timing = analyse(netlist, library)
    except UntimedError as untimed:
        return CellAttempt(strategy.name, untimed.what, plan.folder, *areas, netlist.registers, netlist.cells, cached=cached)
    return CellAttempt(
        strategy.name,
        OK,
        plan.folder,
        *areas,
        netlist.registers,
        netlist.cells,
        fmax_mhz=timing.fmax_mhz,
        overloaded=timing.overloaded,
        critical_path=timing.critical_path,
        cached=cached,
    )
