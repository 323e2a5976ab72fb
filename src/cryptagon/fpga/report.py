"""Reads the JSON report that nextpnr writes after routing. Delays are in ns, frequencies in MHz."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptagon.errors import CryptagonError
from cryptagon.toolchain import json_of


@dataclass(frozen=True)
class Report:
    """Used resources by name; by clock the achieved frequency and the critical path, one line a
    step.
    """

    used: Mapping[str, int]
    fmax_mhz: Mapping[str, float]
    critical_path: Mapping[str, tuple[str, ...]]


def read_report(path: Path) -> Report:
    """Read a report.

    Raises CryptagonError when it is not one, MachineError when it is not whole.
    """
    try:
        content = json_of(path)
        used = {name: entry["used"] for name, entry in content["utilization"].items()}
        fmax = {name: entry["achieved"] for name, entry in content["fmax"].items()}
        return Report(
            used, fmax, {clock: _critical_path(content["critical_paths"], clock) for clock in fmax}
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise CryptagonError(
            "this is no report of nextpnr", where=str(path), why=repr(error)
        ) from error


def _critical_path(paths: list[dict[str, Any]], clock: str) -> tuple[str, ...]:
    """The longest path from an edge of the clock to another: a summary, then its steps.

    No other path counts for its frequency.
    """
    clocked = [
        path["path"]
        for path in paths
        if all(path[end].removeprefix("posedge ") == clock for end in ("from", "to"))
    ]
    if not clocked:
        return ()
    steps = max(clocked, key=_delay)
    routing = _delay([step for step in steps if step["type"] == "routing"])
    levels = sum(step["type"] == "logic" for step in steps)
    start, end = _name(steps[0]["from"]["cell"]), _name(steps[-1]["to"]["cell"])
    summary = f"{start} to {end}: {_delay(steps):.2f} ns, {routing:.2f} ns of it routing, {levels} levels of logic"
    return (
        summary,
        *(f"{step['delay']:.2f} ns {step['type']}: {_name(step['to']['cell'])}" for step in steps),
    )


def _delay(steps: list[dict[str, Any]]) -> float:
    return sum(step["delay"] for step in steps)


def _name(cell: str) -> str:
    """The name in the source that Yosys built a cell's name from: `state_q` for
    `state_q_TRELLIS_FF_Q_57_DI_LUT4_Z`.
    """
    return re.split(
        r"_(?=(?:TRELLIS|LUT[1-6]|PFUMX|L6MUX21|WIDEFN9|CCU2C|INV|SB|FD1P3[A-Z]*|DFF[A-Z]*|MUX2|ALU|CC)_)",
        cell,
        maxsplit=1,
    )[0]
