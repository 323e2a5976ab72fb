"""The area of what `cryptagon hls` has made, by synthesis of the core alone."""

import re

from cryptagon.catalog import Rules, Target
from cryptagon.fpga import QUICK, Design, luts_by_place, plan_synthesis, synthesise, unplaced
from cryptagon.hls.compiler import CompiledDesign
from cryptagon.hls.report.content import AreaEntry

_C_LINE = re.compile(r"// (\S+:\d+)")
CONTROL = ""


def area_of(result: CompiledDesign, target: Target) -> AreaEntry:
    """LUT, flip-flops and depth on a target, by its first strategy, and the lines of C that the
    LUTs stem from.

    Multipliers become look-up tables, as in contests; so do memories, unless the report has them as
    block RAM. Raises CryptagonError where synthesis fails.
    """
    (strategy,) = QUICK.strategies_of(target)
    rules = Rules(no_bram=not any(ram.kind == "block" for ram in result.rams))
    netlist = synthesise(
        plan_synthesis(
            Design(result.module, result.module, result.core.sources), target, strategy, rules
        )
    )
    found = unplaced(netlist)
    lines = {
        source.name: source.read_text(encoding="utf-8").splitlines()
        for source in result.core.sources
    }

    def c_line(file: str, first: int, last: int) -> str:
        """The C line that the Verilog has behind an assignment."""
        comment = _C_LINE.search("\n".join(lines[file][first - 1 : last]))
        return comment[1] if comment else CONTROL

    luts = luts_by_place(netlist, c_line)
    control, several = luts.pop(CONTROL, 0), luts.pop(None, 0)
    by_line = {
        str(place): count for place, count in sorted(luts.items(), key=lambda entry: -entry[1])
    }
    origins = {"luts_by_line": by_line, "luts_of_control": control, "luts_of_several": several}
    return AreaEntry(
        target=target.name, strategy=strategy, levels=found.levels, **vars(found.area), **origins
    )
