"""The lock file pins every package to one version and to the hashes of its files, and covers what
pyproject.toml asks for.
"""

import re
import tomllib

from repository_files import REPOSITORY

LOCK = (REPOSITORY / "requirements.lock").read_text().replace("\\\n", " ")
PINS = {
    match["name"].lower().replace("_", "-"): line
    for line in LOCK.splitlines()
    if (match := re.match(r"(?P<name>[\w.-]+)(\[[\w,-]+\])?==", line))
}


def requirement_names() -> set[str]:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())
    requirements = (
        project["project"]["dependencies"]
        + project["project"]["optional-dependencies"]["dev"]
        + project["build-system"]["requires"]
    )
    return {
        re.split(r"[\s\[<>=!~;]", requirement)[0].lower().replace("_", "-")
        for requirement in requirements
    }


def test_every_line_is_a_pin_with_hashes():
    lines = [
        line for line in LOCK.splitlines() if line.strip() and not line.lstrip().startswith("#")
    ]
    assert len(lines) == len(PINS)
    assert [
        name for name, line in PINS.items() if not re.search(r"--hash=sha256:[0-9a-f]{64}\b", line)
    ] == []


def test_every_dependency_is_pinned():
    assert requirement_names() - PINS.keys() == set()
