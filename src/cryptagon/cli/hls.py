"""`cryptagon hls`: C to Verilog alone."""

from pathlib import Path

import click

from cryptagon.cli.hls_summary import print_summary
from cryptagon.hls import compile_source
from cryptagon.hls.report import write_report

EPILOG = """\b
Examples:
  cryptagon hls algorithms/aead/ascon128a/hls/core.c -o build/ascon
  cryptagon hls filter.c -o build/filter -D TAPS=8
"""


@click.command(epilog=EPILOG)
@click.argument("source", metavar="FILE.c", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "-o", "--output", metavar="DIR", required=True, type=click.Path(file_okay=False, path_type=Path), help="Folder for the Verilog."
)
@click.option("-D", "--define", "defines", metavar="NAME[=VALUE]", multiple=True, help="Define a preprocessor macro; may be repeated.")
@click.option("--json", "as_json", is_flag=True, help="Write the report to stdout as JSON, instead of the paths of the files.")
def hls(source: Path, output: Path, defines: tuple[str, ...], *, as_json: bool) -> None:
    """Compile C for hardware (docs/hls.md) to Verilog, with a report of its states, cycles, registers and slow lines."""
    output.mkdir(parents=True, exist_ok=True)
    result = compile_source(source, output, defines=dict(parse_define(text) for text in defines))
    report, written = write_report(result, output)
    print_summary(report)
    if as_json:
        click.echo(report.model_dump_json(indent=1))
        return
    for file in (*result.core.sources, *written):
        click.echo(file)


def parse_define(text: str) -> tuple[str, str]:
    """NAME=VALUE, or NAME alone for 1, as C compilers have it."""
    name, equals, value = text.partition("=")
    if not name.isidentifier():
        raise click.BadParameter(f"{text!r} is not NAME or NAME=VALUE", param_hint="-D")
    return name, value if equals else "1"
