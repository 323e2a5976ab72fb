"""C as the specification reads beside C as a state machine and RTL by hand: cycles, area and speed
of the cores alone, and lines of code.

The ciphers have their C in both forms: one is hls/core.c, the other a variant with C of its own,
which is called by its form.
"""

from collections.abc import Iterator

from common import Row, core_of, entries

from cryptagon import catalog, classes, fpga
from cryptagon.analysis.documents import NOTHING, markdown_table
from cryptagon.analysis.lines import code_lines
from cryptagon.catalog import LEVELS, Algorithm, Effort, Entry, Rules
from cryptagon.classes import Setting
from cryptagon.classes.aead import Bench
from cryptagon.classes.base import CORE, UNIT
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.interfaces import interface
from cryptagon.simulate import Simulator, measure_cycles

CIPHERS = ("acorn128", "aes128gcm", "ascon128a", "tinyjambu128")
TARGETS = ("ecp5-85f-8", "ice40-hx8k", "xilinx-7")
"""The last gives an estimate of the area alone."""
STRUCTURED, FLAT, RTL = FORMS = ("structured", "flat", "rtl")
EFFORTS = {CORE: Effort(strategies=3, seeds=(1,)), UNIT: LEVELS["standard"]}
"""What a core is tried with: alone with little, with the hardware API around it
(benchmarks/structured_units.py) as in a study.
"""

COLUMNS = {
    "target": "target",
    "ad_cycles": "cycles/AD block", "data_cycles": "cycles/data block", "message_cycles": "cycles/message", "luts": "LUT4", "ffs": "FF",
    "fmax_mhz": "MHz", "throughput_mbps": "Mbit/s", "throughput_per_area": "Mbit/s/LUT", "lines": "lines of code",
}  # fmt: skip


def measure() -> list[Row]:
    """One row a core, which is verified first."""
    return rows(CORE)


def rows(level: str) -> list[Row]:
    """One row a core and target, alone or as a unit; they are also printed as a table."""
    found = [row for form, entry in forms() for row in _rows(form, entry, level)]
    cells = [
        [str(row["algorithm"]), str(row["form"]), *(_cell(row.get(name)) for name in COLUMNS)]
        for row in found
    ]
    print(markdown_table(["algorithm", "source", *COLUMNS.values()], cells, 2))
    return found


def forms() -> Iterator[tuple[str, Entry]]:
    """What each core of the ciphers was written as."""
    every = [(_form(entry), entry) for entry in entries("aead")]
    for name in CIPHERS:
        own = {form: entry for form, entry in every if entry.algorithm.name == name}
        yield from ((form, own[form]) for form in FORMS)


def _form(entry: Entry) -> str:
    """The form of hls/core.c is the one that no variant is called by."""
    if entry.approach == RTL:
        return RTL
    named = {variant.name for variant in entry.algorithm.variants}
    return entry.variant.name or (
        STRUCTURED if FLAT in named else FLAT if STRUCTURED in named else ""
    )


def _rows(form: str, entry: Entry, level: str) -> Iterator[Row]:
    assert isinstance(entry.algorithm, Algorithm)  # as those are that `forms` gives
    kind, core = classes.class_of(entry.algorithm), core_of(entry)
    tests = kind.tests(entry.algorithm, entry.variant, Setting(kind.interface, quick=True))
    assert isinstance(tests, Bench)
    tests.verify(core, level)
    counted = _cycles(tests, core)
    row: Row = {
        "algorithm": entry.algorithm.name,
        "form": form,
        "level": level,
        "lines": len(code_lines(entry.sources)),
        **counted,
    }
    for target in TARGETS:
        design = _design(form, entry, core, level)
        yield row | _implemented(
            design, target, level, entry.algorithm.sizes.block / float(counted["data_cycles"])
        )


def _implemented(design: fpga.Design, target: str, level: str, bits_a_cycle: float) -> Row:
    """Area and speed of a design on a target; of an estimate the area alone."""
    found = fpga.implement(design, catalog.target(target), EFFORTS[level], rules=Rules())
    row: Row = {
        "target": target,
        "strategy": found.strategy,
        "seeds": ", ".join(map(str, found.seeds)),
        "status": found.status,
    }
    if not found.ok or found.luts is None or found.ffs is None:
        return row
    row |= {"luts": found.luts, "ffs": found.ffs}
    if found.fmax_mhz is None:
        return row
    throughput = bits_a_cycle * found.fmax_mhz
    row |= {"fmax_mhz": round(found.fmax_mhz, 1), "throughput_mbps": round(throughput, 1)}
    return row | {"throughput_per_area": round(throughput / found.luts, 4)}


def _cycles(tests: Bench, core: VerilogCore) -> Row:
    """Clock cycles behind the hardware API, without pauses: of a block of AD and of data, and of a
    message beyond its data.
    """
    counts = measure_cycles(
        Simulator.on(core, tests.unit), tests.tests.algorithm, tests.tests.cipher
    )
    if not counts.linear:
        raise CryptagonError(
            "the cycles of a message do not grow evenly with its length", where=str(core.sources[0])
        )
    slopes = {
        "ad_cycles": counts.ad,
        "data_cycles": counts.encryption,
        "decrypted_data_cycles": counts.decryption,
    }
    overheads = {"message_cycles": counts.encryption, "decrypted_message_cycles": counts.decryption}
    row: Row = {name: float(slope.cycles_per_block) for name, slope in slopes.items()}
    return row | {name: float(slope.overhead) for name, slope in overheads.items()}


def _design(form: str, entry: Entry, core: VerilogCore, level: str) -> fpga.Design:
    kind, name = classes.class_of(entry.algorithm), f"{entry.algorithm.name}-{form}"
    if level == CORE:
        return fpga.Design(f"{name}-core", kind.module, core.sources)
    around = interface(kind.interface)
    parameters = around.parameters(entry.algorithm, around.bus(entry.algorithm, {}))
    return fpga.Design(
        name, around.top_of(entry.algorithm), (*around.sources, *core.sources), parameters
    )


def _cell(value: str | float | None) -> str:
    return (
        NOTHING
        if value is None
        else f"{value:,.0f}"
        if isinstance(value, float) and value.is_integer()
        else str(value)
    )
