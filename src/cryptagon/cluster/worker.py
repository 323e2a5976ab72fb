"""What a worker process of a Dask cluster does for a study: it is prepared once, and then makes run
after run.
"""

import logging
import os
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from distributed import Worker, WorkerPlugin

from cryptagon import paths, toolchain
from cryptagon.errors import MachineError

Result = TypeVar("Result")
PACKAGE = Path(__file__).parents[1]


@dataclass(frozen=True)
class Place:
    """Where a study lies and what it is made with, as the process that runs it sees both; a worker
    must see the same.

    `settings` are environment variables: the folders, and since when something must have been made
    to be used. `token` is a file in the build folder that holds its own name: proof that a folder
    is that one, and not another of the same path.
    """

    settings: dict[str, str]
    token: Path
    python: str
    code: str
    tools: dict[str, str]

    @staticmethod
    def here(token: Path) -> "Place":
        """That of this process."""
        tools = {
            tool.name: tool.version
            for tool in toolchain.survey()
            if tool.found and tool.name not in toolchain.OF_NO_STUDY
        }
        settings = paths.environment() | {toolchain.FRESH_SINCE: toolchain.fresh_since()}
        return Place(settings, token, sys.executable, _code(), tools)

    def enter(self) -> None:
        """Make this process one of the study's.

        Raises MachineError where it does not see the same files or has other tools.
        """
        self.use()
        host = f"worker {os.uname().nodename}"
        shared = "workers need the folders of the study under the same paths, on a file system that all machines share (docs/cluster.md)"
        if not _holds(self.token, self.token.name):
            raise MachineError(
                "a worker does not see the build folder",
                where=f"{host}: {self.token.parent}",
                fix=shared,
            )
        if not Path(self.python).exists():
            raise MachineError(
                "a worker does not see the Python of the study",
                where=f"{host}: {self.python}",
                fix=shared,
            )
        if _code() != self.code:
            raise MachineError(
                "a worker runs another version of Cryptagon", where=f"{host}: {PACKAGE}", fix=shared
            )
        own = Place.here(self.token).tools
        other = [
            f"{name} {own.get(name, 'missing')} instead of {version}"
            for name, version in self.tools.items()
            if own.get(name) != version
        ]
        if other:
            raise MachineError(
                "a worker has other tools",
                where=host,
                why="\n".join(other),
                fix="install the same versions there",
            )

    def use(self) -> None:
        """Let this process use the folders of the study."""
        os.environ.update(self.settings)


@dataclass(frozen=True)
class Done(Generic[Result]):
    """What a run gave, and the warnings that it logged meanwhile."""

    result: Result
    warnings: list[logging.LogRecord]


def perform(
    place: Place,
    owner: str,
    limit_s: float | None,
    function: Callable[..., Result],
    arguments: tuple[Any, ...],
) -> Done[Result]:
    """One run, on a thread of a worker; see `toolchain.tools_of`."""
    place.use()
    log = _Warnings()
    logging.getLogger("cryptagon").addHandler(log)
    try:
        with toolchain.tools_of(owner, limit_s):
            return Done(function(*arguments), log.records)
    finally:
        logging.getLogger("cryptagon").removeHandler(log)


def end_tools(owner: str) -> None:
    """End the tools of a study that was interrupted."""
    toolchain.end_all(owner)


class Prepared(WorkerPlugin):
    """Prepares each worker, also one that comes later: it must see the study's place.

    `own`: a child of the study's process.
    """

    def __init__(self, name: str, place: Place, *, own: bool) -> None:
        self.name = name
        self.place = place
        self.own = own

    def setup(self, worker: Worker) -> None:
        """Called by Dask on the worker."""
        if self.own:
            os.setpgid(
                0,
                0,
                # Ctrl-C in the terminal is for the study, which ends the workers when it has kept
                # what is finished
            )
        self.place.enter()


class _Warnings(logging.Handler):
    """Keeps the warnings of this thread."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []
        self.thread = threading.get_ident()

    def emit(self, record: logging.LogRecord) -> None:
        if record.thread == self.thread:
            record.msg, record.args, record.exc_info = record.getMessage(), None, None
            self.records.append(record)


def _holds(file: Path, text: str) -> bool:
    try:
        return file.read_text() == text
    except OSError:
        return False


def _code() -> str:
    """Digest of the package's own files."""
    files = sorted(
        path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    )
    return toolchain.digest_of([[str(path.relative_to(PACKAGE)), path] for path in files])
