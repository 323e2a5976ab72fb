"""Which local variables a function reads later, in LLVM IR text before SSA construction."""

import re

from cryptagon.hls.ir.text_blocks import blocks_of_text, targets_of_text

VARIABLE = re.compile(r"^  %([-\w.]+) = alloca (i\d+|ptr)(?:,.*)?$", re.MULTILINE)
ACCESS = re.compile(
    r"^  (?:%[-\w.]+ = (?P<load>load) \S+, |store \S+ \S+, |call void @llvm\.lifetime\.\w+\.p0\()"
    r"ptr %(?P<variable>[-\w.]+)\b.*$",
    re.MULTILINE,
)
"""A load, a store, or the begin or end of a variable's life: then it has no value."""
LOCAL = re.compile(r"%([-\w.]+)")


class LiveVariables:
    """Of a function's body the variables of one integer or pointer each that nothing takes the
    address of.
    """

    def __init__(self, body: str) -> None:
        self.kinds = _whole_variables(body)
        self._bit = {name: 1 << number for number, name in enumerate(self.kinds)}
        self._blocks = blocks_of_text(body)
        self._before = dict.fromkeys(self._blocks, 0)
        self._solve()

    def read_behind(self, block: str) -> set[str]:
        """Those that may be read behind the end of a block before they are written."""
        live = self._behind(block)
        return {name for name, bit in self._bit.items() if live & bit}

    def _behind(self, block: str) -> int:
        found = 0
        for target in targets_of_text(self._blocks[block], self._blocks):
            found |= self._before[target]
        return found

    def _solve(self) -> None:
        """Finds the variables that may be read from the begin of each block on, a bit each."""
        effects = {name: self._effect(block) for name, block in self._blocks.items()}
        changed = True
        while changed:
            changed = False
            for name in reversed(self._blocks):
                read, written = effects[name]
                live = read | (self._behind(name) & ~written)
                changed |= live != self._before[name]
                self._before[name] = live

    def _effect(self, block: str) -> tuple[int, int]:
        """What a block reads before it writes it, and what it writes."""
        read = written = 0
        for access in ACCESS.finditer(block):
            bit = self._bit.get(access["variable"], 0)
            if not access["load"]:
                written |= bit
            elif not written & bit:
                read |= bit
        return read, written


def _whole_variables(body: str) -> dict[str, str]:
    """The variables that are only loaded and stored whole, with their types."""
    kinds = dict(VARIABLE.findall(body))
    elsewhere = set(LOCAL.findall(VARIABLE.sub("", _without_accesses(body))))
    return {name: kind for name, kind in kinds.items() if name not in elsewhere}


def _without_accesses(body: str) -> str:
    """The body in which accesses name no variable; debug records go, which name many."""
    code = "\n".join(line for line in body.split("\n") if not line.lstrip().startswith("#dbg"))
    return ACCESS.sub(lambda access: access[0].replace(f"ptr %{access['variable']}", ""), code)
