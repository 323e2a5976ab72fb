"""Algorithm folders are found by being there: `algorithms/<class>/<name>/algorithm.toml`."""

from pathlib import Path

from cryptagon import paths
from cryptagon.catalog.toml_file import did_you_mean, table_of
from cryptagon.errors import CryptagonError

FILE_NAME = "algorithm.toml"


def files_of(class_name: str) -> list[Path]:
    """The descriptions of all algorithms of a class, in the order of their names.

    Raises CryptagonError where two algorithms, of whatever class, have one name.
    """
    by_name: dict[str, Path] = {}
    for file in sorted(_root().glob(f"*/*/{FILE_NAME}"), key=lambda path: path.parent.name):
        other = by_name.setdefault(file.parent.name, file)
        if other != file:
            raise CryptagonError(f'two algorithms are called "{file.parent.name}"', where=str(file), why=f"the other is {other.parent}")
    return [file for file in by_name.values() if file.parts[-3] == class_name]


def file_of(class_name: str, name_or_folder: str | Path) -> Path:
    """The description of the algorithm of that class and name, or the one in that folder, which may be anywhere.

    Raises CryptagonError when there is none, naming those that are close.
    """
    folder = Path(name_or_folder)
    if (folder / FILE_NAME).is_file():
        return folder.resolve() / FILE_NAME
    if len(folder.parts) > 1 or folder.is_dir():
        raise CryptagonError("this folder holds no algorithm", where=str(folder), why=f"it has no {FILE_NAME}")
    name = str(name_or_folder)
    file = _root() / class_name / name / FILE_NAME
    if file.is_file() and folder.parts:
        return file
    known = [path.parent.name for path in _root().glob(f"{class_name}/*/{FILE_NAME}")]
    raise CryptagonError(f'unknown algorithm "{name}"', where=str(_root()), why=_another_class(name), fix=did_you_mean(name, known))


def class_of(name_or_folder: str | Path) -> str:
    """The class of an algorithm, as its description has it. Raises CryptagonError when there is none, naming those that are close."""
    folder = Path(name_or_folder)
    if (folder / FILE_NAME).is_file():
        return str(table_of(folder / FILE_NAME).get("class", ""))
    if len(folder.parts) > 1 or folder.is_dir():
        raise CryptagonError("this folder holds no algorithm", where=str(folder), why=f"it has no {FILE_NAME}")
    by_name = {path.parent.name: path.parts[-3] for path in _root().glob(f"*/*/{FILE_NAME}")}
    name = str(name_or_folder)
    if name not in by_name:
        raise CryptagonError(f'unknown algorithm "{name}"', where=str(_root()), fix=did_you_mean(name, by_name))
    return by_name[name]


def _another_class(name: str) -> str:
    classes = [path.parts[-3] for path in _root().glob(f"*/*/{FILE_NAME}") if path.parent.name == name]
    return f"it is of class {classes[0]}" if classes else ""


def _root() -> Path:
    return paths.repository() / "algorithms"
