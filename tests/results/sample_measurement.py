"""Invented figures for the tests of the results folder; nothing here was measured."""

from datetime import UTC, datetime
from typing import Any

from cryptagon.results import Measurement

FIELDS: dict[str, Any] = {
    "algorithm": "ascon128a",
    "title": "Ascon-128a",
    "variant": "basic",
    "approach": "hls",
    "target": "ecp5-85f-8",
    "device": "LFE5U-85F CABGA756, speed grade 8",
    "scope": "aead",
    "w": 32,
    "sw": 32,
    "block_bits": 128,
    "cycles_per_block": 8.0,
    "cycles_per_block_decrypt": 8.0,
    "cycles_per_ad_block": 8.5,
    "luts": 2000,
    "ffs": 900,
    "brams": 0,
    "dsps": 0,
    "fmax_mhz": 150.0,
    "seeds": (1, 2, 3),
    "best_seed": 2,
    "best_strategy": "default",
    "best_requested_mhz": 160.0,
    "options": {"nextpnr": ["--85k"], "rounds": 2},
    "tools": {"nextpnr-ecp5": "0.11.1", "yosys": "0.70"},
    "source_digest": "5e" * 32,
    "verification": ({"level": "reference", "vectors": 1089, "ok": True}, {"level": "aead", "vectors": 64, "ok": True}),
    "critical_path": ("state_q[3]", "round.chi[3]", "state_q[67]"),
    "date": datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
    "cryptagon": "0.1.0",
}
FAILURE: dict[str, Any] = {
    "status": "does not fit: 90112 of 83640 LUTs",
    "approach": "rtl",
    **dict.fromkeys(("cycles_per_block", "luts", "ffs", "brams", "dsps", "fmax_mhz", "best_seed", "best_strategy", "best_requested_mhz")),
    "critical_path": (),
}


def sample(**changes: Any) -> Measurement:
    return Measurement(**{**FIELDS, **changes})
