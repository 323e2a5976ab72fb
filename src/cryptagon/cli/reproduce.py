"""`cryptagon reproduce`: results made again from their records."""

import random
import shutil
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.markup import escape
from rich.status import Status

from cryptagon.analysis.difference import Difference, Pair, signed
from cryptagon.analysis.difference_tables import as_plain
from cryptagon.cli.console import print_json, print_table
from cryptagon.cli.diff import show as show_difference
from cryptagon.cli.faults import Interrupted, styled
from cryptagon.cli.options import jobs_option, json_option
from cryptagon.cluster.machines import Threads
from cryptagon.errors import CryptagonError
from cryptagon.reproduce import Agreement, Row, inputs, keep, kept, rebuild, subject_of
from cryptagon.reproduce.fresh import fresh_build
from cryptagon.results import read_measurement

EPILOG = """\b
Examples:
  cryptagon reproduce results/acorn128_rtl_ecp5-85f-8_unit_ec309e79.json
  cryptagon reproduce benchmarks/results/first-look/*.json
  cryptagon reproduce --inputs-only benchmarks/results/*/*.json
  cryptagon reproduce --all --verify --json result.json
  cryptagon reproduce --drift build/drift --sample 5 benchmarks/results/first-look/*.json

Everything is made anew in a folder of its own; nothing that was built before is used, but what several results have in
common is made once. As many as --jobs are made at once. The run that gave the record its figures is made again, with
--all every run of the record. Figures must agree to the last digit.

With --drift what is made again is kept as records in a folder, and a later call goes on from there as long as sources and
tools are the same; the end is the table of cryptagon diff: which figures changed, whether by more than the placement seed
explains, and which tools are others.

Exit code 0 if all that counts is identical, 1 if something differs, 2 if a result cannot be made again: a file that is no
record, a failed or imported result, a missing tool (docs/reproduce.md).
"""
SHOWN_DIGITS = 12


@dataclass(frozen=True)
class Outcome:
    """What came of one result: a comparison, or the reason why there is none."""

    path: Path
    name: str = ""
    comparison: Agreement | None = None
    drift: Pair | None = None
    error: CryptagonError | None = None

    @property
    def exit_code(self) -> int:
        """0 identical, 1 not, 2 unknown."""
        if self.drift:
            return 1 if self.drift.changed else 0
        return 2 if self.comparison is None else 0 if self.comparison.identical else 1


@dataclass(frozen=True)
class Request:
    """What is asked of each result."""

    every_run: bool
    verify: bool
    inputs_only: bool
    folder: Path | None
    drift: Path | None = None

    def compare(self, path: Path, tell: Callable[[str], None]) -> Outcome:
        """What a record says beside what is now.

        Raises CryptagonError where it cannot be made again.
        """
        record = read_measurement(path)
        subject = subject_of(record, path, self.folder)
        if self.drift and (made := kept(subject, path, self.drift, every_run=self.every_run)):
            return Outcome(path, subject.name, drift=Pair(record, made))
        if self.inputs_only:
            return Outcome(path, subject.name, Agreement(tuple(inputs(subject))))
        rebuilt = rebuild(subject, tell, every_run=self.every_run, verify=self.verify)
        if self.drift:
            made = keep(rebuilt, path, self.drift, every_run=self.every_run)
            return Outcome(path, subject.name, drift=Pair(record, made))
        return Outcome(path, subject.name, rebuilt.comparison)


@click.command(epilog=EPILOG)
@click.argument(
    "results", metavar="RESULT...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option(
    "--all",
    "every_run",
    is_flag=True,
    help="Make every run of the record again, not only the best.",
)
@click.option("--verify", is_flag=True, help="Run the known answers at every level too.")
@click.option(
    "--inputs-only", is_flag=True, help="Compare sources, options and tools; build nothing."
)
@click.option("--drift", metavar="DIR", type=click.Path(file_okay=False, path_type=Path),
              help="Keep what is made again as records in DIR, go on from those that are there, and end with what changed.")  # fmt: skip
@click.option("--sample", metavar="N", type=click.IntRange(min=1),
              help="Take only N of the results, by chance and always the same ones.")  # fmt: skip
@click.option("--from", "folder", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path),
              help="Folder of the algorithm, where it is not in the repository.")  # fmt: skip
@jobs_option("Results made at once; those of one core go one after the other.")
@json_option("Print JSON instead of text.")
def reproduce(
    *,
    results: tuple[Path, ...],
    every_run: bool,
    verify: bool,
    inputs_only: bool,
    drift: Path | None,
    sample: int | None,
    folder: Path | None,
    jobs: int,
    as_json: bool,
) -> None:
    """Make each RESULT, a measurement's JSON file, again from its record, and say identical or what
    differs.
    """
    if drift and inputs_only:
        raise click.UsageError("--drift makes results again, --inputs-only does not")
    results = sampled(results, sample) if sample else results
    request = Request(every_run, verify, inputs_only, folder, drift)
    with fresh_build() as built:
        try:
            outcomes = _each(results, request, jobs, quiet=as_json)
        except KeyboardInterrupt as interrupt:
            shutil.rmtree(built)
            kept_too = "what was finished is in DIR; " if drift else ""
            raise Interrupted(f"{kept_too}nothing of the results under way is kept") from interrupt
        exit_code = max(outcome.exit_code for outcome in outcomes)
        if exit_code == 0:
            shutil.rmtree(built)
    if drift:
        show_drift([outcome.drift for outcome in outcomes if outcome.drift], as_json=as_json)
    elif as_json:
        print_json([_as_json(outcome) for outcome in outcomes])
    if built.is_dir() and not as_json:
        click.echo(f"what was made now: {built}")
    sys.exit(exit_code)


def _each(results: Sequence[Path], request: Request, jobs: int, *, quiet: bool) -> list[Outcome]:
    """What came of each result, shown as it comes; one that cannot be made again does not keep the
    others from it.
    """
    outcomes: dict[Path, Outcome] = {}
    with Console(stderr=True).status("reading", spinner="dots") as status, Threads(jobs) as threads:
        board = _Board(status)

        def compare(paths: Sequence[Path]) -> None:
            for path in paths:
                outcomes[path] = _outcome(path, request, board)
                if threads.stopped:
                    return  # what failed then failed by that
                board.finish(path, outcomes[path], quiet=quiet)

        threads.execute(compare, [(paths,) for paths in _by_core(results)])
    return [outcomes[path] for path in dict.fromkeys(results)]


def sampled(results: Sequence[Path], count: int) -> tuple[Path, ...]:
    """So many of the results, drawn with a fixed seed, in their order."""
    ordered = sorted(dict.fromkeys(results))
    chosen = set(random.Random(0).sample(ordered, min(count, len(ordered))))
    return tuple(path for path in dict.fromkeys(results) if path in chosen)


def show_drift(pairs: Sequence[Pair], *, as_json: bool) -> None:
    """Print what changed from the records to what was made again."""
    found = Difference(tuple(sorted(pairs, key=lambda pair: pair.label.lower())), (), ())
    if as_json:
        print_json(as_plain(found))
    else:
        show_difference(found, every=False, faults=[])


def _outcome(path: Path, request: Request, board: "_Board") -> Outcome:
    try:
        return request.compare(path, lambda text: board.tell(path, text))
    except CryptagonError as error:
        return Outcome(path, error=error)


def _by_core(results: Sequence[Path]) -> list[list[Path]]:
    """The results in groups of one core each: made one after the other, they share its compilation
    and its cycles.
    """
    groups: dict[str, list[Path]] = {}
    for path in dict.fromkeys(results):
        try:
            core = str(read_measurement(path).options.get("core_digest"))
        except CryptagonError:
            core = str(path)  # told when it is its turn
        groups.setdefault(core, []).append(path)
    return list(groups.values())


class _Board:
    """What is going on, in one line; what has ended above it. From any thread."""

    def __init__(self, status: Status) -> None:
        self._status = status
        self._texts: dict[Path, str] = {}
        self._lock = threading.Lock()

    def tell(self, path: Path, text: str) -> None:
        with self._lock:
            self._texts[path] = text
            self._status.update(
                escape("; ".join(f"{path.stem}: {text}" for path, text in self._texts.items()))
            )

    def finish(self, path: Path, outcome: Outcome, *, quiet: bool) -> None:
        with self._lock:
            self._texts.pop(path, None)
            if not quiet:
                self._status.stop()  # it would send what is printed now to stderr
                _show(outcome)
                self._status.start()


def _show(outcome: Outcome) -> None:
    if outcome.drift:
        changed = ", ".join(
            f"{one.metric.title} {signed(one.percent)}"
            for one in outcome.drift.changes
            if one.before != one.after
        )
        click.echo(f"{outcome.name}: {changed or 'no figure changed'}")
        return
    if outcome.comparison is None:
        assert outcome.error  # there is one or the other
        click.echo(styled(outcome.error), err=True)
        return
    click.echo(click.style(outcome.name, bold=True))
    rows = [
        (row.name, _text(row.recorded), _text(row.now), _verdict(row))
        for row in outcome.comparison.rows
    ]
    print_table(("", "recorded", "now", ""), rows, right=(1, 2))
    differing = [row.name for row in outcome.comparison.differences]
    if not differing:
        click.echo(click.style("identical", fg="green") + "\n")
        return
    click.echo(f"{click.style('differs', fg='red')}: {', '.join(differing)}\n")


def _text(value: Any) -> str:  # noqa: ANN401 - figures, versions, digests
    if value is None:
        return "-"
    text = str(value)
    return text[:SHOWN_DIGITS] if len(text) >= 40 and text[:40].isalnum() else escape(text)


def _verdict(row: Row) -> str:
    if row.same:
        return "same"
    if row.recorded is None:
        return "not recorded"
    note = f": {escape(row.note)}" if row.note else ""
    return f"[red]differs[/]{note}" if row.differs else f"other, does not count{note}"


def _as_json(outcome: Outcome) -> dict[str, Any]:
    error = outcome.error
    parts = (
        {name: getattr(error, name) for name in ("what", "where", "why", "fix")} if error else None
    )
    comparison = outcome.comparison
    return {
        "result": str(outcome.path),
        "design": outcome.name,
        "identical": comparison.identical if comparison else None,
        "error": parts,
        "rows": [
            {**asdict(row), "same": row.same, "differs": row.differs} for row in comparison.rows
        ]
        if comparison
        else [],
    }
