"""`cryptagon mutate`: whether verification finds wrong cores."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import get_args

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from cryptagon.catalog import algorithm
from cryptagon.catalog.algorithm import Approach
from cryptagon.cli.console import print_json, print_table
from cryptagon.cli.faults import Interrupted
from cryptagon.cluster import local_machines
from cryptagon.study.known_answers import known_answer_files, known_answers
from cryptagon.study.mutants import PortFaults
from cryptagon.study.plan import Entry
from cryptagon.study.verification import Bench, TestSet
from cryptagon.study.wrong_cores import Finding, Follow

EPILOG = """\b
Kinds:
  ports  every fault of the catalogue (docs/verification.md) at the ports of the core

\b
Examples:
  cryptagon mutate ascon128a
  cryptagon mutate dummy --approach rtl --only key-one-behind --only hang-after-forgery

Exit code 1 if verification finds nothing in a core that is wrong.
"""

MARKS = {"found": "[green]✓[/]", "missed": "[red]✗ missed[/]", "does not apply": "[dim]does not apply[/]"}


@click.command(epilog=EPILOG)
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@click.option("--approach", "approaches", type=click.Choice(get_args(Approach)), multiple=True, help="Only these cores; may be repeated.")
@click.option("--only", metavar="FAULT", multiple=True, help="Only this fault of the catalogue; may be repeated.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of stalls, forgeries and random messages.")
@click.option("-j", "--jobs", type=click.IntRange(min=1), default=os.cpu_count(), show_default="one a CPU", help="Wrong cores at once.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def mutate(*, names: tuple[str, ...], approaches: tuple[Approach, ...], only: tuple[str, ...], seed: int, jobs: int, as_json: bool) -> None:
    """Make wrong cores from those of the algorithms NAME... (names or folders), and tell which of them verification finds."""
    entries = [Entry(one, approach) for one in map(algorithm, names) for approach in approaches or one.approaches]
    benches = {entry.name: Bench(TestSet(entry.algorithm, known_answers(known_answer_files(entry.algorithm)), seed)) for entry in entries}
    wanted = [PortFaults(entry, benches[entry.name], only) for entry in entries]
    found: dict[str, list[Finding]] = {}
    with local_machines(jobs) as machines:
        try:
            for faults in wanted:
                with _progress(faults.entry.label, len(faults)) as follow:
                    found[faults.entry.label] = faults.findings(machines.execute, follow)
        except KeyboardInterrupt as interrupt:
            raise Interrupted("only the compiled simulators are kept") from interrupt
    if as_json:
        print_json([{"core": label, **asdict(finding)} for label, findings in found.items() for finding in findings])
    else:
        _show(found)
    sys.exit(1 if any(finding.outcome == "missed" for findings in found.values() for finding in findings) else 0)


@contextmanager
def _progress(label: str, total: int) -> Iterator[Follow]:
    """A bar on a terminal, and a line for each core that was missed."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total)

        def follow(finding: Finding) -> None:
            bar.advance(task)
            if finding.outcome == "missed":
                bar.console.print(f"{label}: missed {finding.name}: {finding.text}", highlight=False)

        yield follow


def _show(found: dict[str, Sequence[Finding]] | dict[str, list[Finding]]) -> None:
    rows = [_row(label, finding) for label, findings in found.items() for finding in findings]
    print_table(["core", "wrong core", "", "level", "found by", "what was wrong", "s"], rows, right=(6,))
    for label, findings in found.items():
        click.echo(f"\n{label}: {score(findings)}")


def score(findings: Sequence[Finding]) -> str:
    """How many were found, of how many that should be."""
    counts = {outcome: sum(finding.outcome == outcome for finding in findings) for outcome in ("found", "missed", "does not apply")}
    rest = f"; {counts['does not apply']} do not apply" if counts["does not apply"] else ""
    return f"{counts['found']} of {counts['found'] + counts['missed']} found{rest}"


def _row(label: str, finding: Finding) -> list[str]:
    return [label, finding.name, MARKS[finding.outcome], finding.level, finding.messages, finding.fault, f"{finding.seconds:.1f}"]
