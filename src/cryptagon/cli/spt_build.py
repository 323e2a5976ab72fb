"""`cryptagon spt build`: programs and hardware from drawings."""

from collections.abc import Callable, Mapping
from pathlib import Path

import click

from cryptagon.cli.spt_files import FILE, figure_in, program_in, write
from cryptagon.errors import CryptagonError
from cryptagon.spt import Program
from cryptagon.spt.code import generate_c, generate_hls, kernel_name, verify_c, verify_hls

EPILOG = """\b
Examples:
  cryptagon spt build figures/speck64_128.uxf -o build/speck --verify
  cryptagon spt build figures/aes128.uxf --to c -o build/aes
  cryptagon spt build figures/xtea.drawio --to hls --figure xtea_round -o build/xtea

\b
For a figure called NAME it writes
  c    NAME.h and NAME.c: a function on bytes, in C11
  hls  NAME_kernel.c: a kernel with streams for `cryptagon hls`, a round a clock cycle
"""


def _c(program: Program, name: str, folder: Path, *, verify: bool) -> str:
    made = generate_c(program, name)
    write(folder / f"{name}.h", made.header)
    write(folder / f"{name}.c", made.source)
    return f"C equals the interpreter on {verify_c(program, name, folder)} inputs" if verify else ""


def _hls(program: Program, name: str, folder: Path, *, verify: bool) -> str:
    source = folder / f"{kernel_name(name)}.c"
    write(source, generate_hls(program, name))
    return f"native run and Verilog equal the interpreter on {verify_hls(program, name, source)} inputs" if verify else ""


TARGETS: Mapping[str, Callable[..., str]] = {"c": _c, "hls": _hls}


@click.command(epilog=EPILOG)
@click.argument("file", type=FILE)
@click.option("--to", "targets", metavar="TARGET,...", default="c,hls", show_default=True, help=f"What to make: {', '.join(TARGETS)}.")
@click.option("-o", "--output", metavar="DIR", type=FILE, required=True, help="Folder for the sources.")
@click.option("--figure", metavar="NAME", help="Which figure; where there is one that no other calls it may be left out.")
@click.option("--verify", is_flag=True, help="Compile and run what was made, and compare it with the interpreter.")
def build(*, file: Path, targets: str, output: Path, figure: str | None, verify: bool) -> None:
    """Make programs of a figure of FILE, a drawing or DML."""
    chosen = [one.strip() for one in targets.split(",")]
    if unknown := [one for one in chosen if one not in TARGETS]:
        raise CryptagonError(f'nothing is made for "{unknown[0]}"', fix=f"write --to {','.join(TARGETS)}, or some of these")
    program = program_in(file)
    name = figure_in(program, figure, file).name
    for one in chosen:
        if said := TARGETS[one](program, name, output, verify=verify):
            click.echo(said, err=True)
