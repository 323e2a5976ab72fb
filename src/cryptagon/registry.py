"""Members found by being there: a module or package in a folder, which gives what it is under one
name.

Classes, approaches, interfaces and families of devices are found so: the package's own, and those
of a folder of one's own beside `cryptagon.toml` (docs/extending.md).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, Generic, TypeVar

from cryptagon import paths
from cryptagon.errors import CryptagonError
from cryptagon.user_files import did_you_mean

T = TypeVar("T")


@dataclass(frozen=True)
class Registry(Generic[T]):
    """The members of the package called `package`: what its modules give as `attribute`, each a
    `kind`; `noun` is the word for people.
    """

    package: str
    attribute: str
    kind: type[T]
    noun: str

    def members(self) -> dict[str, T]:
        """Every member by its name, in the order of names."""
        return _of_layers(self, paths.layers())

    def named(self, name: str) -> T:
        """The member of that name.

        Raises CryptagonError when there is none, naming those that are close.
        """
        known = self.members()
        if name not in known:
            raise CryptagonError(f'unknown {self.noun} "{name}"', fix=did_you_mean(name, known))
        return known[name]


@cache
def _of_layers(registry: Registry[Any], layers: tuple[object, ...]) -> dict[str, Any]:
    """Imported once for each set of layers."""
    return members(import_module(registry.package), registry.attribute, registry.kind)


def members(package: ModuleType, attribute: str, kind: type[T]) -> dict[str, T]:
    """What the modules of `package` give as `attribute`, by its `name`, in the order of names. A
    module without it is a helper.

    Raises CryptagonError for two members of one name, and for a module in a folder of one's own
    that cannot be imported.
    """
    found: dict[str, T] = {}
    package.__path__ = with_own_folders(package.__name__, package.__path__)
    for module in iter_modules(package.__path__):
        member = getattr(_imported(package, module.name), attribute, None)
        if member is None:
            continue
        if not isinstance(member, kind):
            raise CryptagonError(
                f"{package.__name__}.{module.name}.{attribute} is no {kind.__name__}",
                where=_place(package, module.name),
            )
        name = str(getattr(member, "name"))  # noqa: B009 - every kind has one, which a type variable cannot say
        if name in found:
            raise CryptagonError(
                f'two members of {package.__name__} are called "{name}"',
                where=_place(package, module.name),
            )
        found[name] = member
    return dict(sorted(found.items()))


def with_own_folders(package: str, path: Iterable[str]) -> list[str]:
    """The `__path__` of a package with the folders of one's own that hold members of it:
    `classes/`, `approaches/`, ...
    """
    name = package.rpartition(".")[2]
    return list(
        dict.fromkeys(
            [*path, *(str(layer / name) for layer in paths.layers() if (layer / name).is_dir())]
        )
    )


def _imported(package: ModuleType, name: str) -> ModuleType:
    try:
        return import_module(f"{package.__name__}.{name}")
    except CryptagonError:
        raise
    except Exception as fault:
        why = f"{type(fault).__name__}: {fault}"
        raise CryptagonError(
            f"the module {name} cannot be imported", where=_place(package, name), why=why
        ) from fault


def _place(package: ModuleType, name: str) -> str:
    folders = [
        folder
        for folder in package.__path__
        if any(module.name == name for module in iter_modules([folder]))
    ]
    return f"{folders[0]}/{name}" if folders else package.__name__
