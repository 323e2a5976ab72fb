"""Running a unit in its testbed: buffers in memory, transfers by DMA, the timer read by a program;
what came out compared.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.simulate.build import scratch_folder
from cryptagon.simulate.levels import Testbench
from cryptagon.testbed.build import build_testbed
from cryptagon.testbed.channels import ALIGNMENT, Channel, channels_of
from cryptagon.toolchain import json_of, run

DMA_MHZ = 100.0
CLOCKS_MHZ = (1.0, 5_000.0)
"""The least and the greatest clock that the simulation's picoseconds are fit for."""


@dataclass(frozen=True)
class Conditions:
    """Clocks in MHz, and how the platform answers: cycles of the bus clock for an access to a
    register and to the memory.

    `stall`: the probability, per cycle and port, that the memory waits. `seed`: of the clocks, the
    stalls and the crossings.
    """

    core_mhz: float
    bus_mhz: float = DMA_MHZ
    access: int = 20
    latency: int = 20
    stall: float = 0.0
    seed: int = 1

    def __post_init__(self) -> None:
        for name, mhz in (("core", self.core_mhz), ("bus", self.bus_mhz)):
            if not CLOCKS_MHZ[0] <= mhz <= CLOCKS_MHZ[1]:
                what = f"{mhz:g} MHz is no frequency for the {name} clock"
                raise CryptagonError(
                    what, fix=f"choose one from {CLOCKS_MHZ[0]:g} to {CLOCKS_MHZ[1]:,.0f} MHz"
                )


@dataclass(frozen=True)
class Timed:
    """What the program and the harness read of one job: cycles of the bus clock by the timer, and
    of the unit's own clock

    from its first item in to its last one out, both included.
    """

    ticks: int
    unit_cycles: int


@dataclass(frozen=True)
class _Buffer:
    """A transfer of a channel, where it lies, and what must be in memory afterwards."""

    channel: Channel
    address: int
    image: bytes
    mask: bytes
    marked: bool
    file: str


@dataclass(frozen=True)
class TestbedSimulator:
    """A unit in its testbed, built into a program. Make one by `TestbedSimulator.on`."""

    __test__ = False  # the name is the field's term, not a test class

    core: VerilogCore
    bench: Testbench[Any]
    program: Path

    @staticmethod
    def on(
        core: VerilogCore, bench: Testbench[Any], replaced: Sequence[Path] = ()
    ) -> "TestbedSimulator":
        """Compile it; instant when it was built before.

        `replaced` and errors are those of `build_testbed`.
        """
        return TestbedSimulator(core, bench, build_testbed(core, bench, replaced))

    def run(self, jobs: Sequence[Sequence[Any]], conditions: Conditions) -> tuple[Timed, ...]:
        """Each job, which is messages of the unit's class, from memory to memory, one after the
        other.

        Raises CryptagonError for the first answer that is wrong or does not come.
        """
        with scratch_folder() as name:
            folder = Path(name)
            buffers = self._lay_out(jobs)
            _write_plan(folder, buffers)
            run(
                [self.program, "--plan=plan.txt", "--result=result.json", *_arguments(conditions)],
                cwd=folder,
            )
            found = json_of(folder / "result.json")
            for number, report in enumerate(found["jobs"]):
                self._check(folder, number, buffers[number], report)
            if found["fault"]:
                raise self._wrong(len(found["jobs"]), found["fault"])
            return tuple(Timed(report["ticks"], report["unit_cycles"]) for report in found["jobs"])

    def log(self, table: str, conditions: Conditions) -> str:
        """What the program of a board prints when it runs on the simulated one with a `table` of
        messages (board/measuring.h).
        """
        with scratch_folder() as name:
            folder = Path(name)
            (folder / "messages.txt").write_text(table)
            run(
                [
                    self.program,
                    "--messages=messages.txt",
                    "--result=log.txt",
                    *_arguments(conditions),
                ],
                cwd=folder,
            )
            return (folder / "log.txt").read_text()

    def _lay_out(self, jobs: Sequence[Sequence[Any]]) -> list[list[_Buffer]]:
        """The buffers of each job, one behind the other in memory; a channel without items has
        none.
        """
        address, found = 0, []
        for number, messages in enumerate(jobs):
            found.append([])
            items = [*self.bench.inputs(messages), *self.bench.outputs(messages)]
            for channel in channels_of(self.bench):
                own = [item for item in items if item.stream == channel.name]
                if own:
                    image, mask = channel.image(own), channel.mask(own)
                    found[-1].append(
                        _Buffer(
                            channel,
                            address,
                            image,
                            mask,
                            channel.marked(own),
                            f"{channel.name}-{number}.bin",
                        )
                    )
                    address += -(-len(image) // ALIGNMENT) * ALIGNMENT + ALIGNMENT
        return found

    def _check(
        self, folder: Path, number: int, buffers: Sequence[_Buffer], report: dict[str, Any]
    ) -> None:
        outputs = [one for one in buffers if not one.channel.stream.to_design]
        for one, said in zip(outputs, report["outputs"], strict=True):
            if said["bytes"] != len(one.image):
                raise self._wrong(
                    number,
                    f"{said['bytes']} bytes came on {one.channel.name}, not {len(one.image)}",
                )
            got = (folder / one.file).read_bytes()
            if place := _first_difference(one, got):
                raise self._wrong(number, place)
            if said["error"] != one.marked:
                raise self._wrong(
                    number,
                    f"{one.channel.name} {'marks' if said['error'] else 'does not mark'} an error",
                )

    def _wrong(self, number: int, why: str) -> CryptagonError:
        what = f"{self.bench.design} answers wrongly in the testbed"
        return CryptagonError(
            what,
            where=f"{self.core.sources[0]}, job {number + 1}",
            why=why,
            fix="run `cryptagon verify` on it",
        )


def _first_difference(one: _Buffer, got: bytes) -> str:
    wrong = [
        place
        for place, (a, b, m) in enumerate(zip(one.image, got, one.mask, strict=True))
        if (a ^ b) & m
    ]
    if not wrong:
        return ""
    size = one.channel.bits // 8
    start = wrong[0] // size * size
    expected, came = one.image[start : start + size].hex(), got[start : start + size].hex()
    return f"{one.channel.name}, item {start // size + 1}: expected {expected}, got {came}"


def _write_plan(folder: Path, jobs: Sequence[Sequence[_Buffer]]) -> None:
    last = [one.address + len(one.image) for buffers in jobs for one in buffers]
    lines = [f"memory {-(-max(last, default=0) // ALIGNMENT) * ALIGNMENT + 2 * ALIGNMENT}"]
    for buffers in jobs:
        for one in buffers:
            if one.channel.stream.to_design:
                (folder / one.file).write_bytes(one.image)
                lines.append(f"image {one.address} {one.file}")
    for buffers in jobs:
        lines.append("job")
        for one in buffers:
            place = f"{one.channel.device} {one.address} {len(one.image)}"
            lines.append(
                f"in {place}" if one.channel.stream.to_design else f"out {place} {one.file}"
            )
    (folder / "plan.txt").write_text("\n".join(lines) + "\n")


def _arguments(conditions: Conditions) -> list[str]:
    values = {
        "bus-mhz": conditions.bus_mhz,
        "core-mhz": conditions.core_mhz,
        "access": conditions.access,
        "latency": conditions.latency,
        "stall": conditions.stall,
        "seed": conditions.seed,
    }
    return [f"--{name}={value}" for name, value in values.items()]
