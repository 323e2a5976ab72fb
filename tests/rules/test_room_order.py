"""A room of the compiler imports only from those above it in docs/compiler.md: its dependencies are
the list, read downwards.
"""

import ast
import re
from pathlib import Path

from repository_files import REPOSITORY, committed_files, name_of

from cryptagon import hls
from cryptagon.approaches import approach
from cryptagon.toolchain import code_of

COMPILER = REPOSITORY / "src" / "cryptagon" / "hls"
LIST = (REPOSITORY / "docs" / "compiler.md").read_text().split("## Passes")[0]
ORDER = re.findall(r"^\| `(\w+)` \|", LIST, re.MULTILINE)
FILES = [path for path in committed_files("src/cryptagon/hls/*.py") if path.parent != COMPILER]


def room_of(path: Path) -> str:
    return path.relative_to(COMPILER).parts[0]


def imported_rooms(path: Path) -> set[str]:
    """The rooms that a file imports from, anywhere in it; `hls` for the compiler as a whole."""
    imports = [
        node
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    names = [
        node.module or "" if isinstance(node, ast.ImportFrom) else alias.name
        for node in imports
        for alias in node.names
    ]
    return {[*name.split("."), "hls"][2] for name in names if re.match(r"cryptagon\.hls\b", name)}


def test_imports_point_upwards():
    downwards = {
        name_of(path): imported_rooms(path) - set(ORDER[: ORDER.index(room_of(path)) + 1])
        for path in FILES
    }
    assert {file: rooms for file, rooms in downwards.items() if rooms} == {}


def test_list_names_every_room():
    assert sorted(ORDER) == sorted({room_of(path) for path in FILES})


def test_what_decides_a_core_needs_nothing_else():
    needed = {
        room for path in FILES if room_of(path) in hls.DECIDES for room in imported_rooms(path)
    }
    assert needed - set(hls.DECIDES) == set()
    assert all((COMPILER / folder).is_dir() for folder in hls.DECIDES)


def test_an_edit_of_the_report_makes_no_core_stale():
    assert {room_of(path) for path in approach("hls").code()} == set(hls.DECIDES)
    assert code_of("simulate") and not any("hls" in path.parts for path in code_of("simulate"))
