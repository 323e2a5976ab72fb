"""Layouts beside each other in one run: each round takes every contestant in turn, and the median
of the rounds counts.
"""

import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from cryptagon.errors import CryptagonError
from cryptagon.spt.code.layouts import LAYOUTS, cipher_of, generate_layout
from cryptagon.spt.model import Program
from cryptagon.spt.speed.contestants import Contestant, c_compiler, of_sources, openssl, speed
from cryptagon.spt.speed.cuda import cuda
from cryptagon.spt.speed.device import opencl, why_no_opencl

MODES = ("ecb", "ctr")
MESSAGE = 1 << 18
"""Bytes of a message for one thread: all of it stays in the caches of a core."""
SHARE = 1 << 24
"""Bytes of a message for each of several threads: a system may take some hundredths of a second
until a new thread has a core of its own.
"""


@dataclass(frozen=True)
class Row:
    """Megabytes a second: the median of the rounds, the least and the most.

    `of_peak` is the share of what the memory of a GPU allows; None of a processor.
    """

    name: str
    mode: str
    threads: int
    median: float
    least: float
    most: float
    gpu: bool = False
    of_peak: float | None = None


@dataclass(frozen=True)
class Report:
    """What was measured; of which layouts there are none, and which of OpenCL and CUDA are not here,
    with the reason; and what the GPU is.
    """

    figure: str
    rows: Sequence[Row]
    left_out: dict[str, str]
    compiler: str
    threads: int
    missing: dict[str, str]
    gpu: str = ""


def bench(
    program: Program, name: str, beside: Sequence[Path] = (), rounds: int = 9, seconds: float = 0.1
) -> Report:
    """Measures every layout of a figure, its kernels where OpenCL or a GPU with CUDA is there,
    OpenSSL where it has the cipher, and C by hand, ECB and CTR, with one and with all threads.

    `beside` are sources with the functions of a layout, which are measured on one thread.

    Raises CryptagonError where the figure is no block cipher, one does not compile, or a kernel on
    the GPU does not give what the interpreter gives.
    """
    threads = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )
    cipher = cipher_of(program, name)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        left_out: dict[str, str] = {}
        ours = list(_layouts(program, name, place, left_out))
        headers = place / next(iter(LAYOUTS))
        by_hand = [
            of_sources(cipher, one.stem, headers, one, place, threads=False) for one in beside
        ]
        on_gpu, about = cuda(program, name, place)
        kernels = [*opencl(program, name, place), *on_gpu]
        rows = _measured(
            [*ours, *kernels, *by_hand, *openssl(name, place)],
            sorted({1, threads}),
            rounds,
            seconds,
        )
    compiler = c_compiler()
    whys = {"OpenCL": why_no_opencl(), "CUDA": "" if on_gpu else about}
    missing = {one: why for one, why in whys.items() if why}
    gpu = about if on_gpu else ""
    return Report(
        name, rows, left_out, f"{compiler.name} {compiler.version}", threads, missing, gpu
    )


def fastest(program: Program, name: str) -> str:
    """The layout that is fastest here, in CTR on one thread."""
    with tempfile.TemporaryDirectory() as folder:
        left_out: dict[str, str] = {}
        ours = list(_layouts(program, name, Path(folder), left_out))
        rows = _measured(ours, [1], 3, 0.05, ("ctr",))
    return max(rows, key=lambda one: one.median).name


def _layouts(
    program: Program, name: str, place: Path, left_out: dict[str, str]
) -> Iterator[Contestant]:
    """A program of each layout that the figure has. Raises CryptagonError where it has none."""
    cipher, made = cipher_of(program, name), 0
    for layout in LAYOUTS:
        try:
            sources = generate_layout(program, name, layout)
        except CryptagonError as fault:
            left_out[layout] = f"{fault.what}{f': {fault.why}' if fault.why else ''}"
            continue
        folder = place / layout
        folder.mkdir()
        (folder / f"{sources.name}.h").write_text(sources.header, encoding="utf-8")
        (folder / f"{sources.name}.c").write_text(sources.source, encoding="utf-8")
        yield of_sources(cipher, layout, folder, folder / f"{sources.name}.c", place)
        made += 1
    assert made  # the scalar layout is always there


def _measured(
    all_: Sequence[Contestant],
    threads: Sequence[int],
    rounds: int,
    seconds: float,
    modes: Sequence[str] = MODES,
) -> list[Row]:
    """Alternating: what slows the machine down for a while slows all of them down."""
    cases = [
        (one, mode, count)
        for mode in modes
        for count in threads
        for one in all_
        if count == 1 or one.threads
    ]
    found: list[list[float]] = [[] for _ in cases]
    for _ in range(rounds):
        for values, (one, mode, count) in zip(found, cases, strict=True):
            message = MESSAGE if count == 1 else SHARE * count
            values.append(speed(one, mode, count, message, seconds) / 1e6)
    return [_row(*case, values) for case, values in zip(cases, found, strict=True)]


def _row(one: Contestant, mode: str, threads: int, values: Sequence[float]) -> Row:
    middle = median(values)
    of_peak = middle * 1e6 / one.peak if one.peak else None
    return Row(one.name, mode, threads, middle, min(values), max(values), one.gpu, of_peak)
