"""Results of stages that succeeded, kept by the digest of everything that went into them, so that a killed run resumes."""

import json
import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptagon.results.store import write_atomically
from cryptagon.toolchain import digest_of

logger = logging.getLogger(__name__)


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
        """What was kept under the digest; None when nothing was; or when the file is damaged, which a warning tells."""
        file = self.folder / f"{digest}.json"
        if self.fresh or not file.exists():
            return None
        try:
            kept = json.loads(file.read_text(encoding="utf-8"))
            content = kept["content"]
            if digest_of(_plain(content)) != kept["digest"]:
                raise ValueError("not what was kept")
        except (OSError, ValueError, LookupError, TypeError) as error:
            logger.warning("%s is damaged, and what it held is made again: %s", file, error)
            return None
        return content

    def keep(self, digest: str, content: dict[str, Any]) -> None:
        """Write the object whole: a killed run leaves the old file, the new one or none."""
        self.folder.mkdir(parents=True, exist_ok=True)
        kept = {"digest": digest_of(_plain(content)), "content": content}
        write_atomically(self.folder / f"{digest}.json", json.dumps(kept, indent=2) + "\n")


def _plain(content: dict[str, Any]) -> str:
    """The object as JSON, in one way of several."""
    return json.dumps(content, sort_keys=True)
