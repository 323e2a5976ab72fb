"""Whether a unit of others may be used at all, and under which licence.

A licence is found in a file of its own, in the folder or in one around it within the same checkout,
or else in the heads of all sources. What is no known licence is no permission.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptagon.errors import CryptagonError

NAMES = re.compile(r"(licen[cs]e|copying|unlicense)", re.IGNORECASE)
HEAD_LINES = 60

_TEXTS = (
    ("AGPL-3.0", r"GNU AFFERO GENERAL PUBLIC LICENSE"),
    ("LGPL", r"GNU LESSER GENERAL PUBLIC LICENSE"),
    ("GPL-3.0", r"GNU GENERAL PUBLIC LICENSE\s+Version 3"),
    ("GPL-2.0", r"GNU GENERAL PUBLIC LICENSE\s+Version 2"),
    ("SHL-2.1", r"Solderpad Hardware Licen[cs]e v(?:ersion )?2\.1"),
    ("SHL-0.51", r"SOLDERPAD HARDWARE LICENSE\s+version 0\.51"),
    ("Apache-2.0", r"Apache License\s+Version 2\.0"),
    ("MPL-2.0", r"Mozilla Public License Version 2\.0"),
    ("CERN-OHL-2.0", r"CERN Open Hardware Licence Version 2"),
    ("CC0-1.0", r"CC0 1\.0 Universal"),
    ("Unlicense", r"This is free and unencumbered software released into the public domain"),
    ("MIT", r"Permission is hereby granted, free of charge, to any person obtaining a copy"),
    ("ISC", r"Permission to use, copy, modify, and/or distribute this software for any"),
    ("BSD", r"Redistribution and use in source and binary forms"),
)
_HEADS = (
    ("GPL-3.0", r"GNU (?:General )?Public License.{0,400}?gpl-3\.0"),
    ("SHL-2.1 OR GPL-3.0", r"dual-licensed under Solderpad Hardware License v2\.1"),
)
_SPDX = re.compile(r"SPDX-License-Identifier:\s*(?P<name>[\w.+-]+(?: (?:OR|AND|WITH) [\w.+-]+)*)")
_FORBIDS = re.compile(
    r"confidential|proprietary|for evaluation (?:purposes )?only|non-?commercial|no derivatives|"
    r"may not be (?:used|copied|distributed|disclosed)|do not (?:copy|distribute)|CC[ -]BY-N[CD]",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Licence:
    """A licence by its SPDX name where it has one, and where it was found, for people."""

    name: str
    found_in: str


def licence_of(
    folder: Path, sources: Sequence[Path], *, root: Path | None = None, stated: str = ""
) -> Licence:
    """The licence of the sources of a unit in `folder`, which `root` is the checkout of.

    `stated` is what the user knows of it, where the folder says nothing. Raises CryptagonError for a
    text that forbids, for one that is not known, and where there is none.
    """
    for file in licence_files(folder, root or folder):
        text = file.read_text(encoding="utf-8", errors="replace")
        if known := _known(text, _TEXTS):
            return Licence(known, file.name)
        _refuse_forbidding(text, file)
        if not stated:
            raise CryptagonError(
                "this licence is not known",
                where=str(file),
                fix="read it; if it lets you use the unit, name it by --licence",
            )
    heads = {source: _head(source) for source in sources}
    for source, text in heads.items():
        if not _licence_in(text):
            _refuse_forbidding(text, source)
    if stated:
        return Licence(stated, "stated by the user")
    return _of_heads({source: _licence_in(text) for source, text in heads.items()}, folder)


def licence_files(folder: Path, root: Path) -> list[Path]:
    """The licence files of the nearest folder that has some, from `folder` up to `root`."""
    folder, root = folder.resolve(), root.resolve()
    for place in (folder, *folder.parents):
        found = sorted(
            file for file in place.iterdir() if file.is_file() and NAMES.match(file.stem)
        )
        if found or place == root:
            return found
    return []


def _known(text: str, patterns: Sequence[tuple[str, str]]) -> str:
    """The licence whose words come first, in whatever case and lines: some name others further
    on.
    """
    flat = re.sub(r"[\s!*/#-]+", " ", text)
    found = []
    for name, words in patterns:
        pattern = words.replace(r"\s+", " ").replace("-", "[ -]")
        if match := re.search(pattern, flat, re.IGNORECASE):
            found.append((match.start(), name))
    return min(found)[1] if found else ""


def _licence_in(head: str) -> str:
    if spdx := _SPDX.search(head):
        return spdx["name"]
    return _known(head, _HEADS) or _known(head, _TEXTS)


def _head(source: Path) -> str:
    """The first lines of a source, in which its licence is named."""
    text = source.read_text(encoding="utf-8", errors="replace")
    return "\n".join(text.splitlines()[:HEAD_LINES])


def _refuse_forbidding(text: str, file: Path) -> None:
    for number, line in enumerate(text.splitlines(), 1):
        if _FORBIDS.search(line):
            raise CryptagonError(
                "the licence of this unit forbids its use",
                where=f"{file}:{number}",
                why=line.strip(" -!#*/"),
                fix="ask its authors for a licence that lets you use it, and put that into the folder",
            )


def _of_heads(found: dict[Path, str], folder: Path) -> Licence:
    """The licence in the heads of all sources. Raises CryptagonError where one has none."""
    without = [source for source, name in found.items() if not name]
    if without:
        raise CryptagonError(
            "this unit has no licence",
            where=str(folder),
            why=f"there is no file LICENSE, and {len(without)} of {len(found)} sources name none: "
            f"{without[0].name} is the first",
            fix="ask its authors; what they allow is named by --licence",
        )
    names = list(dict.fromkeys(found.values()))
    return Licence(" AND ".join(names), f"the heads of all {len(found)} sources")
