"""The interfaces that are there."""

from functools import cache

from cryptagon import interfaces as package
from cryptagon import paths
from cryptagon.catalog.toml_file import did_you_mean
from cryptagon.errors import CryptagonError
from cryptagon.interfaces.base import Interface
from cryptagon.registry import members


def interfaces() -> dict[str, Interface]:
    """Every interface by name, in the order of names."""
    return _found(paths.layers())


@cache
def _found(layers: tuple[object, ...]) -> dict[str, Interface]:
    return members(package, "INTERFACE", Interface)


def interface(name: str) -> Interface:
    """The interface called `name`. Raises CryptagonError when there is none, naming those that are close."""
    known = interfaces()
    if name not in known:
        raise CryptagonError(f'unknown interface "{name}"', fix=did_you_mean(name, known))
    return known[name]
