"""What imports what among the packages of Cryptagon."""

import ast
from pathlib import Path

from repository_files import REPOSITORY, committed_files

PACKAGE = REPOSITORY / "src" / "cryptagon"


def source_files() -> list[Path]:
    """Every module but the package's own `__init__`."""
    return [
        path
        for path in committed_files("src/cryptagon/*.py")
        if path.parent != PACKAGE or path.stem != "__init__"
    ]


def module_of(path: Path) -> str:
    """The part of Cryptagon that a file belongs to."""
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


def imports_of_packages() -> dict[str, set[str]]:
    """Of each part those that it imports, itself left out."""
    graph: dict[str, set[str]] = {}
    for path in source_files():
        own = module_of(path)
        graph.setdefault(own, set()).update(imported_modules(path) - {own})
    return graph
