"""Architectures from one source: cycles, area and speed of AES-128 encryption and the Ascon
permutation, folded to pipelined.
"""

from common import Row, core_of, entries

from cryptagon import catalog, classes, fpga
from cryptagon.catalog import Entry, Kernel
from cryptagon.classes import Setting
from cryptagon.classes.base import CORE

TARGET = "ecp5-85f-8"
KERNELS = ("ascon_p", "aes128_encrypt")
EFFORT = catalog.Effort(seeds=(1,), frequency_rounds=1, strategies=("narrow",))
RULES = catalog.Rules(no_bram=True, no_dsp=True)


def measure() -> list[Row]:
    """One row for each variant, with the same effort for all; the known answers come first."""
    return [
        _row(entry)
        for name in KERNELS
        for entry in entries()
        if (entry.algorithm.name, entry.approach) == (name, "hls")
    ]


def _row(entry: Entry) -> Row:
    kind, core = classes.class_of(entry.algorithm), core_of(entry)
    tests = kind.tests(entry.algorithm, entry.variant, Setting())
    tests.verify(core, CORE)
    cycles = tests.cycles(core)
    found = fpga.implement(
        fpga.Design(entry.slug, kind.module, core.sources),
        catalog.target(TARGET),
        EFFORT,
        rules=RULES,
    )
    row: Row = {
        "kernel": entry.algorithm.name,
        "variant": entry.variant.name,
        "description": entry.variant.description,
    }
    row |= {
        "target": TARGET,
        "seeds": ", ".join(map(str, found.seeds)),
        "strategy": found.strategy,
        "status": found.status,
    }
    row |= {"latency_cycles": round(cycles["alone"]), "cycles_per_block": cycles["between"]}
    if not found.ok or found.luts is None or found.ffs is None or found.fmax_mhz is None:
        return row
    throughput = _block_bits(entry) * found.fmax_mhz / cycles["between"]
    row |= {
        "luts": found.luts,
        "ffs": found.ffs,
        "fmax_mhz": round(found.fmax_mhz, 1),
        "throughput_mbps": round(throughput),
    }
    return row | {"throughput_per_area": round(throughput / found.luts, 3)}


def _block_bits(entry: Entry) -> int:
    assert isinstance(entry.algorithm, Kernel)  # as those are that are named above
    return entry.algorithm.output.bits
