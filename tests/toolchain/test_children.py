"""The tools of a process end when they must, with all that they started."""

import signal
import subprocess
import sys
import threading
import time

import psutil
import pytest

from cryptagon.errors import CryptagonError
from cryptagon.toolchain import ToolError, end_all, run, tools_of

# A tool that starts a helper of its own, writes down both and then does nothing for a long time.
TOOL = """
import os, pathlib, subprocess, sys, time
helper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
part = pathlib.Path("pids.part")
part.write_text(f"{os.getpid()} {helper.pid}")
part.rename("pids")
time.sleep(600)
"""
ARGV = [sys.executable, "-c", TOOL]


def pids_in(folder):
    while not (folder / "pids").exists():
        time.sleep(0.01)
    return [int(pid) for pid in (folder / "pids").read_text().split()]


def wait_until_gone(pids):
    """Hangs, and fails by the test's own clock, where one lives on; a zombie is gone."""
    deadline = time.monotonic() + 120
    while any(map(alive, pids)):
        assert time.monotonic() < deadline, "a tool lives on"
        time.sleep(0.02)


def alive(pid):
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_a_tool_ends_with_its_helpers_when_time_is_up(tmp_path):
    with (
        tools_of("study", limit_s=2.0),
        pytest.raises(ToolError, match="did not finish within 2 s") as caught,
    ):
        run(ARGV, cwd=tmp_path)
    assert caught.value.code is None
    wait_until_gone(pids_in(tmp_path))


def test_only_the_tools_of_an_owner_are_ended_and_none_begins_after(tmp_path):
    faults = {}

    def work(owner):
        (tmp_path / owner).mkdir()
        with tools_of(owner):
            try:
                run(ARGV, cwd=tmp_path / owner)
            except CryptagonError as fault:
                faults[owner] = fault

    threads = [threading.Thread(target=work, args=[owner]) for owner in ("mine", "yours")]
    for thread in threads:
        thread.start()
    pids = {owner: pids_in(tmp_path / owner) for owner in ("mine", "yours")}
    end_all("mine")
    threads[0].join()
    assert "SIGKILL" in faults["mine"].what and "yours" not in faults
    assert all(map(alive, pids["yours"]))
    with tools_of("mine"), pytest.raises(CryptagonError, match="could not be started"):
        run(ARGV, cwd=tmp_path)
    end_all()
    threads[1].join()
    wait_until_gone([*pids["mine"], *pids["yours"]])


@pytest.mark.parametrize("call", ["process.run({}, cwd=pathlib.Path())", "process.answer({}, b'')"])
def test_no_tool_outlives_a_process_that_is_killed(call, tmp_path):
    argv = f"[sys.executable, '-c', {TOOL!r}]"
    program = f"import pathlib, sys; from cryptagon.toolchain import process; {call.format(argv)}"
    with subprocess.Popen([sys.executable, "-c", program], cwd=tmp_path) as process:
        pids = pids_in(tmp_path)
        while (
            psutil.Process(process.pid).status() != psutil.STATUS_SLEEPING
        ):  # it waits for the tool, of which it has told the warden
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    wait_until_gone(pids)
