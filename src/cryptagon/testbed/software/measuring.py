"""How fast software is: the reference software, what was written for speed, and OpenSSL; here, and on
a Cortex-A9 by a model.
"""

import hashlib
import ssl
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from cryptagon.catalog import Entry
from cryptagon.errors import CryptagonError
from cryptagon.testbed.software.emulated import ArmProgram
from cryptagon.testbed.software.pipeline import cycles
from cryptagon.testbed.software.programs import arm_program, host_program
from cryptagon.toolchain import answer

A9_MHZ = 666.667
"""The clock of the processors on a ZedBoard."""
EXECUTED = (10_000, 100_000)
"""Sizes in bytes that the emulator executes; those beyond lie on the line through both."""
ROUNDS = 5
SECONDS = 0.2
"""Of each round at least."""
LIMIT = 600
REFERENCE, FAST, OPENSSL, OWN = "reference", "fast", "openssl", "own"
"""Kinds of software: two folders of an algorithm, OpenSSL here, and a folder that was named."""


@dataclass(frozen=True)
class Timed:
    """A message of `size` bytes: seconds on this machine, and on a Cortex-A9 by the model; None
    where that was not asked for.
    """

    size: int
    host_s: float
    a9_s: float | None


@dataclass(frozen=True)
class Software:
    """Software of an algorithm; `kind` is one of those above."""

    name: str
    title: str
    variant: str
    kind: str
    messages: tuple[Timed, ...]


def measure(
    entry: Entry, sizes: Sequence[int], *, source: Path | None = None, model: bool = True
) -> Software:
    """Measure software of an entry on messages of these `sizes` in bytes: its reference software,
    or the implementation in the folder `source`.

    Raises CryptagonError for a class without messages and for software that does not compile, fails
    or does not answer as the reference software does; MachineError where a program is missing that
    the model needs.
    """
    one = entry.algorithm
    reference = one.folder / REFERENCE
    chosen = source or reference
    host = host_program(entry, chosen)
    if source:
        _check_alike(host_program(entry, reference), host, sizes, source)
    seconds = _a9_seconds(arm_program(entry, chosen), host, sizes) if model else [None] * len(sizes)
    timed = tuple(
        Timed(size, _host_seconds(host, size), a9) for size, a9 in zip(sizes, seconds, strict=True)
    )
    kinds = {reference: REFERENCE, one.folder / FAST: FAST}
    return Software(one.name, one.title, entry.variant.name, kinds.get(chosen, OWN), timed)


def measure_all(entry: Entry, sizes: Sequence[int], *, model: bool = True) -> list[Software]:
    """All software of an entry: the reference software; that in the folder `fast`, which is written
    for speed; and OpenSSL's, where it knows a function of this name with the same answers.

    Raises as `measure` does.
    """
    found = [measure(entry, sizes, model=model)]
    fast = entry.algorithm.folder / FAST
    if fast.is_dir():
        found.append(measure(entry, sizes, source=fast, model=model))
    if entry.algorithm.name in hashlib.algorithms_available:
        found.append(_openssl(entry, sizes))
    return found


def openssl_version() -> str:
    """As OpenSSL says it."""
    return ssl.OPENSSL_VERSION


def _openssl(entry: Entry, sizes: Sequence[int]) -> Software:
    """Without a model: its library is made for this machine, with the instructions that it has."""
    one = entry.algorithm
    host = host_program(entry, one.folder / REFERENCE)
    timed = []
    for size in sizes:
        data = message(size)
        if hashlib.new(one.name, data).digest() != _host(host, size, 0)[0]:
            raise CryptagonError(
                f"OpenSSL answers a message of {size:,} bytes otherwise than the reference software",
                where=one.name,
                why=openssl_version(),
                fix="give the algorithm another name if it is another function",
            )
        rounds = [_openssl_seconds(one.name, data) for _ in range(ROUNDS)]
        timed.append(Timed(size, median(rounds), None))
    return Software(one.name, one.title, entry.variant.name, OPENSSL, tuple(timed))


def _openssl_seconds(name: str, data: bytes) -> float:
    """Of the processor, a message."""
    begun, count = time.process_time(), 0
    while (spent := time.process_time() - begun) < SECONDS:
        hashlib.new(name, data).digest()
        count += 1
    return spent / count


def _check_alike(reference: Path, host: Path, sizes: Sequence[int], source: Path) -> None:
    for size in sizes:
        if _host(reference, size, 0)[0] != _host(host, size, 0)[0]:
            raise CryptagonError(
                f"this software answers a message of {size:,} bytes otherwise than the reference software",
                where=str(source),
                fix="give the implementation of the same algorithm in the same version",
            )


def message(size: int) -> bytes:
    """What is hashed, or encrypted."""
    return bytes(byte % 251 for byte in range(size))


def _host_seconds(program: Path, size: int) -> float:
    """Of the processor, the median of the rounds."""
    return median(_host(program, size, SECONDS)[1] for _ in range(ROUNDS)) / 1e9


def _host(program: Path, size: int, seconds: float) -> tuple[bytes, float]:
    """The answer, and nanoseconds a message."""
    try:
        done = answer([program, str(size), str(seconds)], b"", timeout=LIMIT)
    except subprocess.TimeoutExpired as fault:
        raise CryptagonError(
            f"the reference software took more than {LIMIT} s for {size:,} bytes",
            where=str(program),
            fix="ask for smaller sizes",
        ) from fault
    lines = done.stdout.decode().split("\n")
    if done.returncode or len(lines) < 2:
        raise CryptagonError(
            "the reference software crashes",
            where=str(program),
            why=f"exit code {done.returncode}",
        )
    return bytes.fromhex(lines[0]), float(lines[1])


def _a9_seconds(file: Path, host: Path, sizes: Sequence[int]) -> list[float]:
    program = ArmProgram(file)
    counted = {size: _a9_cycles(program, host, size) for size in EXECUTED}
    (small, few), (large, many) = counted.items()
    slope = (many - few) / (large - small)
    found = [counted.get(size, few + slope * (size - small)) for size in sizes]
    return [one / (A9_MHZ * 1e6) for one in found]


def _a9_cycles(program: ArmProgram, host: Path, size: int) -> float:
    done = program.run(message(size))
    if done.answer != _host(host, size, 0)[0]:
        raise CryptagonError(
            f"the reference software answers {size:,} bytes otherwise on ARM",
            where=str(program.file),
            fix="its C depends on the machine: on the order of bytes, or the width of int",
        )
    return cycles(done.blocks)
