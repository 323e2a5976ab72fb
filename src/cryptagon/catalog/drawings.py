"""The drawings of a cipher: `spt/figures.toml` names them, in its own folder or in `figures/` of a layer."""

from collections.abc import Sequence
from pathlib import Path

from cryptagon import paths
from cryptagon.catalog.toml_file import TomlModel, load
from cryptagon.errors import CryptagonError
from cryptagon.user_files import did_you_mean, line_of

LIST = "figures.toml"
FOLDER = "figures"


class Drawings(TomlModel):
    """Two drawings, of each of which the figure that no other one calls is meant: one encrypts, one decrypts."""

    encrypt: str
    decrypt: str

    def files(self, folder: Path) -> tuple[Path, Path]:
        """Both as files, for a list in `folder`. Raises CryptagonError where one is not there."""
        return _found(folder, "encrypt", self.encrypt), _found(folder, "decrypt", self.decrypt)


def drawings(folder: Path) -> tuple[Path, Path]:
    """The drawings that encrypt and decrypt, as the list in `folder` names them. Raises CryptagonError."""
    return load(Drawings, folder / LIST).files(folder)


def drawings_of(sources: Sequence[Path]) -> list[Path]:
    """The drawings outside of `sources` that lists among them name. Raises CryptagonError for one that is not there."""
    named = {file for one in sources if one.name == LIST for file in drawings(one.parent)}
    return sorted(named - set(sources))


def _found(folder: Path, key: str, name: str) -> Path:
    places = (folder, *paths.folders(FOLDER))
    for place in places:
        if (place / name).is_file():
            return place / name
    known = [file.name for place in places for file in place.iterdir() if file.suffix != ".toml"]
    line = line_of((folder / LIST).read_text(encoding="utf-8"), (key,))
    where, why = f"{folder / LIST}:{line}", f"there is none in {' or '.join(map(str, places))}"
    raise CryptagonError(f'there is no drawing "{name}"', where=where, why=why, fix=did_you_mean(name, known))
