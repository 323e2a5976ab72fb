"""A package imports only those above it in docs/architecture.md: the dependency graph is the table, read downwards."""

import ast
import re
from pathlib import Path

from repository_files import REPOSITORY, committed_files, name_of

PACKAGE = REPOSITORY / "src" / "cryptagon"
TABLE = (REPOSITORY / "docs" / "architecture.md").read_text().split("## The Python package")[1].split("\n## ")[0]
ORDER = re.findall(r"^\| `(\w+)` \|", TABLE, re.MULTILINE)


def module_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported_modules(path: Path) -> set[str]:
    """The parts of cryptagon that the file imports, anywhere in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module == "cryptagon":
            names |= {f"cryptagon.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add(node.module or "")
    return {name.split(".")[1] for name in names if name.startswith("cryptagon.")} - {"__version__"}


FILES = [path for path in committed_files("src/cryptagon/*.py") if path.parent != PACKAGE or path.stem != "__init__"]


def test_imports_point_upwards():
    downwards = {name_of(path): imported_modules(path) - set(ORDER[: ORDER.index(module_of(path)) + 1]) for path in FILES}
    assert {file: modules for file, modules in downwards.items() if modules} == {}


def test_table_names_every_package():
    assert {module_of(path) for path in FILES} - set(ORDER) == set()


def test_table_names_only_what_exists():
    assert [name for name in ORDER if not (PACKAGE / name).is_dir() and not (PACKAGE / f"{name}.py").is_file()] == []
