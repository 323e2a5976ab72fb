"""The results folder: one JSON file a measurement, written whole or not at all."""

import hashlib
import json
import os
import re
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import ValidationError

from cryptagon.errors import CryptagonError, MachineError
from cryptagon.results.cell_measurement import CellMeasurement
from cryptagon.results.kernel_measurement import KernelMeasurement
from cryptagon.results.measurement import Measurement
from cryptagon.results.placed import PlacedDesign
from cryptagon.user_files import UnreadableError, read_json, read_text

_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9.+-]+")


M = TypeVar("M", bound=PlacedDesign | CellMeasurement)


def newest(measurements: Iterable[M]) -> list[M]:
    """The newest measurement of each key, ordered by key; of two with the same date, the later one."""
    chosen = {measurement.key: measurement for measurement in sorted(measurements, key=lambda one: one.date)}
    return [chosen[key] for key in sorted(chosen)]


@dataclass(frozen=True)
class _Store(ABC, Generic[M]):
    """Measurements in `folder`. Measuring the same sources again with the same settings replaces; anything else is kept beside."""

    folder: Path

    @abstractmethod
    def key_parts(self, measurement: M) -> tuple[str, ...]:
        """The readable part of a file's name."""

    @abstractmethod
    def settings(self, measurement: M) -> list[object]:
        """What stands beside sources, seeds, options and tools for how a measurement was made."""

    @abstractmethod
    def read(self, path: Path) -> M:
        """The measurement in the file. Raises CryptagonError naming the file, the field and the remedy."""

    def path(self, measurement: M) -> Path:
        """Where `measurement` lies: its key, readable, and eight digits that tell sources and settings apart."""
        made_from = [measurement.source_digest, *self.settings(measurement), measurement.seeds, measurement.options, measurement.tools]
        digest = hashlib.sha256(json.dumps(made_from, sort_keys=True).encode()).hexdigest()[:8]
        parts = (*self.key_parts(measurement), digest)
        return self.folder / ("_".join(_NOT_IN_A_NAME.sub("-", part) for part in parts) + ".json")

    def save(self, measurement: M) -> Path:
        """Write `measurement` so that a reader sees the old file or the new one, never half of it; gives its path.

        Raises MachineError when the folder cannot be written.
        """
        path = self.path(measurement)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_atomically(path, measurement.model_dump_json(indent=2) + "\n")
        except OSError as error:
            raise MachineError(
                "the measurement could not be written", where=str(path), why=str(error), fix="make room or set CRYPTAGON_RESULTS elsewhere"
            ) from error
        return path

    def load(self) -> list[M]:
        """Every measurement in the folder, in the order of the file names; none where there is no folder.

        Raises CryptagonError on the first file that is broken or of a newer schema.
        """
        if not self.folder.is_dir():
            return []
        return [self.read(path) for path in sorted(self.folder.glob("*.json"))]

    def newest(self) -> list[M]:
        """The newest measurement of each key, ordered by key: what the table shows."""
        return newest(self.load())


class ResultsStore(_Store[Measurement]):
    """Measurements of ciphers."""

    def key_parts(self, measurement: Measurement) -> tuple[str, ...]:
        """Algorithm, variant, approach, target, scope."""
        return measurement.algorithm, measurement.variant, measurement.approach, measurement.target, measurement.scope

    def settings(self, measurement: Measurement) -> list[object]:
        """The bus widths."""
        return [measurement.w, measurement.sw]

    def read(self, path: Path) -> Measurement:
        """The measurement in the file. Raises CryptagonError naming the file, the field and the remedy."""
        return read_measurement(path)


class KernelStore(_Store[KernelMeasurement]):
    """Measurements of kernels."""

    def key_parts(self, measurement: KernelMeasurement) -> tuple[str, ...]:
        """Kernel, variant, approach, target."""
        return measurement.kernel, measurement.variant, measurement.approach, measurement.target

    def settings(self, measurement: KernelMeasurement) -> list[object]:
        """None."""
        return []

    def read(self, path: Path) -> KernelMeasurement:
        """The measurement in the file. Raises CryptagonError naming the file, the field and the remedy."""
        return _read(path, KernelMeasurement)


class CellStore(_Store[CellMeasurement]):
    """Measurements of designs in standard cells."""

    def key_parts(self, measurement: CellMeasurement) -> tuple[str, ...]:
        """Name, variant, approach, library, scope."""
        return measurement.name, measurement.variant, measurement.approach, measurement.library, measurement.scope

    def settings(self, measurement: CellMeasurement) -> list[object]:
        """The library's file, and the strategies that were tried."""
        return [measurement.library_digest, [netlist.strategy for netlist in measurement.netlists]]

    def read(self, path: Path) -> CellMeasurement:
        """The measurement in the file. Raises CryptagonError naming the file, the field and the remedy."""
        return _read(path, CellMeasurement)


def read_measurement(path: Path) -> Measurement:
    """The measurement in the file. Raises CryptagonError naming the file, the field and the remedy."""
    return _read(path, Measurement)


def read_placed(path: Path) -> Measurement | KernelMeasurement:
    """The measurement of a cipher or of a kernel in the file. Raises CryptagonError as `read_measurement` does."""
    _, content = _object(path)
    found = [name for name in ("algorithm", "kernel") if name in content]
    if not found:
        raise CryptagonError(
            "this is no measurement of a placed design",
            where=str(path),
            why="it names neither an algorithm nor a kernel",
            fix="give a file of results/ or of results/kernels/",
        )
    return _read(path, Measurement) if found[0] == "algorithm" else _read(path, KernelMeasurement)


def _object(path: Path) -> tuple[str, dict[str, Any]]:
    """The text of a file and the JSON object in it."""
    try:
        text, content = read_text(path), read_json(path)
    except UnreadableError as error:
        raise _broken(path, str(error), line=error.line) from error
    if not isinstance(content, dict):
        raise _broken(path, f"an object is expected, not a {type(content).__name__}")
    return text, content


def _read(path: Path, model: type[M]) -> M:
    text, content = _object(path)
    version, known = content.get("schema_version"), model.model_fields["schema_version"].default
    if isinstance(version, int) and version > known:
        raise CryptagonError(
            "the measurement was written by a newer Cryptagon",
            where=str(path),
            why=f"its schema_version is {version}; this Cryptagon reads up to {known}",
            fix="update Cryptagon, or move the file out of the results folder",
        )
    try:
        return model.model_validate_json(text, strict=True)
    except ValidationError as error:
        raise _broken(path, "; ".join(_fault(entry) for entry in error.errors()[:3])) from error


def _fault(entry: object) -> str:
    """One of pydantic's findings as `field: what is wrong`."""
    assert isinstance(entry, dict)
    field = ".".join(str(part) for part in entry["loc"])
    message = str(entry["msg"]).removeprefix("Value error, ")
    return f"{field}: {message}" if field else message


def _broken(path: Path, why: str, line: int | None = None) -> CryptagonError:
    where = f"{path}:{line}" if line else str(path)
    return CryptagonError(
        "the measurement cannot be read", where=where, why=why, fix="delete the file and measure again, or mend it by hand"
    )


def write_atomically(path: Path, text: str) -> None:
    """Write a file whole or not at all.

    A finished file is renamed into place; a killed run leaves at most a hidden `.part` file, which no reader takes.
    """
    handle, name = tempfile.mkstemp(prefix=f".{path.stem}.", suffix=".part", dir=path.parent)
    part = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        part.chmod(0o644)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
