"""Secrets of second factors under a key that is not in the database: who reads a copy of the
database can make no code.

A secret is kept as "fernet:" with a token of Fernet (AES-128-CBC and HMAC-SHA-256). Passkeys have
no secret here: the site knows their public keys alone.
"""

import os
import sqlite3
import stat
from contextlib import closing, suppress
from pathlib import Path

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.db import connection

from cryptagon.errors import CryptagonError
from cryptagon.site.database import open_database
from cryptagon.site.places import Place, Postgres, file_address, second_factor_file

SECRETS = ("secret", "seed")
"""What an authenticator's data call them: that of an app, that of recovery codes."""
_PREFIX = "fernet:"
_WITH_SECRETS = "SELECT 1 FROM mfa_authenticator WHERE type != 'webauthn'"
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


class Adapter(DefaultMFAAdapter):
    """How django-allauth keeps secrets: encrypted by the key of the site."""

    def encrypt(self, text: str) -> str:
        """A secret as it is kept."""
        return encrypted(settings.SECOND_FACTOR_KEY, text)

    def decrypt(self, encrypted_text: str) -> str:
        """A secret as it is used. Raises CryptagonError for what this key has not encrypted, so
        that nobody who can write the database alone gives an account a secret of his own."""
        return decrypted(settings.SECOND_FACTOR_KEY, encrypted_text)


def encrypted(key: bytes, secret: str) -> str:
    """A secret as it is kept."""
    return _PREFIX + Fernet(key).encrypt(secret.encode()).decode()


def decrypted(key: bytes, kept: str) -> str:
    """A secret as it is used. Raises CryptagonError for what this key has not encrypted."""
    try:
        if not kept.startswith(_PREFIX):
            raise InvalidToken
        return Fernet(key).decrypt(kept.removeprefix(_PREFIX)).decode()
    except InvalidToken as fault:
        raise CryptagonError(
            "a second factor's secret cannot be read",
            why="it was not encrypted by the key of this site",
            fix="put back the key that was beside the database",
        ) from fault


def open_second_factors(place: Place) -> None:
    """Use the key of a site from now on, which is made where there is nothing that takes it.

    Secrets of a version that had no key are encrypted when it is made, and no others: who writes
    the database alone could put his own there. To be called while the database is open to write.
    Raises CryptagonError for a key that is gone, or is another one.
    """
    file = second_factor_file(place)
    kept = _kept()
    first = not file.exists() and not any(one.startswith(_PREFIX) for _, _, one in kept)
    if first:
        _make(file)
    key = read_second_factor_key(file)
    for owner, name, secret in kept:
        if first:
            owner.data[name] = encrypted(key, secret)
            owner.save(update_fields=["data"])
        else:
            decrypted(key, secret)
    settings.SECOND_FACTOR_KEY = key


def read_second_factor_key(file: Path) -> bytes:
    """The key in a file. Raises CryptagonError where there is none, and for one that others can
    read."""
    try:
        mode, key = file.stat().st_mode, file.read_bytes().strip()
    except OSError as fault:
        raise CryptagonError(
            "the key of the second factors cannot be read",
            where=str(file),
            why=str(fault),
            fix="put it back: without it nobody with an authenticator app can sign in",
        ) from fault
    if mode & _OTHERS:
        raise CryptagonError(
            "others can read the key of the second factors",
            where=str(file),
            why="with it and the database one makes the codes of everybody",
            fix=f"chmod 600 {file}",
        )
    try:
        Fernet(key)
    except ValueError as fault:
        raise CryptagonError(
            "this is no key of second factors", where=str(file), why=str(fault), fix="put it back"
        ) from fault
    return key


def uses_second_factors(file: Place) -> bool:
    """Whether any account of a site has a second factor with a secret."""
    if isinstance(file, Postgres):
        open_database(file)
        tables = connection.introspection.table_names()
        mine = Authenticator.objects.exclude(type=Authenticator.Type.WEBAUTHN)
        return Authenticator._meta.db_table in tables and mine.exists()
    with closing(sqlite3.connect(file_address(file, "ro"), uri=True)) as opened:
        try:
            return opened.execute(_WITH_SECRETS).fetchone() is not None
        except sqlite3.OperationalError:  # a site without accounts has no such table
            return False


def _kept() -> list[tuple[Authenticator, str, str]]:
    return [
        (one, name, one.data[name])
        for one in Authenticator.objects.all()
        for name in SECRETS
        if name in one.data
    ]


def _make(file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):  # another process of the site was first
        opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(opened, "wb") as out:
            out.write(Fernet.generate_key() + b"\n")
