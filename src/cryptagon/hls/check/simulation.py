"""Building a testbench into a program quickly, and running it."""

from collections.abc import Callable, Mapping, Sequence
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
RESETS = 16  # in mid-run, in the run with pauses
SEED = 7  # of stalls, of moments of a reset, and of what registers begin with
PATIENCE = 200_000  # clock cycles without a transfer after which a missing item will not come
SECONDS = 120  # of processor time, after which a run ends where it is
SLOWEST = 10  # times the processor time that a run may take on a busy machine
ENDLESS = 0  # clock cycles that a run may have: any number
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
    """What a run did before the first reset in mid-run, and what it did wrong behind one.

    The transfers by MODULE.STREAM; the streams and memory ports, named so, whose offered item
    changed before it was taken; and what memory ports did wrong, by MODULE.PORT: in words, mostly
    an element that is another one than natively. `after_reset`: what was wrong first behind a reset
    in mid-run, in words, by MODULE.STREAM or MODULE.PORT. `cut`: the clock cycle after which the run
    was ended before all items came, 0 where it was not.
    """

    transfers: Mapping[str, Sequence[Transfer]]
    withdrawn: frozenset[str] = field(default_factory=frozenset)
    memories: Mapping[str, Sequence[str]] = field(default_factory=dict)
    after_reset: Mapping[str, str] = field(default_factory=dict)
    cut: int = 0


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


def simulate(
    program: Path,
    testbench: Path,
    *,
    stall: int,
    patience: int = PATIENCE,
    resets: int = 0,
    seed: int = SEED,
    most_cycles: int = ENDLESS,
) -> Simulation:
    """One run; registers and memories without given contents start at random, others for each `seed`
    and `stall`.

    Where all was right it is begun anew `resets` times, broken off at any moment by a reset, and
    once more to its end. After `most_cycles` the next transfer is the last one, and after SECONDS
    nothing more is waited for.
    """
    numbers = map(str, (stall, patience, resets, most_cycles, SECONDS))
    options = ["+items", f"+verilator+seed+{seed + stall}", "+verilator+rand+reset+2"]
    argv = [str(program.resolve()), *numbers, *options]
    try:
        said = run(argv, cwd=testbench, timeout=SLOWEST * SECONDS).stdout
    except ToolError as error:
        if error.code != 1:
            raise
        said = error.output  # answers that differ are told in detail by whoever asked
    lines = [line.split() for line in said.splitlines()]
    cut = {resets: int(cycles) for word, cycles, resets in (w for w in lines if w[0] == "cut")}
    transfers: dict[str, list[Transfer]] = {}
    withdrawn, memories = set(), dict[str, list[str]]()
    after_reset = dict[str, str]()
    for words in lines:
        if words[0] == "item":
            transfers.setdefault(words[1], []).append(Transfer(int(words[2]), int(words[3], 16)))
        elif words[0] not in FAULTS or (words[0] in AT_THE_END and words[-1] in cut):
            continue
        elif int(words[-1]):
            after_reset.setdefault(words[1], FAULTS[words[0]](words[2:]))
        elif words[0] == "withdrawn":
            withdrawn.add(words[1])
        elif words[0] in ("content", "outside"):
            memories.setdefault(words[1], []).append(FAULTS[words[0]](words[2:]))
    return Simulation(transfers, frozenset(withdrawn), memories, after_reset, cut.get("0", 0))


def values_differ(native: str, verilog: str) -> str:
    """Two values, in words."""
    return f"natively {native}, in Verilog {verilog}"


def _hex(digits: str) -> str:
    return f"0x{int(digits, 16):x}"


AT_THE_END = ("missing", "content")
FAULTS: Mapping[str, Callable[[Sequence[str]], str]] = {
    "mismatch": lambda w: f"item {w[0]}: {values_differ(_hex(w[2]), _hex(w[1]))}",
    "surplus": lambda w: f"item {w[0]}: {values_differ('nothing', _hex(w[1]))}",
    "missing": lambda w: f"item {w[0]}: {values_differ(_hex(w[1]), 'nothing')}",
    "withdrawn": lambda _: "what was offered changed or went away before it was taken",
    "content": lambda w: f"element {w[0]}: {values_differ(_hex(w[2]), _hex(w[1]))}",
    "outside": lambda w: f"a request for element {int(w[1], 16)}, which it does not have",
}
"""What a line of the testbench says is wrong, from its words behind the port's name; the last word
is the number of resets in mid-run so far.
"""


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
