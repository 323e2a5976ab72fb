"""RTL written by hand: the files as they are."""

from pathlib import Path

from cryptagon.approaches.base import Approach, Made, missing_source
from cryptagon.catalog import AlgorithmFolder, Entry, Variant
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
        """Whether there is Verilog of some variant."""
        return any(variant.rtl_folder for variant in algorithm.variants) or bool(
            algorithm.rtl_sources
        )

    def has(self, algorithm: AlgorithmFolder, variant: Variant) -> bool:
        """Whether there is Verilog of this variant.

        Raises CryptagonError, with the line, where the variant names a folder without any.
        """
        there = bool(algorithm.verilog_sources(variant))
        if variant.rtl_folder and not there:
            raise missing_source(
                algorithm,
                variant,
                "rtl_folder",
                "RTL",
                why=f"{algorithm.verilog_folder(variant)} has no .sv and no .v",
                fix="write CipherCore.sv there, or name another folder of rtl/",
            )
        return variant.is_by(self.name) and there

    def make(self, entry: Entry, module: str, folder: Path) -> Made:
        """The files in the order of their names."""
        sources = entry.algorithm.verilog_sources(entry.variant)
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
