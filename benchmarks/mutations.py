"""Wrong cores: how verification finds each entry of the catalogue in each core by hand that is
small enough to be tried in minutes.

With a sample of the known answers, as `cryptagon mutate` has it. `make nightly` tries all cores,
and samples of faults of gates and of C.
"""

from common import Row

from cryptagon import classes
from cryptagon.catalog import Entry
from cryptagon.classes import Setting
from cryptagon.classes.aead import Bench
from cryptagon.cluster import local_machines
from cryptagon.study.mutants import faults_of
from cryptagon.study.wrong_cores import Finding

WORKERS = 2
NAMES = ("dummy", "acorn128", "ascon128a")


def measure() -> list[Row]:
    """A row an entry, with a column a core."""
    catalogue: dict[str, Row] = {}
    with local_machines(WORKERS) as machines:
        for entry in (Entry(classes.algorithm(name), "rtl") for name in NAMES):
            bench = classes.class_of(entry.algorithm).tests(
                entry.algorithm, entry.variant, Setting(sample=True)
            )
            assert isinstance(bench, Bench)  # as it is a cipher
            faults = faults_of("ports", entry, bench)
            assert faults  # every core has ports
            for finding in faults.findings(
                machines.execute,
                lambda one, core=entry.label: print(f"  {core}: {one.name} {one.outcome}"),
            ):
                catalogue.setdefault(finding.name, {"kind": "ports", "name": finding.name})[
                    entry.label
                ] = told(finding)
    return list(catalogue.values())


def told(finding: Finding) -> str:
    """A finding in a line: outcome, or the level, the messages and the fault."""
    return (
        f"{finding.level}: {finding.messages}: {finding.fault}"
        if finding.outcome == "found"
        else finding.outcome
    )
