"""The entry of a unit whose record is there: its sources must be those of then."""

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cryptagon.errors import CryptagonError
from cryptagon.results import THIRD_PARTY, Measurement
from cryptagon.units.entry import Unit, units, units_folder


def is_of_others(record: Measurement) -> bool:
    """Whether a record is of a unit of others."""
    return isinstance(record.options.get(THIRD_PARTY), dict)


def unit_of(record: Measurement, where: Path) -> Unit:
    """The entry, of whatever name, whose sources, top, generics and edited lines are those of a
    record that lies at `where`.

    Raises CryptagonError where there is none, with the command that makes it.
    """
    known = units()
    fits = [one for one in known.values() if not list(_differing(one, record))]
    if fits:
        return next((one for one in fits if one.name == record.variant), fits[0])
    named = known.get(record.variant)
    raise CryptagonError(
        "the unit of this record is not here",
        where=str(where),
        why=f"{named.path} has another {', '.join(_differing(named, record))}"
        if named
        else f"no entry in {units_folder()} has its sources",
        fix=f"get the sources of the record, and add them: {how_to_add(record)}",
    )


def how_to_add(record: Measurement) -> str:
    """The command that makes the entry again, as far as a record knows it."""
    said = _origin(record)
    edits = said.get("edits") or []
    words = ["cryptagon", "unit", "add", said.get("url") or "FOLDER"]
    if said.get("url"):
        words += ["--commit", str(said.get("commit", "")).removesuffix("-dirty")]
        words += ["--path", said["path"]] if said.get("path", ".") != "." else []
    words += ["--name", record.variant, "--top", said.get("top") or "LWC"]
    words += [f"--generic={name}={value}" for name, value in (said.get("generics") or {}).items()]
    words += ["--licence", said["licence"]] if "stated" in said.get("licence_found_in", "") else []
    words += ["--edits", "FILE"] if edits else []
    asked = f" (FILE edits {', '.join(edits)})" if edits else ""
    return shlex.join(words) + asked


def _differing(one: Unit, record: Measurement) -> Iterator[str]:
    """What of an entry is not as the record has it."""
    said = _origin(record)
    if one.files != record.source_files:
        changed = [
            name
            for name in {**record.source_files, **one.files}
            if one.files.get(name) != record.source_files.get(name)
        ]
        yield f"digest of {', '.join(changed)}"
    if one.top != said.get("top"):
        yield "top"
    if one.generics != said.get("generics"):
        yield "set of generics"
    if [f"{edit.file}:{edit.line}" for edit in one.edits] != said.get("edits"):
        yield "set of edits"


def _origin(record: Measurement) -> dict[str, Any]:
    found = record.options[THIRD_PARTY]
    assert isinstance(found, dict)  # is_of_others
    return found
