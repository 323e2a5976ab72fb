#!/usr/bin/env python3
"""Compares what run.sh has made in work/ with expected.json. Exit code 0: identical; 1: not; 2:
there is nothing to compare.

Needs the standard library alone.
"""

import json
import re
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

from netlist_digest import netlist_digest  # pyright: ignore[reportMissingImports] - it lies beside this file in a package

HERE = Path(__file__).resolve().parent
SYNTHESIS, LAYOUT = HERE / "work" / "synthesis", HERE / "work" / "layout"
WRAPPER_CLOCK = "pins_clk"


def main() -> None:
    """Print a table and end with the exit code."""
    expected = json.loads((HERE / "expected.json").read_text())
    try:
        found = {"netlist": netlist_digest(SYNTHESIS / expected["netlist"]), **figures(expected)}
    except (OSError, ValueError, LookupError) as error:
        print(
            f"error: work/ does not hold what run.sh makes: {error!r}\n  fix: sh run.sh; see the logs in work/",
            file=sys.stderr,
        )
        sys.exit(2)
    wanted = {"netlist": expected["netlist_digest"], **expected["figures"]}
    print(f"{expected['design']}\n{'':10} {'expected':>14} {'here':>14}")
    for name, value in wanted.items():
        print(
            f"{name:10} {shown(value):>14} {shown(found[name]):>14}  {'same' if value == found[name] else 'DIFFERS'}"
        )
    others = other_versions(expected["packages"])
    print(*others, sep="\n", end="\n" if others else "")
    differing = [name for name, value in wanted.items() if value != found[name]]
    print(
        f"differs: {', '.join(differing)}"
        if differing
        else "identical: the figures are the expected ones"
    )
    sys.exit(1 if differing else 0)


def figures(expected: dict[str, Any]) -> dict[str, Any]:
    """Area and frequency from the tools' own reports, counted as in expected.json."""
    area = expected["area"]
    cells = cells_in("stat.json")
    found = {
        name: sum(number for cell, number in cells.items() if re.fullmatch(area[name], cell))
        for name in ("ffs", "brams", "dsps")
    }
    if not expected["placed"]:
        return {"luts": weighted(area["luts"], cells), **found}
    report = json.loads((LAYOUT / "report.json").read_text())
    used = {name: resource["used"] for name, resource in report["utilization"].items()}
    wrapper = cells_in("pins-stat.json") if (SYNTHESIS / "pins-stat.json").exists() else {}
    luts = weighted(area["luts"], used) - weighted(area["wrapper_luts"], wrapper)
    (clock,) = [clock for clock in report["fmax"] if WRAPPER_CLOCK not in clock]
    return {"luts": luts, **found, "fmax_mhz": round(report["fmax"][clock]["achieved"], 3)}


def cells_in(statistics: str) -> dict[str, int]:
    """How many cells of each type a netlist has."""
    return json.loads((SYNTHESIS / statistics).read_text())["design"]["num_cells_by_type"]


def weighted(weights: dict[str, int], numbers: dict[str, int]) -> int:
    """A sum of numbers by name."""
    return sum(weight * numbers.get(name, 0) for name, weight in weights.items())


def other_versions(packages: dict[str, str]) -> list[str]:
    """A line for each tool that is not the expected one; where programs take their place, nobody
    knows.
    """
    lines = []
    for name, version in packages.items():
        try:
            here = metadata.version(name)
        except metadata.PackageNotFoundError:
            here = "not installed"
        if here != version:
            lines.append(f"note: {name} is {here} here, the figures were made with {version}")
    return lines


def shown(value: object) -> object:
    """A digest is cut short."""
    return value[:12] if isinstance(value, str) else value


if __name__ == "__main__":
    main()
