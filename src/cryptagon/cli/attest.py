"""`cryptagon attest`: a record made again in a sandbox, and a signed word on it."""

from pathlib import Path

import click

from cryptagon.cli.publish import token_in
from cryptagon.cli.serve import check_packages
from cryptagon.errors import CryptagonError

EPILOG = """\b
Examples:
  cryptagon attest results/acorn128_rtl_ecp5-85f-8_unit_0a1b2c3d.json --to https://results.example.org --key my.key

RECORD is a file, or the 64 digits of an id of the site.
It does what `cryptagon reproduce` does, without network, in a folder in memory, with everything else to read alone. What
is sent: same or which rows differ, versions of tools, architecture of the machine, what the sandbox held.
Exit code 1 if the record could not be made again, or the site refused the attestation; nothing is sent then.
"""


@click.command(epilog=EPILOG)
@click.argument("record", metavar="RECORD")
@click.option(
    "--to", "url", required=True, metavar="URL", help="Address of the site that has the record."
)
@click.option(
    "--key",
    "key_file",
    required=True,
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Sign with this key.",
)
@click.option(
    "--token-file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="File with the token; default: the variable.",
)
@click.option(
    "--minutes",
    default=60.0,
    show_default=True,
    type=click.FloatRange(min=0.01),
    help="The longest it may take.",
)
@click.option(
    "--memory",
    default=8.0,
    show_default=True,
    type=click.FloatRange(min=0.01),
    help="The most memory it may take, GiB.",
)
@click.option(
    "--disk",
    default=8.0,
    show_default=True,
    type=click.FloatRange(min=0.01),
    help="The most it may write, GiB.",
)
@click.option(
    "--unconfined",
    is_flag=True,
    help="Hold time and memory alone: network, disk and files are open to it.",
)
def attest(
    *,
    record: str,
    url: str,
    key_file: Path,
    token_file: Path | None,
    minutes: float,
    memory: float,
    disk: float,
    unconfined: bool,
) -> None:
    """Make RECORD again, a file or the id of a record of the site, and publish a signed attestation
    of what came of it.
    """
    check_packages()
    from cryptagon.site import attesting  # noqa: PLC0415 - what no other command needs
    from cryptagon.site.client import Site, fetch_record  # noqa: PLC0415
    from cryptagon.site.sandbox import Limits  # noqa: PLC0415
    from cryptagon.site.signing import read_key  # noqa: PLC0415

    site, key, token = Site(url), read_key(key_file), token_in(token_file)
    site.check_private()
    content = fetch_record(site, record) if _is_id(record) else _content(Path(record))
    digest = attesting.record_in(content, record)
    if _is_id(record) and digest != record:
        raise CryptagonError(
            "the site gave another record than the one it was asked for", where=site.url, why=digest
        )
    limits = Limits(minutes * 60, int(memory * 2**30), int(disk * 2**30))
    hidden = (key_file, *([token_file] if token_file else []))
    rerun = attesting.run_again(content, limits, hidden=hidden, confined=not unconfined)
    click.echo("the same" if rerun.same else f"differs: {', '.join(rerun.differing)}")
    click.echo(f"held: {', '.join(rerun.held)}", err=True)
    answer = attesting.attest(site, digest, rerun, key, token)
    if not answer.taken:
        raise CryptagonError(
            "the site refused the attestation", where=site.url, why="; ".join(answer.faults)
        )
    click.echo(f"{answer.state}  {answer.id[:12]}")


def _is_id(text: str) -> bool:
    return len(text) == 64 and not set(text) - set("0123456789abcdef")


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as fault:
        raise CryptagonError(
            "the record cannot be read", where=str(file), why=str(fault)
        ) from fault
