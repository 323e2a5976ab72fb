"""Whether a record that somebody sent can be what it says: names that are known, figures that fit
together, texts that are text. It is a check of form: nothing is measured again."""

import re
import unicodedata
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from django.utils import timezone

from cryptagon import classes
from cryptagon.approaches import approaches
from cryptagon.catalog import AlgorithmFolder
from cryptagon.catalog.macros import recorded_variant
from cryptagon.errors import CryptagonError
from cryptagon.results import AREA_AND_SPEED, OK, AnyMeasurement, CellMeasurement, Measurement
from cryptagon.site.details import flattened
from cryptagon.site.known import known_algorithms, known_targets
from cryptagon.site.limits import MOST_NAME, MOST_TEXT
from cryptagon.user_files import did_you_mean

MOST_MHZ = {"placed": 2_000.0, "cells": 50_000.0}
MOST_AREA = 10_000_000
"""Look-up tables or gate equivalents; the largest parts of 2025 have some 10 million."""
_FIRST = datetime(2020, 1, 1, tzinfo=UTC)
_AHEAD = timedelta(hours=1)
"""How far the clock of who measured may be ahead."""
_NO_TEXT = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Control characters, marks that turn the direction of writing, and what is no character."""
_DIGEST = re.compile(r"[0-9a-f]{64}")


def faults_of(content: dict[str, object], measured: AnyMeasurement) -> list[str]:
    """Each thing that is wrong with a record, in a sentence; `content` is its JSON."""
    return [*_texts(content), *_names(measured), *_provenance(measured), *_figures(measured)]


def _texts(content: dict[str, object]) -> Iterator[str]:
    for name, text in flattened(content):
        if len(text) > MOST_TEXT:
            yield f"{name[:MOST_NAME]} has {len(text):,} characters; at most {MOST_TEXT:,} are taken"
        if len(name) > MOST_NAME:
            yield f"the name {name[:60]!r}... has {len(name):,} characters; at most {MOST_NAME} are taken"
        if hidden := _hidden(name + text):
            yield f"{_visible(name)} has the character U+{ord(hidden):04X}, which cannot be seen"


def _hidden(text: str) -> str:
    """The first character that cannot be seen; empty for none."""
    if text.isprintable():
        return ""
    return next((one for one in text if one != "\n" and unicodedata.category(one) in _NO_TEXT), "")


def _visible(name: str) -> str:
    return name[:MOST_NAME].encode("ascii", "backslashreplace").decode()


def _names(measured: AnyMeasurement) -> Iterator[str]:
    """Algorithm, approach and target are ones that this site knows, and called as it calls them."""
    found = known_algorithms().get(measured.algorithm)
    if found is None:
        yield f'algorithm: there is no "{measured.algorithm}" here; {did_you_mean(measured.algorithm, known_algorithms())}'
    else:
        yield from _algorithm(measured, found)
    if measured.approach not in approaches():
        yield f'approach: there is no "{measured.approach}" here; known: {", ".join(approaches())}'
    if isinstance(measured, Measurement):
        yield from _target(measured)


def _algorithm(measured: AnyMeasurement, found: AlgorithmFolder) -> Iterator[str]:
    for name, own, due in (
        ("algorithm_class", measured.algorithm_class, found.class_),
        ("title", measured.title, found.title),
    ):
        if own != due:
            yield f'{name} is "{own}"; {measured.algorithm} has "{due}"'
    try:
        recorded_variant(found, measured.variant)
    except CryptagonError:
        known = ", ".join(one.name or "the empty text" for one in found.variants)
        macros = "with macros: NAME=VALUE that its C reads"
        yield f'variant: {measured.algorithm} has no "{measured.variant}"; known: {known}; {macros}'
    if measured.work != (due := classes.class_of(found).work(found)):
        yield f"work is {_work(measured.work)}; that of {measured.algorithm} is {_work(due)}"
    if measured.scope == "unit" and not measured.interface:
        yield "interface: a unit has one, and none is named"


def _work(work: object) -> str:
    return ", ".join(f"{name} {value}" for name, value in work)  # type: ignore[attr-defined] - a model is its fields


def _target(measured: Measurement) -> Iterator[str]:
    found = known_targets().get(measured.target)
    if found is None:
        yield f'target: there is no "{measured.target}" here; {did_you_mean(measured.target, known_targets())}'
    elif measured.origin == "measured" and not measured.device.startswith(found.part):
        yield f'device is "{measured.device}"; {measured.target} is {found.part}'


def _provenance(measured: AnyMeasurement) -> Iterator[str]:
    if measured.date < _FIRST:
        yield f"date is {measured.date.isoformat()}, which is before there was a Cryptagon"
    if measured.date > timezone.now() + _AHEAD:
        yield f"date is {measured.date.isoformat()}, which is in the future"
    digests = {
        "source_digest": measured.source_digest,
        **measured.source_files,
        **measured.known_answer_files,
    }
    for name, digest in digests.items():
        if not _DIGEST.fullmatch(digest):
            yield f"{name}: a SHA-256 has 64 hexadecimal digits"
    if measured.verification and not all(one.ok for one in measured.verification):
        yield "verification: a level failed, so there is nothing to compare"
    elif not measured.verification and _has_result(measured):
        yield "verification: no level was run"


def _has_result(measured: AnyMeasurement) -> bool:
    return measured.ok if isinstance(measured, Measurement) else True


def _figures(measured: AnyMeasurement) -> Iterator[str]:
    """Figures are within what there is, and those of the best run are those of the record."""
    cycles = measured.cycles_of_work
    if cycles is not None and cycles < 1:
        yield f"cycles: {cycles:g} for one {measured.work.name}; the least is 1"
    if isinstance(measured, CellMeasurement):
        for one in measured.netlists:
            yield from _within(
                f"netlist {one.strategy}: ", "cells", one.gate_equivalents, one.fmax_mhz
            )
        return
    yield from _within("", "placed", measured.luts, measured.fmax_mhz)
    if measured.ok and not measured.estimate:
        yield from _search(measured)


def _within(what: str, kind: str, area: float | None, mhz: float | None) -> Iterator[str]:
    if area is not None and area > MOST_AREA:
        yield f"{what}the area is {area:,.0f}; at most {MOST_AREA:,} is plausible"
    if mhz is not None and mhz > MOST_MHZ[kind]:
        yield f"{what}fmax_mhz is {mhz:,.0f}; at most {MOST_MHZ[kind]:,.0f} is plausible"


def _search(measured: Measurement) -> Iterator[str]:
    if not measured.attempts:
        yield "attempts: no run is listed, so nothing shows where the figures come from"
        return
    best = measured.best_attempt
    if best not in measured.attempts or best.status != OK:
        yield "attempts: none of the runs that came to a result has best_strategy, best_seed and best_requested_mhz"
        return
    for name in AREA_AND_SPEED:
        if getattr(best, name) != getattr(measured, name):
            yield f"{name} is {getattr(measured, name)}; the best run has {getattr(best, name)}"
    if set(measured.seeds) != {one.seed for one in measured.attempts if one.seed is not None}:
        yield "seeds are not those of the runs"
