"""What was made again as a record of its own, kept in a folder: how results drift with new tools."""

import hashlib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cryptagon import __version__, fpga, paths
from cryptagon.fpga.effort import better_first
from cryptagon.reproduce.rebuild import OF_A_RUN, Rebuilt, Run
from cryptagon.reproduce.recorded import Recorded
from cryptagon.results import (
    AREA_AND_SPEED,
    MADE_AGAIN,
    OK,
    AttemptRecord,
    Measurement,
    NoRecordError,
    read_measurement,
)
from cryptagon.results.store import write_atomically
from cryptagon.study.provenance import commit

BEST, EVERY = "the best run", "every run"
_DERIVED = {"throughput_mbps", "throughput_per_area", "time_us"}


def place_of(result: Path, folder: Path) -> Path:
    """Where in `folder` the record of what was made again of a result lies: under the name of the
    result and of its own folder.
    """
    return folder / (result.resolve().parent.name or "results") / result.name


def kept(subject: Recorded, result: Path, folder: Path, *, every_run: bool) -> Measurement | None:
    """What was made again before, of the same record by as many runs, the same sources and the same
    tools; None where there is nothing like that.
    """
    place = place_of(result, folder)
    if not place.is_file():
        return None
    try:
        found = read_measurement(place)
    except NoRecordError:
        return None
    same = (
        found.options.get(MADE_AGAIN) == _made_again(result, every_run)
        and found.source_digest == subject.source_digest
        and found.tools == subject.tools
        and found.options.get("interface_digest") == subject.interface_digest
    )
    return found if same else None


def keep(rebuilt: Rebuilt, result: Path, folder: Path, *, every_run: bool) -> Measurement:
    """Write what was made again as a record, and give it. Raises OSError."""
    made = record_of_now(rebuilt, _made_again(result, every_run))
    place = place_of(result, folder)
    place.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(place, made.model_dump_json(indent=2) + "\n")
    return made


def _made_again(result: Path, every_run: bool) -> dict[str, str]:
    digest = hashlib.sha256(result.read_bytes()).hexdigest()
    return {"runs": EVERY if every_run else BEST, "record": digest}


def record_of_now(rebuilt: Rebuilt, made_again: dict[str, str]) -> Measurement:
    """The record with the figures, sources and tools of now. What was not done again, such as
    verification, is not told as done.
    """
    subject, found = rebuilt.subject, rebuilt.found
    then = subject.record.model_dump(exclude=_DERIVED)
    return Measurement(**{**then, **_inputs_of_now(subject), **_figures(rebuilt), "options": {
        **{name: value for name, value in subject.record.options.items() if name != "design_digest"},
        **({"interface_digest": subject.interface_digest} if subject.interface_digest else {}),
        "core_digest": found.core_digest,
        MADE_AGAIN: made_again,
    }, "cycles": dict(found.cycles), "verification": found.verification, "critical_path": ()})  # fmt: skip


def _inputs_of_now(subject: Recorded) -> dict[str, Any]:
    return {
        "source_digest": subject.source_digest,
        **{name: subject.files[name] for name in ("source_files", "known_answer_files")},
        "tools": subject.tools,
        "date": datetime.now(UTC),
        "cryptagon": __version__,
        "commit": commit(paths.builtin()),
    }


def _figures(rebuilt: Rebuilt) -> dict[str, Any]:
    """Those of the best of the runs that were made, by what the search of the record looked for."""
    objective = rebuilt.subject.record.options.get("objective", "throughput_per_area")
    best = max((run.made for run in rebuilt.runs), key=lambda made: better_first(made, objective))  # pyright: ignore[reportArgumentType]
    seeds = {run.made.seed for run in rebuilt.runs if run.made.seed is not None}
    return {
        **{name: getattr(best, name) for name in AREA_AND_SPEED},
        "status": OK if best.ok else best.status,
        "best_strategy": best.strategy,
        "best_seed": best.seed,
        "best_requested_mhz": best.requested_mhz,
        "seeds": tuple(sorted(seeds)),
        "attempts": tuple(_attempt(run) for run in rebuilt.runs),
    }


def _attempt(run: Run) -> AttemptRecord:
    made: fpga.Attempt = run.made
    figures = {name: getattr(made, name) for name in OF_A_RUN}
    return AttemptRecord(
        strategy=made.strategy,
        seed=made.seed,
        requested_mhz=made.requested_mhz,
        placer=made.placer,
        **figures,
    )
