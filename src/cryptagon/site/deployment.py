"""Whether a deployment is as it should be: its file, its key, its log, and what the world sees of
it.
"""

import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from urllib.parse import quote

from django.db import connection

from cryptagon.errors import CryptagonError
from cryptagon.site.client import Site
from cryptagon.site.database import open_database
from cryptagon.site.guards import SERVER_TRIGGERS
from cryptagon.site.log_check import check_open
from cryptagon.site.mirror_check import Mirror, check_file
from cryptagon.site.mirroring import own_guards
from cryptagon.site.places import Place, Postgres, key_file, second_factor_file
from cryptagon.site.second_factors import read_second_factor_key, uses_second_factors
from cryptagon.site.signing import read_key

LEAST_FREE = 1 << 30
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_OTHERS_READ = stat.S_IROTH
_ON_SERVER = """SELECT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user),
coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false),
coalesce(inet_server_addr() <<= '127.0.0.0/8' OR inet_server_addr() = '::1', true),
(SELECT count(*) FROM pg_trigger WHERE tgenabled = 'O' AND tgname::text = ANY(%s))"""
"""An address that there is not is that of a socket of this machine."""


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: what it is, whether it is as it should be, and what was
    found.
    """

    what: str
    ok: bool
    found: str


def findings(place: Place, site: Site | None) -> Iterator[Finding]:
    """Everything that was looked at.

    Raises CryptagonError where there is no database.
    """
    if isinstance(place, Path) and not place.is_file():
        raise CryptagonError(
            "there is no such file",
            where=str(place),
            fix="name the file that `cryptagon serve --database` has",
        )
    mirror = _checked(place)
    yield (
        mirror
        if isinstance(mirror, Finding)
        else Finding("log and records", ok=True, found=f"{len(mirror.digests)} entries")
    )
    yield from _file(place) if isinstance(place, Path) else _on_server(place)
    yield Finding("not run by root", ok=os.geteuid() != 0, found=f"user {os.geteuid()}")
    if isinstance(mirror, Finding):
        return
    yield _signature(place, mirror)
    yield from _second_factors(place)
    if site:
        yield from _seen(site, mirror)


def _checked(place: Place) -> Mirror | Finding:
    try:
        if isinstance(place, Path):
            return check_file(place, own_guards())
        open_database(place)
        return check_open(str(place))
    except CryptagonError as fault:
        return Finding("log and records", ok=False, found=f"{fault.what}: {fault.why}")


def _file(file: Path) -> Iterator[Finding]:
    mode = file.stat().st_mode
    loose = mode & (_OTHERS_READ | _OTHERS_WRITE)
    found = f"{stat.filemode(mode)}{f'; it has tokens and the queue: chmod 600 {file}' if loose else ''}"
    yield Finding("database is for its owner", ok=not loose, found=found)
    with closing(sqlite3.connect(f"file:{quote(str(file.resolve()))}?mode=ro", uri=True)) as opened:
        journal = opened.execute("PRAGMA journal_mode").fetchone()[0]
    yield Finding(
        "readers do not wait for writers", ok=journal == "wal", found=f"journal mode {journal}"
    )
    free = shutil.disk_usage(file.parent).free
    yield Finding("room on the disk", ok=free >= LEAST_FREE, found=f"{free / 2**30:.1f} GiB free")


def _on_server(place: Postgres) -> Iterator[Finding]:
    """What its user may do, how it is reached, and whether what is kept can be changed."""
    powerful, encrypted, local, guarded = _asked(place)
    found = "a superuser of the server" if powerful else "no superuser"
    yield Finding("its user has the rights of a user", ok=not powerful, found=found)
    how = "encrypted" if encrypted else "on this machine" if local else "in the clear"
    yield Finding("nobody reads on the way to the server", ok=encrypted or local, found=how)
    due = len(SERVER_TRIGGERS)
    found = f"{guarded} of {due} triggers hold{'' if guarded == due else ': serve the site again'}"
    yield Finding("what is kept cannot be changed", ok=guarded == due, found=found)


def _asked(place: Postgres) -> tuple[bool, bool, bool, int]:
    """Whether the user is a superuser, whether the connection is encrypted, whether it stays on
    this machine, and how many triggers hold."""
    open_database(place)
    with connection.cursor() as cursor:
        cursor.execute(_ON_SERVER, [list(SERVER_TRIGGERS)])
        found = cursor.fetchone()
    assert found
    return found


def _signature(file: Place, mirror: Mirror) -> Finding:
    what, key = "head is signed with the key of the site", key_file(file)
    if not key.exists():
        return Finding(
            what, ok=False, found=f"there is no key: cryptagon site signing --database {file}"
        )
    try:
        public = read_key(key).public
    except CryptagonError as fault:
        return Finding(what, ok=False, found=f"{fault.what}: {fault.fix}")
    return Finding(what, ok=mirror.key == public, found=mirror.key or "nobody signed it")


def _second_factors(file: Place) -> Iterator[Finding]:
    """Where accounts have second factors: whether their key is there, and for its owner alone."""
    key = second_factor_file(file)
    if not key.exists() and not uses_second_factors(file):
        return
    try:
        read_second_factor_key(key)
        found, fault = "encrypted, the key is for its owner", False
    except CryptagonError as error:
        found, fault = f"{error.what}: {error.fix}", True
    yield Finding("secrets of second factors", ok=not fault, found=found)


def _seen(site: Site, mirror: Mirror) -> Iterator[Finding]:
    """What a visitor gets."""
    try:
        site.check_private()
        yield Finding("address is private", ok=True, found=site.url)
    except CryptagonError as fault:
        yield Finding("address is private", ok=False, found=f"{fault.why}: {fault.fix}")
    try:
        head = (site.get("/api/log?size=1") or {}).get("head") or {}
        yield Finding(
            "log of the address is that of the file",
            ok=head.get("digest", "") == mirror.head,
            found=str(head.get("digest"))[:64],
        )
        names = {name.lower(): text for name, text in site.head("/").items()}
        policy = names.get("content-security-policy", "")
        yield Finding(
            "pages allow no script",
            ok="default-src 'none'" in policy and "script-src" not in policy,
            found=policy or "no policy",
        )
        secure = not site.url.startswith("https") or "strict-transport-security" in names
        yield Finding(
            "browsers come back by https alone",
            ok=secure,
            found=names.get("strict-transport-security", "not told"),
        )
        status, _ = site.post("/api/records", b"{}", "none")
        refused = status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN)
        yield Finding("a record without a token is refused", ok=refused, found=f"status {status}")
    except CryptagonError as fault:
        yield Finding("address answers", ok=False, found=f"{fault.what}: {fault.why}")
