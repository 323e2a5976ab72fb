"""The area of what `cryptagon hls` has made, by synthesis of the core alone."""

from cryptagon.catalog import Rules, Target
from cryptagon.fpga import QUICK, Design, plan_synthesis, synthesise, unplaced
from cryptagon.hls import HlsResult
from cryptagon.hls.report.content import AreaEntry


def area_of(result: HlsResult, target: Target) -> AreaEntry:
    """LUT, flip-flops and depth on a target, by its first strategy.

    Multipliers become look-up tables, as in contests; so do memories, unless the report has them as block RAM. Raises CryptagonError where
    synthesis fails.
    """
    (strategy,) = QUICK.strategies_of(target)
    rules = Rules(no_bram=not any(ram.kind == "block" for ram in result.rams))
    found = unplaced(synthesise(plan_synthesis(Design(result.module, result.module, result.core.sources), target, strategy, rules)))
    return AreaEntry(target=target.name, strategy=strategy, levels=found.levels, **vars(found.area))
