"""The interfaces that are there."""

from cryptagon.interfaces.base import Interface
from cryptagon.registry import Registry

REGISTRY = Registry("cryptagon.interfaces", "INTERFACE", Interface, "interface")


def interfaces() -> dict[str, Interface]:
    """Every interface by name, in the order of names."""
    return REGISTRY.members()


def interface(name: str) -> Interface:
    """The interface called `name`.

    Raises CryptagonError when there is none, naming those that are close.
    """
    return REGISTRY.named(name)
