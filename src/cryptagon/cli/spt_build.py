"""`cryptagon spt build`: programs and hardware from drawings."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import click

from cryptagon.cli.spt_files import FILE, figure_in, program_in, write
from cryptagon.errors import CryptagonError
from cryptagon.spt import Program
from cryptagon.spt.code import (
    BASIC,
    KERNEL_TARGETS,
    LAYOUTS,
    Architecture,
    Sources,
    can_be_checked,
    generate_c,
    generate_hls,
    generate_kernel,
    generate_layout,
    generate_vitis,
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
  cryptagon spt build figures/simon96_96.uxf --to hls --architecture pipelined -o build/simon
  cryptagon spt build figures/simon96_96.uxf --to vitis --architecture x4 -o build/simon

\b
For a figure called NAME it writes
  c    NAME.h and NAME.c: a function on bytes, in C11; by --layout ECB and CTR over many blocks as well
  hls  NAME_kernel.c: a kernel with streams for `cryptagon hls`
  vitis  NAME_vitis.cpp: a function for Vivado HLS and Vitis HLS, with ap_uint and pragmas
  opencl, cuda  NAME.cl, NAME.cu: kernels for ECB and CTR of a block cipher;
                NAME_keys.h and NAME_keys.c: the key schedule in C for the host

\b
Layouts; OpenCL has tables and bitsliced, CUDA bitsliced
  scalar     a block at a time, values as they were drawn
  tables     tables joined with what is linear behind them, words of 32 or 64 bits
  bitsliced  128 to 512 blocks at a time, tables as gates, in constant time
  fastest    the one of these that is fastest here, by measuring

\b
Architectures of hardware
  basic         a round a clock cycle
  xK            K rounds a cycle
  unrolled      all rounds in a cycle, between registers
  pipelined     a block a cycle, each round a stage
  pipelined-xK  the same, K rounds a stage
"""
FASTEST = "fastest"


@dataclass(frozen=True)
class Job:
    """What is to be made: the figure `name` of `program`, which came from `file`, in `folder`."""

    program: Program
    name: str
    file: Path
    folder: Path
    verify: bool
    layout: str | None
    architecture: Architecture

    def command(self, target: str) -> str:
        """What made the sources of a target, for their header."""
        named = (
            ""
            if [one.name for one in self.program.tops] == [self.name]
            else f" --figure {self.name}"
        )
        built = (
            f" --architecture {self.architecture}"
            if target in HARDWARE and self.architecture != BASIC
            else ""
        )
        return f"cryptagon spt build {self.file.name} --to {target}{named}{built}"


def _c(job: Job) -> str:
    if job.layout:
        return _layout(job)
    _write_c(generate_c(job.program, job.name, job.command("c")), job.folder)
    return (
        f"C equals the interpreter on {verify_c(job.program, job.name, job.folder)} inputs"
        if job.verify
        else ""
    )


def _layout(job: Job) -> str:
    program, name = job.program, job.name
    chosen = fastest(program, name) if job.layout == FASTEST else job.layout or ""
    made = generate_layout(program, name, chosen, f"{job.command('c')} --layout {chosen}")
    _write_c(made, job.folder)
    said = [f"{chosen} is the fastest layout of {name} here"] if job.layout == FASTEST else []
    if job.verify:
        said.append(
            f"C equals the interpreter on {verify_layout(program, name, job.folder)} blocks"
        )
        if made.constant_time:
            why = can_be_checked()
            if not why:
                verify_timing(program, name, job.folder)
            said.append(
                f"its timing was not checked: {why}"
                if why
                else "no branch and no address depends on key or data"
            )
    return "\n".join(said)


def _write_c(made: Sources, folder: Path) -> None:
    write(folder / f"{made.name}.h", made.header)
    write(folder / f"{made.name}.c", made.source)


def _hls(job: Job) -> str:
    source = job.folder / f"{kernel_name(job.name)}.c"
    write(source, generate_hls(job.program, job.name, job.architecture, command=job.command("hls")))
    return (
        f"native run and Verilog equal the interpreter on {verify_hls(job.program, job.name, source)} inputs"
        if job.verify
        else ""
    )


def _vitis(job: Job) -> str:
    if job.verify:
        why = "it needs ap_int.h, which comes with Vitis HLS"
        raise CryptagonError(
            "C++ for Vitis HLS is not run here",
            why=why,
            fix="leave --verify out, or write --to hls beside it in a command of its own",
        )
    write(
        job.folder / f"{job.name}_vitis.cpp",
        generate_vitis(job.program, job.name, job.architecture, job.command("vitis")),
    )
    return ""


def _kernel(target: str) -> Callable[[Job], str]:
    def make(job: Job) -> str:
        chosen = "" if job.layout is None else f" --layout {job.layout}"
        made = generate_kernel(
            job.program,
            job.name,
            target,
            job.layout,
            f"{job.command(target)}{chosen}",
        )
        write(job.folder / made.kernel_file, made.kernel)
        write(job.folder / f"{job.name}_keys.h", made.host_header)
        write(job.folder / f"{job.name}_keys.c", made.host)
        blocks = f"interpreter on {verify_kernel(job.program, made)} blocks" if job.verify else ""
        return f"the kernels of {target}, run as C, equal the {blocks}" if blocks else ""

    return make


TARGETS: Mapping[str, Callable[[Job], str]] = {
    "c": _c,
    "hls": _hls,
    "vitis": _vitis,
    **{one: _kernel(one) for one in KERNEL_TARGETS},
}
HARDWARE = ("hls", "vitis")
"""Targets that have architectures."""


@click.command(epilog=EPILOG)
@click.argument("file", type=FILE)
@click.option(
    "--to",
    "targets",
    metavar="TARGET,...",
    default="c,hls",
    show_default=True,
    help=f"What to make: {', '.join(TARGETS)}.",
)
@click.option(
    "-o", "--output", metavar="DIR", type=FILE, required=True, help="Folder for the sources."
)
@click.option(
    "--figure",
    metavar="NAME",
    help="Which figure; where there is one that no other calls it may be left out.",
)
@click.option(
    "--layout",
    type=click.Choice([*LAYOUTS, FASTEST]),
    help="How many blocks at once, in which words; without it C takes a block at a time.",
)
@click.option(
    "--architecture",
    metavar="NAME",
    default=str(BASIC),
    show_default=True,
    help="Of hardware: how many rounds a clock cycle.",
)
@click.option(
    "--verify",
    is_flag=True,
    help="Compile and run what was made, and compare it with the interpreter.",
)
def build(
    *,
    file: Path,
    targets: str,
    output: Path,
    figure: str | None,
    layout: str | None,
    architecture: str,
    verify: bool,
) -> None:
    """Make programs of a figure of FILE, a drawing or DML."""
    chosen = [one.strip() for one in targets.split(",")]
    if unknown := [one for one in chosen if one not in TARGETS]:
        raise CryptagonError(
            f'nothing is made for "{unknown[0]}"',
            fix=f"write --to {','.join(TARGETS)}, or some of these",
        )
    if architecture != str(BASIC) and not set(HARDWARE) & set(chosen):
        raise CryptagonError(
            f"{', '.join(chosen)} has no architecture", fix=f"write --to {','.join(HARDWARE)}"
        )
    program = program_in(file)
    name = figure_in(program, figure, file).name
    job = Job(program, name, file, output, verify, layout, Architecture.parse(architecture))
    for one in chosen:
        if said := TARGETS[one](job):
            click.echo(said, err=True)
