"""Files that are made when they are asked for, of which the process keeps the newest few."""

import tempfile
import threading
from collections.abc import Callable
from functools import cached_property
from pathlib import Path


class KeptFiles:
    """At most `most` files in a folder that goes with the process. From any thread.

    One is made at a time; the others wait, so that nobody makes the site busy by asking for many.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._making = threading.Lock()

    @cached_property
    def _folder(self) -> "tempfile.TemporaryDirectory[str]":
        return tempfile.TemporaryDirectory(prefix="cryptagon-site-")

    def get(self, name: str, make: Callable[[Path], None]) -> Path:
        """The file of this name; where there is none, `make` writes it, under another name with the
        same ending."""
        with self._making:
            folder = Path(self._folder.name)
            file = folder / name
            if file.is_file():
                file.touch()
                return file
            self._make_room(folder)
            part = folder / f"part{file.suffix}"
            part.unlink(missing_ok=True)
            make(part)
            return part.replace(file)

    def _make_room(self, folder: Path) -> None:
        files = sorted(folder.glob("*"), key=lambda one: one.stat().st_mtime)
        for file in files[: max(0, len(files) - self._most + 1)]:
            file.unlink()
