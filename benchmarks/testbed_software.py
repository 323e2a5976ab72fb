"""Software of hash functions, to be read or for speed: how fast it is here, and on a Cortex-A9 by a
model.
"""

from functools import partial
from typing import Any

from parts import Part, Parts

from cryptagon.catalog import Entry
from cryptagon.study.plan import plan
from cryptagon.testbed.software import measure_all, openssl_version
from cryptagon.testbed.software.report import plain

CONTEST = "contests/sha3-round2.toml"
SIZES = (10_000, 100_000, 1_000_000)


def parts() -> Parts:
    """An algorithm each: a row for each kind of software."""
    entries = {entry.algorithm.name: entry for entry in plan(CONTEST).entries}
    each = [
        Part(name, partial(str, entries[name].source_digest), partial(_rows, entries[name]))
        for name in sorted(entries)
    ]
    return Parts(each, ("name",), ("testbed", "toolchain"))


def _rows(entry: Entry) -> list[dict[str, Any]]:
    versions = {"openssl": openssl_version()}
    return [
        plain(one) | ({"version": versions[one.kind]} if one.kind in versions else {})
        for one in measure_all(entry, SIZES)
    ]
