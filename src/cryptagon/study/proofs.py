"""Cores whose handshakes are to be proved: of each algorithm every approach in every variant."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from cryptagon import classes, paths
from cryptagon.approaches import entries_of, made
from cryptagon.catalog import Entry
from cryptagon.errors import CryptagonError
from cryptagon.prove import Subject


@dataclass(frozen=True)
class Provable:
    """A core that can be proved.

    `subject` makes it (CryptagonError where its C does not compile); `folder` is for working files.
    """

    class_: str
    name: str
    variant: str
    approach: str
    folder: Path
    subject: Callable[[], Subject]

    @property
    def label(self) -> str:
        """Name, variant and approach, for people."""
        return " ".join(filter(None, (self.name, self.variant, self.approach)))


def provable(names: Sequence[str], approaches: Sequence[str] = ()) -> list[Provable]:
    """The cores of the algorithms of these names or folders, by these approaches (none: all).

    Raises CryptagonError for a name that is unknown, and when none of them has a core by the
    approaches.
    """
    found = [one for name in dict.fromkeys(names) for one in _of(name)]
    wanted = [one for one in found if not approaches or one.approach in approaches]
    if not wanted:
        raise CryptagonError(
            f"there is no core by {' or '.join(approaches)}" if approaches else "there is no core",
            where=", ".join(names),
        )
    return wanted


def _of(name: str) -> Iterator[Provable]:
    one = classes.algorithm(name)
    for entry in entries_of(one):
        folder = (
            paths.build_folder()
            / "prove"
            / f"{entry.slug}-{entry.approach}-{entry.source_digest[:16]}"
        )
        yield Provable(
            one.class_,
            one.name,
            entry.variant.name,
            entry.approach,
            folder,
            partial(_subject, entry),
        )


def _subject(entry: Entry) -> Subject:
    kind = classes.class_of(entry.algorithm)
    return kind.proof(entry.own_algorithm, made(entry, kind.module).core)
