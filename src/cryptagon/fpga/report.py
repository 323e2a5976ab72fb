"""Reads the JSON report that nextpnr writes after routing. Delays are in ns, frequencies in MHz."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptagon.errors import CryptagonError


@dataclass(frozen=True)
class Report:
    """Used resources by name, achieved frequency by clock, and the critical path of the slowest clock, one line a step."""

    used: Mapping[str, int]
    fmax_mhz: Mapping[str, float]
    critical_path: tuple[str, ...]


def read_report(path: Path) -> Report:
    """Read a report. Raises CryptagonError when it is not one."""
    try:
        content = json.loads(path.read_text())
        used = {name: entry["used"] for name, entry in content["utilization"].items()}
        fmax = {name: entry["achieved"] for name, entry in content["fmax"].items()}
        return Report(used, fmax, _critical_path(content["critical_paths"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CryptagonError("this is no report of nextpnr", where=str(path), why=repr(error)) from error


def _critical_path(paths: list[dict[str, Any]]) -> tuple[str, ...]:
    """The longest path from a clock edge to a clock edge; paths from and to ports are not timed."""
    clocked = [path for path in paths if "edge" in path["from"] and "edge" in path["to"]]
    if not clocked:
        return ()
    slowest = max(clocked, key=_length)
    return tuple(_step(step) for step in slowest["path"])


def _length(path: dict[str, Any]) -> float:
    return sum(step["delay"] for step in path["path"])


def _step(step: dict[str, Any]) -> str:
    start, end = (f"{step[side]['cell']}.{step[side]['port']}" for side in ("from", "to"))
    through = f"{start} to {end}" if start != end else start
    return f"{step['delay']:.2f} ns {step['type']}: {through}"
