"""Where things lie: the data that comes with Cryptagon, one's own folder laid over it, what is
made, and the results.

Data are the folders `algorithms/`, `contests/`, `figures/`, `targets/` and `hdl/`. Those of
Cryptagon lie in the installed package, or in the checkout that the package lies in. One's own
folder is the nearest one upwards of the working folder that holds `cryptagon.toml`.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.user_files import UnreadableError, did_you_mean, line_of, read_text, toml_in

MARK = "cryptagon.toml"
KEYS = ("build", "results")
INCLUDE = "algorithms/include"
_PACKAGE = Path(__file__).resolve().parent
_DATA, _CHECKOUT = _PACKAGE / "data", _PACKAGE.parents[1]


@dataclass(frozen=True)
class Settings:
    """What `cryptagon.toml` says: folders, relative to its own; None for what it leaves out."""

    build: Path | None = None
    results: Path | None = None


@cache
def builtin() -> Path:
    """The folder with the data of Cryptagon itself.

    Raises CryptagonError where the package has lost them.
    """
    found = _DATA if _DATA.is_dir() else _CHECKOUT
    if not (found / "hdl").is_dir():
        why = "neither the package nor a checkout around it has them"
        raise CryptagonError(
            "the data of Cryptagon were not found",
            where=str(found),
            why=why,
            fix="install Cryptagon again",
        )
    return found


def repository() -> Path:
    """The checkout that this package lies in: its documents and committed results.

    Raises CryptagonError for an installed package.
    """
    if builtin() != _CHECKOUT:
        fix = "get the source of Cryptagon and run `make setup` there"
        raise CryptagonError(
            "this works in a checkout of Cryptagon alone", where=str(builtin()), fix=fix
        )
    return _CHECKOUT


def own_folder() -> Path | None:
    """The user's own folder: `$CRYPTAGON_HOME`, or the nearest one upwards of the working folder
    that holds `cryptagon.toml`.

    Raises CryptagonError where the variable names no folder.
    """
    home = os.environ.get("CRYPTAGON_HOME")
    if home and not Path(home).is_dir():
        fix = "set CRYPTAGON_HOME to the folder that holds your algorithms/, contests/ or targets/, or unset it"
        raise CryptagonError(
            "your own folder is not there",
            where=home,
            why="CRYPTAGON_HOME names no folder",
            fix=fix,
        )
    found = Path(home).resolve() if home else _marked(Path.cwd())
    return None if found == builtin() else found


def layers() -> tuple[Path, ...]:
    """The folders whose data are used: the user's own, whose data go first, and that of
    Cryptagon.
    """
    own = own_folder()
    return (own, builtin()) if own else (builtin(),)


def folders(kind: str) -> tuple[Path, ...]:
    """The folders called `kind` in the layers, the user's own first; none where no layer has
    one.
    """
    return tuple(layer / kind for layer in layers() if (layer / kind).is_dir())


def files(kind: str, pattern: str) -> list[Path]:
    """The files of that kind in the layers, in the order of their names; of two with one name the
    user's own.
    """
    found = {file.name: file for folder in reversed(folders(kind)) for file in folder.glob(pattern)}
    return [found[name] for name in sorted(found)]


def find(kind: str, name: str) -> Path:
    """The file of that kind and name, the user's own first.

    Raises CryptagonError where no layer has it.
    """
    for folder in folders(kind):
        if (folder / name).is_file():
            return folder / name
    known = [file.name for file in files(kind, f"*{Path(name).suffix}")]
    raise CryptagonError(
        f"there is no {kind}/{name}", where=where(kind), fix=did_you_mean(name, known)
    )


def contest_file(given: str | Path) -> Path:
    """A contest by its path from the working folder or from a layer (`contests/first-look.toml`);
    what is nowhere as it was given.
    """
    path = Path(given)
    if not path.is_file() and not path.is_absolute():
        path = next((layer / path for layer in layers() if (layer / path).is_file()), path)
    return path.resolve()


def include_folders() -> tuple[Path, ...]:
    """Where `#include "name.h"` is looked for after the folder of the file itself:
    `algorithms/include` of each layer.
    """
    return folders(INCLUDE)


def named_from(folder: Path, file: Path) -> str:
    """How a file is named for one that reads what lies in `folder`: by the way from there.

    A shared header of another layer is named by itself alone: the way to it is another one on each
    machine.
    """
    file, folder = file.resolve(), folder.resolve()
    for layer in layers():
        if file.is_relative_to(layer / INCLUDE) and not folder.is_relative_to(layer):
            return file.relative_to(layer / INCLUDE).as_posix()
    return Path(os.path.relpath(file, folder)).as_posix()


def in_layer(file: Path) -> str:
    """A file by its path in the layer that it lies in; by its name alone where it lies in none."""
    for layer in layers():
        if file.is_relative_to(layer):
            return file.relative_to(layer).as_posix()
    return file.name


def where(kind: str) -> str:
    """The places in which something of that kind was looked for, for an error."""
    return " and ".join(str(layer / kind) for layer in layers())


def hardware_of(interface: str) -> tuple[Path, ...]:
    """The SystemVerilog of an interface, `hdl/<interface>/*.sv`, in the order of the names.

    It is the user's own where there is such a folder, as a whole, else that of Cryptagon: the two
    are never mixed. Raises CryptagonError where there is none.
    """
    for folder in folders(f"hdl/{interface}"):
        if found := sorted(folder.glob("*.sv")):
            return tuple(found)
    raise CryptagonError(
        f'there is no hardware of the interface "{interface}"',
        where=where(f"hdl/{interface}"),
        fix="put *.sv files there",
    )


def build_folder() -> Path:
    """Everything that can be made again: simulators, netlists, caches.

    `$CRYPTAGON_BUILD`, or what `cryptagon.toml` says, or `build/` in a checkout, or the user's
    folder for caches.
    """
    if named := os.environ.get("CRYPTAGON_BUILD"):
        return Path(named)
    own = own_folder()
    return (_settings(own).build if own else None) or (
        _CHECKOUT / "build" if builtin() == _CHECKOUT else _cache_folder()
    )


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
    """Measurements, one JSON each, and reports.

    `$CRYPTAGON_RESULTS`, or what `cryptagon.toml` says, or `results/` in the user's own folder, in
    a checkout, or in the working folder.
    """
    if named := os.environ.get("CRYPTAGON_RESULTS"):
        return Path(named)
    if own := own_folder():
        return _settings(own).results or own / "results"
    return (_CHECKOUT if builtin() == _CHECKOUT else Path.cwd()) / "results"


def environment() -> dict[str, str]:
    """Environment variables by which another process, whatever its working folder, finds the
    folders that this one does.
    """
    return {
        "CRYPTAGON_HOME": str(layers()[0]),
        "CRYPTAGON_BUILD": str(build_folder()),
        "CRYPTAGON_RESULTS": str(results_folder()),
    }


def _marked(start: Path) -> Path | None:
    return next((folder for folder in (start, *start.parents) if (folder / MARK).is_file()), None)


def _cache_folder() -> Path:
    from platformdirs import user_cache_path  # noqa: PLC0415 - of no use in a checkout

    return user_cache_path("cryptagon", appauthor=False)


@cache
def _settings(own: Path) -> Settings:
    """What `cryptagon.toml` says; it is read once.

    Raises CryptagonError for what it may not hold.
    """
    file = own / MARK
    if not file.exists():  # CRYPTAGON_HOME needs none
        return Settings()
    try:
        text = read_text(file)
        table = toml_in(text)
    except UnreadableError as fault:
        raise CryptagonError("this is not TOML", where=fault.at(file), why=str(fault)) from fault
    for key, value in table.items():
        place = f"{file}:{line_of(text, (key,))}"
        if key not in KEYS:
            raise CryptagonError(f'unknown key "{key}"', where=place, fix=did_you_mean(key, KEYS))
        if not isinstance(value, str) or not value:
            raise CryptagonError(
                f'bad value for "{key}"', where=place, why="it is no path", fix=f'{key} = "{key}"'
            )
    return Settings(**{key: own / value for key, value in table.items()})
