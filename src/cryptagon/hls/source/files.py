"""The C files that a design comes from, as the XLS IR numbers them."""

from pathlib import Path

from cryptagon import paths
from cryptagon.hls.ir.instructions import Location


class SourceFiles:
    """Numbers files by first use; number 0 is the source itself.

    Paths are told relative to its folder, wherever that lies.
    """

    def __init__(self, source: Path) -> None:
        self._folder = source.parent
        self._numbers = {source.name: 0}
        self._paths: dict[str, str] = {"": ""}

    def place(self, location: Location) -> tuple[int, int]:
        """File number and line of a location; line 0 when unknown."""
        if not location.line:
            return 0, 0
        return self._numbers.setdefault(self.path(location), len(self._numbers)), location.line

    def path(self, location: Location) -> str:
        """The file of a location, relative to the source's folder; empty when unknown."""
        if location.file not in self._paths:
            self._paths[location.file] = paths.named_from(self._folder, Path(location.file))
        return self._paths[location.file]

    def declarations(self) -> list[str]:
        """The lines of the XLS IR that tell the numbers."""
        return [f'file_number {number} "{path}"' for path, number in self._numbers.items()]
