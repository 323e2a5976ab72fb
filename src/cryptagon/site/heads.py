"""The head of the log under the signature of the site, so that a log cannot be put in the place of another.

The key lies in a file beside the database. Only what changes the log reads it: the process that answers requests has no
use for it.
"""

from pathlib import Path
from urllib.parse import unquote

from django.db import connections, transaction

from cryptagon.site.key_models import SignedHead
from cryptagon.site.log_models import head
from cryptagon.site.models import Edition
from cryptagon.site.signing import HEAD, BadSignatureError, PrivateKey, make_key, opened, read_key

SUFFIX = ".key"


def key_file(database: Path) -> Path:
    """Where the key of a site lies."""
    return database.with_name(database.name + SUFFIX)


def make_site_key(database: Path) -> PrivateKey:
    """A key for a site, with which its head is signed from now on. Raises CryptagonError where it has one."""
    made = make_key(key_file(database))
    with transaction.atomic():
        sign_head()
        Edition.renew()
    return made


def sign_head() -> None:
    """Sign the last entry, if the site has a key. To be called in the transaction that changes the log."""
    file = key_file(_database())
    last = head()
    if last and file.exists():
        statement = {"rev": last.rev, "digest": last.digest}
        SignedHead.objects.all().delete()
        SignedHead.objects.create(content=read_key(file).sign(HEAD, statement))


def signed_head() -> str:
    """The envelope of the head; empty where the site has no key."""
    return SignedHead.objects.values_list("content", flat=True).first() or ""


def signer_of(envelope: str, rev: int, digest: str) -> str:
    """The public key that signed this head; empty where nobody did. Raises BadSignatureError."""
    if not envelope:
        return ""
    signed = opened(envelope, HEAD)
    if signed.statement != {"rev": rev, "digest": digest}:
        raise BadSignatureError(
            "the signature is of another head", why=f"it names entry {str(signed.statement.get('rev'))[:20]}, not {rev}"
        )
    return signed.key


def _database() -> Path:
    """The file that is open as the database."""
    return Path(unquote(str(connections["default"].settings_dict["NAME"]).removeprefix("file:").partition("?")[0]))
