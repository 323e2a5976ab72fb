"""Architectures from one source: cycles, area and speed of AES-128 encryption and the Ascon permutation, folded to pipelined."""

from pathlib import Path

from common import Row
from cryptagon.study.kernels import KernelDesign, designs

from cryptagon import catalog, fpga

TARGET = "ecp5-85f-8"
KERNELS = ("ascon_p", "aes128_encrypt")
EFFORT = catalog.Effort(seeds=(1,), frequency_rounds=1, strategies=("narrow",))
RULES = catalog.Rules(no_bram=True, no_dsp=True)


def measure() -> list[Row]:
    """One row for each variant, with the same effort for all; the known answers come first."""
    return [_row(design) for name in KERNELS for design in designs(catalog.kernel(name)) if design.approach == "hls"]


def _row(design: KernelDesign) -> Row:
    design.verify_verilog()
    cycles = design.cycles()
    unit = fpga.Design(f"{design.kernel.name}-{design.variant.name}", "Kernel", _sources(design))
    found = fpga.implement(unit, catalog.target(TARGET), EFFORT, rules=RULES)
    row: Row = {"kernel": design.kernel.name, "variant": design.variant.name, "description": design.variant.description}
    row |= {"target": TARGET, "seeds": ", ".join(map(str, found.seeds)), "strategy": found.strategy, "status": found.status}
    row |= {"latency_cycles": cycles.alone, "cycles_per_block": cycles.between}
    if not found.ok or found.luts is None or found.ffs is None or found.fmax_mhz is None:
        return row
    throughput = _block_bits(design) * found.fmax_mhz / cycles.between
    row |= {"luts": found.luts, "ffs": found.ffs, "fmax_mhz": round(found.fmax_mhz, 1), "throughput_mbps": round(throughput)}
    return row | {"throughput_per_area": round(throughput / found.luts, 3)}


def _sources(design: KernelDesign) -> tuple[Path, ...]:
    return tuple(design.core.sources)


def _block_bits(design: KernelDesign) -> int:
    return design.kernel.output.bits
