"""A record as a row of typed figures. Those that follow from others are computed again: what the
record says of them is not taken."""

from pathlib import Path
from typing import Any

from cryptagon.analysis.conditions import area_unit
from cryptagon.results import (
    OK,
    AnyMeasurement,
    CellMeasurement,
    Measurement,
    record_of,
    throughput_mbps,
)
from cryptagon.site.canonical import object_in
from cryptagon.site.checkout_facts import key_size_of, source_of
from cryptagon.site.models import Record, Result, studies_of

GATE_EQUIVALENTS = "GE"


def measurement_in(record: Record) -> AnyMeasurement:
    """What the bytes of a record say. Raises CryptagonError where this version cannot read them,
    UnreadableError where they are no JSON."""
    return record_of(object_in(bytes(record.content)), Path(record.file))


def projected(record: Record, measured: AnyMeasurement, publisher: str) -> Result:
    """The row of a record, not yet in a comparison."""
    own = _placed(measured) if isinstance(measured, Measurement) else _in_cells(measured)
    names = (
        "algorithm_class",
        "algorithm",
        "title",
        "variant",
        "approach",
        "scope",
        "estimate",
        "date",
        "cryptagon",
        "source_digest",
    )
    row = Result(
        record=record,
        study=record.study,
        studies=studies_of([record.study]),
        publisher=publisher,
        interface=measured.interface or "",
        work=measured.work.name,
        work_bits=measured.work.bits,
        cycles_of_work=measured.cycles_of_work,
        key_size=key_size_of(measured.algorithm),
        source=source_of(measured.source_files),
        **{name: getattr(measured, name) for name in names},
        **own,
    )
    _derive(row)
    return row


def _placed(measured: Measurement) -> dict[str, Any]:
    names = ("target", "device", "origin", "status", "luts", "ffs", "brams", "dsps", "fmax_mhz")
    spread = list(measured.fmax_over_seeds) if measured.ok else []
    return {
        **{name: getattr(measured, name) for name in names},
        "area_unit": area_unit(measured),
        "runs": len(measured.attempts),
        "spread": spread,
    }


def _in_cells(measured: CellMeasurement) -> dict[str, Any]:
    best = measured.best
    return {
        **{
            "target": measured.library,
            "device": measured.corner,
            "origin": "measured",
            "status": best.status,
        },
        **{
            "area_unit": GATE_EQUIVALENTS,
            "luts": best.gate_equivalents,
            "ffs": best.registers,
            "fmax_mhz": best.fmax_mhz,
        },
        "runs": len(measured.netlists),
    }


def _derive(row: Result) -> None:
    """Throughput (Mbit/s), the same over area, and the time of a job (µs), from cycles, clock and
    area.
    """
    if row.status != OK or not row.cycles_of_work or not row.fmax_mhz:
        return
    if row.work_bits:
        throughput = throughput_mbps(row.work_bits, row.cycles_of_work, row.fmax_mhz)
        row.throughput_mbps, row.throughput_per_area = (
            throughput,
            throughput / row.luts if row.luts else None,
        )
    else:
        row.time_us = row.cycles_of_work / row.fmax_mhz
