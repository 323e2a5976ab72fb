"""What goes into a result: the files that people wrote, the hardware around a core, our own code, the tools."""

from pathlib import Path

from cryptagon import paths, toolchain
from cryptagon.catalog import Target
from cryptagon.fpga.families import tools_of
from cryptagon.study.contender import Contender
from cryptagon.study.plan import Entry

PACKAGE = Path(__file__).parents[1]


def sources_of(entry: Entry) -> list[Path]:
    """The files that people wrote for a core."""
    return entry.algorithm.sources(entry.approach)


def source_digest(entry: Entry) -> str:
    """SHA-256 over names and contents of `sources_of`; 64 hexadecimal digits."""
    return toolchain.digest_of(sources_of(entry))


def hardware_around() -> tuple[Path, ...]:
    """Every file of hdl/, in the order of their names."""
    return tuple(sorted((paths.repository() / "hdl").glob("*.sv")))


def code_of(*packages: str) -> list[Path]:
    """The files of our own packages, so that a change in them makes what they made stale."""
    files = (path for package in packages for path in (PACKAGE / package).rglob("*"))
    return sorted(path for path in files if path.is_file() and path.suffix != ".pyc")


def tools_before_targets(entry: Contender) -> tuple[str, ...]:
    """The tools that make and verify a core."""
    hls = ("llvmlite", "xls") if entry.approach == "hls" else ()
    return ("zig-cc", *hls, "verilator")


def tools_for(entry: Contender, target: Target) -> tuple[str, ...]:
    """The tools without which there is no measurement."""
    return (*tools_before_targets(entry), *tools_of(target))


def versions_of(*tools: str) -> dict[str, str]:
    """Versions by name of tools that are there. Raises CryptagonError for one that is missing."""
    return {name: toolchain.find(name).version for name in tools}
