"""Which cores by HLS are proved equal, cycle by cycle, to the LLVM IR that they were made from, and
how long it takes.
"""

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from common import Row, entries

from cryptagon import paths
from cryptagon.approaches import approach
from cryptagon.hls import compile_source
from cryptagon.hls.proof import Standing, prove


def measure() -> list[Row]:
    """One row for each core in C, in each of its variants, and each example of the documents."""
    return [_row(name, source, defines) for name, source, defines in _designs()]


def _designs() -> Iterator[tuple[str, Path, Mapping[str, str]]]:
    for entry in entries():
        if source := approach(entry.approach).program(entry):
            yield entry.name, source, entry.variant.defines
    examples = paths.repository() / "docs" / "examples"
    for source in sorted(examples.rglob("*.c")):
        yield source.relative_to(examples).as_posix(), source, {}


def _row(name: str, source: Path, defines: Mapping[str, str]) -> Row:
    with tempfile.TemporaryDirectory() as place:
        result = compile_source(source, Path(place), defines=defines, module="")
        begun = time.perf_counter()
        proof = prove(result, Path(place) / "proof")
    parts = Counter(part.standing for part in proof.parts)
    row: Row = {"design": name, "states": len(result.states), "standing": proof.standing.value}
    row |= {standing.value: parts[standing] for standing in Standing}
    whys = dict.fromkeys(part.why for part in proof.parts if part.why)
    row |= {
        "seconds": round(time.perf_counter() - begun, 1),
        "why": "; ".join(whys),
        "beside": ", ".join(proof.beside),
    }
    print(
        "  ".join(f"{key} {value}" for key, value in row.items() if value != ""),
        file=sys.stderr,
        flush=True,
    )
    return row


if __name__ == "__main__":
    sys.exit(any(row["standing"] == Standing.DIFFERENT.value for row in measure()))
