"""The provenance of one measurement, a line of text each."""

from collections.abc import Iterator

from cryptagon.analysis.conditions import area_unit
from cryptagon.analysis.documents import NOTHING, tools_of
from cryptagon.analysis.published import cycles_text
from cryptagon.results import Measurement


def details(m: Measurement) -> list[tuple[str, str]]:
    """Name and value, only what is known."""
    return [(name, value) for name, value in (*_design(m), *_run(m)) if value]


def _design(m: Measurement) -> Iterator[tuple[str, str]]:
    bits = f", {m.work.bits} bits" if m.work.bits else ""
    yield "Status", m.status
    yield "Variant", m.variant
    yield "Interface", m.interface or ""
    yield "Bus widths, bits", ", ".join(f"{name} {width}" for name, width in m.bus.items())
    yield "Work", f"{m.work.name}{bits}"
    yield (
        "Cycles",
        "; ".join(
            f"{name.replace('_', ' ')} {cycles_text(cycles)}" for name, cycles in m.cycles.items()
        ),
    )


def _run(m: Measurement) -> Iterator[tuple[str, str]]:
    best = [
        f"seed {m.best_seed}" if m.best_seed is not None else "",
        f"strategy {m.best_strategy}" if m.best_strategy else "",
        f"{m.best_requested_mhz:g} MHz requested" if m.best_requested_mhz is not None else "",
    ]
    yield (
        f"{area_unit(m)}, FF, BRAM, DSP",
        ", ".join(NOTHING if n is None else f"{n:,}" for n in (m.luts, m.ffs, m.brams, m.dsps)),
    )
    yield "Seeds tried", ", ".join(map(str, m.seeds))
    yield "Best", ", ".join(part for part in best if part)
    yield "Tools", tools_of([m.tools])
    yield "Measured", f"{m.date.isoformat()} by Cryptagon {m.cryptagon}"
