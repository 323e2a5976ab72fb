"""Measurements of kernels in a folder: one JSON file each, written whole or not at all."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from cryptagon.errors import CryptagonError
from cryptagon.results.kernel_measurement import KernelKey, KernelMeasurement
from cryptagon.results.store import write_atomically


@dataclass(frozen=True)
class KernelStore:
    """Measurements in `folder`. Measuring the same sources again with the same settings replaces; anything else is kept beside."""

    folder: Path

    def path(self, measurement: KernelMeasurement) -> Path:
        """Where `measurement` lies: its key, readable, and eight digits that tell sources and settings apart."""
        made_from = [measurement.source_digest, measurement.seeds, measurement.options, measurement.tools]
        digest = hashlib.sha256(json.dumps(made_from, sort_keys=True).encode()).hexdigest()[:8]
        parts = (measurement.kernel, measurement.variant, measurement.approach, measurement.target, digest)
        return self.folder / f"{'_'.join(parts)}.json"

    def save(self, measurement: KernelMeasurement) -> Path:
        """Write `measurement` so that a reader sees the old file or the new one; gives its path.

        Raises CryptagonError when the folder cannot be written.
        """
        path = self.path(measurement)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_atomically(path, measurement.model_dump_json(indent=2) + "\n")
        except OSError as error:
            raise CryptagonError(
                "the measurement could not be written", where=str(path), why=str(error), fix="make room or set CRYPTAGON_RESULTS elsewhere"
            ) from error
        return path

    def load(self) -> list[KernelMeasurement]:
        """Every measurement in the folder, in the order of the file names. Raises CryptagonError on the first file that is broken."""
        return [_read(path) for path in sorted(self.folder.glob("*.json"))]

    def newest(self) -> list[KernelMeasurement]:
        """The newest measurement of each key, ordered by key."""
        chosen: dict[KernelKey, KernelMeasurement] = {}
        for measurement in sorted(self.load(), key=lambda one: one.date):
            chosen[measurement.key] = measurement
        return [chosen[key] for key in sorted(chosen)]


def _read(path: Path) -> KernelMeasurement:
    try:
        return KernelMeasurement.model_validate_json(path.read_bytes(), strict=True)
    except (OSError, ValidationError) as error:
        why = _first_of(error) if isinstance(error, ValidationError) else str(error)
        fix = "delete the file and measure again, or mend it by hand"
        raise CryptagonError("the measurement cannot be read", where=str(path), why=why, fix=fix) from error


def _first_of(error: ValidationError) -> str:
    first = error.errors()[0]
    return f"{'.'.join(map(str, first['loc']))}: {first['msg']}".removeprefix(": ")
