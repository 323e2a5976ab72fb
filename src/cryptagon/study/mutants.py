"""Wrong cores of every kind, made from a core of the repository."""

from collections.abc import Collection
from typing import Literal, Protocol

from cryptagon.approaches import approach
from cryptagon.batch import Execute
from cryptagon.catalog import Entry
from cryptagon.classes.aead import Bench
from cryptagon.study.c_mutants import CFaults
from cryptagon.study.gate_mutants import GateFaults
from cryptagon.study.port_mutants import PortFaults
from cryptagon.study.wrong_cores import Finding, Follow

Kind = Literal["ports", "gates", "c"]
SAMPLE = 40
"""How many faults of gates and of C are drawn where nobody says."""


class Faults(Protocol):
    """Wrong cores of one kind, made from one core."""

    def __len__(self) -> int: ...
    def findings(self, execute: Execute, follow: Follow) -> list[Finding]:
        """What became of each; `follow` hears of it as it comes.

        Raises CryptagonError where the core itself is wrong.
        """
        ...


def faults_of(
    kind: Kind, entry: Entry, bench: Bench, *, count: int = SAMPLE, only: Collection[str] = ()
) -> Faults | None:
    """The wrong cores of a kind; None where the core has none of it.

    `only` names faults at ports, `count` is of the other kinds.
    """
    if kind == "ports":
        return PortFaults(entry, bench, only)
    if kind == "gates":
        return GateFaults(entry, bench, count)
    return CFaults(entry, bench, count) if approach(entry.approach).program(entry) else None
