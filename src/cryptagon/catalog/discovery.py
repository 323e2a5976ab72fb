"""Algorithm folders are found by being there: `algorithms/<class>/<name>/algorithm.toml`, in one's
own folder and in Cryptagon's.
"""

from pathlib import Path

from cryptagon import paths
from cryptagon.catalog.toml_file import did_you_mean, table_of
from cryptagon.errors import CryptagonError

FILE_NAME = "algorithm.toml"
KIND = "algorithms"


def files_of(class_name: str) -> list[Path]:
    """The descriptions of all algorithms of a class, in the order of their names; of two layers
    with one name the user's own.

    Raises CryptagonError where two algorithms of one layer, of whatever class, have one name.
    """
    return [file for file in _by_name().values() if _class_by_place(file) == class_name]


def file_of(class_name: str, name_or_folder: str | Path) -> Path:
    """The description of the algorithm of that class and name, or the one in that folder, which may
    be anywhere.

    Raises CryptagonError when there is none, naming those that are close.
    """
    if file := _in_folder(Path(name_or_folder)):
        return file
    name, known = str(name_or_folder), _by_name()
    if name in known and _class_by_place(known[name]) == class_name:
        return known[name]
    why = f"it is of class {_class_by_place(known[name])}" if name in known else ""
    close = did_you_mean(
        name, [one for one, file in known.items() if _class_by_place(file) == class_name]
    )
    raise CryptagonError(f'unknown algorithm "{name}"', where=paths.where(KIND), why=why, fix=close)


def class_of(name_or_folder: str | Path) -> str:
    """The class of an algorithm, as its description has it; "aead" where it names none, which is
    told when it is read.

    Raises CryptagonError when there is none, naming those that are close.
    """
    if file := _in_folder(Path(name_or_folder)):
        return str(table_of(file).get("class", "aead"))
    known, name = _by_name(), str(name_or_folder)
    if name not in known:
        raise CryptagonError(
            f'unknown algorithm "{name}"', where=paths.where(KIND), fix=did_you_mean(name, known)
        )
    return _class_by_place(known[name])


def _in_folder(folder: Path) -> Path | None:
    """The description in a folder, None for what can only be a name.

    Raises CryptagonError for a folder that has none.
    """
    if (folder / FILE_NAME).is_file():
        return folder.resolve() / FILE_NAME
    if len(folder.parts) > 1 or folder.is_dir():
        raise CryptagonError(
            "this folder holds no algorithm", where=str(folder), why=f"it has no {FILE_NAME}"
        )
    return None


def replaced() -> list[str]:
    """What of Cryptagon's data the user's own folder has under the same name, and so takes the
    place of.
    """
    if len(paths.layers()) == 1:
        return []
    own, builtin = paths.layers()
    names = sorted(_in_layer(own).keys() & _in_layer(builtin).keys())
    for pattern in (
        "contests/*.toml",
        "targets/*.toml",
        "targets/abc9/*.abc",
        f"{paths.INCLUDE}/*.*",
    ):
        own_files, others = (
            {file.relative_to(layer).as_posix() for file in layer.glob(pattern)}
            for layer in (own, builtin)
        )
        names += sorted(own_files & others)
    hardware = (
        {folder.relative_to(layer).as_posix() for folder in layer.glob("hdl/*")}
        for layer in (own, builtin)
    )
    return [*names, *sorted(set.intersection(*hardware))]


def _by_name() -> dict[str, Path]:
    """The descriptions of all algorithms by name, in the order of names."""
    found: dict[str, Path] = {}
    for layer in reversed(paths.layers()):
        found |= _in_layer(layer)
    return dict(sorted(found.items()))


def _in_layer(layer: Path) -> dict[str, Path]:
    """The descriptions of one layer by name.

    Raises CryptagonError where two algorithms have one name.
    """
    found: dict[str, Path] = {}
    for file in sorted((layer / KIND).glob(f"*/*/{FILE_NAME}")):
        other = found.setdefault(file.parent.name, file)
        if other != file:
            raise CryptagonError(
                f'two algorithms are called "{file.parent.name}"',
                where=str(file),
                why=f"the other is {other.parent}",
            )
    return found


def _class_by_place(file: Path) -> str:
    return file.parts[-3]
