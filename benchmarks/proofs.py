"""The rules of the handshake proved for every core of the catalogue: verdicts, engines and
wall-clock seconds, one core after the other.
"""

from functools import partial

from common import Row
from parts import Part, Parts

from cryptagon import classes
from cryptagon.prove import Proof, prove
from cryptagon.study.proofs import Provable, provable


def parts() -> Parts:
    """A core each, in the order of their classes: a row for each rule at each stream, with the limit
    of the command.
    """
    cores = sorted(provable(list(classes.algorithms())), key=lambda core: core.class_)
    each = [
        Part(core.label, partial(str, core.folder.name), partial(_rows, core)) for core in cores
    ]
    return Parts(each, ("core",), ("prove", "hls", "toolchain"))


def _rows(core: Provable) -> list[Row]:
    return [_row(core, proof) for proof in prove(core.subject(), core.folder)]


def _row(core: Provable, proof: Proof) -> Row:
    row: Row = {"class": core.class_, "core": core.label, "rule": proof.rule, "port": proof.port}
    found: Row = {"verdict": str(proof.verdict), "engine": proof.engine, "depth": proof.depth}
    return row | found | {"seconds": round(proof.seconds, 2), "ram_free": proof.cut}
