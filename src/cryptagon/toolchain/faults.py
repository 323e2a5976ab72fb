"""Faults of the machine told apart from faults of a design, in whatever form they come: errors of
the system, signals, a tool's words.
"""

import errno
import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from cryptagon.errors import DiskFullError, MachineError, OutOfMemoryError
from cryptagon.toolchain.memory import memory_in_words

ELSEWHERE = "set CRYPTAGON_BUILD, CRYPTAGON_RESULTS or TMPDIR to a folder that can be written"
AGAIN = "what is finished is kept; the same command goes on from here"
LESS = f"run fewer at once (--jobs), free memory, or leave this design out; {AGAIN}"

REFUSALS = (OSError, MemoryError, ImportError)
"""What Python raises where the machine, and not the work, is at fault."""
_FULL = (errno.ENOSPC, errno.EDQUOT)
_MEMORY = (errno.ENOMEM, errno.EAGAIN)
_WORDS = {
    errno.EROFS: ("the file system is read-only", ELSEWHERE),
    errno.EACCES: ("this may not be read or written", f"give the right to it, or {ELSEWHERE}"),
    errno.EPERM: ("this may not be read or written", f"give the right to it, or {ELSEWHERE}"),
    errno.ENOTDIR: ("a file lies where a folder must be", ELSEWHERE),
    errno.EEXIST: ("a file lies where a folder must be", ELSEWHERE),
    errno.EFBIG: ("a file may not grow as large as it must", "see `ulimit -f`"),
    errno.EMFILE: ("too many files are open", "see `ulimit -n`"),
    errno.ENFILE: ("too many files are open on this machine", AGAIN),
    errno.EIO: ("the disk cannot be read or written", ELSEWHERE),
}
# What the system or a person sends, with the cause; a program that is at fault itself gets other
# signals.
_FROM_OUTSIDE = {
    signal.SIGBUS: "a file that it reads was cut short, or a disk is full",
    signal.SIGXFSZ: "a file may not grow as large as it must, see `ulimit -f`",
    signal.SIGXCPU: "it may not take as much time as it needs, see `ulimit -t`",
    **dict.fromkeys(
        (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT), "somebody ended it"
    ),
}
_TOLD_BY_A_SHELL = 128
_MARK = "a fault of the machine: "
# How compilers, simulators and Python say that they got no memory, or that a helper of theirs was
# killed.
_NO_MEMORY = re.compile(
    r"std::bad_alloc|\bMemoryError\b|\bOutOfMemory\b|^.*\bout of memory$|virtual memory exhausted|memory allocation of \d+ bytes failed"
    r"|Killed signal terminated program|can't start new thread",
    re.IGNORECASE | re.MULTILINE,
)
# What a tool says in the system's words. A file instead of a folder may also be meant of a file
# that a design names.
_SYSTEM_ERRORS = {
    os.strerror(number): number
    for number in (*_FULL, *_MEMORY, *(_WORDS.keys() - {errno.ENOTDIR, errno.EEXIST}))
}


def machine_fault(error: OSError | MemoryError | ImportError, where: object = "") -> MachineError:
    """What the system refused, in words; `where` is the place unless the error names one itself."""
    if isinstance(error, ImportError):
        fix = f"`cryptagon doctor` checks the tools; {AGAIN}"
        return MachineError(
            "a Python package cannot be loaded",
            where=error.name or str(where),
            why=str(error),
            fix=fix,
        )
    if isinstance(error, MemoryError):
        return OutOfMemoryError(
            "there is not enough memory", where=str(where), why=memory_in_words(), fix=LESS
        )
    place = str(error.filename or where)
    if isinstance(error, ConnectionError | TimeoutError):
        return MachineError(
            "a connection to a worker was lost", where=place, why=str(error), fix=AGAIN
        )
    if error.errno in _FULL:
        return DiskFullError(place)
    if error.errno in _MEMORY:
        return OutOfMemoryError(
            "there is not enough memory", where=place, why=f"{error}; {memory_in_words()}", fix=LESS
        )
    what, fix = _WORDS.get(
        error.errno or 0,
        ("a file, a folder or a program cannot be used", f"look at it, or {ELSEWHERE}; {AGAIN}"),
    )
    return MachineError(what, where=place, why=str(error), fix=fix)


def not_started(program: str, error: OSError, where: object) -> MachineError:
    """A program that the system does not start: it is not there, or there are too many."""
    fix = f"`cryptagon doctor` says which tools are here; {AGAIN}"
    return MachineError(
        f"{program} could not be started", where=str(where), why=str(error), fix=fix
    )


def fault_behind(program: str, code: int | None, said: str, where: object) -> MachineError | None:
    """The fault of the machine behind the end of a program; None where it is the program's own, or
    time ran out.

    `code` is its exit code, negative for a signal; `said` what it wrote.
    """
    if not code:
        return None
    number = -code if code < 0 else code - _TOLD_BY_A_SHELL
    if fault := _killed_by(number, program, where) or _told_in(said, program, where):
        return fault
    if code == os.EX_OSERR and _MARK in said:
        why = said.rpartition(_MARK)[2].strip()
        return MachineError(
            f"{program} could not run",
            where=str(where),
            why=why,
            fix=f"`cryptagon doctor` checks the tools; {AGAIN}",
        )
    return None


@contextmanager
def told_by_exit_code() -> Iterator[None]:
    """For programs of our own: what the machine refuses them ends them in a way that `fault_behind`
    knows.
    """
    try:
        yield
    except (MachineError, *REFUSALS) as error:
        sys.stderr.write(f"{_MARK}{type(error).__name__}: {error}\n")
        sys.exit(os.EX_OSERR)


def _killed_by(number: int, program: str, where: object) -> MachineError | None:
    if number == signal.SIGKILL:
        why = f"a system that runs out of memory does that; {memory_in_words()}"
        return OutOfMemoryError(
            f"{program} was killed by SIGKILL", where=str(where), why=why, fix=LESS
        )
    if number not in _FROM_OUTSIDE:
        return None
    sent = signal.Signals(number)
    return MachineError(
        f"{program} was killed by {sent.name}", where=str(where), why=_FROM_OUTSIDE[sent], fix=AGAIN
    )


def _told_in(said: str, program: str, where: object) -> MachineError | None:
    """What the words of a program blame the machine for."""
    if no_memory := _NO_MEMORY.search(said):
        why = f"{no_memory.group().strip()}; {memory_in_words()}"
        return OutOfMemoryError(f"{program} ran out of memory", where=str(where), why=why, fix=LESS)
    number = next((number for words, number in _SYSTEM_ERRORS.items() if words in said), None)
    if number is None:
        return None
    fault = machine_fault(OSError(number, os.strerror(number)), where)
    line = next(line for line in said.splitlines() if os.strerror(number) in line)
    fault.why = (
        f"{program}: {line.strip()}; {memory_in_words()}"
        if number in _MEMORY
        else f"{program}: {line.strip()}"
    )
    return fault
