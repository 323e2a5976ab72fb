"""Results of stages that succeeded, kept by the digest of everything that went into them, so that a
killed run resumes.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptagon.errors import MachineError
from cryptagon.toolchain import complete, discard, is_whole, json_of

CONTENT = "content.json"


@dataclass(frozen=True)
class Memo:
    """JSON objects in `folder`, each in a folder of its own (`toolchain.cache`)."""

    folder: Path

    def get(
        self,
        digest: str,
        make: Callable[[], dict[str, Any]],
        *,
        usable: Callable[[dict[str, Any]], bool] = bool,
    ) -> tuple[dict[str, Any], bool]:
        """What was kept under the digest, and True; where nothing `usable` was, what `make` gives,
        kept from now on, and False.
        """
        known = self.recall(digest)
        if known is not None and usable(known):
            return known, True
        made = make()
        self.keep(digest, made)
        return made, False

    def recall(self, digest: str) -> dict[str, Any] | None:
        """What was kept under the digest; None when nothing was, or when it is damaged, which a
        warning tells when it is made again.
        """
        place = self.folder / digest
        if not is_whole(place):
            return None
        try:
            return json_of(place / CONTENT)
        except MachineError:  # removed since
            return None

    def keep(self, digest: str, content: dict[str, Any]) -> None:
        """Write the object whole: a killed run leaves the old one, the new one or none."""
        place = self.folder / digest
        discard(place)
        complete(
            place,
            lambda folder: (folder / CONTENT).write_text(
                json.dumps(content, indent=2) + "\n", encoding="utf-8"
            ),
        )
