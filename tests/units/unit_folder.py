"""A finished unit as others publish them, made for a test: our dummy cipher behind our hardware
API, with a TOML description, a licence and test vectors.
"""

import shutil
from dataclasses import dataclass
from pathlib import Path

from cryptagon import paths
from cryptagon.catalog import Variant, algorithm
from cryptagon.classes.aead import CLASS
from cryptagon.classes.base import Setting
from cryptagon.hwapi import keep_keys, messages_from_kat, write_vector_files

TOML = """\
name = "dummy unit"

[lwc]
aead.algorithm = "{cipher}"
block_bits = {{ AD = 128, PT = 128 }}

[rtl]
sources = [
{sources}
]
top = "AEAD"
generics = {{ W = {w}, SW = 32 }}

[tb.generics]
G_FNAME_PDI.file = "KAT/pdi.txt"
"""
LICENCE = "Apache License\n                           Version 2.0, January 2004\n"


@dataclass(frozen=True)
class UnitFolder:
    """The folder, and the names of the sources in it."""

    folder: Path
    sources: tuple[str, ...]

    @property
    def toml(self) -> Path:
        """The description."""
        return self.folder / "unit.toml"

    def edit(self, file: str, before: str, after: str) -> None:
        """Put another text into a file."""
        text = (self.folder / file).read_text()
        assert before in text
        (self.folder / file).write_text(text.replace(before, after))


def make_unit(
    folder: Path, *, w: int = 32, cipher: str = "dummy", messages: int = 12
) -> UnitFolder:
    """A unit of the dummy cipher, whose vectors have words of 32 bits."""
    dummy = algorithm("dummy")
    files = [*paths.hardware_of("caesar-1.0"), *dummy.rtl_sources]
    files = [file for file in files if file.stem != "AEADTwoPass"]
    (folder / "rtl").mkdir(parents=True)
    for file in files:
        shutil.copyfile(file, folder / "rtl" / file.name)
    names = tuple(f"rtl/{file.name}" for file in files)
    listed = "\n".join(f'    "{name}",' for name in names)
    (folder / "unit.toml").write_text(TOML.format(cipher=cipher, sources=listed, w=w))
    (folder / "LICENSE").write_text(LICENCE)
    records = CLASS.tests(dummy, Variant(), Setting("caesar-1.0", quick=True)).tests.records
    sent = keep_keys(messages_from_kat(dummy, records[: messages // 2]))
    write_vector_files(folder / "KAT", dummy, sent)
    return UnitFolder(folder, names)
