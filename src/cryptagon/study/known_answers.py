"""Which known answers there are for an algorithm, and a sample of them."""

from collections.abc import Sequence
from pathlib import Path

from cryptagon import paths
from cryptagon.catalog import Algorithm
from cryptagon.errors import CryptagonError
from cryptagon.kat import KatRecord, read_kat

QUICK_RECORDS = 40


def known_answer_files(algorithm: Algorithm) -> tuple[Path, ...]:
    """The algorithm's own files, then those in a collection of known answers beside the repository, by the name in SUPERCOP.

    Raises CryptagonError when there is none: nothing is measured that was not verified.
    """
    collection = paths.repository().parent / "shared" / "kat"
    beside = (collection / kind / f"{algorithm.supercop}.txt" for kind in (algorithm.class_, "lwc"))
    files = (*algorithm.kat_files, *(path for path in beside if path.is_file()))
    if not files:
        raise CryptagonError("there are no known answers", where=str(algorithm.folder / "kat"), fix="put a NIST LWC style KAT file there")
    return files


def known_answers(files: Sequence[Path], *, quick: bool = False) -> list[KatRecord]:
    """The records of all files, without those that stand there twice; with `quick`, some 40 spread evenly over them."""
    distinct = {(record.key, record.nonce, record.pt, record.ad, record.ct): record for path in files for record in read_kat(path)}
    records = list(distinct.values())
    step = max(1, len(records) // QUICK_RECORDS) if quick else 1
    return records[::step]
