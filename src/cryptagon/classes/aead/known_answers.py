"""Which known answers there are for an algorithm, and a sample of them."""

from collections.abc import Sequence
from pathlib import Path

from cryptagon.catalog import KAT_SUFFIXES, Algorithm
from cryptagon.classes.samples import thinned
from cryptagon.errors import CryptagonError
from cryptagon.kat import KatRecord, read_kat

QUICK_RECORDS = 40


def known_answer_files(algorithm: Algorithm, others: Sequence[Path] = ()) -> tuple[Path, ...]:
    """The files of the algorithm's own kat/ folder; or, where there are `others`, those alone.

    Each of the others is a file, or a collection: a folder that has, at any depth, files named
    after the algorithm in SUPERCOP (NAME.txt, NAME.txt.gz). Raises CryptagonError when there is
    none: nothing is measured that was not verified.
    """
    files = (
        tuple(file for place in others for file in _files_of(algorithm, place))
        if others
        else algorithm.kat_files
    )
    if not files:
        raise CryptagonError(
            "there are no known answers",
            where=str(algorithm.folder / "kat"),
            fix="put a NIST LWC style KAT file there",
        )
    return files


def _files_of(algorithm: Algorithm, place: Path) -> list[Path]:
    if not place.is_dir():
        return [place]
    names = {f"{algorithm.supercop}{suffix}" for suffix in KAT_SUFFIXES}
    found = sorted(file for file in place.rglob(f"{algorithm.supercop}.*") if file.name in names)
    if not found:
        what = f"this collection has no known answers for {algorithm.name}"
        raise CryptagonError(
            what,
            where=str(place),
            fix=f"name the file after the algorithm in SUPERCOP: {algorithm.supercop}.txt",
        )
    return found


def known_answers(files: Sequence[Path], *, quick: bool = False) -> list[KatRecord]:
    """The records of all files, without those that are there twice; with `quick`, some 40 spread
    evenly over them.
    """
    distinct = {
        (record.key, record.nonce, record.text, record.ad, record.ct): record
        for path in files
        for record in read_kat(path)
    }
    records = list(distinct.values())
    return thinned(records, QUICK_RECORDS) if quick else records
