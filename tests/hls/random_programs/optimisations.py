"""What the compiler made of a program: which of its optimisations of loops, registers and merges
found something to do.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from cryptagon.hls import HlsResult
from cryptagon.hls.registers.allocation import Register

DUMPED = ("outer-loops", "first-iterations")
"""Passes of which a compilation has to leave what there was before and after."""

MASK, MASKED = r"sign_ext\([^\n]*", r"and\((\w+(?:\.\w+)*), [^\n]*"


def _changed(name: str) -> Callable[[HlsResult], bool]:
    """Whether a pass changed anything."""

    def has_changed(result: HlsResult) -> bool:
        before, after = (_dumped(result, f"{name}.{when}.") for when in ("before", "after"))
        return before.read_text() != after.read_text()

    return has_changed


def _dumped(result: HlsResult, part: str) -> Path:
    return next(file for file in result.dumped if file.name.startswith(f"{result.module}.{part}"))


def _shares_widths(result: HlsResult) -> bool:
    """Whether a register holds values of several widths: only binding puts such into one."""
    widths = {i.result: i.width for _, i in result.machine.function.instructions() if i.result}

    def several(register: Register) -> bool:
        return len({widths[member] for member in register.members}) > 1

    return any(map(several, result.registers.registers))


def _has_masked_sum(result: HlsResult) -> bool:
    """Whether the logic has a sum (XOR) of which a part is masked by a condition."""
    text = result.datapath.text
    masks = set(re.findall(rf"(\S+): bits\[\d+\] = {MASK}", text))
    masked = {
        name for name, mask in re.findall(rf"(\S+): bits\[\d+\] = {MASKED}", text) if mask in masks
    }
    return any(masked & set(sum_.split(", ")) for sum_ in re.findall(r" = xor\(([^\n)]*)\)", text))


OPTIMISATIONS: dict[str, Callable[[HlsResult], bool]] = {
    "outer loops without a state": _changed("outer-loops"),
    "first iterations joined": _changed("first-iterations"),
    "loops merged": lambda result: bool(result.machine.became),
    "registers shared by several widths": _shares_widths,
    "divisions by loops": lambda result: any(state.reason == "division" for state in result.states),
    "sums with masked parts": _has_masked_sum,
}


def optimisations_of(result: HlsResult) -> Iterator[str]:
    """The names of the optimisations that did something."""
    yield from (name for name, did_something in OPTIMISATIONS.items() if did_something(result))
