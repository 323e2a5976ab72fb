"""The file format: lines `Count`, `Key`, `Nonce`, `PT`, `AD`, `CT`, each `NAME = VALUE`, and a
blank line after each record.

Where a cipher has a secret message number there is a line `NSec` between `Nonce` and `PT`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.user_files import UnreadableError, read_text

_FIELDS = {
    "count": "Count",
    "key": "Key",
    "nonce": "Nonce",
    "nsec": "NSec",
    "pt": "PT",
    "ad": "AD",
    "ct": "CT",
}
_OPTIONAL = "nsec"
_COMMENT_MARKS = ("#", "//", ";")


@dataclass(frozen=True)
class KatRecord:
    """One known answer.

    `ct` is the ciphertext followed by the tag, as crypto_aead_encrypt returns it. `nsec` is the
    secret message number, empty where the cipher has none; encrypted it is in front of `ct`.
    """

    count: int
    key: bytes
    nonce: bytes
    pt: bytes
    ad: bytes
    ct: bytes
    nsec: bytes = b""

    @property
    def text(self) -> bytes:
        """What is encrypted: the plaintext behind the secret message number."""
        return self.nsec + self.pt


def file_name(key_bits: int, npub_bits: int) -> str:
    """The name that the process gives such a file."""
    return f"LWC_AEAD_KAT_{key_bits}_{npub_bits}.txt"


def read_kat(path: Path) -> list[KatRecord]:
    """Every record of the file, in its order; a file named *.gz is decompressed first.

    Either line ending, either case of letters, blank lines anywhere, lines of comment (#, //, ;)
    and a missing blank line at the end are all fine. Raises CryptagonError with file and line for
    anything else that the format does not have.
    """
    try:
        text = read_text(path)
    except UnreadableError as fault:
        raise CryptagonError(
            "cannot read the known-answer file", where=fault.at(path), why=str(fault)
        ) from fault
    records: list[KatRecord] = []
    fields: dict[str, str] = {}
    first_line = 0
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.strip()
        if not content or content.startswith(_COMMENT_MARKS):
            continue
        name, value = _field(path, number, content)
        if name == "count" and fields:
            records.append(_record(path, first_line, fields))
            fields = {}
        if not fields:
            first_line = number
        if name in fields:
            raise _malformed(
                path,
                number,
                f"{_FIELDS[name]} is twice in one record",
                "every record begins with a line Count = ...",
            )
        fields[name] = _checked(path, number, name, value)
    if not fields:
        raise CryptagonError("the known-answer file holds no record", where=str(path))
    return [*records, _record(path, first_line, fields)]


def write_kat(path: Path, records: Iterable[KatRecord]) -> None:
    """Write the records to `path`, byte for byte as the LWC process's own generator lays them
    out.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(map(_render, records)), encoding="ascii", newline="\n")


def _render(record: KatRecord) -> str:
    secret = {"NSec": record.nsec.hex().upper()} if record.nsec else {}
    values = {
        "Count": str(record.count),
        "Key": record.key.hex().upper(),
        "Nonce": record.nonce.hex().upper(),
        **secret,
        "PT": record.pt.hex().upper(),
        "AD": record.ad.hex().upper(),
        "CT": record.ct.hex().upper(),
    }
    return "".join(f"{name} = {value}\n" for name, value in values.items()) + "\n"


def _field(path: Path, number: int, content: str) -> tuple[str, str]:
    """Name (lower case) and value of a line `NAME = VALUE`."""
    name, equals, value = content.partition("=")
    if not equals:
        raise _malformed(path, number, "this line has no equals sign", "write NAME = VALUE")
    key = name.strip().lower()
    if key not in _FIELDS:
        raise _malformed(
            path,
            number,
            f'unknown field "{name.strip()}"',
            f"an AEAD record has {', '.join(_FIELDS.values())}",
        )
    return key, value.strip()


def _checked(path: Path, number: int, name: str, value: str) -> str:
    """`value` when it is a number (Count) or whole bytes in hexadecimal (all others)."""
    if name == "count":
        if not (value.isascii() and value.isdigit()):
            raise _malformed(path, number, f"Count is not a number: {_shown(value)}", "")
        return value
    stray = next((digit for digit in value if digit not in "0123456789abcdefABCDEF"), None)
    if stray is not None:
        raise _malformed(
            path, number, f"{_FIELDS[name]} is not hexadecimal: it holds {stray!r}", ""
        )
    if len(value) % 2:
        raise _malformed(
            path,
            number,
            f"{_FIELDS[name]} has {len(value)} hexadecimal digits, which is half a byte too many",
            "",
        )
    return value


def _record(path: Path, first_line: int, fields: dict[str, str]) -> KatRecord:
    missing = [shown for name, shown in _FIELDS.items() if name not in fields and name != _OPTIONAL]
    if missing:
        raise _malformed(
            path, first_line, f"the record that begins here has no {' and no '.join(missing)}", ""
        )
    data = {name: bytes.fromhex(value) for name, value in fields.items() if name != "count"}
    return KatRecord(int(fields["count"]), **data)


def _malformed(path: Path, number: int, what: str, fix: str) -> CryptagonError:
    return CryptagonError(what, where=f"{path}:{number}", fix=fix)


def _shown(value: str) -> str:
    return repr(value if len(value) <= 24 else value[:24] + "...")
