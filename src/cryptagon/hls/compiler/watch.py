"""How long a compilation may take, and what it says meanwhile."""

import re
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType

from cryptagon.errors import CryptagonError
from cryptagon.hls.cleanup.module import Module
from cryptagon.hls.ir.layout import named_types
from cryptagon.hls.ir.metadata import Metadata
from cryptagon.hls.memory.large_arrays import (
    LOCAL,
    elements_of,
    place_of_variable,
    variable_name,
)

SECONDS = 600.0
"""Of wall-clock time that a compilation may take; the designs in docs/compile-time.md need 70 at
most.
"""
FIRST_WORDS_S, WORDS_EVERY_S = 5.0, 10.0
LARGE = 256  # elements of an array from which on it is named as what takes the time
DEBUG = re.compile(r"!dbg !(\d+)")
MORE_TIME = "--time-limit SECONDS gives it more time"


@dataclass
class Watch:
    """Watches over one compilation: `seconds` is how long it may take, `say` is told what it does,
    in a line each time.

    `doing` is the pass under way. `module` is the last text of the program that a pass was given,
    `arrays` that before arrays became registers.
    """

    seconds: float = SECONDS
    say: Callable[[str], None] | None = None
    doing: str = "clang"
    module: Module | None = None
    arrays: Module | None = None
    begun: float = field(default_factory=time.monotonic)

    def begin(self, name: str, says: str, value: object) -> None:
        """Notes that a pass begins. Raises CryptagonError when the time is over."""
        self.doing = f"pass '{name}' ({says})"
        if isinstance(value, Module):
            self.module = value
            self.arrays = value if name == "arrays" else self.arrays
        if time.monotonic() - self.begun > self.seconds:
            raise self.refusal()

    @contextmanager
    def running(self) -> Iterator[None]:
        """Says within what is done, and ends it by CryptagonError when the time is over: at once in
        the main thread, where signals come to, else at the next pass."""
        over, previous, speaker = threading.Event(), None, None
        if self.say:
            speaker = threading.Thread(target=self._speak, args=(self.say, over), daemon=True)
            speaker.start()
        signalled = threading.current_thread() is threading.main_thread()
        if signalled:
            previous = signal.signal(signal.SIGALRM, self._alarm)
            signal.setitimer(signal.ITIMER_REAL, self.seconds)
        try:
            yield
        finally:
            over.set()
            if signalled:
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, previous)
            if speaker:
                speaker.join()

    def refusal(self) -> CryptagonError:
        """What is told when the time is over: what was done, and which array or line of the source
        makes it long.
        """
        what, doing = f"compiling takes more than {self.seconds:g} s", f"{self.doing} was under way"
        if self.module is None:
            return CryptagonError(what, why=doing, fix=MORE_TIME)
        where, why, fix = self._largest_array(self.arrays or self.module) or self._busiest_line(
            self.module
        )
        return CryptagonError(what, where=where, why=f"{doing}; {why}", fix=f"{fix}; {MORE_TIME}")

    def _alarm(self, _signal: int, _frame: FrameType | None) -> None:
        raise self.refusal()

    def _speak(self, say: Callable[[str], None], over: threading.Event) -> None:
        pause = FIRST_WORDS_S
        while not over.wait(pause):
            say(f"{time.monotonic() - self.begun:.0f} s: {self.doing}")
            pause = WORDS_EVERY_S

    def _largest_array(self, module: Module) -> tuple[str, str, str] | None:
        """Where the largest array is declared, what is said of it, and what helps; None where none
        is large.
        """
        text, named = module.text, named_types(module.text)
        memories = {ram.variable for ram in module.rams.values()}
        arrays = (
            (elements_of(kind, named), name)
            for name, kind in LOCAL.findall(text)
            if name not in memories
        )
        count, name = max(arrays, default=(0, ""))
        if count < LARGE:
            return None
        why = f"array '{variable_name(name)}' of {count:,} elements is registers with multiplexers"
        fix = "write BLOCK_RAM or DISTRIBUTED_RAM before it, ROM before a table of constants, or make it smaller"
        return place_of_variable(name, text, Metadata(text)), why, fix

    def _busiest_line(self, module: Module) -> tuple[str, str, str]:
        """The line of which most instructions are made, likely those of an unrolled loop."""
        metadata, lines = Metadata(module.text), Counter[str]()
        for number, count in Counter(DEBUG.findall(module.text)).items():
            lines[str(metadata.location(number))] += count
        where, count = max(lines.items(), key=lambda line: line[1], default=("", 0))
        why = f"{count:,} of {lines.total():,} instructions come from this line"
        return (
            where,
            why,
            "unroll fewer iterations at once: UNROLL_BY(n), or a loop that stays rolled; or mark a function SHARED",
        )
