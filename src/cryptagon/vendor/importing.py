"""From the runs of an exported project to a measurement like any other, marked as imported."""

from pathlib import Path
from typing import Any

from pydantic import ValidationError

from cryptagon import __version__
from cryptagon.errors import CryptagonError
from cryptagon.fpga.effort import merit
from cryptagon.results import OK, Measurement
from cryptagon.vendor.manifest import FILE_NAME, Manifest, check_unchanged, read_manifest
from cryptagon.vendor.runs import Run, read_runs

ATTEMPT_FIELDS = (
    "strategy",
    "seed",
    "requested_mhz",
    "status",
    "luts",
    "ffs",
    "brams",
    "dsps",
    "fmax_mhz",
)


def projects_in(folder: Path) -> list[Path]:
    """The exported project that `folder` is, or those right under it.

    Raises CryptagonError where there is none.
    """
    if (folder / FILE_NAME).is_file():
        return [folder]
    found = sorted(file.parent for file in folder.glob(f"*/{FILE_NAME}"))
    if not found:
        read_manifest(folder)  # says what is missing
    return found


def import_project(folder: Path) -> Measurement:
    """The measurement of the best run in an exported project; one with the reason as its status
    where no run counts.

    Best is what is best for the open tools, too: Fmax over LUTs, or Fmax. A run that missed a
    constraint, failed or broke a rule does not count. Raises CryptagonError for a project that was
    changed since its export, and for reports that are missing, unknown or of something else.
    """
    manifest = read_manifest(folder)
    check_unchanged(manifest, folder)
    runs = read_runs(manifest, folder)
    counting = _counting(runs)
    best = (
        max(counting, key=lambda run: merit(run.attempt, manifest.objective))
        if counting
        else runs[0]
    )
    fields = {
        **manifest.record,
        "origin": "imported",
        "target": manifest.target,
        "device": manifest.part,
        "status": OK if counting else _reason(runs),
        "estimate": bool(counting) and not (best.report and best.report.routed),
        "area_unit": manifest.vendor_part.lut,
        "seeds": list(dict.fromkeys(run.attempt.seed for run in runs))
        if manifest.vendor_tool.seeds
        else [],
        "attempts": [_attempt(manifest, run) for run in runs],
        "options": _options(manifest, best, manifest.record.get("options", {})),
        "tools": manifest.record.get("tools", {}) | manifest.made_with | _versions(runs),
        "date": max(run.finished for run in runs),
        "cryptagon": __version__,
        **(_figures(manifest, best) if counting else {}),
    }
    try:
        return Measurement(**fields)
    except ValidationError as error:
        first = error.errors()[0]
        why = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
        raise CryptagonError(
            "the manifest and the reports make no measurement", where=str(folder), why=why
        ) from error


def _counting(runs: list[Run]) -> list[Run]:
    """The runs whose figures count; where some are routed, those alone."""
    good = [run for run in runs if run.attempt.ok and run.report]
    routed = [run for run in good if run.report and run.report.routed]
    return routed or good


def _reason(runs: list[Run]) -> str:
    """Why there is no result: the message of the run that came closest, and how many there are."""
    closest = max(runs, key=lambda run: run.attempt.fmax_mhz or 0)
    return f"none of {len(runs)} runs counts; the best of them: {closest.attempt.status}"


def _figures(manifest: Manifest, best: Run) -> dict[str, Any]:
    attempt = _attempt(manifest, best)
    figures = {name: attempt[name] for name in ("luts", "ffs", "brams", "dsps", "fmax_mhz")}
    settings = {f"best_{name}": attempt[name] for name in ("strategy", "seed", "requested_mhz")}
    return figures | settings | {"critical_path": best.attempt.critical_path}


def _attempt(manifest: Manifest, run: Run) -> dict[str, Any]:
    """The fields of an attempt in a measurement; tools without seeds have none."""
    figures = {name: getattr(run.attempt, name) for name in ATTEMPT_FIELDS}
    return figures | {"seed": run.attempt.seed if manifest.vendor_tool.seeds else None}


def _versions(runs: list[Run]) -> dict[str, str]:
    """The tool's version as its reports state it.

    Raises CryptagonError for runs of different versions.
    """
    found = {(run.report.tool, run.report.version) for run in runs if run.report}
    if len(found) > 1:
        raise CryptagonError(
            "the runs were made by different versions of the tool",
            where=str(runs[0].attempt.folder.parent),
            why=", ".join(sorted(" ".join(pair) for pair in found)),
            fix="delete the folders of one version",
        )
    return dict(found)


def _options(manifest: Manifest, best: Run, known: dict[str, Any]) -> dict[str, Any]:
    tool = manifest.vendor_tool
    return {
        **known,
        "objective": manifest.objective,
        "rules": {"no_bram": manifest.no_bram, "no_dsp": manifest.no_dsp},
        "search": manifest.search,
        "strategies": {
            name: list(tool.strategies.get(name, ())) for name in manifest.search["strategies"]
        },
        "pins": tool.pins,
        "lut_inputs": manifest.vendor_part.lut_inputs,
        "resources": dict(best.report.resources) if best.report else {},
        "exported_by": manifest.cryptagon,
    }
