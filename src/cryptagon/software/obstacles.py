"""What keeps an implementation from hardware, in the words of the compiler for hardware."""

import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cryptagon.errors import CryptagonError, MachineError
from cryptagon.hls import compile_source
from cryptagon.hls.source.frontend import STANDARDS, clang_arguments
from cryptagon.software.folder import FUNCTIONS, SupercopFolder
from cryptagon.software.functions import Function, functions_of
from cryptagon.software.leaving_out import cuts_at
from cryptagon.software.wrappers import copied, of_function, whole_message
from cryptagon.toolchain import answer

MOST, MOST_SLOW = 40, 3
"""Refusals of one function of SUPERCOP, and how many of them may be for time."""
_TOO_LONG = "compiling takes more than"
_FIX = "write it as docs/hls-language.md has it"


@dataclass(frozen=True)
class Refusal:
    """A refusal of the compiler's in its own words; `where` is file:line in the folder.

    `left_out` is what was left out of a copy to see what is refused next; of several lines the first.
    """

    of: str
    what: str
    where: str
    why: str
    fix: str
    left_out: str = ""


@dataclass(frozen=True)
class Compiled:
    """A function that compiles to hardware as it is: states of its controller and bits of its
    registers.
    """

    function: Function
    states: int
    register_bits: int


@dataclass(frozen=True)
class Obstacles:
    """`whole` are the refusals of whole messages, in order; `ends` says of each function of
    SUPERCOP what came behind them. `primitives` compile alone, `refused` do not, and `untried` have
    pointers to no known extent.
    """

    standard: str
    whole: tuple[Refusal, ...]
    ends: dict[str, str]
    primitives: tuple[Compiled, ...]
    refused: tuple[Refusal, ...]
    untried: tuple[tuple[str, str], ...]


def obstacles_of(
    folder: SupercopFolder, *, seconds: float, say: Callable[[str], None] = lambda _: None
) -> Obstacles:
    """Compiles whole messages, then each function alone; a compilation has `seconds`.

    Raises MachineError where the compiler is not there; what it refuses is told, not raised.
    """
    with tempfile.TemporaryDirectory(prefix="cryptagon-software-") as name:
        work = _Work(folder, Path(name).resolve(), seconds, say)
        primitives, refused, untried = work.functions()
        whole, ends = work.whole()
        return Obstacles(work.standard, whole, ends, primitives, refused, untried)


class _Work:
    def __init__(
        self, folder: SupercopFolder, place: Path, seconds: float, say: Callable[[str], None]
    ) -> None:
        self.folder, self.place, self.seconds, self.say = folder, place / "code", seconds, say
        self.unit = copied(folder, self.place)
        self.output = place / "output"
        self.standard = next((one for one in STANDARDS if _is_valid(self.unit, one)), "gnu17")

    def whole(self) -> tuple[tuple[Refusal, ...], dict[str, str]]:
        refusals: list[Refusal] = []
        ends = {}
        for function in FUNCTIONS[self.folder.kind]:
            self.say(f"compiling {function} ...")
            found, ends[function] = self._refusals(function)
            refusals += [
                one for one in found if one.where not in {other.where for other in refusals}
            ]
        return tuple(refusals), ends

    def functions(
        self,
    ) -> tuple[tuple[Compiled, ...], tuple[Refusal, ...], tuple[tuple[str, str], ...]]:
        compiled: list[Compiled] = []
        refused: list[Refusal] = []
        untried: list[tuple[str, str]] = []
        sources = [self.place / file.name for file in self.folder.sources]
        for function in functions_of(sources, self.standard):
            unknown = [one.name or "?" for one in function.parameters if one.pointed is None]
            if function.name in FUNCTIONS[self.folder.kind]:
                continue
            if unknown or not function.parameters:
                why = (
                    f"the extent of {', '.join(unknown)} is not known"
                    if unknown
                    else "it takes nothing"
                )
                untried.append((function.name, why))
                continue
            self.say(f"compiling {function.name} ...")
            one = self._alone(function)
            (compiled.append(one) if isinstance(one, Compiled) else refused.append(one))
        return tuple(compiled), tuple(refused), tuple(untried)

    def _alone(self, function: Function) -> Compiled | Refusal:
        include = self.unit.name if _is_valid(self.unit, self.standard) else function.file.name
        wrapper = self.place / f"cryptagon_{function.name}.c"
        wrapper.write_text(of_function(function, include))
        try:
            result = compile_source(
                wrapper, self.output, standard=self.standard, module="", seconds=self.seconds
            )
        except MachineError:
            raise
        except CryptagonError as fault:
            return self._refusal(function.name, fault)
        bits = result.registers.bits
        own = Function(**{**vars(function), "file": self.folder.path / function.file.name})
        return Compiled(own, len(result.states), bits)

    def _refusals(self, function: str) -> tuple[list[Refusal], str]:
        """Those of one function of SUPERCOP; each time what is refused is left out of the copy, and
        the compiler is asked again.
        """
        wrapper = self.place / "cryptagon_message.c"
        wrapper.write_text(whole_message(self.folder.kind, function, self.unit.name))
        found: list[Refusal] = []
        slow = 0
        while len(found) < MOST:
            try:
                compile_source(
                    wrapper, self.output, standard=self.standard, module="", seconds=self.seconds
                )
            except MachineError:
                raise
            except CryptagonError as fault:
                one = self._refusal(function, fault)
                slow += _TOO_LONG in fault.what
                if slow >= MOST_SLOW:
                    return [*found, one], f"more than {self.seconds:g} s were not tried again"
                left_out = self._leave_out(fault.where)
                found.append(Refusal(**{**vars(one), "left_out": left_out}))
                if not left_out:
                    return found, f"what is behind {one.where or 'it'} is not known"
            else:
                behind = (
                    "without the lines left out it compiles" if found else "it compiles as it is"
                )
                return found, behind
        return found, f"no more than {MOST} were asked for"

    def _leave_out(self, where: str) -> str:
        """Leaves as little as can be out of the copy at a place; it, or "" where whatever is left out
        there, the rest would not be C.
        """
        name, _, number = where.rpartition(":")
        file = Path(name).resolve()
        if not number.isdigit() or not file.is_file() or file.parent != self.place:
            return ""
        if file.name.startswith("cryptagon_"):
            return ""
        before = file.read_text(encoding="utf-8", errors="surrogateescape")
        for cut in cuts_at(before, int(number)):
            if cut.text == before:
                continue
            file.write_text(cut.text, encoding="utf-8", errors="surrogateescape")
            if _is_valid(self.unit, self.standard):
                return cut.left_out
        file.write_text(before, encoding="utf-8", errors="surrogateescape")
        return ""

    def _refusal(self, of: str, fault: CryptagonError) -> Refusal:
        told = (fault.what, fault.where, fault.why, fault.fix or _FIX)
        return Refusal(of, *(self._own(text) for text in told))

    def _own(self, text: str) -> str:
        """With the places of the copy as those of the folder."""
        for place in (str(self.place), os.path.relpath(self.place)):
            text = text.replace(f"{place}/cryptagon_", "wrapper ")
            text = text.replace(place, str(self.folder.path))
        return text.replace("--time-limit SECONDS", "--hls-limit SECONDS")


def _is_valid(file: Path, standard: str) -> bool:
    options = [*clang_arguments(file, {}, standard)[:-5], "-fsyntax-only", str(file)]
    return answer(options, b"").returncode == 0
