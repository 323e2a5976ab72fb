"""Which cases of a test run every day, and which only at night."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import pytest


def _words(case: Any) -> str:
    return "-".join(map(str, case)) if isinstance(case, tuple) else str(case)


def one_of(every: int, cases: Sequence[Any], name: Callable[[Any], str] = _words) -> list[Any]:
    """All cases as parameters of a test: the first of each `every` in a row for every day, the
    others for `make nightly`.
    """
    marks = [[] if place % every == 0 else [pytest.mark.nightly] for place in range(len(cases))]
    return [
        pytest.param(*(one if isinstance(one, tuple) else (one,)), marks=mark, id=name(one))
        for one, mark in zip(cases, marks)
    ]


def only(every_day: Collection[str], cases: Iterable[str]) -> list[Any]:
    """All cases as parameters of a test: those of `every_day`, and the others for `make nightly`."""
    return [
        pytest.param(one, marks=[] if one in every_day else [pytest.mark.nightly], id=one)
        for one in cases
    ]
