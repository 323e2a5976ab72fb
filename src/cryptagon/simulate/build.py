"""Building a design into a simulator program: Verilator to C++, the generated glue, the engine;
cached by content.
"""

import re
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from cryptagon import paths
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.simulate.levels import TOP, Stream, Testbench
from cryptagon.toolchain import PART, compiler, complete, digest_of, find, run, verilated_headers

HERE = Path(__file__).resolve().parent
ENGINE = tuple(HERE / name for name in ("engine.cpp", "stimulus.cpp", "main.cpp"))
HEADERS = (HERE / "bench.h", HERE / "engine.h", HERE / "stalls.h")
# Registers without a reset value start at random, so that a core which relies on them is caught.
_RANDOM_STATE = ("--x-initial", "unique", "--x-assign", "unique")
# Modules with many instances, S-boxes say, stay functions: Verilator would write them out at every
# instance, for the compiler to read.
_SHARED_MODULES = ("--inline-mult", "30")
VERILATOR_FLAGS = (
    "--cc",
    "-O3",
    *_SHARED_MODULES,
    *_RANDOM_STATE,
    "-Wno-fatal",
    "-Werror-USERERROR",
    "--timescale",
    "1ns/1ns",
)
# Without optimisation zig's compiler would add checks whose library it does not link.
COMPILER_FLAGS = (
    "-std=c++20",
    "-O1",
    "-fno-strict-aliasing",
    "-fno-sanitize=undefined",
    "-DVM_COVERAGE=0",
    "-DVM_SC=0",
    "-DVM_TIMING=0",
)
FIFO_DEPTH = 1 << 18
"""Items that a FIFO outside of a design holds: the longest message of a verification, in blocks of
32 bits.
"""
RUNTIME = ("verilated.cpp", "verilated_threads.cpp")
_MISFIT = re.compile(
    r"%Warning-(?:PINMISSING|WIDTH\w*): (?P<where>\S+?:\d+):.*(?:missing pin|port connection)"
)
_ERROR = re.compile(r"%Error(?:-\w+)?: (?P<where>[^\s:]+:\d+):")


def build_program(core: VerilogCore, level: Testbench, *, waveform: bool) -> Path:
    """The simulator of a design as a program, built unless it is there; with `waveform` it can
    write one, and is slower.

    Raises CryptagonError, with the tool's own words, where the Verilog does not compile or its
    ports are not those of the contract.
    """
    for source in core.sources:
        if not source.is_file():
            raise CryptagonError("a Verilog file of this core is missing", where=str(source))
    flags = flags_of(waveform)
    tools = [
        find("verilator").version,
        find("verilator").argv[1:],
        compiler().name,
        compiler().version,
    ]
    digest = digest_of(
        core.digest,
        level.library,
        level.verilog,
        _glue(level),
        [*ENGINE, *HEADERS],
        flags,
        COMPILER_FLAGS,
        tools,
    )
    name = f"{level.design}-{level.name}{'-waveform' if waveform else ''}-{digest[:20]}"
    return _kept(name, lambda folder: _build(folder, core, level, flags, waveform)) / "bench"


def flags_of(waveform: bool) -> tuple[str, ...]:
    """Verilator's options."""
    return VERILATOR_FLAGS + (("--trace-vcd",) if waveform else ())


def _kept(name: str, make: Callable[[Path], None]) -> Path:
    """The folder `simulators/NAME`, filled by `make` unless it is there."""
    place = paths.build_folder() / "simulators" / name
    complete(place, make)
    return place


def _build(
    folder: Path, core: VerilogCore, level: Testbench, flags: Sequence[str], waveform: bool
) -> None:
    (folder / f"{TOP}.sv").write_text(level.verilog)
    (folder / "glue.cpp").write_text(_glue(level))
    _verilate(folder, core, level, flags)
    # One translation unit: the headers of Verilator take longer to read than a small design.
    parts = ["glue.cpp", *sorted(file.name for file in folder.glob("Vbench*.cpp"))]
    (folder / "whole.cpp").write_text("".join(f'#include "{part}"\n' for part in parts))
    headers = ["verilated.h", *(["verilated_vcd_c.h"] if waveform else [])]
    known = verilated_headers(headers, [*COMPILER_FLAGS, _trace(waveform)])
    compile_cpp(folder, [folder / "whole.cpp"], [*known, "-c", "-o", "whole.o"], waveform=waveform)
    compile_cpp(
        folder,
        [folder / "whole.o", *sorted(_runtime(waveform).glob("*.o"))],
        ["-pthread", "-o", "bench"],
        waveform=waveform,
    )
    for file in [*folder.glob("*.o"), *folder.glob("Vbench*")]:
        file.unlink()


def _verilate(folder: Path, core: VerilogCore, level: Testbench, flags: Sequence[str]) -> None:
    tool = find("verilator")
    folders = dict.fromkeys(str(file.parent) for file in level.library)
    library = [word for folder in folders for word in ("-y", folder)] + (
        ["+libext+.sv"] if folders else []
    )
    sources = [str(source.resolve()) for source in core.sources]
    argv = [
        *tool.argv,
        *flags,
        "--top-module",
        TOP,
        "--prefix",
        "Vbench",
        "--Mdir",
        ".",
        f"{TOP}.sv",
        *sources,
        *library,
    ]
    log = folder / "verilator.log"
    try:
        run(argv, cwd=folder, env=tool.env, log=log)
    except CryptagonError as error:
        raise _refusal(
            log.read_text(errors="replace"), sources[0], level.contract, error
        ) from error
    misfit = _first_misfit(log.read_text(errors="replace"), sources)
    if misfit:
        raise _other_ports(sources[0], level.contract, misfit)


def _other_ports(source: str, contract: str, why: str) -> CryptagonError:
    return CryptagonError(
        "the ports of this core are not those of the contract",
        where=source,
        why=why,
        fix=f"see {contract}",
    )


def _refusal(log: str, source: str, contract: str, error: CryptagonError) -> CryptagonError:
    """What Verilator said, from its first error on; a port that our own top connects and the core
    lacks is the core's fault.
    """
    match = _ERROR.search(log)
    if match is None:
        return error
    said = _paragraph(log, match.start())
    if "PINNOTFOUND" in match[0] or "Instance attempts to connect" in said:
        return _other_ports(source, contract, said)
    return CryptagonError("Verilator does not accept this design", where=match["where"], why=said)


def _first_misfit(log: str, sources: Sequence[str]) -> str:
    """What Verilator said of the first pin of the core that is missing or has another width; empty
    where all fit.

    Warnings inside the core's own files are its designer's business.
    """
    for match in _MISFIT.finditer(log):
        if str(Path(match["where"].rpartition(":")[0]).resolve()) not in sources:
            return _paragraph(log, match.start())
    return ""


def _paragraph(log: str, start: int) -> str:
    lines = log[start:].splitlines()
    rest = [
        line
        for line in lines[1:8]
        if line.startswith(" ") and "verilator.org" not in line and "lint_off" not in line
    ]
    return "\n".join([lines[0], *rest])


def _runtime(waveform: bool) -> Path:
    """The engine and Verilator's own library."""
    return kept_objects("verilator-runtime", ENGINE, HEADERS, waveform=waveform)


def kept_objects(
    name: str, sources: Sequence[Path], headers: Sequence[Path], *, waveform: bool = False
) -> Path:
    """A folder with object files of `sources`, which include `headers`, and of Verilator's own
    library: the same for all designs.
    """
    tool = find("verilator")
    include = Path(tool.env["VERILATOR_ROOT"]) / "include"
    names = [*RUNTIME, *(["verilated_vcd_c.cpp"] if waveform else [])]
    everything = [*sources, *(include / name for name in names)]
    digest = digest_of(
        tool.version, compiler().name, compiler().version, COMPILER_FLAGS, everything, headers
    )

    def make(folder: Path) -> None:
        for source in everything:
            compile_cpp(folder, [source], ["-c", "-o", f"{source.stem}.o"], waveform=waveform)

    place = (
        paths.build_folder()
        / "toolchain"
        / f"{name}{'-waveform' if waveform else ''}-{digest[:20]}"
    )
    complete(place, make)
    return place


def compile_cpp(
    folder: Path, inputs: Sequence[Path], rest: Sequence[str], *, waveform: bool = False
) -> None:
    """Run the C++ compiler in `folder`, which finds the headers there, here and of Verilator.

    Raises CryptagonError in its words.
    """
    include = Path(find("verilator").env["VERILATOR_ROOT"]) / "include"
    folders = [f"-I{folder}", f"-I{HERE}", f"-I{include}", f"-I{include / 'vltstd'}"]
    tool = compiler()
    run(
        [*tool.argv, *COMPILER_FLAGS, _trace(waveform), *folders, *map(str, inputs), *rest],
        cwd=folder,
        env=tool.env,
    )


def _trace(waveform: bool) -> str:
    return f"-DVM_TRACE={int(waveform)}"


def _glue(level: Testbench) -> str:
    """The C++ that ties the engine to one design: the table of its ports, and the calls whose type
    depends on it.
    """
    rows = [
        f'{{"{s.name}", {s.width}, {_bool(s.to_design)}, {_bool(s.primary)}, &top->{s.name}_data, sizeof top->{s.name}_data, '
        f"&top->{s.name}_valid, &top->{s.name}_ready, {_fifo(s, level.streams)}}},"
        for s in level.streams
    ]
    key_update = "&top->key_update" if level.key_update else "nullptr"
    template = (HERE / "glue.cpp.template").read_text()
    return template.replace("@PORTS@", "\n        ".join(rows)).replace("@KEY_UPDATE@", key_update)


def _fifo(stream: Stream, streams: Sequence[Stream]) -> str:
    """The output that feeds an input, the depth of the FIFO between them, and the port that empties
    it.
    """
    place = next((place for place, one in enumerate(streams) if one.name == stream.fed_by), -1)
    return (
        f"{place}, {FIFO_DEPTH}, {f'&top->{stream.cleared_by}' if stream.cleared_by else 'nullptr'}"
    )


def _bool(value: bool) -> str:
    return "true" if value else "false"


def scratch_folder() -> tempfile.TemporaryDirectory[str]:
    """A folder for the files of one run, gone afterwards; a day later where the process is
    killed.
    """
    root = paths.build_folder() / "simulators"
    root.mkdir(parents=True, exist_ok=True)
    return tempfile.TemporaryDirectory(prefix=PART, dir=root)
