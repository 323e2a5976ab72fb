"""What a check gave."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

PASSED, WARNED, FAILED = "passed", "warned", "failed"


@dataclass(frozen=True)
class Outcome:
    """A check: its name, passed, warned or failed, how many cases it tried, and of the first case
    that is not right what was found.
    """

    name: str
    result: str
    cases: int
    found: str = ""


def checked(name: str, findings: Iterator[str], *, worst: str = FAILED) -> Outcome:
    """A check of the cases that an iterator tries: it gives "" for a right case, and what was found
    for another. It ends with the first of those; `worst` is what it then is.
    """
    cases = 0
    for found in findings:
        cases += 1
        if found:
            return Outcome(name, worst, cases, found)
    return Outcome(name, PASSED, cases)


Check = Callable[[], Outcome]
