"""Faults of single gates: a sample of those that the pass `mutate` of Yosys knows, all in one
netlist.
"""

import re
import shutil
from pathlib import Path

from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.mutation.catalogue import Family
from cryptagon.toolchain import elaborated, find, run

GATES = Family("gates", "gates.sv.template", (), ())
MUTATIONS, NETLIST = "mutations.txt", "netlist.v"
MODES = {
    "inv": "is inverted",
    "const0": "is always 0",
    "const1": "is always 1",
    "cnot0": "is inverted where another bit of the port is 0",
    "cnot1": "is inverted where another bit of the port is 1",
}
_FOLDER = re.compile(
    r"[^\s$]*/"
)  # cells without a name of their own are named by the place of their source
_OPTION = re.compile(r"-(\w+) (\S+)")


def sample_gates(
    core: VerilogCore, folder: Path, count: int, seed: int
) -> tuple[VerilogCore, list[str]]:
    """The core as a netlist whose input `fault` chooses a wrong bit of a cell, and what each of
    these faults is, from number 1 on.

    `count` faults are drawn by `seed`, spread evenly over the core's cells. Raises CryptagonError,
    with Yosys' own words, where it does not read the core.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "mutate.ys").write_text(_script(core, count, seed))
    yosys = find("yosys")
    run((*yosys.argv, "mutate.ys"), cwd=folder, env=yosys.env, log=folder / "yosys.log")
    lines = [
        line for line in (folder / MUTATIONS).read_text().splitlines() if line.startswith("mutate")
    ]
    if not lines:
        raise CryptagonError(
            "Yosys finds no gate to be wrong in this core", where=str(core.sources[0])
        )
    return VerilogCore((folder / NETLIST,)), [_told(line) for line in lines]


def _script(core: VerilogCore, count: int, seed: int) -> str:
    lines = [
        *elaborated([source.resolve() for source in core.sources], "CipherCore"),
        "proc",
        "flatten",
        "opt -full",
        "memory_map",
        "opt_clean",
        f"mutate -list {count} -seed {seed} -ctrl fault 32 1 -o {MUTATIONS}",
        f"script {MUTATIONS}",
        f"write_verilog -noattr {NETLIST}",
    ]
    return "\n".join(lines) + "\n"


def _told(line: str) -> str:
    """A line of Yosys for people."""
    options = dict(_OPTION.findall(line))
    cell = _FOLDER.sub("", options["cell"].lstrip("\\"))
    return f"bit {options['portbit']} of port {options['port'].lstrip(chr(92))} of cell {cell} {MODES[options['mode']]}"
