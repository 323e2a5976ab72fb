"""Where the database of a site lies: in a file of SQLite, or on a server of PostgreSQL."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from cryptagon import paths
from cryptagon.errors import CryptagonError

SCHEMES = ("postgresql://", "postgres://")
SECONDS = 30
"""How long a process waits for another one that writes."""
_SQLITE = {"uri": True, "transaction_mode": "IMMEDIATE", "timeout": SECONDS}
_DURABLE = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL"
"""Readers and a writer do not wait for each other, and what was committed is on the disk."""
_ONLY_READ = f"-c default_transaction_read_only=on -c lock_timeout={SECONDS}s"
_STAYS: dict[str, Any] = {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}
"""A thread keeps its connection for the next request: to open one takes longer than to use it."""
_EMPTY: dict[str, Any] = {"USER": "", "PASSWORD": "", "HOST": "", "PORT": ""}  # nosec B105 - none


@dataclass(frozen=True)
class Postgres:
    """A database of a server, by its address as libpq has it:
    postgresql://user:password@host:5432/name.
    """

    url: str = field(repr=False)

    def __str__(self) -> str:
        """The address without its password."""
        split = urlsplit(self.url)
        host = split.netloc.rpartition("@")
        user = f"{host[0].partition(':')[0]}@" if host[0] else ""
        return split._replace(netloc=f"{user}{host[2]}").geturl()

    @property
    def name(self) -> str:
        """What the database is called on its server."""
        return urlsplit(self.url).path.strip("/")

    def settings(self, *, writable: bool) -> dict[str, Any]:
        """How Django opens it. Raises CryptagonError for an address that cannot be read."""
        from psycopg import Error  # noqa: PLC0415 - what a site in a file does without
        from psycopg.conninfo import conninfo_to_dict  # noqa: PLC0415

        try:
            told = dict(conninfo_to_dict(self.url))
        except Error as fault:
            why = "it cannot be read as postgresql://user:password@host:5432/name"
            raise CryptagonError(
                "this is no address of a database", where=str(self), why=why
            ) from fault
        names = {
            "USER": "user",
            "PASSWORD": "password",  # nosec B105 - the name of a setting
            "HOST": "host",
            "PORT": "port",
            "NAME": "dbname",
        }
        own = {setting: str(told.pop(name, None) or "") for setting, name in names.items()}
        rights = f"-c lock_timeout={SECONDS}s" if writable else _ONLY_READ
        options = {
            **told,
            "options": f"{told.get('options') or ''} {rights}".strip(),
            "connect_timeout": 10,
        }
        return {**own, **_STAYS, "ENGINE": "django.db.backends.postgresql", "OPTIONS": options}


Place = Path | Postgres


def place_at(text: str | Path) -> Place:
    """What is named on a command line: an address, or a file."""
    return Postgres(str(text)) if str(text).startswith(SCHEMES) else Path(text)


def settings_of(place: Place, *, writable: bool, make: bool = False) -> dict[str, Any]:
    """How Django opens a place.

    Who only reads has no right to write. `make`: a file is made where there is none.
    """
    if isinstance(place, Postgres):
        return place.settings(writable=writable)
    mode = ("rwc" if make else "rw") if writable else "ro"
    options = {**_SQLITE, "init_command": _DURABLE} if writable else _SQLITE
    return {
        **_EMPTY,
        **_STAYS,
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": file_address(place, mode),
        "OPTIONS": options,
    }


def file_address(file: Path, mode: str) -> str:
    """The address of a file for SQLite: mode is ro, rw or rwc."""
    return f"file:{quote(str(file.resolve()))}?mode={mode}"


def key_file(place: Place) -> Path:
    """Where the key of a site lies: beside its file; of a database of a server, in the results
    folder.
    """
    return _beside(place, "key")


def second_factor_file(place: Place) -> Path:
    """Where the key lies that encrypts secrets of second factors: where the key of the site
    does.
    """
    return _beside(place, "second-factors.key")


def _beside(place: Place, ending: str) -> Path:
    folder = paths.results_folder() if isinstance(place, Postgres) else place.parent
    return folder / f"{place.name}.{ending}"
