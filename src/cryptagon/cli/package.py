"""`cryptagon package`: a result as a zip that needs the tools alone."""

from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape

from cryptagon.cli.faults import Interrupted
from cryptagon.reproduce import needed_to_pack, pack, rebuild, subject_of
from cryptagon.results import read_measurement

EPILOG = """\b
Examples:
  cryptagon package results/acorn128_rtl_ecp5-85f-8_unit_ec309e79.json
  cryptagon package result.json -o acorn128.zip

The zip holds the Verilog, the scripts and command lines of Yosys and nextpnr, the expected figures and what checks
them; and in deliverables/ what an implementer hands in: the algorithm's folder with its sources and known answers, and a
list of variants, assumptions, block diagram and licence. Whoever unpacks it needs Python and the packages of its requirements.txt:

\b
  python3 -m zipfile -e acorn128.zip . && cd acorn128
  python3 -m venv tools && tools/bin/pip install -r requirements.txt
  PYTHON=tools/bin/python sh run.sh

It is only made of a result that is the same here: synthesis, place and route are run, or taken from the build folder.
"""


@click.command(epilog=EPILOG)
@click.argument("result", metavar="RESULT", type=click.Path(path_type=Path))
@click.option("-o", "--output", metavar="FILE.zip", type=click.Path(dir_okay=False, path_type=Path),
              help="A new file; named after RESULT otherwise.")  # fmt: skip
@click.option("--from", "folder", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path),
              help="Folder of the algorithm, where it is not in the repository.")  # fmt: skip
def package(*, result: Path, output: Path | None, folder: Path | None) -> None:
    """Pack RESULT, a measurement's JSON file, so that others can make it again without
    Cryptagon.
    """
    record = read_measurement(result)
    subject = subject_of(record, result, folder)
    with Console(stderr=True).status("reading", spinner="dots") as status:
        try:
            rebuilt = rebuild(
                subject,
                lambda text: status.update(escape(text)),
                cycles=False,
                needed=needed_to_pack(record),
            )
        except KeyboardInterrupt as interrupt:
            raise Interrupted("no package was written; what is finished is kept") from interrupt
    click.echo(pack(rebuilt, output or Path(f"{result.stem}.zip")))
