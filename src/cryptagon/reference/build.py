"""Compiles a SUPERCOP-style folder together with our driver to a program, once for each content of
the folder.
"""

import os
import re
import shlex
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from cryptagon import paths, toolchain
from cryptagon.errors import CryptagonError, MachineError
from cryptagon.toolchain import Tool, ToolError, find

_HERE = Path(__file__).parent
_DRIVER, _HASH_DRIVER = _HERE / "driver.c", _HERE / "hash_driver.c"
INCLUDE = _HERE / "include"
"""The headers that reference software finds: those of SUPERCOP, and those that several algorithms
share.
"""
# Foreign code is compiled for what its authors meant, not for what the standard allows: no
# warnings, no traps, wrapping signed integers.
_DIALECT = ("-std=gnu11", "-w", "-fwrapv", "-fno-strict-aliasing", "-fno-sanitize=undefined")
_SECONDS = 300
_PROGRAM = "reference"


def build(folder: Path, defines: Mapping[str, str] | None = None) -> Path:
    """The program that answers for the implementation in `folder`, with macros; compiled when its
    content, or the compiler, is new.

    Compiled by the pinned compiler, or by the system's where $CC names one; linked with the
    libraries that $LDLIBS names. Raises CryptagonError when the folder is not of the SUPERCOP
    shape, and with file and line of the first error when it does not compile.
    """
    return _program(folder, [_DRIVER, *_sources(folder)], defines)


def build_hash(
    folder: Path, defines: Mapping[str, str] | None = None, machine: Sequence[str] = ()
) -> Path:
    """As `build`, of a folder with crypto_hash (api.h with CRYPTO_BYTES); where `machine` has
    options for a processor, as `build_fast` compiles it.
    """
    if machine:
        return build_fast(folder, _HASH_DRIVER, machine, defines)
    return _program(folder, [_HASH_DRIVER, *_sources(folder)], defines)


def build_kernel(folder: Path, defines: Mapping[str, str]) -> Path:
    """The reference program of a kernel: its C files, which have a main of their own
    (docs/kernels.md). Compiled like `build`.
    """
    sources = sorted(folder.glob("*.c"))
    if not sources:
        raise CryptagonError(
            "this folder has no C source",
            where=str(folder),
            fix="put the reference program there (docs/kernels.md)",
        )
    return _program(folder, sources, defines)


def build_fast(
    folder: Path, driver: Path, machine: Sequence[str], defines: Mapping[str, str] | None = None
) -> Path:
    """A program of the implementation in `folder` and a driver in C, by the pinned compiler with
    full optimisation; `machine` are its options for a processor.

    Raises CryptagonError as `build` does.
    """
    return _program(folder, [driver, *_sources(folder)], defines, find("zig-cc"), ("-O3", *machine))


def build_driven(folder: Path, driver: Path) -> Path:
    """A program of the implementation in `folder` and a driver of requests (cryptagon_driver.h);
    compiled, and raises, as `build` does.
    """
    return _program(folder, [driver, *_sources(folder)], None)


def _program(
    folder: Path,
    sources: list[Path],
    defines: Mapping[str, str] | None,
    compiler: Tool | None = None,
    options: Sequence[str] = ("-O2",),
) -> Path:
    """Compiled for any processor of the machine's kind, where no compiler is given."""
    if compiler is None:
        compiler = _compiler()
        options = (*options, *(["-mcpu=baseline"] if compiler.name == "zig-cc" else []))
    macros = [f"-D{name}={value}" for name, value in (defines or {}).items()]
    flags = (*_DIALECT, *options, *macros)
    libraries = shlex.split(os.environ.get("LDLIBS", ""))
    contents = {str(file.relative_to(folder)): file for file in folder.rglob("*") if file.is_file()}
    digest = toolchain.digest_of(
        contents,
        sources,
        _beside(sources[0]),
        sorted(INCLUDE.glob("*.h")),
        compiler.version,
        flags,
        libraries,
    )
    place = paths.build_folder() / "reference" / digest[:32]
    toolchain.complete(
        place,
        lambda fresh: _compile([*compiler.argv, *flags], folder, [*sources, *libraries], fresh),
    )
    return place / _PROGRAM


def _beside(driver: Path) -> list[Path]:
    """The headers in the folder of a driver, which it includes."""
    return sorted(driver.parent.glob("*.h"))


def _sources(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise CryptagonError("there is no such folder of reference software", where=str(folder))
    if not (folder / "api.h").is_file():
        raise CryptagonError(
            "this folder has no api.h",
            where=str(folder),
            fix="point at the folder that holds api.h and encrypt.c, as in SUPERCOP",
        )
    sources = sorted(folder.glob("*.c"))
    if not sources:
        raise CryptagonError(
            "this folder has no C source",
            where=str(folder),
            why="only C is compiled here, not C++ or assembly",
        )
    return sources


def _compiler() -> Tool:
    chosen = shlex.split(os.environ.get("CC", ""))
    if not chosen:
        return find("zig-cc")
    if shutil.which(chosen[0]) is None:
        raise MachineError(
            f"the C compiler {chosen[0]} is not there",
            why="$CC names it",
            fix="unset CC to use the pinned compiler",
        )
    said = toolchain.run([*chosen, "--version"], cwd=Path.cwd(), timeout=_SECONDS).stdout
    return Tool(Path(chosen[0]).name, tuple(chosen), {}, said.strip())


def _compile(compiler: list[str], folder: Path, inputs: list[Path | str], place: Path) -> None:
    argv = [*compiler, f"-I{folder}", f"-I{INCLUDE}", *inputs, "-o", _PROGRAM]
    try:
        toolchain.run(argv, cwd=place, log=place / "compiler.log", timeout=_SECONDS)
    except ToolError as fault:
        raise _first_error(folder, fault.output) or fault from fault


def _first_error(folder: Path, said: str) -> CryptagonError | None:
    what = "the reference software does not compile"
    located = re.search(r"^(.+?):(\d+):(?:\d+:)? (?:fatal )?error: (.*)$", said, re.MULTILINE)
    if located:
        return CryptagonError(
            what, where=f"{located.group(1)}:{located.group(2)}", why=located.group(3)
        )
    missing = re.search(r"undefined (?:symbol|reference)[^\n]*", said)
    if missing:
        fix = "put every source file beside encrypt.c; name a library it needs in $LDLIBS, such as LDLIBS=-lcrypto"
        return CryptagonError(what, where=str(folder), why=missing.group(), fix=fix)
    double = re.search(r"(?:duplicate symbol|multiple definition)[^\n]*", said)
    if double:
        return CryptagonError(
            what,
            where=str(folder),
            why=double.group(),
            fix="the folder holds two implementations: keep the files of one",
        )
    return None
