"""Many programs against their Verilog: what failed, and how."""

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.hls.cosimulation import Design
from cryptagon.hls.cosimulation.batch import bench_of, run_benches
from cryptagon.hls.cosimulation.testbench import Bench

OWN_FAULT = "fault of the compiler"  # stands in what to do about a message that no source should lead to


@dataclass(frozen=True)
class Failure:
    """What went wrong with one program.

    `kind` is "mismatch" (the Verilog does something else), "crash" (of the compiler, or of a tool that it uses), "refusal" (with a message
    for its user) or "generator" (the program is not valid C, or crashes natively).
    """

    kind: str
    text: str


def failures_of(designs: Sequence[Design]) -> dict[str, Failure]:
    """What went wrong, by the designs' names; they are built into one simulator."""
    failures: dict[str, Failure] = {}
    benches: dict[str, Bench] = {}
    with tempfile.TemporaryDirectory() as place:
        for design in designs:
            try:
                benches[design.name] = bench_of(design, Path(place))
            except CryptagonError as error:
                failures[design.name] = Failure(kind_of(error), str(error))
            except Exception as error:  # whatever a generated program does to the compiler is a fault of the compiler
                failures[design.name] = Failure("crash", f"{type(error).__name__}: {error}")
        failures |= _mismatches(benches, Path(place)) if benches else {}
    return failures


def kind_of(error: CryptagonError) -> str:
    """The kind of failure that an error of the compiler, or of the native run, is."""
    if error.what.startswith(("not valid C23", "the native run crashed")):
        return "generator"
    return "crash" if OWN_FAULT in error.fix else "refusal"


def _mismatches(benches: dict[str, Bench], place: Path) -> dict[str, Failure]:
    """Runs the simulator; where it cannot be built, whose Verilog is at fault is told one by one."""
    try:
        outcomes = run_benches(benches, place)
    except CryptagonError as error:
        if len(benches) == 1:
            return {name: Failure("crash", str(error)) for name in benches}
        return {name: found for one, bench in benches.items() for name, found in _mismatches({one: bench}, place / one).items()}
    return {
        name: Failure("mismatch", f"natively {outcome.native}, in Verilog {outcome.stalled}"[:2000])
        for name, outcome in outcomes.items()
        if not outcome.agree
    }


def fails_alike(failure: Failure) -> Callable[[Design], bool]:
    """Whether a smaller design fails in the same way."""

    def fails(design: Design) -> bool:
        found = failures_of([design]).get(design.name)
        return found is not None and found.kind == failure.kind and (found.kind == "mismatch" or found.text[:30] == failure.text[:30])

    return fails
