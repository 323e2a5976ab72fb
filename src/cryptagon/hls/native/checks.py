"""Accesses outside of arrays, shifts by too much and divisions without a result in a native run,
found by clang's checks.

They are told with the line of the C source.
"""

import re
from pathlib import Path

from cryptagon.errors import CryptagonError

OUT_OF_BOUNDS, SHIFTED_OUT, NOT_DIVISIBLE, ASSERTED = (
    5,
    6,
    7,
    8,
)  # the exit codes of such runs; runtime.c has them too
# A struct's last array is an array like any other one, not the beginning of a longer one.
# Overflow is looked for since only so the smallest number divided by -1 is found; runtime.c lets
# that of sums and products be.
ENDING = "bounds,local-bounds,shift-exponent,integer-divide-by-zero"
CHECKS = (
    f"-fsanitize={ENDING},signed-integer-overflow",
    f"-fno-sanitize-trap={ENDING},signed-integer-overflow",
    f"-fno-sanitize-recover={ENDING}",
    "-fsanitize-recover=signed-integer-overflow",
    "-fstrict-flex-arrays=3",
)
UNCHECKED = ("-fno-sanitize=all",)
"""After CHECKS: a program that goes on where C leaves open what happens."""
SHIFT = re.compile(r"^(.+)\t(\d+)\t(\d+)\t(.*)$", re.MULTILINE)
DIVISION = re.compile(r"^(.+)\t(\d+)\t(\d+)\t(.*)\t(0|-1)$", re.MULTILINE)
FOUND = re.compile(r"^(.+)\t(\d+)\t(\d+)\t(.*)\t(-?\d+)$", re.MULTILINE)
EXACT = re.compile(r"(unsigned )?_BitInt")  # what the headers call uint_t and int_t
QUOTE = "'"
NAME = re.compile(r"[A-Za-z_]\w*(?=\s*\[)")
ELEMENTS = re.compile(r"\[(\d+)\]")
ONLY_ALLOWED = "or offer only items that the design allows, by --stimulus FILE.json"


def out_of_bounds(said: str, source: Path) -> CryptagonError:
    """What a run of `source` that ended with OUT_OF_BOUNDS has found; `said` is its standard error,
    which is empty for pointers.
    """
    found = FOUND.search(said)
    if not found:
        return CryptagonError(
            "memory outside of a variable is read or written through a pointer",
            where=str(source),
            why="an index or a length is too large in a native run",
            fix=f"index the array itself, to be told the line; {ONLY_ALLOWED}",
        )
    file, line, column, array, index = found.groups()
    path = Path(file)
    count = ELEMENTS.search(array)
    size = int(count[1]) if count else 0
    name = _array_name(path, int(line), int(column))
    whose = f"'{name}'" if name else "an array"
    return CryptagonError(
        f"index {index} is outside of {whose}, which has {size} element{'' if size == 1 else 's'}",
        where=_place(file, line),
        why="seen in a native run",
        fix=f"keep the index below {size}; {ONLY_ALLOWED}",
    )


def shifted_out(said: str) -> CryptagonError:
    """What a run that ended with SHIFTED_OUT has found; `said` is its standard error."""
    found = SHIFT.search(said)
    assert found, said
    file, line, _, kind = found.groups()
    name = EXACT.sub(lambda found: "uint_t" if found[1] else "int_t", kind.strip("'"))
    return CryptagonError(
        f"a shift by as many bits as {name} has, or by more, or by less than none",
        where=_place(file, line),
        why="C leaves its result open; seen in a native run",
        fix="give that distance a way of its own, as in n ? x << n | x >> (8 - n) : x, or widen the value first",
    )


def not_divisible(said: str) -> CryptagonError:
    """What a run that ended with NOT_DIVISIBLE has found; `said` is its standard error."""
    found = DIVISION.search(said)
    assert found, said
    file, line, _, kind, divisor = found.groups()
    if divisor == "0":
        what, fix = (
            "a division by 0",
            f"give a divisor of 0 a way of its own, as in d ? x / d : 0; {ONLY_ALLOWED}",
        )
    else:
        what = f"the smallest number of type {kind.split(QUOTE)[1]} divided by -1"
        fix = f"give that divisor a way of its own, as in d == -1 ? 0u - x : x / d; {ONLY_ALLOWED}"
    why = "C leaves its result open, and hardware gives any value; seen in a native run"
    return CryptagonError(what, where=_place(file, line), why=why, fix=fix)


def asserted(said: str) -> CryptagonError:
    """What a run that ended with ASSERTED has found; `said` is its standard error."""
    file, line, what = said.rstrip("\n").rpartition("\n")[2].split("\t", 2)
    return CryptagonError(
        f"assert({what}) does not hold",
        where=_place(file, line),
        why="seen in a native run",
        fix="correct the source, or give items that it is made for by --stimulus FILE.json",
    )


def _place(file: str, line: str) -> str:
    path = Path(file)
    return f"{path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path}:{line}"


def _array_name(file: Path, line: int, column: int) -> str:
    """The name at a place before an index, or, where a macro is there, the only such name in the
    line; else empty.
    """
    try:
        text = file.read_text(errors="replace").splitlines()[line - 1]
    except (OSError, IndexError):
        return ""
    here = NAME.match(text, column - 1)
    others = set(NAME.findall(text))
    return here[0] if here else others.pop() if len(others) == 1 else ""


FOUND_BY = {SHIFTED_OUT: shifted_out, NOT_DIVISIBLE: not_divisible, ASSERTED: asserted}
"""What reads the standard error of a run, by its exit code."""
