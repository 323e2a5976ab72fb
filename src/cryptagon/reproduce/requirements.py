"""The Python packages that a replication package needs, pinned: the tools' own and all that these
need in turn.
"""

import re
from collections.abc import Sequence
from importlib import metadata

from cryptagon import paths

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def requirements(tools: Sequence[str]) -> str:
    """The text of a requirements.txt for these `name==version`.

    With the hashes of requirements.lock where that has them all, as it does for the versions that
    this Cryptagon pins.
    """
    pinned = [
        f"{name}=={version}"
        for name, version in _closure([tool.split("==")[0] for tool in tools]).items()
    ]
    locked = _locked()
    if all(pin in locked for pin in pinned):
        return "".join(locked[pin] for pin in pinned)
    return "\n".join(pinned) + "\n"


def _closure(names: Sequence[str]) -> dict[str, str]:
    """Version by name of these packages, as installed here, and of what they need."""
    found: dict[str, str] = {}
    waiting = list(names)
    while waiting:
        name = _plain(waiting.pop(0))
        if name in found:
            continue
        found[name] = metadata.version(name)
        # A need with a marker is one of an extra or of an old Python.
        waiting += [
            match.group()
            for need in metadata.requires(name) or []
            if ";" not in need and (match := _NAME.match(need))
        ]
    return found


def _locked() -> dict[str, str]:
    """The lines of requirements.lock by their `name==version`; none where the repository has no
    such file.
    """
    file = paths.builtin() / "requirements.lock"
    text = file.read_text() if file.is_file() else ""
    entries = re.findall(
        r"^(?P<pin>\S+==\S+)(?P<rest>(?: ; [^\\\n]+)?(?: \\\n    \S+)+\n)", text, re.MULTILINE
    )
    return {pin: pin + rest for pin, rest in entries}


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
