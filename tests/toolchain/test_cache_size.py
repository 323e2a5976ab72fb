"""What is kept is counted, and the oldest of it goes where a limit is set."""

import os
import time

import pytest
from click.testing import CliRunner

from cryptagon.cli import main
from cryptagon.toolchain import complete
from cryptagon.toolchain.cache_size import entries, remove_oldest


@pytest.fixture
def kept(tmp_path):
    """Three folders of some 1000 bytes, used 3, 2 and 0 hours ago."""
    for name, hours in (("fpga/unit/old", 3), ("simulators/newer", 2), ("simulators/now", 0)):
        complete(tmp_path / name, lambda place: (place / "out").write_bytes(bytes(1000)))
        moment = time.time() - hours * 3600
        os.utime(tmp_path / name / "manifest.json", (moment, moment))
    return tmp_path


def names(found):
    return [entry.folder.name for entry in found]


def test_entries_are_found_wherever_they_lie_the_last_used_first(kept):
    (kept / "simulators" / "x.failed").mkdir()
    (kept / "simulators" / "loose").mkdir()
    assert set(names(entries(kept))) == {"x.failed", "now", "newer", "old"}
    assert names(entries(kept))[-2:] == ["newer", "old"] and all(
        entry.size > 1000 for entry in entries(kept) if entry.folder.suffix == ""
    )


@pytest.mark.parametrize(
    ("most", "left"), [(10_000, ["now", "newer", "old"]), (2_900, ["now", "newer"]), (0, ["now"])]
)
def test_the_oldest_goes_and_what_is_in_use_stays(kept, most, left):
    gone = remove_oldest(kept, most)
    assert names(entries(kept)) == left and set(names(gone)) == {"now", "newer", "old"} - set(left)
    assert not list(kept.glob("**/.part-*"))


def test_what_people_put_into_the_build_folder_stays(kept):
    complete(kept / "my-export", lambda place: (place / "project.tcl").touch())
    os.utime(kept / "my-export" / "manifest.json", (0, 0))
    (kept / "notes.failed").mkdir()
    remove_oldest(kept, 0)
    assert (kept / "my-export" / "project.tcl").exists() and (kept / "notes.failed").exists()


def test_a_use_makes_an_entry_new(kept):
    complete(kept / "fpga/unit/old", lambda place: pytest.fail("it is there"))
    remove_oldest(kept, 0)
    assert set(names(entries(kept))) == {"now", "old"}


def test_the_command_tells_and_bounds(kept, monkeypatch):
    monkeypatch.setenv("CRYPTAGON_BUILD", str(kept))
    lines = CliRunner().invoke(main, ["cache"]).output.splitlines()
    assert [line.split()[:2] for line in lines[1:4]] == [
        ["fpga", "1"],
        ["simulators", "2"],
        ["all", "3"],
    ]
    told = CliRunner().invoke(main, ["cache", "--limit", "0"]).output
    assert "removed: 2 entries" in told
