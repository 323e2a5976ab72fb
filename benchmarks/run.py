"""Measures Cryptagon itself: `python benchmarks/run.py [NAME ...]`.

A benchmark is a file beside this one with a function `measure() -> list[Row]`. Its rows are printed
and written, with where they come from, to results/NAME.json. Without names all benchmarks run; the
whole study takes longest. Leave the machine alone meanwhile.

With `--add ALGORITHM` a benchmark whose `measure` takes names measures these algorithms alone, and
its `merged` puts them beside what was measured before.

Benchmarks of sources of others write each row as it comes, and keep those of before that would be
measured with the same sources, code and tools; `--fresh` measures these again, too.
"""

import argparse
import importlib
import os
import sys
from pathlib import Path

from common import FRESH, add, record, title_of

from cryptagon.errors import CryptagonError

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
    parser.add_argument(
        "--fresh", action="store_true", help="measure rows again that would be kept"
    )
    asked = parser.parse_args()
    chosen = asked.names or NAMES
    unknown = sorted(set(chosen) - set(NAMES))
    if unknown:
        parser.error(f"no benchmark named {unknown[0]}; there is {', '.join(NAMES)}")
    if asked.fresh:
        os.environ[FRESH] = "yes"
    for name in chosen:
        script = HERE / f"{name}.py"
        print(title_of(script))
        benchmark = importlib.import_module(name)
        rows = benchmark.measure(asked.add) if asked.add else benchmark.measure()
        for row in rows:
            print("  " + "  ".join(f"{key} {value}" for key, value in row.items()))
        if asked.add:
            add(script, benchmark.merged, rows, asked.add)
        else:
            record(script, rows)


if __name__ == "__main__":
    try:
        main()
    except CryptagonError as error:
        sys.exit(f"error: {error}")
