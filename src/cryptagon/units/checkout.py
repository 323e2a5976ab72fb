"""Where a unit of others comes from: a folder, or a git repository that is cloned into the cache."""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from cryptagon import paths, toolchain
from cryptagon.errors import CryptagonError
from cryptagon.toolchain import ToolError, complete, digest_of

_URL = re.compile(r"^(?:https?|ssh|git|file)://|^[\w.-]+@[\w.-]+:")
_COMMIT = re.compile(r"[0-9a-f]{40}")
TIMEOUT_S = 300


@dataclass(frozen=True)
class Origin:
    """`folder` holds the unit, `root` is the checkout around it. `url` and `commit` are those of
    the repository, "" where it is none; a commit ends in "-dirty" where files differ from it.
    """

    folder: Path
    root: Path
    url: str = ""
    commit: str = ""

    @property
    def path(self) -> str:
        """The folder within the checkout."""
        return self.folder.relative_to(self.root).as_posix()


def is_url(where: str) -> bool:
    """Whether this names a repository elsewhere, not a folder."""
    return bool(_URL.match(where))


def origin_of(where: str, *, path: str = "", commit: str = "") -> Origin:
    """The folder `path` within a folder or a repository; of a repository at `commit`, else at the
    newest one.

    Raises CryptagonError where there is no such folder, repository or commit.
    """
    root = _cloned(where, commit) if is_url(where) else _folder(Path(where), commit)
    folder = (root / path).resolve()
    if not folder.is_dir() or not folder.is_relative_to(root):
        raise CryptagonError(
            "this folder is not there",
            where=str(root / path),
            fix="name a folder in the unit's own",
        )
    if is_url(where):
        return Origin(folder, root, _without_user(where), _git(root, "rev-parse", "HEAD"))
    return _of_folder(folder)


def _folder(folder: Path, commit: str) -> Path:
    if not folder.is_dir():
        raise CryptagonError(
            "there is no such folder",
            where=str(folder),
            fix="give a folder, or the URL of a repository",
        )
    if commit:
        raise CryptagonError(
            "a commit goes with the URL of a repository",
            where=str(folder),
            fix="check the commit out yourself, or give the URL",
        )
    return folder.resolve()


def _of_folder(folder: Path) -> Origin:
    """A folder of the user, which may lie in a checkout."""
    root = next((one for one in (folder, *folder.parents) if (one / ".git").exists()), None)
    if root is None:
        return Origin(folder, folder)
    head = _git(root, "rev-parse", "HEAD")
    changed = _git(root, "status", "--porcelain", "--untracked-files=no")
    remote = _git(root, "config", "--default", "", "--get", "remote.origin.url")
    return Origin(folder, root, _without_user(remote), f"{head}-dirty" if changed else head)


def _cloned(url: str, commit: str) -> Path:
    """A clone in the cache, at a commit that is named or the newest one."""
    if commit and not _COMMIT.fullmatch(commit):
        raise CryptagonError(f"{commit!r} is no commit", fix="give all 40 hexadecimal digits")
    found = commit or _newest(url)
    name = re.sub(r"[^A-Za-z0-9.-]+", "-", url.rstrip("/").rpartition("/")[2]).removesuffix(".git")
    place = paths.build_folder() / "checkouts" / f"{name}-{digest_of(url, found)[:16]}"
    complete(place, lambda folder: _clone(url, found, folder / "unit"))
    return (place / "unit").resolve()


def _newest(url: str) -> str:
    said = _asked(url, paths.build_folder(), "ls-remote", "--", url, "HEAD")
    match = _COMMIT.match(said)
    if match is None:
        raise CryptagonError("this repository has no commit", where=_without_user(url))
    return match[0]


def _clone(url: str, commit: str, folder: Path) -> None:
    _asked(url, folder.parent, "clone", "--quiet", "--no-checkout", "--", url, str(folder))
    _asked(url, folder, "checkout", "--quiet", "--detach", commit)


def _asked(url: str, cwd: Path, *arguments: str) -> str:
    """What git says. Raises CryptagonError where it cannot get at the repository."""
    cwd.mkdir(parents=True, exist_ok=True)
    quiet = {"GIT_TERMINAL_PROMPT": "0"}  # a question for a password would wait for ever
    try:
        return toolchain.run(("git", *arguments), cwd=cwd, env=quiet, timeout=TIMEOUT_S).stdout
    except ToolError as fault:
        raise CryptagonError(
            "this repository cannot be fetched",
            where=_without_user(url),
            why=fault.output.strip() or fault.what,
            fix="clone it yourself, and give the folder",
        ) from fault


def _git(root: Path, *arguments: str) -> str:
    return toolchain.run(("git", "-C", root, *arguments), cwd=root, timeout=30).stdout.strip()


def _without_user(url: str) -> str:
    """A URL without the name and the password in it: a record is read by others."""
    parts = urlsplit(url)
    if not parts.netloc or "@" not in parts.netloc:
        return url
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def sha256_of(file: Path) -> str:
    """SHA-256 of a file's content, hexadecimal."""
    return hashlib.sha256(file.read_bytes()).hexdigest()
