"""The head of the log under the signature of the site, so that a log cannot be put in the place of
another.

The key lies in a file beside the database. Only what changes the log reads it: the process that
answers requests has no use for it.
"""

from cryptagon.site.database import one_writer, opened
from cryptagon.site.key_models import SignedHead
from cryptagon.site.log_models import head
from cryptagon.site.models import Edition
from cryptagon.site.places import Place, key_file
from cryptagon.site.signing import HEAD, BadSignatureError, PrivateKey, make_key, read_key
from cryptagon.site.signing import opened as opened_envelope


def make_site_key(database: Place) -> PrivateKey:
    """A key for a site, with which its head is signed from now on.

    Raises CryptagonError where it has one.
    """
    file = key_file(database)
    file.parent.mkdir(parents=True, exist_ok=True)
    made = make_key(file)
    with one_writer():
        sign_head()
        Edition.renew()
    return made


def sign_head() -> None:
    """Sign the last entry, if the site has a key.

    To be called in the transaction that changes the log.
    """
    file = key_file(opened())
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
    signed = opened_envelope(envelope, HEAD)
    if signed.statement != {"rev": rev, "digest": digest}:
        raise BadSignatureError(
            "the signature is of another head",
            why=f"it names entry {str(signed.statement.get('rev'))[:20]}, not {rev}",
        )
    return signed.key
