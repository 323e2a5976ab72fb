"""What a project for a Zynq-7000 has beside the sources: the wrapper with AXI ports, constraints,
scripts for Vivado and its compiler, and a notebook for PYNQ.
"""

import json
import shutil
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from cryptagon.simulate.levels import Testbench
from cryptagon.testbed.boards.clocks import Clock
from cryptagon.testbed.boards.manifest import BoardManifest
from cryptagon.testbed.channels import Channel, channels_of
from cryptagon.testbed.top import LITE, READ, TOP, WRITE

FILES = Path(__file__).with_name("zedboard")
WRAPPER = "ZynqTestbed"
SCRIPTS = ("project.tcl", "program.tcl", "run.tcl")
REGISTER_BASE = 0x43C0_0000
"""Of the testbed's 4 KB of registers, behind GP0."""

BOARD_PART = "zed:part0"
"""What the names of Vivado's board files for the ZedBoard hold, whoever made them."""


def write_zynq(
    folder: Path, bench: Testbench[Any], bus: Clock, core: Clock, manifest: BoardManifest
) -> list[str]:
    """Write all of it into `folder`; the paths of what a tool reads."""
    written = {
        f"src/{WRAPPER}.v": wrapper(bench, bus, core),
        "crossings.xdc": constraints(bus, core),
        "settings.tcl": settings(bench, bus, manifest),
        "program/board.h": board_header(manifest),
        "pynq/testbed.ipynb": notebook(manifest),
    }
    copied = {
        "src/ZynqClock.v": FILES / "ZynqClock.v",
        "program/main.c": FILES / "main.c",
        "pynq/testbed_pynq.py": FILES / "testbed_pynq.py",
        **{name: FILES / name for name in SCRIPTS},
    }
    (folder / "pynq").mkdir()
    for name, text in written.items():
        (folder / name).write_text(text, encoding="utf-8")
    for name, source in copied.items():
        shutil.copyfile(source, folder / name)
    return [*written, *copied]


def wrapper(bench: Testbench[Any], bus: Clock, core: Clock) -> str:
    """The module that a block design takes, in Verilog-2001: registers as AXI4-Lite, a master of
    64 bits for each channel, and the unit's clock inside.
    """
    channels = channels_of(bench)
    ports = [*_clock_ports(channels), *_lite_ports()]
    ports += [port for channel in channels for port in _master_ports(channel)]
    pins = [".bus_clk(bus_clk)", ".core_clk(core_clk)", ".rst(rst)", ".item_in()", ".item_out()"]
    pins += [f".lite_{name}(s_axi_{name})" for name, _, _ in LITE]
    pins += [
        f".{one.name}_{name}(m_axi_{one.name}_{name})"
        for one in channels
        for name, _, _ in _wires(one)
    ]
    values = ", ".join(f".{name}({value})" for name, value in core.settings)
    period = f".CLKIN1_PERIOD({_period(bus.mhz)})"
    lines = [
        "// Written by cryptagon testbed export.",
        f"module {WRAPPER} (",
        ",\n".join(f"  {port}" for port in ports),
        ");",
        "  wire core_clk, rst;",
        f"  ZynqClock #({values}, {period}) clocks",
        "    (.bus_clk(bus_clk), .bus_rst_n(bus_rst_n), .core_clk(core_clk), .rst(rst));",
        *(line for channel in channels for line in _fixed(channel)),
        f"  {TOP} testbed (",
        ",\n".join(f"    {pin}" for pin in pins),
        "  );",
        "endmodule",
    ]
    return "\n".join(lines) + "\n"


def _wires(channel: Channel) -> Sequence[tuple[str, int, bool]]:
    return READ if channel.stream.to_design else WRITE


def _clock_ports(channels: Sequence[Channel]) -> Iterator[str]:
    buses = ":".join(["s_axi", *(f"m_axi_{one.name}" for one in channels)])
    yield (
        f'(* X_INTERFACE_INFO = "xilinx.com:signal:clock:1.0 bus_clk CLK", X_INTERFACE_PARAMETER = '
        f'"ASSOCIATED_BUSIF {buses}, ASSOCIATED_RESET bus_rst_n" *) input wire bus_clk'
    )
    yield (
        '(* X_INTERFACE_INFO = "xilinx.com:signal:reset:1.0 bus_rst_n RST", X_INTERFACE_PARAMETER = '
        '"POLARITY ACTIVE_LOW" *) input wire bus_rst_n'
    )


def _lite_ports() -> Iterator[str]:
    for place, (name, bits, driven) in enumerate(LITE):
        extra = "PROTOCOL AXI4LITE, DATA_WIDTH 32, ADDR_WIDTH 12" if place == 0 else ""
        yield _port("s_axi", name, bits, driven, extra)


def _master_ports(channel: Channel) -> Iterator[str]:
    """The wires of the DMA engine, and those that are the same in all its bursts."""
    reads = channel.stream.to_design
    prefix, mode = f"m_axi_{channel.name}", "READ_ONLY" if reads else "WRITE_ONLY"
    extra = (
        f"PROTOCOL AXI4, DATA_WIDTH 64, ADDR_WIDTH 32, READ_WRITE_MODE {mode}, HAS_BURST 1,"
        " SUPPORTS_NARROW_BURST 0, MAX_BURST_LENGTH 16"
    )
    for place, (name, bits, driven) in enumerate(_wires(channel)):
        yield _port(prefix, name, bits, driven, extra if place == 0 else "")
    for name, bits, _ in _fixed_wires(channel):
        yield _port(prefix, name, bits, True, "")
    if reads:
        yield _port(prefix, "rlast", 1, False, "")


def _port(prefix: str, name: str, bits: int, driven: bool, extra: str) -> str:
    info = f'X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 {prefix} {name.upper()}"'
    if extra:
        info += f', X_INTERFACE_PARAMETER = "XIL_INTERFACENAME {prefix}, {extra}"'
    return f"(* {info} *) {'output' if driven else 'input'} wire [{bits - 1}:0] {prefix}_{name}"


def _fixed_wires(channel: Channel) -> Iterator[tuple[str, int, str]]:
    """Bursts of whole beats of 8 bytes at rising addresses, not cached, unprivileged data."""
    head = "ar" if channel.stream.to_design else "aw"
    yield f"{head}size", 3, "3'd3"
    yield f"{head}burst", 2, "2'b01"
    yield f"{head}cache", 4, "4'b0011"
    yield f"{head}prot", 3, "3'b000"


def _fixed(channel: Channel) -> Iterator[str]:
    for name, _, value in _fixed_wires(channel):
        yield f"  assign m_axi_{channel.name}_{name} = {value};"


def _period(mhz: Fraction) -> str:
    """In ns."""
    return f"{float(1000 / mhz):.3f}"


def constraints(bus: Clock, core: Clock) -> str:
    """What Vivado must know of the crossings: a path between the clocks may take the shorter
    period, so that bits of a Gray code that left together arrive within one cycle.
    """
    shorter = _period(max(bus.mhz, core.mhz))
    clock = (
        "get_clocks -of_objects [get_pins -hierarchical -filter {{NAME =~ *clocks/core_mmcm/{}}}]"
    )
    return f"""# Written by cryptagon testbed export. The two clocks are taken to know nothing of each other.
set bus_clock [{clock.format("CLKIN1")}]
set core_clock [{clock.format("CLKOUT0")}]
set_max_delay -datapath_only -from $bus_clock -to $core_clock {shorter}
set_max_delay -datapath_only -from $core_clock -to $bus_clock {shorter}
set_property ASYNC_REG TRUE [get_cells -hierarchical -filter {{NAME =~ *crossing/q_reg*}}]
set_property ASYNC_REG TRUE [get_cells -hierarchical -filter {{NAME =~ *sees_*/q_reg* || NAME =~ *testbed/reset/q_reg*}}]
"""


def settings(bench: Testbench[Any], bus: Clock, manifest: BoardManifest) -> str:
    """What project.tcl reads."""
    values = {
        "part": manifest.part,
        "board_part": BOARD_PART,
        "top": WRAPPER,
        "bus_mhz": f"{float(bus.mhz):.6f}",
        "register_base": f"0x{REGISTER_BASE:08X}",
        "channels": " ".join(one.name for one in channels_of(bench)),
    }
    lines = ["# Written by cryptagon testbed export, read by project.tcl."]
    return "\n".join([*lines, *(f"set {name} {{{one}}}" for name, one in values.items())]) + "\n"


def board_header(manifest: BoardManifest) -> str:
    """What the program must know of the platform."""
    return f"""// Written by cryptagon testbed export.
#define REGISTER_BASE 0x{manifest.register_base:08X}u
#define MEMORY_BYTES {manifest.memory_bytes}u
"""


def notebook(manifest: BoardManifest) -> str:
    """The notebook for PYNQ, in the format of Jupyter (nbformat 4)."""
    cells = [
        (
            "markdown",
            f"# {manifest.title} in the testbed\n\nCopy `testbed.bit` and `testbed.hwh`, which project.tcl made, and"
            " `manifest.json` beside this notebook. The last cell writes `testbed.log`; give that to"
            " `cryptagon testbed read`.",
        ),
        (
            "code",
            'import testbed_pynq\n\nmanifest = testbed_pynq.load("manifest.json")\n'
            'board = testbed_pynq.Pynq("testbed.bit", manifest)',
        ),
        (
            "code",
            'lines = []\n\n\ndef put(line):\n    print(line)\n    lines.append(line + "\\n")\n\n\n'
            "testbed_pynq.measure_all(manifest, board, put)\n"
            'with open("testbed.log", "w") as file:\n    file.writelines(lines)',
        ),
    ]
    content = {
        "cells": [_cell(number, kind, text) for number, (kind, text) in enumerate(cells, start=1)],
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(content, indent=1) + "\n"


def _cell(number: int, kind: str, text: str) -> dict[str, Any]:
    cell: dict[str, Any] = {"cell_type": kind, "id": f"cell{number}", "metadata": {}}
    if kind == "code":
        cell |= {"execution_count": None, "outputs": []}
    return cell | {"source": text.splitlines(keepends=True)}
