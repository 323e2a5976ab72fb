"""What C sources include by name in quotes, found as the compilers find it: beside the file, then
in `algorithms/include` of each layer.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from cryptagon import paths

_INCLUDE = re.compile(r'^(\s*#\s*include\s*)"([^"]+)"', re.MULTILINE)


def included_files(sources: Sequence[Path], also: Sequence[Path] = ()) -> list[Path]:
    """The files outside of `sources` that these C sources include by name in quotes, at any depth,
    in the order of their paths.

    `also`: folders that the compilers search last. A file that is nowhere is left out: the compiler
    tells of it, with the line.
    """
    found: set[Path] = set()
    waiting = [path.resolve() for path in sources if path.suffix in (".c", ".h")]
    own = set(waiting)
    while waiting:
        file = waiting.pop()
        names = [
            name for _, name in _INCLUDE.findall(file.read_text(encoding="utf-8", errors="replace"))
        ]
        new = {path for name in names if (path := _found(name, file.parent, also))} - found - own
        found |= new
        waiting.extend(new)
    return sorted(found)


def with_found_includes(text: str, folder: Path) -> str:
    """The text of a file of `folder`, with what it includes in quotes named by its whole path, so
    that it is found from any folder.
    """
    return _INCLUDE.sub(lambda match: f'{match[1]}"{_found(match[2], folder) or match[2]}"', text)


def _found(name: str, folder: Path, also: Sequence[Path] = ()) -> Path | None:
    """The file of that name, as one in `folder` includes it; None where there is none."""
    places = (folder, *paths.include_folders(), *also)
    return next((file for place in places if (file := (place / name).resolve()).is_file()), None)
