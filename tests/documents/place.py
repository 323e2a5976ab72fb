"""Where shown commands are run."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Place:
    """A folder, and an environment in which `cryptagon` is the one of this checkout."""

    folder: Path
    environment: dict[str, str]
