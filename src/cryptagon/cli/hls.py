"""`cryptagon hls`: C to Verilog alone."""

import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from cryptagon.catalog import Target, target
from cryptagon.catalog.macros import macros_text
from cryptagon.cli.hls_area import area_of
from cryptagon.cli.hls_summary import print_summary
from cryptagon.cli.options import defines_option, json_option
from cryptagon.hls import CompiledTasks, HlsResult, compile_source
from cryptagon.hls.check import load_stimulus, prepare_comparison, write_standalone
from cryptagon.hls.compiler.passes import PASSES
from cryptagon.hls.compiler.watch import SECONDS
from cryptagon.hls.proof import Proof, check_proof
from cryptagon.hls.proof import prove as prove_core
from cryptagon.hls.report import Report, write_report
from cryptagon.hls.source.frontend import NEWEST, STANDARDS
from cryptagon.hls.source.levels import ANY
from cryptagon.hls.verilog.axi4 import write_axi4
from cryptagon.hls.vivado import compiled, readable
from cryptagon.study.plan import FIRST_TARGET

EPILOG = """\b
Examples:
  cryptagon hls filter.c
  cryptagon hls algorithms/aead/ascon128a/hls/core.c -o build/ascon
  cryptagon hls filter.c -o build/filter -D TAPS=8
  cryptagon hls filter.c --std gnu89
  cryptagon hls filter.c --include headers
  cryptagon hls filter.c window.c
  cryptagon hls cipher.cpp --top cipher
  cryptagon hls filter.c --levels 12
  cryptagon hls filter.c --area
  cryptagon hls filter.c --area ice40-hx8k
  cryptagon hls filter.c -o build/filter --stimulus items.json

\b
The items of a stimulus, by input stream (fields by name where an item is a struct), and the values of wires:
  {"items": {"in": [7, "0x1f"], "commands": [{"data": 1, "last": 0}]}, "wires": {"mode": 1}}
What memory ports hold in the beginning, from the first element on:
  {"memories": {"data": [1, 2, 3]}}
"""


def list_passes(context: click.Context, _option: click.Parameter, asked: bool) -> None:
    """Prints the compiler's passes, a line each, and ends."""
    if asked:
        width = max(len(one.name) for one in PASSES)
        click.echo("\n".join(f"{one.name:{width}}  {one.says}" for one in PASSES))
        context.exit()


@click.command(epilog=EPILOG)
@click.argument(
    "sources",
    metavar="FILE.c...",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    nargs=-1,
    required=True,
)
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the Verilog; when left out, one here named as the file and its macros: filter/ or filter-TAPS=8/ of filter.c.",
)
@defines_option
@click.option(
    *("-I", "--include", "includes"),
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    multiple=True,
    help="Folder in which #include looks; may be repeated.",
)
@click.option(
    "--std",
    "standard",
    type=click.Choice(STANDARDS),
    default=NEWEST,
    show_default=True,
    help="Standard of C that the file is written in; gnu17 and older have K&R definitions and types that are left out.",
)
@click.option(
    "--levels",
    "most_levels",
    metavar="N",
    type=click.IntRange(min=1),
    default=None,
    help="Levels of look-up tables that a clock cycle may have, in place of HARDWARE_LEVELS: longer logic takes more cycles (docs/hls-language.md).",
)
@click.option(
    "--top",
    metavar="NAME",
    default="",
    help="Read the file as Vivado HLS C++ or C; NAME is its top function, whose arguments become streams (docs/vivado-hls.md).",
)
@click.option(
    "--module",
    metavar="NAME",
    default="",
    help="Module name; when left out that of the HARDWARE function, or CipherCore.",
)
@click.option(
    "--stimulus",
    metavar="FILE.json",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Items for the check.",
)
@click.option(
    "--seed", metavar="N", default=1, show_default=True, help="Seed of the check's random items."
)
@click.option(
    "--check/--no-check",
    default=True,
    show_default=True,
    help="Compare the Verilog with a native run, with stalls, without, and after resets in mid-run.",
)
@click.option(
    "--native-checks/--no-native-checks",
    default=True,
    show_default=True,
    help="End the native run where C leaves open what happens: outside of an array, at a shift by too much or a division by 0.",
)
@click.option(
    "--prove",
    is_flag=True,
    help="Prove each cycle of the Verilog equal to the LLVM IR (docs/equivalence.md); a minute a state at most.",
)
@click.option(
    "--dump",
    metavar="PASS",
    multiple=True,
    help="Write what there is before and after a pass to DIR/passes, `all` for each; may be repeated.",
)
@click.option(
    "--list-passes",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=list_passes,
    help="List the passes in order.",
)
@click.option(
    "--time-limit",
    metavar="SECONDS",
    type=click.FloatRange(min=0, min_open=True),
    default=SECONDS,
    show_default=True,
    help="How long compiling may take; then it ends and tells which array or line makes it long.",
)
@click.option(
    "--progress",
    is_flag=True,
    help="Tell on stderr what is done when it takes long; on a terminal that needs no asking.",
)
@click.option(
    "--axi4",
    is_flag=True,
    help="Write NAME_axi4.v too: the module with its memory ports as AXI4 managers.",
)
@click.option("--area", "part", metavar="[TARGET]", is_flag=False, flag_value=FIRST_TARGET, default="", help="Synthesise the core alone: "
              f"LUT, flip-flops and levels on TARGET, {FIRST_TARGET} when left out; seconds.")  # fmt: skip
@json_option("Write the report to stdout as JSON, instead of the paths of the files.")
def hls(
    sources: tuple[Path, ...],
    *,
    output: Path | None,
    defines: tuple[tuple[str, str], ...],
    includes: tuple[Path, ...],
    standard: str,
    most_levels: int | None,
    top: str,
    module: str,
    stimulus: Path | None,
    seed: int,
    check: bool,
    native_checks: bool,
    prove: bool,
    dump: tuple[str, ...],
    time_limit: float,
    progress: bool,
    axi4: bool,
    part: str,
    as_json: bool,
) -> None:
    """Compile C for hardware (docs/hls.md), in one file or several, to Verilog, with a report of its
    states, cycles, registers and slow lines, a testbench and a FuseSoC core file; and check it
    against a native run.
    """
    if module and not re.fullmatch(r"[A-Za-z]\w*", module):
        raise click.BadParameter(f"{module!r} is not a name", param_hint="--module")
    source, *beside = sources
    macros = dict(defines)
    chosen = target(part) if part else None
    output = output or default_folder(source, macros)
    output.mkdir(parents=True, exist_ok=True)
    if top and beside:
        raise click.BadParameter("it reads one file alone", param_hint="--top")
    choices: dict[str, Any] = {
        "defines": macros,
        "standard": standard,
        "includes": includes,
        "module": module,
        "dump": dump,
        "seconds": time_limit,
        "say": _say if (progress or sys.stderr.isatty()) and not as_json else None,
        "most_levels": most_levels or ANY,
    }
    if top:
        found = readable(source, top, output, defines=macros, standard=standard, includes=includes)
        for note in found.notes:
            click.echo(f"note: {note}", err=True)
        source, result = found.path, compiled(found, output, **choices)
    else:
        result = compile_source(source, output, beside=beside, **choices)
    for warning in dict.fromkeys(told for one in result.parts for told in one.warnings):
        click.echo(f"warning: {warning}", err=True)
    is_task = isinstance(result, CompiledTasks)
    made = [
        _reported(one, output, prove=prove, chosen=chosen, is_task=is_task) for one in result.parts
    ]
    if isinstance(result, CompiledTasks):
        depths = ", ".join(f"{name} {depth}" for name, depth in result.depths.items())
        click.echo(
            f"{len(result.tasks)} tasks, with FIFOs between them: {depths or 'none'}", err=True
        )
    given = load_stimulus(stimulus, result.ports, result.memories) if stimulus else None
    comparison = prepare_comparison(
        source,
        result,
        output / "testbench",
        stimulus=given,
        seed=seed,
        checked=native_checks,
    )
    written = [
        *(path for one in made for path in one.written),
        *(_axi4(result, output) if axi4 else ()),
        *write_standalone(
            source.name, result, output, comparison.files, comparison.bench.expected.cut
        ),
    ]
    click.echo(
        _as_json(result, made) if as_json else "\n".join(map(str, (*result.core.sources, *written)))
    )
    if check:
        click.echo("comparing the Verilog with the native run ...", err=True)
        click.echo(comparison.run(), err=True)
    for one in made:
        if one.proof is not None:
            check_proof(one.proof)


@dataclass(frozen=True)
class Reported:
    """A design with its report, its proof where that was asked for, and the files about it."""

    report: Report
    proof: Proof | None
    written: tuple[Path, ...]


def _reported(
    result: HlsResult, output: Path, *, prove: bool, chosen: Target | None, is_task: bool
) -> Reported:
    """Proves a design and synthesises it where that is asked for, and tells of it."""
    proof = prove_core(result, output / "proof" / (result.module * is_task)) if prove else None
    if chosen:
        click.echo(f"synthesis for {chosen.name} ...", err=True)
    report, written = write_report(
        result, output, proof, area_of(result, chosen) if chosen else None
    )
    if is_task:
        click.echo(f"task {result.module}", err=True)
    print_summary(report)
    return Reported(report, proof, (*written, *result.dumped))


def _as_json(result: HlsResult | CompiledTasks, made: Sequence[Reported]) -> str:
    """The report of a design; of tasks, the reports of all, and the depths of the FIFOs between
    them.
    """
    if isinstance(result, HlsResult):
        return made[0].report.model_dump_json(indent=1)
    reports = [one.report.model_dump(mode="json") for one in made]
    whole = {"module": result.module, "fifos": result.depths, "tasks": reports}
    return json.dumps(whole, indent=1)


def _axi4(result: HlsResult | CompiledTasks, output: Path) -> list[Path]:
    if not result.memories:
        raise click.BadParameter("the design has no MEMORY_PORT", param_hint="--axi4")
    return [write_axi4(result.module, result.ports, result.memories, output)]


def _say(line: str) -> None:
    click.echo(line, err=True)


def default_folder(source: Path, macros: Mapping[str, str]) -> Path:
    """A folder here named as the file and its macros, so that builds with others keep apart:
    filter/, filter-TAPS=8/.
    """
    return Path("-".join(filter(None, (source.stem, macros_text(macros)))))
