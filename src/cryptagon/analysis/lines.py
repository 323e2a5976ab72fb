"""How much people wrote for a core: lines of code, and how many of those of the reference software
the C for hardware still has.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from cryptagon.catalog import AlgorithmFolder
from cryptagon.catalog.includes import included_files
from cryptagon.catalog.modules import COMMENT
from cryptagon.reference import INCLUDE

TRIVIAL = re.compile(r"[{}();\s]*(else)?[{}();\s]*$")
"""A line that any two programs have in common."""


def code_lines(files: Iterable[Path]) -> list[str]:
    """The lines of some files that are more than comments, without the blanks at their ends."""
    texts = (COMMENT.sub("", file.read_text(encoding="utf-8")) for file in files)
    return [stripped for text in texts for line in text.splitlines() if (stripped := line.strip())]


def core_lines(algorithm: AlgorithmFolder, approach: str) -> list[str]:
    """The lines of a plain core, with the files that it shares: without what `#ifdef` leaves out
    there, in C and in Verilog.
    """
    every = code_lines(algorithm.sources(approach))
    plain = algorithm.variants[0]
    known = {*plain.defines, *plain.verilog_defines, *filter(None, map(_defined, every))}
    return list(_without_others(every, known))


def _defined(line: str) -> str:
    found = re.match(r"[#`]\s*define\s+(\w+)", line)
    return found[1] if found else ""


def _without_others(found: Iterable[str], known: Collection[str]) -> Iterator[str]:
    """Lines without the branches of `#ifdef` of a macro that is not known."""
    branch = ""
    for line in found:
        directive = re.match(r"[#`]\s*(ifdef|else|endif)\b\s*(\w*)", line)
        if directive and not branch and directive[1] == "ifdef" and directive[2] not in known:
            branch = "ifdef"
        elif directive and branch and directive[1] in ("else", "endif"):
            branch = "else" if directive[1] == "else" else ""
        elif branch != "ifdef":
            yield line


def reference_files(algorithm: AlgorithmFolder) -> list[Path]:
    """The reference software, with the headers that it shares with others; those of SUPERCOP's own
    names count for none.
    """
    own = sorted(algorithm.reference_folder.rglob("*.[ch]"))
    return [
        *own,
        *(file for file in included_files(own, [INCLUDE]) if not file.name.startswith("crypto_")),
    ]


def lines_kept(algorithm: AlgorithmFolder) -> int:
    """How many lines of the reference software are lines of the C for hardware too, word for word;
    brackets alone do not count.
    """
    reference, core = (
        Counter(telling(code_lines(files)))
        for files in (reference_files(algorithm), algorithm.sources("hls"))
    )
    return (reference & core).total()


def telling(found: Iterable[str]) -> Iterator[str]:
    """Lines that say something, with single blanks."""
    return (" ".join(line.split()) for line in found if not TRIVIAL.match(line))
