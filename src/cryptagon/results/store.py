"""The results folder: one JSON file a record, written whole or not at all."""

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from cryptagon import paths
from cryptagon.errors import CryptagonError, MachineError
from cryptagon.results.cell_measurement import CellMeasurement
from cryptagon.results.measurement import Measurement
from cryptagon.results.record import SCHEMA_VERSION
from cryptagon.results.schema_1 import upgraded
from cryptagon.user_files import UnreadableError, read_json

AnyMeasurement = Measurement | CellMeasurement
M = TypeVar("M", Measurement, CellMeasurement, AnyMeasurement)

_MODELS: dict[str, type[Measurement] | type[CellMeasurement]] = {
    "placed": Measurement,
    "cells": CellMeasurement,
}
_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9.+-]+")


@dataclass(frozen=True)
class Store:
    """Records in `folder`.

    Measuring the same sources again with the same settings replaces; anything else is kept beside.
    """

    folder: Path

    def path(self, record: AnyMeasurement) -> Path:
        """Where a record lies: its key, readable, and eight digits that tell sources and settings
        apart.
        """
        made_from = [
            record.source_digest,
            record.interface,
            record.bus,
            _settings(record),
            record.options,
            record.tools,
        ]
        digest = hashlib.sha256(json.dumps(made_from, sort_keys=True).encode()).hexdigest()[:8]
        place = record.target if isinstance(record, Measurement) else record.library
        parts = (record.algorithm, record.variant, record.approach, place, record.scope, digest)
        return self.folder / (
            "_".join(_NOT_IN_A_NAME.sub("-", part) for part in parts if part) + ".json"
        )

    def save(self, record: AnyMeasurement) -> Path:
        """Write a record so that a reader sees the old file or the new one, never half of it; gives
        its path.

        Raises MachineError when the folder cannot be written.
        """
        path = self.path(record)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_atomically(path, record.model_dump_json(indent=2) + "\n")
        except OSError as error:
            raise MachineError(
                "the measurement could not be written",
                where=str(path),
                why=str(error),
                fix="make room or set CRYPTAGON_RESULTS elsewhere",
            ) from error
        return path


def _settings(record: AnyMeasurement) -> list[object]:
    """What the search was asked for."""
    if isinstance(record, Measurement):
        return [list(record.seeds)]
    return [record.library_digest, [netlist.strategy for netlist in record.netlists]]


def load_all(folder: Path | None = None) -> list[AnyMeasurement]:
    """Every record in a folder and below, in the order of the file names; none where there is no
    folder. None: the results folder.

    Raises CryptagonError on the first file that is broken or of a newer schema.
    """
    place = folder or paths.results_folder()
    return [read_record(path) for path in sorted(place.rglob("*.json"))] if place.is_dir() else []


def placed(records: Iterable[AnyMeasurement]) -> list[Measurement]:
    """Those on FPGAs."""
    return [one for one in records if isinstance(one, Measurement)]


def in_cells(records: Iterable[AnyMeasurement]) -> list[CellMeasurement]:
    """Those in standard cells."""
    return [one for one in records if isinstance(one, CellMeasurement)]


def newest(records: Iterable[M]) -> list[M]:
    """The newest record of each key, ordered by key; of two with the same date, the later one."""
    chosen = {record.key: record for record in sorted(records, key=lambda one: one.date)}
    return [chosen[key] for key in sorted(chosen)]


def current(records: Iterable[Measurement]) -> list[Measurement]:
    """What there is to show: the newest record of each key, a quick one only where the same sources
    have no full result.
    """
    found = list(records)
    full = {
        (one.key, one.source_digest) for one in found if one.ok and not one.options.get("quick")
    }
    return newest(
        [
            one
            for one in found
            if not (one.options.get("quick") and (one.key, one.source_digest) in full)
        ]
    )


class NoRecordError(CryptagonError):
    """The file holds JSON of another kind: it names nothing that was measured."""


def read_record(path: Path) -> AnyMeasurement:
    """The record in a file, of whatever kind and schema.

    Raises CryptagonError naming the file, the field and the remedy.
    """
    return record_of(_object(path), path)


def record_of(content: dict[str, Any], path: Path) -> AnyMeasurement:
    """The record that an object of JSON is, of whatever kind and schema; `path` says where it is
    from. Raises as `read_record` does.
    """
    version = content.get("schema_version")
    if isinstance(version, int) and version > SCHEMA_VERSION:
        raise CryptagonError(
            "the measurement was written by a newer Cryptagon",
            where=str(path),
            why=f"its schema_version is {version}; this Cryptagon reads up to {SCHEMA_VERSION}",
            fix="update Cryptagon, or move the file out of the results folder",
        )
    if not content.keys() & {"algorithm", "kernel", "netlists"}:
        what = "this is no measurement"
        raise NoRecordError(
            what,
            where=str(path),
            why="it names no algorithm",
            fix="give a file of the results folder",
        )
    content = upgraded(content) if version in (1, None) else content
    model = _MODELS.get(str(content.get("implementation", "placed")), Measurement)
    try:
        return model.model_validate_json(json.dumps(content), strict=True)
    except ValidationError as error:
        raise _broken(path, "; ".join(_fault(entry) for entry in error.errors()[:3])) from error


def read_measurement(path: Path) -> Measurement:
    """The record of a placed design in a file.

    Raises CryptagonError as `read_record` does, and for a record of another kind.
    """
    record = read_record(path)
    if isinstance(record, Measurement):
        return record
    raise CryptagonError(
        "this is no measurement of a placed design",
        where=str(path),
        why=f"it is of a design in the cells of {record.library}",
        fix="give a record of a design on an FPGA",
    )


def _object(path: Path) -> dict[str, Any]:
    """The JSON object in a file."""
    try:
        content = read_json(path)
    except UnreadableError as error:
        raise _broken(path, str(error), line=error.line) from error
    if not isinstance(content, dict):
        raise _broken(path, f"an object is expected, not a {type(content).__name__}")
    return content


def _fault(entry: object) -> str:
    """One of pydantic's findings as `field: what is wrong`."""
    assert isinstance(entry, dict)
    field = ".".join(str(part) for part in entry["loc"])
    message = str(entry["msg"]).removeprefix("Value error, ")
    return f"{field}: {message}" if field else message


def _broken(path: Path, why: str, line: int | None = None) -> CryptagonError:
    where = f"{path}:{line}" if line else str(path)
    return CryptagonError(
        "the measurement cannot be read",
        where=where,
        why=why,
        fix="delete the file and measure again, or mend it by hand",
    )


def write_atomically(path: Path, text: str) -> None:
    """Write a file whole or not at all.

    A finished file is renamed into place; a killed run leaves at most a hidden `.part` file, which
    no reader takes.
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
