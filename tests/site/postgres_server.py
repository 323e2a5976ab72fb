"""A server of PostgreSQL for tests: in a temporary folder, on a socket of its own, under a user who
is not root.
"""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from django.db import connections

from cryptagon.site.database import open_database
from cryptagon.site.places import Place, Postgres

_PROGRAMS = next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)
_USER = "postgres"


@dataclass(frozen=True)
class OnServer(Postgres):
    """A database of a server that tests name things beside, as beside a file."""

    folder: Path = field(default=Path(), repr=False)

    @property
    def parent(self) -> Path:
        """Where files beside it lie."""
        return self.folder

    def with_name(self, name: str) -> Path:
        """A file beside it."""
        return self.folder / name


def missing() -> str:
    """Why there can be no server here; empty where there can be one."""
    if not _PROGRAMS and not shutil.which("initdb"):
        return "there is no server of PostgreSQL: apt install postgresql"
    if os.geteuid() == 0 and _USER not in {one.pw_name for one in pwd.getpwall()}:
        return f"PostgreSQL does not run as root, and there is no user {_USER}"
    return ""


@dataclass
class Server:
    """A server that answers on a socket in `folder`."""

    folder: Path
    number: Iterator[int] = field(default_factory=count)

    def make(self, folder: Path, template: str = "template0") -> OnServer:
        """A new database, like another one; `folder` is for files beside it."""
        name = f"site{next(self.number)}"
        order = f"CREATE DATABASE {name} TEMPLATE {template} ENCODING 'UTF8' LOCALE 'C'"
        _run(
            "psql",
            "--quiet",
            "--no-psqlrc",
            f"--host={self.folder}",
            "--command",
            order,
            "postgres",
        )
        return OnServer(f"postgresql://{_user()}@/{name}?host={self.folder}", folder)


@dataclass
class Databases:
    """Makes databases: in files, or on a server where there is one."""

    server: Server | None

    def new(self, folder: Path) -> Place:
        """An empty one."""
        return self.server.make(folder) if self.server else folder / "site.sqlite3"

    def copy(self, source: Place, folder: Path) -> Place:
        """One like another."""
        connections.close_all()
        if self.server:
            assert isinstance(source, Postgres)
            return self.server.make(folder, source.name)
        open_database(source)
        return Path(shutil.copy(str(source), folder / "site.sqlite3"))


@contextmanager
def started() -> Iterator[Server]:
    """A server, until the end of the block."""
    with tempfile.TemporaryDirectory(
        prefix="cryptagon-postgres-", ignore_cleanup_errors=True
    ) as name:
        folder = Path(name)
        if os.geteuid() == 0:
            shutil.chown(folder, _USER)
        data = folder / "data"
        _run(
            "initdb",
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C",
            "--no-sync",
            "--pgdata",
            str(data),
        )
        options = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off"
        _run(
            "pg_ctl",
            "start",
            "--wait",
            "--silent",
            "--pgdata",
            str(data),
            "--log",
            str(folder / "log"),
            "--options",
            options,
        )
        try:
            yield Server(folder)
        finally:
            connections.close_all()
            _run("pg_ctl", "stop", "--mode=immediate", "--silent", "--pgdata", str(data))


def _user() -> str:
    return _USER if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name


def _run(program: str, *words: str) -> None:
    found = shutil.which(program, path=f"{_PROGRAMS}{os.pathsep}{os.environ['PATH']}")
    assert found, program
    user = _USER if os.geteuid() == 0 else None
    subprocess.run(
        [found, *words],
        user=user,
        check=True,
        cwd="/",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        timeout=120,
    )
