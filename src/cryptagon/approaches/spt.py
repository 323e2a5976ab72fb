"""Ciphers from drawings: two figures become a core in C for hardware, which becomes Verilog (docs/spt.md)."""

from pathlib import Path

from cryptagon import hls, paths
from cryptagon.approaches.base import Approach, Made
from cryptagon.approaches.hls.compile import compile_kept
from cryptagon.catalog import AlgorithmFolder, Entry, check_widths
from cryptagon.catalog.drawings import LIST, drawings
from cryptagon.errors import CryptagonError
from cryptagon.spt import Program, dml, program_of
from cryptagon.spt.code.block_core import generate_block
from cryptagon.toolchain import code_of, complete, digest_of

CLASS = "block"
SOURCE = "core.c"


class Spt(Approach):
    """The figures that `spt/figures.toml` names; a cipher of class `block` is made of two, one for each direction."""

    name = "spt"
    title = "from drawings"
    tools = ("zig-cc", "llvmlite", "xls")
    wanted = f"spt/{LIST}"

    def is_there(self, algorithm: AlgorithmFolder) -> bool:
        """Whether figures are named."""
        return (algorithm.folder / self.wanted).is_file()

    def program(self, entry: Entry) -> Path | None:
        """The C that is made of the figures."""
        return core_in_c(entry)

    def code(self) -> list[Path]:
        """The reader of figures and what makes C of them, and the rooms of the compiler that decide the Verilog."""
        return code_of("spt", *(f"hls/{room}" for room in hls.DECIDES))

    def make(self, entry: Entry, module: str, folder: Path) -> Made:
        """The C, then its Verilog, as of C that people write."""
        source = core_in_c(entry)
        compiled = compile_kept(source, folder, {}, module)
        check_widths(entry.algorithm, source, compiled.ports)
        return Made(compiled.core, f"2 figures, {compiled.states} states")


def core_in_c(entry: Entry) -> Path:
    """The core in C of an entry's figures, kept. Raises CryptagonError for faults of figures, and for other classes."""
    if entry.algorithm.class_ != CLASS:
        what = f"no core of class {entry.algorithm.class_} is made of figures"
        fix = f"remove spt/, or make it an algorithm of class {CLASS}"
        raise CryptagonError(what, where=str(entry.algorithm.folder / "spt"), fix=fix)
    digest = digest_of("core in C", entry.source_digest, APPROACH.code())
    folder = paths.build_folder() / "spt" / f"{entry.slug}-{digest[:16]}"
    complete(folder, lambda fresh: (fresh / SOURCE).write_text(_core(entry), encoding="utf-8"))
    return folder / SOURCE


def _core(entry: Entry) -> str:
    encrypt, decrypt = map(_figure, drawings(entry.algorithm.folder / "spt"))
    widths = {one.port: one.bits for one in entry.algorithm.widths}
    return generate_block(encrypt, decrypt, widths["key"], widths["block"])


def _figure(file: Path) -> tuple[Program, str]:
    """The program of a drawing, and its one figure that no other one calls."""
    program = dml.read_file(file) if file.suffix == ".dml" else program_of(file)
    if len(program.tops) != 1:
        names = ", ".join(one.name for one in program.tops)
        raise CryptagonError("which figure is the cipher is not clear", where=str(file), why=f"no other one calls {names}")
    return program, program.tops[0].name


APPROACH = Spt()
