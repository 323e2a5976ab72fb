"""The sources of an exported project: copies of the design's own, or for tools that read no
SystemVerilog what is made of them.
"""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from cryptagon.fpga import Design, pin_wrapper
from cryptagon.vendor.plain_verilog import plain_verilog
from cryptagon.vendor.tools import VendorTool

FOLDER = "src"


@dataclass(frozen=True)
class Sources:
    """What the tool is given: files by path from the project's folder, in order.

    `unit` is the instance to measure; empty: all of `top`. `clock` is the port of the clock that is
    constrained.
    """

    top: str
    files: tuple[str, ...]
    parameters: Mapping[str, int] = field(default_factory=dict)
    unit: str = ""
    clock: str = "clk"


def write_sources(design: Design, tool: VendorTool, folder: Path) -> Sources:
    """Write the sources into `folder`.

    Raises CryptagonError for a design that cannot be written in the Verilog that the tool reads.
    """
    (folder / FOLDER).mkdir()
    if tool.plain_verilog:
        return _wrapped(design, folder)
    for source in design.sources:
        shutil.copyfile(source, folder / FOLDER / source.name)
    return Sources(
        design.top,
        tuple(f"{FOLDER}/{source.name}" for source in design.sources),
        design.parameters,
        clock=design.clock,
    )


def _wrapped(design: Design, folder: Path) -> Sources:
    """The design as one module that keeps its boundary, and a wrapper of few pins around it."""
    plain = plain_verilog(design)
    kept = plain.text.replace(
        f"module {design.top}(", f'(* KEEP_HIERARCHY = "TRUE" *)\nmodule {design.top}(', 1
    )
    ports = pin_wrapper.ports_of(plain.netlist, design.top)
    around = pin_wrapper.wrapper(design.top, design.clock, ports, pin_wrapper.Pins())
    head = f"module {pin_wrapper.TOP} ("
    texts = {
        f"{FOLDER}/{design.top}.v": kept,
        f"{FOLDER}/{pin_wrapper.TOP}.v": head + around.partition(head)[2],
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return Sources(pin_wrapper.TOP, tuple(texts), unit="core")
