"""Ends a run of nextpnr whose router goes round in circles.

`router2` tries until no wire is used twice, however long: for AEGIS-128L by hand on GateMate one
wire was left after each of 2,500 rounds, for 50 minutes. `router1` routes connection by connection
and takes back those in its way, however often: Skein on ECP5 had half of its connections left after
40 minutes. Another seed or another placer has better luck. What counts are rounds and steps, and
not seconds: a slower machine decides in the same way.
"""

import os
import re
import stat
import threading
import time

ENDLESS = "Routing does not end: "
"""How the error begins."""
ROUNDS = 500
"""Of `router2` after the best one so far; the layouts looked at took 67 at most."""
STEPS, LEFT = 4, 0.5
"""Of `router1`: after so many steps for each connection, at most this share may be left. Of 27
layouts that came to an end 0.3 at most were left then."""
ROUND = re.compile(rb"iter=(\d+) wires=\d+ overused=(\d+) ")
CONNECTIONS = re.compile(rb"Info: Routing (\d+) arcs")
STEP = re.compile(rb"Info: +(\d+) \|[^|]*\|[^|]*\| +(\d+)\|")
"""Steps so far, and the connections that are left."""
LOOK_AFTER_S = 1.0


class RouterWatch:
    """Hears what nextpnr writes."""

    def __init__(self) -> None:
        self._heard = b""
        self._fewest = self._since = 0
        self._connections = 0

    def hears(self, text: bytes) -> str:
        """Takes the next part of the text, lines cut anywhere; why the router does not end, "" as
        long as it may.
        """
        *lines, self._heard = (self._heard + text).split(b"\n")
        return next(filter(None, map(self._judged, lines)), "")

    def _judged(self, line: bytes) -> str:
        if found := ROUND.search(line):
            return self._after_round(int(found[1]), int(found[2]))
        if found := CONNECTIONS.match(line):
            self._connections = int(found[1])
        if found := STEP.match(line):
            return self._after_steps(int(found[1]), int(found[2]))
        return ""

    def _after_round(self, number: int, overused: int) -> str:
        if number == 1 or overused < self._fewest:
            self._fewest, self._since = overused, number
        if number - self._since < ROUNDS:
            return ""
        return (
            f"{ENDLESS}{self._fewest} wires overused at best, "
            f"not fewer in the last {ROUNDS} of {number} rounds"
        )

    def _after_steps(self, number: int, left: int) -> str:
        if number < STEPS * self._connections or left <= LEFT * self._connections:
            return ""
        return (
            f"{ENDLESS}{left:,} of {self._connections:,} connections not routed"
            f" after {number:,} steps"
        )


def end_where_futile(log: int = 1) -> None:
    """Watches the file that this process writes its output to, by its descriptor; ends the process
    with an error as nextpnr has it. What is no file is not watched.
    """
    if stat.S_ISREG(os.fstat(log).st_mode):
        threading.Thread(target=_watch, args=(log,), daemon=True).start()


def _watch(log: int) -> None:
    watch, at = RouterWatch(), 0
    while True:
        text = os.pread(log, 1 << 20, at)
        at += len(text)
        if why := watch.hears(text):
            os.write(log, f"ERROR: {why}\n".encode())
            os._exit(1)
        time.sleep(LOOK_AFTER_S)
