"""Findings of bandit in the source of the site, as `make audit` looks for them."""

import subprocess
import sys
from importlib.util import find_spec

import pytest

from cryptagon import paths

ROOT = paths.repository()
COMMANDS = ("site", "publish", "mirror", "attest", "key", "serve")
SOURCE = [
    "src/cryptagon/site",
    *sorted(
        str(one.relative_to(ROOT))
        for name in COMMANDS
        for one in (ROOT / "src/cryptagon/cli").glob(f"{name}*.py")
    ),
]


def bandit(*words) -> subprocess.CompletedProcess:
    if find_spec("bandit") is None:
        pytest.skip("there is no bandit: make setup")
    command = [sys.executable, "-m", "bandit", "--quiet", "--configfile", "pyproject.toml"]
    return subprocess.run(
        [*command, *map(str, words)], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_bandit_finds_nothing():
    done = bandit("--recursive", *SOURCE)
    assert done.returncode == 0, done.stdout + done.stderr


def test_bandit_would_find_something(tmp_path):
    """With the same settings, in a program with the usual faults."""
    (tmp_path / "bad.py").write_text(
        "import pickle, subprocess\n"
        "def f(x, c):\n"
        "    subprocess.run(x, shell=True)\n"
        "    c.execute(f'SELECT * FROM t WHERE a = {x}')\n"
        "    return pickle.loads(x)\n"
    )
    done = bandit(tmp_path / "bad.py")
    assert done.returncode == 1
    assert all(one in done.stdout for one in ("B602", "B608", "B301"))
