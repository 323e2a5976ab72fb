"""Invented figures for the tests of the analysis, shaped like a study of seven ciphers; nothing
here was measured.
"""

from datetime import UTC, datetime
from typing import Any

from cryptagon.results import AttemptRecord, Measurement, Work

TITLES = {
    "acorn128": "ACORN-128",
    "aes128gcm": "AES-128-GCM",
    "ascon128a": "Ascon-128a",
    "ketje": "Ketje Sr",
    "morus": "MORUS-640",
    "norx": "NORX32",
    "tiaoxin": "Tiaoxin",
}
# block bits, then cycles, LUT, FF, Fmax: RTL and HLS
FIGURES = {
    "acorn128": (32, (1, 1180, 720, 182.4), (1, 1216, 726, 176.2)),
    "aes128gcm": (128, (11, 6120, 1530, 118.3), (11, 6302, 1544, 120.9)),
    "ascon128a": (128, (8, 2480, 1010, 158.9), (8, 2534, 1022, 157.1)),
    "ketje": (32, (1, 2390, 860, 121.4), (1.05, 2703, 911, 112.0)),
    "morus": (128, (5, 2610, 1311, 171.0), (5, 2702, 1340, 166.5)),
    "norx": (384, (10, 4710, 1905, 96.2), (12, 5322, 2010, 99.8)),
    "tiaoxin": (256, (1, 21410, 3902, 104.7), (1, 21011, 3910, 101.3)),
}
FIRST_THREE = ("acorn128", "aes128gcm", "ascon128a")


def design(algorithm: str, approach: str, **changes: Any) -> Measurement:
    """One of the seven ciphers with its figures, or any other with `changes` for its own."""
    block, rtl, hls = FIGURES.get(algorithm, FIGURES["norx"])
    cycles, luts, ffs, fmax = rtl if approach == "rtl" else hls
    fields: dict[str, Any] = {
        **{
            "algorithm_class": "aead",
            "algorithm": algorithm,
            "title": TITLES.get(algorithm, algorithm),
            "approach": approach,
        },
        **{"scope": "unit", "interface": "caesar-1.0", "bus": {"w": 32, "sw": 32}},
        **{
            "target": "ecp5-85f-8",
            "device": "Lattice ECP5 LFE5U-85F, CABGA756, speed grade 8",
            "area_unit": "LUT4",
        },
        **{"work": Work(name="block of plaintext", bits=block, cycles="encryption")},
        **{
            "cycles": dict.fromkeys(
                ("encryption", "decryption", "ad_encryption", "ad_decryption"), cycles
            )
        },
        **{
            "luts": luts,
            "ffs": ffs,
            "brams": 0,
            "dsps": 0,
            "fmax_mhz": fmax,
            "seeds": (1, 2, 3),
            "best_seed": 2,
        },
        **{
            "best_strategy": "narrow",
            "best_requested_mhz": round(fmax * 1.05, 1),
            "options": {"nextpnr": ["--85k", "--speed", "8"]},
        },
        **{"tools": {"nextpnr-ecp5": "0.11.1", "verilator": "5.048", "yosys": "0.70"}},
        **{"source_digest": (algorithm + approach).encode().hex().ljust(64, "0")},
        **{
            "verification": tuple(
                {"level": level, "vectors": 1089, "ok": True}
                for level in ("reference", "core", "unit")
            )
        },
        **{"critical_path": ("u_core.state_q[3]", "u_core.round.sum[17]", "u_core.state_q[67]")},
        **{"date": datetime(2026, 1, 2, 3, 4, tzinfo=UTC), "cryptagon": "0.1.0"},
    }
    return Measurement(**{**fields, **changes})


def job(
    algorithm: str, approach: str, cycles: float, name: str = "256 blocks", **changes: Any
) -> Measurement:
    """A design of a class of jobs: work without bits, the core alone."""
    fields: dict[str, Any] = {
        **{
            "algorithm_class": "toy",
            "algorithm": algorithm,
            "title": algorithm.upper(),
            "variant": "basic",
            "approach": approach,
        },
        **{"scope": "core", "target": "ecp5-85f-8", "device": "LFE5U", "area_unit": "LUT4"},
        **{
            "work": Work(name=name, cycles="alone"),
            "cycles": {"alone": cycles, "between": cycles + 1},
        },
        **{
            "luts": 1390,
            "ffs": 841,
            "brams": 0,
            "dsps": 0,
            "fmax_mhz": 100.0,
            "seeds": (1,),
            "tools": {"yosys": "0.70"},
        },
        **{"source_digest": "0" * 64, "date": datetime(2026, 11, 21, tzinfo=UTC), "cryptagon": "0"},
    }
    return Measurement(**{**fields, **changes})


def untimed(measurement: Measurement) -> Measurement:
    """The same as an estimate, which has no frequency and nothing that follows from one."""
    nothing = dict.fromkeys(("fmax_mhz", "throughput_mbps", "throughput_per_area", "time_us"))
    return measurement.model_copy(update={"estimate": True, **nothing})


def failure(algorithm: str, approach: str, reason: str, **changes: Any) -> Measurement:
    nothing = dict.fromkeys(
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
    )
    return design(
        algorithm, approach, **{"status": reason, "critical_path": (), **nothing, **changes}
    )


def study(algorithms: tuple[str, ...] = tuple(FIGURES)) -> list[Measurement]:
    return [design(algorithm, approach) for algorithm in algorithms for approach in ("rtl", "hls")]


def searched(measurement: Measurement) -> Measurement:
    """The same measurement with the runs of a search: another strategy, then three seeds, of which
    the second was best.
    """
    fmax, luts = measurement.fmax_mhz or 0.0, measurement.luts or 0
    runs = [
        ("default", 1, luts + 90, 0.97),
        ("narrow", 1, luts, 0.98),
        ("narrow", 2, luts, 1.0),
        ("narrow", 3, luts, 0.95),
    ]
    attempts = [
        AttemptRecord(
            strategy=strategy,
            seed=seed,
            requested_mhz=200.0,
            luts=area,
            fmax_mhz=round(fmax * part, 3),
        )
        for strategy, seed, area, part in runs
    ]
    lost = AttemptRecord(
        strategy="narrow", seed=4, requested_mhz=200.0, status="place and route failed: no way"
    )
    return measurement.model_copy(
        update={"attempts": (*attempts, lost), "best_requested_mhz": 200.0}
    )


def study_with_failures() -> list[Measurement]:
    kept = [
        m for m in study() if (m.algorithm, m.approach) not in {("norx", "hls"), ("ketje", "rtl")}
    ]
    return [
        *kept,
        failure("norx", "hls", "did not route: 12 nets unrouted"),
        failure("ketje", "rtl", "wrong answer in vector 34"),
    ]
