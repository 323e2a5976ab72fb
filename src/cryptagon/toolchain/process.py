"""Running a tool as a child process."""

import json
import logging
import os
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from cryptagon import paths
from cryptagon.errors import CryptagonError, MachineError
from cryptagon.toolchain.children import ask_child, run_child, time_limit
from cryptagon.toolchain.faults import AGAIN, fault_behind, machine_fault, not_started

logger = logging.getLogger(__name__)

TAIL_LINES = 12
_LAST_BYTES = 64


class ToolError(CryptagonError):
    """A tool ran and did not succeed.

    `code` is its exit code, negative for a signal, None when time ran out; `output` all it said.
    """

    def __init__(self, what: str, *, where: str, why: str, code: int | None, output: str) -> None:
        super().__init__(what, where=where, why=why)
        self.code = code
        self.output = output


def run(
    argv: Sequence[str | Path],
    *,
    cwd: Path,
    env: Mapping[str, str] | None = None,
    log: Path | None = None,
    timeout: float | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end and return its output.

    `env` is added to the environment of this process, as is where our folders are, since the tool
    has another working folder. Standard output and standard error are merged, in order, into the
    result's `stdout` and, where `log` is given, into that file. `timeout` is in seconds; without it
    the limit of `tools_of` holds. The program is the head of a process group, which ends with it
    when it is killed, runs out of time, or when this process is gone.

    Raises ToolError, with the last lines of the output, when the program fails or runs out of time,
    and MachineError when it cannot be started, is killed from outside or finds no memory or room on
    the disk: nothing about what it works on.
    """
    command = [str(argument) for argument in argv]
    timeout = time_limit() if timeout is None else timeout
    logger.debug("run in %s: %s", cwd, command)
    try:
        with _output_file(log) as output:
            code = _wait(
                command, cwd, {**os.environ, **paths.environment(), **(env or {})}, output, timeout
            )
            output.seek(0)
            text = output.read().decode("utf-8", "replace")
    except (OSError, MemoryError) as error:  # of the file for the output
        raise machine_fault(error, log or "the folder for temporary files") from error
    if code == 0:
        return subprocess.CompletedProcess(command, code, text, "")
    if fault := fault_behind(_program(command), code, text, log or cwd):
        raise fault
    raise ToolError(
        f"{_program(command)} {_ending(code, timeout)}",
        where=str(log or cwd),
        why=tail(text),
        code=code,
        output=text,
    )


def answer(
    argv: Sequence[str | Path], given: bytes, *, timeout: float | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a program that reads `given` and writes an answer, to its end, whatever its exit code.
    `timeout` is in seconds.

    It ends with this process, as what `run` runs does.
    Raises subprocess.TimeoutExpired, and MachineError as `run` does.
    """
    command = [str(argument) for argument in argv]
    try:
        done = ask_child(command, given, timeout)
    except OSError as error:
        raise not_started(_program(command), error, command[0]) from error
    if fault := fault_behind(
        _program(command), done.returncode, done.stderr.decode("utf-8", "replace"), command[0]
    ):
        raise fault
    return done


def json_of(file: Path) -> Any:  # noqa: ANN401 - JSON
    """What a tool that ended well wrote as JSON.

    Raises MachineError where that is not whole: the disk was full, or somebody cut it.
    """
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise machine_fault(error, file) from error
    except ValueError as error:
        raise _cut(file, str(error)) from error


def _cut(file: Path, why: str) -> MachineError:
    return MachineError(
        "what a tool wrote is not whole", where=str(file), why=why, fix=f"look at the disk; {AGAIN}"
    )


def check_whole(file: Path) -> None:
    """See that JSON which a tool wrote goes to its end, by the last brace alone: it may be large.

    Raises MachineError as `json_of` does.
    """
    try:
        with file.open("rb") as stream:
            stream.seek(-min(_LAST_BYTES, file.stat().st_size), os.SEEK_END)
            ending = stream.read().strip()[-1:]
    except OSError as error:
        raise machine_fault(error, file) from error
    if ending != b"}":
        raise _cut(file, "it ends before its last brace")


def tail(text: str, lines: int = TAIL_LINES) -> str:
    """The last lines of a tool's output that say anything, for an error message."""
    return "\n".join([line for line in text.splitlines() if line.strip()][-lines:])


def _output_file(log: Path | None) -> IO[bytes]:
    # A file, not a pipe: a grandchild that outlives a killed tool would hold a pipe open and block
    # us.
    return log.open("w+b") if log else tempfile.TemporaryFile()


def _wait(
    command: list[str], cwd: Path, env: dict[str, str], output: IO[bytes], timeout: float | None
) -> int | None:
    """The exit code; None when time ran out."""
    try:
        return run_child(command, cwd, env, output, timeout)
    except subprocess.TimeoutExpired:
        return None
    except OSError as error:
        raise not_started(_program(command), error, cwd) from error


def _program(command: list[str]) -> str:
    """The tool's name as a person knows it: `python -m cryptagon.toolchain.yosys` is yosys."""
    if len(command) > 2 and command[1] == "-m":
        return command[2].rpartition(".")[2]
    return Path(command[0]).name


def _ending(code: int | None, timeout: float | None) -> str:
    if code is None:
        return f"did not finish within {timeout:g} s"
    if code < 0:
        return f"was killed by {signal.Signals(-code).name}"
    return f"failed with exit code {code}"
