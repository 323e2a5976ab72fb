"""A site of many results, made from the committed records: their figures scaled, under other
publishers and variants.
"""

import json
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from cryptagon.errors import CryptagonError
from cryptagon.results import CellMeasurement, Measurement, record_of
from cryptagon.site.server import (
    make_kept_tables,
    open_database,
)  # sets Django up, before its models

from cryptagon.site.canonical import record_id  # isort: skip
from cryptagon.site.importing import Source, sources  # isort: skip
from cryptagon.site.indexing import reindex  # isort: skip
from cryptagon.site.log import PUBLISHED  # isort: skip
from cryptagon.site.log_models import Change, append  # isort: skip
from cryptagon.site.models import Record  # isort: skip

VARIANTS = 3
_DERIVED = ("throughput_mbps", "throughput_per_area", "time_us")
_FIRST = datetime(2026, 1, 1, tzinfo=UTC)
_AREAS = ("luts", "ffs", "gate_equivalents", "register_equivalents", "registers")


def make_site(file: Path, results: int) -> None:
    """A database with so many designs, every time the same."""
    open_database(file, writable=True)
    make_kept_tables()
    chance = random.Random(results)
    made = [
        _record(number, content, publisher, chance)
        for number, (content, publisher) in zip(range(results), _designs())
    ]
    Record.objects.bulk_create((record for record, _ in made), batch_size=500)
    append([Change(record, PUBLISHED, publisher, _FIRST.isoformat()) for record, publisher in made])
    reindex([])
    open_database(file)


def _designs() -> Iterator[tuple[dict[str, Any], str]]:
    """Every record under every variant of every publisher, without an end."""
    found = list(_measured())
    publisher = 0
    while True:
        publisher += 1
        for variant in range(VARIANTS):
            for content in found:
                named = (
                    f"{content['variant']} v{variant}".strip() if variant else content["variant"]
                )
                yield {**content, "variant": named}, f"Laboratory {publisher}"


def _measured() -> Iterator[dict[str, Any]]:
    """What the committed records say, in the newest schema."""
    for source in (one for one in sources() if one.name.startswith("benchmarks/")):
        if content := _read(source):
            yield content


def _read(source: Source) -> dict[str, Any] | None:
    try:
        found = record_of(json.loads(source.path.read_bytes()), source.path)
    except (CryptagonError, AttributeError):  # a file of figures, which is no record
        return None
    return (
        found.model_dump(mode="json") if isinstance(found, Measurement | CellMeasurement) else None
    )


def _record(
    number: int, content: dict[str, Any], publisher: str, chance: random.Random
) -> tuple[Record, str]:
    """The record with areas and clocks of its own, and its publisher."""
    area, clock = chance.uniform(0.5, 2), chance.uniform(0.6, 1.4)
    date = (_FIRST + timedelta(minutes=number)).isoformat()
    scaled = {**_scaled(content, area, clock), "date": date}
    own = Record(
        id=record_id(scaled),
        content=json.dumps(scaled).encode(),
        study="submitted",
        file=f"{number}.json",
    )
    return own, publisher


def _scaled(value: Any, area: float, clock: float, name: str = "") -> Any:  # noqa: ANN401 - JSON
    """A value of a record, in it and below it; what follows from other figures is left out."""
    if isinstance(value, dict):
        return {
            key: _scaled(one, area, clock, key) for key, one in value.items() if key not in _DERIVED
        }
    if isinstance(value, list):
        return [_scaled(one, area, clock, name) for one in value]
    if name == "fmax_mhz" and value:
        return value * clock
    if name in _AREAS and value:
        return round(value * area) if isinstance(value, int) else value * area
    return value
