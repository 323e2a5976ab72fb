"""Measures Cryptagon itself: `python benchmarks/run.py [NAME ...]`.

A benchmark is a file beside this one with a function `measure() -> list[Row]`, or with `parts() -> Parts`
(parts.py). Its rows are printed and written, with where they come from, to
results/NAME.json. Without names all benchmarks run; the whole study takes longest. Leave the machine
alone meanwhile.

The rows of a part are written as it ends. `--only PART` measures that part alone. Parts that would be
measured with the same sources, code and tools are kept; `--fresh` measures these again, too.
"""

import argparse
import importlib
import re
import sys
from pathlib import Path
from types import ModuleType

from common import Row, record, title_of
from parts import measure_parts

from cryptagon.errors import CryptagonError

HERE = Path(__file__).parent
BENCHMARK = re.compile(r"^def (measure|parts)\(", re.MULTILINE)
NAMES = sorted(file.stem for file in HERE.glob("*.py") if BENCHMARK.search(file.read_text()))


def main() -> None:
    """Run the benchmarks that were named."""
    parser = argparse.ArgumentParser(description="Measures Cryptagon itself.")
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"of: {', '.join(NAMES)}; all when left out"
    )
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="PART",
        help="measure this part alone, such as a program or a core; the rows of the others stay",
    )
    parser.add_argument(
        "--fresh", action="store_true", help="measure parts again that would be kept"
    )
    asked = parser.parse_args()
    chosen = asked.names or NAMES
    unknown = sorted(set(chosen) - set(NAMES))
    if unknown:
        parser.error(f"no benchmark named {unknown[0]}; there is {', '.join(NAMES)}")
    for name in chosen:
        print(title_of(HERE / f"{name}.py"))
        benchmark = importlib.import_module(name)
        if asked.only and not hasattr(benchmark, "parts"):
            parser.error(f"{name} is measured as a whole: it has no part {asked.only[0]}")
        for row in _measured(name, benchmark, asked.only, fresh=asked.fresh):
            print("  " + "  ".join(f"{key} {value}" for key, value in row.items()))


def _measured(name: str, benchmark: ModuleType, only: list[str], *, fresh: bool) -> list[Row]:
    """The rows of a benchmark, which are written down by then."""
    script = HERE / f"{name}.py"
    if hasattr(benchmark, "parts"):
        return measure_parts(script, benchmark.parts(), only=only, fresh=fresh)
    rows = benchmark.measure()
    record(script, rows)
    return rows


if __name__ == "__main__":
    try:
        main()
    except CryptagonError as error:
        sys.exit(f"error: {error}")
