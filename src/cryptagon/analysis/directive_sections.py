"""What docs/directives.md shows: versions of one source by directives, beside those of the paper,
and how well an estimate before layout ranks what layout makes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from cryptagon import paths
from cryptagon.analysis.committed import committed_records
from cryptagon.analysis.documents import NOTHING, markdown_table
from cryptagon.results import Measurement
from cryptagon.study.contest import Contest

MESSAGE_BITS, MESSAGE = 128, "encryption_of_16_bytes"
"""The paper's message, and the name of its cycles in a record."""
SLICE = 4
"""Look-up tables of six inputs in a slice of Xilinx 7 (UG474)."""
PLACED, ESTIMATED = "ecp5-85f-8", "xilinx-7"
VERSIONS = ("speed", "area", "clock")


@dataclass(frozen=True)
class Paper:
    """A design of the paper: Mbit/s with messages of 16 bytes, slices, MHz."""

    mbps: float
    slices: int
    mhz: float


# M. Kotegawa et al., Tables IV to VII: XC7Z020.
PAPER: Mapping[str, Mapping[str, Paper]] = {
    "aesotr": {
        "speed": Paper(278, 2809, 67.7),
        "area": Paper(122, 2357, 67.7),
        "clock": Paper(215, 3263, 100.7),
    },
    "silc": {
        "speed": Paper(210, 2328, 82.4),
        "area": Paper(126, 1986, 82.4),
        "clock": Paper(147, 3284, 114.0),
    },
    "copa": {
        "speed": Paper(228, 2791, 67.7),
        "area": Paper(117, 2507, 67.7),
        "clock": Paper(199, 3509, 105.6),
    },
    "poet": {
        "speed": Paper(251, 3500, 74.6),
        "area": Paper(124, 3223, 72.2),
        "clock": Paper(190, 4533, 100.7),
    },
}


@dataclass(frozen=True)
class Version:
    """One version of one cipher: the records of its layout and of its estimate."""

    placed: Measurement
    estimated: Measurement

    @property
    def slices(self) -> float:
        """Slice-equivalents of the estimate."""
        return (self.estimated.luts or 0) / SLICE

    def mbps(self, mhz: float) -> float:
        """With messages of 16 bytes at that clock, one after the other."""
        return MESSAGE_BITS * mhz / self.placed.cycles[MESSAGE]


def versions_of(found: Iterable[Measurement]) -> dict[tuple[str, str], Version]:
    """By cipher and version, those with both records."""
    known = {(m.algorithm, m.variant, m.target): m for m in found if m.ok}
    return {
        (name, version): Version(
            known[name, version, PLACED],
            known[name, version, ESTIMATED],
        )
        for name in PAPER
        for version in VERSIONS
        if {(name, version, PLACED), (name, version, ESTIMATED)} <= known.keys()
    }


def versions(found: Sequence[Measurement], _: Contest) -> str:
    """A row a version: cycles, area, clock, throughput; and throughput/area beside the paper's, at
    the clock of the layout and at the paper's own.
    """
    heading = [
        *("cipher", "version", "cycles, 16 bytes", "cycles a block", "LUT4", "MHz"),
        *("LUT6*", "slices*", "Mbit/s, 16 bytes", "Mbit/s, long"),
        *("Mbit/s per slice*", "the paper's", "times", "times, at its clock"),
    ]
    rows = [_version_row(name, version, one) for (name, version), one in versions_of(found).items()]
    return markdown_table(heading, rows, 2)


def _version_row(name: str, version: str, one: Version) -> list[str]:
    placed, paper = one.placed, PAPER[name][version]
    mhz = placed.fmax_mhz or 0.0
    ours, at_theirs = one.mbps(mhz) / one.slices, one.mbps(paper.mhz) / one.slices
    theirs = paper.mbps / paper.slices
    return [
        placed.title,
        version,
        f"{placed.cycles[MESSAGE]:,.0f}",
        f"{placed.cycles_of_work:g}",
        f"{placed.luts:,}",
        f"{mhz:.1f}",
        f"{one.estimated.luts:,}",
        f"{one.slices:,.0f}",
        f"{one.mbps(mhz):,.0f}",
        f"{placed.throughput_mbps:,.0f}",
        f"{ours:.3f}",
        f"{theirs:.3f}",
        f"{ours / theirs:.1f}",
        f"{at_theirs / theirs:.1f}",
    ]


def directive_goals(found: Sequence[Measurement], _: Contest) -> str:
    """A row a cipher: what area and clock versions have of the speed version's figures."""
    known = versions_of(found)
    rows = []
    for name in PAPER:
        some = {version: known.get((name, version)) for version in VERSIONS}
        speed = some["speed"]
        if not speed:
            continue
        rows.append(
            [
                speed.placed.title,
                _share(some["area"], speed, PLACED, "luts"),
                _share(some["area"], speed, ESTIMATED, "luts"),
                _share(some["clock"], speed, PLACED, "fmax_mhz"),
            ]
        )
    heading = ["cipher", "area/speed: LUT4", "area/speed: LUT6*", "clock/speed: MHz"]
    return markdown_table(heading, rows, 1)


def _share(one: Version | None, of: Version, target: str, field: str) -> str:
    if one is None:
        return NOTHING
    ours, theirs = (
        getattr(each.placed if target == PLACED else each.estimated, field) for each in (one, of)
    )
    return f"{ours / theirs:.2f}"


def studies() -> list[str]:
    """The committed studies on FPGAs."""
    folder = paths.repository() / "benchmarks" / "results"
    return sorted(one.name for one in folder.iterdir() if one.is_dir() and one.name != "cells")


def estimates(_: Sequence[Measurement], __: Contest) -> str:
    """How an estimate of area before layout ranks designs, beside their layout: all designs of the
    committed studies, a row an estimate.
    """
    records = [m for name in studies() for m in committed_records(name) if m.ok]
    rows = [
        row
        for target in sorted({m.target for m in records if m.estimate})
        if (row := _pair(target, records))
    ]
    heading = [
        "estimate",
        "designs",
        "tau",
        "pairs",
        "other way round",
        "of one algorithm",
        "other way round",
    ]
    return markdown_table(heading, rows, 1)


def _pair(target: str, records: Iterable[Measurement]) -> list[str] | None:
    """The row of one estimate against the layout; None with fewer than two designs."""
    areas: dict[tuple[str, str, str], dict[str, int]] = {}
    for one in records:
        if one.target in (target, PLACED) and one.luts and one.approach:
            key = (one.algorithm, f"{one.variant} {one.approach}", one.scope)
            areas.setdefault(key, {})[one.target] = one.luts
    both = {key: found for key, found in areas.items() if len(found) == 2}
    if len(both) < 2:
        return None
    from scipy.stats import kendalltau  # noqa: PLC0415 - SciPy takes its time, and most need no estimates

    keys = list(both)
    tau, _ = cast(
        "tuple[float, float]",
        kendalltau([both[key][target] for key in keys], [both[key][PLACED] for key in keys]),
    )
    pairs = [(a, b) for place, a in enumerate(keys) for b in keys[:place] if a[2] == b[2]]
    alike = [(a, b) for a, b in pairs if a[0] == b[0]]

    def turned(some: Sequence[tuple[tuple[str, str, str], tuple[str, str, str]]]) -> int:
        return sum(
            (both[a][target] - both[b][target]) * (both[a][PLACED] - both[b][PLACED]) < 0
            for a, b in some
        )

    return [
        target,
        str(len(keys)),
        f"{tau:.2f}",
        f"{len(pairs):,}",
        f"{turned(pairs):,}",
        f"{len(alike):,}",
        f"{turned(alike):,}",
    ]
