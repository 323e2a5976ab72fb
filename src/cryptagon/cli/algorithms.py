"""`cryptagon list`: what there is to benchmark, and on what."""

from dataclasses import asdict

import click

from cryptagon import paths
from cryptagon.asic import SOURCES, LibrarySource, library_file
from cryptagon.catalog import Algorithm, algorithms, kernels, load_any_contest, replaced, targets
from cryptagon.cli.console import print_json, print_table
from cryptagon.errors import CryptagonError

EPILOG = """\b
Examples:
  cryptagon list
  cryptagon list --json
"""


@click.command("list", epilog=EPILOG)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
def list_algorithms(as_json: bool) -> None:
    """List the algorithms, targets, cell libraries and contests that are here."""
    contests = [load_any_contest(file) for file in paths.files("contests", "*.toml")]
    if as_json:
        kinds = {"algorithms": algorithms().values(), "kernels": kernels().values(), "targets": targets().values(), "contests": contests}
        found = {kind: [item.model_dump(mode="json", by_alias=True) for item in items] for kind, items in kinds.items()}
        print_json(
            found
            | {
                "replaced": replaced(),
                "cell_libraries": [asdict(source) | {"installed": not _lacks(source)} for source in SOURCES.values()],
            }
        )
        return
    rows = [[one.name, one.title, one.class_, *_sizes(one), " ".join(one.approaches)] for one in algorithms().values()]
    print_table(["algorithm", "", "class", "key", "nonce", "tag", "block", "cores"], rows, right=(3, 4, 5, 6))
    click.echo()
    known = kernels()
    kernel_rows = [[one.name, one.title, " ".join(each.name for each in one.variants), " ".join(one.approaches)] for one in known.values()]
    print_table(["kernel", "", "variants", "cores"], kernel_rows)
    click.echo()
    print_table(["target", ""], [[one.name, one.title] for one in targets().values()])
    click.echo()
    print_table(["cell library", "", ""], [[one.name, one.title, _lacks(one)] for one in SOURCES.values()])
    click.echo()
    print_table(["contest", ""], [[f"contests/{one.path.name}", one.title] for one in contests])
    if names := replaced():
        click.echo(f"\nof {paths.own_folder()}, in place of Cryptagon's own: {', '.join(names)}")


def _lacks(source: LibrarySource) -> str:
    """How to get a cell library that is not installed; empty for one that is."""
    try:
        library_file(source.name)
    except CryptagonError as missing:
        return missing.fix
    return ""


def _sizes(one: Algorithm) -> list[str]:
    return [str(bits) for bits in (one.sizes.key, one.sizes.npub, one.sizes.tag, one.sizes.block)]
