"""What is made and kept goes through `toolchain.complete`: nothing else makes a folder beside its place to move it in."""

from pathlib import Path

import pytest

import cryptagon

PACKAGE = Path(cryptagon.__file__).parent
# A fresh build folder is none that is looked up again.
OTHERS = {"toolchain/cache.py", "toolchain/cache_size.py", "reproduce/fresh.py"}


@pytest.mark.parametrize("file", sorted(PACKAGE.rglob("*.py")), ids=lambda file: file.relative_to(PACKAGE).as_posix())
def test_a_file_keeps_no_cache_of_its_own(file):
    if file.relative_to(PACKAGE).as_posix() not in OTHERS:
        assert "mkdtemp" not in file.read_text(encoding="utf-8")


def test_the_others_are_there():
    assert all("mkdtemp" in (PACKAGE / name).read_text(encoding="utf-8") for name in OTHERS)
