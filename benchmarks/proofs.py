"""The rules of the handshake proved for every core of the catalogue: verdicts, engines and
wall-clock seconds, one core after the other.
"""

from common import Row

from cryptagon.prove import Proof, prove
from cryptagon.study.proofs import Provable, names_to_prove, provable


def measure() -> list[Row]:
    """One row for each rule at each stream of each core, with the limit of the command."""
    cores = provable(names_to_prove())
    return [_row(core, proof) for core in cores for proof in prove(core.subject(), core.folder)]


def _row(core: Provable, proof: Proof) -> Row:
    row: Row = {"class": core.class_, "core": core.label, "rule": proof.rule, "port": proof.port}
    found: Row = {"verdict": str(proof.verdict), "engine": proof.engine, "depth": proof.depth}
    return row | found | {"seconds": round(proof.seconds, 2), "ram_free": proof.cut}
