"""The warden: a small process that ends the tools of this one when this one is gone, however it
went; nothing else survives a SIGKILL.
"""

import atexit
import os
import subprocess
import sys
import threading

# Hears "+N" when process group N begins and "-N" when it has ended. Its input ends when nobody is
# left who could write to it.
PROGRAM = """
import os, signal, sys
groups = set()
for line in sys.stdin:
    (groups.add if line[0] == "+" else groups.discard)(int(line[1:]))
for group in groups:
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass
"""


class Warden:
    """Knows the process groups of the tools that this process is running.

    The process is started by the first of them.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._groups: set[int] = set()

    def ready(self) -> None:
        """Have the process there: a group is then told at once when it begins."""
        with self._lock:
            if self._process is None:
                self._start()

    def begin(self, group: int) -> None:
        """From now on the group ends with this process."""
        with self._lock:
            self._groups.add(group)
            self._tell(f"+{group}\n")

    def end(self, group: int) -> None:
        """The group has ended; its number may soon be another's."""
        with self._lock:
            self._groups.discard(group)
            self._tell(f"-{group}\n")

    def _tell(self, line: str) -> None:
        if self._process is None:
            self._start()
        try:
            self._write(line)
        except BrokenPipeError:  # somebody killed the warden
            self._start()

    def _start(self) -> None:
        """A process of its own session, which no key of the terminal reaches; it hears of every
        group there is.
        """
        if self._process is None:
            atexit.register(self._close)
        else:
            self._close()
        argv = [sys.executable, "-I", "-S", "-c", PROGRAM]
        null = subprocess.DEVNULL
        self._process = subprocess.Popen(
            argv, bufsize=0, stdin=subprocess.PIPE, stdout=null, stderr=null, start_new_session=True
        )
        for group in self._groups:
            self._write(f"+{group}\n")

    def _write(self, line: str) -> None:
        assert self._process and self._process.stdin  # started with a pipe
        os.write(self._process.stdin.fileno(), line.encode())

    def _close(self) -> None:
        if self._process and self._process.stdin:
            self._process.stdin.close()
            self._process.wait()
