"""A run that is killed, or interrupted, goes on from where it was."""

import signal
import subprocess
import threading

import psutil
import pytest
from selection import one_of
from workplace import CRYPTAGON

pytestmark = pytest.mark.slow
WITH_INTERRUPTS = (
    "env",
    "--default-signal=INT",
)  # a shell lets what it starts in the background ignore them, and so these tests


def start_until(workplace, line_with, signal_number):
    """Run the toy; send the signal when a line of its progress holds `line_with`. Gives the exit
    code and all it said on stderr.

    However it ends, no worker and no tool of it lives on.
    """
    child = subprocess.Popen(
        [*WITH_INTERRUPTS, *CRYPTAGON, "run", "toy", "--quick", "--jobs", "1"],
        cwd=workplace.folder, env=workplace.environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    watchdog = threading.Timer(300, child.kill)
    watchdog.start()
    said, begun = "", []
    assert child.stderr
    with child, child.stderr:
        for line in child.stderr:
            said += line
            if line_with in line:
                begun = psutil.Process(child.pid).children(recursive=True)
                child.send_signal(signal_number)
                said += child.stderr.read()
                break
    watchdog.cancel()
    assert begun and psutil.wait_procs(begun, timeout=120)[1] == []
    return child.returncode, said


def test_killed_run_goes_on_with_what_it_had_finished(workplace):
    workplace.keep_only("rtl")
    code, said = start_until(workplace, " verify ", signal.SIGKILL)
    assert code == -signal.SIGKILL and "(cached)" not in said
    again = workplace.cryptagon("run", "toy", "--quick")
    assert again.returncode == 0, again.stderr
    done_before = [
        line for line in again.stderr.splitlines() if " reference " in line or " verify " in line
    ]
    assert len(done_before) == 2 and all(line.endswith("(cached)") for line in done_before)
    assert [path.suffix for path in workplace.results.glob("toy_*")] == [".json"]


@pytest.mark.parametrize("number", one_of(2, [signal.SIGINT, signal.SIGTERM], lambda one: one.name))
def test_interrupted_run_says_so_and_records_nothing_false(workplace, number):
    workplace.keep_only("rtl")
    code, said = start_until(workplace, " core ", number)
    assert code == 130
    assert "interrupted: what is finished is kept; the same command goes on from here" in said
    assert "Traceback" not in said
    assert not list(workplace.results.glob("*.json"))
