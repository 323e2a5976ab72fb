"""What goes into a result: the files that people wrote, the hardware around a core, our own code,
the tools.
"""

import hashlib
import logging
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from cryptagon import paths, toolchain
from cryptagon.approaches import approach
from cryptagon.catalog import Entry, Target
from cryptagon.errors import CryptagonError
from cryptagon.fpga.families import tools_of

logger = logging.getLogger(__name__)

INPUTS = ("algorithms", "hdl", "src", "targets")


def origin(sources: Sequence[Path], answers: Sequence[Path]) -> dict[str, Any]:
    """Fields of a measurement: the digest of each source and of each file of known answers by its
    name, and the commit.
    """
    digests = {"source_files": file_digests(sources), "known_answer_files": file_digests(answers)}
    return {**digests, "commit": commit(paths.builtin())}


def file_digests(files: Sequence[Path]) -> dict[str, str]:
    """SHA-256 of each file by its path in the layer that it lies in, or by its name where it lies
    elsewhere.
    """
    return {paths.in_layer(file): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


@cache
def commit(repository: Path) -> str | None:
    """The commit that a repository is at, with "-dirty" where what goes into results differs from
    it; None for what is no git checkout.

    It is that of the first call: a process does not notice a later one.
    """
    if not (repository / ".git").exists():
        return None
    try:
        head = _git(repository, "rev-parse", "HEAD")
        changes = _git(repository, "status", "--porcelain", "--", *INPUTS)
    except CryptagonError as fault:
        logger.info("the commit is not recorded: %s", fault)
        return None
    return f"{head}-dirty" if changes else head


def _git(repository: Path, *arguments: str) -> str:
    return toolchain.run(
        ("git", "-C", repository, *arguments), cwd=repository, timeout=30
    ).stdout.strip()


def tools_before_targets(entry: Entry) -> tuple[str, ...]:
    """The tools that make and verify a core."""
    return tuple(dict.fromkeys(("zig-cc", *approach(entry.approach).tools, "verilator")))


def tools_for(entry: Entry, target: Target) -> tuple[str, ...]:
    """The tools without which there is no measurement."""
    return (*tools_before_targets(entry), *tools_of(target))


def versions_of(*tools: str) -> dict[str, str]:
    """Versions by name of tools that are there. Raises CryptagonError for one that is missing."""
    return {name: toolchain.find(name).version for name in tools}
