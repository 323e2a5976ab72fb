"""Runs for workers: functions that they find by name."""

import logging
import os
import signal
import sys
import time
from pathlib import Path

import psutil

from cryptagon.errors import CryptagonError
from cryptagon.toolchain import complete, run


def process_of(_: int) -> int:
    return os.getpid()


def fail(what: str) -> None:
    raise CryptagonError(what, where="core.sv:3", why="because", fix="mend it")


def fail_by_itself() -> None:
    raise ZeroDivisionError("a fault of our own")


def warn(text: str) -> str:
    logging.getLogger("cryptagon.fpga").warning("beware of %s", text)
    return text


def environment(name: str) -> str:
    return os.environ[name]


def step(root: Path, number: int, seconds: float) -> int:
    """A step as the studies have them: a tool works for a while in a folder that is there whole or
    not at all.
    """

    def work(folder: Path) -> None:
        (root / f"begun-{number}-{os.getpid()}").touch()
        program = f"import pathlib, time; pathlib.Path('tool').write_text(str(__import__('os').getpid())); time.sleep({seconds})"
        run([sys.executable, "-c", program], cwd=folder)

    complete(root / f"step-{number}", work)
    return number


def end_own_worker() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def hang(root: Path) -> str:
    """A tool with a helper, neither of which ends by itself; nothing of it where a file says that
    it is enough.
    """
    if (root / "enough").exists():
        return "enough"
    program = (
        "import os, pathlib, subprocess, sys, time; helper = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)']); "
        "part = pathlib.Path('pids.part'); part.write_text(f'{os.getppid()} {os.getpid()} {helper.pid}'); part.rename('pids'); "
        "time.sleep(600)"
    )
    run([sys.executable, "-c", program], cwd=root)
    return ""


def pids_in(root: Path) -> list[int]:
    """Worker, tool and helper, once the tool of `hang` is at work."""
    while not (root / "pids").exists():
        time.sleep(0.01)
    return [int(pid) for pid in (root / "pids").read_text().split()]


def wait_until_gone(pids: list[int]) -> None:
    deadline = time.monotonic() + 120
    while any(map(alive, pids)):
        assert time.monotonic() < deadline, "a process lives on"
        time.sleep(0.02)


def alive(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
