"""Software of hash functions, to be read or for speed: how fast it is here, and on a Cortex-A9 by a
model.
"""

from typing import Any

from cryptagon.study.plan import plan
from cryptagon.testbed.software import measure_all, openssl_version
from cryptagon.testbed.software.report import plain

CONTEST = "contests/sha3-round2.toml"
SIZES = (10_000, 100_000, 1_000_000)


def measure() -> list[dict[str, Any]]:
    """One row an algorithm and kind of software."""
    entries = {entry.algorithm.name: entry for entry in plan(CONTEST).entries}
    found = [one for name in sorted(entries) for one in measure_all(entries[name], SIZES)]
    versions = {"openssl": openssl_version()}
    return [
        plain(one) | ({"version": versions[one.kind]} if one.kind in versions else {})
        for one in found
    ]
