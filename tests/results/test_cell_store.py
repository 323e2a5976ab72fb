"""Measurements in standard cells: consistent, kept whole, found again."""

from datetime import UTC, datetime, timedelta

import pytest
from pydantic import ValidationError

from cryptagon.errors import CryptagonError
from cryptagon.results import CellMeasurement, Store, in_cells, load_all, newest

DAY = datetime(2026, 11, 21, tzinfo=UTC)
WORK = {"name": "block of plaintext", "bits": 128, "cycles": "encryption"}
NETLIST = {
    "strategy": "area",
    "gate_equivalents": 10000.0,
    "register_equivalents": 2500.0,
    "registers": 440,
    "fmax_mhz": 1000.0,
}
DERIVED = {"throughput_mbps": 16000.0, "throughput_per_kge": 1600.0}
FAST = {"strategy": "fast", "gate_equivalents": 15000.0, "registers": 440, "fmax_mhz": 1200.0}
FAST_DERIVED = {"throughput_mbps": 19200.0, "throughput_per_kge": 1280.0}


def measurement(*netlists, **changes):
    """A result of an Ascon-128a that there might be."""
    fields = {
        "algorithm_class": "aead",
        "algorithm": "ascon128a",
        "title": "Ascon-128a",
        "approach": "hls",
        "scope": "core",
    }
    fields |= {
        "library": "cells",
        "library_digest": "0" * 64,
        "corner": "1 V",
        "wire_load": None,
        "gate_equivalent": "NAND2",
    }
    fields |= {
        "work": WORK,
        "cycles": {"encryption": 8.0},
        "source_digest": "0" * 64,
        "design_digest": "0" * 64,
    }
    fields |= {
        "date": DAY,
        "cryptagon": "0",
        "netlists": netlists or (NETLIST | DERIVED, FAST | FAST_DERIVED),
    }
    return CellMeasurement.model_validate(fields | changes)


def test_smallest_fastest_and_best():
    without = {"strategy": "none", "status": "there are several clocks", "gate_equivalents": 9000.0}
    found = measurement(without, NETLIST | DERIVED, FAST | FAST_DERIVED)
    assert (found.smallest.strategy, found.fastest.strategy, found.best.strategy) == (
        "area",
        "fast",
        "area",
    )
    assert measurement(without).best.strategy == "none" and not measurement(without).best.ok


def test_what_follows_from_the_clock_is_checked():
    with pytest.raises(
        ValidationError, match=r"throughput_mbps is 1\.0, but from the other fields it is 16000"
    ):
        measurement(NETLIST | DERIVED | {"throughput_mbps": 1.0})
    with pytest.raises(ValidationError, match="throughput_per_kge is None, but"):
        measurement(NETLIST | {"throughput_mbps": 16000.0})
    with pytest.raises(ValidationError, match="no area or no clock"):
        measurement({"strategy": "area"})
    with pytest.raises(ValidationError, match="at least 1 item"):
        measurement(netlists=())


def test_it_is_an_estimate_always():
    assert measurement().estimate is True
    with pytest.raises(ValidationError, match="estimate"):
        measurement(estimate=False)


def test_a_job_takes_time_and_has_no_throughput():
    job = {
        "algorithm_class": "kernel",
        "work": {"name": "a block", "cycles": "alone"},
        "cycles": {"alone": 500.0},
    }
    assert measurement(NETLIST | {"time_us": 0.5}, **job).best.time_us == 0.5
    with pytest.raises(
        ValidationError, match=r"time_us is None, but from the other fields it is 0\.5"
    ):
        measurement(NETLIST, **job)


def test_kept_and_found_again(tmp_path):
    store = Store(tmp_path / "cells")
    old, new = measurement(), measurement(date=DAY + timedelta(days=1), source_digest="1" * 64)
    other, again = measurement(library="others"), measurement(date=DAY - timedelta(days=1))
    paths = [store.save(one) for one in (again, old, new, other)]
    assert (
        len(set(paths)) == 3
        and paths[0] == paths[1]
        and paths[0].name.startswith("ascon128a_hls_cells_core_")
    )
    assert len(load_all(store.folder)) == 3 and newest(in_cells(load_all(store.folder))) == [
        new,
        other,
    ]


def test_broken_file_is_named(tmp_path):
    store = Store(tmp_path)
    path = store.save(measurement())
    path.write_text(path.read_text().replace('"corner": "1 V"', '"corner": 1'))
    with pytest.raises(CryptagonError, match="the measurement cannot be read") as caught:
        load_all(store.folder)
    assert (caught.value.where, caught.value.why) == (
        str(path),
        "corner: Input should be a valid string",
    )
