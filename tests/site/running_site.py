"""`cryptagon serve` as a process of its own."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

MAIN = "from cryptagon.cli import main; main()"


@dataclass
class RunningSite:
    """A site that answers at `url`."""

    url: str
    process: subprocess.Popen

    def kill(self) -> None:
        """End it at once, with all its processes, as a fault of the machine would."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(timeout=20)


@contextmanager
def running(file: Path, *options: str, first: str = "") -> Iterator[RunningSite]:
    """A site of the records in a database and nothing of one's own results, until the end of the
    block.

    `first` is Python that its process runs before the command.
    """
    environment = {
        **os.environ,
        "CRYPTAGON_RESULTS": str(file.parent / "none"),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    command = [
        sys.executable,
        "-c",
        f"{first}\n{MAIN}",
        "serve",
        "--port",
        "0",
        "--database",
        str(file),
        *options,
    ]
    with subprocess.Popen(
        command,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            assert process.stdout and process.stderr
            lines = [process.stdout.readline(), process.stdout.readline()]
            found = re.match(r"(http://127\.0\.0\.1:\d+)/", lines[1])
            assert found, (lines, process.stderr.read() if process.poll() is not None else "")
            yield RunningSite(found[1], process)
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
                process.communicate(timeout=20)
