"""Cores from drawings: figures become a core in C for hardware, which becomes Verilog
(docs/spt.md).
"""

from pathlib import Path
from typing import TYPE_CHECKING

from cryptagon import hls, paths
from cryptagon.approaches.base import Approach, Made
from cryptagon.approaches.hls.compile import compile_kept
from cryptagon.catalog import AlgorithmFolder, Entry, Kernel, Variant, check_widths
from cryptagon.catalog.drawings import LIST, CipherDrawings, Drawings, KernelDrawing, drawings
from cryptagon.errors import CryptagonError
from cryptagon.toolchain import code_of, complete, digest_of

if TYPE_CHECKING:
    from cryptagon.spt import Program
    from cryptagon.spt.code import Ports

KINDS: dict[str, type[Drawings]] = {"block": CipherDrawings, "kernel": KernelDrawing}
"""The lists of drawings of the classes that have cores from them."""
SOURCE = "core.c"


class Spt(Approach):
    """The figures that `spt/figures.toml` names: of a block cipher one for each direction, of a
    kernel one.
    """

    name = "spt"
    title = "from drawings"
    tools = ("zig-cc", "llvmlite", "xls")
    wanted = f"spt/{LIST}"

    def is_there(self, algorithm: AlgorithmFolder) -> bool:
        """Whether figures are named."""
        return (algorithm.folder / self.wanted).is_file()

    def has(self, algorithm: AlgorithmFolder, variant: Variant) -> bool:
        """Whether the list of drawings has an architecture for the variant; the plain one needs
        none.
        """
        if not super().has(algorithm, variant):
            return False
        return not variant.name or variant.name in _listed(algorithm).architectures

    def program(self, entry: Entry) -> Path | None:
        """The C that is made of the figures."""
        return core_in_c(entry)

    def code(self) -> list[Path]:
        """The reader of figures and what makes C of them, and the rooms of the compiler that decide
        the Verilog.
        """
        return code_of("spt", *(f"hls/{room}" for room in hls.DECIDES))

    def make(self, entry: Entry, module: str, folder: Path) -> Made:
        """The C, then its Verilog, as of C that people write."""
        source = core_in_c(entry)
        compiled = compile_kept(source, folder, {}, module)
        check_widths(entry.algorithm, source, compiled.ports)
        figures = "2 figures" if entry.algorithm.class_ == "block" else "1 figure"
        return Made(compiled.core, f"{figures}, {compiled.states} states")


def core_in_c(entry: Entry) -> Path:
    """The core in C of an entry's figures, kept.

    Raises CryptagonError for faults of figures, and for other classes.
    """
    listed = _listed(entry.algorithm)
    digest = digest_of("core in C", entry.source_digest, entry.variant.name, APPROACH.code())
    folder = paths.build_folder() / "spt" / f"{entry.slug}-{digest[:16]}"
    complete(
        folder, lambda fresh: (fresh / SOURCE).write_text(_core(entry, listed), encoding="utf-8")
    )
    return folder / SOURCE


def _listed(algorithm: AlgorithmFolder) -> Drawings:
    folder = algorithm.folder / "spt"
    if algorithm.class_ not in KINDS:
        what = f"no core of class {algorithm.class_} is made of figures"
        raise CryptagonError(
            what,
            where=str(folder),
            fix=f"remove spt/, or make it an algorithm of class {' or '.join(KINDS)}",
        )
    return drawings(folder, KINDS[algorithm.class_])


def _core(entry: Entry, listed: Drawings) -> str:
    # The compiler, which most commands need not.
    from cryptagon.spt.code import Architecture, generate_hls  # noqa: PLC0415
    from cryptagon.spt.code.block_core import generate_block  # noqa: PLC0415

    architecture = Architecture.parse(listed.architectures.get(entry.variant.name, "basic"))
    figures = [_figure(file) for file in listed.files(entry.algorithm.folder / "spt")]
    if isinstance(listed, KernelDrawing):
        (figure,) = figures
        return generate_hls(*figure, architecture, _ports(entry.algorithm, listed, *figure))
    encrypt, decrypt = figures
    widths = {one.port: one.bits for one in entry.algorithm.widths}
    return generate_block(encrypt, decrypt, (widths["key"], widths["block"]), architecture)


def _ports(
    algorithm: AlgorithmFolder, listed: KernelDrawing, program: "Program", name: str
) -> "Ports":
    """The streams of a kernel. Raises CryptagonError where they are not those of the figure."""
    from cryptagon.spt.code import Ports  # noqa: PLC0415 - the compiler, which most commands need not

    assert isinstance(algorithm, Kernel)  # its class says so
    figure = program.by_name[name]
    if len(algorithm.inputs) == 1:
        wanted = [dict(port.fields) for port in (algorithm.inputs[0], algorithm.output)]
        widths = (
            {
                listed.fields.get(one.name, ""): one.type.width * (one.type.count or 1)
                for one in ports
            }
            for ports in (figure.inputs, figure.outputs)
        )
        if wanted == list(widths):
            return Ports(algorithm.inputs[0].name, algorithm.output.name, listed.fields)
    said = ", ".join(f"{one.name}: {one.type}" for one in (*figure.inputs, *figure.outputs))
    raise CryptagonError(
        f"figure {name} does not have the ports of {algorithm.name}",
        where=str(algorithm.folder / "spt" / LIST),
        why=f"its ports are {said}; `fields` are {listed.fields}",
        fix="name by `fields` the field of one input stream or of the output that each port of the figure is",
    )


def _figure(file: Path) -> tuple["Program", str]:
    """The program of a drawing, and its one figure that no other one calls."""
    from cryptagon.spt import dml, program_of  # noqa: PLC0415 - the reader of figures, likewise

    program = dml.read_file(file) if file.suffix == ".dml" else program_of(file)
    if len(program.tops) != 1:
        names = ", ".join(one.name for one in program.tops)
        raise CryptagonError(
            "which figure is the cipher is not clear",
            where=str(file),
            why=f"no other one calls {names}",
        )
    return program, program.tops[0].name


APPROACH = Spt()
