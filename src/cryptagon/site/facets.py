"""What filters choose by, of every newest result, in memory: numbers of results are counted there
in one pass, where the database would take one for each filter."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from cryptagon.site.models import Edition, newest_results
from cryptagon.site.query import Filters
from cryptagon.site.revisions import shown_revision

CHOICES = {
    "algorithm_class": "algorithm_class",
    "contest": "studies",
    "target": "target",
    "approach": "approach",
    "algorithm": "algorithm",
    "variant": "variant",
    "publisher": "publisher",
    "interface": "interface",
    "key_size": "key_size",
    "source": "source",
}
"""Filters that choose one of the values of a field."""
SEVERAL = "contest"
"""The filter whose field has several values between bars."""
RANGES = {"area": "luts", "throughput": "throughput_mbps", "fmax": "fmax_mhz"}
"""Filters of a figure, by its ends."""
_MOST_KEPT = 4
_Mask = Any
"""A truth value a result: an array of numpy, or True where all pass."""


@dataclass(frozen=True)
class Option:
    """A value to choose, and how many results it would leave."""

    value: str
    count: int


@dataclass(frozen=True)
class _Choice:
    """A field of texts: of each result the place of its text, and the texts that have a value, in
    the order of the values."""

    having: dict[str, list[int]]
    codes: np.ndarray

    @classmethod
    def of(cls, texts: Sequence[str], *, several: bool) -> "_Choice":
        places = {text: place for place, text in enumerate(sorted(set(texts)))}
        having: dict[str, list[int]] = {}
        for text, place in places.items():
            for value in text.strip("|").split("|") if several else [text]:
                having.setdefault(value, []).append(place)
        codes = np.fromiter((places[one] for one in texts), np.int32, len(texts))
        return cls(dict(sorted(having.items())), codes)

    def passing(self, value: str) -> _Mask:
        return np.isin(self.codes, self.having.get(value, []))

    def options(self, mask: _Mask) -> list[Option]:
        codes = self.codes if mask is True else self.codes[mask]
        counted = np.bincount(codes, minlength=1 + max(map(max, self.having.values()), default=0))
        numbers = {value: int(counted[own].sum()) for value, own in self.having.items()}
        return [Option(value, number) for value, number in numbers.items() if value and number]


@dataclass(frozen=True)
class Facets:
    """All newest results by the fields of filters."""

    size: int
    choices: dict[str, _Choice]
    figures: dict[str, np.ndarray]

    @classmethod
    def of(cls, rows: Iterable[tuple]) -> "Facets":
        """Those of rows that have the fields of CHOICES and then those of RANGES."""
        columns = list(zip(*rows)) or [()] * (len(CHOICES) + len(RANGES))
        texts, numbers = columns[: len(CHOICES)], columns[len(CHOICES) :]
        return cls(
            len(columns[0]),
            {name: _Choice.of(own, several=name == SEVERAL) for name, own in zip(CHOICES, texts)},
            {name: np.array(own, dtype=float) for name, own in zip(RANGES, numbers)},
        )

    def count(self, filters: Filters) -> int:
        """How many results pass the filters."""
        mask = self._passing(filters)
        return self.size if mask is True else int(mask.sum())

    def options(self, filters: Filters) -> dict[str, list[Option]]:
        """What each choosing filter has to choose from under all the others, in order."""
        mask = self._passing(filters)
        return {
            name: own.options(self._passing(filters, but=name) if getattr(filters, name) else mask)
            for name, own in self.choices.items()
        }

    def _passing(self, filters: Filters, *, but: str = "") -> _Mask:
        mask: _Mask = True
        for name, choice in self.choices.items():
            if name != but and (value := getattr(filters, name)):
                mask = mask & choice.passing(value)
        for name, own in self.figures.items():  # a figure that there is not is in no range
            least, most = getattr(filters, f"{name}_min"), getattr(filters, f"{name}_max")
            mask = mask if least is None else mask & (own >= least)
            mask = mask if most is None else mask & (own <= most)
        return mask


def facets() -> Facets:
    """Those of the tables that are read now."""
    stamp = Edition.objects.values_list("stamp", flat=True).first()
    return _read(stamp or "", shown_revision())


def contest_sizes() -> dict[str, int]:
    """How many of the newest results belong to each contest that has any, by name."""
    found = facets().options(Filters.model_validate({}))[SEVERAL]
    return {one.value: one.count for one in found}


@lru_cache(_MOST_KEPT)
def _read(stamp: str, revision: str) -> Facets:
    """Those of this making of the tables, and of a revision by the digest of its entry."""
    return Facets.of(newest_results().values_list(*CHOICES.values(), *RANGES.values()))
