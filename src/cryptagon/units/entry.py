"""The entry of a unit of others, `unit.toml`: where its sources lie, with their digests, what they
are licensed under and come from. Nothing of theirs is copied into it.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from platformdirs import user_data_path
from pydantic import Field

from cryptagon import paths
from cryptagon.catalog.toml_file import TomlModel, load
from cryptagon.errors import CryptagonError
from cryptagon.results.store import write_atomically
from cryptagon.units.checkout import Origin, origin_of, sha256_of
from cryptagon.user_files import did_you_mean

FILE_NAME, FOLDER = "unit.toml", "units"
Bits = Annotated[int, Field(strict=True, gt=0, multiple_of=8)]
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class OriginTable(TomlModel):
    """`folder` is where the sources lie, of a unit that was given as a folder; of a clone, `url` and
    `commit` say how to get it again, and `path` is the folder in it.
    """

    folder: str = ""
    url: str = ""
    commit: str = ""
    path: str = "."


class LicenceTable(TomlModel):
    """A licence by its SPDX name where it has one, and where it was found."""

    name: str
    found_in: str


class Edit(TomlModel):
    """A line of a source that is read as another one: for what a tool refuses. `old` and `new` are
    the line without the blanks around it.
    """

    file: str
    line: Annotated[int, Field(strict=True, gt=0)]
    old: str
    new: str


class Unit(TomlModel):
    """A unit of others. Files are named from the folder of the unit; `files` have their SHA-256, in
    the order in which they are read, `vector_files` that of pdi.txt, sdi.txt and do.txt.
    """

    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]
    cipher: str
    interface: Literal["caesar-1.0", "lwc"]
    language: Literal["vhdl", "verilog"]
    top: str
    clock: str = "clk"
    data_bits: Bits
    ad_bits: Bits
    vectors: str
    formula: str = ""
    generics: dict[str, str] = Field(default={})
    origin: OriginTable
    licence: LicenceTable
    files: Annotated[dict[str, Digest], Field(min_length=1)]
    vector_files: dict[str, Digest]
    edits: tuple[Edit, ...] = ()
    path: Path

    @property
    def folder(self) -> Path:
        """Where the sources lie; a clone is made again where the cache has lost it.

        Raises CryptagonError where they are gone.
        """
        table = self.origin
        where = table.folder or table.url
        commit = "" if table.folder else table.commit
        return origin_of(where, path="" if table.folder else table.path, commit=commit).folder

    @property
    def vectors_folder(self) -> Path:
        """The folder with pdi.txt, sdi.txt and do.txt."""
        return self.folder / self.vectors

    def checked_files(self) -> list[Path]:
        """The sources, all as they were when the entry was made.

        Raises CryptagonError for one that is gone or was changed.
        """
        folder = self.folder
        for name, digest in (*self.files.items(), *self.vector_files.items()):
            file = folder / name
            if not file.is_file() or sha256_of(file) != digest:
                what = "was changed" if file.is_file() else "is not there any more"
                raise CryptagonError(
                    f"a file of this unit {what}",
                    where=str(file),
                    why=f"{self.path} has another digest" if file.is_file() else "",
                    fix=f"add the unit again: cryptagon unit add {self.origin.folder or self.origin.url}",
                )
        return [folder / name for name in self.files]


def units_folder() -> Path:
    """Where entries lie: `units/` in one's own folder, else in the user's folder for data."""
    own = paths.own_folder()
    return (own or user_data_path("cryptagon", appauthor=False)) / FOLDER


def units() -> dict[str, Unit]:
    """Every entry by name, in the order of names. Raises CryptagonError for a broken one."""
    files = sorted(units_folder().glob(f"*/{FILE_NAME}"))
    return {file.parent.name: load(Unit, file, path=file) for file in files}


def unit(name: str) -> Unit:
    """The entry called `name`.

    Raises CryptagonError where there is none, naming those that are close.
    """
    file = units_folder() / name / FILE_NAME
    if Path(name).name != name or not file.is_file():
        known = [one.parent.name for one in units_folder().glob(f"*/{FILE_NAME}")]
        raise CryptagonError(
            f'no unit "{name}"',
            where=str(units_folder()),
            fix=did_you_mean(name, known) if known else "cryptagon unit add FOLDER makes one",
        )
    return load(Unit, file, path=file)


def origin_table(origin: Origin, *, cloned: bool) -> OriginTable:
    """What an entry says of where a unit comes from."""
    return OriginTable(
        folder="" if cloned else str(origin.folder),
        url=origin.url,
        commit=origin.commit,
        path=origin.path,
    )


def save(found: Unit) -> Path:
    """Write the entry, whole or not at all, in the place of one of the same name; its file."""
    found.path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(found.path, text_of(found))
    return found.path


def text_of(found: Unit) -> str:
    """The entry in TOML."""
    return "\n".join(_lines(found)) + "\n"


def _lines(found: Unit) -> Iterator[str]:
    table = found.model_dump(exclude={"path"}, mode="json")
    edits = table.pop("edits")
    yield "# A unit of others, by `cryptagon unit add`. Its sources lie where [origin] says."
    yield from _pairs({key: value for key, value in table.items() if not isinstance(value, dict)})
    for key, value in table.items():
        if isinstance(value, dict) and value:
            yield f"\n[{key}]"
            yield from _pairs(value)
    for edit in edits:
        yield "\n[[edits]]"
        yield from _pairs(edit)


def _pairs(table: Mapping[str, Any]) -> Iterator[str]:
    """Text in JSON is text in TOML, as long as what is not ASCII is written out."""
    yield from (
        f"{json.dumps(key) if not key.isidentifier() else key} = {json.dumps(value)}"
        for key, value in table.items()
    )
