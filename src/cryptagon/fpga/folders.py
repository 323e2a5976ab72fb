"""Work folders that are either whole or not there, so that a finished step is never done twice and a killed one leaves nothing behind."""

import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ABANDONED_AFTER_S = 24 * 3600


def complete(folder: Path, work: Callable[[Path], None]) -> bool:
    """Make `folder` by calling `work` on a fresh folder beside it and moving that into place; True when it was there already.

    Two processes may do this at once: the first to finish wins, and both results are the same by construction. When `work` raises,
    its files are kept as `<folder>.failed` for inspection; when the process is killed, nothing stays but a hidden folder that a
    later call removes.
    """
    if folder.is_dir():
        return True
    folder.parent.mkdir(parents=True, exist_ok=True)
    _remove_abandoned(folder.parent)
    # Both kinds of folder have the same depth, so that relative paths between them hold before and after the move.
    fresh = Path(tempfile.mkdtemp(prefix=".part-", dir=folder.parent))
    fresh.chmod(0o755)
    try:
        work(fresh)
    except Exception:
        _replace(fresh, folder.with_name(folder.name + ".failed"))
        raise
    except BaseException:
        shutil.rmtree(fresh, ignore_errors=True)
        raise
    _move(fresh, folder)
    return False


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
