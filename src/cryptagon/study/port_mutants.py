"""The catalogue's faults at the ports of a core of the repository, and which of them verification
finds.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from cryptagon import paths
from cryptagon.batch import Execute
from cryptagon.catalog import Entry
from cryptagon.catalog.toml_file import did_you_mean
from cryptagon.classes.aead import Bench
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.mutation import FAMILIES, FAULTS, Family, Fault, wrapped
from cryptagon.study.levels import verilog_core
from cryptagon.study.wrong_cores import Finding, Follow, WrongCore, check_right, search_all


@dataclass(frozen=True)
class PortFaults:
    """The faults at the ports of one core, all or those whose names are in `only`."""

    entry: Entry
    bench: Bench
    only: Collection[str] = ()

    def __post_init__(self) -> None:
        names = [fault.name for fault in FAULTS]
        for name in self.only:
            if name not in names:
                raise CryptagonError(f'there is no fault "{name}"', fix=did_you_mean(name, names))

    def __len__(self) -> int:
        return sum(len(self._chosen(family)) for family in FAMILIES)

    def findings(self, execute: Execute, follow: Follow) -> list[Finding]:
        """What became of each, in the catalogue's order; `follow` hears of it as it comes.

        Raises CryptagonError where the core itself is wrong.
        """
        right = verilog_core(self.entry)
        return [
            finding
            for family in FAMILIES
            if self._chosen(family)
            for finding in self._of_family(family, right, execute, follow)
        ]

    def _chosen(self, family: Family) -> list[Fault]:
        return [fault for fault in family.faults if not self.only or fault.name in self.only]

    def _of_family(
        self, family: Family, right: VerilogCore, execute: Execute, follow: Follow
    ) -> list[Finding]:
        algorithm = self.bench.tests.algorithm
        folder = (
            paths.build_folder() / "mutants" / f"{algorithm.name}-{family.name}-{right.digest[:16]}"
        )
        core = wrapped(right, algorithm, family, folder)
        controls = [control for control in family.controls if not control.applies(algorithm)]
        check_right(self.bench, _wrong(core, family, controls), execute)
        reasons = {fault.name: fault.applies(algorithm) for fault in self._chosen(family)}
        found = [
            Finding(fault.name, fault.text, "does not apply", fault=reasons[fault.name])
            for fault in self._chosen(family)
        ]
        others = [finding for finding in found if finding.fault]
        for finding in others:
            follow(finding)
        applying = [fault for fault in self._chosen(family) if not reasons[fault.name]]
        searched = search_all(self.bench, _wrong(core, family, applying), execute, follow)
        return sorted([*others, *searched], key=lambda finding: family.number(finding.name))


def _wrong(core: VerilogCore, family: Family, faults: Sequence[Fault]) -> list[WrongCore]:
    return [WrongCore(fault.name, fault.text, core, family.number(fault.name)) for fault in faults]
