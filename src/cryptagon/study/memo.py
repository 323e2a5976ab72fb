"""Results of stages that succeeded, kept by the digest of everything that went into them, so that a killed run resumes."""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Memo:
    """JSON objects in `folder`, one file each. With `fresh`, what is there is not used, only replaced."""

    folder: Path
    fresh: bool = False

    def get(
        self, digest: str, make: Callable[[], dict[str, Any]], *, usable: Callable[[dict[str, Any]], bool] = bool
    ) -> tuple[dict[str, Any], bool]:
        """What was kept under the digest, and True; where nothing `usable` was, what `make` gives, kept from now on, and False."""
        known = self.recall(digest)
        if known is not None and usable(known):
            return known, True
        made = make()
        self.keep(digest, made)
        return made, False

    def recall(self, digest: str) -> dict[str, Any] | None:
        """What was kept under the digest; None when nothing was, or when the file cannot be read as an object."""
        if self.fresh:
            return None
        try:
            content = json.loads((self.folder / f"{digest}.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return content if isinstance(content, dict) else None

    def keep(self, digest: str, content: dict[str, Any]) -> None:
        """Write the object whole: a killed run leaves the old file, the new one or none."""
        self.folder.mkdir(parents=True, exist_ok=True)
        part = self.folder / f".{digest}.{os.getpid()}.part"
        part.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
        part.replace(self.folder / f"{digest}.json")
