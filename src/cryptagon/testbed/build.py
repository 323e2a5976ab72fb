"""Building a unit in its testbed into a simulator program; cached by content."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cryptagon import paths
from cryptagon.core import VerilogCore
from cryptagon.simulate.build import COMPILER_FLAGS, VERILATOR_FLAGS, compile_cpp, kept_objects
from cryptagon.simulate.levels import TOP as UNIT
from cryptagon.simulate.levels import Testbench
from cryptagon.testbed.top import TOP, glue, verilog
from cryptagon.toolchain import compiler, complete, digest_of, find, run, verilated_headers

HERE = Path(__file__).resolve().parent
BOARD = HERE / "board"
PROGRAM = HERE / "program"
"""The program in C: the same on the simulated board and on real ones."""
HARNESS = tuple(sorted(BOARD.glob("*.cpp")))
HEADERS = (*sorted(BOARD.glob("*.h")), *sorted(PROGRAM.glob("*.[ch]")))
MODEL = HERE / "model" / "CrossingFlop.sv"
HARDWARE = "testbed"
"""Its folder under `hdl/`."""

FLAGS = tuple("1ps/1ps" if word == "1ns/1ns" else word for word in VERILATOR_FLAGS)


def hardware(replaced: Sequence[Path] = (), *, modelled: bool = True) -> list[Path]:
    """The testbed's Verilog as it is simulated: CrossingFlop is a model, and `replaced` take the
    place of the files of their names. As it is built for a board where it is not `modelled`.
    """
    instead = {file.name: file for file in (*([MODEL] if modelled else []), *replaced)}
    return [instead.get(file.name, file) for file in paths.hardware_of(HARDWARE)]


def build_testbed(core: VerilogCore, bench: Testbench[Any], replaced: Sequence[Path] = ()) -> Path:
    """The simulator of a unit in its testbed, built unless it is there; `replaced`: files of the
    testbed in place of those of their names.

    Raises CryptagonError, with the tool's own words, where the Verilog does not compile.
    """
    own = hardware(replaced)
    tools = [
        find("verilator").version,
        find("verilator").argv[1:],
        compiler().name,
        compiler().version,
    ]
    texts = [verilog(bench), bench.verilog, glue(bench)]
    digest = digest_of(
        core.digest, bench.library, own, texts, HARNESS, HEADERS, FLAGS, COMPILER_FLAGS, tools
    )
    place = paths.build_folder() / "simulators" / f"{bench.design}-testbed-{digest[:20]}"
    complete(place, lambda folder: _build(folder, core, bench, own))
    return place / "testbed"


def _build(folder: Path, core: VerilogCore, bench: Testbench[Any], own: Sequence[Path]) -> None:
    (folder / f"{TOP}.sv").write_text(verilog(bench))
    (folder / f"{UNIT}.sv").write_text(bench.verilog)
    (folder / "glue.cpp").write_text(glue(bench))
    verilate(
        folder, TOP, [Path(f"{TOP}.sv"), Path(f"{UNIT}.sv"), *own, *core.sources], bench.library
    )
    link(folder, kept_objects("testbed-runtime", HARNESS, HEADERS))


def verilate(folder: Path, top: str, sources: Sequence[Path], library: Sequence[Path] = ()) -> None:
    """Verilog to C++ in `folder`, with the prefix Vtestbed."""
    tool = find("verilator")
    folders = dict.fromkeys(str(file.parent) for file in library)
    found = [word for place in folders for word in ("-y", place)] + (
        ["+libext+.sv"] if folders else []
    )
    argv = [
        *tool.argv,
        *FLAGS,
        "--top-module",
        top,
        "--prefix",
        "Vtestbed",
        "--Mdir",
        ".",
        *map(str, sources),
        *found,
    ]
    run(argv, cwd=folder, env=tool.env, log=folder / "verilator.log")


def link(folder: Path, objects: Path) -> None:
    """The program `testbed` in `folder` of glue.cpp, what Verilator made there, and the `objects`
    of a folder.
    """
    parts = ["glue.cpp", *sorted(file.name for file in folder.glob("Vtestbed*.cpp"))]
    (folder / "whole.cpp").write_text("".join(f'#include "{part}"\n' for part in parts))
    known = verilated_headers(["verilated.h"], [*COMPILER_FLAGS, "-DVM_TRACE=0"])
    compile_cpp(folder, [folder / "whole.cpp"], [*known, f"-I{BOARD}", "-c", "-o", "whole.o"])
    compile_cpp(
        folder, [folder / "whole.o", *sorted(objects.glob("*.o"))], ["-pthread", "-o", "testbed"]
    )
    for file in [*folder.glob("*.o"), *folder.glob("Vtestbed*")]:
        file.unlink()
