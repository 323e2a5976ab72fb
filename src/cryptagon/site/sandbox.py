"""A command that may be anybody's: without network, with a folder of its own to write in, and
bounded in time, memory and disk.

Namespaces of Linux (`unshare`, also without root) hold network, disk and files. Without them time
and memory alone are held. Not held: the number of processes, and what it can read, but for the
files that are hidden from it.
"""

import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cryptagon.errors import CryptagonError, MachineError

ALWAYS, BY_NAMESPACES = ("time", "memory"), ("network", "disk", "files")
_UNSHARE = (
    "unshare",
    "--user",
    "--map-root-user",
    "--net",
    "--mount",
    "--pid",
    "--fork",
    "--kill-child",
    "--mount-proc",
)
_SETUP = Path(__file__).with_name("sandbox.sh")
_EVERY_S = 0.5
_PAGE = resource.getpagesize()


@dataclass(frozen=True)
class Limits:
    """What a command may take: seconds of the clock, and bytes of memory and of disk, of all its
    processes together.
    """

    seconds: float
    memory: int
    disk: int


@dataclass(frozen=True)
class Sandbox:
    """Where a command runs: the folder that it may write in, what is copied there first, the files
    that it must not read, and whether there are namespaces."""

    folder: Path
    copied: Path | None
    hidden: tuple[Path, ...]
    namespaces: bool

    @property
    def held(self) -> tuple[str, ...]:
        """What is held, by name."""
        return (*ALWAYS, *BY_NAMESPACES) if self.namespaces else ALWAYS

    def run(
        self, command: Sequence[str], environment: Mapping[str, str], limits: Limits
    ) -> tuple[int, bytes]:
        """The exit status and the standard output of a command.

        Raises CryptagonError where it takes too much.
        """
        inside = [*_UNSHARE, "sh", str(_SETUP), *self._arguments(limits)] if self.namespaces else []
        whole = [*_of_each_process(limits), *inside, *command]
        output = self.folder.with_name(self.folder.name + ".out")
        with output.open("w+b") as out:
            child = subprocess.Popen(  # nosec B603 - a list, and in the sandbox
                whole,
                stdin=subprocess.DEVNULL,
                stdout=out,
                env=dict(environment),
                start_new_session=True,
            )
            try:
                _watch(child, limits)
            finally:
                _kill(child)
            out.seek(0)
            content = out.read()
        output.unlink()
        return child.returncode, content

    def _arguments(self, limits: Limits) -> list[str]:
        hidden = [str(one.resolve()) for one in self.hidden]
        return [
            str(self.folder),
            str(limits.disk),
            str(self.copied or ""),
            str(len(hidden)),
            *hidden,
        ]


def namespaces_work() -> bool:
    """Whether this machine lets its users make namespaces."""
    if sys.platform != "linux" or not all(map(shutil.which, ("unshare", "setpriv"))):
        return False
    done = subprocess.run(  # nosec B603 - a list of constants
        [*_UNSHARE, "mount", "-t", "tmpfs", "tmpfs", "/tmp"],  # nosec B108 - its own mount
        capture_output=True,
        check=False,
    )
    return done.returncode == 0


def check_namespaces() -> None:
    """Raises MachineError where there are none."""
    if not namespaces_work():
        why = "`unshare` is not there, or may not make namespaces of users, networks and mounts"
        fix = "let users make namespaces, or give --unconfined: network, disk and files are not held then"
        raise MachineError("there is no sandbox on this machine", why=why, fix=fix)


def _of_each_process(limits: Limits) -> list[str]:
    """What the system holds of each process by itself, as the beginning of a command."""
    return ["prlimit", "--core=0:0", f"--fsize={limits.disk}", f"--data={limits.memory}"]


def _watch(child: subprocess.Popen[bytes], limits: Limits) -> None:
    end = time.monotonic() + limits.seconds
    while True:
        try:
            child.wait(_EVERY_S)
            return
        except subprocess.TimeoutExpired:
            if time.monotonic() > end:
                raise CryptagonError(
                    f"it took longer than {limits.seconds / 60:g} minutes",
                    fix="give more --minutes",
                ) from None
            if (taken := _memory_of(child.pid)) > limits.memory:
                what = f"it took {taken / 2**30:.1f} GiB of memory, and may take {limits.memory / 2**30:g}"
                raise CryptagonError(what, fix="give more --memory") from None


def _memory_of(root: int) -> int:
    """The resident bytes of a process and of all below it; what they share counts for each."""
    parents: dict[int, int] = {}
    sizes: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int(
                (folder / "stat").read_text().rpartition(")")[2].split()[1]
            )
            sizes[int(folder.name)] = int((folder / "statm").read_text().split()[1]) * _PAGE
        except (OSError, ValueError, IndexError):  # it ended meanwhile
            continue
    found = {root}
    while more := {one for one, parent in parents.items() if parent in found and one not in found}:
        found |= more
    return sum(sizes.get(one, 0) for one in found)


def _kill(child: subprocess.Popen[bytes]) -> None:
    """End what is left of it; of namespaces the kernel ends every process with the first."""
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
