"""The site as a program: makes the database from the files, and serves it with gunicorn."""

import gc
import os
import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cryptagon.site.settings")

import django
from django.conf import settings

django.setup()

from django.core.wsgi import get_wsgi_application  # noqa: E402 - Django is set up first
from django.db import DatabaseError, connection, connections  # noqa: E402
from gunicorn.app.base import BaseApplication  # noqa: E402
from gunicorn.workers.gthread import ThreadWorker  # noqa: E402

from cryptagon.errors import CryptagonError, MachineError  # noqa: E402
from cryptagon.site.database import make_kept_tables, open_database, open_intake  # noqa: E402
from cryptagon.site.embargo import watch  # noqa: E402
from cryptagon.site.importing import Imported, import_records, sources  # noqa: E402
from cryptagon.site.indexing import reindex  # noqa: E402
from cryptagon.site.known import known_algorithms, known_contests, known_targets  # noqa: E402
from cryptagon.site.log_models import LogEntry, Mirrored  # noqa: E402
from cryptagon.site.mirroring import check  # noqa: E402
from cryptagon.site.models import Record  # noqa: E402
from cryptagon.site.places import Place, Postgres  # noqa: E402

_MAKE = "make it: cryptagon serve --database {}"


def open_for_administration(file: Place) -> None:
    """Open a site's database to change what is kept in it. Raises CryptagonError where there is
    none, or it is a mirror."""
    if isinstance(file, Path) and not file.is_file():
        raise CryptagonError(
            "there is no database of a site", where=str(file), fix=_MAKE.format(file)
        )
    try:
        open_database(file, writable=True)
        if Record._meta.db_table not in connection.introspection.table_names():
            raise CryptagonError(
                "this is no database of a site",
                where=str(file),
                fix="name the one that `cryptagon serve` has",
            )
        make_kept_tables()
        mirrored = Mirrored.objects.first()
    except DatabaseError as error:
        raise CryptagonError(
            "this is no database of a site", where=str(file), why=str(error)
        ) from error
    if mirrored:
        raise CryptagonError(
            "a mirror is not changed",
            where=str(file),
            why=f"it is of {mirrored.url}",
            fix="go to that site",
        )


def open_to_read(place: Place) -> None:
    """Open a site's database, or a mirror, to read its records and log alone. Raises CryptagonError
    where there is none."""
    if isinstance(place, Path) and not place.is_file():
        raise CryptagonError("there is no such file", where=str(place), fix=_MAKE.format(place))
    try:
        open_database(place)
        known = LogEntry._meta.db_table in connection.introspection.table_names()
    except DatabaseError as error:
        raise CryptagonError(
            "this is no database of a site", where=str(place), why=str(error)
        ) from error
    if not known:
        raise CryptagonError(
            "this is no database of a site", where=str(place), fix=_MAKE.format(place)
        )


def make_database(file: Place) -> Imported:
    """Add the records of this checkout and of the results folder to the database in `file`, and
    make everything else in it again.

    Raises MachineError where the file cannot be written, or is no database.
    """
    try:
        mirrored = isinstance(file, Path) and _checked_file(file)
        open_database(file, writable=True)
        _check_order(file)
        make_kept_tables()
        imported = _already_there() if mirrored else import_records(sources())
        reindex(imported.refused)
    except (OSError, DatabaseError) as error:
        raise MachineError(
            "the database could not be written",
            where=str(file),
            why=str(error),
            fix="give another --database",
        ) from error
    open_database(file)
    return imported


def _checked_file(file: Path) -> bool:
    """Make room for a file; whether it is a mirror, which is checked then."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if mirrored := is_mirror(file):
        check(file)
    return mirrored


def _check_order(place: Place) -> None:
    """Raises CryptagonError where a server sorts texts by the rules of a language: an id is found
    by its first digits, and a file sorts by the numbers of characters."""
    if isinstance(place, Path):
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT datcollate FROM pg_database WHERE datname = current_database()")
        (order,) = cursor.fetchone() or ("",)
    if order not in ("C", "POSIX", "C.UTF-8", "C.utf8"):
        fix = f"make it with: createdb --template=template0 --encoding=UTF8 --locale=C {place.name}"
        raise CryptagonError(
            "the database sorts by the rules of a language",
            where=str(place),
            why=f"its collation is {order}",
            fix=fix,
        )


def is_mirror(file: Place) -> bool:
    """Whether a database is a mirror of another site, which nothing is added to."""
    if isinstance(file, Postgres) or not file.is_file() or not file.stat().st_size:
        return False
    open_database(file)
    try:
        return (
            Mirrored._meta.db_table in connection.introspection.table_names()
            and Mirrored.objects.exists()
        )
    except DatabaseError:  # no database at all, which is told when it is written
        return False


def _already_there() -> Imported:
    """Of a mirror: it is shown as it is, so nothing of this machine is added to it."""
    return Imported(0, Record.objects.count(), ())


def check_address(host: str, port: int) -> None:
    """Raises CryptagonError where nobody can listen at this address: gunicorn would try for
    seconds, and then tell its log."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        fix = "give another --port, 0 takes a free one; or another --host"
        raise CryptagonError(
            "the site cannot listen there",
            where=f"{_bracketed(host)}:{port}",
            why=str(error),
            fix=fix,
        ) from error


def settle() -> None:
    """Read the catalogue now rather than for the first page, and let Python look no more for what
    can be freed of all that was read: each look takes a tenth of a second."""
    for read in (known_algorithms, known_targets, known_contests):
        read()
    gc.collect()
    gc.freeze()


def serve(
    file: Place,
    host: str,
    port: int,
    told: Callable[[str], None],
    *,
    publishing: bool = False,
    names: Sequence[str] = (),
) -> None:
    """Answer requests from the database in `file` until interrupted; `told` is called with the
    site's address when it listens.

    Port 0 takes a free one. With `publishing`, publishers can send records. `names` are those of
    the servers before it.
    """
    open_database(file)
    if publishing:
        open_intake(file)
    connections.close_all()
    settings.THROTTLED = publishing or bool(names)
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = int(bool(names))
    settings.ALLOWED_HOSTS = [
        *settings.ALLOWED_HOSTS,
        _bracketed(host),
        socket.gethostname(),
        socket.getfqdn(),
        *names,
    ]
    _Server(host, port, told, watching=publishing).run()


LONGEST_LINE = 8190
"""Bytes, the most that gunicorn takes: the ticks of 500 results fit in."""


class Worker(ThreadWorker):
    """The process that answers.

    It ends on SIGQUIT, which an interrupted server sends it, as on SIGTERM. Gunicorn 27.0.1 shuts
    the pool of threads down inside the handler of SIGQUIT. Its lock can be that of the very
    request that the handler interrupted: the process then waits for itself for 30 seconds.
    """

    def handle_quit(self, sig: int, frame: FrameType | None) -> None:
        """End when what is being answered is."""
        self.handle_exit(sig, frame)


class _Server(BaseApplication):
    """Gunicorn with one process of several threads: pages take milliseconds, and SQLite is read
    alone.
    """

    def __init__(
        self, host: str, port: int, told: Callable[[str], None], *, watching: bool
    ) -> None:
        self.address = f"{_bracketed(host)}:{port}"
        self.told = told
        self.watching = watching
        super().__init__()

    def load_config(self) -> None:
        """What gunicorn is told instead of by a file."""
        given: dict[str, Any] = {
            **{
                "bind": self.address,
                "workers": 1,
                "threads": 4,
                "worker_class": Worker,
                "preload_app": True,
                "graceful_timeout": 10,
            },
            **{
                "loglevel": "warning",
                "proc_name": "cryptagon",
                "when_ready": self._ready,
                "post_fork": self._forked,
                "control_socket_disable": True,
                "limit_request_line": LONGEST_LINE,
            },
        }
        for name, value in given.items():
            self.cfg.set(name, value)

    def load(self) -> Any:  # noqa: ANN401 - gunicorn's own signature
        """The application, before the process that answers is made of this one."""
        found = get_wsgi_application()
        settle()
        return found

    def _ready(self, server: Any) -> None:  # noqa: ANN401 - gunicorn has no types
        host, port = server.LISTENERS[0].sock.getsockname()[:2]
        self.told(f"http://{_bracketed(host)}:{port}/")

    def _forked(self, server: Any, worker: Any) -> None:  # noqa: ANN401 - as above
        # Not before: a fork while another thread is inside SQLite copies a lock that nobody frees.
        if self.watching:
            watch(_tell)


def _tell(fault: Exception) -> None:
    print(f"error: what is due was not published: {fault}", file=sys.stderr, flush=True)


def _bracketed(host: str) -> str:
    """An address as it is written before a port."""
    return f"[{host}]" if ":" in host else host
