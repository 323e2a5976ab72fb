"""A design as one module of Verilog-2001, for tools that read no SystemVerilog: what Yosys makes of
it before any mapping.

Hierarchy and parameters are gone, operators, registers and memories are kept; tables become
choices. It is other text than the source, so what is exported is this text, and its digest is in
the manifest.
"""

import json
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptagon.errors import CryptagonError
from cryptagon.fpga import Design
from cryptagon.fpga.rejection import rejected
from cryptagon.toolchain import ToolError, elaborated, find, run

_ESCAPED = re.compile(r"\\(\S+)\s")
_NAME = re.compile(r"[A-Za-z_]\w*")
_VERILOG, _PORTS, _SCRIPT, _LOG = "unit.v", "unit.json", "plain.ys", "yosys.log"


@dataclass(frozen=True)
class PlainVerilog:
    """The text of the module, and the netlist in Yosys' JSON format that tells its ports."""

    text: str
    netlist: dict[str, Any]


def plain_verilog(design: Design) -> PlainVerilog:
    """`design` in Verilog-2001; the module has the name of its top.

    Raises CryptagonError for sources that Yosys rejects.
    """
    yosys = find("yosys")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        design.copy_sources(folder)
        (folder / _SCRIPT).write_text(_script(design))
        try:
            run((*yosys.argv, _SCRIPT), cwd=folder, env=yosys.env, log=folder / _LOG)
        except ToolError as failure:
            fault = rejected(design, failure, folder / _LOG)
            raise CryptagonError(
                f"{design.name} cannot be written as Verilog-2001", where=fault.where, why=fault.why
            ) from failure
        return PlainVerilog(
            _plain_names((folder / _VERILOG).read_text()), json.loads((folder / _PORTS).read_text())
        )


def _script(design: Design) -> str:
    lines = [
        *elaborated(design.copied_sources, design.top, design.parameters),
        f"rename -top {design.top}",
        "proc -norom",
        "flatten",
        "opt_clean",
        "memory_map -rom-only",
        # Merges the enables of a memory's bits, or the text would write each bit apart, and no tool
        # would see a memory in it.
        "opt",
        "opt_clean -purge",
        "rename -unescape",
        f"write_json {_PORTS}",
        f"write_verilog -noattr {_VERILOG}",
    ]
    return "\n".join(lines) + "\n"


def _plain_names(text: str) -> str:
    """Names that flattening left with dots and brackets (`\\a.b `) as plain ones: the others are
    legal, but seldom met.
    """
    taken = set(_NAME.findall(text))
    plain: dict[str, str] = {}

    def replacement(found: re.Match[str]) -> str:
        name = found.group(1)
        if name not in plain:
            candidate = re.sub(r"\W", "_", name)
            while candidate in taken:
                candidate += "_"
            taken.add(candidate)
            plain[name] = candidate
        return plain[name] + " "

    return _ESCAPED.sub(replacement, text)
