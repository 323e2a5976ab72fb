"""Known answers of block ciphers: lines `COUNT`, `SOURCE`, `KEY`, `PT`, `CT`, each `NAME = VALUE`;
`#` begins a comment.

Digits are hexadecimal, as many as the sizes of the cipher have, the first byte first. SOURCE may be
left out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cryptagon.classes.block.model import BlockCipher
from cryptagon.errors import CryptagonError
from cryptagon.user_files import UnreadableError, read_text

NAMES = ("COUNT", "SOURCE", "KEY", "PT", "CT")


@dataclass(frozen=True)
class BlockRecord:
    """One known answer: `ciphertext` is `plaintext` encrypted under `key`.

    `count` is its number in the file.
    """

    count: str
    source: str
    key: int
    plaintext: int
    ciphertext: int


def read_records(cipher: BlockCipher, file: Path) -> list[BlockRecord]:
    """Every record of the file, in its order.

    Raises CryptagonError with file and line for what the format or the cipher does not have.
    """
    try:
        text = read_text(file)
    except UnreadableError as fault:
        raise CryptagonError(
            "cannot read the known-answer file", where=fault.at(file), why=str(fault)
        ) from fault
    records = [_record(cipher, file, line, fields) for line, fields in _blocks(file, text)]
    if not records:
        raise CryptagonError(
            "the known-answer file holds no record",
            where=str(file),
            fix="write lines COUNT, KEY, PT, CT",
        )
    return records


def _blocks(file: Path, text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """The fields of each record, with the line that it begins at; a record begins with COUNT."""
    fields: dict[str, str] = {}
    begin = 0
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.strip()
        if not content or content.startswith("#"):
            continue
        name, equals, value = (part.strip() for part in content.partition("="))
        if not equals or name not in NAMES:
            raise _broken(file, number, f'"{content}" is no line of a record')
        if name == "COUNT":
            if fields:
                yield begin, fields
            begin, fields = number, {}
        elif not begin or name in fields:
            raise _broken(file, number, f"{name} comes twice in one record, or before its COUNT")
        fields[name] = value
    if fields:
        yield begin, fields


def _record(cipher: BlockCipher, file: Path, line: int, fields: dict[str, str]) -> BlockRecord:
    values = []
    for name, bits in (
        ("KEY", cipher.sizes.key),
        ("PT", cipher.sizes.block),
        ("CT", cipher.sizes.block),
    ):
        digits = fields.get(name, "")
        if len(digits) != bits // 4:
            raise _broken(file, line, f"{name} has {len(digits)} digits instead of {bits // 4}")
        try:
            values.append(int(digits, 16))
        except ValueError as fault:
            raise _broken(file, line, f"{name} is not hexadecimal: {digits}") from fault
    return BlockRecord(fields["COUNT"], fields.get("SOURCE", ""), *values)


def _broken(file: Path, line: int, why: str) -> CryptagonError:
    return CryptagonError(
        "this is no file of known answers of a block cipher", where=f"{file}:{line}", why=why
    )
