"""What the rules look at: the files of the repository as git lists them."""

import subprocess
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]


def committed_files(*patterns: str) -> list[Path]:
    """Tracked files, and those about to be: untracked ones that are not ignored."""
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns],
        cwd=REPOSITORY, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [path for line in listing.stdout.splitlines() if (path := REPOSITORY / line).is_file()]


def text_of(path: Path) -> str:
    """The file as text; empty for a binary one."""
    content = path.read_bytes()
    return "" if b"\0" in content else content.decode()


def name_of(path: Path) -> str:
    return str(path.relative_to(REPOSITORY))
