"""Area and speed of a kernel on a target: the bare core, its ports behind a wrapper of few pins whose cost is taken off."""

from dataclasses import dataclass

from cryptagon.catalog import Effort, Rules, StreamPort, Target
from cryptagon.errors import CryptagonError
from cryptagon.fpga import Design, Implementation, implement
from cryptagon.fpga.pins import WRAPPER, few_pins, wrapper_luts
from cryptagon.study.kernels import MODULE, KernelDesign


@dataclass(frozen=True)
class KernelArea:
    """The core's own look-up tables (`luts`), and the run of place and route that it is told from, wrapper included."""

    luts: int
    fmax_mhz: float
    implementation: Implementation


def implement_kernel(design: KernelDesign, target: Target, effort: Effort, *, rules: Rules | None = None) -> KernelArea:
    """Synthesis, place and route of a kernel. Raises CryptagonError when no attempt succeeds.

    The wrapper's look-up tables are known by its construction and taken off; its registers lie around the core, so Fmax is the core's.
    """
    inputs, outputs = _ports(design)
    wrapper = design.folder / f"{WRAPPER}.v"
    sources = design.core.sources
    wrapper.parent.mkdir(parents=True, exist_ok=True)
    wrapper.write_text(few_pins(MODULE, inputs, outputs))
    name = f"{design.kernel.name}-{design.variant.name}-{design.approach}"
    found = implement(Design(name, WRAPPER, (*sources, wrapper)), target, effort, rules=rules or Rules())
    if found.luts is None or found.fmax_mhz is None:
        raise CryptagonError(f"{design.label} could not be placed and routed on {target.name}", why=found.status)
    return KernelArea(found.luts - wrapper_luts(outputs), found.fmax_mhz, found)


def _ports(design: KernelDesign) -> tuple[dict[str, int], dict[str, int]]:
    """Inputs and outputs of the module, by name, with their widths in bits."""
    inputs: dict[str, int] = {}
    outputs: dict[str, int] = {}
    for port in design.kernel.ports:
        forward, backward = (inputs, outputs) if port.direction == "in" else (outputs, inputs)
        forward |= _signals(port) | {f"{port.name}_valid": 1}
        backward[f"{port.name}_ready"] = 1
    return inputs, outputs


def _signals(port: StreamPort) -> dict[str, int]:
    return {port.signal_of(field): bits for field, bits in port.fields.items()}
