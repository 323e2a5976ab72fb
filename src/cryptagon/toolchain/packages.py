"""The Python packages that Cryptagon asks for: which extra brings each, and how to install what is
missing.
"""

import re
from functools import cache
from importlib import metadata

OURS = "cryptagon"
_NEED = re.compile(r"""(?P<name>[\w.-]+)[^;]*;.*\bextra == ['"](?P<extra>[\w-]+)['"]""")


def extra_of(distribution: str) -> str:
    """The smallest extra that brings a package, as pyproject.toml has it; empty for one that is of
    no extra.
    """
    bringing = [extra for extra, packages in _extras().items() if _plain(distribution) in packages]
    return min(bringing, key=lambda extra: len(_extras()[extra]), default="")


def how_to_install(distribution: str) -> str:
    """What to type where a package is missing."""
    extra = extra_of(distribution)
    wanted = f"{OURS}[{extra}]" if extra else OURS
    return f"pip install '{wanted}'; in a checkout `make setup` installs all there is"


@cache
def _extras() -> dict[str, set[str]]:
    """The packages of each extra; none where Cryptagon runs without having been installed."""
    try:
        needs = metadata.requires(OURS) or []
    except metadata.PackageNotFoundError:
        return {}
    found: dict[str, set[str]] = {}
    for match in filter(None, map(_NEED.match, needs)):
        found.setdefault(match["extra"], set()).add(_plain(match["name"]))
    return found


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
