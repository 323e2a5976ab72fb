"""Verification of an algorithm without any synthesis: every level of every core, each with its outcome."""

import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from typing import Protocol

from cryptagon import paths, toolchain
from cryptagon.catalog import Kernel
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError, MachineError
from cryptagon.study.compile import compile_kept
from cryptagon.study.kernels import KernelDesign, designs
from cryptagon.study.native import run_native
from cryptagon.study.plan import Entry
from cryptagon.study.provenance import COMPILERS, code_of, source_digest, versions_of
from cryptagon.study.verification import Bench, TestSet
from cryptagon.toolchain import digest_of

LEVELS = ("reference", "native", "core", "aead")


@dataclass(frozen=True)
class Check:
    """One level of one algorithm. `what` is the implementation: "reference", "hls" or "rtl". `fault` is None where all is well.

    `vectors` counts known answers at level "reference" and messages elsewhere; 0 where there is a fault.
    """

    algorithm: str
    what: str
    level: str
    vectors: int
    seconds: float
    fault: CryptagonError | None = None


Watcher = Callable[[Check], None]


@dataclass(frozen=True)
class Verification:
    """One algorithm at `levels`, some of LEVELS."""

    bench: Bench
    levels: Sequence[str] = LEVELS

    @property
    def tests(self) -> TestSet:
        """What must be answered."""
        return self.bench.tests

    def parts(self) -> list[Callable[[], Iterator[Check]]]:
        """What may be run side by side: the reference software, and each core."""
        algorithm = self.tests.algorithm
        cores = [partial(self._checks, approach, self._actions(Entry(algorithm, approach))) for approach in algorithm.approaches]
        return [partial(self._checks, "reference", {"reference": self.tests.check_reference}), *cores]

    def _actions(self, entry: Entry) -> dict[str, Callable[[], int]]:
        """What to do at each level of a core; C that does not compile fails at each that needs the Verilog."""
        verilog = cache(lambda: verilog_core(entry))
        actions: dict[str, Callable[[], int]] = {
            level: lambda level=level: self.bench.verify(verilog(), level) for level in ("core", "aead")
        }
        if entry.approach == "rtl":
            return actions
        algorithm, folder = entry.algorithm, paths.build_folder() / "native"
        return {"native": lambda: run_native(algorithm, algorithm.hls_source, folder, self.tests.messages), **actions}

    def _checks(self, what: str, actions: Mapping[str, Callable[[], int]]) -> Iterator[Check]:
        return _check_levels(self.tests.algorithm.name, what, actions, self.levels)


@dataclass(frozen=True)
class KernelVerification:
    """One kernel at `levels`, some of LEVELS; there is no level "aead" for it."""

    kernel: Kernel
    levels: Sequence[str] = LEVELS

    def parts(self) -> list[Callable[[], Iterator[Check]]]:
        """What may be run side by side: each variant by each approach."""
        return [partial(self._checks, design) for design in designs(self.kernel)]

    def _checks(self, design: KernelDesign) -> Iterator[Check]:
        actions = {"reference": design.verify_reference, "native": design.verify_native, "core": design.verify_verilog}
        if design.approach == "rtl":
            actions = {"core": design.verify_verilog}
        return _check_levels(self.kernel.name, f"{design.approach} {design.variant.name}", actions, self.levels)


class Checkable(Protocol):
    """Something whose levels can be checked."""

    def parts(self) -> list[Callable[[], Iterator[Check]]]: ...  # noqa: D102


def verify_all(verifications: Sequence[Checkable], watch: Watcher, jobs: int) -> list[Check]:
    """Run everything, `jobs` parts at once; `watch` hears of each outcome as it comes, from any thread.

    A level that fails keeps no other from being checked. When interrupted, the tools are ended, as they are by a MachineError.
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
    """The Verilog of a core; C is compiled. Raises the CryptagonError of the compiler."""
    if entry.approach == "rtl":
        return VerilogCore(entry.algorithm.rtl_sources)
    digest = digest_of("core", source_digest(entry), code_of("hls"), versions_of(*COMPILERS))
    folder = paths.build_folder() / "cores" / f"{entry.algorithm.name}-{digest[:16]}"
    return compile_kept(entry.algorithm.hls_source, folder).core


def _check_levels(name: str, what: str, actions: Mapping[str, Callable[[], int]], levels: Sequence[str]) -> Iterator[Check]:
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
