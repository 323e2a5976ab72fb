"""The Python packages that Cryptagon asks for: which extra brings each, and how to install what is missing."""

import re
from functools import cache
from importlib import metadata

OURS = "cryptagon"
_NEED = re.compile(r"""(?P<name>[\w.-]+)[^;]*;.*\bextra == ['"](?P<extra>[\w-]+)['"]""")


def extra_of(distribution: str) -> str:
    """The extra that brings a package, as pyproject.toml has it; empty for one that is of no extra."""
    return _extras().get(_plain(distribution), "")


def how_to_install(distribution: str) -> str:
    """What to type where a package is missing."""
    extra = extra_of(distribution)
    wanted = f"{OURS}[{extra}]" if extra else OURS
    return f"pip install '{wanted}'; in a checkout `make` installs all there is"


@cache
def _extras() -> dict[str, str]:
    """Extra by package, both in lower case; none where Cryptagon runs without having been installed."""
    try:
        needs = metadata.requires(OURS) or []
    except metadata.PackageNotFoundError:
        return {}
    found = [match for need in needs if (match := _NEED.match(need))]
    return {_plain(match["name"]): match["extra"] for match in found if _plain(match["name"]) != OURS}


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
