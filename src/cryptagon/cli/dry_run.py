"""`cryptagon run --dry-run`: how many runs there are, how many of them are there already, and about
how long the others would take.
"""

from collections.abc import Sequence
from dataclasses import asdict

import click

from cryptagon.cli.console import print_json, print_table
from cryptagon.study.forecast import Estimate, Step

NAMES = {"synthesise": "synthesis", "place_and_route": "place and route"}


def show_forecast(steps: Sequence[Step], found: Estimate, workers: int, *, as_json: bool) -> None:
    """Print the runs by stage and target, and the estimate with what it is based on."""
    groups = {
        (step.name, step.target): [
            one for one in steps if (one.name, one.target) == (step.name, step.target)
        ]
        for step in steps
    }
    counts = [
        {
            "stage": NAMES.get(name, name),
            "target": target,
            "runs": sum(s.runs for s in group),
            "kept": sum(s.kept for s in group),
        }
        for (name, target), group in groups.items()
    ]
    if as_json:
        hours = {
            "worker_hours": found.seconds / 3600,
            "workers": workers,
            "hours": found.seconds / 3600 / workers,
        }
        print_json({"steps": counts, "estimate": {**asdict(found), **hours}})
        return
    rows = [
        [str(count["stage"]), str(count["target"]), f"{count['runs']:,}", f"{count['kept']:,}"]
        for count in counts
    ]
    runs, kept = (sum(getattr(step, name) for step in steps) for name in ("runs", "kept"))
    print_table(
        ["stage", "target", "runs planned", "kept already"],
        [*rows, ["", "", f"{runs:,}", f"{kept:,}"]],
        right=(2, 3),
    )
    for line in explained(found, workers, sum(step.to_do for step in steps)):
        click.echo(line)


def seconds_on(found: Estimate, workers: int) -> float | None:
    """About how long it takes on so many workers; None where there is no record of some of the
    runs.
    """
    return found.seconds / workers if found.based_on and not found.unknown else None


def explained(found: Estimate, workers: int, to_do: int) -> list[str]:
    """The estimate for people, and what it is based on."""
    if not to_do:
        return ["nothing is to do: a run reads what is kept"]
    if not found.based_on:
        return [
            "no estimate of the time: there is no record of an earlier run of these stages (results/times.jsonl)"
        ]
    hours = found.seconds / 3600
    lines = [f"estimate      {_hours(hours)} of one worker, {_hours(hours / workers)} on {workers}"]
    lines += [
        f"based on      runs of {basis}, for {count:,} of {to_do:,} runs"
        for basis, count in found.based_on.items()
    ]
    return (
        [*lines, f"not in it     {found.unknown:,} runs of stages of which there is no record"]
        if found.unknown
        else lines
    )


def _hours(hours: float) -> str:
    return f"{hours:.1f} h" if hours >= 1 else f"{hours * 60:.1f} min"
