"""Wrong cores: how verification finds each entry of the catalogue in each core by hand that is
small enough to be tried in minutes.

With a sample of the known answers, as `cryptagon mutate` has it. `make nightly` tries all cores,
and samples of faults of gates and of C.
"""

from collections.abc import Sequence

from common import Row

from cryptagon import classes
from cryptagon.catalog import Algorithm, Entry
from cryptagon.classes import Setting
from cryptagon.classes.aead import Bench
from cryptagon.cluster import local_machines
from cryptagon.mutation import FAULTS
from cryptagon.study.mutants import faults_of
from cryptagon.study.wrong_cores import Finding

WORKERS = 2
NAMES = (
    "dummy",
    "acorn128",
    "ascon128a",
    "dummy_two_pass",
    "dummy_nsec",
    "dummy_expanding",
)


def measure(names: Sequence[str] = NAMES) -> list[Row]:
    """A row an entry, with a column a core."""
    catalogue: dict[str, Row] = {}
    with local_machines(WORKERS) as machines:
        for entry in (Entry(classes.algorithm(name), "rtl") for name in names):
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


def merged(rows: Sequence[Row], others: Sequence[Row]) -> list[Row]:
    """The rows with the columns of `others`, which were measured later.

    What came into the catalogue in between is written for the other cores, too, where it does not
    apply to them.
    """
    catalogue: dict[str, Row] = {
        fault.name: {"kind": "ports", "name": fault.name} for fault in FAULTS
    }
    for row in (*rows, *others):
        catalogue[str(row["name"])] |= row
    columns = dict.fromkeys(key for row in catalogue.values() for key in row)
    for core in (column for column in columns if column not in ("kind", "name")):
        algorithm = classes.algorithm(core.split()[0])
        assert isinstance(algorithm, Algorithm)  # as it is a cipher
        for fault in FAULTS:
            if fault.applies(algorithm):
                catalogue[fault.name].setdefault(core, "does not apply")
    return list(catalogue.values())
