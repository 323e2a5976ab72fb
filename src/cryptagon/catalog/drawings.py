"""The drawings of a core: `spt/figures.toml` names them, in its own folder or in `figures/` of a
layer.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import Field

from cryptagon import paths
from cryptagon.catalog.toml_file import TomlModel, load
from cryptagon.errors import CryptagonError
from cryptagon.user_files import did_you_mean, line_of

LIST = "figures.toml"
FOLDER = "figures"


class Drawings(TomlModel):
    """What a list of drawings says. Of each drawing the figure that no other one calls is meant.

    `architectures` has the names of architectures (docs/spt.md) by those of the variants that are
    made of the drawings.
    """

    architectures: dict[str, str] = Field(default={})

    def named(self) -> dict[str, str]:
        """The drawings by their keys."""
        raise NotImplementedError

    def files(self, folder: Path) -> tuple[Path, ...]:
        """All as files, for a list in `folder`. Raises CryptagonError where one is not there."""
        return tuple(_found(folder, key, name) for key, name in self.named().items())


class CipherDrawings(Drawings):
    """Of a block cipher: one encrypts, one decrypts."""

    encrypt: str
    decrypt: str

    def named(self) -> dict[str, str]:
        """Encryption first."""
        return {"encrypt": self.encrypt, "decrypt": self.decrypt}


class KernelDrawing(Drawings):
    """Of a kernel: one, and the fields of its two streams by the names of the figure's ports, in
    the order of the fields.
    """

    figure: str
    fields: dict[str, str]

    def named(self) -> dict[str, str]:
        """The one."""
        return {"figure": self.figure}


Kind = TypeVar("Kind", bound=Drawings)


def drawings(folder: Path, kind: type[Kind]) -> Kind:
    """The list in `folder`. Raises CryptagonError."""
    return load(kind, folder / LIST)


def drawings_of(sources: Sequence[Path]) -> list[Path]:
    """The drawings outside of `sources` that lists among them name.

    Raises CryptagonError for one that is not there.
    """
    lists = [one for one in sources if one.name == LIST]
    named = {
        file for one in lists for file in drawings(one.parent, _kind_of(one)).files(one.parent)
    }
    return sorted(named - set(sources))


def _kind_of(file: Path) -> type[Drawings]:
    """A cipher's, unless the list names the one figure of a kernel."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return (
        KernelDrawing
        if any(line.partition("=")[0].strip() == "figure" for line in lines)
        else CipherDrawings
    )


def _found(folder: Path, key: str, name: str) -> Path:
    places = (folder, *paths.folders(FOLDER))
    for place in places:
        if (place / name).is_file():
            return place / name
    known = [file.name for place in places for file in place.iterdir() if file.suffix != ".toml"]
    line = line_of((folder / LIST).read_text(encoding="utf-8"), (key,))
    where, why = f"{folder / LIST}:{line}", f"there is none in {' or '.join(map(str, places))}"
    raise CryptagonError(
        f'there is no drawing "{name}"', where=where, why=why, fix=did_you_mean(name, known)
    )
