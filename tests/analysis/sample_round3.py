"""Invented figures shaped like the study of CAESAR's third round: its sixteen ciphers on its nine
targets; nothing here was measured.
"""

from collections.abc import Iterator
from typing import Any

from sample_study import design, untimed

from cryptagon import classes
from cryptagon.catalog import AlgorithmFolder, Target, targets
from cryptagon.results import AttemptRecord, Measurement, Work
from cryptagon.study.contest import load_contest

ROUTED = (
    "ecp5-85f-8",
    "crosslink-nx-40-9",
    "gowin-gw2a-18",
    "gatemate-a1",
    "ice40-hx8k",
    "machxo3-6900-6",
)
ESTIMATED = ("xilinx-7", "virtex-6", "cyclone-v")
FULL = ROUTED[:2]

# block bits, cycles a block, LUT, MHz; what HLS has of the area and the clock of that
CIPHERS: dict[str, tuple[int, float, int, float, float, float]] = {
    "acorn128": (32, 1, 1326, 142.5, 1.05, 1.03),
    "aegis128l": (256, 1, 9810, 112.0, 1.01, 0.99),
    "aes128gcm": (128, 10, 4500, 101.0, 1.04, 1.08),
    "aesotr": (128, 5, 5120, 96.3, 1.02, 1.00),
    "ascon128a": (128, 8, 2161, 137.3, 1.02, 1.01),
    "cloc": (128, 10, 5480, 98.0, 1.03, 0.97),
    "colm": (128, 10, 9150, 88.4, 1.00, 1.01),
    "deoxysi": (128, 15, 4380, 99.2, 1.08, 0.94),
    "jambuaes": (64, 10, 2950, 108.1, 1.01, 1.02),
    "jambusimon": (48, 52, 1190, 171.3, 1.02, 0.96),
    "ketjejr": (32, 2, 1260, 158.8, 0.99, 1.00),
    "morus1280": (256, 1, 6420, 134.7, 1.02, 1.00),
    "norx32": (384, 4, 4710, 96.2, 1.13, 0.72),
    "ocb": (128, 10, 5230, 91.5, 1.00, 0.99),
    "silc": (128, 10, 5310, 98.2, 1.01, 1.01),
    "tiaoxin346": (256, 1, 8230, 109.7, 0.99, 1.02),
}


def round3(
    names: tuple[str, ...] = tuple(CIPHERS), on: tuple[str, ...] = (*ROUTED, *ESTIMATED)
) -> list[Measurement]:
    """The records of a whole study: five seeds on the two targets of full effort, three on others,
    none of estimates.
    """
    known, parts = classes.algorithms(), targets()
    return [
        _measured(known[name], approach, parts[target])
        for target in on
        for name in names
        for approach in ("rtl", "hls")
    ]


def contest() -> Any:
    """The study's own contest."""
    return load_contest("contests/caesar-round3.toml")


def _measured(cipher: AlgorithmFolder, approach: str, part: Target) -> Measurement:
    name, target = cipher.name, part.name
    bits, cycles, luts, mhz, more_area, more_clock = CIPHERS[name]
    place = (*ROUTED, *ESTIMATED).index(target)
    wobble = 1 + 0.01 * ((place * 3 + len(name) * 5 + (approach == "hls") * (4 + place)) % 7 - 3)
    area = round(luts * (1 + 0.06 * place) * (more_area if approach == "hls" else 1))
    clock = mhz * (1 - 0.09 * place) * wobble * (more_clock if approach == "hls" else 1)
    found = design(
        name,
        approach,
        title=cipher.title,
        target=target,
        device=f"{target} (invented)",
        area_unit=part.lut,
        work=Work(name="block of plaintext", bits=bits, cycles="encryption"),
        cycles=dict.fromkeys(
            ("encryption", "decryption", "ad_encryption", "ad_decryption"), cycles
        ),
        luts=area,
        fmax_mhz=round(clock, 3),
        best_requested_mhz=200.0,
        attempts=tuple(_attempts(area, clock, 5 if target in FULL else 3)),
    )
    return untimed(found.model_copy(update={"attempts": ()})) if target in ESTIMATED else found


def _attempts(luts: int, mhz: float, seeds: int) -> Iterator[AttemptRecord]:
    for seed in range(1, seeds + 1):
        reached = round(mhz * (1 if seed == 2 else 0.97 - 0.005 * seed), 3)
        yield AttemptRecord(
            strategy="narrow", seed=seed, requested_mhz=200.0, luts=luts, fmax_mhz=reached
        )
    yield AttemptRecord(
        strategy="default",
        seed=1,
        requested_mhz=200.0,
        luts=luts + 90,
        fmax_mhz=round(0.95 * mhz, 3),
    )
