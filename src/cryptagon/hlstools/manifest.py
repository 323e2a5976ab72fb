"""`hls-export.json`: what turns the reports of an exported core into a measurement."""

from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from cryptagon.errors import CryptagonError
from cryptagon.hlstools.tools import HLS_TOOLS, HlsTool
from cryptagon.user_files import read_json
from cryptagon.vendor.manifest import digests

FILE_NAME = "hls-export.json"


class HlsManifest(BaseModel):
    """One exported core.

    `files` are SHA-256 digests by path. `period_ns` is the clock period that is asked for. `record`
    holds the fields of the measurement that are known already.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: Literal[1] = 1
    cryptagon: str
    tool: Literal["vitis-hls", "bambu"]
    device: str
    top: str
    period_ns: float
    files: dict[str, str]
    record: dict[str, Any]

    @property
    def hls_tool(self) -> HlsTool:
        """The tool the core was exported for."""
        return HLS_TOOLS[self.tool]

    @property
    def target(self) -> str:
        """What the measurement has as its target: tool and device. Figures of two tools are not
        compared.
        """
        return f"{self.tool}-{self.device.lower()}"

    def write(self, folder: Path) -> None:
        """Write it into `folder`."""
        (folder / FILE_NAME).write_text(self.model_dump_json(indent=2) + "\n", encoding="utf-8")


def read_hls_manifest(folder: Path) -> HlsManifest:
    """The manifest in `folder`.

    Raises CryptagonError for a broken one, and where a file is another than was exported.
    """
    file = folder / FILE_NAME
    try:
        manifest = HlsManifest.model_validate(read_json(file))
    except (ValueError, ValidationError) as error:
        why = str(error).splitlines()[0]
        raise CryptagonError(
            "the manifest cannot be read", where=str(file), why=why, fix="export the core again"
        ) from error
    there = [name for name in manifest.files if (folder / name).is_file()]
    changed = sorted(
        {*manifest.files}.difference(there)
        | {
            name
            for name, digest in digests(folder, there).items()
            if digest != manifest.files[name]
        }
    )
    if changed:
        raise CryptagonError(
            "these are not the files that were exported", where=str(folder), why=f"changed or gone: {', '.join(changed)}",
            fix="export again into a fresh folder and run the tool there: a result must belong to its sources",
        )  # fmt: skip
    return manifest
