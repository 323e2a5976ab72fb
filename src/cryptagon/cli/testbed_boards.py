"""`cryptagon testbed export`, `log` and `read`: the testbed on real boards."""

import json
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from cryptagon.catalog import Entry
from cryptagon.cli.console import print_json, print_table
from cryptagon.cli.options import approaches_option, json_option
from cryptagon.errors import CryptagonError
from cryptagon.study.plan import plan
from cryptagon.testbed.boards.bitstream import build_bitstream
from cryptagon.testbed.boards.board import BOARDS, SIMULATION, board
from cryptagon.testbed.boards.export import Export, export_board, parts_of, simulated_log
from cryptagon.testbed.boards.manifest import FILE_NAME, BoardManifest, read_board_manifest
from cryptagon.testbed.boards.reading import FromBoard, read_measurement
from cryptagon.testbed.report import clock_of, plain
from cryptagon.testbed.workload import sizes_in_bytes

EXPORT_EPILOG = """\b
Examples:
  cryptagon testbed export sha256 --board zedboard --approach rtl -o sha256-zed
  cryptagon testbed export sha256 --board ulx3s --approach rtl --clock 48 -o sha256-ulx3s
  cryptagon testbed export luffa --board zedboard --approach rtl --clock 247.4 --dma-mhz 125 -o luffa-zed

The folder holds all sources, the scripts of the board's tools, the program, and a README.md that says what to do. Before it is
written, the program runs on the simulated testbed. Clocks must be ones that the board can make, within 100 ppm: the nearest
are named where one is not.
"""
LOG_EPILOG = """\b
Examples:
  cryptagon testbed log my-zed -o my-zed/testbed.log

The program of the project runs on the simulated testbed, at the project's clocks: a log to try `cryptagon testbed read` with.
A message of 5,000 kB takes minutes.
"""
BUILD_EPILOG = """\b
Examples:
  cryptagon testbed build my-ulx3s

Takes minutes. Static timing may be missed: the clock that a unit bears on a board may be higher, and the known answers tell.
"""
READ_EPILOG = """\b
Examples:
  cryptagon testbed read my-zed/testbed.log
  cryptagon testbed read testbed.log --project my-zed --json -o sha256.json

Every answer is compared with the one that must come; a log with a wrong one, of another export or that ends early is refused.
The project is the folder of the log where --project names none.
"""


@click.command("export", epilog=EXPORT_EPILOG)
@click.argument("what", metavar="NAME")
@click.option("--board", "name", metavar="NAME", required=True, help=f"{' or '.join(BOARDS)}.")
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="A new folder.",
)
@approaches_option
@click.option("--variant", help="Only this variant of the algorithm.")
@click.option(
    "--clock",
    type=float,
    metavar="MHZ",
    help="The unit's; what the contest quotes of an experiment, else 100, when left out.",
)
@click.option(
    "--dma-mhz", type=float, help="Of DMA and timer; the board's own choice when left out."
)
@click.option(
    "--size", "sizes", type=float, multiple=True, help="Of a message, kB; may be repeated."
)
@json_option("Print JSON instead of text.")
def export(
    *, what: str, name: str, output: Path, approaches: tuple[str, ...], variant: str | None, clock: float | None,
    dma_mhz: float | None, sizes: tuple[float, ...], as_json: bool,
) -> None:  # fmt: skip
    """Write NAME, an algorithm or its folder, as a project for a real board."""
    chosen = board(name)
    bus = chosen.bus_clock(chosen.bus_mhz if dma_mhz is None else dma_mhz)
    planned = plan(what, approaches=approaches)
    entry = _one(planned.entries, variant)
    wanted = clock_of(planned.contest, entry.algorithm.name) if clock is None else clock
    export_of = Export(
        entry, chosen, bus, chosen.unit_clock(wanted, bus), sizes_in_bytes(sizes or chosen.sizes)
    )
    with Console(stderr=True).status(entry.label, spinner="dots") as status:
        manifest = export_board(
            export_of, output, lambda text: status.update(f"{entry.label}: {text}")
        )
    if as_json:
        print_json({"folder": str(output), "export": manifest.export, "board": chosen.name})
        return
    click.echo(f"{entry.label}  {output}\n\nwhat to do there: {output / 'README.md'}")


def _one(entries: tuple[Entry, ...], variant: str | None) -> Entry:
    found = [one for one in entries if variant is None or one.variant.name == variant]
    if len(found) == 1:
        return found[0]
    there = ", ".join(one.label for one in entries)
    raise CryptagonError(
        "a project holds one core" if found else f'there is no variant "{variant}"',
        why=f"there is: {there}",
        fix="choose one with --approach and --variant",
    )


@click.command("log", epilog=LOG_EPILOG)
@click.argument(
    "folder", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path)
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write it there instead of printing it.",
)
def log(*, folder: Path, output: Path | None) -> None:
    """Print the log that the simulated testbed gives of DIR, an exported project."""
    manifest = read_board_manifest(folder)
    entry = _entry_of(manifest)
    work, core = parts_of(entry)
    if core.digest != manifest.core_digest:
        raise CryptagonError(
            f"{entry.label} has changed since the export",
            where=str(folder / FILE_NAME),
            why="the digest of its core is another",
            fix="export it again",
        )
    text = simulated_log(manifest, core, work.bench)
    if output:
        output.write_text(text)
    else:
        click.echo(text, nl=False)


def _entry_of(manifest: BoardManifest) -> Entry:
    entries = plan(manifest.algorithm, approaches=(manifest.approach,)).entries
    return _one(entries, manifest.variant)


@click.command("read", epilog=READ_EPILOG)
@click.argument("path", metavar="LOG", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--project",
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The exported project; the folder of LOG when left out.",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the measurement as JSON.",
)
@json_option()
def read(*, path: Path, project: Path | None, output: Path | None, as_json: bool) -> None:
    """Read LOG, what a board printed, into a measurement."""
    found = read_measurement(path, project or path.parent)
    content = [from_board(found)]
    if output:
        _write_whole(output, content)
    if as_json:
        print_json(content)
        return
    one = found.measured
    rows = [
        (
            f"{transfer.size / 1000:,g} kB",
            f"{one.gbps:.3f} Gbit/s",
            f"{transfer.gbps:.3f} Gbit/s",
            f"{100 * one.overhead(transfer):.1f} %",
        )
        for transfer in one.transfers
    ]
    print_table(("size", "by formula", "by timer", "overhead"), rows, right=range(4))
    where = "the simulated testbed" if found.board == SIMULATION else f"a {found.board}"
    click.echo(
        f"\n{one.title} {one.approach} at {one.core_mhz:g} MHz on {where}; {found.known_answers} known answers are right"
    )


def from_board(found: FromBoard) -> dict[str, Any]:
    """As the simulated testbed's JSON, and where it is from; no cycles of the unit's clock are known
    there.
    """
    content = plain(found.measured)
    transfers = [one | {"unit_cycles": None} for one in content["transfers"]]
    origin = "simulation" if found.board == SIMULATION else "board"
    return content | {
        "transfers": transfers,
        "origin": origin,
        "board": found.board,
        "export": found.export,
        "known_answers": found.known_answers,
    }


def _write_whole(path: Path, content: object) -> None:
    """The file is there whole, or as it was before."""
    fresh = path.with_name(f".{path.name}.part")
    try:
        fresh.write_text(json.dumps(content, indent=2) + "\n")
        fresh.replace(path)
    except OSError as fault:
        raise CryptagonError(
            "the measurement could not be written", where=str(path), why=str(fault)
        ) from fault


@click.command("build", epilog=BUILD_EPILOG)
@click.argument(
    "folder", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path)
)
def build(*, folder: Path) -> None:
    """Make the bitstream of DIR, a project for the ULX3S, by Yosys, nextpnr and ecppack."""
    with Console(stderr=True).status("bitstream", spinner="dots"):
        made = build_bitstream(folder)
    rows = [
        (one.what, f"{one.wanted_mhz:g} MHz", f"{one.reached_mhz:.1f} MHz") for one in made.clocks
    ]
    print_table(("clock of", "runs at", "by static timing"), rows, right=(1, 2))
    click.echo(f"\n{made.path}")
    if any(one.reached_mhz < one.wanted_mhz for one in made.clocks):
        click.echo(
            "timing is missed: answers may be wrong at this clock, and the program will tell"
        )
