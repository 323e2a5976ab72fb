"""What a class of algorithms gives: the model of its algorithm.toml, how its cores are tested, and
what they are measured by.
"""

import inspect
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cryptagon.catalog import AlgorithmFolder, Entry, Variant
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.hls.native import Presentation
from cryptagon.interfaces import interface
from cryptagon.prove import Subject
from cryptagon.results import Work
from cryptagon.simulate.levels import Testbench
from cryptagon.toolchain import code_of

CORE, UNIT = "core", "unit"
"""The levels of a Verilog core: alone, and with its interface around it."""


@dataclass(frozen=True)
class Setting:
    """How cores are put to the test.

    `interface` is around them at level "unit", "" for none; `bus` the widths in bits that are asked
    of it. `sample`: of the known answers, not all. `quick`: a sample, and fewer sets of messages,
    for a first impression. All sets of messages go through with the first of the `seeds`; with each
    further one those that it changes. `thorough`: more and longer messages, under every stall.
    `known_answers`: files or folders instead of the algorithm's own.
    """

    interface: str = ""
    bus: Mapping[str, int] = field(default_factory=dict)
    sample: bool = False
    quick: bool = False
    seeds: tuple[int, ...] = (1,)
    thorough: bool = False
    known_answers: tuple[Path, ...] = ()

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of a Verilog core that are verified."""
        return (CORE, UNIT) if self.interface else (CORE,)

    def bus_of(self, algorithm: AlgorithmFolder) -> dict[str, int]:
        """The widths that an algorithm has.

        Raises CryptagonError for a bus that the interface lacks.
        """
        return interface(self.interface).bus(algorithm, self.bus) if self.interface else {}


class Tests(ABC):
    """What every core of one algorithm must answer, in one variant and setting.

    It pickles: tests run in other processes.
    """

    __test__ = False  # the name is the field's term, not a test class

    @abstractmethod
    def check_reference(self) -> int:
        """The reference software against the known answers; how many.

        Raises CryptagonError for the first wrong one.
        """

    @abstractmethod
    def check_program(self, source: Path, folder: Path) -> int:
        """C for hardware run as a program, built in `folder`, against what it must answer; how
        many. Raises CryptagonError.
        """

    @abstractmethod
    def verify(self, core: VerilogCore, level: str) -> int:
        """A Verilog core at level "core" or "unit" under all stall modes; how many messages went
        through.

        Raises CryptagonError with the first answer that differs, what was expected and what came,
        and the waveform.
        """

    @abstractmethod
    def cycles(self, core: VerilogCore) -> dict[str, float]:
        """Clock cycles by what takes them, in the setting's unit where it has one.

        Raises CryptagonError where there is no such number.
        """

    @abstractmethod
    def sample(self, count: int) -> tuple[Testbench[Any], Sequence[Any]]:
        """A testbench of what is implemented, and about `count` messages (0: all) spread over the
        known answers, for slow simulations.
        """

    def presentations(self, count: int) -> list[Presentation]:
        """About `count` messages (0: all) spread over the known answers, as a program of a core is
        offered them.

        Raises CryptagonError for a class or a core without them.
        """
        raise CryptagonError(
            "cores of this class have no list of what they are offered",
            why=f"{type(self).__name__} has no presentations",
            fix="add them to the tests of the class",
        )


class AlgorithmClass(ABC):
    """A class of algorithms. `model` reads its algorithm.toml; `module` is the top module of a
    core.

    `interface` is the one of a unit where a study names none; "" where cores of this class are
    measured alone.
    """

    name: str
    title: str
    model: type[AlgorithmFolder]
    module: str
    interface: str = ""
    contract: str
    """The page that lays down the ports of a core."""
    dummy: str = ""
    """The algorithm that newcomers of this class begin as a copy of; "" where there is none."""

    @abstractmethod
    def work(self, algorithm: Any) -> Work:  # noqa: ANN401 - the model of the class
        """What throughput or time is measured by; its `cycles` is a name of what `Tests.cycles`
        gives.
        """

    @abstractmethod
    def known_answer_files(self, algorithm: Any) -> tuple[Path, ...]:  # noqa: ANN401 - as above
        """The files of known answers in the algorithm's folder, in the order of their names."""

    @abstractmethod
    def tests(self, algorithm: Any, variant: Variant, setting: Setting) -> Tests:  # noqa: ANN401 - as above
        """What cores must answer.

        Raises CryptagonError where there are no known answers or one is broken.
        """

    @abstractmethod
    def proof(self, algorithm: Any, core: VerilogCore) -> Subject:  # noqa: ANN401 - as above
        """A core with the rules of its handshakes, to be proved."""

    def sizes(self, algorithm: Any) -> dict[str, int]:  # noqa: ANN401 - as above
        """Sizes in bits by name, for lists; none where the class has none."""
        found = getattr(algorithm, "sizes", None)
        return dict(found) if found else {}

    def code(self) -> list[Path]:
        """The files of Cryptagon that decide what tests find: an edit makes what they found
        stale.
        """
        own = Path(inspect.getfile(type(self))).parent
        shared = code_of("hwapi", "simulate", "kat", "reference")
        return [
            *shared,
            *sorted(path for path in own.rglob("*") if path.is_file() and path.suffix != ".pyc"),
        ]

    def check(self, entry: Entry, setting: Setting) -> None:
        """Raises CryptagonError where the algorithm cannot have the setting: now, not after
        minutes.
        """
        if setting.interface:
            chosen = interface(setting.interface)
            if chosen.algorithm_class != self.name:
                what = f"the interface {chosen.name} is for algorithms of class {chosen.algorithm_class}"
                raise CryptagonError(
                    what,
                    why=f"{entry.algorithm.name} is of class {self.name}",
                    fix="choose another interface",
                )
            chosen.parameters(entry.own_algorithm, setting.bus_of(entry.algorithm))
