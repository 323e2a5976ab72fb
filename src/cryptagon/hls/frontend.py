"""C to unoptimised LLVM IR, by clang."""

import re
import sys
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

import ziglang

from cryptagon.errors import CryptagonError
from cryptagon.toolchain import answer

INCLUDE = Path(str(files("cryptagon.hls") / "include"))
BUILTIN_INCLUDE = Path(ziglang.__file__).parent / "lib" / "include"
TARGET = "x86_64-linux-gnu"
DIAGNOSTIC = re.compile(r"^(.+?):(\d+):\d+: (?:fatal )?error: (.*)$", re.MULTILINE)


def clang_arguments(source: Path, defines: Mapping[str, str]) -> list[str]:
    """clang's command line for one source: debug information on, no optimisation yet, loops left rolled."""
    return [
        *(sys.executable, "-m", "ziglang", "clang", "-target", TARGET, "-std=c23", "-ffreestanding"),
        *("-O1", "-Xclang", "-disable-llvm-passes", "-fno-unroll-loops", "-fno-discard-value-names", "-g"),
        *("-Wall", "-Wno-missing-braces", "-Wno-unused-function", "-isystem", str(BUILTIN_INCLUDE), "-I", str(INCLUDE)),
        *(f"-D{name}={value}" if value else f"-D{name}" for name, value in defines.items()),
        *("-S", "-emit-llvm", "-o", "-", str(source)),
    ]


def llvm_ir_of(source: Path, defines: Mapping[str, str]) -> str:
    """The LLVM IR text of a C23 source.

    Raises CryptagonError with the first diagnostic's file and line when clang refuses the source.
    """
    if not source.is_file():
        raise CryptagonError("no such C source", where=str(source), fix="give the path of a .c file")
    done = answer(clang_arguments(source, defines), b"")
    if done.returncode == 0:
        return done.stdout.decode()
    said = done.stderr.decode(errors="replace")
    match = DIAGNOSTIC.search(said)
    if not match:
        raise CryptagonError("clang failed", where=str(source), why=said.strip()[-2000:])
    file, line, message = match.groups()
    raise CryptagonError(f"not valid C23: {message}", where=f"{file}:{line}", why="clang refused it", fix="correct the C source")
