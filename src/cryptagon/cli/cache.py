"""`cryptagon cache`: how much of what was made is kept, and how to bound it."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import click

from cryptagon import paths
from cryptagon.cli.console import print_json, print_table
from cryptagon.cli.options import json_option
from cryptagon.toolchain.cache_size import Entry, entries, remove_oldest

EPILOG = """\b
Examples:
  cryptagon cache
  cryptagon cache --limit 5

What was made is kept in the build folder, by the content of all that decides it: simulators, reference programs,
Verilog from C, netlists, layouts, the outcomes of stages. What is damaged is noticed and made again. Nothing is
removed by itself, but waveforms of failed simulations: of these the newest are kept.

What was used within the last hour is not removed, so that a study may run meanwhile.
"""


@click.command(epilog=EPILOG)
@click.option(
    "--limit",
    type=click.FloatRange(min=0),
    metavar="GIB",
    help="Remove what was used longest ago until so much is left.",
)
@json_option()
def cache(limit: float | None, as_json: bool) -> None:
    """Show how much is kept in the build folder, and bound it."""
    root = paths.build_folder()
    gone = [] if limit is None else remove_oldest(root, int(limit * (1 << 30)))
    kinds = _by_kind(root, entries(root))
    if as_json:
        sizes = {kind: {"entries": len(of), "bytes": _bytes(of)} for kind, of in kinds.items()}
        print_json(
            {"folder": str(root), "kinds": sizes, "removed": [str(entry.folder) for entry in gone]}
        )
        return
    rows = [
        [kind, f"{len(of):,}", _mib(_bytes(of)), _day(max(entry.used for entry in of))]
        for kind, of in kinds.items()
    ]
    every = [entry for of in kinds.values() for entry in of]
    print_table(
        ["", "entries", "MiB", "last used"],
        [*rows, ["all", f"{len(every):,}", _mib(_bytes(every)), ""]],
        right=(1, 2),
    )
    click.echo(f"\nin {root}")
    if gone:
        click.echo(f"removed: {len(gone):,} entries, {_mib(_bytes(gone))} MiB")


def _by_kind(root: Path, found: Sequence[Entry]) -> dict[str, list[Entry]]:
    """The entries by the folder of the build folder that they lie in, in the order of their
    names.
    """
    kinds: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in found:
        kinds[entry.folder.relative_to(root).parts[0]].append(entry)
    return dict(sorted(kinds.items()))


def _bytes(found: Sequence[Entry]) -> int:
    return sum(entry.size for entry in found)


def _mib(size: int) -> str:
    return f"{size / (1 << 20):,.1f}"


def _day(moment: float) -> str:
    return datetime.fromtimestamp(moment).isoformat(sep=" ", timespec="minutes")
