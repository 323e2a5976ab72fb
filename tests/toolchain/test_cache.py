"""A work folder is whole or not there."""

import errno
import os
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from cryptagon.errors import MachineError
from cryptagon.toolchain import ToolError, cache, complete, damage_of, is_kept, made_anew


def test_work_is_done_once(tmp_path):
    folder = tmp_path / "job"
    assert not complete(folder, lambda place: (place / "out").touch())
    assert complete(folder, lambda place: pytest.fail("done twice"))
    assert sorted(path.name for path in folder.iterdir()) == ["manifest.json", "out"]
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
    assert not (tmp_path / "job" / "slower").exists() and (tmp_path / "job" / "faster").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["job"]


def test_a_killed_process_leaves_no_result_and_the_next_one_makes_it(tmp_path):
    program = """
import pathlib, sys, time
from cryptagon.toolchain import complete
def work(place):
    (place / "half").write_text("half")
    print("working", flush=True)
    time.sleep(60)
complete(pathlib.Path(sys.argv[1]), work)
"""
    folder = tmp_path / "job"
    with subprocess.Popen(
        [sys.executable, "-c", program, str(folder)], stdout=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == b"working\n"
        process.send_signal(signal.SIGKILL)
    assert not folder.exists()
    complete(folder, lambda place: (place / "out").touch())
    assert (folder / "out").exists() and not (folder / "half").exists()


def test_what_a_killed_process_left_is_removed_after_a_day(tmp_path):
    for name, age_s in ((".part-old", 25 * 3600), (".part-new", 60)):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (time.time() - age_s, time.time() - age_s))
    complete(tmp_path / "job", lambda place: None)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".part-new", "job"]


def overwrite(folder):
    (folder / "out").write_text("ou")  # cut short


def flip(folder):
    (folder / "out").write_bytes(b"oot")


def lose(folder):
    (folder / "out").unlink()


def lose_manifest(folder):
    (folder / "manifest.json").unlink()


def break_manifest(folder):
    (folder / "manifest.json").write_text('{"files": ')


def empty_manifest(folder):
    (folder / "manifest.json").write_text("[]")


@pytest.mark.parametrize(
    "harm", [overwrite, flip, lose, lose_manifest, break_manifest, empty_manifest]
)
def test_what_is_damaged_is_noticed_and_made_again(tmp_path, harm, caplog):
    folder = tmp_path / "job"
    complete(folder, lambda place: (place / "out").write_text("out"))
    assert not damage_of(folder)
    harm(folder)
    assert not complete(folder, lambda place: (place / "out").write_text("out"))
    assert "is damaged and is made again" in caplog.text and str(folder) in caplog.text
    assert complete(folder, lambda place: pytest.fail("done twice"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["job", "job.damaged"]


@pytest.mark.parametrize(
    "error",
    [ToolError("it broke", where="", why="", code=1, output=""), MachineError("it may not")],
)
def test_an_error_says_where_the_files_of_a_failed_step_are_kept(tmp_path, error):
    def fail(place):
        error.where = f"{place}/tool.log"
        raise error

    with pytest.raises(type(error)) as caught:
        complete(tmp_path / "job", fail)
    assert caught.value.where == str(
        tmp_path / "job.failed" / "tool.log"
    ) and caught.value.where in str(caught.value)


@pytest.mark.parametrize(
    ("number", "what"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EROFS, "the file system is read-only"),
        (errno.EACCES, "may not be read or written"),
    ],
)
def test_what_the_system_refuses_is_told_as_what_it_is(tmp_path, monkeypatch, number, what):
    def refuse(*_, **__):
        raise OSError(number, os.strerror(number), str(tmp_path / "job"))

    monkeypatch.setattr(cache.tempfile, "mkdtemp", refuse)
    with pytest.raises(MachineError, match=what) as caught:
        complete(tmp_path / "job", lambda place: None)
    assert caught.value.where == str(tmp_path / "job") and caught.value.fix


def test_a_folder_in_a_place_that_is_a_file_is_the_machines_fault(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(MachineError, match="a file lies where a folder must be") as caught:
        complete(tmp_path / "file" / "job", lambda place: None)
    assert caught.value.where == str(tmp_path / "file")


def test_a_file_that_changes_within_a_process_is_looked_at_again(tmp_path, monkeypatch):
    folder, digests = tmp_path / "job", []
    complete(folder, lambda place: (place / "out").write_text("out"))
    digest = cache._digest
    monkeypatch.setattr(cache, "_digest", lambda path: digests.append(path) or digest(path))
    assert complete(folder, lambda place: pytest.fail("done twice")) and complete(
        folder, lambda place: pytest.fail("done twice")
    )
    assert digests == [folder / "out"]  # read once
    flip(folder)
    assert damage_of(folder) == "out is not as it was made"


def test_what_must_be_fresh_is_made_anew_once(tmp_path):
    made = []

    def make():
        return complete(tmp_path / "job", made.append)

    assert (make(), make()) == (False, True)
    with made_anew():
        assert not is_kept(tmp_path / "job")
        assert (make(), make()) == (False, True)
        assert is_kept(tmp_path / "job")
    assert make() and len(made) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["job"]


def test_many_processes_that_need_the_same_have_it_whole(tmp_path):
    program = """
import pathlib, sys
from cryptagon.toolchain import complete
def work(place):
    for number in range(20):
        (place / str(number)).write_text("whole")
folder = pathlib.Path(sys.argv[1])
for _ in range(20):
    complete(folder, work)
    assert len(list(folder.iterdir())) == 21
"""
    folder = tmp_path / "job"
    complete(folder, lambda place: (place / "0").touch())
    argv = [sys.executable, "-c", program, str(folder)]
    (folder / "0").write_text("damaged")
    with ThreadPoolExecutor() as pool:
        ended = list(
            pool.map(
                lambda _: subprocess.run(argv, capture_output=True, text=True, check=False),
                range(4),
            )
        )
    assert [one.stderr for one in ended if one.returncode] == []
    assert not damage_of(folder)


TINY_DISK = """
mount -t tmpfs -o size=4m none "$0" && exec "$@"
"""
ON_A_FULL_DISK = """
import pathlib, sys
from cryptagon.errors import DiskFullError
from cryptagon.toolchain import complete, run
root = pathlib.Path(sys.argv[1])
def write(place):
    (place / "out").write_bytes(bytes(8 << 20))
def write_by_a_tool_that_fails(place):
    run([sys.executable, "-c", "open('out', 'wb').write(bytes(8 << 20))"], cwd=place)
def write_by_a_tool_whose_fault_is_taken_for_the_designs(place):
    try:
        write(place)
    except OSError:
        pass
for work in (write, write_by_a_tool_that_fails, write_by_a_tool_whose_fault_is_taken_for_the_designs):
    try:
        complete(root / "job", work)
    except DiskFullError as fault:
        assert "make room" in fault.fix
        assert not list(root.iterdir())
        print(work.__name__)
complete(root / "job", lambda place: (place / "out").touch())
print("made")
"""


def test_on_a_full_disk_nothing_is_kept_and_the_fault_says_so(tmp_path):
    namespace = ["unshare", "--map-root-user", "--mount", "sh", "-ec", TINY_DISK, str(tmp_path)]
    if (
        not shutil.which("unshare")
        or subprocess.run([*namespace, "true"], capture_output=True, check=False).returncode
    ):
        pytest.skip("this machine lets nobody mount a small disk")
    argv = [*namespace, sys.executable, "-c", ON_A_FULL_DISK, str(tmp_path)]
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    works = [
        "write",
        "write_by_a_tool_that_fails",
        "write_by_a_tool_whose_fault_is_taken_for_the_designs",
    ]
    assert done.stdout.split() == [*works, "made"], done.stderr
