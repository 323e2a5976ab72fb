"""Wrong cores: how verification finds each entry of the catalogue in each core, and what becomes of samples of faults of gates and of C.

With a sample of the known answers, as `cryptagon mutate` has it.
"""

from collections import Counter
from collections.abc import Sequence

from common import Row

from cryptagon.catalog import algorithms
from cryptagon.cluster import local_machines
from cryptagon.study.known_answers import known_answer_files, known_answers
from cryptagon.study.mutants import Kind, faults_of
from cryptagon.study.plan import Entry
from cryptagon.study.verification import Bench, TestSet
from cryptagon.study.wrong_cores import Finding

WORKERS = 2
SAMPLES: tuple[Kind, ...] = ("gates", "c")
SAMPLED = ("dummy",)
"""What is not found goes through the whole verification and a proof, so samples of few algorithms are measured here; others by night."""


def measure() -> list[Row]:
    """A row an entry, with a column a core; then a row a core and sample, with how many had each outcome."""
    entries = [Entry(one, approach) for one in algorithms().values() for approach in one.approaches]
    catalogue: dict[str, Row] = {}
    samples: list[Row] = []
    with local_machines(WORKERS) as machines:
        for entry in entries:
            bench = Bench(TestSet(entry.algorithm, known_answers(known_answer_files(entry.algorithm), quick=True)))
            for finding in _findings("ports", entry, bench, machines.execute):
                catalogue.setdefault(finding.name, {"kind": "ports", "name": finding.name})[entry.label] = told(finding)
            for kind in SAMPLES if entry.name in SAMPLED else ():
                counts = Counter(finding.outcome for finding in _findings(kind, entry, bench, machines.execute))
                if counts:
                    samples.append({"kind": kind, "core": entry.label, **counts})
    return [*catalogue.values(), *samples]


def told(finding: Finding) -> str:
    """A finding in a line: outcome, or the level, the messages and the fault."""
    return f"{finding.level}: {finding.messages}: {finding.fault}" if finding.outcome == "found" else finding.outcome


def _findings(kind: Kind, entry: Entry, bench: Bench, execute) -> Sequence[Finding]:  # noqa: ANN001 - batch.Execute
    faults = faults_of(kind, entry, bench)
    return (
        faults.findings(execute, lambda finding: print(f"  {entry.label}: {finding.name} {finding.outcome}", flush=True)) if faults else []
    )
