"""A small cipher and a small hash function of the SUPERCOP shape, to break in every way."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

SUPERCOP = Path(__file__).parent / "supercop"
CIPHER, HASH = (
    SUPERCOP / "crypto_aead" / "toy" / "ref",
    SUPERCOP / "crypto_hash" / "toyhash" / "ref",
)
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
