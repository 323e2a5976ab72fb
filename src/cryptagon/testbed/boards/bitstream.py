"""The bitstream of a project by the open tools that Cryptagon has."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.testbed.boards.manifest import BoardManifest, digests, read_board_manifest
from cryptagon.testbed.boards.ulx3s import BOARD_TOP
from cryptagon.toolchain import ToolError, find, json_of, run

FOLDER = "build"
NETLIST, CONFIG, REPORT = "testbed.json", "testbed.config", "timing.json"
CLOCKS = {"bus": "DMA, timer and processor", "core": "the unit"}
"""By how the names of their nets begin."""


@dataclass(frozen=True)
class Reached:
    """A clock after place and route: what it is for, what it runs at and what static timing says
    that it could, MHz.
    """

    what: str
    wanted_mhz: float
    reached_mhz: float


@dataclass(frozen=True)
class Bitstream:
    """The file, and its clocks."""

    path: Path
    clocks: tuple[Reached, ...]


def build_bitstream(folder: Path) -> Bitstream:
    """Synthesise, place, route and pack the project in `folder`; minutes.

    Raises CryptagonError for a project of a vendor's chip or one that was changed, and in the
    words of a tool that rejects it.
    """
    manifest = read_board_manifest(folder)
    _check(folder, manifest)
    place = folder / FOLDER
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    for name in ("program.hex", "ulx3s.lpf"):
        shutil.copyfile(folder / name, place / name)
    (place / "synthesis.ys").write_text(_script(folder))
    _run("yosys", place, "synthesis.ys")
    _run(
        "nextpnr-ecp5", place, "--85k", "--package", "CABGA381", "--json", NETLIST, "--lpf", "ulx3s.lpf",
        "--textcfg", CONFIG, "--report", REPORT, "--timing-allow-fail",
    )  # fmt: skip
    _run("ecppack", place, "--compress", CONFIG, "testbed.bit")
    shutil.copyfile(place / "testbed.bit", folder / "testbed.bit")
    wanted = {"bus": manifest.bus_hz / 1e6, "core": manifest.unit_hz / 1e6}
    return Bitstream(folder / "testbed.bit", _clocks(place, wanted))


def _check(folder: Path, manifest: BoardManifest) -> None:
    if manifest.board != "ulx3s":
        raise CryptagonError(
            f"the open tools make no bitstream for the {manifest.board}",
            where=str(folder),
            fix="its README.md says which tool does",
        )
    there = [name for name in manifest.files if (folder / name).is_file()]
    if digests(folder, there) != manifest.files:
        raise CryptagonError(
            "the project is not the one that was exported",
            where=str(folder),
            why="a file was changed or is gone",
            fix="export it again",
        )


def _script(folder: Path) -> str:
    sources = [
        f'read_verilog -sv "../src/{file.name}"' for file in sorted((folder / "src").iterdir())
    ]
    return "\n".join([*sources, f"synth_ecp5 -top {BOARD_TOP} -json {NETLIST}", ""])


def _run(name: str, place: Path, *arguments: str) -> None:
    tool = find(name)
    try:
        run([*tool.argv, *arguments], cwd=place, env=tool.env, log=place / f"{name}.log")
    except ToolError as fault:
        raise CryptagonError(
            f"{name} does not make the bitstream",
            where=str(place / f"{name}.log"),
            why=fault.why,
        ) from fault


def _clocks(place: Path, wanted: Mapping[str, float]) -> tuple[Reached, ...]:
    """Those of our nets in nextpnr's report."""
    found = json_of(place / REPORT)["fmax"]
    return tuple(
        Reached(CLOCKS[name], wanted[name], one["achieved"])
        for name in CLOCKS
        for net, one in found.items()
        if net.removeprefix("$glbnet$").startswith(f"{name}_")
    )
