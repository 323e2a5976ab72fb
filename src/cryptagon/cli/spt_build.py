"""`cryptagon spt build`: programs and hardware from drawings."""

from collections.abc import Callable, Mapping
from pathlib import Path

import click

from cryptagon.cli.spt_files import FILE, figure_in, program_in, write
from cryptagon.errors import CryptagonError
from cryptagon.spt import Program
from cryptagon.spt.code import (
    KERNEL_TARGETS,
    LAYOUTS,
    Sources,
    can_be_checked,
    generate_c,
    generate_hls,
    generate_kernel,
    generate_layout,
    kernel_name,
    verify_c,
    verify_hls,
    verify_kernel,
    verify_layout,
    verify_timing,
)
from cryptagon.spt.speed import fastest

EPILOG = """\b
Examples:
  cryptagon spt build figures/speck64_128.uxf -o build/speck --verify
  cryptagon spt build figures/aes128.uxf --to c -o build/aes
  cryptagon spt build figures/aes128.uxf --to c --layout tables -o build/aes --verify
  cryptagon spt build figures/toy_feistel.uxf --to opencl,cuda -o build/toy --verify
  cryptagon spt build figures/xtea.drawio --to hls --figure xtea_round -o build/xtea

\b
For a figure called NAME it writes
  c    NAME.h and NAME.c: a function on bytes, in C11; by --layout ECB and CTR over many blocks as well
  hls  NAME_kernel.c: a kernel with streams for `cryptagon hls`, a round a clock cycle
  opencl, cuda  NAME.cl, NAME.cu: kernels for ECB and CTR of a block cipher;
                NAME_keys.h and NAME_keys.c: the key schedule in C for the host

\b
Layouts; OpenCL has tables and bitsliced, CUDA bitsliced
  scalar     a block at a time, values as they were drawn
  tables     tables joined with what is linear behind them, words of 32 or 64 bits
  bitsliced  128 to 512 blocks at a time, tables as gates, in constant time
  fastest    the one of these that is fastest here, by measuring
"""
FASTEST = "fastest"


def _c(program: Program, name: str, folder: Path, *, verify: bool, layout: str | None, file: Path) -> str:
    if layout:
        return _layout(program, name, folder, verify=verify, layout=layout, file=file)
    made = generate_c(program, name)
    _write_c(made, folder)
    return f"C equals the interpreter on {verify_c(program, name, folder)} inputs" if verify else ""


def _layout(program: Program, name: str, folder: Path, *, verify: bool, layout: str, file: Path) -> str:
    chosen = fastest(program, name) if layout == FASTEST else layout
    made = generate_layout(program, name, chosen, f"cryptagon spt build {file.name} --to c --layout {chosen}")
    _write_c(made, folder)
    said = [f"{chosen} is the fastest layout of {name} here"] if layout == FASTEST else []
    if verify:
        said.append(f"C equals the interpreter on {verify_layout(program, name, folder)} blocks")
        if made.constant_time:
            why = can_be_checked()
            if not why:
                verify_timing(program, name, folder)
            said.append(f"its timing was not checked: {why}" if why else "no branch and no address depends on key or data")
    return "\n".join(said)


def _write_c(made: Sources, folder: Path) -> None:
    write(folder / f"{made.name}.h", made.header)
    write(folder / f"{made.name}.c", made.source)


def _hls(program: Program, name: str, folder: Path, *, verify: bool, layout: str | None, file: Path) -> str:
    del layout, file
    source = folder / f"{kernel_name(name)}.c"
    write(source, generate_hls(program, name))
    return f"native run and Verilog equal the interpreter on {verify_hls(program, name, source)} inputs" if verify else ""


def _kernel(target: str) -> Callable[..., str]:
    def make(program: Program, name: str, folder: Path, *, verify: bool, layout: str | None, file: Path) -> str:
        chosen = "" if layout is None else f" --layout {layout}"
        made = generate_kernel(program, name, target, layout, f"cryptagon spt build {file.name} --to {target}{chosen}")
        write(folder / made.kernel_file, made.kernel)
        write(folder / f"{name}_keys.h", made.host_header)
        write(folder / f"{name}_keys.c", made.host)
        return f"the kernels of {target}, run as C, equal the interpreter on {verify_kernel(program, made)} blocks" if verify else ""

    return make


TARGETS: Mapping[str, Callable[..., str]] = {"c": _c, "hls": _hls, **{one: _kernel(one) for one in KERNEL_TARGETS}}


@click.command(epilog=EPILOG)
@click.argument("file", type=FILE)
@click.option("--to", "targets", metavar="TARGET,...", default="c,hls", show_default=True, help=f"What to make: {', '.join(TARGETS)}.")
@click.option("-o", "--output", metavar="DIR", type=FILE, required=True, help="Folder for the sources.")
@click.option("--figure", metavar="NAME", help="Which figure; where there is one that no other calls it may be left out.")
@click.option(
    "--layout",
    type=click.Choice([*LAYOUTS, FASTEST]),
    help="How many blocks at once, in which words; without it C takes a block at a time.",
)
@click.option("--verify", is_flag=True, help="Compile and run what was made, and compare it with the interpreter.")
def build(*, file: Path, targets: str, output: Path, figure: str | None, layout: str | None, verify: bool) -> None:
    """Make programs of a figure of FILE, a drawing or DML."""
    chosen = [one.strip() for one in targets.split(",")]
    if unknown := [one for one in chosen if one not in TARGETS]:
        raise CryptagonError(f'nothing is made for "{unknown[0]}"', fix=f"write --to {','.join(TARGETS)}, or some of these")
    program = program_in(file)
    name = figure_in(program, figure, file).name
    for one in chosen:
        if said := TARGETS[one](program, name, output, verify=verify, layout=layout, file=file):
            click.echo(said, err=True)
