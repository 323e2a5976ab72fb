"""High-level synthesis by Cryptagon's own compiler: C for hardware to Verilog (docs/hls.md)."""

from pathlib import Path

from cryptagon import hls
from cryptagon.approaches.base import Approach, Made
from cryptagon.approaches.hls.compile import compile_kept
from cryptagon.catalog import AlgorithmFolder, Entry
from cryptagon.toolchain import code_of


class Hls(Approach):
    """C in `hls/core.c`, with the macros of a variant; it also runs as a program."""

    name = "hls"
    title = "HLS from C"
    tools = ("zig-cc", "llvmlite", "xls")
    wanted = "hls/core.c"

    def is_there(self, algorithm: AlgorithmFolder) -> bool:
        """Whether there is C."""
        return algorithm.hls_source.is_file()

    def program(self, entry: Entry) -> Path | None:
        """The C."""
        return entry.algorithm.hls_source

    def code(self) -> list[Path]:
        """The rooms of the compiler that decide the Verilog: not its report, nor its checks."""
        return code_of(*(f"hls/{room}" for room in hls.DECIDES))

    def make(self, entry: Entry, module: str, folder: Path) -> Made:
        """Compile, in a process of its own; keep what came."""
        compiled = compile_kept(entry.algorithm.hls_source, folder, dict(entry.variant.defines), module)
        return Made(compiled.core, f"{compiled.states} {'state' if compiled.states == 1 else 'states'}")


APPROACH = Hls()
