"""Records of schema 1, of which there were three kinds, are read as records of schema 2."""

import json

import pytest

from cryptagon import paths
from cryptagon.results import CellMeasurement, Measurement, load_all, read_record

BASE = {
    "schema_version": 1, "title": "A", "variant": "av1", "approach": "rtl", "target": "t", "device": "d", "luts": 100, "ffs": 1, "brams": 0,
    "dsps": 0, "fmax_mhz": 100.0, "source_digest": "0", "date": "2026-01-02T03:04:05Z", "cryptagon": "0",
}  # fmt: skip
CIPHER = BASE | {
    "algorithm": "a", "scope": "aead", "w": 32, "sw": 16, "block_bits": 64, "cycles_per_block": 4.0, "cycles_per_block_decrypt": 5.0,
    "options": {"shared_hardware_digest": "9"}, "verification": [{"level": "aead", "vectors": 3, "ok": True}],
}  # fmt: skip
KERNEL = BASE | {
    "kernel": "k",
    "job": "a block",
    "answer": "one",
    "cycles": 20,
    "cycles_between": 18.5,
    "time_us": 0.2,
}
NETLIST = {"strategy": "area", "gate_equivalents": 100.0, "fmax_mhz": 100.0}
CELLS = {
    "schema_version": 1, "title": "A", "variant": "av1", "approach": "rtl", "scope": "core", "library": "l", "library_digest": "0",
    "corner": "c", "wire_load": None, "gate_equivalent": "NAND", "source_digest": "0", "design_digest": "0", "date": "2026-01-02T03:04:05Z",
    "cryptagon": "0",
}  # fmt: skip


def read(tmp_path, content):
    path = tmp_path / "one.json"
    path.write_text(json.dumps(content))
    return read_record(path)


def test_a_cipher_behind_its_interface(tmp_path):
    record = read(tmp_path, CIPHER)
    assert isinstance(record, Measurement)
    assert (record.algorithm_class, record.algorithm, record.variant, record.scope) == (
        "aead",
        "a",
        "",
        "unit",
    )
    assert (record.interface, record.bus, record.work.bits) == (
        "caesar-1.0",
        {"w": 32, "sw": 16},
        64,
    )
    assert record.cycles == {"encryption": 4.0, "decryption": 5.0}
    assert record.options == {"interface_digest": "9", "supercop": "av1"}
    assert [one.level for one in record.verification] == ["unit"]
    assert record.throughput_mbps == 1600


def test_a_core_alone_has_no_interface(tmp_path):
    assert read(tmp_path, CIPHER | {"scope": "core"}).interface is None


def test_a_kernel(tmp_path):
    record = read(tmp_path, KERNEL)
    assert isinstance(record, Measurement)
    assert (record.key, record.time_us) == (("t", "core", "", "kernel", "k", "av1", "rtl"), 0.2)
    assert record.cycles == {"alone": 20.0, "between": 18.5}


@pytest.mark.parametrize(
    ("own", "figure"),
    [
        (
            {
                "kind": "cipher",
                "name": "a",
                "block_bits": 64,
                "cycles_per_block": 4.0,
                "job": None,
                "cycles": None,
            },
            "throughput_mbps",
        ),
        (
            {
                "kind": "kernel",
                "name": "k",
                "block_bits": None,
                "cycles_per_block": None,
                "job": "a block",
                "cycles": 20,
            },
            "time_us",
        ),
    ],
)
def test_cells(tmp_path, own, figure):
    derived = (
        {"throughput_mbps": 1600.0, "throughput_per_kge": 16000.0}
        if figure == "throughput_mbps"
        else {"time_us": 0.2}
    )
    record = read(tmp_path, CELLS | own | {"netlists": [NETLIST | derived]})
    assert isinstance(record, CellMeasurement)
    assert getattr(record.best, figure) == derived[figure]


def test_every_committed_record_is_read():
    found = load_all(paths.repository() / "benchmarks" / "results" / "first-look")
    assert len(found) >= 54
    assert all(
        load_all(paths.repository() / "benchmarks" / "results" / name)
        for name in ("table1", "cells")
    )
