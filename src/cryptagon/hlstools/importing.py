"""From the reports of an exported core to a measurement like any other, marked as imported."""

from datetime import UTC, datetime
from pathlib import Path

from pydantic import ValidationError

from cryptagon import __version__
from cryptagon.errors import CryptagonError
from cryptagon.hlstools.bambu_reports import read_bambu
from cryptagon.hlstools.directives import BAMBU, VITIS
from cryptagon.hlstools.manifest import FILE_NAME, read_hls_manifest
from cryptagon.hlstools.vitis_reports import read_vitis
from cryptagon.results import OK, Measurement

READERS = {VITIS: read_vitis, BAMBU: read_bambu}


def hls_exports_in(folder: Path) -> list[Path]:
    """The exported core that `folder` is, or those right under it; none where there is none."""
    if (folder / FILE_NAME).is_file():
        return [folder]
    return sorted(file.parent for file in folder.glob(f"*/{FILE_NAME}"))


def import_hls(folder: Path) -> Measurement:
    """The measurement of an exported core that another HLS tool has made hardware of.

    Without place and route it is an estimate. Where the tool failed, the reason is its status.
    Raises CryptagonError for files that were changed since the export, and for reports that are
    missing, broken or of something else.
    """
    manifest = read_hls_manifest(folder)
    report = READERS[manifest.tool](manifest, folder)
    written = datetime.fromtimestamp(report.file.stat().st_mtime, UTC)
    try:
        return Measurement(
            **{
                **manifest.record,
                "origin": "imported",
                "target": manifest.target,
                "device": manifest.device,
                "status": report.status or OK,
                "estimate": not report.routed,
                "area_unit": report.area_unit,
                "luts": report.luts,
                "ffs": report.ffs,
                "brams": report.brams,
                "dsps": report.dsps,
                "fmax_mhz": report.fmax_mhz,
                "best_requested_mhz": 1000 / manifest.period_ns,
                "cycles": dict(report.cycles),
                "options": manifest.record.get("options", {}) | {"report": dict(report.more)},
                "tools": {manifest.hls_tool.title: report.version},
                "date": written,
                "cryptagon": __version__,
            }
        )
    except ValidationError as error:
        first = error.errors()[0]
        why = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
        raise CryptagonError(
            "the manifest and the reports make no measurement", where=str(folder), why=why
        ) from error
