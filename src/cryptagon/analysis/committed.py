"""The committed records of studies, which documents show."""

import shutil
from collections.abc import Sequence
from pathlib import Path

from cryptagon import paths
from cryptagon.results import CellMeasurement, Measurement, Store, load_all, newest, placed


def committed_folder(name: str) -> Path:
    """Where the records of a study are."""
    return paths.repository() / "benchmarks" / "results" / name


def committed_records(name: str) -> list[Measurement]:
    """The committed records of a study on FPGAs, the newest of each key."""
    return newest(placed(load_all(committed_folder(name))))


def replace(name: str, records: Sequence[Measurement | CellMeasurement]) -> None:
    """Put these records in place of those that are committed."""
    shutil.rmtree(committed_folder(name), ignore_errors=True)
    for record in records:
        Store(committed_folder(name)).save(record)
