"""C to unoptimised LLVM IR, by clang."""

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import ziglang

from cryptagon import paths
from cryptagon.errors import CryptagonError
from cryptagon.hls.source import cpp
from cryptagon.hls.source.constant_pointers import by_their_names, with_block_moves
from cryptagon.hls.source.diagnostics import refusal, warnings
from cryptagon.hls.source.empty_assembly import without_empty_assembly
from cryptagon.hls.source.function_pointers import with_chosen_functions
from cryptagon.hls.source.several_files import linked
from cryptagon.toolchain import answer

INCLUDE = Path(str(files("cryptagon.hls") / "include"))
BUILTIN_INCLUDE = Path(ziglang.__file__).parent / "lib" / "include"
TARGET = "x86_64-linux-gnu"
OF_THE_MACHINE = (
    *("__x86_64__", "__x86_64", "__amd64__", "__amd64", "__k8__", "__k8"),
    *("__MMX__", "__SSE__", "__SSE2__", "__SSE_MATH__", "__SSE2_MATH__", "__FXSR__"),
    *("__linux__", "__linux", "linux", "__gnu_linux__", "__unix__", "__unix", "unix"),
)
"""By which sources choose instructions of that processor, or calls of that system, which hardware has
not: it gets what they have for any machine.
"""
NEWEST = "c23"
STANDARDS = (NEWEST, "gnu23", "gnu17", "gnu11", "gnu99", "gnu89")
"""Of C, the newest first: each has the dialect of C for hardware, which the older ones call an
extension. From gnu17 on there are definitions of functions as Kernighan and Ritchie wrote them, and
types that are left out are int.
"""
PROTOTYPED = STANDARDS[:2]
"""Those in which every function is declared with its parameters."""
AS_IT_WAS = ("-Wno-deprecated-non-prototype", "-Wno-implicit-int")
"""What clang is not to say of older C."""
FIELDS_ALONE = "regcall"
"""The calling convention that passes a struct by value field by field; the usual one of x86-64
packs small ones into 64-bit pieces.
"""
USUAL_CONVENTION = ("-Xclang", "-fdefault-calling-conv=cdecl")
"""The one that clang can do without a crash where a function takes or gives a struct that has no
members.
"""
CRASHED = b"clang frontend command failed"
LEFT_OUT = re.compile(r"\bx86_regcallcc |\b__regcall3__|, !noundef !\d+")
"""What marks that convention; and a note that a `bit` in memory is defined, which it is not where
it holds any(type).
"""


@dataclass(frozen=True)
class Translation:
    """A source as LLVM IR text, and clang's warnings of it, with file and line."""

    text: str
    warnings: tuple[str, ...]


def include_options(source: Path, includes: Sequence[Path] = ()) -> list[str]:
    """The options of clang for the folders of headers: those `includes` that the user names, then
    Cryptagon's own, then those that cores share; and that of the source, for a header in a folder
    below it that names another one from there.
    """
    folders = (*(folder.absolute() for folder in includes), INCLUDE, *paths.include_folders())
    return [f"-iquote{source.absolute().parent}", *(f"-I{folder}" for folder in folders)]


def macro_options(defines: Mapping[str, str]) -> list[str]:
    """The options of clang for macros."""
    return [f"-D{name}={value}" if value else f"-D{name}" for name, value in defines.items()]


def language(source: Path, standard: str) -> Sequence[str]:
    """The options of clang for the language of a source: C of a standard, or C++."""
    return cpp.OPTIONS if source.suffix in cpp.SUFFIXES else (f"-std={standard}",)


def clang_arguments(
    source: Path,
    defines: Mapping[str, str],
    standard: str = NEWEST,
    includes: Sequence[Path] = (),
) -> list[str]:
    """clang's command line for one source: debug information on, no optimisation yet, loops left
    rolled, and no header of the machine that it runs on.
    """
    return [
        *(
            sys.executable,
            "-m",
            "ziglang",
            "clang",
            "-target",
            TARGET,
            *language(source, standard),
            "-ffreestanding",
            *(f"-U{name}" for name in OF_THE_MACHINE),
        ),
        *(
            "-O1",
            "-Xclang",
            "-disable-llvm-passes",
            "-fno-unroll-loops",
            "-fno-discard-value-names",
            "-g",
        ),
        *_calling_convention(source, standard),
        *(
            "-Wall",
            "-Wno-missing-braces",
            *AS_IT_WAS,
            "-Werror=implicit-function-declaration",
            "-Wno-unused-function",
            "-Wno-duplicate-decl-specifier",
            "-Wconditional-uninitialized",
        ),
        *("-nostdlibinc", "-isystem", str(BUILTIN_INCLUDE), *include_options(source, includes)),
        *macro_options(defines),
        *("-S", "-emit-llvm", "-o", "-", str(source)),
    ]


def _calling_convention(source: Path, standard: str) -> tuple[str, ...]:
    """Functions declared without parameters, as older C has them, can only have the usual one."""
    if source.suffix in cpp.SUFFIXES or standard in PROTOTYPED:
        return ("-Xclang", f"-fdefault-calling-conv={FIELDS_ALONE}")
    return ()


def llvm_ir_of(
    source: Path,
    defines: Mapping[str, str],
    standard: str = NEWEST,
    includes: Sequence[Path] = (),
    beside: Sequence[Path] = (),
) -> str:
    """The LLVM IR text of a C source; raises as `translate` does."""
    return translate(source, defines, standard, includes, beside).text


def translate(
    source: Path,
    defines: Mapping[str, str],
    standard: str = NEWEST,
    includes: Sequence[Path] = (),
    beside: Sequence[Path] = (),
) -> Translation:
    """A C source of one of `STANDARDS` through clang, which looks for headers in `includes` too,
    linked with the files `beside` it.

    Raises CryptagonError with the first diagnostic's file and line when clang refuses a file, where
    there is no text to read, and where two files do not go together.
    """
    files = (source, *beside)
    each = [_translated(one, defines, standard, includes) for one in files]
    whole = linked(files, [one.text for one in each]) if beside else each[0].text
    warned = tuple(warning for one in each for warning in one.warnings)
    return Translation(with_chosen_functions(whole), warned)


def _translated(
    source: Path, defines: Mapping[str, str], standard: str, includes: Sequence[Path]
) -> Translation:
    """One file."""
    _check_file(source)
    arguments = clang_arguments(source, defines, standard, includes)
    done = answer(arguments, b"")
    if done.returncode and CRASHED in done.stderr:
        done = answer([*arguments, *USUAL_CONVENTION], b"")
    said = done.stderr.decode(errors="replace")
    if done.returncode:
        refused = refusal(said, source)
        if standard == NEWEST and (older := _fitting(source, defines, includes)):
            fix = f"it is {older}: give --std {older}"
            raise CryptagonError(refused.what, where=refused.where, why=refused.why, fix=fix)
        raise refused
    text = done.stdout.decode()
    if source.suffix in cpp.SUFFIXES:
        text = with_block_moves(LEFT_OUT.sub("", cpp.as_c(text, str(source))))
    plain = without_empty_assembly(LEFT_OUT.sub("", text))
    return Translation(by_their_names(plain), warnings(said))


def _fitting(source: Path, defines: Mapping[str, str], includes: Sequence[Path]) -> str:
    """An older standard by which clang takes the source; "" where there is none, and where it is not
    the language that clang refuses.
    """
    for standard in (NEWEST, "gnu17", "gnu89"):
        arguments = [*clang_arguments(source, defines, standard, includes), "-fsyntax-only"]
        if not answer(arguments, b"").returncode:
            return standard if standard != NEWEST else ""
    return ""


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
