"""A work folder is whole or not there."""

import os
import signal
import subprocess
import sys
import time

import pytest

from cryptagon.fpga.folders import complete


def test_work_is_done_once(tmp_path):
    folder = tmp_path / "job"
    assert not complete(folder, lambda place: (place / "out").touch())
    assert complete(folder, lambda place: pytest.fail("done twice"))
    assert [path.name for path in folder.iterdir()] == ["out"]
    assert [path.name for path in tmp_path.iterdir()] == ["job"]


def test_failed_work_is_kept_aside_and_tried_again(tmp_path):
    def fail(place):
        (place / "log").write_text("no")
        raise ValueError("no")

    for _ in range(2):
        with pytest.raises(ValueError, match="no"):
            complete(tmp_path / "job", fail)
    assert [path.name for path in tmp_path.iterdir()] == ["job.failed"]
    assert not complete(tmp_path / "job", lambda place: None)


def test_an_interrupt_leaves_nothing(tmp_path):
    def interrupt(place):
        (place / "half").touch()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        complete(tmp_path / "job", interrupt)
    assert list(tmp_path.iterdir()) == []


def test_when_two_finish_the_first_one_counts(tmp_path):
    def slower(place):
        complete(tmp_path / "job", lambda other: (other / "faster").touch())
        (place / "slower").touch()

    complete(tmp_path / "job", slower)
    assert [path.name for path in (tmp_path / "job").iterdir()] == ["faster"]
    assert [path.name for path in tmp_path.iterdir()] == ["job"]


def test_a_killed_process_leaves_no_result_and_the_next_one_makes_it(tmp_path):
    program = """
import pathlib, sys, time
from cryptagon.fpga.folders import complete
def work(place):
    (place / "half").write_text("half")
    print("working", flush=True)
    time.sleep(60)
complete(pathlib.Path(sys.argv[1]), work)
"""
    folder = tmp_path / "job"
    with subprocess.Popen([sys.executable, "-c", program, str(folder)], stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdout.readline() == b"working\n"
        process.send_signal(signal.SIGKILL)
    assert not folder.exists()
    complete(folder, lambda place: (place / "out").touch())
    assert [path.name for path in folder.iterdir()] == ["out"]


def test_what_a_killed_process_left_is_removed_after_a_day(tmp_path):
    for name, age_s in ((".part-old", 25 * 3600), (".part-new", 60)):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (time.time() - age_s, time.time() - age_s))
    complete(tmp_path / "job", lambda place: None)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".part-new", "job"]
