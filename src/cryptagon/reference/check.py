"""Does the reference software agree with known answers, and with what algorithm.toml says?"""

from collections.abc import Sequence

from cryptagon.catalog import Algorithm
from cryptagon.errors import CryptagonError
from cryptagon.kat import KatRecord
from cryptagon.reference.cipher import ReferenceCipher

_SHOWN_BYTES = 32


def check_kat(cipher: ReferenceCipher, records: Sequence[KatRecord], where: str = "") -> int:
    """Encrypt and decrypt every record, and see that it is rejected once a bit of its tag,
    ciphertext or AD is flipped.

    `where` names the origin of the records in messages. Returns the number of records. Raises
    CryptagonError at the first record that disagrees, with what was expected and what came.
    """
    for record in records:
        place = f"{where or cipher.folder}, Count = {record.count}"
        ct = cipher.encrypt(record.key, record.nonce, record.ad, record.text)
        if ct != record.ct:
            raise _disagreement("encryption disagrees with the known answer", place, record.ct, ct)
        pt = cipher.decrypt(record.key, record.nonce, record.ad, record.ct)
        if pt is None:
            fix = "crypto_aead_decrypt must return 0 for an authentic message"
            raise CryptagonError(
                "the reference software rejects an authentic message", where=place, fix=fix
            )
        if pt != record.text:
            raise _disagreement(
                "decryption disagrees with the known answer", place, record.text, pt
            )
        for part, ad, forged in _forgeries(record):
            if cipher.decrypt(record.key, record.nonce, ad, forged) is not None:
                raise CryptagonError(
                    f"the reference software accepts a message with a flipped bit in its {part}",
                    where=place,
                )
    return len(records)


def check_sizes(cipher: ReferenceCipher, algorithm: Algorithm) -> None:
    """See that api.h and algorithm.toml agree on key, message numbers and tag. CRYPTO_ABYTES counts
    the most that a ciphertext is longer: also by padding, and by a secret message number.

    Raises CryptagonError when they do not.
    """
    sizes, more_bytes = cipher.sizes, algorithm.expansion_bytes + algorithm.sizes.nsec // 8
    pairs = (
        ("key", "CRYPTO_KEYBYTES", sizes.key, algorithm.sizes.key),
        ("npub", "CRYPTO_NPUBBYTES", sizes.npub, algorithm.sizes.npub),
        ("nsec", "CRYPTO_NSECBYTES", sizes.nsec, algorithm.sizes.nsec),
        ("tag", "CRYPTO_ABYTES", sizes.a - more_bytes, algorithm.sizes.tag),
    )
    for key, macro, in_bytes, bits in pairs:
        if 8 * in_bytes != bits:
            kind = "a secret message number" if algorithm.sizes.nsec else "padding"
            more = f" and {more_bytes} bytes of {kind}" if key == "tag" and more_bytes else ""
            why = f"api.h: {macro} is {in_bytes + (more_bytes if more else 0)} bytes; algorithm.toml: sizes.{key} is {bits} bits{more}"
            raise CryptagonError(
                f"the reference software and {algorithm.name} differ in size",
                where=str(cipher.folder / "api.h"),
                why=why,
            )


def _forgeries(record: KatRecord) -> list[tuple[str, bytes, bytes]]:
    """Part, AD and ciphertext of the record with one bit flipped; which bit goes with the record's
    number, so that all get their turn.
    """
    body = len(record.text)
    forgeries = [("tag", record.ad, record.ct[:body] + _flipped(record.ct[body:], record.count))]
    if record.text:
        forgeries.append(
            ("ciphertext", record.ad, _flipped(record.ct[:body], record.count) + record.ct[body:])
        )
    if record.ad:
        forgeries.append(("AD", _flipped(record.ad, record.count), record.ct))
    return forgeries


def _flipped(data: bytes, number: int) -> bytes:
    byte, bit = divmod(number % (8 * len(data)), 8)
    return data[:byte] + bytes([data[byte] ^ 1 << bit]) + data[byte + 1 :]


def _disagreement(what: str, place: str, expected: bytes, got: bytes) -> CryptagonError:
    first = next(
        (i for i, (a, b) in enumerate(zip(expected, got)) if a != b), min(len(expected), len(got))
    )
    shown = [
        f"{data_name} {_excerpt(data, first)} ({len(data)} bytes)"
        for data_name, data in (("expected", expected), ("got", got))
    ]
    return CryptagonError(
        what,
        where=place,
        why="\n       ".join([f"first difference in byte {first} (from 0)", *shown]),
    )


def _excerpt(data: bytes, first: int) -> str:
    """The bytes around the first difference, in hexadecimal; all of them when they are few."""
    if len(data) <= _SHOWN_BYTES:
        return data.hex().upper() or "nothing"
    start = max(0, first - _SHOWN_BYTES // 4)
    end = start + _SHOWN_BYTES
    return (
        f"{'...' if start else ''}{data[start:end].hex().upper()}{'...' if end < len(data) else ''}"
    )
