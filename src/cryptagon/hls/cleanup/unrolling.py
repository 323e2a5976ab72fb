"""Which loops LLVM is to unroll, and what is to be known of a loop afterwards."""

import re

from cryptagon.hls.ir.metadata import UNROLLED_WHOLLY

NOTE_OF_FUNCTION = "cg.function"
# A loop with a break may have a bound only. LLVM unrolls by it when it is asked to "enable" that
# and the bound is not above its limit; where there is none it unrolls some iterations and drops its
# notes. A note of our own stays, by which such a loop is refused.
UNROLL_WHOLLY = re.compile(r'^!(\d+) = !\{!"llvm\.loop\.unroll\.full"\}$', re.MULTILINE)


def unrolled_by_bound(module_text: str) -> str:
    """The module with leave to unroll, for each loop that is to be unrolled wholly, by the largest
    number of its iterations.
    """
    wish = UNROLL_WHOLLY.search(module_text)
    if wish is None:
        return module_text
    free = 1 + max(int(found) for found in re.findall(r"^!(\d+) = ", module_text, re.MULTILINE))
    text = re.sub(
        rf"^(!\d+ = distinct !\{{.*!{wish[1]}\b.*)\}}$",
        rf"\1, !{free}, !{free + 1}}}",
        module_text,
        flags=re.MULTILINE,
    )
    return f'{text}\n!{free} = !{{!"llvm.loop.unroll.enable"}}\n!{free + 1} = !{{!"{UNROLLED_WHOLLY}"}}\n'


ROLLED = "llvm.loop.unroll.disable"
LOOP_NOTES = re.compile(r"^(!(\d+) = distinct !\{!\2\b.*)\}$", re.MULTILINE)


def noted_loops(module_text: str) -> str:
    """The module with a note on every loop, the function's own too, that is no place in the source.

    A loop whose notes are such places alone, as those of `for (;;)` are, loses them where its end
    joins that of an unrolled loop, and takes over the notes of that one.
    """
    free = 1 + max(map(int, re.findall(r"^!(\d+) = ", module_text, re.MULTILINE)))
    text = LOOP_NOTES.sub(rf"\1, !{free}}}", module_text)
    text = text.replace(f"!{NOTE_OF_FUNCTION}", f"!{free + 1}")
    rolled = f', !{{!"{ROLLED}"}}' if "@cg_halt(" in module_text else ""
    return f'{text}\n!{free} = !{{!"cryptagon.loop"}}\n!{free + 1} = distinct !{{!{free + 1}, !{free}{rolled}}}\n'
