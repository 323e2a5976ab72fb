"""Simulation: clock cycles a second of each core while long messages are encrypted, median of
three; and the seconds of the build.
"""

import statistics
import time

from common import Row, core_of, entries, fresh_build_folder

from cryptagon.catalog import Algorithm, Entry
from cryptagon.reference import ReferenceCipher
from cryptagon.simulate import Simulator, measure_speed
from cryptagon.simulate.levels import LevelName

MEGABYTES = 2.0
REPEATS = 3
LEVELS: tuple[LevelName, ...] = ("core", "unit")


def measure() -> list[Row]:
    """Two rows for each core.

    `speed_to_rtl` is its cycles a second over those of the core by hand, from this run.
    """
    with fresh_build_folder():
        rows = [_row(entry, level) for entry in entries("aead") for level in LEVELS]
    by_hand = {
        (row["algorithm"], row["level"]): row["cycles_per_s"]
        for row in rows
        if row["approach"] == "rtl"
    }
    return [row | _ratio(row, by_hand.get((row["algorithm"], row["level"]))) for row in rows]


def _row(entry: Entry, level: LevelName) -> Row:
    algorithm, core = entry.algorithm, core_of(entry)
    assert isinstance(algorithm, Algorithm)  # as it is of this class
    cipher = ReferenceCipher.build(algorithm.reference_folder)
    start = time.monotonic()
    simulator = Simulator.build(core, algorithm, level)
    build_s = time.monotonic() - start
    speed = statistics.median(
        measure_speed(simulator, algorithm, cipher, megabytes=MEGABYTES) for _ in range(REPEATS)
    )
    return {
        "algorithm": entry.name,
        "approach": entry.approach,
        "level": level,
        "build_s": round(build_s, 1),
        "cycles_per_s": round(speed),
    }


def _ratio(row: Row, by_hand: str | float | None) -> Row:
    return (
        {"speed_to_rtl": round(float(row["cycles_per_s"]) / float(by_hand), 2)} if by_hand else {}
    )
