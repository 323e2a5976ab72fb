"""Whether two cores are the same circuit, by Yosys' own proof: all registers and outputs equal, by
induction over a few cycles.
"""

from pathlib import Path

from cryptagon.core import VerilogCore
from cryptagon.toolchain import ToolError, elaborated, find, run

PROVEN = "Equivalence successfully proven!"
LIMIT_S = 300.0
CYCLES = 4


def proved_equal(right: VerilogCore, other: VerilogCore, folder: Path) -> bool:
    """Whether the two, begun with the same content in registers of the same name, never differ at
    their outputs.

    False says that there is no proof, not that they differ.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "equal.ys").write_text(_script(right, other))
    yosys = find("yosys")
    try:
        done = run(
            (*yosys.argv, "equal.ys"),
            cwd=folder,
            env=yosys.env,
            log=folder / "equal.log",
            timeout=LIMIT_S,
        )
    except ToolError as failure:
        if failure.code is None:
            return False  # time ran out
        raise
    return PROVEN in done.stdout


def _script(right: VerilogCore, other: VerilogCore) -> str:
    sides = [
        line for name, core in (("right", right), ("other", other)) for line in _side(name, core)
    ]
    lines = [
        *sides,
        "design -reset",
        "design -copy-from right -as right CipherCore",
        "design -copy-from other -as other CipherCore",
        "equiv_make right other both",
        "hierarchy -top both",
        "opt -share_all",
        f"equiv_simple -undef -seq {CYCLES}",
        f"equiv_induct -undef -seq {CYCLES}",
        "equiv_status",
    ]
    return "\n".join(lines) + "\n"


def _side(name: str, core: VerilogCore) -> list[str]:
    return [
        "design -reset",
        *elaborated([source.resolve() for source in core.sources], "CipherCore"),
        "proc",
        "flatten",
        "opt -full",
        "memory_map",
        "opt -full",
        f"design -stash {name}",
    ]
