"""The test vectors that come with a unit: pdi.txt, sdi.txt and do.txt, as messages.

They are sent and compared word by word, so that nothing of the cipher needs to be known.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.hwapi import Kind, Word, read_vector_file
from cryptagon.hwapi.words import ACTIVATE_KEY, DECRYPT, ENCRYPT, LOAD_KEY
from cryptagon.user_files import UnreadableError, read_text

FILES = ("pdi.txt", "sdi.txt", "do.txt")
HASH = 0x8
LENGTH = 0xA
"""The segment type LEN of earlier versions of the API."""
NAMES = {ENCRYPT: "encryption", DECRYPT: "decryption", HASH: "hash"}
_PARAMETER = re.compile(r"^#\s*(?P<name>[\w ()/,]+?)\s+-\s+(?P<value>.+?)\s*$")
_INSTRUCTION = re.compile(r"^\s*INS\s*=\s*(?P<digits>[0-9A-Fa-f]+)\s*$")


@dataclass(frozen=True)
class VectorMessage:
    """One message: the words that go in on pdi, the key on sdi where there is a new one, and what
    must come on do.
    """

    number: int
    code: int
    pdi: tuple[Word, ...]
    sdi: tuple[Word, ...]
    do: tuple[Word, ...]

    @property
    def title(self) -> str:
        """What it is, for people."""
        key = ", new key" if self.sdi else ""
        return f"{NAMES[self.code]} {self.number}{key}"


@dataclass(frozen=True)
class Vectors:
    """The messages of a folder for buses of `w` and `sw` bits; `parameters` are those that the
    generator of the CAESAR and LWC packages writes into the head of a file.
    """

    w: int
    sw: int
    messages: tuple[VectorMessage, ...]
    parameters: Mapping[str, str]

    @property
    def cipher(self) -> str:
        """The algorithm by its name in SUPERCOP, "" where the files do not say it."""
        return self.parameters.get("aead") or self.parameters.get("lib_name", "")

    def bits(self, name: str) -> int:
        """A size that the files name, 0 where they do not."""
        value = self.parameters.get(name, "")
        return int(value) if value.isdecimal() else 0


def read_vectors(folder: Path) -> Vectors:
    """The messages of pdi.txt, sdi.txt and do.txt in a folder.

    Raises CryptagonError, with file and line, for a file that is missing, cut short or of another
    version of the API.
    """
    for name in FILES:
        if not (folder / name).is_file():
            raise CryptagonError(
                "the test vectors of this unit are not there",
                where=str(folder / name),
                fix="name the folder with pdi.txt, sdi.txt and do.txt by --vectors",
            )
    w, sw = _width(folder / "pdi.txt"), _width(folder / "sdi.txt")
    pdi, sdi, do = (
        read_vector_file(folder / name, width) for name, width in zip(FILES, (w, sw, w))
    )
    _check_version(pdi, folder / "pdi.txt", w)
    messages = tuple(_messages(pdi, sdi, do, folder, (w, sw)))
    if not messages:
        raise CryptagonError("these test vectors hold no message", where=str(folder / "pdi.txt"))
    return Vectors(w, sw, messages, _parameters(folder / "pdi.txt"))


def _width(file: Path) -> int:
    """The width in bits of the words of a file: that of its instructions, one a line.

    Raises CryptagonError where an instruction has a message ID, as in package 1.0.2 of CAESAR.
    """
    widths = set()
    for number, line in enumerate(_lines(file), 1):
        if match := _INSTRUCTION.match(line):
            digits = match["digits"]
            if digits[1:].strip("0"):
                raise _other_version(
                    f"{file}:{number}", f"the instruction {digits} has an ID behind its code"
                )
            widths.add(4 * len(digits))
    if widths:
        return min(widths)
    raise CryptagonError("these test vectors hold no instruction", where=str(file))


def _lines(file: Path) -> list[str]:
    try:
        return read_text(file).splitlines()
    except UnreadableError as fault:
        raise CryptagonError(
            "this test-vector file cannot be read", where=fault.at(file), why=str(fault)
        ) from fault


def _other_version(where: str, why: str) -> CryptagonError:
    return CryptagonError(
        "these test vectors are of another version of the hardware API",
        where=where,
        why=why,
        fix="units of the CAESAR API 1.0 (package 1.0.3) and of the LWC API are taken",
    )


def _check_version(pdi: Sequence[Word], file: Path, w: int) -> None:
    """Raises CryptagonError for a segment that only earlier versions have."""
    for word in pdi:
        if word.kind is Kind.HEADER and word.value >> (w - 4) == LENGTH and w >= 32:
            raise _other_version(str(file), "a message begins with a segment of lengths (LEN)")


def _parameters(file: Path) -> dict[str, str]:
    found = (_PARAMETER.match(line) for line in _lines(file)[:60])
    return {match["name"].strip(): match["value"] for match in found if match}


def _messages(
    pdi: Sequence[Word],
    sdi: Sequence[Word],
    do: Sequence[Word],
    folder: Path,
    widths: tuple[int, int],
) -> Iterator[VectorMessage]:
    w, sw = widths
    keys = list(_split(sdi, lambda word: _code(word, sw) == LOAD_KEY))
    answers = list(_ended(do))
    place = 0
    found = list(_split(pdi, _Begins(w)))
    for number, words in enumerate(found):
        codes = [_code(word, w) for word in words if word.kind is Kind.INSTRUCTION]
        if codes[-1] not in NAMES:
            raise CryptagonError(
                f"message {number + 1} has no instruction that is known",
                where=str(folder / "pdi.txt"),
                why=f"its code is {codes[-1]:X}",
            )
        new_key = ACTIVATE_KEY in codes
        if new_key and place >= len(keys):
            raise _uneven(folder, "sdi.txt has too few keys")
        if number >= len(answers):
            raise _uneven(folder, f"pdi.txt has {len(found)} messages, do.txt {len(answers)}")
        key = keys[place] if new_key else ()
        place += new_key
        yield VectorMessage(number + 1, codes[-1], words, key, answers[number])
    if len(answers) != len(found) or place != len(keys):
        raise _uneven(
            folder,
            f"{len(found)} messages with {place} keys, {len(keys)} keys, {len(answers)} answers",
        )


def _uneven(folder: Path, why: str) -> CryptagonError:
    return CryptagonError(
        "the files of these test vectors do not belong together", where=str(folder), why=why
    )


class _Begins:
    """Whether a word of pdi begins a message: an instruction, but for one right behind ACTKEY."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.after_key = False

    def __call__(self, word: Word) -> bool:
        if word.kind is not Kind.INSTRUCTION:
            return False
        begins = not self.after_key
        self.after_key = _code(word, self.width) == ACTIVATE_KEY
        return begins


def _code(word: Word, width: int) -> int:
    return word.value >> (width - 4) if word.kind is Kind.INSTRUCTION else -1


def _split(words: Sequence[Word], begins: object) -> Iterator[tuple[Word, ...]]:
    """The words in groups, each of which starts where `begins` says."""
    assert callable(begins)
    group: list[Word] = []
    for word in words:
        if begins(word) and group:
            yield tuple(group)
            group = []
        group.append(word)
    if group:
        yield tuple(group)


def _ended(words: Sequence[Word]) -> Iterator[tuple[Word, ...]]:
    """The words in groups, each of which ends with a status."""
    group: list[Word] = []
    for word in words:
        group.append(word)
        if word.kind is Kind.STATUS:
            yield tuple(group)
            group = []
    if group:
        yield tuple(group)
