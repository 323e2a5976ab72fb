"""Decides all cases.

The ranges are assumed in each and proved in each; one that does not hold is given up, and all is
decided again.
"""

import time
from collections.abc import Sequence
from pathlib import Path

from cryptagon.hls.ir.instructions import Location
from cryptagon.hls.proof.meaning import NotCoveredError
from cryptagon.hls.proof.miter import CorePair, Difference, Interval, Miter
from cryptagon.hls.proof.outcome import Fault, Part, Standing
from cryptagon.hls.proof.reference import Case, Check, Never
from cryptagon.toolchain.abc import Verdict

MOST_FAULTS = 8


def settle(
    design: CorePair,
    cases: Sequence[Case],
    ranges: dict[tuple[int, str], Interval],
    folder: Path,
    limit_s: float,
) -> list[Part]:
    """The standing of each case."""
    ranges, given_up = dict(ranges), []
    parts: dict[str, Part] = {}
    waiting = list(cases)
    while waiting:
        case = waiting.pop(0)
        part, broken = _case(design, case, ranges, folder, limit_s)
        if broken:
            for key in broken:
                del ranges[key]
            given_up += broken
            waiting = list(cases)
            continue
        parts[case.title] = part
    return [parts[case.title] for case in cases]


def _case(
    design: CorePair,
    case: Case,
    ranges: dict[tuple[int, str], Interval],
    folder: Path,
    limit_s: float,
) -> tuple[Part, list[tuple[int, str]]]:
    """A case's standing, or the ranges that do not hold."""
    begun = time.perf_counter()
    try:
        miter = Miter(design, case, ranges)
        miter.build()
    except NotCoveredError as gap:
        return Part(case.title, Standing.TESTED, str(gap), (), time.perf_counter() - begun), []
    differences: list[Difference] = []
    verdict = Verdict.REFUTED
    while verdict is Verdict.REFUTED and len(differences) < MOST_FAULTS:
        left = limit_s - (time.perf_counter() - begun)
        if left <= 0:
            verdict = Verdict.UNDECIDED
            break
        skipped = [difference.check for difference in differences]
        verdict, found = miter.decide(
            skipped, folder, case.title.replace(" ", "_").replace("'", ""), left
        )
        broken = [difference.check for difference in found if isinstance(difference.check, tuple)]
        if broken:
            return Part(case.title, Standing.TESTED, "", (), 0.0), broken
        differences += found
    return _part(case, differences, verdict, limit_s, time.perf_counter() - begun), []


def _part(
    case: Case, differences: Sequence[Difference], verdict: Verdict, limit_s: float, seconds: float
) -> Part:
    beyond = [
        difference.check
        for difference in differences
        if isinstance(difference.check, Never) and difference.check.of_range
    ]
    if beyond and len(beyond) == len(differences):
        return Part(
            case.title,
            Standing.TESTED,
            f"its ranges are not shown: {beyond[0].meaning}",
            (),
            seconds,
        )
    if differences:
        return Part(
            case.title,
            Standing.DIFFERENT,
            "",
            tuple(_fault(case, difference) for difference in differences),
            seconds,
        )
    if verdict is Verdict.PROVED:
        return Part(case.title, Standing.PROVED, "", (), seconds)
    return Part(case.title, Standing.TESTED, f"not decided in {limit_s:g} s", (), seconds)


def _fault(case: Case, difference: Difference) -> Fault:
    """A difference in words; where no line of C is known for a value, the state's own."""
    check, values = (
        difference.check,
        tuple((name, value) for name, value in sorted(difference.values.items()) if value and name),
    )
    if isinstance(check, Never):
        return Fault(
            check.meaning, check.location if check.location.line else case.location, values
        )
    assert isinstance(check, Check)
    known = check.ways[difference.way][1] if difference.way >= 0 else Location()
    location = known if known.line else case.location
    return Fault(
        f"{check.signal} is {difference.found:#x}, not {difference.expected:#x}", location, values
    )
