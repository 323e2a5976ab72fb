"""The catalogue of wrong cores on a core of the repository: which of them there are, and which of them verification finds."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from cryptagon import paths
from cryptagon.batch import Execute
from cryptagon.catalog.toml_file import did_you_mean
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.mutation import CONTROLS, FAULTS, Fault, wrapped
from cryptagon.study.levels import verilog_core
from cryptagon.study.plan import Entry
from cryptagon.study.verification import Bench
from cryptagon.study.wrong_cores import Finding, Follow, WrongCore, check_right, search_all


@dataclass(frozen=True)
class PortFaults:
    """The faults at the ports with these names, or all, of one core."""

    entry: Entry
    bench: Bench
    only: Collection[str] = ()

    def __post_init__(self) -> None:
        for name in self.only:
            if name not in _names():
                raise CryptagonError(f'there is no fault "{name}"', fix=did_you_mean(name, _names()))

    @property
    def chosen(self) -> list[Fault]:
        """The faults, in the catalogue's order."""
        return [fault for fault in FAULTS if not self.only or fault.name in self.only]

    def findings(self, execute: Execute, follow: Follow) -> list[Finding]:
        """What became of each; `follow` hears of it as it comes. Raises CryptagonError where the core itself is wrong."""
        algorithm = self.entry.algorithm
        core = self._core(verilog_core(self.entry))
        check_right(self.bench, _wrong(core, CONTROLS), execute)
        others = [
            Finding(fault.name, fault.text, "does not apply", fault=why) for fault in self.chosen if (why := fault.applies(algorithm))
        ]
        for finding in others:
            follow(finding)
        applying = [fault for fault in self.chosen if not fault.applies(algorithm)]
        found = [*others, *search_all(self.bench, _wrong(core, applying), execute, follow)]
        order = {fault.name: place for place, fault in enumerate(self.chosen)}
        return sorted(found, key=lambda finding: order[finding.name])

    def _core(self, right: VerilogCore) -> VerilogCore:
        folder = paths.build_folder() / "mutants" / f"{self.entry.algorithm.name}-{right.digest[:16]}"
        return wrapped(right, self.entry.algorithm, (*CONTROLS, *FAULTS), folder)


def _names() -> list[str]:
    return [fault.name for fault in FAULTS]


def _wrong(core: VerilogCore, faults: Sequence[Fault]) -> list[WrongCore]:
    numbers = {fault.name: number for number, fault in enumerate((*CONTROLS, *FAULTS), start=1)}
    return [WrongCore(fault.name, fault.text, core, numbers[fault.name]) for fault in faults]
