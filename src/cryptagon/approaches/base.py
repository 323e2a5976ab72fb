"""What an approach gives: the one place where it matters how a core is made."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cryptagon.catalog import AlgorithmFolder, Entry, Variant
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.user_files import line_of

# Told in a few words how far the work has come.
Teller = Callable[[str], None]


@dataclass(frozen=True)
class Made:
    """A core, and what there is to say of how it was made in a few words ("12 states", "3
    files").
    """

    core: VerilogCore
    text: str


class Approach(ABC):
    """One way to a Verilog core. `tools` are those that make it, by the names of `cryptagon
    doctor`.

    The sources of an algorithm by an approach lie in the folder of that name within the
    algorithm's.
    """

    name: str
    title: str
    tools: tuple[str, ...] = ()
    instant: bool = False
    """Whether a core is there as it was written: nothing is run."""
    wanted: str
    """The file that an algorithm lacks where it has no core by this approach, for people."""

    @abstractmethod
    def is_there(self, algorithm: AlgorithmFolder) -> bool:
        """Whether somebody has written the sources."""

    def has(self, algorithm: AlgorithmFolder, variant: Variant) -> bool:
        """Whether the sources have this variant.

        Raises CryptagonError where a variant names a source that is not there.
        """
        return variant.is_by(self.name) and self.is_there(algorithm)

    def program(self, entry: Entry) -> Path | None:
        """The source that also runs as a program, and is checked that way first; None where there
        is none.
        """
        return None

    def code(self) -> list[Path]:
        """The files of Cryptagon that decide what Verilog comes of the sources."""
        return []

    @abstractmethod
    def make(self, entry: Entry, module: str, folder: Path) -> Made:
        """The core, whose top module is `module`; `folder`, whose name tells all that decides what
        comes, is for what is made.

        Raises CryptagonError where the sources are at fault. It may be called in another process.
        """


def missing_source(
    algorithm: AlgorithmFolder, variant: Variant, key: str, what: str, *, why: str, fix: str
) -> CryptagonError:
    """The fault of a variant whose `key` in algorithm.toml names a source that is not there, with
    the line; `what` the source is, for people.
    """
    text = algorithm.file.read_text(encoding="utf-8")
    line = line_of(text, ("variants", algorithm.variants.index(variant), key))
    return CryptagonError(
        f'the {what} of the variant "{variant.name}" is not there',
        where=f"{algorithm.file}:{line}",
        why=f'{key} = "{getattr(variant, key)}", and {why}',
        fix=fix,
    )
