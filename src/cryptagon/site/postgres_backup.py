"""Backup and restore of a database of PostgreSQL, by the server's own pg_dump and pg_restore: the
whole of it at one moment, while it is served."""

import os
import shutil
import subprocess
from pathlib import Path

from django.db import connection, connections

from cryptagon.errors import CryptagonError, MachineError
from cryptagon.site.database import open_database
from cryptagon.site.log_check import check_open
from cryptagon.site.mirror_check import Mirror
from cryptagon.site.places import Postgres

MAGIC = b"PGDMP"
"""How a file of pg_dump begins."""
_SECONDS = 3600


def dump(place: Postgres, part: Path) -> Mirror:
    """Write the database into a file that is there and empty, and check that log and records of
    the database are what they should be. Raises CryptagonError."""
    open_database(place)
    found = check_open(str(place))
    connections.close_all()
    with part.open("wb") as out:
        _run("pg_dump", place, "--format=custom", "--no-owner", "--no-privileges", out=out)
    return found


def load(file: Path, place: Postgres) -> Mirror:
    """Make an empty database what such a file has, all or nothing, and check it. Raises
    CryptagonError."""
    open_database(place)
    if connection.introspection.table_names():
        fix = f"make an empty one: createdb --template=template0 --encoding=UTF8 --locale=C {place.name}"
        raise CryptagonError(
            "the database has tables already, and it is left as it is", where=str(place), fix=fix
        )
    connections.close_all()
    words = ("--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", str(file))
    _run("pg_restore", place, *words)
    open_database(place)
    try:
        return check_open(str(place))
    except CryptagonError as fault:
        raise CryptagonError(
            f"the backup is damaged: {fault.what}",
            where=str(file),
            why=fault.why,
            fix=f"take another backup, and drop the database {place.name}",
        ) from fault
    finally:
        connections.close_all()


def _run(program: str, place: Postgres, *words: str, out: object = subprocess.PIPE) -> None:
    """Run a program of PostgreSQL. The password is in its environment: others of the machine see
    its command line."""
    from psycopg.conninfo import conninfo_to_dict, make_conninfo  # noqa: PLC0415 - as in places

    found = shutil.which(program)
    if found is None:
        raise MachineError(
            f"there is no {program}",
            why="backups of PostgreSQL are made by its own programs",
            fix="apt install postgresql-client",
        )
    told = {name: str(text) for name, text in conninfo_to_dict(place.url).items()}
    password = told.pop("password", None)
    environment = {**os.environ, **({"PGPASSWORD": password} if password else {})}
    done = subprocess.run(  # nosec B603 - a program by its path, with words of our own
        [found, f"--dbname={make_conninfo('', **told)}", *words],
        env=environment,
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=out,  # type: ignore[arg-type] - a file, or a pipe
        stderr=subprocess.PIPE,
        timeout=_SECONDS,
    )
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        raise CryptagonError(
            f"{program} failed", where=str(place), why=lines[0] if lines else "it tells nothing"
        )
