"""How much memory there is: what a program that got too little of it had."""

import os
import resource
from pathlib import Path

# Where a container's limit is, by version 2 and 1 of control groups.
CGROUP_LIMITS = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)
GIB = 1 << 30


def memory_limit() -> int:
    """Bytes that the processes of this machine may have: what is built in, or less by a container's
    limit or by `ulimit -v`.
    """
    built_in = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    address_space, _ = resource.getrlimit(resource.RLIMIT_AS)
    limits = [address_space] if address_space != resource.RLIM_INFINITY else []
    return min([built_in, *limits, *filter(None, map(_number, CGROUP_LIMITS))])


def memory_in_words() -> str:
    """One line for people."""
    return f"there are {memory_limit() / GIB:.1f} GiB of memory for all programs of this machine"


def _number(file: Path) -> int | None:
    try:
        return int(file.read_text())
    except (OSError, ValueError):  # not there, or "max"
        return None
