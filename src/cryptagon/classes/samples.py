"""Samples of known answers, spread evenly over all there are."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def thinned(items: Sequence[T], about: int) -> list[T]:
    """About so many of the items, from the first on: each of the same distance to the one
    before.
    """
    return list(items[:: max(1, len(items) // about)])


def spread(items: Sequence[T], count: int) -> list[T]:
    """Just so many of the items, all where there are no more or `count` is 0.

    Each is from the middle of one of `count` equal parts: the very first known answers are of empty
    messages.
    """
    parts = min(count, len(items)) or len(items)
    return [items[len(items) * (2 * part + 1) // (2 * parts)] for part in range(parts)]
