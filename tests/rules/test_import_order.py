"""A package imports only those above it in docs/architecture.md: the dependency graph is the table,
read downwards, and its picture.
"""

import re

import package_diagram
from import_graph import PACKAGE, imported_modules, module_of, source_files
from repository_files import REPOSITORY, name_of

TABLE = (
    (REPOSITORY / "docs" / "architecture.md")
    .read_text()
    .split("## The Python package")[1]
    .split("\n## ")[0]
)
ORDER = re.findall(r"^\| `(\w+)` \|", TABLE, re.MULTILINE)
FILES = source_files()


def test_imports_point_upwards():
    known = [path for path in FILES if module_of(path) in ORDER]
    downwards = {
        name_of(path): imported_modules(path) - set(ORDER[: ORDER.index(module_of(path)) + 1])
        for path in known
    }
    assert {file: modules for file, modules in downwards.items() if modules} == {}


def test_table_names_every_package():
    assert {module_of(path) for path in FILES} - set(ORDER) == set()


def test_table_names_only_what_exists():
    assert [
        name
        for name in ORDER
        if not (PACKAGE / name).is_dir() and not (PACKAGE / f"{name}.py").is_file()
    ] == []


def test_picture_shows_the_imports():
    drawn = package_diagram.drawn(package_diagram.imports_of_packages())
    assert package_diagram.PICTURE.read_text() == drawn, (
        "drawn anew by: .venv/bin/python tests/rules/package_diagram.py"
    )


def test_lines_that_follow_from_others_are_left_out():
    graph = {"a": set(), "b": {"a"}, "c": {"a", "b"}}
    assert package_diagram.reduced(graph) == {"a": set(), "b": {"a"}, "c": {"b"}}
    assert package_diagram.layers_of(graph) == {"a": 0, "b": 1, "c": 2}
