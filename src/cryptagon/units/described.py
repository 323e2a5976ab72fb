"""A unit of others as its folder describes it: what every reader of such a folder gives."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

VHDL, VERILOG = "vhdl", "verilog"
SUFFIXES = {".vhd": VHDL, ".vhdl": VHDL, ".v": VERILOG, ".sv": VERILOG}


@dataclass(frozen=True)
class Described:
    """A finished unit. `sources` are in the order in which they are read, each a file that is
    there.

    `cipher` is the algorithm by its name in SUPERCOP, "" where the description names none;
    `data_bits` and `ad_bits` its blocks in bits, 0 where unknown. `vectors` is the folder with
    pdi.txt, sdi.txt and do.txt; None where the description names none. `file` is the description.
    """

    file: Path
    name: str
    top: str
    sources: tuple[Path, ...]
    clock: str = "clk"
    generics: Mapping[str, str] = field(default_factory=dict)
    cipher: str = ""
    data_bits: int = 0
    ad_bits: int = 0
    vectors: Path | None = None
