"""Faults of single gates in a core of the repository, and which of them verification finds."""

from dataclasses import dataclass, replace
from pathlib import Path

from cryptagon import paths
from cryptagon.batch import Execute
from cryptagon.catalog import Entry
from cryptagon.classes.aead import Bench
from cryptagon.core import VerilogCore
from cryptagon.mutation import GATES, proved_equal, sample_gates, wrapped
from cryptagon.study.levels import verilog_core
from cryptagon.study.wrong_cores import Finding, Follow, WrongCore, check_right, search


@dataclass(frozen=True)
class GateFaults:
    """A sample of `count` faults of single gates of one core, by the seed of the bench."""

    entry: Entry
    bench: Bench
    count: int

    def __len__(self) -> int:
        return self.count

    def findings(self, execute: Execute, follow: Follow) -> list[Finding]:
        """What became of each; `follow` hears of it as it comes.

        One that verification does not find is "equivalent" where it is proved to change nothing,
        else "undecided": it may differ only where the contract forbids the inputs. Raises
        CryptagonError where the core itself is wrong.
        """
        right = verilog_core(self.entry)
        algorithm, seed = self.bench.tests.algorithm, self.bench.tests.seeds[0]
        folder = (
            paths.build_folder()
            / "mutants"
            / f"{algorithm.name}-gates-{right.digest[:16]}-{self.count}-{seed}"
        )
        netlist, texts = sample_gates(right, folder / "netlist", self.count, seed)
        core = wrapped(netlist, algorithm, GATES, folder / "core")
        wrong = [
            WrongCore(f"gate-{number}", text, core, number)
            for number, text in enumerate(texts, start=1)
        ]
        check_right(self.bench, [WrongCore("none", "the netlist as it is", core, 0)], execute)
        batch = [(self.bench, one, netlist, folder / one.name) for one in wrong]
        return execute(_decided, batch, lambda _, finding: follow(finding))


def _decided(bench: Bench, wrong: WrongCore, netlist: VerilogCore, folder: Path) -> Finding:
    finding = search(bench, wrong)
    if finding.outcome != "missed":
        return finding
    algorithm = bench.tests.algorithm
    right, other = (
        wrapped(netlist, algorithm, GATES, folder / str(number), number)
        for number in (0, wrong.number)
    )
    return replace(
        finding, outcome="equivalent" if proved_equal(right, other, folder) else "undecided"
    )
