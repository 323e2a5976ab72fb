"""High-level synthesis by Cryptagon's own compiler: C for hardware to Verilog (docs/hls.md)."""

from pathlib import Path

from cryptagon import hls
from cryptagon.approaches.base import Approach, Made, missing_source
from cryptagon.approaches.hls.compile import compile_kept
from cryptagon.catalog import AlgorithmFolder, Entry, Variant, check_widths
from cryptagon.toolchain import code_of


class Hls(Approach):
    """C in `hls/core.c`, or in the file that a variant names, with the macros of the variant; it
    also runs as a program.
    """

    name = "hls"
    title = "HLS from C"
    tools = ("zig-cc", "llvmlite", "xls")
    wanted = "hls/core.c"

    def is_there(self, algorithm: AlgorithmFolder) -> bool:
        """Whether there is C of some variant."""
        return any(
            variant.hls_source or algorithm.c_source(variant).is_file()
            for variant in algorithm.variants
        )

    def has(self, algorithm: AlgorithmFolder, variant: Variant) -> bool:
        """Whether there is C of this variant.

        Raises CryptagonError, with the line, where the variant names a file that is not there.
        """
        there = algorithm.c_source(variant).is_file()
        if variant.hls_source and not there:
            raise missing_source(
                algorithm,
                variant,
                "hls_source",
                "C",
                why=f"there is no {algorithm.c_source(variant)}",
                fix="write that file, or name one of the folder hls/",
            )
        return variant.is_by(self.name) and there

    def program(self, entry: Entry) -> Path | None:
        """The C."""
        return entry.c_source

    def code(self) -> list[Path]:
        """The rooms of the compiler that decide the Verilog: not its report, nor its checks."""
        return code_of(*(f"hls/{room}" for room in hls.DECIDES))

    def make(self, entry: Entry, module: str, folder: Path) -> Made:
        """Compile, in a process of its own; keep what came.

        Ports of other widths than algorithm.toml has are a fault of the sources.
        """
        compiled = compile_kept(entry.c_source, folder, dict(entry.variant.defines), module)
        check_widths(entry.algorithm, entry.c_source, compiled.ports, entry.variant.defines)
        return Made(
            compiled.core, f"{compiled.states} {'state' if compiled.states == 1 else 'states'}"
        )


APPROACH = Hls()
