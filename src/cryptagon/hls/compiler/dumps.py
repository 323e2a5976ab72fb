"""Runs passes, and writes what was there before and after those that somebody wants to look at."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from cryptagon.errors import CryptagonError
from cryptagon.hls.compiler.watch import Watch

ALL = "all"


class Shown(Protocol):
    """What passes work on: it can be shown."""

    def shown(self) -> tuple[str, str]:
        """The suffix of a file of it, and its text."""
        ...


Before = TypeVar("Before", bound=Shown)
After = TypeVar("After", bound=Shown)


@dataclass(frozen=True)
class Pass(Generic[Before, After]):
    """One step from C to Verilog: its name, what it does in a line, and the step itself.

    `run` gives what there is afterwards; it may be what it was given, changed in place.
    """

    name: str
    says: str
    run: Callable[[Before], After]


@dataclass
class Dumps:
    """Runs passes on `design`, and writes `folder/DESIGN.PASS.before.SUFFIX` and `after` for those
    that are `wanted`.

    What runs again is numbered: `DESIGN.PASS.2.before.SUFFIX`. `watch` is told of each. `written`
    are the files in the order of writing.
    """

    design: str = ""
    folder: Path = Path()
    wanted: frozenset[str] = frozenset()
    watch: Watch = field(default_factory=Watch)
    written: list[Path] = field(default_factory=list)
    _runs: Counter[str] = field(default_factory=Counter)

    def of(self, design: str) -> "Dumps":
        """The same for another design, such as a shared function of this one."""
        return Dumps(design, self.folder, self.wanted, self.watch, self.written)

    def run(self, one: Pass[Before, After], value: Before) -> After:
        """What a pass makes of a value.

        Raises CryptagonError when the time of the compilation is over.
        """
        self.watch.begin(one.name, one.says, value)
        if one.name not in self.wanted:
            return one.run(value)
        self._runs[one.name] += 1
        self._write(one.name, "before", value)
        made = one.run(value)
        self._write(one.name, "after", made)
        return made

    def run_all(self, passes: Sequence[Pass[Before, Before]], value: Before) -> Before:
        """What passes of one kind make of a value, one after another."""
        for one in passes:
            value = self.run(one, value)
        return value

    def _write(self, name: str, when: str, value: Shown) -> None:
        suffix, text = value.shown()
        number = f".{self._runs[name]}" if self._runs[name] > 1 else ""
        file = self.folder / f"{self.design}.{name}{number}.{when}{suffix}"
        self.folder.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        self.written.append(file)


def checked_names(wanted: Collection[str], known: Sequence[str]) -> frozenset[str]:
    """The passes asked for by name, `all` for every one.

    Raises CryptagonError for a name that no pass has.
    """
    for name in wanted:
        if name not in (*known, ALL):
            close = get_close_matches(name, known)
            fix = (
                f"did you mean {' or '.join(close)}?"
                if close
                else "give one that --list-passes lists, or all"
            )
            raise CryptagonError(f"there is no pass '{name}'", fix=fix)
    return frozenset(known if ALL in wanted else wanted)
