"""`cryptagon list`: what there is to benchmark, and on what."""

from dataclasses import asdict

import click

from cryptagon import classes, paths
from cryptagon.approaches import approaches_of
from cryptagon.asic import SOURCES, LibrarySource, library_file
from cryptagon.catalog import AlgorithmFolder, replaced, targets
from cryptagon.classes import AlgorithmClass
from cryptagon.cli.console import print_json, print_table
from cryptagon.cli.options import json_option
from cryptagon.errors import CryptagonError
from cryptagon.study.contest import load_contest
from cryptagon.study.plan import contest_files

EPILOG = """\b
Examples:
  cryptagon list
  cryptagon list --json
"""


@click.command("list", epilog=EPILOG)
@json_option("Print JSON instead of tables.")
def list_algorithms(as_json: bool) -> None:
    """List the algorithms, targets, cell libraries and contests that are here."""
    contests = [load_contest(file) for file in contest_files()]
    if as_json:
        kinds = {
            "algorithms": classes.algorithms().values(),
            "targets": targets().values(),
            "contests": contests,
        }
        found = {
            kind: [item.model_dump(mode="json", by_alias=True) for item in items]
            for kind, items in kinds.items()
        }
        print_json(
            found
            | {
                "replaced": replaced(),
                "cell_libraries": [
                    asdict(source) | {"installed": not _lacks(source)}
                    for source in SOURCES.values()
                ],
            }
        )
        return
    for kind in classes.classes().values():
        _show_class(kind, [one for one in classes.algorithms().values() if one.class_ == kind.name])
    print_table(["target", ""], [[one.name, one.title] for one in targets().values()])
    click.echo()
    print_table(
        ["cell library", "", ""], [[one.name, one.title, _lacks(one)] for one in SOURCES.values()]
    )
    click.echo()
    rows = [
        [f"contests/{one.path.name}", one.title, one.class_, "default" if one.default else ""]
        for one in contests
    ]
    print_table(["contest", "", "class", ""], rows)
    if names := replaced():
        click.echo(f"\nof {paths.own_folder()}, in place of Cryptagon's own: {', '.join(names)}")


def _show_class(kind: AlgorithmClass, found: list[AlgorithmFolder]) -> None:
    """The algorithms of a class, with the sizes that such ones have."""
    sizes = list(dict.fromkeys(name for one in found for name in kind.sizes(one)))
    headings = [kind.name, "", *sizes, "variants", "cores"]
    rows = [
        [
            one.name,
            one.title,
            *(str(kind.sizes(one).get(name, "")) for name in sizes),
            _variants(one),
            " ".join(approaches_of(one)),
        ]
        for one in found
    ]
    print_table(headings, rows, right=range(2, 2 + len(sizes)))
    click.echo()


def _variants(one: AlgorithmFolder) -> str:
    return " ".join(variant.name for variant in one.variants)


def _lacks(source: LibrarySource) -> str:
    """How to get a cell library that is not installed; empty for one that is."""
    try:
        library_file(source.name)
    except CryptagonError as missing:
        return missing.fix
    return ""
