"""Measurements, with full provenance, and the folder that keeps them."""

from cryptagon.results.cell_measurement import CellKey, CellMeasurement, CellNetlist
from cryptagon.results.export import schema, to_json
from cryptagon.results.kernel_measurement import KernelKey, KernelMeasurement
from cryptagon.results.measurement import SCHEMA_VERSION, Key, Measurement, throughput_mbps
from cryptagon.results.placed import OK, Attempt, Verification
from cryptagon.results.store import CellStore, KernelStore, ResultsStore, newest, read_measurement, read_placed

__all__ = [
    "OK",
    "SCHEMA_VERSION",
    "Attempt",
    "CellKey",
    "CellMeasurement",
    "CellNetlist",
    "CellStore",
    "KernelKey",
    "KernelMeasurement",
    "KernelStore",
    "Key",
    "Measurement",
    "ResultsStore",
    "Verification",
    "newest",
    "read_measurement",
    "read_placed",
    "schema",
    "throughput_mbps",
    "to_json",
]
