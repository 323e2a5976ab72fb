"""Work folders that are either whole or not there, so that a finished step is never done twice and a killed one leaves nothing behind."""

import errno
import hashlib
import json
import logging
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from cryptagon.errors import DiskFullError
from cryptagon.toolchain import is_full

logger = logging.getLogger(__name__)

ABANDONED_AFTER_S = 24 * 3600
MANIFEST = "manifest.json"


def complete(folder: Path, work: Callable[[Path], object]) -> bool:
    """Make `folder` by calling `work` on a fresh folder beside it and moving that into place; True when it was there already.

    What is there counts when it is as it was made, file by file (`manifest.json`); otherwise it is made again, with a warning. Two
    processes may do this at once: the first to finish wins, and both results are the same by construction. When `work` raises, its files
    are kept as `<folder>.failed` for inspection; when the process is killed, nothing stays but a hidden folder that a later call
    removes. Raises what `work` raises, and DiskFullError.
    """
    if folder.is_dir():
        damage = damage_of(folder)
        if not damage:
            return True
        logger.warning("%s is damaged and is made again: %s", folder, damage)
        _put_away(folder)
    try:
        _make(folder, work)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DiskFullError(folder) from error
        raise
    return False


def damage_of(folder: Path) -> str:
    """What is wrong with a folder that `complete` has made, in a few words; empty when nothing is."""
    try:
        files = json.loads((folder / MANIFEST).read_text())["files"]
        wrong = [name for name, digest in files.items() if _digest(folder / name) != digest]
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        return f"{type(error).__name__}: {error}"
    return f"{wrong[0]} is not as it was made" if wrong else ""


def _make(folder: Path, work: Callable[[Path], object]) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    _remove_abandoned(folder.parent)
    # Both kinds of folder have the same depth, so that relative paths between them hold before and after the move.
    fresh = Path(tempfile.mkdtemp(prefix=".part-", dir=folder.parent))
    fresh.chmod(0o755)
    try:
        start = time.monotonic()
        work(fresh)
        _seal(fresh, time.monotonic() - start)
    except Exception as error:
        _replace(fresh, folder.with_name(folder.name + ".failed"))
        if not isinstance(error, OSError) and is_full(folder.parent):
            raise DiskFullError(folder) from error
        raise
    except BaseException:
        shutil.rmtree(fresh, ignore_errors=True)
        raise
    _move(fresh, folder)


def _seal(fresh: Path, seconds: float) -> None:
    """Write down what is there. On a full disk nothing counts, since a tool may have taken that for a fault of the design."""
    files = {str(path.relative_to(fresh)): _digest(path) for path in sorted(fresh.rglob("*")) if path.is_file()}
    (fresh / MANIFEST).write_text(json.dumps({"seconds": round(seconds, 3), "files": files}, indent=1))
    if is_full(fresh):
        raise DiskFullError(fresh.parent)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _put_away(folder: Path) -> None:
    """Out of the way, for inspection; of two processes that see the damage one does it."""
    try:
        _replace(folder, folder.with_name(folder.name + ".damaged"))
    except FileNotFoundError:
        logger.debug("another process has put %s away", folder)


def _move(fresh: Path, folder: Path) -> None:
    try:
        fresh.rename(folder)
    except OSError:
        if not folder.is_dir():
            raise
        shutil.rmtree(fresh, ignore_errors=True)  # another process was faster


def _replace(fresh: Path, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    _move(fresh, folder)


def _remove_abandoned(parent: Path) -> None:
    for part in parent.glob(".part-*"):
        try:
            old = time.time() - part.stat().st_mtime > ABANDONED_AFTER_S
        except FileNotFoundError:
            continue
        if old:
            shutil.rmtree(part, ignore_errors=True)
