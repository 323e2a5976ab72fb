"""What leaves: the list behind `cryptagon results --json`, and the schema that describes it."""

import json
from collections.abc import Iterable
from pathlib import Path

from pydantic import TypeAdapter

from cryptagon.results.measurement import Measurement

SCHEMA_FILE = Path(__file__).with_name("measurements.schema.json")
_LIST = TypeAdapter(list[Measurement])


def to_json(measurements: Iterable[Measurement]) -> str:
    """A JSON array, one object a measurement, in the order given; the stable interface described by
    `measurements.schema.json`.
    """
    return _LIST.dump_json(list(measurements), indent=2).decode()


def schema() -> str:
    """JSON Schema (draft 2020-12) of what `to_json` gives, as text."""
    content = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Cryptagon measurements",
    }
    content |= _LIST.json_schema(mode="serialization")
    return json.dumps(content, indent=2) + "\n"
