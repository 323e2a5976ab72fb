"""A source of Vivado HLS through clang's preprocessor, with Cryptagon's headers of that tool."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from cryptagon.hls.source.cpp import SUFFIXES
from cryptagon.hls.source.diagnostics import refusal
from cryptagon.hls.source.frontend import INCLUDE, NEWEST, clang_arguments
from cryptagon.toolchain import answer

HEADERS = INCLUDE / "vivado"
DEFINED = ("-D__SYNTHESIS__",)
C_PRECISION = re.compile(r'^# \d+ "[^"\n]*/vivado/ap_cint\.h"', re.MULTILINE)
"""In C these types follow promotions that C's own integers of exact width do not have."""
NUMBER = re.compile(r"^#define (\w+) ([\w()<>+*/-][\w()<> +*/-]*)$", re.MULTILINE)


@dataclass(frozen=True)
class Preprocessed:
    """A source as one text with line markers; its language as a suffix, ".c" or ".cpp"; the macros
    that are numbers or names, for pragmas, in which clang replaces none.
    """

    text: str
    suffix: str
    macros: Mapping[str, str]


def preprocessed(
    source: Path,
    defines: Mapping[str, str],
    standard: str = NEWEST,
    includes: Sequence[Path] = (),
) -> Preprocessed:
    """A source with what it includes.

    Raises CryptagonError where clang refuses it: a header that is not there, for example.
    """
    suffix = source.suffix if source.suffix in SUFFIXES else ".c"
    run = partial(_run, source, defines=defines, standard=standard, includes=includes)
    text = run(suffix, options=("-E",))
    if suffix == ".c" and C_PRECISION.search(text):
        suffix = ".cpp"
        text = run(suffix, options=("-E",))
    macros = run(suffix, options=("-E", "-dM"))
    return Preprocessed(text, suffix, dict(NUMBER.findall(macros)))


def arguments_for(
    source: Path,
    suffix: str,
    defines: Mapping[str, str],
    standard: str,
    includes: Sequence[Path] = (),
) -> list[str]:
    """clang's command line for a source as language of a suffix, up to what it is to do."""
    *shared, _emit, _ir, _to, _output, _name = clang_arguments(
        source.with_suffix(suffix), defines, standard, includes
    )
    target = shared.index("-target")  # what follows may name the headers of C++, which come later
    return [*shared[:target], f"-I{HEADERS}", *shared[target:], *DEFINED]


def _run(
    source: Path,
    suffix: str,
    *,
    defines: Mapping[str, str],
    standard: str,
    includes: Sequence[Path],
    options: tuple[str, ...],
) -> str:
    arguments = [*arguments_for(source, suffix, defines, standard, includes), *options, str(source)]
    done = answer(arguments, b"")
    if done.returncode:
        raise refusal(done.stderr.decode(errors="replace"), source)
    return done.stdout.decode(errors="replace")
