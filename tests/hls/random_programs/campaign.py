"""Many programs against their Verilog: what failed, and how."""

import re
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.hls.check import CDesign
from cryptagon.hls.check.batch import Outcome, bench_of, run_benches
from cryptagon.hls.check.testbench import Bench
from random_programs.optimisations import DUMPED, optimisations_of

OWN_FAULT = (
    "fault of the compiler"  # is in what to do about a message that no source should lead to
)
PATIENCE = 60_000
"""Cycles: a program fills, copies and compares arrays of 10,000 elements without an item, in up to
three cycles an element."""


@dataclass(frozen=True)
class Failure:
    """What went wrong with one program.

    `kind` is "mismatch" (the Verilog does something else), "crash" (of the compiler, or of a tool
    that it uses), "refusal" (with a message for its user) or "generator" (the program is not valid
    C, or crashes natively).
    """

    kind: str
    text: str


@dataclass
class Findings:
    """What went wrong, by the designs' names, and in how many designs each optimisation of the
    compiler did something.
    """

    failures: dict[str, Failure] = field(default_factory=dict)
    optimised: Counter[str] = field(default_factory=Counter)


def findings_of(designs: Sequence[CDesign]) -> Findings:
    """What was found in some designs, which are built into one simulator."""
    found = Findings()
    benches: dict[str, Bench] = {}
    with tempfile.TemporaryDirectory() as place:
        for design in designs:
            bench, failure = _compiled(design, Path(place))
            if bench:
                benches[design.name] = bench
                found.optimised.update(optimisations_of(bench.result))
            if failure:
                found.failures[design.name] = failure
        found.failures |= _mismatches(benches, Path(place)) if benches else {}
    return found


def failures_of(designs: Sequence[CDesign]) -> dict[str, Failure]:
    """What went wrong, by the designs' names."""
    return findings_of(designs).failures


def _compiled(design: CDesign, place: Path) -> tuple[Bench | None, Failure | None]:
    """A design ready to be simulated, or why it is not."""
    try:
        return bench_of(design, place, DUMPED), None
    except CryptagonError as error:
        return None, Failure(kind_of(error), str(error))
    except (
        Exception
    ) as error:  # whatever a generated program does to the compiler is a fault of the compiler
        return None, Failure("crash", f"{type(error).__name__}: {error}")


def kind_of(error: CryptagonError) -> str:
    """The kind of failure that an error of the compiler, or of the native run, is."""
    if error.what.startswith(("not valid C", "the native run crashed")):
        return "generator"
    return "crash" if OWN_FAULT in error.fix else "refusal"


def _mismatches(benches: dict[str, Bench], place: Path) -> dict[str, Failure]:
    """Runs the simulator; where it cannot be built, whose Verilog is at fault is told one by
    one.
    """
    try:
        outcomes = run_benches(benches, place, PATIENCE)
    except CryptagonError as error:
        if len(benches) == 1:
            return {name: Failure("crash", str(error)) for name in benches}
        return {
            name: found
            for one, bench in benches.items()
            for name, found in _mismatches({one: bench}, place / one).items()
        }
    return {
        name: Failure("mismatch", _difference(outcome))
        for name, outcome in outcomes.items()
        if not outcome.agree
    }


def _difference(outcome: Outcome) -> str:
    """The first item in which a stream differs."""
    for stream, native in outcome.native.items():
        runs = {
            "without stalls": [transfer.item for transfer in outcome.free[stream]],
            "with stalls": outcome.stalled[stream],
        }
        for pauses, found in runs.items():
            pairs = enumerate(zip_longest(native, found))
            number = next((number for number, (wanted, got) in pairs if wanted != got), None)
            if number is not None:
                values = [
                    f"{run[number]:#x}" if number < len(run) else "nothing"
                    for run in (native, found)
                ]
                return f"stream '{stream}', item {number}, {pauses}: natively {values[0]}, in Verilog {values[1]}"
    if outcome.after_reset:
        return f"after a reset in mid-run: {outcome.after_reset}"
    return f"an item was withdrawn: {', '.join(sorted(outcome.withdrawn))}"


def fails_alike(failure: Failure) -> Callable[[CDesign], bool]:
    """Whether a smaller design fails in the same way; what the compiler does not take is not
    simulated.
    """
    check = failures_of if failure.kind == "mismatch" else _failures_of_compiler

    def fails(design: CDesign) -> bool:
        found = check([design]).get(design.name)
        return (
            found is not None
            and found.kind == failure.kind
            and (found.kind == "mismatch" or _gist(found) == _gist(failure))
        )

    return fails


def _gist(failure: Failure) -> str:
    """A message without places and names."""
    return re.sub(r"\S+\.c:\d+: |'[^']*'|\d+", "", failure.text.splitlines()[0])


def _failures_of_compiler(designs: Sequence[CDesign]) -> dict[str, Failure]:
    with tempfile.TemporaryDirectory() as place:
        return {
            design.name: failure
            for design in designs
            if (failure := _compiled(design, Path(place))[1])
        }
