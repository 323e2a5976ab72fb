"""Throughput of a unit in its testbed: by the formula of its cycles, and by the timer over whole
transfers of several sizes.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from cryptagon import classes, paths
from cryptagon.approaches import made
from cryptagon.catalog import Entry
from cryptagon.errors import CryptagonError
from cryptagon.simulate import Slope
from cryptagon.testbed.simulation import Conditions, TestbedSimulator
from cryptagon.testbed.workload import Workload, workload
from cryptagon.toolchain import complete, digest_of, json_of

SLOPE_BLOCKS = (16, 80, 144)
"""Lengths of messages in blocks: the slope is taken over the first two, the third must lie on the
same line.
"""

DECIDES = tuple(
    Path(__file__).with_name(name) for name in ("measuring.py", "simulation.py", "workload.py")
)
"""What decides a measurement beside the simulator."""

UNHURRIED = Conditions(core_mhz=20, bus_mhz=400)
"""Clocks at which a unit never waits for the testbed, so that its own cycles are seen."""


@dataclass(frozen=True)
class Transfer:
    """A message from memory to memory: `size` in bytes, `ticks` of the timer at `dma_mhz`, cycles
    of the unit's clock meanwhile.
    """

    size: int
    dma_mhz: float
    ticks: int
    unit_cycles: int

    @property
    def seconds(self) -> float:
        """By the timer."""
        return self.ticks / (self.dma_mhz * 1e6)

    @property
    def gbps(self) -> float:
        """By the timer, Gbit/s."""
        return 8 * self.size / self.seconds / 1e9


@dataclass(frozen=True)
class Measured:
    """A core in its testbed.

    `block_cycles` and `block_bits` are those of a block in a long message, measured where nothing
    waits.
    """

    name: str
    title: str
    variant: str
    approach: str
    core_mhz: float
    block_bits: int
    block_cycles: float
    message_cycles: float
    transfers: tuple[Transfer, ...]

    @property
    def gbps(self) -> float:
        """By the formula, Gbit/s: block_bits / (block_cycles * T)."""
        return self.block_bits * self.core_mhz / self.block_cycles / 1e3

    def overhead(self, transfer: Transfer) -> float:
        """What the timer finds beyond the time by the formula, as a fraction of that."""
        return self.gbps / transfer.gbps - 1

    def of(self, size: int, dma_mhz: float) -> Transfer | None:
        """The transfer of that size and clock; None where none was measured."""
        return next(
            (one for one in self.transfers if (one.size, one.dma_mhz) == (size, dma_mhz)), None
        )


def measure(
    entry: Entry, *, core_mhz: float, dma_mhz: Sequence[float], sizes: Sequence[int], seed: int = 1
) -> Measured:
    """Run an entry in its testbed, or take what was measured before under the same conditions.
    `sizes` in bytes.

    Raises CryptagonError for a clock that cannot be, a class without long messages, sources at
    fault, and for a wrong answer.
    """
    conditions = [Conditions(core_mhz=core_mhz, bus_mhz=mhz, seed=seed) for mhz in dma_mhz]
    work = workload(entry)
    core = made(entry, classes.class_of(entry.algorithm).module).core
    simulator = TestbedSimulator.on(core, work.bench)
    digest = digest_of(
        simulator.program.parent.name, str([*conditions, UNHURRIED]), SLOPE_BLOCKS, sizes, DECIDES
    )
    place = paths.build_folder() / "testbed" / f"{entry.slug}-{entry.approach}-{digest[:20]}"
    complete(place, lambda folder: _keep(folder, simulator, work, conditions, sizes))
    return _read(place, entry, core_mhz)


def _keep(
    folder: Path,
    simulator: TestbedSimulator,
    work: Workload,
    conditions: Sequence[Conditions],
    sizes: Sequence[int],
) -> None:
    block_cycles, message_cycles = _cycles(simulator, work)
    jobs = [work.job(size) for size in sizes]
    found = [
        Transfer(size, one.bus_mhz, timed.ticks, timed.unit_cycles)
        for one in conditions
        for size, timed in zip(sizes, simulator.run(jobs, one), strict=True)
    ]
    kept = {
        "block_bits": 8 * work.block_bytes,
        "block_cycles": block_cycles,
        "message_cycles": message_cycles,
    }
    (folder / "measured.json").write_text(
        json.dumps({**kept, "transfers": [asdict(one) for one in found]})
    )


def _cycles(simulator: TestbedSimulator, work: Workload) -> tuple[float, float]:
    """Of a block in a long message, and of the message beyond its blocks."""
    if known := work.cycles(simulator.core):
        return known.between, known.alone - known.between
    slope = _slope(simulator, work)
    return float(slope.cycles_per_block), float(slope.overhead)


def _slope(simulator: TestbedSimulator, work: Workload) -> Slope:
    timed = simulator.run(
        [work.job(blocks * work.block_bytes) for blocks in SLOPE_BLOCKS], UNHURRIED
    )
    slope = Slope(
        tuple((blocks, one.unit_cycles) for blocks, one in zip(SLOPE_BLOCKS, timed, strict=True))
    )
    if not slope.linear:
        why = f"(blocks, cycles): {', '.join(map(str, slope.points))}"
        raise CryptagonError(
            "the cycles of a message do not grow evenly with its length",
            where=str(simulator.core.sources[0]),
            why=why,
        )
    return slope


def _read(place: Path, entry: Entry, core_mhz: float) -> Measured:
    kept = json_of(place / "measured.json")
    transfers = tuple(Transfer(**one) for one in kept.pop("transfers"))
    one = entry.algorithm
    return Measured(
        one.name,
        one.title,
        entry.variant.name,
        entry.approach,
        core_mhz,
        transfers=transfers,
        **kept,
    )
