"""A layout of two registers and a LUT between them, as nextpnr writes one: text to spoil, one piece
at a time.
"""

import json
from pathlib import Path
from typing import Any

from cryptagon.timing.ecp5 import timed_netlist
from cryptagon.timing.netlist import TimedNetlist
from cryptagon.timing.routed import read_routed
from cryptagon.timing.sdf import Sdf, read_sdf

SDF = """\
(DELAYFILE
  (SDFVERSION "3.0")
  (DESIGN "top")
  (DIVIDER /)
  (TIMESCALE 1ps)
  (CELL
    (CELLTYPE "top")
    (INSTANCE )
    (DELAY
      (ABSOLUTE
        (INTERCONNECT first/Q lut\\$1/A (10:20:30) (11:21:31))
        (INTERCONNECT lut\\$1/F last/DI (40:50:60) (40:50:60))
      )
    )
    )
  (CELL
    (CELLTYPE "TRELLIS_COMB")
    (INSTANCE lut\\$1)
    (DELAY
      (ABSOLUTE
        (IOPATH A F (153:166:180) (153:166:180))
      )
    )
    )
  (CELL
    (CELLTYPE "TRELLIS_FF")
    (INSTANCE first)
    (DELAY (ABSOLUTE (IOPATH CLK Q (329:362:395) (329:362:395))))
    (TIMINGCHECK (SETUPHOLD (posedge DI) (posedge CLK) (0:0:5) (213:222:232)))
    )
  (CELL
    (CELLTYPE "TRELLIS_FF")
    (INSTANCE last)
    (DELAY (ABSOLUTE (IOPATH CLK Q (329:362:395) (329:362:395))))
    (TIMINGCHECK
      (SETUPHOLD (posedge DI) (posedge CLK) (0:0:7) (213:222:232))
      (SETUPHOLD (negedge DI) (posedge CLK) (0:0:7) (213:222:232))
    )
    )
)
"""
LONGEST_PS = 395 + 31 + 180 + 60 + 7


def cell(
    kind: str, inputs: dict[str, int], outputs: dict[str, int], **parameters: str
) -> dict[str, Any]:
    directions = {**dict.fromkeys(inputs, "input"), **dict.fromkeys(outputs, "output")}
    connections = {port: [net] for port, net in {**inputs, **outputs}.items()}
    place = {"NEXTPNR_BEL": "X3/Y4/SLICEA.K0"}
    return {
        "type": kind,
        "parameters": parameters,
        "attributes": place,
        "port_directions": directions,
        "connections": connections,
    }


def module() -> dict[str, Any]:
    """The netlist, fresh: to be changed by a test."""
    register = {"SD": "1 ", "REGSET": "RESET", "CLKMUX": "CLK", "CEMUX": "1 ", "LSRMUX": "LSR"}
    cells = {
        "first": cell("TRELLIS_FF", {"DI": 3, "CLK": 2}, {"Q": 4}, **register),
        "lut$1": cell("TRELLIS_COMB", {"A": 4}, {"F": 5}, INITVAL="0101010101010101"),
        "last": cell("TRELLIS_FF", {"DI": 5, "CLK": 2}, {"Q": 6}, **register),
    }
    ports = {
        "clk": {"direction": "input", "bits": [2]},
        "in": {"direction": "input", "bits": [3]},
        "out": {"direction": "output", "bits": [6]},
    }
    return {"cells": cells, "ports": ports}


def delays(folder: Path, text: str = SDF) -> Sdf:
    """The text as a file, read."""
    path = folder / "routed.sdf"
    path.write_text(text)
    return read_sdf(path)


def layout(folder: Path, netlist: dict[str, Any] | None = None, text: str = SDF) -> TimedNetlist:
    """Netlist and delays as files, read."""
    path = folder / "routed.json"
    path.write_text(json.dumps({"modules": {"top": netlist or module()}}))
    return timed_netlist(read_routed(path), delays(folder, text))
