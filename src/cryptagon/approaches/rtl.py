"""RTL written by hand: the files as they are."""

from pathlib import Path

from cryptagon.approaches.base import Approach, Made
from cryptagon.catalog import AlgorithmFolder, Entry
from cryptagon.core import VerilogCore
from cryptagon.toolchain import complete

MACROS = "variant_defines.sv"


class Rtl(Approach):
    """Verilog and SystemVerilog in `rtl/`; the macros of a variant come first, in a file of their
    own.
    """

    name = "rtl"
    title = "RTL by hand"
    instant = True
    wanted = "rtl/*.sv"

    def is_there(self, algorithm: AlgorithmFolder) -> bool:
        """Whether there is a file of Verilog."""
        return bool(algorithm.rtl_sources)

    def make(self, entry: Entry, module: str, folder: Path) -> Made:
        """The files in the order of their names."""
        sources = entry.algorithm.rtl_sources
        text = f"{len(sources)} files" if sources[1:] else "1 file"
        if entry.variant.verilog_defines:
            lines = [
                f"`define {name} {value}\n" for name, value in entry.variant.verilog_defines.items()
            ]
            complete(
                folder, lambda fresh: (fresh / MACROS).write_text("".join(lines), encoding="utf-8")
            )
            sources = (folder / MACROS, *sources)
        return Made(VerilogCore(sources), text)


APPROACH = Rtl()
