"""The layout of a measured unit once more, with its delays and its routed netlist."""

from dataclasses import dataclass
from pathlib import Path

from cryptagon.catalog import Rules, Target
from cryptagon.errors import CryptagonError
from cryptagon.fpga import Attempt, Design, plan_route, plan_synthesis, synthesise
from cryptagon.fpga.report import read_report
from cryptagon.fpga.routing import LOG, REPORT
from cryptagon.timing.ecp5 import timed_netlist
from cryptagon.timing.netlist import TimedNetlist
from cryptagon.timing.routed import read_routed
from cryptagon.timing.sdf import read_sdf
from cryptagon.timing.static import longest_paths
from cryptagon.toolchain import complete, run

ROUTED, DELAYS = "routed.json", "routed.sdf"
FAMILY = "ecp5"
# The delays of the SDF file are rounded to ps, one by one along a path.
ROUNDING_PS = 25


@dataclass(frozen=True)
class Layout:
    """A placed and routed unit with its delays; `folder` holds the files it was read from."""

    netlist: TimedNetlist
    folder: Path


def layout_of(design: Design, target: Target, attempt: Attempt, rules: Rules) -> Layout:
    """Place and route an attempt again, as it was, and read the result; taken from the build folder
    where it lies there.

    Raises CryptagonError for a family whose cells are not modelled, for an attempt without a
    result, and when the layout, or static timing of what was read, does not come to the attempt's
    frequency.
    """
    if target.family != FAMILY:
        why = f"{target.name} is of the family {target.family}; the cells of {FAMILY} are modelled"
        raise CryptagonError(
            "there is no timing simulation for this target", where=str(target.path), why=why
        )
    if not attempt.ok or attempt.fmax_mhz is None:
        raise CryptagonError(
            "there is no layout to time", where=str(attempt.folder), why=attempt.status
        )
    folder = _again(design, target, attempt, rules)
    achieved = read_report(folder / REPORT).fmax_mhz.values()
    if [round(fmax, 3) for fmax in achieved] != [attempt.fmax_mhz]:
        why = f"{', '.join(f'{fmax:.3f}' for fmax in achieved)} MHz, where {attempt.fmax_mhz:.3f} MHz were measured"
        raise CryptagonError(
            "place and route did not give the same layout again", where=str(folder), why=why
        )
    netlist = timed_netlist(read_routed(folder / ROUTED), read_sdf(folder / DELAYS))
    _compare(longest_paths(netlist).registers, attempt.fmax_mhz, folder)
    return Layout(netlist, folder)


def _again(design: Design, target: Target, attempt: Attempt, rules: Rules) -> Path:
    assert (
        attempt.seed is not None and attempt.requested_mhz is not None
    )  # only an estimate has neither, and it has no frequency
    netlist = synthesise(plan_synthesis(design, target, attempt.strategy, rules))
    plan = plan_route(
        netlist,
        target,
        seed=attempt.seed,
        requested_mhz=attempt.requested_mhz,
        placer=attempt.placer,
    )
    argv = (*plan.argv, "--write", ROUTED, "--sdf", DELAYS)
    folder = plan.folder.with_name(f"timed-{plan.folder.name}")

    def work(fresh: Path) -> None:
        run(argv, cwd=fresh, log=fresh / LOG)

    complete(folder, work)
    return folder


def _compare(longest_ps: int, fmax_mhz: float, folder: Path) -> None:
    """Static timing of what was read must be that of place and route, or a delay was read
    wrongly.
    """
    if abs(longest_ps - 1e6 / fmax_mhz) > ROUNDING_PS:
        why = f"{longest_ps} ps from register to register, where {fmax_mhz:.3f} MHz are {1e6 / fmax_mhz:.0f} ps"
        raise CryptagonError(
            "static timing of the SDF file differs from that of place and route",
            where=str(folder / DELAYS),
            why=why,
        )
