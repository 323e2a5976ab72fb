"""What is implemented: sources, a top module and its parameters."""

import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from cryptagon.errors import CryptagonError

COPIES = "sources"


@dataclass(frozen=True)
class Design:
    """Verilog or SystemVerilog sources, in the order in which they are read, whose top module is
    `top` with `parameters`.

    `name` is for people and folder names. Sources must be self-contained (no include files, no
    $readmemh), name no cells of a device, and have distinct file names. `clock` is the port of the
    one clock. Raises CryptagonError for a name unfit for a folder, a missing source or two sources
    of one name.
    """

    name: str
    top: str
    sources: tuple[Path, ...]
    parameters: dict[str, int] = field(default_factory=dict)
    clock: str = "clk"

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", self.name):
            raise CryptagonError(
                f"{self.name!r} is no name for a design",
                fix="use letters, digits, dot, underscore and hyphen",
            )
        names = [source.name for source in self.sources]
        for source in self.sources:
            if not source.is_file():
                raise CryptagonError("a source of the design is missing", where=str(source))
            if names.count(source.name) > 1:
                raise CryptagonError(
                    f"two sources of {self.name} have the same file name",
                    where=str(source),
                    fix="rename one of them",
                )

    @property
    def copied_sources(self) -> list[str]:
        """Where a script for Yosys finds them: the copies that `copy_sources` makes, from its
        folder.
        """
        return [f"{COPIES}/{source.name}" for source in self.sources]

    def copy_sources(self, folder: Path) -> None:
        """Copies the sources into a folder of their own within `folder`."""
        (folder / COPIES).mkdir()
        for source in self.sources:
            shutil.copyfile(source, folder / COPIES / source.name)
