"""Wrong cores: how verification finds each entry of the catalogue in each core by hand that is
small enough to be tried in minutes.

With a sample of the known answers, as `cryptagon mutate` has it. `make nightly` tries all cores,
and samples of faults of gates and of C.
"""

from functools import partial

from common import Row
from parts import Part, Parts

from cryptagon import classes
from cryptagon.catalog import Entry
from cryptagon.classes import Setting
from cryptagon.classes.aead import Bench
from cryptagon.cluster import local_machines
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


def parts() -> Parts:
    """A core each: a row an entry of the catalogue."""
    entries = [Entry(classes.algorithm(name), "rtl") for name in NAMES]
    each = [
        Part(entry.label, partial(str, entry.source_digest), partial(_rows, entry))
        for entry in entries
    ]
    return Parts(each, ("core",), ("mutation", "simulate", "hwapi", "toolchain"))


def _rows(entry: Entry) -> list[Row]:
    bench = classes.class_of(entry.algorithm).tests(
        entry.algorithm, entry.variant, Setting(sample=True)
    )
    assert isinstance(bench, Bench)  # as it is a cipher
    faults = faults_of("ports", entry, bench)
    assert faults  # every core has ports
    with local_machines(WORKERS) as machines:
        found = faults.findings(
            machines.execute, lambda one: print(f"  {entry.label}: {one.name} {one.outcome}")
        )
        return [
            {"core": entry.label, "kind": "ports", "name": one.name, "outcome": told(one)}
            for one in found
        ]


def told(finding: Finding) -> str:
    """A finding in a line: outcome, or the level, the messages and the fault."""
    return (
        f"{finding.level}: {finding.messages}: {finding.fault}"
        if finding.outcome == "found"
        else finding.outcome
    )
