"""Running a tool as a child process."""

import logging
import os
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

from cryptagon.errors import CryptagonError
from cryptagon.toolchain.children import run_child, time_limit

logger = logging.getLogger(__name__)

TAIL_LINES = 12


class ToolError(CryptagonError):
    """A tool ran and did not succeed. `code` is its exit code, negative for a signal, None when time ran out; `output` all it said."""

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

    `env` is added to the environment of this process. Standard output and standard error are merged, in order, into the result's
    `stdout` and, where `log` is given, into that file. `timeout` is in seconds; without it the limit of `tools_of` holds. The program
    is the head of a process group, which ends with it when it is killed, runs out of time, or when this process is gone. Raises
    CryptagonError when the program cannot be started, and ToolError, with the last lines of the output, when it fails, is killed or runs
    out of time.
    """
    command = [str(argument) for argument in argv]
    timeout = time_limit() if timeout is None else timeout
    logger.debug("run in %s: %s", cwd, command)
    with _output_file(log) as output:
        code = _wait(command, cwd, {**os.environ, **(env or {})}, output, timeout)
        output.seek(0)
        text = output.read().decode("utf-8", "replace")
    if code == 0:
        return subprocess.CompletedProcess(command, code, text, "")
    raise ToolError(f"{_program(command)} {_ending(code, timeout)}", where=str(log or cwd), why=tail(text), code=code, output=text)


def tail(text: str, lines: int = TAIL_LINES) -> str:
    """The last lines of a tool's output that say anything, for an error message."""
    return "\n".join([line for line in text.splitlines() if line.strip()][-lines:])


def _output_file(log: Path | None) -> IO[bytes]:
    # A file, not a pipe: a grandchild that outlives a killed tool would hold a pipe open and block us.
    return log.open("w+b") if log else tempfile.TemporaryFile()


def _wait(command: list[str], cwd: Path, env: dict[str, str], output: IO[bytes], timeout: float | None) -> int | None:
    """The exit code; None when time ran out."""
    try:
        return run_child(command, cwd, env, output, timeout)
    except subprocess.TimeoutExpired:
        return None
    except OSError as error:
        raise CryptagonError(f"{_program(command)} could not be started", where=str(cwd), why=str(error)) from error


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
