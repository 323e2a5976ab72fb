"""Invented figures for the tests of the results folder; nothing here was measured."""

from datetime import UTC, datetime
from typing import Any

from cryptagon.results import Measurement

FIELDS: dict[str, Any] = {
    "algorithm_class": "aead",
    "algorithm": "ascon128a",
    "title": "Ascon-128a",
    "variant": "basic",
    "approach": "hls",
    "target": "ecp5-85f-8",
    "device": "LFE5U-85F CABGA756, speed grade 8",
    "scope": "unit",
    "interface": "caesar-1.0",
    "bus": {"w": 32, "sw": 32},
    "work": {"name": "block of plaintext", "bits": 128, "cycles": "encryption"},
    "cycles": {"encryption": 8.0, "decryption": 8.0, "ad_encryption": 8.5},
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
    "verification": (
        {"level": "reference", "vectors": 1089, "ok": True},
        {"level": "unit", "vectors": 64, "ok": True},
    ),
    "critical_path": ("state_q[3]", "round.chi[3]", "state_q[67]"),
    "date": datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
    "cryptagon": "0.1.0",
}
FAILURE: dict[str, Any] = {
    "status": "does not fit: 90112 of 83640 LUTs",
    "approach": "rtl",
    "cycles": {},
    **dict.fromkeys(
        (
            "luts",
            "ffs",
            "brams",
            "dsps",
            "fmax_mhz",
            "best_seed",
            "best_strategy",
            "best_requested_mhz",
        )
    ),
    "critical_path": (),
}


JOB: dict[str, Any] = {
    "algorithm_class": "kernel",
    "algorithm": "blowfish",
    "title": "Blowfish",
    "scope": "core",
    "interface": None,
    "bus": {},
    "work": {"name": "650 blocks", "bits": None, "cycles": "alone"},
    "cycles": {"alone": 18750.0, "between": 8353.0},
}


def sample(**changes: Any) -> Measurement:
    return Measurement(**{**FIELDS, **changes})
