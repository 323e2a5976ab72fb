"""Where things lie: the repository's data folders, the build folder and the results folder."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from cryptagon.errors import CryptagonError


@cache
def repository() -> Path:
    """The checkout that holds `algorithms/`, `contests/`, `targets/` and `hdl/`: `$CRYPTAGON_HOME`, or the one this package lies in.

    Raises CryptagonError when neither holds them.
    """
    candidate = Path(os.environ.get("CRYPTAGON_HOME") or Path(__file__).resolve().parents[2])
    if not (candidate / "hdl").is_dir():
        raise CryptagonError(
            "the Cryptagon repository was not found",
            where=str(candidate),
            why="it has no hdl/ folder",
            fix="set CRYPTAGON_HOME to a checkout of Cryptagon",
        )
    return candidate


def layers() -> tuple[Path, ...]:
    """The folders that hold `algorithms/`, `contests/`, `targets/`, `hdl/` and members of the registries, one's own first."""
    return (repository(),)


def hardware_of(interface: str) -> tuple[Path, ...]:
    """The SystemVerilog of an interface, `hdl/<interface>/*.sv`, in the order of the names. Raises CryptagonError where there is none."""
    for layer in layers():
        if found := sorted((layer / "hdl" / interface).glob("*.sv")):
            return tuple(found)
    raise CryptagonError(f'there is no hardware of the interface "{interface}"', where=str(layers()[0] / "hdl" / interface))


def build_folder() -> Path:
    """Everything that can be made again: simulators, netlists, caches. `$CRYPTAGON_BUILD`, or `build/` in the repository."""
    return Path(os.environ.get("CRYPTAGON_BUILD") or repository() / "build")


@contextmanager
def building_in(folder: Path) -> Iterator[None]:
    """Inside it `build_folder()` is `folder`, in this process and in the tools that it starts."""
    before = os.environ.get("CRYPTAGON_BUILD")
    os.environ["CRYPTAGON_BUILD"] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ["CRYPTAGON_BUILD"]
        else:
            os.environ["CRYPTAGON_BUILD"] = before


def results_folder() -> Path:
    """Measurements, one JSON each, and reports. `$CRYPTAGON_RESULTS`, or `results/` in the repository."""
    return Path(os.environ.get("CRYPTAGON_RESULTS") or repository() / "results")
