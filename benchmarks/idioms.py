"""Ways to write one thing in C, and what each costs: logic, registers and cycles.

Each file of benchmarks/idioms is one thing in several forms. All forms of a thing write the same
items, natively and in Verilog, or the benchmark fails. `python benchmarks/idioms.py` puts the last
results into docs/hls-idioms.md.
"""

import tempfile
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from common import Row
from parts import Part, Parts

from cryptagon import catalog
from cryptagon.analysis.documents import markdown_table
from cryptagon.analysis.made_page import Page, measured
from cryptagon.cli.hls_area import area_of
from cryptagon.errors import CryptagonError
from cryptagon.hls.check.batch import Outcome, bench_of_source, run_benches
from cryptagon.hls.check.stimulus import random_stimulus
from cryptagon.hls.check.testbench import Bench
from cryptagon.hls.compiler import HlsResult

FOLDER = Path(__file__).parent / "idioms"
TARGET = "ecp5-85f-8"
FORMS = {
    "buffer": ("BYTE", "UNSIGNED", "INT", "SIZE_T"),
    "choose": ("CHOICE", "MASK", "SUBTRACT_ONE", "XOR", "ARRAY"),
    "compare": ("EARLY_END", "DIFFERENCES", "SMEARED", "LIBRARY"),
    "count_bits": ("BYTE", "SHIFTED", "BRANCH", "BIT", "UNTIL_ZERO"),
    "doubling": ("CHOICE", "PRODUCT", "MASK", "SIGNED_SHIFT"),
    "field_product": ("BRANCH", "BIT", "MASK", "MOVING_MASK"),
    "load": ("SHIFTS", "LOOP", "COPY", "CAST", "UNION"),
    "records": ("INDEX", "POINTER", "REMAINDER"),
    "ring": ("COMPARE", "REMAINDER", "POINTER"),
    "rotate": ("BOTH_SHIFTS", "BRANCH", "REMAINDER", "WIDE"),
    "shift_register": ("WIDE", "WORDS", "BOOLS", "RING"),
    "square": ("ROWS", "FLAT", "TABLE"),
    "state_machine": ("STRUCTURED", "SWITCH", "FUNCTIONS"),
    "store": ("INDEX", "NEST", "BLOCK", "POINTER"),
    "walk": ("INDEX", "POINTER_TO_END", "COUNT_DOWN"),
}
"""The forms of each thing: the macro that chooses one."""
ITEMS, SEED = 1000, 1
TOOLS = ("zig-cc", "llvmlite", "xls", "verilator", "yosys")
COLUMNS = {"luts": "LUT4", "ffs": "FF", "levels": "levels", "cycles": "cycles"}


def parts() -> Parts:
    """One part a thing, one row a form of it."""
    each = [
        Part(thing, partial(source_of, thing), partial(rows_of, thing, forms))
        for thing, forms in FORMS.items()
    ]
    return Parts(each, ("thing",), ("hls", "fpga", "toolchain"))


def source_of(thing: str) -> Path:
    """The C of a thing, in all its forms."""
    return FOLDER / f"{thing}.c"


def rows_of(thing: str, forms: Sequence[str]) -> list[Row]:
    """What each form of a thing costs: the core alone on ECP5, before layout, and the clock cycles in
    which it deals with 1,000 random items, without pauses.

    Raises CryptagonError where two runs of a form, or two forms, do not write the same.
    """
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        made = [_bench(thing, form, place / form) for form in forms]
        found = run_benches({bench.result.module: bench for bench in made}, place)
        outcomes = dict(zip(forms, found.values(), strict=True))
        _check(thing, outcomes)
        return [
            {"thing": thing, "form": form, **_area(outcome.result), "cycles": _cycles(outcome)}
            for form, outcome in outcomes.items()
        ]


def _bench(thing: str, form: str, folder: Path) -> Bench[HlsResult]:
    """A form compiled, and run natively on random items, which are the same for all forms."""
    folder.mkdir()
    return bench_of_source(
        f"{thing}_{form.lower()}",
        f"#define {form}\n{source_of(thing).read_text()}",
        partial(random_stimulus, seed=SEED, count=ITEMS),
        folder,
    )


def _check(thing: str, outcomes: Mapping[str, Outcome[HlsResult]]) -> None:
    """Raises CryptagonError where a form's Verilog, or another form, does not write the same."""
    first, *others = outcomes
    differs = [form for form, outcome in outcomes.items() if not outcome.agree]
    differs += [form for form in others if outcomes[form].native != outcomes[first].native]
    if differs or not any(outcomes[first].native.values()):
        raise CryptagonError(
            f"the forms of '{thing}' do not write the same: {', '.join(differs) or 'nothing'}",
            where=str(source_of(thing)),
            fix="compare them natively first, then each with its Verilog by `cryptagon hls`",
        )


def _area(result: HlsResult) -> Row:
    found = area_of(result, catalog.target(TARGET))
    return {"luts": found.luts, "ffs": found.ffs, "levels": found.levels}


def _cycles(outcome: Outcome[HlsResult]) -> int:
    """Until the last item."""
    return max(transfer.cycle for items in outcome.free.values() for transfer in items)


def table() -> str:
    """The page's table of what was measured, with when and by what."""
    content = measured(Path(__file__).stem)
    rows, tools = content["rows"], content["tools"]
    commits = sorted({part["commit"] for part in content["parts"].values()})
    by = ", ".join(f"{name} {tools[name]}" for name in TOOLS)
    told = f"Measured on {content['date'][:10]} at {', '.join(commits)}, with {by}; items from seed {SEED}."
    cells = [
        [f"`{row['thing']}`", f"`{row['form']}`", *(f"{row[name]:,}" for name in COLUMNS)]
        for row in rows
    ]
    return f"{markdown_table(['thing', 'form', *COLUMNS.values()], cells, 2)}\n\n{told}"


if __name__ == "__main__":
    Page("docs/hls-idioms.md", lambda: {"measured": table()}).write()
