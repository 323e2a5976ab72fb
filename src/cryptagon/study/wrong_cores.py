"""Whether verification finds wrong cores: each of them through the same messages as a right one,
until the first thing that is wrong.
"""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from cryptagon.batch import Execute, one
from cryptagon.classes.aead import Bench
from cryptagon.classes.base import CORE, UNIT
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.mutation import with_fault
from cryptagon.simulate import Examination
from cryptagon.toolchain import ToolError

Outcome = Literal["found", "missed", "equivalent", "undecided", "does not apply"]
OTHERS: dict[Outcome, str] = {
    "undecided": "undecided",
    "equivalent": "equivalent",
    "does not apply": "not applicable",
}
NEVER_SETTLES = "converge"


@dataclass(frozen=True)
class WrongCore:
    """A core that should be found wrong: fault `number` of a core made by `cryptagon.mutation`.

    `text` says what it does wrong.
    """

    name: str
    text: str
    core: VerilogCore
    number: int


@dataclass(frozen=True)
class Finding:
    """What became of a wrong core.

    Where it was found: the level, the set of messages and stalls, and what was wrong first. Where
    it does not apply: why not, as `fault`.
    """

    name: str
    text: str
    outcome: Outcome
    level: str = ""
    messages: str = ""
    fault: str = ""
    seconds: float = 0.0


Follow = Callable[[Finding], None]


def search(bench: Bench, wrong: WrongCore) -> Finding:
    """Verify a wrong core alone and behind the hardware API, until it is found."""
    start = time.monotonic()
    with with_fault(wrong.number):
        found = next(
            (finding for level in (CORE, UNIT) if (finding := _at_level(bench, wrong, level))), None
        )
    return replace(
        found or Finding(wrong.name, wrong.text, "missed"), seconds=time.monotonic() - start
    )


def search_all(
    bench: Bench, cores: Sequence[WrongCore], execute: Execute, follow: Follow
) -> list[Finding]:
    """What became of each of them; `follow` hears of each finding as it comes."""
    return execute(search, [(bench, wrong) for wrong in cores], lambda _, finding: follow(finding))


def score(findings: Sequence[Finding]) -> str:
    """How many were found, of how many that should be, and what became of the others."""
    counts = Counter(finding.outcome for finding in findings)
    others = [f"{counts[outcome]} {text}" for outcome, text in OTHERS.items() if counts[outcome]]
    return "; ".join(
        [
            f"{counts['found']} of {counts['found'] + counts['missed'] + counts['undecided']} found",
            *others,
        ]
    )


def check_right(bench: Bench, controls: Sequence[WrongCore], execute: Execute) -> None:
    """Raises CryptagonError where verification finds something in one of these, which are right
    cores made as the wrong ones are.
    """
    for control in controls:
        finding = one(execute, search, bench, control)
        if finding.outcome == "found":
            why = f"{finding.text}: {finding.fault} ({finding.level} level, {finding.messages})"
            where = str(control.core.sources[-1])
            raise CryptagonError(
                "wrong cores can be made from a right core only",
                where=where,
                why=why,
                fix="see cryptagon verify",
            )


def _at_level(bench: Bench, wrong: WrongCore, level: str) -> Finding | None:
    try:
        fault = _examination(bench, level).of(wrong.core, record=False).fault
    except ToolError as failure:
        if NEVER_SETTLES not in failure.output:
            raise
        return Finding(
            wrong.name,
            wrong.text,
            "found",
            level,
            fault="it has a loop of logic that never settles",
        )
    return (
        Finding(wrong.name, wrong.text, "found", level, fault.messages, fault.kind)
        if fault
        else None
    )


_kept: dict[tuple[object, ...], Examination] = {}


def _examination(bench: Bench, level: str) -> Examination:
    """What every wrong core of an algorithm is sent, made once in a process."""
    tests = bench.tests
    key = (
        tests.algorithm.folder,
        len(tests.records),
        tests.seeds,
        tests.thorough,
        bench.interface,
        *bench.bus.values(),
        level,
    )
    if key not in _kept:
        _kept[key] = bench.examination(level)
    return _kept[key]
