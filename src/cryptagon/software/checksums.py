"""SUPERCOP's own checksums: what an implementation gives for its test inputs, in 64 digits."""

import re
from collections.abc import Iterator
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.software.calls import Implementation
from cryptagon.software.folder import SupercopFolder
from cryptagon.software.outcome import Outcome, checked
from cryptagon.user_files import UnreadableError, read_text

SIZES = {"checksumsmall": (64, 128), "checksumbig": (512, 4096)}
"""Loops, and the greatest length of a message in bytes, by the name of the file."""
_CALLS = {"aead": ("", "crypto_aead_encrypt", "crypto_aead_decrypt"), "hash": ("", "crypto_hash")}


def checksum_files(folder: SupercopFolder) -> list[Path]:
    """The files `checksumsmall` and `checksumbig` of the folder, or of the one above, where SUPERCOP
    has them.
    """
    near = (folder.path, folder.path.parent)
    found = (next(filter(Path.is_file, (place / name for place in near)), None) for name in SIZES)
    return [file for file in found if file]


def checksum_checks(code: Implementation) -> list[Outcome]:
    """A check of each file that is there. Raises CryptagonError for one that is no checksum."""
    files = checksum_files(code.folder)
    return [checked(f"SUPERCOP's {file.name}", _right(code, file)) for file in files]


def checksum_of(code: Implementation, name: str) -> str:
    """The checksum called `name`, in hexadecimal.

    Raises CryptagonError where a call of SUPERCOP's test goes wrong.
    """
    states = [b""]
    for wrong, state in code.checksum(*SIZES[name]):
        states.append(state)
        if wrong:
            call = _CALLS[code.folder.kind][wrong]
            raise CryptagonError(f"{call} is wrong for one of SUPERCOP's own inputs")
    return states[-1].hex()


def _right(code: Implementation, file: Path) -> Iterator[str]:
    expected = _read(file)
    try:
        found = checksum_of(code, file.name)
    except CryptagonError as fault:
        yield fault.render()
        return
    yield "" if found == expected else f"expected {expected}, got {found}"


def _read(file: Path) -> str:
    try:
        text = read_text(file).strip()
    except UnreadableError as fault:
        raise CryptagonError(
            "cannot read the checksum", where=fault.at(file), why=str(fault)
        ) from fault
    if not re.fullmatch(r"[0-9a-f]{64}", text):
        raise CryptagonError(
            "this is no checksum of SUPERCOP",
            where=f"{file}:1",
            why=f"64 hexadecimal digits are expected, found {text[:70]!r}",
        )
    return text
