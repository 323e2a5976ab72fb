"""Widths that are said twice, in the C of a core and in algorithm.toml: a difference is told in the
terms of both.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from cryptagon.catalog.includes import included_files
from cryptagon.errors import CryptagonError
from cryptagon.user_files import line_of


@dataclass(frozen=True)
class Width:
    """A port of the core that has `bits` by the key of algorithm.toml; `macro` is what gives it in
    C, "" where the C declares the port.
    """

    port: str
    bits: int
    key: tuple[str | int, ...]
    macro: str = ""


class Described(Protocol):
    """An algorithm, its algorithm.toml, and the widths that follow from it."""

    @property
    def file(self) -> Path: ...  # noqa: D102
    @property
    def widths(self) -> tuple[Width, ...]: ...  # noqa: D102


def check_widths(
    algorithm: Described,
    source: Path,
    ports: Mapping[str, int],
    defines: Mapping[str, str] | None = None,
) -> None:
    """Compare the ports of a core in C, by name with their bits, with its algorithm.toml; `defines`
    are macros given from outside.

    Raises CryptagonError for the first port that is missing or of another width, with both lines.
    """
    for width in algorithm.widths:
        found = ports.get(width.port)
        if found is None:
            why = f"algorithm.toml says that it has {width.bits} bits; the C has {', '.join(sorted(ports))}"
            fix = "declare the ports as the class of the algorithm has them"
            raise CryptagonError(
                f"the core in C has no port {width.port}", where=str(source), why=why, fix=fix
            )
        if found != width.bits:
            raise _differ(algorithm.file, source, width, found, defines or {})


def _differ(
    toml: Path, source: Path, width: Width, found: int, defines: Mapping[str, str]
) -> CryptagonError:
    name = ".".join(key for key in width.key if isinstance(key, str))
    place, said = _in_c(source, width, defines)
    line = line_of(toml.read_text(encoding="utf-8"), width.key)
    in_c = (
        f"#define {width.macro} {width.bits}"
        if width.macro
        else f"give {width.port} {width.bits} bits"
    )
    return CryptagonError(
        f"{source.name} and algorithm.toml differ in the width of {width.port}: {found} and {width.bits} bits",
        where=place,
        why=f"{said}; {toml}:{line}: {name} makes it {width.bits} bits",
        fix=f"{in_c} in {source.name}, or {name} with {found} bits in algorithm.toml",
    )


def _in_c(source: Path, width: Width, defines: Mapping[str, str]) -> tuple[str, str]:
    """Where the C gives the width, and what it says there."""
    if width.macro in defines:
        return str(source), f"the macros of the variant make {width.macro} {defines[width.macro]}"
    macro = rf"^\s*#\s*define\s+{width.macro}\s+(\S.*?)\s*$"
    declared = re.compile(
        macro
        if width.macro
        else rf"\bSTREAM_(?:IN|OUT)\s*\((.*\b{width.port.partition('_')[0]})\s*\)"
    )
    for file in (source, *included_files([source])):
        for number, text in enumerate(
            file.read_text(encoding="utf-8", errors="replace").splitlines(), start=1
        ):
            if match := declared.search(text):
                return f"{file}:{number}", f"the C has {width.macro or 'the port'} {match[1]}"
    return str(source), "the C declares it so"
