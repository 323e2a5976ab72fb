"""A folder of the SUPERCOP shape: which class it is of, and what api.h says."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.user_files import UnreadableError, read_text

FUNCTIONS = {"aead": ("crypto_aead_encrypt", "crypto_aead_decrypt"), "hash": ("crypto_hash",)}
"""What an implementation of each class has."""
MACROS = {
    "aead": ("CRYPTO_KEYBYTES", "CRYPTO_NPUBBYTES", "CRYPTO_ABYTES"),
    "hash": ("CRYPTO_BYTES",),
}
"""What its api.h defines."""


@dataclass(frozen=True)
class SupercopFolder:
    """An implementation; `kind` is aead or hash, `sources` are its C files."""

    path: Path
    kind: str
    sources: tuple[Path, ...]

    @property
    def name(self) -> str:
        """The name of the algorithm: of crypto_aead/NAME/ref its NAME, else the folder's own."""
        place = (
            self.path.parent if self.path.parent.parent.name.startswith("crypto_") else self.path
        )
        return place.name


def open_folder(path: Path, kind: str = "") -> SupercopFolder:
    """The implementation in a folder; `kind` chooses where one folder has both.

    Raises CryptagonError for a folder without api.h or C, where api.h lacks a macro, and where a
    function is nowhere.
    """
    path = path.resolve()
    if not (path / "api.h").is_file():
        below = sorted(found.parent.name for found in path.glob("*/api.h")) if path.is_dir() else []
        fix = (
            f"give the folder below it: {', '.join(below)}"
            if below
            else "give the folder of one implementation, as crypto_aead/NAME/ref"
        )
        what = "this folder has no api.h" if path.is_dir() else "there is no such folder"
        raise CryptagonError(what, where=str(path), fix=fix)
    sources = sorted(path.glob("*.c"))
    if not sources:
        why = "only C is compiled here, not C++ or assembly"
        raise CryptagonError("this folder has no C source", where=str(path), why=why)
    texts = {file: _text(file) for file in (*sources, *sorted(path.glob("*.h")))}
    chosen = kind or _kind_of(path, texts)
    _check_macros(path / "api.h", chosen, texts)
    _check_functions(path, chosen, texts)
    return SupercopFolder(path, chosen, tuple(sources))


def _kind_of(path: Path, texts: dict[Path, str]) -> str:
    """By the folders above, then by the functions that are there."""
    for kind in FUNCTIONS:
        if f"crypto_{kind}" in path.parts:
            return kind
    for kind, names in FUNCTIONS.items():
        if any(_names(text, names[0]) for text in texts.values()):
            return kind
    for kind, names in MACROS.items():
        if all(any(_names(text, name) for text in texts.values()) for name in names):
            return kind
    raise CryptagonError(
        "this folder has neither an authenticated cipher nor a hash function",
        where=str(path),
        why="no file of it has the words crypto_aead_encrypt or crypto_hash",
        fix="give a folder of crypto_aead or crypto_hash",
    )


def _check_macros(api: Path, kind: str, texts: dict[Path, str]) -> None:
    missing = [
        name
        for name in MACROS[kind]
        if not any(
            re.search(rf"^\s*#\s*define\s+{name}\b", text, re.MULTILINE) for text in texts.values()
        )
    ]
    if missing:
        raise CryptagonError(
            f"api.h does not define {' and '.join(missing)}",
            where=str(api),
            why=f"crypto_{kind} needs {', '.join(MACROS[kind])}, in bytes",
            fix=f"add #define {missing[0]} with the number of bytes to api.h",
        )


def _check_functions(path: Path, kind: str, texts: dict[Path, str]) -> None:
    bodies = [text for file, text in texts.items() if file.suffix == ".c"]
    for name in FUNCTIONS[kind]:
        if not any(_names(text, name) for text in bodies):
            raise CryptagonError(
                f"the function {name} is missing",
                where=str(path),
                why=f"none of its {len(bodies)} C files names it",
                fix=f"put the file that defines {name} into the folder",
            )


def _names(text: str, name: str) -> bool:
    return re.search(rf"\b{name}\b", text) is not None


def _text(file: Path) -> str:
    try:
        return read_text(file)
    except UnreadableError:  # a comment in Latin-1
        return file.read_bytes().decode("latin-1")


def known_answer_files(folder: SupercopFolder, others: Sequence[Path] = ()) -> list[Path]:
    """The files LWC_AEAD_KAT_*.txt or LWC_HASH_KAT_*.txt in the folder and the one above, or
    `others` alone.
    """
    pattern = f"LWC_{folder.kind.upper()}_KAT_*.txt"
    places = (folder.path, folder.path.parent)
    return list(others) or [file for place in places for file in sorted(place.glob(pattern))]
