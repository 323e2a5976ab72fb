"""The script that makes a vendor tool's project, by Edalize: sources, top, parameters, part,
constraints.

Edalize writes it without the tool. Of its other files none is kept: they build bitstreams, which a
unit without pins does not have.
"""

import logging
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from edalize.flows.vivado import Vivado
from edalize.ise import Ise
from edalize.quartus import Quartus

from cryptagon.vendor.part import Part

PROJECT = "unit"
_CONSTRAINTS = {
    "vivado": ("clock.xdc", "xdc"),
    "quartus": ("clock.sdc", "SDC"),
    "ise": ("clock.ucf", "UCF"),
}
_SOURCES = {".sv": "systemVerilogSource", ".v": "verilogSource"}


def constraint_file(tool: str) -> str:
    """Name of the file with the clock constraint, which the search writes anew for each run."""
    return _CONSTRAINTS[tool][0]


def project_script(part: Part, top: str, sources: list[str], parameters: Mapping[str, int]) -> str:
    """The Tcl that makes the project `unit` for a part; `sources` are paths from the folder it is
    run in, in order.
    """
    constraints, kind = _CONSTRAINTS[part.tool]
    files = [{"name": name, "file_type": _SOURCES[Path(name).suffix]} for name in sources]
    settings: dict[str, Any] = {
        "name": PROJECT,
        "toplevel": top,
        "files": [*files, {"name": constraints, "file_type": kind}],
        "parameters": {
            name: {"datatype": "int", "default": value, "paramtype": "vlogparam"}
            for name, value in parameters.items()
        },
    }
    # It warns where the tool is not installed, which is the usual case here.
    logging.getLogger("edalize").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory() as folder:
        _configure(part, settings, folder)
        return (Path(folder) / f"{PROJECT}.tcl").read_text(encoding="utf-8")


def _configure(part: Part, settings: dict[str, Any], folder: str) -> None:
    if part.tool == "vivado":
        Vivado(settings | {"flow_options": {"part": part.number}}, folder).configure()
    elif part.tool == "quartus":
        options = {"quartus": {"family": part.family, "device": part.number}}
        Quartus(settings | {"tool_options": options}, folder).configure()
    else:
        options = {
            "ise": {
                "family": part.family,
                "device": part.device,
                "package": part.package,
                "speed": f"-{part.speed}",
            }
        }
        Ise(settings | {"tool_options": options}, folder).configure()
