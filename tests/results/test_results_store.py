import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sample_measurement import FAILURE, JOB, sample

from cryptagon.errors import CryptagonError
from cryptagon.results import Store, current, load_all, newest, read_measurement


def test_what_is_saved_is_loaded(tmp_path):
    store = Store(tmp_path / "deep" / "results")
    measurements = [sample(), sample(**FAILURE), sample(algorithm="acorn128")]
    for measurement in measurements:
        store.save(measurement)
    loaded = load_all(store.folder)
    assert sorted(loaded, key=lambda m: m.key) == sorted(measurements, key=lambda m: m.key)
    assert loaded == load_all(store.folder)


def test_a_folder_that_does_not_exist_holds_nothing(tmp_path):
    assert load_all(tmp_path / "none") == []


def test_the_file_name_is_readable_and_stable(tmp_path):
    assert (
        Store(tmp_path).path(sample()).name == "ascon128a_basic_hls_ecp5-85f-8_unit_0ea24017.json"
    )
    assert "/" not in Store(tmp_path).path(sample(variant="x2 / folded")).name


def test_measuring_the_same_again_replaces_and_other_sources_are_kept(tmp_path):
    store = Store(tmp_path)
    store.save(sample())
    store.save(sample(date=datetime(2026, 2, 1, tzinfo=UTC)))
    assert [m.date.month for m in load_all(store.folder)] == [2]
    store.save(sample(source_digest="77" * 32, date=datetime(2026, 3, 1, tzinfo=UTC)))
    assert len(load_all(store.folder)) == 2
    assert [m.source_digest for m in newest(load_all(store.folder))] == ["77" * 32]


def test_files_are_text_with_a_line_end(tmp_path):
    text = Store(tmp_path).save(sample()).read_text()
    assert text.endswith("}\n") and json.loads(text)["date"] == "2026-01-02T03:04:05Z"


def test_a_write_that_is_cut_short_leaves_the_old_file(tmp_path, monkeypatch):
    store = Store(tmp_path)
    path = store.save(sample())
    before = path.read_text()

    def fail(self: Path, target: Path) -> Path:
        raise OSError("no space left")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(CryptagonError, match="could not be written"):
        store.save(sample(date=datetime(2026, 2, 1, tzinfo=UTC)))
    assert path.read_text() == before and list(tmp_path.iterdir()) == [path]


def test_a_left_over_part_is_not_a_measurement(tmp_path):
    (tmp_path / ".ascon128a_basic.xyz.part").write_text('{"algo')
    assert load_all(tmp_path) == []


@pytest.mark.parametrize(
    ("text", "place", "why"),
    [
        ('{\n "algorithm": "asc', ":2", "not JSON"),
        ("[1, 2]", "", "an object is expected, not a list"),
        ('{"schema_version": 2, "algorithm": "a"}', "", "algorithm_class: Field required"),
    ],
)
def test_a_broken_file_is_named_with_its_fault(tmp_path, text, place, why):
    path = tmp_path / "broken.json"
    path.write_text(text)
    with pytest.raises(CryptagonError) as caught:
        load_all(tmp_path)
    assert caught.value.where == f"{path}{place}" and why in caught.value.why and caught.value.fix


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("luts", "2000", "luts: "),
        ("fmax_mhz", 151.0, "throughput_mbps is 2400.0"),
        ("colour", 3, "colour: Extra inputs"),
        ("seeds", [1.5], "seeds.0"),
    ],
)
def test_a_file_changed_by_hand_is_caught(tmp_path, field, value, why):
    path = Store(tmp_path).save(sample())
    path.write_text(json.dumps(json.loads(path.read_text()) | {field: value}))
    with pytest.raises(CryptagonError) as caught:
        read_measurement(path)
    assert why in caught.value.why


def test_bytes_that_are_not_text_are_a_fault_of_the_file(tmp_path):
    (tmp_path / "bad.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CryptagonError, match=r"bad\.json"):
        load_all(tmp_path)


def test_a_newer_schema_is_refused_with_the_remedy(tmp_path):
    path = Store(tmp_path).save(sample())
    path.write_text(json.dumps(json.loads(path.read_text()) | {"schema_version": 3}))
    with pytest.raises(CryptagonError) as caught:
        load_all(tmp_path)
    assert (
        caught.value.where == str(path)
        and "schema_version is 3" in caught.value.why
        and "update Cryptagon" in caught.value.fix
    )


def test_records_of_every_kind_lie_together_and_below(tmp_path):
    job = sample(**JOB)
    Store(tmp_path).save(sample())
    Store(tmp_path / "older").save(job)
    assert load_all(tmp_path) == [sample(), job]


def test_a_quick_result_is_shown_where_there_is_no_full_one_of_the_same_sources(tmp_path):
    full, quick = sample(), sample(options={"quick": True}, date=datetime(2026, 3, 1, tzinfo=UTC))
    newer = sample(
        options={"quick": True}, date=datetime(2026, 4, 1, tzinfo=UTC), source_digest="77" * 32
    )
    assert current([full, quick]) == [full]
    assert current([full, quick, newer]) == [newer]
