"""`cryptagon mutate`: whether verification finds wrong cores."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import get_args

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from cryptagon import classes
from cryptagon.approaches import entries_of
from cryptagon.catalog import Algorithm, Entry
from cryptagon.classes import Setting
from cryptagon.classes.aead import Bench
from cryptagon.cli.console import print_json, print_table
from cryptagon.cli.faults import Interrupted
from cryptagon.cli.options import approaches_option, jobs_option, json_option
from cryptagon.cluster import local_machines
from cryptagon.errors import CryptagonError
from cryptagon.study.mutants import SAMPLE, Kind, faults_of
from cryptagon.study.wrong_cores import Finding, Follow, score

EPILOG = """\b
Kinds:
  ports  every fault of the catalogue (docs/verification.md) at the ports of the core
  gates  a sample of faults of single gates of the core
  c      a sample of small changes of the core's C; first run natively, then compiled

\b
Examples:
  cryptagon mutate ascon128a
  cryptagon mutate dummy --approach rtl --only key-one-behind --only hang-after-forgery
  cryptagon mutate acorn128 --kind gates --kind c --count 100 --seed 7

A gate or a piece of C that verification does not find wrong is equivalent where it is proved to change nothing, and
undecided where there is no such proof.

Exit code 1 if verification finds nothing in a core that is wrong.
"""

MARKS = {
    "found": "[green]✓[/]",
    "missed": "[red]✗ missed[/]",
    "equivalent": "[dim]equivalent[/]",
    "undecided": "[yellow]undecided[/]",
    "does not apply": "[dim]does not apply[/]",
}


@click.command(epilog=EPILOG)
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@approaches_option
@click.option("--kind", "kinds", type=click.Choice(get_args(Kind)), multiple=True, default=("ports",), show_default=True,
              help="Where the fault is; may be repeated.")  # fmt: skip
@click.option(
    "--count",
    type=click.IntRange(min=1),
    default=SAMPLE,
    show_default=True,
    help="Size of a sample of gates or of C.",
)
@click.option(
    "--only", metavar="FAULT", multiple=True, help="Only this fault at the ports; may be repeated."
)
@click.option(
    "--seed",
    type=int,
    default=1,
    show_default=True,
    help="Of samples, stalls, forgeries and random messages.",
)
@jobs_option("Wrong cores at once.")
@json_option()
def mutate(
    *, names: tuple[str, ...], approaches: tuple[str, ...], kinds: tuple[Kind, ...], count: int, only: tuple[str, ...], seed: int,
    jobs: int, as_json: bool,
) -> None:  # fmt: skip
    """Make wrong cores from those of the algorithms NAME... (names or folders), and tell which of
    them verification finds.
    """
    entries = [
        entry
        for name in names
        for entry in entries_of(_cipher(name))
        if not approaches or entry.approach in approaches
    ]
    benches = {entry.name: _bench(entry, seed) for entry in entries}
    made = {
        (entry.label, kind): faults_of(kind, entry, benches[entry.name], count=count, only=only)
        for entry in entries
        for kind in kinds
    }
    found = {}
    with local_machines(jobs) as machines:
        try:
            for (label, kind), faults in made.items():
                if faults is not None:
                    with _progress(f"{label}, {kind}", len(faults)) as follow:
                        found[label, kind] = faults.findings(machines.execute, follow)
        except KeyboardInterrupt as interrupt:
            raise Interrupted("only the compiled simulators are kept") from interrupt
    if as_json:
        print_json(
            [
                {"core": label, "kind": kind, **asdict(one)}
                for (label, kind), findings in found.items()
                for one in findings
            ]
        )
    else:
        _show(found)
    sys.exit(
        1 if any(one.outcome == "missed" for findings in found.values() for one in findings) else 0
    )


def _cipher(name: str) -> Algorithm:
    """The authenticated cipher: faults are known at its ports only.

    Raises CryptagonError for another class.
    """
    found = classes.algorithm(name)
    if isinstance(found, Algorithm):
        return found
    what = f"{name} is of class {found.class_}: wrong cores are made of authenticated ciphers"
    raise CryptagonError(what, where=str(found.file), fix="name an algorithm of class aead")


def _bench(entry: Entry, seed: int) -> Bench:
    """A sample of the known answers: what wrong cores escape is hardly ever found by more of
    them.
    """
    tests = classes.class_of(entry.algorithm).tests(
        entry.algorithm, entry.variant, Setting(sample=True, seeds=(seed,))
    )
    assert isinstance(tests, Bench)  # as it is a cipher
    return tests


@contextmanager
def _progress(label: str, total: int) -> Iterator[Follow]:
    """A bar on a terminal, and a line for each core that was missed."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total)

        def follow(finding: Finding) -> None:
            bar.advance(task)
            if finding.outcome == "missed":
                bar.console.print(
                    f"{label}: missed {finding.name}: {finding.text}", highlight=False
                )

        yield follow


def _show(found: Mapping[tuple[str, str], Sequence[Finding]]) -> None:
    rows = [_row(label, finding) for (label, _), findings in found.items() for finding in findings]
    print_table(
        ["core", "wrong core", "", "level", "found by", "what was wrong", "s"], rows, right=(6,)
    )
    for (label, kind), findings in found.items():
        click.echo(f"\n{label}, {kind}: {score(findings)}")


def _row(label: str, finding: Finding) -> list[str]:
    name = (
        finding.name
        if finding.level or finding.outcome == "does not apply"
        else f"{finding.name}: {finding.text}"
    )
    return [
        label,
        name,
        MARKS[finding.outcome],
        finding.level,
        finding.messages,
        finding.fault,
        f"{finding.seconds:.1f}",
    ]
