"""What failed runs leave is bounded: the newest stay."""

import os

import pytest

from cryptagon.simulate import failures
from cryptagon.simulate.failures import failure_folder


@pytest.fixture(autouse=True)
def build(tmp_path, monkeypatch):
    monkeypatch.setenv("CRYPTAGON_BUILD", str(tmp_path))


def fail(number, size=1000):
    folder = failure_folder(f"design-{number:03}")
    (folder / "waveform.vcd").write_bytes(bytes(size))
    os.utime(folder, (number, number))
    return folder


def kept(tmp_path):
    return sorted(path.name for path in (tmp_path / "failures").iterdir())


def test_as_many_as_are_told_stay_the_newest(tmp_path):
    for number in range(failures.KEPT + 5):
        fail(number)
    assert kept(tmp_path) == [f"design-{number:03}" for number in range(5, failures.KEPT + 5)]


def test_large_ones_go_before_their_number_is_reached_and_the_last_stays_whatever_its_size(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(failures, "KEPT_BYTES", 2500)
    for number in range(5):
        fail(number)
    assert kept(tmp_path) == ["design-002", "design-003", "design-004"]
    fail(5, size=9000)
    assert kept(tmp_path) == ["design-003", "design-004", "design-005"]
    fail(6)
    assert kept(tmp_path) == ["design-006"]


def test_the_same_failure_again_takes_its_own_place(tmp_path):
    (fail(1) / "old").touch()
    assert not (fail(1) / "old").exists() and kept(tmp_path) == ["design-001"]
