"""The module as one program: the hardware function run for ever, all that it calls to be inlined,
nothing public.
"""

import re
from collections import Counter

from cryptagon.hls.cleanup.unrolling import NOTE_OF_FUNCTION

# Without wide native integers LLVM slices wide phis into 64-bit pieces, and each piece becomes a
# register of its own.
NATIVE_WIDTHS = ":".join(
    str(n)
    for n in (1, 2, 4, 8, 16, 32, 64, 96, 128, 192, 256, 320, 384, 512, 768, 1024, 1600, 2048, 4096)
)
DEFINITION = re.compile(
    r"^define (?:dso_local |internal |available_externally )*(.*?@[\w.]+\(.*\).*?) (#\d+)(.*)\{$",
    re.MULTILINE,
)
"""A function that is defined; one that is `inline` in C99 is available externally."""
# What a programmer, or clang where nothing is optimised, asks of a function that is called.
CALLED = re.compile(r"(?<=[ {])(?:noinline|optnone) ")
ATTRIBUTES = re.compile(r"^attributes #\d+ = \{.*$", re.MULTILINE)
PUBLIC_VARIABLE = re.compile(r"^(@[\w.]+ = )dso_local (global .*)$", re.MULTILINE)
# A variable that no value holds any more, as an expression of others: long, and of no use here,
# where values are called by variables.
COMPUTED_VARIABLE = re.compile(r"^    #dbg_value\(.*!DIExpression\([^)\n]+\).*\n", re.MULTILINE)

VARIABLE = re.compile(
    r"^    #dbg_value\(.*, (![0-9]+, !DIExpression\(.*\)), ![0-9]+\)\n", re.MULTILINE
)
MOST_VALUES = 64


def with_wide_integers(text: str) -> str:
    """The module for a machine whose registers have all the widths that ciphers like."""
    return re.sub(r"-n8:16:32:64-", f"-n{NATIVE_WIDTHS}-", text, count=1)


def to_be_inlined(text: str) -> str:
    """The module with all functions to be inlined, also those marked `noinline`, without
    annotations, and with nothing public.
    """
    text = ATTRIBUTES.sub(lambda line: CALLED.sub("", line[0]), text)
    text = DEFINITION.sub(r"define internal \1 alwaysinline \2\3{", text)
    text = re.sub(r"^@llvm\.global\.annotations = .*$", "", text, flags=re.MULTILINE)
    return PUBLIC_VARIABLE.sub(r"\1internal \2", text)


def without_repeated_variables(text: str) -> str:
    """The module without the debug records of variables that have more than MOST_VALUES of them, by
    unrolling or inlining.

    LLVM would rewrite each with every value that it simplifies, at great length.
    """
    values = Counter(match[1] for match in VARIABLE.finditer(text))
    return VARIABLE.sub(lambda match: "" if values[match[1]] > MOST_VALUES else match[0], text)


def without_computed_variables(text: str) -> str:
    """The module without the debug records of variables that no value holds."""
    return COMPUTED_VARIABLE.sub("", text)


def top_function(name: str, hardware: str) -> str:
    """A function `name` that runs the hardware function for ever."""
    return f"""
define void @{name}() {{
reset:
  br label %run
run:
  call void @{hardware}()
  br label %run, !llvm.loop !{NOTE_OF_FUNCTION}
}}
"""
