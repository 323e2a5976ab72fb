"""The tools that are running now, so that an interrupted study need not wait for them."""

import subprocess
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

_running: set[subprocess.Popen[bytes]] = set()
_lock = threading.Lock()


def run_child(argv: Sequence[str], cwd: Path, env: Mapping[str, str], output: IO[bytes], timeout: float | None) -> int:
    """Run a program with its output going to `output`; its exit code, negative for a signal.

    Raises OSError when it cannot be started, subprocess.TimeoutExpired after `timeout` seconds; the program is then dead.
    """
    with subprocess.Popen(argv, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT) as child:
        with _lock:
            _running.add(child)
        try:
            return child.wait(timeout)
        except BaseException:
            child.kill()
            raise
        finally:
            with _lock:
                _running.discard(child)


def end_all() -> None:
    """Kill every tool that this process is running; whoever waits for one hears that it was killed."""
    with _lock:
        for child in _running:
            child.kill()
