"""The last stage of every study: a design on a target."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from cryptagon import fpga, toolchain
from cryptagon.catalog import Effort, Objective, Rules, Target
from cryptagon.errors import CryptagonError
from cryptagon.study.product import Outcome, Product
from cryptagon.study.runs import Runs


@dataclass(frozen=True)
class SearchSettings:
    """How a study searches for the best attempt at a design: how hard, within which rules, and best
    at what.
    """

    effort: Effort
    rules: Rules
    objective: Objective


def implemented(
    product: Product,
    unit: fpga.Design,
    target: Target,
    search: SearchSettings,
    *,
    runs: Runs,
    tell: Callable[[str], None],
) -> Outcome:
    """Synthesis, place and route of `unit`: the search for the best clock and area.

    A design without a result is a product with a fault.
    """
    cached = True

    def follow(step: fpga.Progress) -> None:
        nonlocal cached
        cached &= step.cached
        tell(f"{step.done}/{step.planned} {step.text}")

    execute = runs.steps(product.entry.label, target.name, kept=is_there)
    found = fpga.implement(unit, target, **vars(search), progress=follow, execute=execute)
    product = replace(product, implementation=found)
    if not found.ok:
        fault = CryptagonError(
            found.status, where=str(found.folder), fix="the logs of the tools are in that folder"
        )
        return Outcome(
            replace(product, fault=fault, failed_stage=target.name), found.status, cached=cached
        )
    clock = "" if found.fmax_mhz is None else f"{found.fmax_mhz:.1f} MHz, "
    return Outcome(product, f"{clock}{found.luts:,} {target.lut}", cached=cached)


def is_there(arguments: tuple[fpga.SynthesisPlan | fpga.RoutePlan, ...]) -> bool:
    """Whether the step was done before; should what it left be damaged, it is done again where that
    is found.
    """
    return toolchain.is_kept(arguments[0].folder)
