"""What the interfaces of hash functions have in common."""

import random
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from cryptagon.interfaces.base import Interface

if TYPE_CHECKING:
    from cryptagon.interfaces.sha3.words import HashMessage


class HashSizes(Protocol):
    """Widths in bits."""

    @property
    def block(self) -> int: ...  # noqa: D102
    @property
    def digest(self) -> int: ...  # noqa: D102


class HashPadding(Protocol):
    """What comes behind a message."""

    @property
    def parameters(self) -> Mapping[str, int]: ...  # noqa: D102


class HashFunction(Protocol):
    """What a unit must know of a hash function."""

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def sizes(self) -> HashSizes: ...  # noqa: D102
    @property
    def padding(self) -> HashPadding: ...  # noqa: D102
    @property
    def bus(self) -> Mapping[str, int]: ...  # noqa: D102


class HashInterface(Interface):
    """An interface for hash functions. Its units take messages of class `HashMessage`."""

    algorithm_class = "hash"

    @abstractmethod
    def cut(self, message: "HashMessage", block: int, rng: random.Random) -> "HashMessage":
        """The message in several segments; `block` are the bytes of a block."""

    @abstractmethod
    def refused(
        self, messages: Sequence["HashMessage"], algorithm: HashFunction, rng: random.Random
    ) -> "list[HashMessage]":
        """The messages, and before each of them one that a unit must refuse: for every reason once,
        or more often.
        """
