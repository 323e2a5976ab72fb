"""Building a wheel or a source distribution as anybody does: no network is asked for anything."""

import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]


def build(source: Path, kind: str, folder: Path) -> Path:
    """A distribution of that kind, "wheel" or "sdist", of a source tree."""
    argv = [
        sys.executable,
        "-m",
        "hatchling",
        "build",
        "--target",
        kind,
        "--directory",
        str(folder),
    ]
    subprocess.run(argv, cwd=source, capture_output=True, text=True, check=True, timeout=120)
    (made,) = folder.iterdir()
    return made
