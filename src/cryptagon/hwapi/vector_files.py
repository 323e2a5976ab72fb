"""The test-vector files of the field: `pdi.txt`, `sdi.txt` and `do.txt`.

A line `INS = `, `HDR = `, `DAT = ` or `STT = ` gives words in hexadecimal, most significant digit
first; a digit `X` in do.txt is not compared. Any other line is a comment. The line `###EOF` ends
the file.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.hwapi.message import HardwareAlgorithm, Message
from cryptagon.hwapi.words import ApiWords, Kind, Word, api_words
from cryptagon.user_files import UnreadableError, read_text

WORDS_A_LINE = 8
END = "###EOF"
_LINE = re.compile(r"\s*(INS|HDR|DAT|STT)\s*=\s*(.*?)\s*")


def write_vector_files(
    folder: Path,
    algorithm: HardwareAlgorithm,
    messages: Sequence[Message],
    w: int = 32,
    sw: int = 32,
) -> tuple[Path, Path, Path]:
    """Write pdi.txt, sdi.txt and do.txt of the messages into `folder`, made if missing; returns
    their paths in that order.

    Raises CryptagonError for a width that is no bus width, and for a key, nonce or tag of the wrong
    length.
    """
    words = api_words(algorithm, messages, w, sw)
    folder.mkdir(parents=True, exist_ok=True)
    buses = (("pdi", words.pdi, w), ("sdi", words.sdi, sw), ("do", words.do, w))
    return tuple(
        _write(folder / f"{bus}.txt", algorithm.name, found, messages, width)
        for bus, found, width in buses
    )  # type: ignore[return-value]


def read_vector_files(folder: Path, w: int = 32, sw: int = 32) -> ApiWords:
    """The words of pdi.txt, sdi.txt and do.txt in `folder`; which message a word belongs to is not
    in the files and stays 0.

    Raises CryptagonError, with file and line, where a file is missing, cut short or not of that
    width.
    """
    return ApiWords(
        read_vector_file(folder / "pdi.txt", w),
        read_vector_file(folder / "sdi.txt", sw),
        read_vector_file(folder / "do.txt", w),
    )


def read_vector_file(path: Path, width: int) -> tuple[Word, ...]:
    """The words, `width` bits each, of one file.

    Raises CryptagonError as `read_vector_files` does.
    """
    try:
        lines = read_text(path).splitlines()
    except UnreadableError as error:
        raise CryptagonError(
            "this test-vector file cannot be read", where=error.at(path), why=str(error)
        ) from error
    words: list[Word] = []
    for number, line in enumerate(lines, 1):
        if line.strip() == END:
            return tuple(words)
        words += _read_line(line, width, f"{path}:{number}")
    raise CryptagonError(
        "this test-vector file is cut short", where=str(path), why=f"it has no line {END}"
    )


def format_words(words: Sequence[Word], width: int, comment: Callable[[int], str]) -> Iterator[str]:
    """The lines of a file without its head and its end; `comment(n)` is what to say before message
    n.
    """
    for message, group in groupby(words, key=lambda word: word.message):
        yield f"#### {comment(message)}"
        for kind, run in groupby(group, key=lambda word: word.kind):
            yield from _run_lines(kind, list(run), width)
        yield ""


def _write(
    path: Path, name: str, words: Sequence[Word], messages: Sequence[Message], width: int
) -> Path:
    head = [
        f"# {path.name} for {name}: {len(messages)} messages, words of {width} bits (CAESAR Hardware API v1.0)",
        "",
    ]
    body = format_words(
        words, width, lambda number: f"Message {number + 1}: {messages[number].title}"
    )
    path.write_text("\n".join([*head, *body, END]) + "\n")
    return path


def _run_lines(kind: Kind, words: list[Word], width: int) -> Iterator[str]:
    step = {Kind.DATA: WORDS_A_LINE, Kind.HEADER: max(32 // width, 1)}.get(kind, 1)
    for start in range(0, len(words), step):
        yield f"{kind} = {''.join(_digits(word, width) for word in words[start : start + step])}"


def _digits(word: Word, width: int) -> str:
    digits = width // 4
    pairs = zip(f"{word.value:0{digits}X}", f"{word.known:0{digits}X}")
    return "".join(digit if known == "F" else "X" for digit, known in pairs)


def _read_line(line: str, width: int, where: str) -> list[Word]:
    match = _LINE.fullmatch(line)
    if match is None:
        return []
    kind, digits = Kind(match[1]), match[2]
    step = width // 4
    if not re.fullmatch(r"[0-9A-Fa-fXx]+", digits):
        raise CryptagonError("this is no hexadecimal number", where=where, why=repr(digits))
    if len(digits) % step:
        raise CryptagonError(
            f"{len(digits)} digits are not whole words of {width} bits",
            where=where,
            fix="read the file with the width it was made for",
        )
    return [_word(kind, digits[start : start + step]) for start in range(0, len(digits), step)]


def _word(kind: Kind, digits: str) -> Word:
    value = "".join("0" if digit in "Xx" else digit for digit in digits)
    known = "".join("0" if digit in "Xx" else "F" for digit in digits)
    return Word(kind, int(value, 16), int(known, 16))
