"""`python -m random_programs`: many random programs against their Verilog, resumed where an earlier
run ended.

A run goes on only with the compiler and the generator that it was begun with. Programs that fail
are made small and written, as C with the reason, beside the summary's `failures`.
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from cryptagon.toolchain import digest_of, survey
from random_programs.campaign import Failure, fails_alike, findings_of
from random_programs.features import FEATURES, features_of
from random_programs.generator import design_of, random_program
from random_programs.optimisations import OPTIMISATIONS
from random_programs.shrink import shrink

BATCH = 25
KINDS = ("mismatch", "crash", "refusal", "generator")


@dataclass(frozen=True)
class Batch:
    """Some programs from number `first` on: what failed, by number, in how many there was each
    feature, and each optimisation.
    """

    first: int
    failures: dict[int, Failure]
    features: Counter[str]
    optimised: Counter[str]


def main() -> None:
    """Run the programs; the exit code is 1 when one failed."""
    parser = argparse.ArgumentParser(
        prog="PYTHONPATH=tests/hls python -m random_programs",
        description="random programs against their Verilog",
    )
    parser.add_argument(
        "--count", type=int, default=2000, metavar="N", help="how many programs (2000)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="which programs (1)")
    parser.add_argument(
        "--first",
        type=int,
        default=0,
        metavar="N",
        help="number of the first (0); `--first N --count 1` runs one again",
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (1)")
    parser.add_argument(
        "--summary",
        type=Path,
        default=Path("build/random-programs.json"),
        metavar="FILE.json",
        help="result, resumed",
    )
    chosen = parser.parse_args()
    summary = resumed(chosen)
    ends = chosen.first + chosen.count
    left = [
        (n, min(BATCH, ends - n))
        for n in range(chosen.first, ends, BATCH)
        if n not in summary["batches"]
    ]
    with ProcessPoolExecutor(chosen.jobs) as pool:
        for done in as_completed([pool.submit(_batch, chosen.seed, *batch) for batch in left]):
            _add(summary, chosen.seed, done.result(), dict(left))
            write(chosen.summary, summary)
            found = ", ".join(
                f"{count} {kind}" for kind, count in summary["failed"].items() if count
            )
            print(
                f"{summary['ran']} of {chosen.count} programs: {found or 'no failure'}",
                file=sys.stderr,
                flush=True,
            )
    sys.exit(1 if summary["failures"] else 0)


def _batch(seed: int, first: int, count: int) -> Batch:
    programs = {number: random_program(seed, number) for number in range(first, first + count)}
    found = findings_of([design_of(program) for program in programs.values()])
    failures = {
        number: found.failures[program.name]
        for number, program in programs.items()
        if program.name in found.failures
    }
    features = Counter(feature for program in programs.values() for feature in features_of(program))
    return Batch(first, failures, features, found.optimised)


def _add(summary: dict[str, Any], seed: int, batch: Batch, sizes: dict[int, int]) -> None:
    summary["batches"].append(batch.first)
    summary["ran"] += sizes[batch.first]
    for number, failure in batch.failures.items():
        summary["failed"][failure.kind] += 1
        summary["failures"].append(_told(failure, seed, number))
    for key, counts in (("programs_with", batch.features), ("optimised", batch.optimised)):
        for name, count in counts.items():
            summary[key][name] += count


def _told(failure: Failure, seed: int, number: int) -> dict[str, object]:
    small = design_of(shrink(random_program(seed, number), fails_alike(failure)))
    again = (
        f"PYTHONPATH=tests/hls python -m random_programs --seed {seed} --first {number} --count 1"
    )
    print(
        f"{failure.kind} in program {number}: {failure.text}\n{small.source}\nagain: {again}",
        file=sys.stderr,
        flush=True,
    )
    items = {name: [str(item) for item in values] for name, values in small.items.items()}
    return {
        "number": number,
        "kind": failure.kind,
        "text": failure.text,
        "source": small.source,
        "items": items,
        "again": again,
    }


def resumed(chosen: argparse.Namespace) -> dict[str, Any]:
    """The summary so far, if it is of the same programs and the same compiler."""
    begun = {
        "asked": {"seed": chosen.seed, "first": chosen.first, "count": chosen.count},
        "compiler": compiler_digest(),
        "tools": {tool.name: tool.version for tool in survey() if tool.found},
    }
    if chosen.summary.is_file():
        summary = json.loads(chosen.summary.read_text())
        if all(summary.get(key) == value for key, value in begun.items()):
            return summary
    counted = {"failed": KINDS, "programs_with": FEATURES, "optimised": OPTIMISATIONS}
    counts = {key: dict.fromkeys(names, 0) for key, names in counted.items()}
    return {**begun, "commit": _commit(), "ran": 0, **counts, "failures": [], "batches": []}


@cache
def compiler_digest() -> str:
    """What tells one state of the compiler and the generator from another."""
    return digest_of(list(_sources()))


def _sources() -> Iterator[Path]:
    """All files of the compiler and of the generator, in the order of their names."""
    for folder in (Path(str(files("cryptagon.hls"))), Path(__file__).parent):
        yield from sorted(
            path
            for path in folder.rglob("*")
            if path.suffix in {".py", ".h", ".c", ".cpp", ".sv", ".v"}
        )


def _commit() -> str:
    """The commit of the source tree, with what says that files were changed since; empty where
    there is no git.
    """
    argv = ["git", "describe", "--always", "--dirty"]
    try:
        done = subprocess.run(
            argv, cwd=Path(__file__).parent, capture_output=True, text=True, check=False
        )
    except OSError:
        return ""
    return done.stdout.strip()


def write(file: Path, summary: dict[str, Any]) -> None:
    """Writes the summary as of now; a file that is there is replaced as a whole."""
    summary["date"] = datetime.now(UTC).isoformat(timespec="seconds")
    file.parent.mkdir(parents=True, exist_ok=True)
    partial_file = file.with_suffix(".partial")
    partial_file.write_text(json.dumps(summary, indent=1) + "\n")
    partial_file.replace(file)


if __name__ == "__main__":
    main()
