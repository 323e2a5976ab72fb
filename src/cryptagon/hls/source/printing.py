"""Printing, which hardware does not do, and floating-point numbers that are made for it alone."""

import re

from cryptagon.hls.source.call_graph import FUNCTION

PRINT = re.compile(
    r"^  (?:(%[-\w.]+) = )?(?:tail )?call i32 \(ptr, \.\.\.\) @cg_print\(.*\n", re.MULTILINE
)
FLOATING = r"(?<![%@.\w])(?:half|bfloat|float|double|x86_fp80|fp128)(?![\w.])"
# A value that has to do with floating-point numbers, and does nothing beside.
FLOATING_VALUE = re.compile(
    rf"^  (%[-\w.]+) = (?!(?:tail )?call |alloca |load volatile |load atomic |atomicrmw |cmpxchg ).*{FLOATING}.*\n",
    re.MULTILINE,
)
NAME = re.compile(r"%[-\w.]+")
NOTHING = "  {} = add i32 0, 0\n"


def without_printing(text: str) -> str:
    """The module, as clang wrote it, in which printf does nothing, and gives 0.

    Floating-point values that nothing but printing uses are left out, and functions that return
    nothing else return nothing.
    """
    text = PRINT.sub(lambda call: NOTHING.format(call[1]) if call[1] else "", text)
    while re.search(FLOATING, text):
        before = text
        text = FUNCTION.sub(lambda match: _without_unused(match[0]), text)
        for returning in re.findall(rf"^define [^@\n]*{FLOATING} @([\w.]+)\(", text, re.MULTILINE):
            text = _returning_nothing(text, returning)
        if text == before:
            break
    return text


def _without_unused(body: str) -> str:
    """A function without floating-point values that it does not use."""
    if not re.search(FLOATING, body):
        return body
    used = set(NAME.findall(re.sub(r"^  %[-\w.]+ = ", "", body, flags=re.MULTILINE)))
    return FLOATING_VALUE.sub(
        lambda line: line[0] if line[1] in used else NOTHING.format(line[1]), body
    )


def _returning_nothing(text: str, name: str) -> str:
    """The module in which a function returns nothing, where no call of it uses what it returns."""
    function = re.escape(name)
    call = re.compile(
        rf"^  (%[-\w.]+) = ((?:tail )?call )[^@\n]*{FLOATING} (@{function}\(.*\n)", re.MULTILINE
    )
    uses = len(re.findall(rf"@{function}(?![\w.])", text))
    calls = 0
    for body in (match[0] for match in FUNCTION.finditer(text)):
        for made in call.finditer(body):
            if len(re.findall(rf"{re.escape(made[1])}(?![-\w.])", body)) > 1:
                return text
            calls += 1
    if uses != calls + 1:  # called otherwise, or its address is taken
        return text
    text = call.sub(lambda made: f"  {made[2]}void {made[3]}" + NOTHING.format(made[1]), text)
    head = re.compile(rf"^define ([^@\n]*?)(?:noundef )?{FLOATING} @{function}\(", re.MULTILINE)
    text = head.sub(rf"define \1void @{name}(", text)
    return FUNCTION.sub(
        lambda match: (
            re.sub(rf"^  ret {FLOATING} [^,\n]+", "  ret void", match[0], flags=re.MULTILINE)
            if match[1] == name
            else match[0]
        ),
        text,
    )
