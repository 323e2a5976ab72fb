"""`cryptagon hls`: C to Verilog alone."""

from pathlib import Path

import click

from cryptagon.hls import compile_source

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
def hls(source: Path, output: Path, defines: tuple[str, ...]) -> None:
    """Compile C for hardware (docs/hls.md) to Verilog."""
    output.mkdir(parents=True, exist_ok=True)
    result = compile_source(source, output, defines=dict(parse_define(text) for text in defines))
    for file in result.core.sources:
        click.echo(file)
    states = f"{len(result.states)} {'state' if len(result.states) == 1 else 'states'}"
    click.echo(f"{states}, {result.registers.bits} register bits, {result.seconds:.1f} s", err=True)


def parse_define(text: str) -> tuple[str, str]:
    """NAME=VALUE, or NAME alone for 1, as C compilers have it."""
    name, equals, value = text.partition("=")
    if not name.isidentifier():
        raise click.BadParameter(f"{text!r} is not NAME or NAME=VALUE", param_hint="-D")
    return name, value if equals else "1"
