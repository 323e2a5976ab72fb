"""`cryptagon clock-limit`: the clock limit of a routed unit, by experiment in timing simulation."""

import signal
from dataclasses import asdict
from typing import Any

import click
from rich.console import Console

from cryptagon.cli.console import print_json, print_table
from cryptagon.cli.faults import Interrupted
from cryptagon.cli.options import ApproachName, jobs_option, json_option
from cryptagon.study.clock_limits import BoardLimit, Findings, LimitRequest, find_limits
from cryptagon.timing import ClockLimit

EPILOG = """\b
Examples:
  cryptagon clock-limit ascon128a
  cryptagon clock-limit ascon128a --approach hls --boards 20 --json > ascon128a-limit.json
  cryptagon clock-limit aes128gcm --quick --boards 0
  cryptagon clock-limit ascon_p --variant basic --answers 0

The unit is that of `cryptagon run`, with the layout that is best there; what was synthesised and placed before is not
done again. The known answers go through the routed netlist with the delays that place and route found, at a slow clock
first, where all must be right, and then faster and faster until one is wrong.

A virtual board has these delays scaled as for one die at one voltage and temperature, by a stated model and a seed.
How all of it is done, and what it cannot tell: docs/timing.md.
"""


@click.command("clock-limit", epilog=EPILOG)
@click.argument("name", metavar="NAME")
@click.option(
    "--approach",
    metavar="NAME",
    type=ApproachName(),
    default="hls",
    show_default=True,
    help="Which core of NAME.",
)
@click.option(
    "--variant", metavar="NAME", default="", help="Which variant; the first one when left out."
)
@click.option(
    "--target",
    metavar="NAME",
    default="ecp5-85f-8",
    show_default=True,
    help="The part; its cells must be modelled.",
)
@click.option(
    "--boards",
    type=click.IntRange(min=0),
    default=20,
    show_default=True,
    help="Virtual boards; 0 for the slow corner alone.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Of the boards.")
@click.option(
    "--answers",
    type=click.IntRange(min=0),
    default=32,
    show_default=True,
    help="Known answers to send; 0 for all.",
)
@click.option("--quick", is_flag=True, help="One synthesis strategy and one placement seed.")
@jobs_option("Boards worked on at once.")
@json_option("Print the findings as JSON, and nothing else.")
def clock_limit(
    *,
    name: str,
    approach: str,
    variant: str,
    target: str,
    boards: int,
    seed: int,
    answers: int,
    quick: bool,
    jobs: int,
    as_json: bool,
) -> None:
    """Raise the clock of the routed unit of NAME until its answers go wrong, and compare with
    static timing.

    NAME is that of an algorithm, or its folder.
    """
    # Ended by a terminal or by a job scheduler, it is the same: the simulations must not go on
    # alone.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    subject = LimitRequest(name, approach, target, variant, quick, answers)
    console = Console(stderr=True)
    with console.status(name, spinner="dots") as status:

        def tell(text: str) -> None:
            status.update(f"{name}: {text}")
            if not console.is_terminal and not as_json:
                click.echo(f"{name}: {text}", err=True)

        try:
            findings = find_limits(subject, count=boards, seed=seed, jobs=jobs, tell=tell)
        except KeyboardInterrupt as interrupt:
            raise Interrupted("the layout is kept; the experiment begins anew") from interrupt
    if as_json:
        print_json(plain(findings))
    else:
        _show(findings)


def plain(findings: Findings) -> dict[str, Any]:
    """The findings as JSON has them."""
    layout = findings.layout
    kept = {
        name: getattr(layout, name) for name in ("strategy", "seed", "fmax_mhz", "luts", "digest")
    }
    spread = (
        {key: round(value, 4) for key, value in asdict(findings.spread).items()}
        if findings.spread
        else None
    )
    return {
        "design": findings.label,
        "target": findings.target,
        "layout": kept,
        "tools": layout.tools,
        "messages": findings.messages,
        "slow_corner": {**_limit(findings.corner), "ratio": round(findings.corner_ratio, 4)},
        "ratios": spread,
        "model": asdict(findings.boards[0].board.model) if findings.boards else None,
        "boards": [_board(each) for each in findings.boards],
    }


def _limit(limit: ClockLimit) -> dict[str, Any]:
    slow = limit.slow
    return {
        "static_mhz": round(limit.static_mhz, 2),
        "settled_mhz": round(limit.settled_mhz, 2),
        "limit_mhz": round(limit.limit_mhz, 2),
        "resolution_mhz": round(limit.resolution_mhz, 2),
        "first_wrong": str(limit.fault),
        "last_register": slow.settled_cell,
        "port_paths_mhz": round(1e6 / limit.longest.ports, 2) if limit.longest.ports else None,
        "hold_slack_ps": slow.hold_slack_ps,
        "cycles": slow.cycles,
        "events": slow.events,
        "runs": limit.runs,
    }


def _board(found: BoardLimit) -> dict[str, Any]:
    board = found.board
    return {
        "board": board.number,
        "seed": board.seed,
        "die": round(board.die, 4),
        "voltage_v": round(board.voltage_v, 4),
        "temperature_c": round(board.temperature_c, 1),
        "conditions": round(board.conditions, 4),
        **{
            key: value
            for key, value in _limit(found.limit).items()
            if key in ("static_mhz", "settled_mhz", "limit_mhz", "hold_slack_ps")
        },
        "ratio": round(found.ratio, 4),
    }


def _show(findings: Findings) -> None:
    corner = findings.corner
    click.echo(
        f"{findings.label} on {findings.target}, {findings.messages} messages, {corner.slow.cycles} cycles\n"
    )
    rows = [_row("slow corner", "", corner, findings.corner_ratio)]
    rows += [
        _row(f"board {one.board.number}", _conditions(one), one.limit, one.ratio)
        for one in findings.boards
    ]
    print_table(
        ["", "conditions", "static", "all registers", "answers", "answers/static"],
        rows,
        right=(2, 3, 4, 5),
    )
    click.echo(f"\nstatic timing by place and route: {findings.layout.fmax_mhz:.1f} MHz")
    click.echo(f"at the next step, {corner.resolution_mhz:.2f} MHz up: {corner.fault}")
    if spread := findings.spread:
        click.echo(
            f"ratio over {len(findings.boards)} boards: {spread.least:.3f} to {spread.greatest:.3f}, median {spread.median:.3f}"
        )


def _conditions(found: BoardLimit) -> str:
    return f"die {found.board.die:.3f}, {found.board.voltage_v:.3f} V, {found.board.temperature_c:.0f} °C"


def _row(name: str, conditions: str, limit: ClockLimit, ratio: float) -> list[str]:
    frequencies = (limit.static_mhz, limit.settled_mhz, limit.limit_mhz)
    return [name, conditions, *(f"{mhz:.1f} MHz" for mhz in frequencies), f"{ratio:.3f}"]
