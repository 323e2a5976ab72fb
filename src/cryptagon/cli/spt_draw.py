"""`cryptagon spt draw`: figures drawn in the browser."""

from pathlib import Path

import click

from cryptagon.cli.spt_files import FILE
from cryptagon.errors import CryptagonError
from cryptagon.user_files import UnreadableError, read_text

EPILOG = """\b
Examples:
  cryptagon spt draw
  cryptagon spt draw build/speck.uxf
  cryptagon spt draw figures/xtea.drawio --answers docs/examples/xtea-answers.txt

The page is of this machine alone and needs no network. A file that is not there yet is made when it is saved. Ctrl-C ends it.
"""


@click.command(epilog=EPILOG)
@click.argument("file", metavar="[FIGURE]", type=FILE, required=False)
@click.option(
    "--port",
    default=8048,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="Port to listen at; 0 takes a free one.",
)
@click.option(
    "--answers",
    metavar="FILE",
    type=FILE,
    help="Known answers, one a line: key=00 text=00 -> text=5579.",
)
@click.option("--browser", is_flag=True, help="Open the page in the browser.")
def draw(*, file: Path | None, port: int, answers: Path | None, browser: bool) -> None:
    """Draw a figure in the browser, or change FIGURE: UXF or draw.io.

    Types, faults and known answers are shown as one draws.
    """
    from cryptagon.spt.draw.desk import Desk  # noqa: PLC0415 - what no other command needs
    from cryptagon.spt.draw.server import DrawingServer  # noqa: PLC0415

    known = _text(answers) if answers else ""
    desk = Desk(file)
    desk.opened()
    try:
        server = DrawingServer(desk, port, known)
    except OSError as error:
        fix = "give another --port, 0 takes a free one"
        raise CryptagonError(
            "the page cannot be shown there",
            where=f"127.0.0.1:{port}",
            why=str(error.strerror),
            fix=fix,
        ) from error
    click.echo(f"{server.address}  (Ctrl-C ends it)")
    if browser:
        click.launch(server.address)
    with server:
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo()


def _text(file: Path) -> str:
    try:
        return read_text(file)
    except UnreadableError as fault:
        raise CryptagonError(
            "the known answers cannot be read", where=fault.at(file), why=str(fault)
        ) from fault
