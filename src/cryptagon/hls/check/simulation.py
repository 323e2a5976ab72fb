"""Building a testbench into a program quickly, and running it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cryptagon import paths
from cryptagon.errors import CryptagonError
from cryptagon.hls.check.testbench import MEMORY_MODEL, TOP
from cryptagon.toolchain import (
    ToolError,
    compiler,
    complete,
    digest_of,
    find,
    run,
    verilated_headers,
)

STALL = 100  # of 256: how often a port pauses in the run with pauses
PATIENCE = 200_000  # clock cycles without a transfer after which a missing item will not come
SECONDS = 120
VERILATOR_FLAGS = (
    *("--cc", "-O1", "--x-initial", "unique", "-Wno-fatal"),
    *("--top-module", TOP, "--Mdir", "model", "--output-split", "0"),
)
# A small design takes longer to optimise than to run. Without optimisation zig's compiler would add
# checks whose library it does not link.
COMPILER_FLAGS = (
    *("-std=c++20", "-O0", "-fno-sanitize=undefined", "-pthread"),
    *("-DVM_COVERAGE=0", "-DVM_SC=0", "-DVM_TIMING=0", "-DVM_TRACE=0"),
)
RUNTIME = ("verilated.cpp", "verilated_threads.cpp")


@dataclass(frozen=True)
class Transfer:
    """An item that left the Verilog design, and the clock cycle in which it did."""

    cycle: int
    item: int


@dataclass(frozen=True)
class Simulation:
    """The transfers by MODULE.STREAM; the streams and memory ports, named so, whose offered item
    changed before it was taken; and what memory ports did wrong, by MODULE.PORT: in words, mostly
    an element that is another one than natively.
    """

    transfers: Mapping[str, Sequence[Transfer]]
    withdrawn: frozenset[str] = field(default_factory=frozenset)
    memories: Mapping[str, Sequence[str]] = field(default_factory=dict)


def build_testbench(testbench: Path, verilog: Sequence[Path], folder: Path) -> Path:
    """The program of the testbench in `testbench`, built in `folder`.

    Raises CryptagonError where Verilator does not accept the Verilog.
    """
    folder.mkdir(parents=True, exist_ok=True)
    tool = find("verilator")
    sources = [testbench / name for name in ("stream_source.sv", "stream_sink.sv", f"{TOP}.sv")]
    if (testbench / MEMORY_MODEL).exists():
        sources.insert(0, testbench / MEMORY_MODEL)
    argv = [*tool.argv, *VERILATOR_FLAGS, *(str(path.resolve()) for path in [*sources, *verilog])]
    run(argv, cwd=folder, env=tool.env, log=folder / "verilator.log")
    # One translation unit: Verilator's headers take longer to read than small designs.
    parts = [
        testbench.resolve() / "main.cpp",
        *sorted((folder / "model").resolve().glob(f"V{TOP}*.cpp")),
    ]
    (folder / "whole.cpp").write_text("".join(f'#include "{part}"\n' for part in parts))
    known = verilated_headers(["verilated.h"], COMPILER_FLAGS)
    _compile(folder, [*known, "whole.cpp", *map(str, _runtime()), "-o", "simulation"])
    return folder / "simulation"


def simulate(program: Path, testbench: Path, *, stall: int, patience: int = PATIENCE) -> Simulation:
    """One run; registers without a reset value start at random.

    Raises CryptagonError when it does not end in time.
    """
    options = ["+items", "+verilator+seed+7", "+verilator+rand+reset+2"]
    argv = [str(program.resolve()), str(stall), str(patience), *options]
    try:
        said = run(argv, cwd=testbench, timeout=SECONDS).stdout
    except ToolError as error:
        if error.code != 1:
            raise
        said = error.output  # answers that differ are told in detail by whoever asked
    transfers: dict[str, list[Transfer]] = {}
    withdrawn, memories = set(), dict[str, list[str]]()
    for words in (line.split() for line in said.splitlines()):
        if words[0] == "item":
            transfers.setdefault(words[1], []).append(Transfer(int(words[2]), int(words[3], 16)))
        elif words[0] == "withdrawn":
            withdrawn.add(words[1])
        elif words[0] == "content":
            found, wanted = (f"0x{int(word, 16):x}" for word in words[3:5])
            what = f"element {words[2]}: natively {wanted}, in Verilog {found}"
            memories.setdefault(words[1], []).append(what)
        elif words[0] == "outside":
            what = f"a request for element {int(words[3], 16)}, which it does not have"
            memories.setdefault(words[1], []).append(what)
    return Simulation(transfers, frozenset(withdrawn), memories)


def _runtime() -> list[Path]:
    """Verilator's own library as object files, compiled once."""
    tool, cpp = find("verilator"), compiler()
    place = (
        paths.build_folder()
        / "cosimulation"
        / digest_of(tool.version, cpp.name, cpp.version, COMPILER_FLAGS, RUNTIME)[:20]
    )

    def make(folder: Path) -> None:
        for name in RUNTIME:
            _compile(
                folder, ["-c", str(_include() / name), "-o", Path(name).with_suffix(".o").name]
            )

    complete(place, make)
    return [(place / name).with_suffix(".o").resolve() for name in RUNTIME]


def _include() -> Path:
    return Path(find("verilator").env["VERILATOR_ROOT"]) / "include"


def _compile(folder: Path, arguments: Sequence[str]) -> None:
    tool, include = compiler(), _include()
    folders = [f"-I{folder / 'model'}", f"-I{include}", f"-I{include / 'vltstd'}"]
    try:
        run([*tool.argv, *COMPILER_FLAGS, *folders, *arguments], cwd=folder, env=tool.env)
    except ToolError as error:
        raise CryptagonError(
            "the simulator could not be built", where=str(folder), why=error.why
        ) from error
