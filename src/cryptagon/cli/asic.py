"""`cryptagon asic`: cores in standard cells, before layout."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import click
from rich.console import Console
from rich.markup import escape

from cryptagon import paths
from cryptagon.analysis.cell_table import LEFT, cell_groups
from cryptagon.asic import SOURCES, STRATEGIES, CellAttempt, Library, library_file, read_library
from cryptagon.cli.console import print_table
from cryptagon.cli.faults import NOTHING_LOST, Interrupted, styled
from cryptagon.cli.options import approaches_option, jobs_option, json_option
from cryptagon.cluster import Threads
from cryptagon.errors import CryptagonError, MachineError
from cryptagon.results import CellMeasurement, Store
from cryptagon.study.cells import in_cells
from cryptagon.study.exporting import Pending, Scope, pending

EPILOG = """\b
Examples:
  cryptagon asic ascon128a
  cryptagon asic contests/first-look.toml --scope core
  cryptagon asic ascon128a acorn128 --approach hls --strategy area --strategy fast
  cryptagon asic ascon_p --library osu018
  cryptagon asic ascon128a --liberty my-cells.lib --json > ascon128a-cells.json

All figures are estimates before layout: the area of the cells alone, and a clock by static timing with an ideal clock
and the library's own expectation of wires (docs/asic.md). One gate equivalent (GE) is the library's smallest NAND of
two inputs. nangate45 comes with Cryptagon's packages; the others are Debian's. What is measured is kept in the results
folder.

Exit code 1 if a design has no result.
"""


@click.command(epilog=EPILOG)
@click.argument("names", metavar="WHAT...", nargs=-1, required=True)
@click.option(
    "--library",
    "known",
    type=click.Choice(tuple(SOURCES)),
    default="nangate45",
    show_default=True,
    help="A cell library.",
)
@click.option(
    "--liberty",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The library in this file, instead.",
)
@approaches_option
@click.option(
    "--scope",
    type=click.Choice(get_args(Scope)),
    help="The whole unit with its hardware API, or the cipher core alone; the contest's otherwise.",
)
@click.option(
    "--strategy",
    "strategies",
    type=click.Choice(tuple(STRATEGIES)),
    multiple=True,
    help="Try only this; may be repeated.",
)
@jobs_option("Netlists worked on at once.")
@json_option("Print the measurements as JSON, and nothing else.")
def asic(
    *, names: tuple[str, ...], known: str, liberty: Path | None, approaches: tuple[str, ...], scope: Scope | None,
    strategies: tuple[str, ...], jobs: int, as_json: bool,
) -> None:  # fmt: skip
    """Map WHAT, algorithms or contest files, to the cells of a library: gate equivalents and a
    clock, before layout.

    Every core is verified and its cycles are counted first.
    """
    library = read_library(liberty or library_file(known))
    _ = (
        library.gate_equivalent,
        library.buffer,
    )  # a library without them is told now, not after minutes
    cores = [core for name in names for core in pending(name, approaches, scope)]
    store = Store(paths.results_folder())
    with Threads(jobs) as machines:
        try:
            found, failed = _measured(
                cores, library, strategies or tuple(STRATEGIES), machines, store
            )
        except KeyboardInterrupt as interrupt:
            raise Interrupted(NOTHING_LOST) from interrupt
    if as_json:
        click.echo("[" + ",\n".join(one.model_dump_json(indent=2) for one in found) + "]")
    elif found:
        _show(found, library)
    for label, fault in failed:
        click.echo(f"\n{click.style(label, bold=True)}\n{styled(fault)}", err=True)
    sys.exit(1 if failed or not all(one.best.ok for one in found) else 0)


def _measured(
    cores: Sequence[Pending],
    library: Library,
    strategies: Sequence[str],
    machines: Threads,
    store: Store,
) -> tuple[list[CellMeasurement], list[tuple[str, CryptagonError]]]:
    """One after the other; each is saved when it is done, and one that fails keeps no other
    back.
    """
    found: list[CellMeasurement] = []
    failed: list[tuple[str, CryptagonError]] = []
    with Console(stderr=True).status("preparing", spinner="dots") as status:
        for core in cores:

            def tell(stage: str, text: str, label: str = core.label) -> None:
                status.update(f"{label}: {stage} {text}".strip())

            def follow(one: CellAttempt, tell=tell) -> None:  # noqa: ANN001 - the function above
                tell(
                    one.strategy,
                    f"{one.gate_equivalents:,.0f} GE" if one.gate_equivalents else one.status,
                )

            try:
                measurement = in_cells(
                    core.prepare(tell),
                    library,
                    strategies,
                    execute=machines.execute,
                    progress=follow,
                )
            except MachineError:
                raise
            except CryptagonError as fault:
                failed.append((core.label, fault))
                continue
            store.save(measurement)
            found.append(measurement)
    return found, failed


def _show(found: Sequence[CellMeasurement], library: Library) -> None:
    wires = (
        f"wires by {library.wire_load.name}" if library.wire_load else "wires without capacitance"
    )
    click.echo(
        f"{library.name}, {library.corner}, {wires}; GE: {library.gate_equivalent.name}. Estimates before layout.\n"
    )
    for group in cell_groups(found):
        click.echo(f"{group.title}\n")
        print_table(
            group.heading,
            [list(map(escape, row)) for row in group.rows],
            right=range(LEFT, len(group.heading)),
        )
    click.echo(f"\nmeasurements  {paths.results_folder()}")
