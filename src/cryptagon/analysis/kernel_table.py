"""Kernels in a table: a row a job, published cycles beside measured ones. Plain text; Markdown; how it is shown on a console is rich's."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.console import Group as Stack
from rich.console import RenderableType
from rich.text import Text

from cryptagon.analysis.documents import NOTHING, markdown_table
from cryptagon.analysis.fitted_table import FittedTable, cells
from cryptagon.catalog import KernelContest, Published, targets
from cryptagon.results import KernelMeasurement

UNRECORDED = "LUT"
"""The unit of area in records that were written before records of kernels had one."""


@dataclass(frozen=True)
class Job:
    """A kernel's job: what is published of it, and the measurements on one target, in the order of the contest's variants, HLS first."""

    title: str
    name: str
    published: tuple[tuple[Published, int | None], ...]
    measurements: tuple[KernelMeasurement, ...]


@dataclass(frozen=True)
class KernelTable:
    """A contest of kernels on one target."""

    contest: KernelContest
    target: str
    jobs: tuple[Job, ...]

    @property
    def cycles_heading(self) -> list[str]:
        """The heading of `cycles_rows`."""
        return ["job", *(one.by for one in self.contest.published), "Cryptagon", "our RTL"]

    @property
    def cycles_rows(self) -> list[list[str]]:
        """A row a job: cycles published, cycles of our C in its first variant, cycles of our RTL."""
        return [self._cycles_row(job) for job in self.jobs]

    @property
    def area_unit(self) -> str:
        """What `luts` counts on the target; where all records are too old to say, what the target's file says."""
        recorded = {one.area_unit for job in self.jobs for one in job.measurements} - {UNRECORDED}
        return recorded.pop() if recorded else targets()[self.target].lut if self.target in targets() else UNRECORDED

    @property
    def designs_heading(self) -> list[str]:
        """The heading of `designs_rows`."""
        return ["job", "variant", "by", "cycles", self.area_unit, "flip-flops", "Fmax, MHz", "time, µs"]

    @property
    def designs_rows(self) -> list[list[str]]:
        """A row a design; one that has no result says why in its last cell."""
        return [_design_row(job, one) for job in self.jobs for one in job.measurements]

    def _cycles_row(self, job: Job) -> list[str]:
        published = [NOTHING if cycles is None else f"{cycles:,}" for _, cycles in job.published]
        return [f"{job.title}, {job.name}", *published, *(_first(job.measurements, approach) for approach in ("hls", "rtl"))]


def kernel_tables(contest: KernelContest, measurements: Iterable[KernelMeasurement]) -> list[KernelTable]:
    """A table for each target of the contest."""
    known = list(measurements)
    return [KernelTable(contest, target, tuple(_jobs(contest, target, known))) for target in contest.targets]


def _jobs(contest: KernelContest, target: str, measurements: Sequence[KernelMeasurement]) -> Iterable[Job]:
    for participant in contest.kernels:
        found = [
            one for one in measurements if (one.target, one.kernel) == (target, participant.name) and one.variant in participant.variants
        ]
        found.sort(key=lambda one: (participant.variants.index(one.variant), one.approach))
        if found:
            published = tuple((one, one.cycles.get(participant.name)) for one in contest.published)
            yield Job(found[0].title, found[0].job, published, tuple(found))


def _first(measurements: Sequence[KernelMeasurement], approach: str) -> str:
    cycles = next((one.cycles for one in measurements if one.approach == approach), None)
    return NOTHING if cycles is None else f"{cycles:,}"


def _design_row(job: Job, one: KernelMeasurement) -> list[str]:
    figures = [(one.cycles, ",d"), (one.luts, ",d"), (one.ffs, ",d"), (one.fmax_mhz, ".1f"), (one.time_us, _digits(one.time_us))]
    cells = [NOTHING if value is None else format(value, layout) for value, layout in figures]
    return [job.title, one.variant, one.approach.upper(), *(cells if one.ok else [*cells[:-1], one.status])]


def _digits(time_us: float | None) -> str:
    return ",.1f" if time_us and time_us >= 10 else ".3f"


def markdown(table: KernelTable) -> str:
    """Both tables and the contest's notes as Markdown."""
    made = table.jobs[0].measurements[0] if table.jobs else None
    parts = [markdown_table(table.cycles_heading, table.cycles_rows, 1), markdown_table(table.designs_heading, table.designs_rows, 3)]
    if made:
        tools = ", ".join(f"{name} {made.tools[name]}" for name in sorted(made.tools) if name == "yosys" or name.startswith("nextpnr"))
        parts.append(f"{made.device}, {tools}, seeds {', '.join(map(str, made.seeds))}, {made.date.date().isoformat()}.")
    sources = [f"{one.by}: {one.source}." for one in table.contest.published]
    notes = "\n".join(f"* {note}" for note in (*table.contest.notes, *sources))
    return "\n\n".join([*parts, notes])


def console_table(table: KernelTable) -> RenderableType:
    """Both tables and the notes for a console."""
    device = table.jobs[0].measurements[0].device if table.jobs else table.target
    cycles = _rich("Clock cycles of the job", table.cycles_heading, table.cycles_rows, 1)
    designs = _rich(f"{device}, the kernel alone", table.designs_heading, table.designs_rows, 3)
    return Stack(cycles, designs, *(Text(f"note  {note}", style="dim") for note in table.contest.notes), Text())


def _rich(title: str, heading: Sequence[str], rows: Sequence[Sequence[str]], left: int) -> FittedTable:
    return FittedTable(tuple(heading), cells(rows), frozenset(range(left, len(heading))), title=title, ruled=True)
