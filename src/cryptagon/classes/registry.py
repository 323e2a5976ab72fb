"""The classes that are there, and the algorithms of all of them."""

from pathlib import Path

from cryptagon.catalog import AlgorithmFolder, discovery
from cryptagon.catalog.toml_file import did_you_mean, line_of, load
from cryptagon.classes.base import AlgorithmClass
from cryptagon.errors import CryptagonError
from cryptagon.registry import Registry

REGISTRY = Registry("cryptagon.classes", "CLASS", AlgorithmClass, "class")


def classes() -> dict[str, AlgorithmClass]:
    """Every class by name, in the order of names."""
    return REGISTRY.members()


def class_named(name: str) -> AlgorithmClass:
    """The class called `name`.

    Raises CryptagonError when there is none, naming those that are close.
    """
    return REGISTRY.named(name)


def class_of(algorithm: AlgorithmFolder) -> AlgorithmClass:
    """The class of an algorithm."""
    return class_named(algorithm.class_)


def algorithm(name_or_folder: str | Path) -> AlgorithmFolder:
    """The algorithm of that name, of whatever class, or the one in that folder, which may be
    anywhere.

    Raises CryptagonError when there is none, naming those that are close, and for a class that
    nobody has written.
    """
    class_name = discovery.class_of(name_or_folder)
    if class_name not in classes():
        file = Path(name_or_folder).resolve() / discovery.FILE_NAME
        where = (
            f"{file}:{line_of(file.read_text(encoding='utf-8'), ('class',)) or 1}"
            if file.is_file()
            else class_name
        )
        raise CryptagonError(
            f'unknown class "{class_name}" of an algorithm',
            where=where,
            fix=did_you_mean(class_name, classes()),
        )
    file = discovery.file_of(class_name, name_or_folder)
    return load(class_named(class_name).model, file, folder=file.parent)


def algorithms() -> dict[str, AlgorithmFolder]:
    """Every algorithm by name, class after class, in the order of names."""
    files = [file for name in classes() for file in discovery.files_of(name)]
    return {
        file.parent.name: load(class_named(file.parts[-3]).model, file, folder=file.parent)
        for file in files
    }
