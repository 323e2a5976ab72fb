"""What a record says beside what is now."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Row:
    """One thing that was recorded and what it is now; `recorded` is None where the record does not
    say. `note` says more of a difference.

    `counts` is False for what may differ with the result still the same, such as the compiler that
    builds simulators.
    """

    name: str
    recorded: Any
    now: Any
    counts: bool = True
    note: str = ""

    @property
    def same(self) -> bool:
        """True where it is as recorded, to the last digit."""
        return self.recorded == self.now

    @property
    def differs(self) -> bool:
        """True for a difference that makes it another result."""
        return self.counts and self.recorded is not None and not self.same


@dataclass(frozen=True)
class Agreement:
    """All that was compared, in order."""

    rows: tuple[Row, ...]

    @property
    def identical(self) -> bool:
        """True where nothing that counts differs."""
        return not self.differences

    @property
    def differences(self) -> list[Row]:
        """What makes it another result."""
        return [row for row in self.rows if row.differs]


def figures(prefix: str, names: Iterable[str], recorded: object, now: object) -> list[Row]:
    """One row for each of the attributes; those that neither side has are left out."""
    rows = [Row(f"{prefix}{name}", getattr(recorded, name), getattr(now, name)) for name in names]
    return [row for row in rows if row.recorded is not None or row.now is not None]
