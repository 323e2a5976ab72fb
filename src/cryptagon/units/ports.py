"""The ports of a unit, and whether they are those of a hardware API with one share and one pass."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.fpga import Design
from cryptagon.fpga.pin_wrapper import Port, ports_of
from cryptagon.fpga.rejection import rejected
from cryptagon.hwapi.words import WIDTHS
from cryptagon.toolchain import ToolError, elaborated, find, json_of, run

SCRIPT, FOUND, LOG = "ports.ys", "ports.json", "ports.log"
CAESAR, LWC = "caesar-1.0", "lwc"
_INPUTS = {"clk", "rst", "pdi_data", "pdi_valid", "sdi_data", "sdi_valid", "do_ready"}
_OUTPUTS = {"pdi_ready", "sdi_ready", "do_data", "do_valid"}
_MEANINGS = {
    "rdi": "a port for random numbers: the unit is masked",
    "fdi": "a port for a FIFO outside: the unit goes over its data twice",
    "fdo": "a port for a FIFO outside: the unit goes over its data twice",
    "pdi_data_a": "inputs in shares: the unit is masked",
}


@dataclass(frozen=True)
class Ports:
    """The widths in bits of pdi and do (`w`) and of sdi (`sw`). `last` says whether there is
    do_last, as in the LWC API.
    """

    w: int
    sw: int
    last: bool

    @property
    def interface(self) -> str:
        """The hardware API by its ports."""
        return LWC if self.last else CAESAR


def ports_in(
    sources: Sequence[Path], top: str, parameters: Mapping[str, int], folder: Path
) -> Ports:
    """The ports of the top module of Verilog sources, as Yosys elaborates it; `folder` is for its
    files.

    Raises CryptagonError where Yosys rejects the sources, with file and line, and where the ports
    are others.
    """
    return checked(_ports(sources, top, parameters, folder), top)


def _ports(
    sources: Sequence[Path], top: str, parameters: Mapping[str, int], folder: Path
) -> list[Port]:
    design = Design(top, top, tuple(sources), dict(parameters))
    script = [
        *elaborated(sources, top, parameters),
        "blackbox =*",
        f"write_json {FOUND}",
    ]
    (folder / SCRIPT).write_text("\n".join(script) + "\n", encoding="utf-8")
    tool = find("yosys")
    try:
        run((*tool.argv, SCRIPT), cwd=folder, env=tool.env, log=folder / LOG)
    except ToolError as fault:
        raise rejected(design, fault, folder / LOG) from fault
    return ports_of(json_of(folder / FOUND), top)


def checked(ports: Sequence[Port], top: str) -> Ports:
    """The ports of a hardware API.

    Raises CryptagonError for one that is missing, one too many, and a width that no API has.
    """
    found = {port.name: port for port in ports}
    inputs = {port.name for port in ports if port.is_input}
    if missing := sorted((_INPUTS | _OUTPUTS) - found.keys()):
        raise _others(top, f"it has no {', '.join(missing)}")
    if more := sorted(inputs - _INPUTS):
        meant = next((text for name, text in _MEANINGS.items() if more[0].startswith(name)), "")
        raise _others(top, f"its input {more[0]} is {meant or 'of no such API'}")
    if wrong := sorted((_INPUTS - inputs) | (_OUTPUTS & inputs)):
        raise _others(top, f"{wrong[0]} has the other direction")
    w, sw = found["pdi_data"].width, found["sdi_data"].width
    if found["do_data"].width != w:
        raise _others(top, f"pdi has {w} bits, do {found['do_data'].width}")
    for name, width in (("pdi", w), ("sdi", sw)):
        if width not in WIDTHS:
            raise _others(top, f"{name} has {width} bits, and an API has {WIDTHS}")
    return Ports(w, sw, "do_last" in found)


def _others(top: str, why: str) -> CryptagonError:
    return CryptagonError(
        f"the ports of {top} are not those of the CAESAR or the LWC hardware API",
        why=why,
        fix="name the top module of the whole, unprotected unit by --top",
    )
