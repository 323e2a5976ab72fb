"""Verification of an algorithm without any synthesis: every level of every core, each with its outcome."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from cryptagon import paths
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.study.compile import compile_apart
from cryptagon.study.native import run_native
from cryptagon.study.plan import Entry
from cryptagon.study.provenance import source_digest
from cryptagon.study.verification import Bench, TestSet

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
        verilog = cache(lambda: _verilog(entry))
        actions: dict[str, Callable[[], int]] = {
            level: lambda level=level: self.bench.verify(verilog(), level) for level in ("core", "aead")
        }
        if entry.approach == "rtl":
            return actions
        algorithm = entry.algorithm
        return {"native": lambda: run_native(algorithm, algorithm.hls_source, _folder(entry), self.tests.messages), **actions}

    def _checks(self, what: str, actions: dict[str, Callable[[], int]]) -> Iterator[Check]:
        for level, action in actions.items():
            if level not in self.levels:
                continue
            start = time.monotonic()
            vectors, fault = 0, None
            try:
                vectors = action()
            except CryptagonError as error:
                fault = error
            yield Check(self.tests.algorithm.name, what, level, vectors, time.monotonic() - start, fault)


def verify_all(verifications: Sequence[Verification], watch: Watcher, jobs: int) -> list[Check]:
    """Run everything, `jobs` parts at once; `watch` hears of each outcome as it comes, from any thread.

    A level that fails keeps no other from being checked.
    """

    def run(part: Callable[[], Iterator[Check]]) -> list[Check]:
        checks = []
        for check in part():
            watch(check)
            checks.append(check)
        return checks

    parts = [part for verification in verifications for part in verification.parts()]
    with ThreadPoolExecutor(max_workers=jobs, thread_name_prefix="verify") as pool:
        return [check for checks in pool.map(run, parts) for check in checks]


def _verilog(entry: Entry) -> VerilogCore:
    if entry.approach == "rtl":
        return VerilogCore(entry.algorithm.rtl_sources)
    return compile_apart(entry.algorithm.hls_source, _folder(entry)).core


def _folder(entry: Entry) -> Path:
    return paths.build_folder() / "verify" / f"{entry.algorithm.name}-{source_digest(entry)[:16]}"
