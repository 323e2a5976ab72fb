"""Measures Cryptagon itself: `python benchmarks/run.py [NAME ...]`.

A benchmark is a file beside this one with a function `measure() -> list[Row]`. Its rows are printed
and written, with where they come from, to results/NAME.json. Without names all benchmarks run; the
whole study takes longest. Leave the machine alone meanwhile.

With `--add ALGORITHM` a benchmark whose `measure` takes names measures these algorithms alone, and
its `merged` puts them beside what was measured before.
"""

import argparse
import importlib
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from cryptagon import __version__, paths
from cryptagon.errors import CryptagonError
from cryptagon.spt.speed.machine import processor
from cryptagon.toolchain import survey

Rows = list[dict[str, str | int | float]]
Merged = Callable[[Rows, Rows], Rows]
HERE = Path(__file__).parent
NAMES = sorted(file.stem for file in HERE.glob("*.py") if "\ndef measure(" in file.read_text())


def main() -> None:
    """Run the benchmarks that were named."""
    parser = argparse.ArgumentParser(description="Measures Cryptagon itself.")
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"of: {', '.join(NAMES)}; all when left out"
    )
    parser.add_argument(
        "--add",
        action="append",
        default=[],
        metavar="ALGORITHM",
        help="measure this algorithm alone, beside what was measured before: of mutations, proofs",
    )
    given = parser.parse_args()
    chosen = given.names or NAMES
    unknown = sorted(set(chosen) - set(NAMES))
    if unknown:
        parser.error(f"no benchmark named {unknown[0]}; there is {', '.join(NAMES)}")
    for name in chosen:
        benchmark = importlib.import_module(name)
        title = (benchmark.__doc__ or name).splitlines()[0]
        print(title)
        rows = benchmark.measure(given.add) if given.add else benchmark.measure()
        for row in rows:
            print("  " + "  ".join(f"{key} {value}" for key, value in row.items()))
        if given.add:
            _add(name, benchmark.merged, rows, given.add)
        else:
            _write(name, title, rows)


def _add(name: str, merged: Merged, rows: Rows, algorithms: list[str]) -> None:
    file = HERE / "results" / f"{name}.json"
    content = json.loads(file.read_text())
    content["rows"] = merged(content["rows"], rows)
    content.setdefault("added", []).append(
        {"algorithms": algorithms, "commit": _commit(), "date": _now()}
    )
    file.write_text(json.dumps(content, indent=2) + "\n")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _write(name: str, title: str, rows: Rows) -> None:
    content = {
        "benchmark": name,
        "title": title,
        "date": _now(),
        "cryptagon": __version__,
        "commit": _commit(),
        "tools": {tool.name: tool.version for tool in survey() if tool.found},
        "machine": {
            "cores": os.cpu_count(),
            "processor": processor(),
            "python": platform.python_version(),
        },
        "load_average": round(os.getloadavg()[0], 2),
        "rows": rows,
    }
    (HERE / "results").mkdir(exist_ok=True)
    (HERE / "results" / f"{name}.json").write_text(json.dumps(content, indent=2) + "\n")


def _commit() -> str:
    """The commit of the checkout, with "+" when files differ from it; empty outside a checkout."""
    command = ["git", "describe", "--always", "--dirty=+", "--abbrev=12", "--exclude=*"]
    return subprocess.run(
        command, cwd=paths.repository(), capture_output=True, text=True, check=False
    ).stdout.strip()


if __name__ == "__main__":
    try:
        main()
    except CryptagonError as error:
        sys.exit(f"error: {error}")
