"""Place and route by nextpnr: a netlist to an area and a clock frequency; or, where no place and
route is to be had, to an area alone.
"""

import re
from dataclasses import dataclass, replace
from pathlib import Path

from cryptagon.catalog import Target
from cryptagon.fpga.attempt import BROKE_DOWN, FAILED, OK, Attempt
from cryptagon.fpga.families import Family, estimated_area, family_of, placed_area
from cryptagon.fpga.pin_wrapper import PINS_CLOCK
from cryptagon.fpga.report import read_report
from cryptagon.fpga.synthesis import Netlist
from cryptagon.toolchain import ToolError, complete, digest_of, find, run

REPORT, FAILURE, LOG = "report.json", "failure.txt", "nextpnr.log"
_ERROR = re.compile(r"^ERROR: (?P<what>.+)$", re.MULTILINE)
_USED = re.compile(r"^Info:\s+(?P<kind>\w+): +(?P<used>\d+)/ *(?P<there>\d+) +\d+%$", re.MULTILINE)


@dataclass(frozen=True)
class RoutePlan:
    """A run of place and route as data. `argv` is run in `folder`: the tool, the netlist and the
    `options`.

    `placer` are those of the options that choose another placer than the first one. `digest`
    covers the netlist's, the options and the tool's version.
    """

    netlist: Netlist
    family: Family
    seed: int
    requested_mhz: float
    argv: tuple[str, ...]
    options: tuple[str, ...]
    placer: tuple[str, ...]
    digest: str
    folder: Path


def plan_route(
    netlist: Netlist,
    target: Target,
    *,
    seed: int,
    requested_mhz: float,
    placer: tuple[str, ...] = (),
) -> RoutePlan:
    """Plan place and route with one seed, one requested frequency and a placer (none: the first
    one); nothing is run.

    Where the family can, the unit is placed by itself, without pads (`--out-of-context`); elsewhere
    it has the pin wrapper around it. Its speed is what the tool achieves, whether or not it reaches
    what is asked for.
    """
    family = family_of(target)
    tool = find(f"nextpnr-{family.router}")
    synthesis = netlist.plan
    options = (
        *target.nextpnr,
        *(() if family.pins else ("--out-of-context",)),
        "--timing-allow-fail",
        *("--freq", f"{requested_mhz:.1f}"),
        *("--seed", str(seed)),
        *("--report", REPORT),
        *placer,
    )
    digest = digest_of(
        synthesis.digest,
        options,
        tool.version,
        *([target.constraints] if target.constraints else []),
    )
    folder = synthesis.folder.with_name(
        f"route-{synthesis.strategy}-{requested_mhz:.1f}MHz-seed{seed}-{digest[:16]}"
    )
    # Relative: the tool's sandbox cannot see absolute paths under /tmp.
    argv = (*tool.argv, "--json", f"../{synthesis.folder.name}/{netlist.file.name}", *options)
    return RoutePlan(netlist, family, seed, requested_mhz, argv, options, placer, digest, folder)


def place_and_route(plan: RoutePlan) -> tuple[Attempt, bool]:
    """Run the plan, unless it has been run before; the attempt, and whether it was there already.

    A design that does not fit, cannot be routed or has no clock is an attempt with that status; so
    is one that the tool did not finish in time, which is not kept, since another machine may be
    faster. Raises ToolError when the tool crashes, CryptagonError when its report cannot be read,
    and MachineError when it is killed or missing.
    """
    try:
        cached = complete(plan.folder, lambda folder: _run(plan, folder))
    except ToolError as failure:
        if failure.code is not None:
            raise
        return _failed(plan, failure.what), False
    failure = plan.folder / FAILURE
    return (_failed(plan, failure.read_text()) if failure.exists() else _read(plan)), cached


def estimate(netlist: Netlist) -> Attempt:
    """The area of a netlist for a family that has no place and route: without a frequency, and
    without a seed, which plays no part.
    """
    area = estimated_area(family_of(netlist.plan.target), netlist.cells)
    unplaced = Attempt(
        netlist.plan.strategy, None, None, OK, netlist.plan.folder, netlist_digest=netlist.digest
    )
    return replace(unplaced, **vars(area))


def _run(plan: RoutePlan, folder: Path) -> None:
    for name, text in plan.netlist.plan.target.constraints.items():
        (folder / name).write_text(text)
    try:
        run(plan.argv, cwd=folder, log=folder / LOG)
    except ToolError as failure:
        if failure.code is None or failure.code < 0:
            raise  # stopped from outside: nothing about the design
        (folder / FAILURE).write_text(_status_of(failure))
        return
    read_report(folder / REPORT)  # what cannot be read is not kept


def _status_of(failure: ToolError) -> str:
    """Why there is no layout: for a design that is too large what it needs and the part has, else
    nextpnr's own words.
    """
    error = _ERROR.search(failure.output)
    if not error:
        return f"{BROKE_DOWN}{failure.why}"
    too_many = [
        use for use in _USED.finditer(failure.output) if int(use["used"]) > int(use["there"])
    ]
    needs = ", ".join(
        f"{int(use['used']):,} {use['kind']} of {int(use['there']):,}" for use in too_many
    )
    return FAILED + (f"the design does not fit: it needs {needs}" if needs else error["what"])


def _read(plan: RoutePlan) -> Attempt:
    report = read_report(plan.folder / REPORT)
    area = placed_area(plan.family, report.used, plan.netlist.cells, plan.netlist.wrapper_cells)
    placed = replace(_failed(plan, ""), **vars(area))
    clocks = {name: fmax for name, fmax in report.fmax_mhz.items() if PINS_CLOCK not in name}
    if not clocks:
        return replace(
            placed, status="no path leads from register to register, so there is no clock frequency"
        )
    if len(clocks) > 1:
        return replace(placed, status=f"there are several clocks: {', '.join(clocks)}")
    ((clock, fmax),) = clocks.items()
    return replace(
        placed, status=OK, fmax_mhz=round(fmax, 3), critical_path=report.critical_path[clock]
    )


def _failed(plan: RoutePlan, status: str) -> Attempt:
    netlist = plan.netlist
    return Attempt(
        netlist.plan.strategy,
        plan.seed,
        plan.requested_mhz,
        status,
        plan.folder,
        netlist_digest=netlist.digest,
        placer=plan.placer,
    )
