"""Large functions that are called so often that their copies would be most of a design.

Reference code calls a whole block cipher at ten places. Such a function stays one copy
(`single_copies`). In a source with UNROLL or with statements about cycles none does: a call of the
one copy takes a cycle more, and whoever writes these has chosen the cycles.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping
from graphlib import TopologicalSorter

from cryptagon.hls.cleanup.loop_statements import CALL as STATEMENT
from cryptagon.hls.cleanup.module import Module
from cryptagon.hls.cleanup.unrolling import PARTLY, WHOLLY
from cryptagon.hls.source.call_graph import DIRECT_CALL, called_by, function_bodies

MOST_COPIED = 15_000
"""Instructions, as clang writes them, in all copies of a function but the first.

A table AES that is called at nine places has 16,000.
"""
LARGE = 1_000
"""Instructions of a function, with what it calls, that may stay one copy: a call of it takes a clock
cycle more, and its arguments are chosen. A round of SHA-256 has 960, and its one copy takes longer
to compile than 19 do (HMAC of BearSSL).
"""
UNROLL = re.compile(rf'^!\d+ = !\{{!"(?:{re.escape(WHOLLY)}|{re.escape(PARTLY)})"', re.MULTILINE)
"""As the source asks for it, in a node of its own; not what `Choices` adds to a loop's notes."""
INSTRUCTION = re.compile(r"^  (?:%|store|call|br|ret|switch)", re.MULTILINE)


def called_often(module: Module) -> list[str]:
    """The functions to be there once, each before those that it calls."""
    if UNROLL.search(module.text):
        return []
    bodies = function_bodies(module.text)
    reached = {name: bodies[name] for name in called_by(module.top, bodies)}
    if any(map(STATEMENT.search, reached.values())):
        return []
    return _Design(reached, module.top).often(reached.keys() - {module.top, module.hardware})


class _Design:
    """The functions that are reached from `top`."""

    def __init__(self, bodies: Mapping[str, str], top: str) -> None:
        self._top = top
        self._own = {name: len(INSTRUCTION.findall(body)) for name, body in bodies.items()}
        self._calls = {
            name: Counter(one for one, _ in DIRECT_CALL.findall(body) if one in bodies)
            for name, body in bodies.items()
        }
        self._called_first = list(TopologicalSorter(self._calls).static_order())

    def often(self, allowed: Collection[str]) -> list[str]:
        """Those of the functions allowed that are to be there once: as long as the copies of one
        are too much, the one whose copies are most.
        """
        once = list[str]()
        while True:
            size, copies = self._sizes(once), self._copies(once)
            copied = {
                name: (copies[name] - 1) * size[name]
                for name in self._called_first
                if name in allowed and name not in once and size[name] >= LARGE
            }
            most = max(copied, key=copied.__getitem__, default="")
            if not most or copied[most] < MOST_COPIED:
                return [name for name in reversed(self._called_first) if name in once]
            once.append(most)

    def _sizes(self, once: Collection[str]) -> dict[str, int]:
        """The instructions of each function, with what it calls, where some are there once."""
        size = dict[str, int]()
        for name in self._called_first:
            calls = self._calls[name].items()
            size[name] = self._own[name] + sum(
                size[callee] * times for callee, times in calls if callee not in once
            )
        return size

    def _copies(self, once: Collection[str]) -> Counter[str]:
        """How many copies there are of each function, where some are there once."""
        copies = Counter({self._top: 1, **dict.fromkeys(once, 1)})
        for name in reversed(self._called_first):
            for callee, times in self._calls[name].items():
                copies[callee] += 0 if callee in once else copies[name] * times
        return copies
