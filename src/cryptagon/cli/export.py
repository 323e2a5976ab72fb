"""`cryptagon export`: a project for a vendor's tool, or a core in C for another HLS tool."""

from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import click
from click.core import ParameterSource
from rich.console import Console

from cryptagon.cli.console import print_json
from cryptagon.cli.faults import Interrupted
from cryptagon.cli.options import approaches_option, json_option
from cryptagon.errors import CryptagonError
from cryptagon.hlstools import HLS_TOOLS, export_hls, hls_cores
from cryptagon.study.exporting import Scope, pending
from cryptagon.vendor import TOOLS, VendorSearch, export_project, part

EPILOG = """\b
Examples:
  cryptagon export ascon128a --approach hls --tool vivado --part xc7a100tcsg324-1 -o ascon-vivado
  cryptagon export ascon128a --tool quartus --part 5CSEBA6U23I7 --seed 1 --seed 2 -o ascon-quartus
  cryptagon export contests/first-look.toml --tool ise --part xc6vlx240tff1156-1 -o all-ise
  cryptagon export sha1 --tool vivado --part xc7a100tcsg324-1 --strategy default -o sha1-vivado
  cryptagon export ascon128a --tool vitis-hls --part xc7a100tcsg324-1 --variant "" -o ascon-vitis-hls
  cryptagon export my.c --tool bambu --part ecp5-85f-8 --mhz 50 -o my-bambu

The tools vitis-hls and bambu take the C of a core (docs/other-hls-tools.md), the others its Verilog
(docs/vendor-tools.md). A target of cryptagon list is taken for its part.

The tool need not be installed here. Take the folder to where it is, run what its README.md says, and give what comes
of it to cryptagon import. One core makes one project; several make a folder each.
"""


@click.command(epilog=EPILOG)
@click.argument("what", metavar="WHAT")
@click.option(
    "--tool",
    type=click.Choice((*TOOLS, *HLS_TOOLS)),
    required=True,
    help="The tool the projects are for.",
)
@click.option(
    "--part",
    "number",
    metavar="PART",
    required=True,
    help="Part with package and speed grade, as the tool spells it.",
)
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="A new folder.",
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
    metavar="NAME",
    multiple=True,
    help="Try only this strategy; may be repeated.",
)
@click.option("--seed", "seeds", type=click.IntRange(min=1), multiple=True, default=(1,), show_default=True,
              help="Of placement, for tools that have one; may be repeated.")  # fmt: skip
@click.option(
    "--mhz",
    type=click.FloatRange(min=1, max=2000),
    default=100.0,
    show_default=True,
    help="The first clock to ask for.",
)
@click.option(
    "--rounds",
    type=click.IntRange(min=1, max=30),
    default=6,
    show_default=True,
    help="Clocks tried for each strategy and seed.",
)
@click.option(
    "--variant",
    "variants",
    metavar="NAME",
    multiple=True,
    help="Only this variant, for an HLS tool; may be repeated.",
)
@json_option("Print JSON instead of text.")
def export(
    *, what: str, tool: str, number: str, output: Path, approaches: tuple[str, ...], scope: Scope | None,
    strategies: tuple[str, ...], seeds: tuple[int, ...], mhz: float, rounds: int, variants: tuple[str, ...], as_json: bool,
) -> None:  # fmt: skip
    """Write WHAT, an algorithm or a contest file, as projects for a vendor's tool; or a file of C
    for another HLS tool.

    Every core is verified before it is written out. For a vendor's tool its cycles are counted,
    too.
    """
    if tool in HLS_TOOLS:
        _refuse(tool, ("approaches", "scope", "strategies", "seeds", "rounds"))
        _export_hls(what, tool, number, output, mhz=mhz, variants=variants, as_json=as_json)
        return
    _refuse(tool, ("variants",))
    part(tool, number)  # a part that does not exist is told now, not after minutes
    cores = pending(what, approaches, scope)
    search = VendorSearch(strategies, seeds, mhz, rounds)
    written = []
    with Console(stderr=True).status("preparing", spinner="dots") as status:
        try:
            for core in cores:
                ready = core.prepare(
                    lambda stage, text, core=core: status.update(
                        f"{core.label}: {stage} {text}".strip()
                    )
                )
                folder = output if len(cores) == 1 else output / core.label.replace(" ", "-")
                manifest = export_project(
                    ready.design,
                    ready.record,
                    tool,
                    number,
                    folder,
                    rules=ready.rules,
                    search=search,
                )
                written.append((core.label, folder, manifest))
        except KeyboardInterrupt as interrupt:
            raise Interrupted("projects that were written are whole") from interrupt
    if as_json:
        print_json(
            [
                {"core": label, "folder": str(folder), "target": manifest.target}
                for label, folder, manifest in written
            ]
        )
        return
    for label, folder, _ in written:
        click.echo(f"{label}  {folder}")
    command = TOOLS[tool].command
    click.echo(
        f"\nwhere {TOOLS[tool].title} is, in each folder: {command}\nthen: cryptagon import {output}"
    )


def _refuse(tool: str, names: Sequence[str]) -> None:
    """Raises CryptagonError for an option that says nothing to a tool."""
    context = click.get_current_context()
    given = {one.name: one.opts[0] for one in context.command.params if one.name in names}
    for name, option in given.items():
        if context.get_parameter_source(name) is not ParameterSource.DEFAULT:
            raise CryptagonError(f"{option} says nothing to {tool}", fix="leave it out")


def _export_hls(
    what: str, tool: str, number: str, output: Path, *, mhz: float, variants: Sequence[str], as_json: bool
) -> None:  # fmt: skip
    """The cores in C, a folder each where there are several."""
    HLS_TOOLS[tool].device(number)  # a part that does not exist is told now
    cores, written = hls_cores(what, variants), []
    with Console(stderr=True).status("preparing", spinner="dots") as status:
        for core in cores:
            status.update(core.label)
            folder = output if len(cores) == 1 else output / core.label.replace(" ", "-")
            made = export_hls(core, tool, number, 1000 / mhz, folder)
            lost = [f"{where}: {name}: {why}" for (where, name), why in sorted(made.lost.items())]
            written.append(
                {"core": core.label, "folder": str(folder), "top": made.top, "lost": lost}
            )
    if as_json:
        print_json(written)
        return
    for one in written:
        click.echo(f"{one['core']}  {one['folder']}")
        for line in one["lost"]:
            click.echo(f"  lost: {line}")
    shown = HLS_TOOLS[tool]
    click.echo(
        f"\nwhere {shown.title} is, in each folder: {shown.command}\nthen: cryptagon import {output}"
    )
