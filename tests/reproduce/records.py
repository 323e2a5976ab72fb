"""A record of the dummy cipher as it is here, with invented figures: what goes in agrees, what
comes out was never measured.
"""

from typing import Any

from cryptagon import paths
from cryptagon.catalog import Entry, algorithm, target
from cryptagon.results import AttemptRecord, Measurement
from cryptagon.study.provenance import file_digests
from cryptagon.toolchain import digest_of, find

TOOLS = ("zig-cc", "verilator", "yosys", "nextpnr-ecp5")


def record(**changes: Any) -> Measurement:
    entry = Entry(algorithm("dummy"), "rtl")
    part = target("ecp5-85f-8")
    best = {
        "strategy": "narrow",
        "seed": 1,
        "requested_mhz": 200.0,
        "luts": 100,
        "ffs": 50,
        "brams": 0,
        "dsps": 0,
        "fmax_mhz": 123.456,
    }
    fields: dict[str, Any] = {
        "algorithm_class": "aead",
        "algorithm": "dummy",
        "title": "Dummy",
        "approach": "rtl",
        "target": part.name,
        "device": "LFE5U-85F-8CABGA756",
        "scope": "unit",
        "interface": "caesar-1.0",
        "bus": {"w": 32, "sw": 32},
        "work": {"name": "block of plaintext", "bits": 32, "cycles": "encryption"},
        "cycles": {"encryption": 4.0},
        **{name: best[name] for name in ("luts", "ffs", "brams", "dsps", "fmax_mhz")},
        "seeds": (1,),
        "best_seed": 1,
        "best_strategy": "narrow",
        "best_requested_mhz": 200.0,
        "attempts": (
            AttemptRecord(**best),
            AttemptRecord(strategy="default", seed=1, requested_mhz=200.0, status="does not fit"),
        ),
        "options": {
            "rules": {"no_bram": True, "no_dsp": True},
            "strategies": {"narrow": list(part.strategies["narrow"])},
            "yosys": list(part.yosys),
            "nextpnr": list(part.nextpnr),
            "constraints": dict(part.constraints),
            "interface_digest": digest_of(paths.hardware_of("caesar-1.0")),
        },
        "tools": {name: find(name).version for name in TOOLS} | {"g++": "1.2.3"},
        "source_digest": entry.source_digest,
        "source_files": file_digests(entry.algorithm.sources("rtl")),
        "date": "2026-01-02T03:04:05Z",
        "cryptagon": "0.1.0",
    }
    return Measurement.model_validate(fields | changes)


def with_options(**changes: Any) -> Measurement:
    return record(options=record().options | changes)
