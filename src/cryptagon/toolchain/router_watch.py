"""Ends a run of nextpnr whose router goes round in circles.

`router2` tries until no wire is used twice, however long: for AEGIS-128L by hand on GateMate one
wire was left after each of 2,500 rounds, for 50 minutes. Another seed has better luck. What counts
are rounds, and not seconds: a slower machine decides in the same way.
"""

import os
import re
import stat
import threading
import time

ROUNDS = 500
"""Rounds after the best one so far; the layouts looked at took 67 at most."""
ROUND = re.compile(rb"iter=(\d+) wires=\d+ overused=(\d+) .*\n")
LOOK_AFTER_S = 1.0


class RouterWatch:
    """Hears what nextpnr writes."""

    def __init__(self) -> None:
        self._heard = b""
        self._fewest = self._since = 0

    def hears(self, text: bytes) -> str:
        """Takes the next part of the text, lines cut anywhere; why the router does not end, "" as
        long as it may.
        """
        self._heard += text
        end = self._heard.rfind(b"\n") + 1
        lines, self._heard = self._heard[:end], self._heard[end:]
        for number, overused in (map(int, found) for found in ROUND.findall(lines)):
            if number == 1 or overused < self._fewest:
                self._fewest, self._since = overused, number
            elif number - self._since >= ROUNDS:
                return (
                    f"Routing does not end: {self._fewest} wires overused at best, "
                    f"not fewer in the last {ROUNDS} of {number} rounds"
                )
        return ""


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
