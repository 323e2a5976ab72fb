"""Known answers of hash functions in the format of NIST's SHA-3 competition: `Len` in bits, `Msg`
and `MD` in hexadecimal.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptagon.classes.hash.model import Hash
from cryptagon.classes.samples import thinned
from cryptagon.errors import CryptagonError
from cryptagon.user_files import UnreadableError, read_text

QUICK_ANSWERS = 20
_LINE = re.compile(r"(Len|Msg|MD)\s*=\s*([0-9A-Fa-f]+)$")
_ORDER = ("Len", "Msg", "MD")


@dataclass(frozen=True)
class HashAnswer:
    """A message and its digest; `place` is the file and line where it begins."""

    message: bytes
    digest: bytes
    place: str


def answer_files(algorithm: Hash, others: Sequence[Path] = ()) -> tuple[Path, ...]:
    """The files of the algorithm's own kat/ folder; or, where there are `others`, those alone.

    Each of the others is a file, or a folder that has, at any depth, files called NAME.txt after
    the algorithm. Raises CryptagonError when there is none: nothing is measured that was not
    verified.
    """
    found = [
        sorted(place.rglob(f"{algorithm.name}.txt")) if place.is_dir() else [place]
        for place in others
    ]
    files = tuple(file for part in found for file in part) if others else algorithm.answer_files
    if not files:
        where = ", ".join(map(str, others)) or str(algorithm.folder / "kat")
        raise CryptagonError(
            f"there are no known answers of {algorithm.name}",
            where=where,
            fix="put a file with Len, Msg and MD there",
        )
    return files


def known_answers(
    algorithm: Hash, files: Sequence[Path], *, quick: bool = False
) -> list[HashAnswer]:
    """The answers of all files, each message once; with `quick`, some 20 spread evenly over them.

    Raises CryptagonError with the line.
    """
    distinct = {
        (answer.message, answer.digest): answer
        for file in files
        for answer in read_answers(file, algorithm.sizes.digest // 8)
    }
    answers = list(distinct.values())
    return thinned(answers, QUICK_ANSWERS) if quick else answers


def read_answers(file: Path, digest: int) -> list[HashAnswer]:
    """The answers of a file, with digests of `digest` bytes.

    Messages that are not in whole bytes are left out: the hardware refuses them. Raises
    CryptagonError with file and line for what is no answer.
    """
    try:
        text = read_text(file)
    except UnreadableError as fault:
        raise CryptagonError(
            "cannot read the known answers", where=fault.at(file), why=str(fault)
        ) from fault
    answers: list[HashAnswer] = []
    fields: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.strip()
        if not content or content.startswith("#"):
            continue
        place = f"{file}:{number}"
        match = _LINE.match(content)
        if match is None or match[1] != _ORDER[len(fields)]:
            why = f'expected "{_ORDER[len(fields)]} = ...", found "{content[:60]}"'
            raise CryptagonError("this is no known answer of a hash function", where=place, why=why)
        fields[match[1]] = match[2]
        if len(fields) == len(_ORDER):
            answers += _answer(fields, place, digest)
            fields = {}
    if fields or not answers:
        why = "the last answer is not whole" if fields else "there is no answer in it"
        raise CryptagonError("the file of known answers is not whole", where=str(file), why=why)
    return answers


def _answer(fields: dict[str, str], place: str, digest: int) -> list[HashAnswer]:
    bits = int(fields["Len"])
    if bits % 8:
        return []
    if (
        len(fields["MD"]) != 2 * digest
        or len(fields["Msg"]) % 2
        or (bits and len(fields["Msg"]) != bits // 4)
    ):
        why = f"Len = {bits}, Msg has {len(fields['Msg'])} digits, MD {len(fields['MD'])}, and a digest has {digest} bytes"
        raise CryptagonError("the lengths of this known answer do not agree", where=place, why=why)
    return [
        HashAnswer(
            bytes.fromhex(fields["Msg"]) if bits else b"", bytes.fromhex(fields["MD"]), place
        )
    ]
