"""Stages that do nothing but what a test tells them, and a plan without any files behind it."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cryptagon.approaches import approaches_of
from cryptagon.catalog import Algorithm, Effort, Entry, Target, target
from cryptagon.catalog.algorithm import Architecture, Sizes, Specification
from cryptagon.cluster import Threads
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.fpga import Implementation
from cryptagon.results import Measurement, Store
from cryptagon.study import runner
from cryptagon.study.contest import Contest, Participant
from cryptagon.study.events import Event, Watcher
from cryptagon.study.measurements import known, measurement
from cryptagon.study.plan import Plan
from cryptagon.study.product import Outcome, Product
from cryptagon.study.runner import Finished


def fake_algorithm(folder: Path) -> Algorithm:
    """An algorithm of 128-bit blocks with a core file by each approach."""
    for file in ("hls/core.c", "rtl/CipherCore.sv", "kat/answers.txt"):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(f"{folder.name} {file}")
    return Algorithm.model_validate(
        {
            "name": folder.name,
            "title": folder.name.title(),
            "class": "aead",
            "supercop": f"{folder.name}v1",
            "specification": Specification(title="none", version="1", date="2026-01-01"),  # type: ignore[arg-type]
            "sizes": Sizes(key=128, npub=96, tag=128, block=128),
            "architecture": Architecture(
                description="",
                rounds="",
                cycles_per_ad_block="",
                cycles_per_data_block="",
                cycles_per_message="",
            ),
            "folder": folder,
        }
    )


def fake_plan(
    folder: Path, *names: str, targets: tuple[Target, ...] | None = None, quick: bool = False
) -> Plan:
    """Each named algorithm by each approach on each target; the one of the repository unless
    told.
    """
    algorithms = [fake_algorithm(folder / name) for name in names]
    entries = tuple(Entry(one, approach) for one in algorithms for approach in approaches_of(one))
    contest = Contest.model_validate(
        {
            "class": "aead",
            "title": "Fakes",
            "algorithms": [Participant(name=name) for name in names],
            "targets": ("ecp5-85f-8",),
            "interface": "caesar-1.0",
            "scope": "unit",
            "path": folder / "fakes.toml",
        }
    )
    return Plan(
        "Fakes",
        entries,
        (),
        targets or (target("ecp5-85f-8"),),
        contest,
        Effort(strategies=("default",)),
        quick,
    )


CYCLES = {"encryption": 8.0, "decryption": 8.0, "ad_encryption": 7.0, "ad_decryption": 7.0}


@dataclass
class FakeStages:
    """Every stage succeeds, but for those in `faults`, by (label, stage), which raise what is
    there.
    """

    faults: dict[tuple[str, str], BaseException] = field(default_factory=dict)
    ran: list[tuple[str, str]] = field(default_factory=list)
    plan: Plan | None = None

    def begin(self) -> list[Product]:
        assert self.plan
        return [Product(entry) for entry in self.plan.entries]

    def measurement(self, product: Product, target: Target) -> Measurement:
        assert self.plan
        return measurement(self.plan, product, target)

    def known(self, product: Product) -> dict[str, Any]:
        assert self.plan
        return known(self.plan, product)

    def preparation(self):
        return (("core", self.core), ("cycles", self.cycles))

    def core(self, product: Product, tell) -> Outcome:
        self._note(product, "core")
        core = VerilogCore((product.entry.algorithm.folder / "rtl" / "CipherCore.sv",))
        return Outcome(replace(product, core=core), "1 file")

    def cycles(self, product: Product, tell) -> Outcome:
        self._note(product, "cycles")
        tell("counting")
        return Outcome(replace(product, cycles=CYCLES), "8.00", cached=True)

    def implement(self, product: Product, target: Target, tell) -> Outcome:
        self._note(product, target.name)
        found = fake_implementation()
        return Outcome(replace(product, implementation=found), "100.0 MHz")

    def _note(self, product: Product, stage: str) -> None:
        self.ran.append((product.entry.label, stage))
        if fault := self.faults.get((product.entry.label, stage)):
            raise fault


def fake_implementation() -> Implementation:
    return Implementation(
        strategy="default",
        seed=2,
        requested_mhz=115.0,
        status="ok",
        folder=Path("nowhere"),
        luts=1000,
        ffs=500,
        brams=0,
        dsps=0,
        fmax_mhz=100.0,
        critical_path=("1.00 ns routing: a to b",),
        design="fake",
        target="ecp5-85f-8",
        attempts=(),
        seeds=(1, 2),
        options={"objective": "throughput_per_area"},
        tools={"yosys": "0"},
        digest="0" * 64,
    )


def run(
    plan: Plan, stages: FakeStages, store: Store, watch: Watcher, jobs: int = 1
) -> list[Finished]:
    stages.plan = plan
    with Threads(jobs) as machines:
        return runner.run(plan, stages, store, watch, machines)


class Record:
    """A watcher that remembers."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def __call__(self, event: Event) -> None:
        self.events.append(event)

    def states(self, label: str) -> list[tuple[str, str]]:
        return [(event.stage, event.state) for event in self.events if event.entry.label == label]


def fault(what: str = "it broke") -> CryptagonError:
    return CryptagonError(what, where="core.sv:3", why="because\nof this", fix="mend it")
