"""Wrong ones, made of the small cipher and hash function."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

Mutant = Callable[..., Path]


@pytest.fixture
def mutant(tmp_path) -> Mutant:
    """A copy of the cipher or the hash function with texts replaced in one of its files."""

    def made(source: Path, file: str, *replacements: tuple[str, str]) -> Path:
        folder = tmp_path / source.parent.parent.name / "mutant" / "ref"
        shutil.copytree(source, folder)
        text = (folder / file).read_text()
        for old, new in replacements:
            assert old in text
            text = text.replace(old, new)
        (folder / file).write_text(text)
        return folder

    return made
