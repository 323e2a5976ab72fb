"""The stable interface.

After a change that is meant: `REFRESH_GOLDEN=1 pytest tests/results/test_results_export.py`.
"""

import json
import os
from pathlib import Path

from sample_measurement import FAILURE, sample

from cryptagon.results import schema, to_json
from cryptagon.results.export import SCHEMA_FILE

GOLDEN = Path(__file__).with_name("measurements.golden.json")
PROMISED = {
    "algorithm",
    "variant",
    "approach",
    "target",
    "status",
    "work",
    "cycles",
    "luts",
    "ffs",
    "brams",
    "dsps",
} | {*("fmax_mhz", "throughput_mbps", "throughput_per_area", "seeds", "tools", "source_digest")}


def matches_file(text: str, path: Path) -> bool:
    if os.environ.get("REFRESH_GOLDEN"):
        path.write_text(text)
    return path.read_text() == text


def test_the_export_is_the_golden_file():
    assert matches_file(to_json([sample(), sample(**FAILURE)]) + "\n", GOLDEN)


def test_every_promised_field_is_there_for_results_and_failures():
    for entry in json.loads(to_json([sample(), sample(**FAILURE)])):
        assert set(entry) >= PROMISED


def test_a_failure_has_nulls():
    (entry,) = json.loads(to_json([sample(**FAILURE)]))
    assert (
        entry["status"].startswith("does not fit")
        and entry["throughput_mbps"] is None
        and entry["luts"] is None
    )


def test_nothing_gives_an_empty_list():
    assert json.loads(to_json([])) == []


def test_the_schema_file_is_up_to_date():
    assert matches_file(schema(), SCHEMA_FILE)


def test_the_schema_describes_the_golden_file():
    """Every field described and required, none beside them, and each null where the schema allows
    it.
    """
    content = json.loads(SCHEMA_FILE.read_text())
    assert content["type"] == "array" and content["items"] == {"$ref": "#/$defs/Measurement"}
    described = content["$defs"]["Measurement"]
    assert set(described["required"]) >= PROMISED and described["additionalProperties"] is False
    for entry in json.loads(GOLDEN.read_text()):
        assert set(entry) == set(described["properties"]) == set(described["required"])
        nullable = {
            name
            for name, field in described["properties"].items()
            if {"type": "null"} in field.get("anyOf", [])
        }
        assert {name for name, value in entry.items() if value is None} <= nullable


def test_every_field_says_what_it_is():
    fields = json.loads(SCHEMA_FILE.read_text())["$defs"]["Measurement"]["properties"]
    assert [name for name, field in fields.items() if not field.get("description")] == []
