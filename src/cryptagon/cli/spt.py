"""`cryptagon spt`: ciphers from drawings."""

import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import click
from rich.markup import escape

from cryptagon.cli.console import print_json, print_table
from cryptagon.cli.faults import styled
from cryptagon.cli.group import CommandGroup
from cryptagon.cli.options import json_option
from cryptagon.cli.spt_files import FILE, figure_in, program_in, sheets_in, write
from cryptagon.errors import CryptagonError
from cryptagon.spt import Figure, dml, dml_json, evaluate, picture, sml, understood, writing
from cryptagon.spt.layout import laid_out
from cryptagon.spt.numbers import assigned, hexadecimal
from cryptagon.spt.reading import sheets_of, understood_sheets
from cryptagon.spt.sheet import Fault

COMMANDS = {
    "check": (
        __name__,
        "check",
        "Tell what the reader understood of a figure, and what is wrong in it.",
    ),
    "sml": (__name__, "sml_command", "Print the boxes and arrows of a drawing as JSON."),
    "dml": (__name__, "dml_command", "Print the figure model of a drawing as text."),
    "run": (__name__, "run", "Compute a figure on numbers."),
    "build": ("cryptagon.cli.spt_build", "build", "Make C and C for hardware of a figure."),
    "bench": (
        "cryptagon.cli.spt_bench",
        "bench_command",
        "Measure how fast the C of a figure is here.",
    ),
    "draw": ("cryptagon.cli.spt_draw", "draw", "Draw a figure in the browser."),
    "convert": (__name__, "convert", "Write a drawing for another tool: UMLet, draw.io, JSON."),
}


GROUP_EPILOG = """\b
Examples:
  cryptagon spt check figures/aes128.uxf
  cryptagon spt check --help
"""


@click.group(cls=CommandGroup, table=COMMANDS, epilog=GROUP_EPILOG)
def spt() -> None:
    """Read ciphers that were drawn in UMLet or draw.io.

    They are checked, computed, converted, and made programs and hardware. What a figure may have is
    described in docs/spt.md.
    """


CHECK_EPILOG = """\b
Examples:
  cryptagon spt check figures/aes128.uxf
  cryptagon spt check figures/xtea.drawio -o build/xtea.svg
  cryptagon spt check figures/toy_feistel.uxf --json

Exit code 1 if there are faults; each is told with its element and its place, and marked in the picture.
"""


@click.command(epilog=CHECK_EPILOG)
@click.argument("file", type=FILE)
@click.option(
    "-o",
    "--output",
    metavar="FILE.svg",
    type=FILE,
    help="Write a picture of the figure as it was understood.",
)
@json_option()
def check(*, file: Path, output: Path | None, as_json: bool) -> None:
    """Tell what the reader understood of the drawing FILE: inputs, outputs, operations and rounds
    of each figure.
    """
    found = understood(file)
    figures = [one for one in found.figures.values() if one]
    if output:
        write(output, picture.picture(found))
    if as_json:
        print_json(
            {
                "file": str(file),
                "figures": [_plain(one) for one in figures],
                "faults": [_plain_fault(one) for one in found.faults],
            }
        )
    elif figures:
        print_table(
            ["figure", "inputs", "outputs", "operations", "rounds"], [_row(one) for one in figures]
        )
    for error in found.errors():
        click.echo(f"\n{styled(error)}", err=True)
    sys.exit(1 if found.faults else 0)


def _row(figure: Figure) -> list[str]:
    operations = ", ".join(f"{count} {name}" for name, count in sorted(_counts(figure).items()))
    repeated = ", ".join(
        f"{node.target} {node.numbers[0]}..{node.numbers[1]}"
        for node in figure.nodes
        if node.operation == "repeat"
    )
    ports = [
        ", ".join(f"{one.name}: {one.type}" for one in group)
        for group in (figure.inputs, figure.outputs)
    ]
    return [escape(cell) for cell in (figure.name, *ports, operations, repeated)]


def _counts(figure: Figure) -> Mapping[str, int]:
    return Counter(node.operation for node in figure.nodes)


def _plain(figure: Figure) -> dict[str, object]:
    repeats = [(node.target, *node.numbers) for node in figure.nodes if node.operation == "repeat"]
    return {
        "name": figure.name,
        "inputs": {one.name: str(one.type) for one in figure.inputs},
        "outputs": {one.name: str(one.type) for one in figure.outputs},
        "operations": dict(sorted(_counts(figure).items())),
        "repeats": [
            {"figure": target, "first": first, "last": last} for target, first, last in repeats
        ],
    }


def _plain_fault(fault: Fault) -> dict[str, object]:
    place = {"x": fault.place.x, "y": fault.place.y} if fault.place else None
    return {
        "what": fault.what,
        "fix": fault.fix,
        "figure": fault.figure,
        "element": fault.element,
        "place": place,
    }


SML_EPILOG = """\b
Examples:
  cryptagon spt sml figures/present80.uxf
  cryptagon spt sml figures/present80.drawio -o build/present80.sml
  cryptagon spt check build/present80.sml

It is what lies where, before anybody asks what it means, by sml.schema.json.
"""


@click.command(name="sml", epilog=SML_EPILOG)
@click.argument("file", type=FILE)
@click.option("-o", "--output", metavar="FILE.sml", type=FILE, help="Write it to a file.")
def sml_command(*, file: Path, output: Path | None) -> None:
    """Print the sheet model (SML) of the drawing FILE as JSON: boxes with their text and places, and
    arrows.
    """
    sheets, faults = sheets_of(file)
    if faults:
        raise faults[0].error(file)
    text = sml.written(sheets)
    if output:
        write(output, text)
    else:
        click.echo(text, nl=False)


DML_EPILOG = """\b
Examples:
  cryptagon spt dml figures/present80.uxf
  cryptagon spt dml figures/present80.drawio -o build/present80.dml
  cryptagon spt dml figures/present80.uxf --graph build/present80.svg
  cryptagon spt dml build/present80.dml --json

The same figure gives the same text, whoever drew it and in whichever tool.
"""


@click.command(name="dml", epilog=DML_EPILOG)
@click.argument("file", type=FILE)
@click.option("-o", "--output", metavar="FILE", type=FILE, help="Write it to a file.")
@json_option("As JSON, by dml.schema.json, instead of text.")
@click.option(
    "--graph", metavar="FILE.svg", type=FILE, help="Draw the graph of each figure, instead of text."
)
def dml_command(*, file: Path, output: Path | None, as_json: bool, graph: Path | None) -> None:
    """Print the figure model (DML) of FILE, a drawing or DML: its figures in canonical form, as
    text.
    """
    program = program_in(file)
    if graph:
        write(graph, picture.picture(understood_sheets(file, laid_out(program), [])))
    text = dml_json.written(program) if as_json else dml.written(program)
    if output:
        write(output, text)
    elif not graph:
        click.echo(text, nl=False)


RUN_EPILOG = """\b
Examples:
  cryptagon spt run figures/toy_feistel.uxf block=1234 keys=01,23,45,67
  cryptagon spt run figures/speck64_128.uxf --figure speck_round x=1 y=2 k=3

Numbers are hexadecimal; the elements of an array have commas between them.
"""


@click.command(epilog=RUN_EPILOG)
@click.argument("file", type=FILE)
@click.argument("inputs", metavar="NAME=NUMBER...", nargs=-1)
@click.option(
    "--figure",
    metavar="NAME",
    help="Which figure; where there is one that no other calls it may be left out.",
)
def run(*, file: Path, inputs: tuple[str, ...], figure: str | None) -> None:
    """Compute a figure of FILE, a drawing or DML, on the numbers that its inputs are given."""
    program = program_in(file)
    chosen = figure_in(program, figure, file)
    types = {one.name: one.type for one in chosen.outputs}
    for output, value in evaluate(program, chosen.name, dict(map(assigned, inputs))).items():
        click.echo(f"{output}={hexadecimal(value, types[output])}")


CONVERT_EPILOG = """\b
Examples:
  cryptagon spt convert figures/xtea.uxf -o build/xtea.drawio
  cryptagon spt convert build/present80.dml -o build/present80.uxf

Several figures are pages in draw.io and SML, and frames in UXF. Colours are left out.
"""


@click.command(epilog=CONVERT_EPILOG)
@click.argument("file", type=FILE)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=FILE,
    required=True,
    help="The drawing to write: *.uxf, *.drawio or *.sml.",
)
def convert(*, file: Path, output: Path) -> None:
    """Write the drawing FILE for another tool, its boxes and arrows at the same places; of DML a
    drawing is made.
    """
    sheets = sheets_in(file)
    writers = {".uxf": writing.uxf, ".drawio": writing.drawio, ".sml": sml.written}
    if output.suffix not in writers:
        raise CryptagonError(
            f'no writer knows "{output.suffix}"',
            where=str(output),
            fix=f"give it a name with one of {', '.join(writers)}",
        )
    write(output, writers[output.suffix](sheets))
