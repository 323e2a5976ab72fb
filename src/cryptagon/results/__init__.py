"""Records of what was measured, with full provenance, and the folder that keeps them."""

from cryptagon.results.cell_measurement import CellMeasurement, CellNetlist
from cryptagon.results.export import schema, to_json
from cryptagon.results.measurement import AREA_AND_SPEED, AttemptRecord, Measurement
from cryptagon.results.record import (
    COMPARED_WITH,
    MADE_AGAIN,
    OF_A_DESIGN,
    OK,
    SCHEMA_VERSION,
    THIRD_PARTY,
    Record,
    Verification,
    Work,
    throughput_mbps,
)
from cryptagon.results.store import (
    AnyMeasurement,
    NoRecordError,
    Store,
    current,
    in_cells,
    load_all,
    newest,
    placed,
    read_measurement,
    read_record,
    record_of,
)

__all__ = [
    "AREA_AND_SPEED",
    "COMPARED_WITH",
    "MADE_AGAIN",
    "OF_A_DESIGN",
    "OK",
    "SCHEMA_VERSION",
    "THIRD_PARTY",
    "AnyMeasurement",
    "AttemptRecord",
    "CellMeasurement",
    "CellNetlist",
    "Measurement",
    "NoRecordError",
    "Record",
    "Store",
    "Verification",
    "Work",
    "current",
    "in_cells",
    "load_all",
    "newest",
    "placed",
    "read_measurement",
    "read_record",
    "record_of",
    "schema",
    "throughput_mbps",
    "to_json",
]
