"""`python -m cryptagon.hls.random_programs`: many random programs against their Verilog, resumed where an earlier run ended.

Programs that fail are made small and written, as C with the reason, beside the summary's `failures`.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from cryptagon import __version__
from cryptagon.hls.cosimulation import Design
from cryptagon.hls.cosimulation.batch import bench_of, run_benches
from cryptagon.hls.random_programs.generator import random_design
from cryptagon.hls.random_programs.shrink import shrink
from cryptagon.toolchain import survey

BATCH = 25


@dataclass(frozen=True)
class Failure:
    """A program that did not do in Verilog what it does natively, or that the compiler did not take."""

    number: int
    kind: str
    text: str


def failures_of(designs: Sequence[tuple[int, Design]]) -> list[Failure]:
    """What went wrong with some designs, built into one simulator."""
    failures, benches, numbers = [], {}, {}
    with tempfile.TemporaryDirectory() as place:
        for number, design in designs:
            try:
                benches[design.name] = bench_of(design, Path(place))
                numbers[design.name] = number
            except Exception as error:  # whatever a generated program does to the compiler is a fault of the compiler
                failures.append(Failure(number, type(error).__name__, str(error)))
        for name, outcome in run_benches(benches, Path(place)).items() if benches else ():
            if not outcome.agree:
                failures.append(Failure(numbers[name], "mismatch", f"natively {outcome.native}, in Verilog {outcome.stalled}"[:2000]))
    return failures


def _batch(seed: int, first: int, count: int) -> tuple[int, list[Failure]]:
    return first, failures_of([(number, random_design(seed, number)) for number in range(first, first + count)])


def _fails_alike(kind: str, text: str, design: Design) -> bool:
    """Whether a smaller design fails in the same way; that it is no longer valid C is another way."""
    found = failures_of([(0, design)])
    return bool(found) and found[0].kind == kind and found[0].text[:12] == text[:12] and "not valid C23" not in found[0].text


def main() -> None:
    """Run the programs; the exit code is 1 when one failed."""
    parser = argparse.ArgumentParser(description="Random programs of clocked C against their Verilog.")
    parser.add_argument("--count", type=int, default=2000, metavar="N", help="how many programs (2000)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="which programs (1)")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="number of the first (0); `--first N --count 1` runs one again")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (1)")
    parser.add_argument("--summary", type=Path, default=Path("build/random-programs.json"), metavar="FILE.json", help="result, resumed")
    chosen = parser.parse_args()
    summary = _resumed(chosen)
    left = [n for n in range(chosen.first, chosen.first + chosen.count, BATCH) if n not in summary["batches"]]
    with ProcessPoolExecutor(chosen.jobs) as pool:
        sizes = {n: min(BATCH, chosen.first + chosen.count - n) for n in left}
        for done in as_completed([pool.submit(_batch, chosen.seed, n, size) for n, size in sizes.items()]):
            first, failures = done.result()
            summary["batches"].append(first)
            summary["ran"] += sizes[first]
            summary["failures"] += [_told(failure, chosen.seed) for failure in failures]
            _write(chosen.summary, summary)
            print(f"{summary['ran']} of {chosen.count} programs, {len(summary['failures'])} failures", file=sys.stderr, flush=True)
    sys.exit(1 if summary["failures"] else 0)


def _told(failure: Failure, seed: int) -> dict[str, object]:
    design = shrink(random_design(seed, failure.number), partial(_fails_alike, failure.kind, failure.text))
    again = f"python -m cryptagon.hls.random_programs --seed {seed} --first {failure.number} --count 1"
    print(f"{failure.kind} in program {failure.number}: {failure.text}\n{design.source}\nagain: {again}", file=sys.stderr, flush=True)
    items = {name: [str(item) for item in values] for name, values in design.items.items()}
    return {"number": failure.number, "kind": failure.kind, "text": failure.text, "source": design.source, "items": items, "again": again}


def _resumed(chosen: argparse.Namespace) -> dict:
    """The summary so far, if it is of the same programs."""
    asked = {"seed": chosen.seed, "first": chosen.first, "count": chosen.count}
    if chosen.summary.is_file():
        summary = json.loads(chosen.summary.read_text())
        if summary["asked"] == asked and summary["cryptagon"] == __version__:
            return summary
    tools = {tool.name: tool.version for tool in survey() if tool.found}
    return {"asked": asked, "cryptagon": __version__, "tools": tools, "ran": 0, "failures": [], "batches": []}


def _write(file: Path, summary: dict) -> None:
    summary["date"] = datetime.now(UTC).isoformat(timespec="seconds")
    file.parent.mkdir(parents=True, exist_ok=True)
    partial_file = file.with_suffix(".partial")
    partial_file.write_text(json.dumps(summary, indent=1) + "\n")
    partial_file.replace(file)


if __name__ == "__main__":
    main()
