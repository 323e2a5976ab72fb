"""A folder that is there whole or not at all."""

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from cryptagon.errors import CryptagonError

Written = TypeVar("Written")


def whole_folder(folder: Path, write: Callable[[Path], Written]) -> Written:
    """Let `write` fill a fresh folder, then put it in the place of `folder`, which must be empty or
    not there yet; what `write` returned.

    Raises CryptagonError for a folder that holds something or cannot be written.
    """
    if folder.is_dir() and any(folder.iterdir()):
        raise CryptagonError(
            "the folder is not empty", where=str(folder), fix="name a folder that is not there yet"
        )
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".part-", dir=folder.parent) as name:
            fresh = Path(name) / "project"
            fresh.mkdir()
            written = write(fresh)
            if folder.is_dir():
                folder.rmdir()
            shutil.move(fresh, folder)
    except OSError as error:
        fix = "make room or name another folder"
        raise CryptagonError(
            "the project could not be written", where=str(folder), why=str(error), fix=fix
        ) from error
    return written
