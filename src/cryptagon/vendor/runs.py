"""The runs of an exported project: what the search left in `runs/`, read and checked."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from cryptagon.errors import CryptagonError
from cryptagon.fpga.attempt import OK, Attempt
from cryptagon.user_files import read_json
from cryptagon.vendor.ise_reports import read_ise
from cryptagon.vendor.manifest import Manifest
from cryptagon.vendor.quartus_reports import read_quartus
from cryptagon.vendor.tool_report import ToolReport
from cryptagon.vendor.vivado_reports import read_vivado

RUNS, RUN_FILE = "runs", "run.json"
_UNFINISHED = ".part"


class RunRecord(BaseModel):
    """`run.json`, as search.tcl writes it.

    `message` is empty for a run that the tool ended well; `finished` is seconds since 1970, UTC.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: int
    strategy: str
    seed: int
    requested_mhz: float
    met: int
    achieved_mhz: float
    finished: int
    message: str


@dataclass(frozen=True)
class Run:
    """One run: the attempt in the words of every search, and what the tool said of itself; `report`
    is None where the tool failed.
    """

    attempt: Attempt
    report: ToolReport | None
    finished: datetime


def read_runs(manifest: Manifest, folder: Path) -> list[Run]:
    """Every finished run in `folder`, in the order of their names.

    Raises CryptagonError when there is none, when a report is missing, in an unknown format, or of
    another part or design.
    """
    every = (
        sorted(path for path in (folder / RUNS).glob("*") if path.is_dir())
        if (folder / RUNS).is_dir()
        else []
    )
    finished = [path for path in every if path.suffix != _UNFINISHED]
    if not finished:
        why = (
            f"{len(every)} runs were stopped half-way"
            if every
            else f"there is no folder {RUNS}/ with reports"
        )
        fix = f"run the search in the project's folder: {manifest.vendor_tool.command}"
        raise CryptagonError("there is nothing to import", where=str(folder), why=why, fix=fix)
    return [_read_run(manifest, path) for path in finished]


def _read_run(manifest: Manifest, folder: Path) -> Run:
    record = _record(folder / RUN_FILE)
    finished = datetime.fromtimestamp(record.finished, UTC)
    if record.message:
        status = f"{manifest.tool} failed: {record.message}"
        return Run(
            Attempt(record.strategy, record.seed, record.requested_mhz, status, folder),
            None,
            finished,
        )
    report = _reader(manifest)(folder)
    _check_identity(manifest, report, folder)
    attempt = Attempt(
        strategy=record.strategy,
        seed=record.seed,
        requested_mhz=round(1000 / report.period_ns, 3),
        status=_status(manifest, report),
        folder=folder,
        luts=report.luts,
        ffs=report.ffs,
        brams=report.brams,
        dsps=report.dsps,
        fmax_mhz=report.fmax_mhz if report.routed else None,
        critical_path=report.critical_path,
    )
    return Run(attempt, report, finished)


def _reader(manifest: Manifest) -> Callable[[Path], ToolReport]:
    if manifest.tool == "ise":
        return lambda folder: read_ise(folder, manifest.unit)
    return {"vivado": read_vivado, "quartus": read_quartus}[manifest.tool]


def _record(file: Path) -> RunRecord:
    try:
        return RunRecord.model_validate(read_json(file))
    except (ValueError, ValidationError) as error:
        why = str(error).splitlines()[0]
        raise CryptagonError(
            "a run cannot be read",
            where=str(file),
            why=why,
            fix="delete the run's folder and run the search again: it makes that run anew",
        ) from error


def _check_identity(manifest: Manifest, report: ToolReport, folder: Path) -> None:
    if not manifest.vendor_part.is_meant_by(report.part):
        raise CryptagonError(
            "a report is of another part than was exported",
            where=str(folder),
            why=f"exported for {manifest.part}, the report is of {report.part}",
            fix=f"export for the other part: cryptagon export … --part {report.part}",
        )
    if report.design != manifest.top:
        raise CryptagonError(
            "a report is of another design than was exported",
            where=str(folder),
            why=f"the top module is {manifest.top}, that of the report {report.design}",
        )


def _status(manifest: Manifest, report: ToolReport) -> str:
    """`ok`, or why the figures of a run do not count; before routing there is no frequency, and so
    no clock that is missed.
    """
    if report.violations and report.routed:
        asked = 1000 / report.period_ns
        return f"timing not met at {asked:.1f} MHz: {', '.join(report.violations)}"
    if manifest.no_bram and report.brams:
        return f"rules: {report.brams} block memories"
    if manifest.no_dsp and report.dsps:
        return f"rules: {report.dsps} multiplier blocks"
    return OK
