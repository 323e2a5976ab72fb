"""A result from its record: the core by the study's own stages, the cycles, and the runs of
synthesis and place and route it names.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptagon import fpga
from cryptagon.errors import CryptagonError
from cryptagon.reproduce.comparison import Agreement, Row, figures
from cryptagon.reproduce.inputs import inputs
from cryptagon.reproduce.subject import Made, Recorded, Teller
from cryptagon.results import AttemptRecord, Measurement, Verification

OF_A_RUN = ("status", "netlist_digest", "luts", "ffs", "brams", "dsps", "fmax_mhz")


@dataclass(frozen=True)
class Run:
    """A run of the record, made again. `route` is None where nothing is placed."""

    recorded: AttemptRecord
    netlist: fpga.Netlist
    route: fpga.RoutePlan | None
    made: fpga.Attempt


@dataclass(frozen=True)
class Rebuilt:
    """What was made again and how it compares; the first of `runs` is the one that gave the record
    its figures.
    """

    subject: Recorded
    found: Made
    runs: tuple[Run, ...]
    comparison: Agreement


def rebuild(
    subject: Recorded,
    tell: Teller,
    *,
    every_run: bool = False,
    verify: bool = False,
    cycles: bool = True,
    needed: Sequence[str] = (),
) -> Rebuilt:
    """Make a result again: the run that gave its figures, or `every_run` of the record; `verify`
    also runs the known answers.

    Raises CryptagonError when a source is at fault, a tool is missing or killed, or when one of the
    inputs `needed` differs, before anything is run.
    """
    rows = inputs(subject)
    if stale := [row.name for row in rows if row.differs and row.name in needed]:
        raise CryptagonError(
            f"the {' and the '.join(stale)} changed since",
            where=subject.name,
            fix="check out the commit of the record",
        )
    found = subject.make(tell, verify=verify, cycles=cycles)
    rows.append(
        Row(
            "core",
            subject.record.options.get("core_digest"),
            found.core_digest,
            note="the Verilog",
        )
    )
    if verify:
        rows += _verification(subject.record.verification, found.verification)
    if cycles:
        then, now = subject.record.cycles, found.cycles
        rows += [Row(f"cycles, {name}", then.get(name), now.get(name)) for name in {**then, **now}]
    runs = tuple(_runs(subject, found.design, every_run, tell))
    for number, run in enumerate(runs):
        prefix = f"{run.recorded.strategy} seed {run.recorded.seed}: " if number else ""
        rows += figures(prefix, OF_A_RUN, run.recorded, run.made)
    return Rebuilt(subject, found, runs, Agreement(tuple(rows)))


def _verification(recorded: Sequence[Verification], made: Sequence[Verification]) -> list[Row]:
    """How many vectors went well at each level; that all did is known, as the first wrong one ends
    the run.
    """
    now = {one.level: one.vectors for one in made}
    return [
        Row(f"vectors, level {one.level}", one.vectors, now.get(one.level))
        for one in recorded
        if one.level in now
    ]


def _runs(subject: Recorded, design: fpga.Design, every_run: bool, tell: Teller) -> Iterator[Run]:
    best = subject.record.best_attempt
    others = [
        one
        for one in subject.record.attempts
        if every_run and one != best and not one.status.startswith(fpga.NOT_PLACED)
    ]
    netlists: dict[str, fpga.Netlist] = {}
    for number, recorded in enumerate([best, *others], start=1):
        count = f"run {number} of {len(others) + 1}, " if others else ""
        if recorded.strategy not in netlists:
            tell(f"{count}synthesis, {recorded.strategy}")
            plan = fpga.plan_synthesis(design, subject.target, recorded.strategy, subject.rules)
            netlists[recorded.strategy] = fpga.synthesise(plan)
        tell(f"{count}place and route, {recorded.strategy}, seed {recorded.seed}")
        yield _run(subject, recorded, netlists[recorded.strategy])


def _run(subject: Recorded, recorded: AttemptRecord, netlist: fpga.Netlist) -> Run:
    refused = netlist.problem or fpga.broken_rule(netlist, subject.rules, subject.target)
    if refused:
        folder: Path = netlist.plan.folder
        made = fpga.Attempt(
            recorded.strategy,
            recorded.seed,
            recorded.requested_mhz,
            refused,
            folder,
            netlist_digest=netlist.digest,
        )
        return Run(recorded, netlist, None, made)
    if recorded.seed is None or recorded.requested_mhz is None:
        return Run(recorded, netlist, None, fpga.estimate(netlist))
    route = fpga.plan_route(
        netlist,
        subject.target,
        seed=recorded.seed,
        requested_mhz=recorded.requested_mhz,
        placer=recorded.placer,
    )
    return Run(recorded, netlist, route, fpga.place_and_route(route)[0])


def needed_to_pack(record: Measurement) -> tuple[str, ...]:
    """The rows that must agree before a package is worth the time of making it: sources, hardware,
    and the tools of its script.
    """
    return (
        "sources",
        "interface",
        *(name for name in record.tools if name == "yosys" or name.startswith("nextpnr")),
    )
