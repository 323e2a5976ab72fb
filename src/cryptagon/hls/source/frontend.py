"""C to unoptimised LLVM IR, by clang."""

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import ziglang

from cryptagon import paths
from cryptagon.errors import CryptagonError
from cryptagon.hls.source.diagnostics import refusal, warnings
from cryptagon.toolchain import answer

INCLUDE = Path(str(files("cryptagon.hls") / "include"))
BUILTIN_INCLUDE = Path(ziglang.__file__).parent / "lib" / "include"
TARGET = "x86_64-linux-gnu"
FIELDS_ALONE = "regcall"
"""The calling convention that passes a struct by value field by field; the usual one of x86-64
packs small ones into 64-bit pieces.
"""
LEFT_OUT = re.compile(r"\bx86_regcallcc |\b__regcall3__|, !noundef !\d+")
"""What marks that convention; and a note that a `bit` in memory is defined, which it is not where
it holds any(type).
"""


@dataclass(frozen=True)
class Translation:
    """A source as LLVM IR text, and clang's warnings of it, with file and line."""

    text: str
    warnings: tuple[str, ...]


def include_options() -> list[str]:
    """The options of clang for the folders of headers: Cryptagon's own, then those that cores
    share.
    """
    return [f"-I{folder}" for folder in (INCLUDE, *paths.include_folders())]


def clang_arguments(source: Path, defines: Mapping[str, str]) -> list[str]:
    """clang's command line for one source: debug information on, no optimisation yet, loops left
    rolled.
    """
    return [
        *(
            sys.executable,
            "-m",
            "ziglang",
            "clang",
            "-target",
            TARGET,
            "-std=c23",
            "-ffreestanding",
        ),
        *(
            "-O1",
            "-Xclang",
            "-disable-llvm-passes",
            "-fno-unroll-loops",
            "-fno-discard-value-names",
            "-g",
        ),
        *("-Xclang", f"-fdefault-calling-conv={FIELDS_ALONE}"),
        *(
            "-Wall",
            "-Wno-missing-braces",
            "-Wno-unused-function",
            "-Wno-duplicate-decl-specifier",
            "-Wconditional-uninitialized",
        ),
        *("-isystem", str(BUILTIN_INCLUDE), *include_options()),
        *(f"-D{name}={value}" if value else f"-D{name}" for name, value in defines.items()),
        *("-S", "-emit-llvm", "-o", "-", str(source)),
    ]


def llvm_ir_of(source: Path, defines: Mapping[str, str]) -> str:
    """The LLVM IR text of a C23 source; raises as `translate` does."""
    return translate(source, defines).text


def translate(source: Path, defines: Mapping[str, str]) -> Translation:
    """A C23 source through clang.

    Raises CryptagonError with the first diagnostic's file and line when clang refuses the source,
    and where there is no text to read.
    """
    _check_file(source)
    done = answer(clang_arguments(source, defines), b"")
    said = done.stderr.decode(errors="replace")
    if done.returncode:
        raise refusal(said, source)
    return Translation(LEFT_OUT.sub("", done.stdout.decode()), warnings(said))


def _check_file(source: Path) -> None:
    if not source.is_file():
        what = "this is a folder, no C source" if source.is_dir() else "no such C source"
        raise CryptagonError(what, where=str(source), fix="give the path of a .c file")
    try:
        content = source.read_bytes()
    except OSError as error:
        raise CryptagonError(
            "the C source cannot be read", where=str(source), why=error.strerror or str(error)
        ) from error
    if b"\0" in content:
        raise CryptagonError(
            "this is a binary file, no C source",
            where=str(source),
            fix="give the path of a .c file",
        )
