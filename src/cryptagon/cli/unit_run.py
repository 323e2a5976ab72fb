"""`cryptagon unit check` and `cryptagon unit run`: units of others in simulation, and on an FPGA."""

import sys
from collections.abc import Sequence

import click
from rich.console import Console

from cryptagon import paths
from cryptagon.analysis.table import results_table
from cryptagon.catalog import LEVELS, target
from cryptagon.cli.console import wide
from cryptagon.cli.options import jobs_option, json_option, time_limit_option
from cryptagon.cluster import Threads
from cryptagon.results import Measurement, Store, to_json
from cryptagon.study.plan import FIRST_TARGET
from cryptagon.units.entry import unit as unit_called
from cryptagon.units.measuring import Examined, examine, measure

CHECK_EPILOG = """\b
Examples:
  cryptagon unit check aesgcm-v1

Its own test vectors go through it without stalls, where every word must be right, and with stalls on its ports, where
a wrong word is told. Where its cipher is one of Cryptagon's, generated messages follow. Exit code 1 for a wrong word
without stalls.
"""
RUN_EPILOG = """\b
Examples:
  cryptagon unit run aesgcm-v1 --quick
  cryptagon unit run aesgcm-v1 aesgcm-v2 --target ecp5-85f-8 --json > theirs.json

The same synthesis, place and route, rules and search as in cryptagon run. The record has the origin and the licence of
the sources among its options. Exit code 1 if a unit has no result.
"""


@click.command("check", epilog=CHECK_EPILOG)
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
def check(*, names: tuple[str, ...]) -> None:
    """Send the test vectors of units through them, and count their cycles."""
    for name in names:
        with Console(stderr=True).status(name) as status:
            found = examine(
                unit_called(name),
                lambda text, name=name, status=status: status.update(f"{name}: {text}"),
            )
        _show_checks(found)


def _show_checks(found: Examined) -> None:
    click.echo(click.style(found.unit.name, bold=True))
    for one in found.own:
        said = f"wrong: {str(one.fault).splitlines()[0]}" if one.fault else "all right"
        click.echo(f"  {one.messages:,} messages of its own, {one.mode}: {said}")
    if found.generated is not None:
        click.echo(f"  {found.generated:,} generated messages: all right")
    for what, cycles in found.cycles.items():
        click.echo(f"  {cycles:,.4g} cycles: {what.replace('_', ' ')}")
    if found.unit.formula:
        click.echo(f"  its authors say for a message of encryption: {found.unit.formula}")


@click.command("run", epilog=RUN_EPILOG)
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@click.option("--quick", is_flag=True, help="One strategy and one seed, for a first impression.")
@click.option(
    "--effort", type=click.Choice(list(LEVELS)), help="How hard to search; standard otherwise."
)
@click.option(
    "--target",
    "targets",
    metavar="NAME",
    multiple=True,
    default=(FIRST_TARGET,),
    show_default=True,
    help="The FPGA; may be repeated.",
)
@jobs_option()
@time_limit_option
@json_option("Print the measurements as JSON, and nothing else.")
def run(
    *, names: tuple[str, ...], quick: bool, effort: str | None, targets: tuple[str, ...], jobs: int,
    time_limit: float, as_json: bool,
) -> None:  # fmt: skip
    """Measure units: verified, their cycles counted, placed and routed."""
    if quick and effort:
        raise click.UsageError("--quick has an effort of its own: leave --effort out")
    level = LEVELS["quick" if quick else effort or "standard"]
    units = [unit_called(name) for name in names]
    chosen = [target(name) for name in targets]
    store = Store(paths.results_folder())
    found: list[Measurement] = []
    with (
        Threads(jobs, limit_s=time_limit * 60) as machines,
        Console(stderr=True).status("") as status,
    ):
        for one in units:

            def tell(text: str, name: str = one.name) -> None:
                status.update(f"{name}: {text}")

            examined = examine(one, tell)
            for place in chosen:
                found.append(measure(examined, place, level, tell, machines.execute))
                store.save(found[-1])
    _show(found, as_json=as_json)
    sys.exit(0 if all(one.ok for one in found) else 1)


def _show(found: Sequence[Measurement], *, as_json: bool) -> None:
    if as_json:
        click.echo(to_json(found))
        return
    wide(Console(highlight=False)).print(results_table(found))
    click.echo(f"measurements  {paths.results_folder()}")
