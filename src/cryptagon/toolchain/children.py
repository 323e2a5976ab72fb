"""The tools that are running now: how long each may, and how an interrupted study ends them."""

import os
import signal
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import IO, Any

from cryptagon.toolchain.warden import Warden

_owner: ContextVar[str] = ContextVar("_owner", default="")
_limit_s: ContextVar[float | None] = ContextVar("_limit_s", default=None)
_running: dict[subprocess.Popen[bytes], str] = {}
_ended: set[str] = set()
_warden = Warden()
_lock = threading.Lock()


@contextmanager
def tools_of(owner: str, limit_s: float | None = None) -> Iterator[None]:
    """What this thread runs in the context belongs to `owner`, and a tool that has no limit of its
    own may run for `limit_s` seconds.
    """
    owned, limited = _owner.set(owner), _limit_s.set(limit_s)
    try:
        yield
    finally:
        _owner.reset(owned)
        _limit_s.reset(limited)


def time_limit() -> float | None:
    """How many seconds a tool that this thread runs may take; None for as long as it wants."""
    return _limit_s.get()


def run_child(
    argv: Sequence[str], cwd: Path, env: Mapping[str, str], output: IO[bytes], timeout: float | None
) -> int:
    """Run a program with its output going to `output`; its exit code, negative for a signal.

    Raises OSError when it cannot be started, subprocess.TimeoutExpired after `timeout` seconds; the
    program is then dead.
    """
    streams = {"stdin": subprocess.DEVNULL, "stdout": output, "stderr": subprocess.STDOUT}
    with _running_child(argv, cwd=cwd, env=env, **streams) as child:
        return child.wait(timeout)


def ask_child(
    argv: Sequence[str], given: bytes, timeout: float | None
) -> subprocess.CompletedProcess[bytes]:
    """Run a program that reads `given`; what it writes is kept apart, what it says of faults too.
    Raises as `run_child` does.

    subprocess.TimeoutExpired has what it had written.
    """
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with _running_child(argv, **streams) as child:
        written, said = child.communicate(given, timeout)
        return subprocess.CompletedProcess(argv, child.returncode, written, said)


def end_all(owner: str | None = None) -> None:
    """Kill every tool that this process is running; whoever waits for one hears that it was killed.

    With an `owner`, its tools only, and those that it would begin from now on too.
    """
    with _lock:
        if owner is not None:
            _ended.add(owner)
        for child, whose in _running.items():
            if owner in (None, whose):
                _kill(child)


@contextmanager
def _running_child(argv: Sequence[str], **choices: Any) -> Iterator[subprocess.Popen[bytes]]:  # noqa: ANN401 - those of Popen
    """A program that is killed, with all that it started, where this is left early; it ends with
    this process too.
    """
    with _started(argv, _owner.get(), **choices) as child:
        try:
            yield child
        except BaseException:
            _kill(child)
            raise
        finally:
            _warden.end(child.pid)
            with _lock:
                _running.pop(child, None)


def _started(argv: Sequence[str], owner: str, **choices: Any) -> subprocess.Popen[bytes]:  # noqa: ANN401
    with _lock:  # so that nobody ends all tools between the start of one and its entry
        if owner in _ended:
            raise InterruptedError("its study was interrupted")
        _warden.ready()
        # A process group of its own, so that what it starts ends with it.
        child = subprocess.Popen[bytes](argv, process_group=0, **choices)
        _warden.begin(child.pid)
        _running[child] = owner
        return child


def _kill(child: subprocess.Popen[bytes]) -> None:
    """Kill the program and all that it started."""
    if child.returncode is None:
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
