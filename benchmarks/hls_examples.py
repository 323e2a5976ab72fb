"""Examples that others wrote for HLS tools, as published: whether each compiles, and whether its
Verilog does what its native run does on random items.

hls_example_programs.py lists them, and sources_of_others.py says what the environment does.
`python benchmarks/hls_examples.py PATH` measures one, and prints its row; `--page` in the place of a
path puts the last results into docs/hls-examples.md.
"""

import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from common import Row
from hls_example_programs import EXAMPLES
from parts import Parts
from sources_of_others import linked, parts_of_programs, published_path, run_alone, within

from cryptagon.analysis.documents import NOTHING, markdown_table
from cryptagon.errors import CryptagonError
from cryptagon.hls.check import check_equivalence
from cryptagon.hls.compiler import CompiledDesign
from cryptagon.hls.vivado import compiled, readable

SECONDS = 900.0
"""Processor seconds that each process of a compilation may take: what is beyond counts as too
slow.
"""
OF_ITSELF = "the native run itself"
"""How the check says that what is written hangs on more than the items."""
EQUAL, UNCHECKED, DIFFERS, REFUSED = "equal", "not checked", "DIFFERS", "refused"


def parts() -> Parts:
    """One row an example; what cannot be compiled or checked says why."""
    return parts_of_programs(__file__, EXAMPLES, _files, _too_slow)


def row_of(name: str, sources: Path) -> Row:
    """What there is to tell of one example; this process measures itself."""
    example = EXAMPLES[name]
    root = published_path(sources, example.origin[0], "", example.origin[1])
    includes = [root / example.headers] if example.headers else []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        try:
            with within(SECONDS) as took:
                read = readable(root / example.path, example.top, folder, includes=includes)
                made = compiled(read, folder / "out", seconds=SECONDS)
        except CryptagonError as error:
            return _about(name) | {"outcome": REFUSED, "told": _told(error, root)}
        return _about(name) | {"states": len(made.states), **took, **_checked(read.path, made)}


def _checked(source: Path, made: CompiledDesign) -> Row:
    """Whether the Verilog does what the native run does."""
    try:
        found = check_equivalence(source, made, source.parent / "testbench")
    except CryptagonError as error:
        if (error.why or "").startswith(OF_ITSELF):  # it reads what nobody has set
            return {"outcome": UNCHECKED, "told": error.why}
        outcome = DIFFERS if error.what.startswith("the Verilog differs") else UNCHECKED
        return {"outcome": outcome, "told": _told(error, source.parent)}
    if not found.checked:
        return {"outcome": UNCHECKED, "told": "it wrote nothing"}
    return {"outcome": EQUAL, "items": sum(found.compared.values())}


def _told(error: CryptagonError, root: Path) -> str:
    """A message in one line, without the folder of this run."""
    place = f" ({Path(error.where).name})" if error.where else ""
    return error.what.split("\n")[0].replace(f"{root}/", "") + place


def _files(name: str, sources: Path) -> list[Path]:
    repository, commit = EXAMPLES[name].origin
    return [published_path(sources, repository, EXAMPLES[name].path, commit)]


def _too_slow(name: str) -> Row:
    why = f"more than {SECONDS:.0f} processor seconds"
    return _about(name) | {"outcome": REFUSED, "told": why}


def _about(name: str) -> Row:
    repository, commit = EXAMPLES[name].origin
    return {"program": name, "origin": repository, "commit": commit}


def table(rows: Sequence[Row]) -> str:
    """The rows as docs/hls-examples.md has them, with their sums before."""
    sums = Counter((row["origin"], row["outcome"]) for row in rows)
    origins = {row["origin"]: linked(row) for row in rows}
    outcomes = (EQUAL, UNCHECKED, DIFFERS, REFUSED)
    counted = [
        [link, *(str(sums[origin, outcome]) for outcome in outcomes)]
        for origin, link in origins.items()
    ]
    cells = [
        [
            str(row["program"]),
            str(row["outcome"]),
            str(row.get("told", "")),
            *(f"{row[key]:,}" if key in row else NOTHING for key in ("items", "states", "cpu_s")),
        ]
        for row in rows
    ]
    return "\n\n".join(
        [
            markdown_table(["origin", *outcomes], counted, 1),
            markdown_table(
                ["program", "outcome", "told", "items", "states", "processor s"], cells, 3
            ),
        ]
    )


if __name__ == "__main__":
    run_alone(__file__, "docs/hls-examples.md", row_of, table)
