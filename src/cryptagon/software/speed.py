"""Cycles a byte of an implementation on this machine, by length of the message."""

import statistics
import subprocess
from dataclasses import dataclass
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.reference.build import build_fast
from cryptagon.software.folder import SupercopFolder
from cryptagon.spt.speed.machine import features, processor
from cryptagon.toolchain import find

_HERE = Path(__file__).parent
MACHINE = ("-mcpu=native",)
FLAGS = "-O3 -mcpu=native"
"""The options that decide speed; those of the dialect come on top."""
SIZES = (8, 16, 64, 256, 576, 1536, 4096, 65536)
"""Of messages, in bytes: those of the eBACS lists and one that is long."""


@dataclass(frozen=True)
class Speed:
    """Of messages of `size` bytes: cycles a byte, which are processor time by the rate of the time
    stamp counter, None where a processor has none; and MB/s (10^6 bytes). Both are None, with a
    reason, where it took too long.
    """

    size: int
    cycles_per_byte: float | None
    megabytes_per_second: float | None
    reason: str = ""


@dataclass(frozen=True)
class Conditions:
    """What the figures hang on; `counter_ghz` is the rate of the time stamp counter."""

    compiler: str
    flags: str
    processor: str
    features: tuple[str, ...]
    counter_ghz: float | None


def measure(
    folder: SupercopFolder, *, rounds: int, round_seconds: float, limit: float
) -> tuple[list[Speed], Conditions]:
    """The median of `rounds` rounds of `round_seconds` each, for every length; a length has `limit`
    seconds.

    Raises CryptagonError where it does not compile, and where it crashes.
    """
    defines = {"OF_HASH": "1"} if folder.kind == "hash" else {}
    program = build_fast(folder.path, _HERE / "speed.c", MACHINE, defines)
    speeds: list[Speed] = []
    rates: list[float] = []
    for size in SIZES:
        speed, rate = _of_size(program, folder.path, size, (rounds, round_seconds, limit))
        speeds.append(speed)
        rates += [rate] if rate else []
    compiler = find("zig-cc")
    rate = round(statistics.median(rates), 3) if rates else None
    said = Conditions(
        f"{compiler.name} {compiler.version}", FLAGS, processor(), tuple(features()), rate
    )
    return speeds, said


def _of_size(
    program: Path, where: Path, size: int, effort: tuple[int, float, float]
) -> tuple[Speed, float]:
    """The speed, and the counter's rate in GHz (0 where there is none)."""
    rounds, round_seconds, limit = effort
    argv = [str(program), str(size), str(rounds), str(round_seconds)]
    try:
        done = subprocess.run(argv, capture_output=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return Speed(size, None, None, f"it took more than {limit:g} s"), 0.0
    if done.returncode:
        raise CryptagonError(
            "the code failed when it was measured",
            where=str(where),
            why=f"exit code {done.returncode} with messages of {size} bytes, compiled with {FLAGS}",
            fix="it may read or write past its buffers: try -fsanitize=address",
        )
    lines = [line.split() for line in done.stdout.decode().splitlines()[-rounds:]]
    nanoseconds = statistics.median(float(spent) / (int(calls) * size) for calls, spent, _ in lines)
    rate = statistics.median(float(rate) for _, _, rate in lines)
    cycles = round(nanoseconds * rate, 2) if rate else None
    return Speed(size, cycles, round(1000 / nanoseconds, 3)), rate
