"""Faults in the C of a core of the repository, and which of them verification finds: natively, by
the compiler, or in Verilog.
"""

import re
import shutil
import time
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from cryptagon import paths
from cryptagon.approaches.hls.compile import compile_apart
from cryptagon.batch import Execute, one
from cryptagon.catalog import Entry
from cryptagon.catalog.includes import with_found_includes
from cryptagon.classes.aead import Bench, run_native
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.hls.native import Limits, NativeDesign
from cryptagon.mutation import Change, proved_equal, sample_changes
from cryptagon.study.levels import verilog_core
from cryptagon.study.wrong_cores import Finding, Follow, WrongCore, search

LIMITS = Limits(items=1_000_000, samples=10_000_000, seconds=60.0)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|\(\*.*?\*\)", re.DOTALL)


@dataclass(frozen=True)
class CFaults:
    """A sample of `count` small changes of the C of one core, by the seed of the bench."""

    entry: Entry
    bench: Bench
    count: int

    @property
    def changes(self) -> list[Change]:
        """Those that are tried."""
        return sample_changes(
            self.entry.c_source.read_text(), self.count, self.bench.tests.seeds[0]
        )

    def __len__(self) -> int:
        return len(self.changes)

    def findings(self, execute: Execute, follow: Follow) -> list[Finding]:
        """What became of each; `follow` hears of it as it comes.

        One that nothing finds is "equivalent" where its Verilog is that of the core, or is proved
        to be the same circuit; else "undecided". Raises CryptagonError where the core itself is
        wrong.
        """
        source, tests = self.entry.c_source, self.bench.tests
        folder = (
            paths.build_folder()
            / "mutants"
            / f"{self.entry.name}-c-{self.entry.source_digest[:16]}"
        )
        right = one(execute, verilog_core, self.entry)
        natively = partial(run_native, limits=LIMITS, defines=tests.defines)
        one(execute, natively, tests.algorithm, source, folder / "right", tests.messages)
        batch = [
            (self.bench, source, change, right, folder / f"{place}-{tests.seeds[0]}")
            for place, change in enumerate(self.changes)
        ]
        return execute(_search, batch, lambda _, finding: follow(finding))


def _search(
    bench: Bench, source: Path, change: Change, right: VerilogCore, folder: Path
) -> Finding:
    start = time.monotonic()
    name = f"{source.name}:{change.line}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    changed = folder / source.name
    changed.write_text(with_found_includes(change.applied(source.read_text()), source.parent))
    finding = _natively(bench, changed, name, change) or _in_verilog(
        bench, changed, name, change, right
    )
    shutil.rmtree(folder, ignore_errors=True)
    return replace(finding, seconds=time.monotonic() - start)


def _natively(bench: Bench, changed: Path, name: str, change: Change) -> Finding | None:
    tests, folder = bench.tests, changed.parent / "native"
    try:
        NativeDesign.build(changed, folder, defines=tests.defines)
    except CryptagonError as refusal:
        return Finding(
            name, change.what, "does not apply", fault=f"it is no C for hardware: {refusal.what}"
        )
    try:
        run_native(
            tests.algorithm, changed, folder, tests.messages, limits=LIMITS, defines=tests.defines
        )
    except CryptagonError as fault:
        return Finding(name, change.what, "found", "native", fault=fault.what)
    return None


def _in_verilog(
    bench: Bench, changed: Path, name: str, change: Change, right: VerilogCore
) -> Finding:
    try:
        core = compile_apart(changed, changed.parent / "verilog", dict(bench.tests.defines)).core
    except CryptagonError as refusal:
        return Finding(name, change.what, "found", "compiler", fault=refusal.what)
    if _same_text(core, right):
        return Finding(name, change.what, "equivalent", fault="its Verilog is the same")
    finding = search(bench, WrongCore(name, change.what, core, 0))
    if finding.outcome != "missed":
        return finding
    return replace(
        finding, outcome="equivalent" if proved_equal(right, core, changed.parent) else "undecided"
    )


def _same_text(one: VerilogCore, other: VerilogCore) -> bool:
    """Whether two cores differ in comments alone, which name lines of the source."""
    texts = [[_COMMENT.sub("", file.read_text()) for file in core.sources] for core in (one, other)]
    return texts[0] == texts[1]
