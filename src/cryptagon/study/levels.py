"""Verification of an algorithm: every level of every core, each with its outcome."""

import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Protocol

from cryptagon import paths, toolchain
from cryptagon.approaches import approach, entries_of, made
from cryptagon.catalog import AlgorithmFolder, Entry, Target, Variant, target
from cryptagon.classes import AlgorithmClass, Setting, class_of
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError, MachineError
from cryptagon.study.netlists import check_netlist
from cryptagon.study.plan import FIRST_TARGET

LEVELS = ("reference", "native", "core", "unit")
"""What is checked where nothing else is asked for: no synthesis."""
NETLIST = "netlist"


@dataclass(frozen=True)
class Check:
    """One level of one algorithm. `what` is "reference" or an approach, and the variant. `fault` is
    None where all is well.

    `vectors` counts known answers at level "reference" and messages elsewhere; 0 where there is a
    fault.
    """

    algorithm: str
    what: str
    level: str
    vectors: int
    seconds: float
    fault: CryptagonError | None = None


Watcher = Callable[[Check], None]


@dataclass(frozen=True)
class LevelChecks:
    """One algorithm in every variant at `levels`, some of LEVELS and NETLIST, by `approaches`
    (none: all).

    `target`: of the netlist; without it the first one.
    """

    algorithm: AlgorithmFolder
    setting: Setting
    levels: Sequence[str] = LEVELS
    approaches: Sequence[str] = ()
    target: Target | None = None

    def parts(self) -> list[Callable[[], Iterator[Check]]]:
        """What may be run side by side: the reference software in each variant, and each core."""
        variants = [partial(self._reference, variant) for variant in self.algorithm.variants]
        entries = (
            entry
            for entry in entries_of(self.algorithm)
            if not self.approaches or entry.approach in self.approaches
        )
        return [*variants, *(partial(self._core, entry) for entry in entries)]

    @cached_property
    def kind(self) -> AlgorithmClass:
        """The class of the algorithm."""
        return class_of(self.algorithm)

    def _reference(self, variant: Variant) -> Iterator[Check]:
        tests = self.kind.tests(self.algorithm, variant, self.setting)
        return self._checks("reference", variant, {"reference": tests.check_reference})

    def _core(self, entry: Entry) -> Iterator[Check]:
        """C that does not compile fails at each level that needs the Verilog."""
        tests = self.kind.tests(self.algorithm, entry.variant, self.setting)
        verilog = cache(lambda: verilog_core(entry))
        actions: dict[str, Callable[[], int]] = {}
        if program := approach(entry.approach).program(entry):
            actions["native"] = lambda: tests.check_program(
                program, paths.build_folder() / "native"
            )
        actions |= {
            level: lambda level=level: tests.verify(verilog(), level)
            for level in self.setting.levels
        }
        actions[NETLIST] = lambda: check_netlist(
            entry, verilog(), self.setting, self.target or target(FIRST_TARGET)
        )
        return self._checks(entry.approach, entry.variant, actions)

    def _checks(
        self, what: str, variant: Variant, actions: Mapping[str, Callable[[], int]]
    ) -> Iterator[Check]:
        return _check_levels(
            self.algorithm.name, f"{what} {variant.name}".rstrip(), actions, self.levels
        )


class Checkable(Protocol):
    """Something whose levels can be checked."""

    def parts(self) -> list[Callable[[], Iterator[Check]]]: ...  # noqa: D102


def verify_all(verifications: Sequence[Checkable], watch: Watcher, jobs: int) -> list[Check]:
    """Run everything, `jobs` parts at once; `watch` hears of each outcome as it comes, from any
    thread.

    A level that fails keeps no other from being checked. When interrupted, the tools are ended, as
    they are by a MachineError.
    """
    owner = f"verification {uuid.uuid4()}"

    def run(part: Callable[[], Iterator[Check]]) -> list[Check]:
        checks = []
        with toolchain.tools_of(owner):
            for check in part():
                watch(check)
                checks.append(check)
        return checks

    parts = [part for verification in verifications for part in verification.parts()]
    with ThreadPoolExecutor(max_workers=jobs, thread_name_prefix="verify") as pool:
        try:
            return [check for checks in pool.map(run, parts) for check in checks]
        except BaseException:
            toolchain.end_all(owner)
            raise


def verilog_core(entry: Entry) -> VerilogCore:
    """The Verilog of a core, made where it is not there.

    Raises the CryptagonError of what makes it.
    """
    return made(entry, class_of(entry.algorithm).module).core


def _check_levels(
    name: str, what: str, actions: Mapping[str, Callable[[], int]], levels: Sequence[str]
) -> Iterator[Check]:
    for level, action in actions.items():
        if level not in levels:
            continue
        start = time.monotonic()
        vectors, fault = 0, None
        try:
            vectors = action()
        except MachineError:
            raise
        except CryptagonError as error:
            fault = error
        yield Check(name, what, level, vectors, time.monotonic() - start, fault)
