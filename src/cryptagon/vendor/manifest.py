"""`manifest.json`: all that is needed to turn the reports of an exported project into a
measurement.
"""

import hashlib
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from cryptagon.errors import CryptagonError
from cryptagon.results.schema_1 import upgraded
from cryptagon.user_files import read_json
from cryptagon.vendor.part import Part, part
from cryptagon.vendor.tools import TOOLS, ToolName, VendorTool

FILE_NAME = "manifest.json"
MANIFEST_VERSION = 2


class Manifest(BaseModel):
    """One exported project.

    `made_with` are the versions of what wrote it. `files` are SHA-256 digests by path of everything
    that the tool reads. `unit` is the instance whose area counts; empty: the whole of `top`.
    `record` holds the fields of the measurement that were known before: what it is, cycles,
    sources, verification.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: Literal[2] = MANIFEST_VERSION
    cryptagon: str
    made_with: dict[str, str]
    tool: ToolName
    part: str
    top: str
    unit: str = ""
    no_bram: bool
    no_dsp: bool
    objective: Literal["throughput_per_area", "throughput"] = "throughput_per_area"
    search: dict[str, Any]
    files: dict[str, str]
    record: dict[str, Any]

    @property
    def vendor_tool(self) -> VendorTool:
        """The tool the project is for."""
        return TOOLS[self.tool]

    @property
    def vendor_part(self) -> Part:
        """The part the project is for."""
        return part(self.tool, self.part)

    @property
    def target(self) -> str:
        """What the measurement has as its target: tool and part.

        Figures of different tools are not comparable.
        """
        return f"{self.tool}-{self.part.lower()}"

    def write(self, folder: Path) -> None:
        """Write it into `folder`."""
        (folder / FILE_NAME).write_text(self.model_dump_json(indent=2) + "\n", encoding="utf-8")


def read_manifest(folder: Path) -> Manifest:
    """The manifest in `folder`.

    Raises CryptagonError for a folder that is no export, a broken file and a newer layout.
    """
    file = folder / FILE_NAME
    if not file.is_file():
        raise CryptagonError(
            "this folder holds no exported project",
            where=str(folder),
            why=f"it has no {FILE_NAME}",
            fix="make one with cryptagon export",
        )
    try:
        content = read_json(file)
        if (
            isinstance(content, dict)
            and isinstance(version := content.get("schema_version"), int)
            and version > MANIFEST_VERSION
        ):
            raise CryptagonError(
                "the project was exported by a newer Cryptagon",
                where=str(file),
                why=f"its schema_version is {version}; this Cryptagon reads up to {MANIFEST_VERSION}",
                fix="update Cryptagon",
            )
        return Manifest.model_validate(
            _of_version_1(content)
            if isinstance(content, dict) and content.get("schema_version") == 1
            else content
        )
    except (ValueError, ValidationError) as error:
        why = str(error).splitlines()[0]
        raise CryptagonError(
            "the manifest cannot be read", where=str(file), why=why, fix="export the project again"
        ) from error


def _of_version_1(content: dict[str, Any]) -> dict[str, Any]:
    """A manifest whose record has the fields of schema 1, as one of now."""
    if not isinstance(content.get("record"), dict):
        raise ValueError("it has no record of what was measured")
    kept = {name: value for name, value in content.items() if name != "kind"}
    return {**kept, "schema_version": MANIFEST_VERSION, "record": upgraded(content["record"])}


def digests(folder: Path, names: list[str]) -> dict[str, str]:
    """SHA-256 of files in `folder` by path, with line ends as in Unix: a copy by way of Windows is
    no change.
    """
    return {
        name: hashlib.sha256((folder / name).read_bytes().replace(b"\r\n", b"\n")).hexdigest()
        for name in sorted(names)
    }


def check_unchanged(manifest: Manifest, folder: Path) -> None:
    """Raises CryptagonError when a file that the tool reads is gone or another than was
    exported.
    """
    gone = [name for name in manifest.files if not (folder / name).is_file()]
    present = [name for name in manifest.files if name not in gone]
    changed = [
        name for name, digest in digests(folder, present).items() if digest != manifest.files[name]
    ]
    if gone or changed:
        parts = [f"changed: {', '.join(changed)}"] if changed else []
        parts += [f"gone: {', '.join(gone)}"] if gone else []
        raise CryptagonError(
            "the project is not the one that was exported",
            where=str(folder),
            why="; ".join(parts),
            fix="export again into a fresh folder and run the search there: a result must belong to its sources",
        )
