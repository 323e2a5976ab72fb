"""Assembly without an instruction, by which a program hides a value from its compiler: for hardware the
value as it is.

    __asm__("" : "+r"(mask));            // so that nobody guesses what `mask` is
    __asm__ volatile("" ::: "memory");   // so that what was cleared stays cleared
"""

import re

BARRIER = re.compile(r'^  call void asm (?:sideeffect )?"", "[^"]*"\(.*\n', re.MULTILINE)
SAME_VALUE = re.compile(
    r'^  (?P<result>%[-\w.]+) = call (?P<kind>i\d+|ptr) asm (?:sideeffect )?"", "=[^",]*,0(?:,~\{\w+\})*"'
    r"\((?P=kind) (?P<value>\S+)\)[^,\n]*(?P<place>, !dbg !\d+)?.*$",
    re.MULTILINE,
)


def without_empty_assembly(text: str) -> str:
    """A module as clang wrote it with such statements left out, and such values as they are."""
    return SAME_VALUE.sub(_as_it_is, BARRIER.sub("", text)) if " asm " in text else text


def _as_it_is(found: re.Match[str]) -> str:
    result, kind, value, place = found.group("result", "kind", "value", "place")
    if kind == "ptr":
        return f"  {result} = getelementptr i8, ptr {value}, i64 0{place or ''}"
    return f"  {result} = add {kind} {value}, 0{place or ''}"
