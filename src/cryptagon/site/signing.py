"""Signatures: Ed25519 (RFC 8032) over statements in DSSE envelopes, which any tool of DSSE can
check.

A statement is a JSON object; its payload type says what it is for, so that no statement is taken
for one of another kind. A public key is written as "ed25519:" with the base64 of its 32 bytes,
which is also its keyid.
"""

import base64
import binascii
import json
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import rfc8785
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from cryptagon.errors import CryptagonError

PUBLICATION, ATTESTATION, HEAD = (
    f"application/vnd.cryptagon.{one}+json" for one in ("publication", "attestation", "head")
)
"""What a signature is for, as the payload type of DSSE."""
MOST_CHARACTERS = 16_384
"""Of an envelope."""
_PREFIX = "ed25519:"
_KEY_BYTES = 32
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


class BadSignatureError(CryptagonError):
    """An envelope that is none, or whose signature is not that of its key."""


@dataclass(frozen=True)
class Signed:
    """A statement whose signature was checked, and the public key that made it."""

    statement: dict[str, Any]
    key: str


class PrivateKey:
    """A private key, which signs statements."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        raw = key.public_key().public_bytes(
            serialization.Encoding.Raw, serialization.PublicFormat.Raw
        )
        self.public = _PREFIX + base64.b64encode(raw).decode()

    def sign(self, kind: str, statement: dict[str, Any]) -> str:
        """The envelope of a statement, as JSON."""
        payload = rfc8785.dumps(statement)
        signature = {"keyid": self.public, "sig": _coded(self._key.sign(_encoded(kind, payload)))}
        return json.dumps(
            {"payload": _coded(payload), "payloadType": kind, "signatures": [signature]}
        )


def make_key(file: Path) -> PrivateKey:
    """A new key in a file that its owner alone can read.

    Raises CryptagonError where there is a file already.
    """
    key = Ed25519PrivateKey.generate()
    form = serialization.PrivateFormat.PKCS8
    content = key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption())
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(content)
    except FileExistsError as fault:
        raise CryptagonError(
            "there is a file already, and it is left as it is",
            where=str(file),
            fix="give another name",
        ) from fault
    except OSError as fault:
        raise CryptagonError(
            "the key cannot be written", where=str(file), why=str(fault)
        ) from fault
    return PrivateKey(key)


def read_key(file: Path) -> PrivateKey:
    """The key in a file. Raises CryptagonError for one that is none, or that others can read."""
    try:
        if file.stat().st_mode & _OTHERS:
            raise CryptagonError(
                "others can read the key",
                where=str(file),
                why="whoever has it can sign",
                fix=f"chmod 600 {file}",
            )
        key = serialization.load_pem_private_key(file.read_bytes(), password=None)
    except OSError as fault:
        raise CryptagonError(
            "the key cannot be read",
            where=str(file),
            why=str(fault),
            fix="make one: cryptagon key FILE",
        ) from fault
    except (ValueError, TypeError) as fault:
        raise CryptagonError(
            "this is no private key",
            where=str(file),
            why=str(fault),
            fix="make one: cryptagon key FILE",
        ) from fault
    if not isinstance(key, Ed25519PrivateKey):
        raise CryptagonError(
            "this is no key for Ed25519", where=str(file), fix="make one: cryptagon key FILE"
        )
    return PrivateKey(key)


def check_public(text: str) -> str:
    """The text of a public key as it is kept. Raises CryptagonError for what is none."""
    try:
        raw = base64.b64decode(text.strip().removeprefix(_PREFIX), validate=True)
    except (ValueError, binascii.Error):
        raw = b""
    if len(raw) != _KEY_BYTES or not text.strip().startswith(_PREFIX):
        why = f'it begins with "{_PREFIX}", and has the base64 of {_KEY_BYTES} bytes'
        raise CryptagonError(
            f"{text[:80]!r} is no public key", why=why, fix="copy what `cryptagon key` prints"
        )
    return _PREFIX + base64.b64encode(raw).decode()


def opened(envelope: str, kind: str) -> Signed:
    """The statement of an envelope of this kind, its signature checked. Raises BadSignatureError.

    Whether the key is one to be trusted is for the caller to say.
    """
    try:
        found = json.loads(envelope)
        payload, own_kind, (only,) = (
            _decoded(found["payload"]),
            found["payloadType"],
            found["signatures"],
        )
        key, signature = check_public(only["keyid"]), _decoded(only["sig"])
        statement = json.loads(payload)
    except (
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        RecursionError,
        CryptagonError,
    ) as fault:
        raise BadSignatureError("this is no signature", why=f"no DSSE envelope: {fault}") from fault
    if own_kind != kind or not isinstance(statement, dict):
        raise BadSignatureError(
            "the signature is for something else",
            why=f"its type is {str(own_kind)[:80]!r}, not {kind!r}",
        )
    try:
        Ed25519PublicKey.from_public_bytes(_decoded(key.removeprefix(_PREFIX))).verify(
            signature, _encoded(kind, payload)
        )
    except InvalidSignature as fault:
        raise BadSignatureError(
            "the signature is wrong", why=f"{key} has not signed this"
        ) from fault
    return Signed(statement, key)


def _encoded(kind: str, payload: bytes) -> bytes:
    """What is signed: the pre-authentication encoding of DSSE 1.0."""
    return b"DSSEv1 %d %s %d %s" % (len(kind), kind.encode(), len(payload), payload)


def _coded(content: bytes) -> str:
    return base64.b64encode(content).decode()


def _decoded(text: str) -> bytes:
    return base64.b64decode(text, validate=True)
