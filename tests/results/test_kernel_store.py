"""Measurements of kernels: consistent, kept whole, found again."""

from datetime import UTC, datetime, timedelta

import pytest
from pydantic import ValidationError

from cryptagon.errors import CryptagonError
from cryptagon.results import KernelMeasurement, KernelStore

DAY = datetime(2026, 11, 21, tzinfo=UTC)
FIGURES = {"cycles": 18736, "cycles_between": 8353.0, "luts": 9437, "ffs": 336, "brams": 0, "dsps": 0, "fmax_mhz": 40.0}


def measurement(**changes):
    """A result of a Blowfish that there might be."""
    fields = {"kernel": "blowfish", "title": "Blowfish", "variant": "basic", "approach": "hls", "target": "ecp5-85f-8", "device": "LFE5U"}
    fields |= {"job": "650 blocks", "answer": "CHStone", "source_digest": "0" * 64, "date": DAY, "cryptagon": "0"}
    return KernelMeasurement.model_validate(fields | FIGURES | changes)


def test_time_follows_from_cycles_and_frequency():
    assert measurement().time_us == pytest.approx(468.4)
    with pytest.raises(ValidationError, match="from the other fields it is 468"):
        measurement(time_us=1.0)


def test_result_is_whole_and_failure_has_no_time():
    with pytest.raises(ValidationError, match="status is 'ok' but there is no luts"):
        measurement(luts=None)
    assert measurement(status="does not fit", luts=None).time_us is None
    with pytest.raises(ValidationError, match="a failed measurement has no time"):
        measurement(status="does not fit", time_us=3.0)


def test_kept_and_found_again(tmp_path):
    store = KernelStore(tmp_path / "kernels")
    assert store.load() == []
    old, new = measurement(), measurement(fmax_mhz=50.0, date=DAY + timedelta(days=1), source_digest="1" * 64)
    other = measurement(variant="x2")
    paths = [store.save(one) for one in (old, new, other)]
    assert len(set(paths)) == 3 and paths[0].name.startswith("blowfish_basic_hls_ecp5-85f-8_")
    assert len(store.load()) == 3 and store.newest() == [new, other]


def test_measuring_the_same_again_replaces(tmp_path):
    store = KernelStore(tmp_path)
    assert store.save(measurement()) == store.save(measurement(fmax_mhz=41.0))
    assert [one.fmax_mhz for one in store.load()] == [41.0]


def test_broken_file_is_named(tmp_path):
    store = KernelStore(tmp_path)
    path = store.save(measurement())
    path.write_text(path.read_text().replace('"luts": 9437', '"luts": "many"'))
    with pytest.raises(CryptagonError, match="the measurement cannot be read") as caught:
        store.load()
    assert (caught.value.where, caught.value.why) == (str(path), "luts: Input should be a valid integer")


def test_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CryptagonError, match="the measurement could not be written"):
        KernelStore(tmp_path / "file").save(measurement())
