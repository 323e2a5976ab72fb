"""Which loops LLVM is to unroll, and what is to be known of a loop afterwards."""

import re
from itertools import count

from cryptagon.hls.cleanup.module import Module
from cryptagon.hls.ir.metadata import UNROLLED_WHOLLY, free_node

NOTE_OF_FUNCTION = "cg.function"
# A loop with a break may have a bound only. LLVM unrolls by it when it is asked to "enable" that
# and the bound is not above its limit; where there is none it unrolls some iterations and drops its
# notes. A note of our own stays, by which such a loop is refused.
WHOLLY = "llvm.loop.unroll.full"
PARTLY = "llvm.loop.unroll.count"
UNROLL_WHOLLY = re.compile(rf'^!(\d+) = !\{{!"{re.escape(WHOLLY)}"\}}$', re.MULTILINE)


def unrolled_by_bound(module_text: str) -> str:
    """The module with leave to unroll, for each loop that is to be unrolled wholly, by the largest
    number of its iterations.
    """
    wish = UNROLL_WHOLLY.search(module_text)
    if wish is None:
        return module_text
    free = free_node(module_text)
    text = re.sub(
        rf"^(!\d+ = distinct !\{{.*!{wish[1]}\b.*)\}}$",
        rf"\1, !{free}, !{free + 1}}}",
        module_text,
        flags=re.MULTILINE,
    )
    return f'{text}\n!{free} = !{{!"llvm.loop.unroll.enable"}}\n!{free + 1} = !{{!"{UNROLLED_WHOLLY}"}}\n'


ROLLED = "llvm.loop.unroll.disable"
LOOP_NOTES = re.compile(r"^(!(\d+) = distinct !\{!\2\b.*)\}$", re.MULTILINE)


def noted_loops(module: Module) -> Module:
    """The module with a number on every loop, the function's own too, that is no place in the
    source; its loops `unrolled`, by these numbers, are to be unrolled wholly, its `copies` by as many
    iterations as `Choices` says.

    A loop whose notes are such places alone, as those of `for (;;)` are, loses them where its end
    joins that of an unrolled loop, and takes over the notes of that one.
    """
    text = module.text
    wishes = dict.fromkeys(module.choices.unrolled, f'!"{WHOLLY}"')
    wishes |= {n: f'!"{PARTLY}", i32 {times}' for n, times in module.choices.copies.items()}
    free = free_node(text)
    left_rolled = re.search(rf'^(!\d+) = !\{{!"{re.escape(ROLLED)}"\}}$', text, re.MULTILINE)
    numbers = count(1)
    nodes: list[str] = []

    def noted(match: re.Match[str]) -> str:
        number, notes = next(numbers), match[1]
        nodes.append(f'{{!"cryptagon.loop", i32 {number}}}')
        if wish := wishes.get(number):
            kept = re.sub(rf", {left_rolled[1]}\b", "", notes) if left_rolled else notes
            notes = f"{kept}, !{{{wish}}}"
        return f"{notes}, !{free + number}}}"

    rolled = f', !{{!"{ROLLED}"}}' if "@cg_halt(" in text else ""
    text = LOOP_NOTES.sub(noted, text).replace(f"!{NOTE_OF_FUNCTION}", f"!{free}")
    own = f"distinct !{{!{free}, !{free + len(nodes) + 1}{rolled}}}"
    lines = [own, *(f"!{node}" for node in nodes), '!{!"cryptagon.loop"}']
    nodes_text = "".join(f"!{free + n} = {line}\n" for n, line in enumerate(lines))
    return module.having(f"{text}\n{nodes_text}")
