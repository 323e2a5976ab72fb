"""`docs/variants.txt` of the CAESAR and LWC packages: what the designers say of each variant.

It is a text for people, and no two are alike. What is read are the name of each part, the reference
software, the formulas of cycles, and generics that differ from their defaults.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.user_files import UnreadableError, did_you_mean, read_text

_TITLE = re.compile(r"^(?P<name>[A-Za-z][\w.()-]{0,30})(?::.*)?\s*$")
_GENERIC = re.compile(r"^\s*(?P<name>G_\w+)\s*=\s*(?P<value>[\w.\"']+)\s*$")
_SOFTWARE = re.compile(r"crypto_aead/(?P<name>\w+)|^\s*(?P<plain>[a-z][a-z0-9]+v\d+)\b")
_FORMULA = re.compile(
    r"execution time of authenticated (?P<way>encryption|decryption)\s*:", re.IGNORECASE
)


@dataclass(frozen=True)
class VariantText:
    """One part of the text. `software` is the reference by its name in SUPERCOP, "" where none is
    named; `formulas` the cycles of a message as written, by "encryption" and "decryption".
    """

    name: str
    software: str = ""
    generics: Mapping[str, str] = field(default_factory=dict)
    formulas: Mapping[str, str] = field(default_factory=dict)


def read_variants(file: Path) -> tuple[VariantText, ...]:
    """The variants in a text, in its order; none where it names none.

    Raises CryptagonError for a file that is no text.
    """
    try:
        lines = read_text(file).splitlines()
    except UnreadableError as fault:
        raise CryptagonError(
            "this text of variants cannot be read", where=fault.at(file), why=str(fault)
        ) from fault
    starts = [at for at, line in enumerate(lines) if _begins(lines, at, line)]
    # What names no software is no variant: a heading within one.
    starts = [
        start
        for start, end in zip(starts, [*starts[1:], len(lines)])
        if _software(lines[start:end])
    ]
    return tuple(
        _variant(lines[start:end]) for start, end in zip(starts, [*starts[1:], len(lines)])
    )


def variant_called(name: str, variants: tuple[VariantText, ...], file: Path) -> VariantText:
    """The variant of that name, whatever the case.

    Raises CryptagonError where there is none, naming those that are close.
    """
    for one in variants:
        if one.name.lower() == name.lower():
            return one
    raise CryptagonError(
        f'no variant "{name}"',
        where=str(file),
        fix=did_you_mean(name, [one.name for one in variants]),
    )


def _begins(lines: list[str], at: int, line: str) -> bool:
    """Whether a part begins here: a name alone at the margin, behind which more follows."""
    if not _TITLE.match(line) or line.rstrip().endswith(":"):
        return False
    rest = "\n".join(lines[at + 1 : at + 12]).lower()
    return "reference software" in rest or "design goal" in rest or "execution time" in rest


def _variant(lines: list[str]) -> VariantText:
    title = _TITLE.match(lines[0])
    assert title  # _begins has seen it
    return VariantText(title["name"], _software(lines), _generics(lines), _formulas(lines))


def _software(lines: list[str]) -> str:
    for line in lines[1:]:
        if match := _SOFTWARE.search(line):
            return match["name"] or match["plain"]
    return ""


def _generics(lines: list[str]) -> dict[str, str]:
    found = (_GENERIC.match(line) for line in lines)
    return {match["name"]: match["value"] for match in found if match}


def _formulas(lines: list[str]) -> dict[str, str]:
    """The line after each heading; of two, the first: the second is for a key that stays."""
    found: dict[str, str] = {}
    for at, line in enumerate(lines):
        if match := _FORMULA.search(line):
            after = (one.strip() for one in [line[match.end() :], *lines[at + 1 :]])
            found.setdefault(match["way"].lower(), next((one for one in after if one), ""))
    return found
