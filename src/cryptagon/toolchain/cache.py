"""What was made is kept: folders that are either whole or not there, each with a manifest by which
damage is noticed before it is used.

Every folder goes by the digest of all that decides what is in it, which is part of its name. It is
made beside its place and moved in whole, so that processes may make the same one at once and be
killed at any time.
"""

import fcntl
import hashlib
import json
import logging
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptagon.errors import CryptagonError, DiskFullError
from cryptagon.toolchain.disk import is_full
from cryptagon.toolchain.faults import machine_fault

logger = logging.getLogger(__name__)

ABANDONED_AFTER_S = 24 * 3600
MANIFEST = "manifest.json"
PART, FAILED, DAMAGED = ".part-", ".failed", ".damaged"
FRESH_SINCE, ALWAYS = "CRYPTAGON_FRESH_SINCE", "0"
"""The environment variable of `fresh_since`, and what it is where whatever was made may be used."""


@dataclass(frozen=True)
class _Seen:
    """A file as it was when its digest was last found right: bytes, nanoseconds, inode."""

    size: int
    changed: int
    inode: int

    @staticmethod
    def of(path: Path) -> "_Seen":
        found = path.stat()
        return _Seen(found.st_size, found.st_mtime_ns, found.st_ino)


_seen: dict[Path, _Seen] = {}


def complete(folder: Path, work: Callable[[Path], object]) -> bool:
    """Make `folder` by calling `work` on a fresh folder beside it and moving that into place; True
    when it was there already.

    What is there counts when it is as it was made, file by file, and not too old inside
    `made_anew`; otherwise it is made again, damage with a warning. Two processes may do this at
    once: the first to finish wins, and both results are the same by construction. When `work`
    raises, its files are kept as `<folder>.failed` for inspection; when the process is killed,
    nothing stays but a hidden folder that a later call removes. Raises what `work` raises, and
    MachineError for what the system refuses.
    """
    try:
        if is_whole(folder):
            return True
        if folder.is_dir():
            with _alone_in(folder.parent):
                _put_away_what_is_of_no_use(folder)
        _make(folder, work)
    except (OSError, MemoryError) as error:
        raise machine_fault(error, folder) from error
    return False


def discard(folder: Path) -> None:
    """Put away what is there, for another to take its place; what is damaged stays beside it, with
    a warning. Raises MachineError.
    """
    try:
        if folder.is_dir():
            with _alone_in(folder.parent):
                _put_away(folder, damage_of(folder))
    except OSError as error:
        raise machine_fault(error, folder) from error


def is_kept(folder: Path) -> bool:
    """Whether there is such a folder, and not one that is too old inside `made_anew`; damage is
    found where it is used.
    """
    return folder.is_dir() and not is_stale(folder)


def is_whole(folder: Path) -> bool:
    """Whether `complete` has nothing to do for a folder; that counts as a use of it."""
    if not is_kept(folder) or damage_of(folder):
        return False
    _mark_used(folder)
    return True


@contextmanager
def made_anew() -> Iterator[None]:
    """Inside it, what was made before is made anew, once: by this process, the tools that it starts
    and the workers of its study.
    """
    before = os.environ.get(FRESH_SINCE, ALWAYS)
    os.environ[FRESH_SINCE] = repr(time.time())
    try:
        yield
    finally:
        os.environ[FRESH_SINCE] = before


def is_stale(folder: Path) -> bool:
    """Whether a folder was made before what is made must be fresh."""
    since = fresh_since()
    if since == ALWAYS:
        return False
    try:
        return float(_manifest(folder)["made"]) < float(since)
    except (OSError, ValueError, LookupError, TypeError):
        return True


def fresh_since() -> str:
    """Since when a folder must have been made to be used, in seconds since 1970."""
    return os.environ.get(FRESH_SINCE, ALWAYS)


def damage_of(folder: Path) -> str:
    """What is wrong with a folder that `complete` has made, in a few words; empty when nothing is.

    A file is read whole when this process looks at it for the first time, or when it has changed
    since.
    """
    try:
        files = _manifest(folder)["files"]
        wrong = [name for name, digest in files.items() if not _is_as_made(folder / name, digest)]
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        return f"{type(error).__name__}: {error}"
    return f"{wrong[0]} is not as it was made" if wrong else ""


def _manifest(folder: Path) -> dict[str, Any]:
    return json.loads((folder / MANIFEST).read_text(encoding="utf-8"))


def _is_as_made(path: Path, digest: str) -> bool:
    seen = _Seen.of(path)
    if _seen.get(path) == seen:
        return True
    right = _digest(path) == digest
    if right:
        _seen[path] = seen
    return right


def _make(folder: Path, work: Callable[[Path], object]) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    _remove_abandoned(folder.parent)
    # Both kinds of folder have the same depth, so that relative paths between them hold before and
    # after the move.
    fresh = Path(tempfile.mkdtemp(prefix=PART, dir=folder.parent))
    fresh.chmod(0o755)
    try:
        start = time.monotonic()
        work(fresh)
        _seal(fresh, time.monotonic() - start)
    except Exception as error:
        _keep_aside(fresh, folder, error)
        raise
    except BaseException:
        shutil.rmtree(fresh, ignore_errors=True)
        raise
    _move(fresh, folder)


def _keep_aside(fresh: Path, folder: Path, error: Exception) -> None:
    """What a failed step left, for inspection; the error then says where.

    On a full disk it is removed, and the disk is at fault.
    """
    if isinstance(error, DiskFullError) or is_full(folder.parent):
        shutil.rmtree(fresh, ignore_errors=True)
        raise DiskFullError(folder) from error
    failed = folder.with_name(folder.name + FAILED)
    _replace(fresh, failed)
    if isinstance(error, CryptagonError):
        error.where = error.where.replace(str(fresh), str(failed))


def _seal(fresh: Path, seconds: float) -> None:
    """Write down what is there.

    On a full disk nothing counts, since a tool may have taken that for a fault of the design.
    """
    files = {
        str(path.relative_to(fresh)): _digest(path)
        for path in sorted(fresh.rglob("*"))
        if path.is_file()
    }
    manifest = {"seconds": round(seconds, 3), "made": time.time(), "files": files}
    (fresh / MANIFEST).write_text(json.dumps(manifest, indent=1), encoding="utf-8")
    if is_full(fresh):
        raise DiskFullError(fresh.parent)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _mark_used(folder: Path) -> None:
    """The time of the manifest is that of the last use, by which `cryptagon cache` chooses what to
    remove.
    """
    try:
        os.utime(folder / MANIFEST)
    except OSError as error:  # on a read-only disk what is there may still be used
        logger.debug("the use of %s is not noted: %s", folder, error)


@contextmanager
def _alone_in(parent: Path) -> Iterator[None]:
    """Of all processes only this one puts something in this folder away: not what another has just
    made in its place.

    On a file system that locks no folders it may not be the only one.
    """
    handle = os.open(parent, os.O_RDONLY)
    try:
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _put_away_what_is_of_no_use(folder: Path) -> None:
    """Another process may have put it away meanwhile, and a new one in its place."""
    damage = damage_of(folder) if folder.is_dir() else ""
    if damage or (folder.is_dir() and is_stale(folder)):
        _put_away(folder, damage)


def _put_away(folder: Path, damage: str) -> None:
    """Out of the way; what is damaged for inspection."""
    aside = (
        folder.with_name(folder.name + DAMAGED)
        if damage
        else Path(tempfile.mkdtemp(prefix=PART, dir=folder.parent))
    )
    if damage:
        logger.warning("%s is damaged and is made again: %s", folder, damage)
    try:
        _replace(folder, aside)
    except FileNotFoundError:
        logger.debug("another process has put %s away", folder)
    if not damage:
        shutil.rmtree(aside, ignore_errors=True)


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
    for part in parent.glob(f"{PART}*"):
        try:
            old = time.time() - part.stat().st_mtime > ABANDONED_AFTER_S
        except FileNotFoundError:
            continue
        if old:
            shutil.rmtree(part, ignore_errors=True)
