"""The rules of the handshake proved for every core of the catalogue: verdicts, engines and
wall-clock seconds, one core after the other.
"""

from collections.abc import Sequence

from common import Row

from cryptagon import classes
from cryptagon.prove import Proof, prove
from cryptagon.study.proofs import Provable, provable


def measure(names: Sequence[str] = ()) -> list[Row]:
    """One row for each rule at each stream of each core, with the limit of the command; of the
    algorithms `names`, of all where there are none.
    """
    cores = provable(names or list(classes.algorithms()))
    return [_row(core, proof) for core in cores for proof in prove(core.subject(), core.folder)]


def merged(rows: Sequence[Row], others: Sequence[Row]) -> list[Row]:
    """The rows with those of `others`, which were measured later, in the order of their classes."""
    again = {row["core"] for row in others}
    found = [*(row for row in rows if row["core"] not in again), *others]
    return sorted(found, key=lambda row: str(row["class"]))


def _row(core: Provable, proof: Proof) -> Row:
    row: Row = {"class": core.class_, "core": core.label, "rule": proof.rule, "port": proof.port}
    found: Row = {"verdict": str(proof.verdict), "engine": proof.engine, "depth": proof.depth}
    return row | found | {"seconds": round(proof.seconds, 2), "ram_free": proof.cut}
