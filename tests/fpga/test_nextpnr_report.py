import json

import pytest

from cryptagon.errors import CryptagonError, MachineError
from cryptagon.fpga.report import read_report


def step(kind: str, delay: float, start: str, end: str) -> dict:
    return {
        "type": kind,
        "delay": delay,
        "from": {"cell": start, "port": "Q"},
        "to": {"cell": end, "port": "D"},
    }


def path(start: str, end: str, *delays: float) -> dict:
    kinds = ["clk-to-q", "routing", "logic", "routing", "setup"]
    cells = [
        "u.a_q_TRELLIS_FF_Q_3",
        "u.a_q_TRELLIS_FF_Q_3",
        "u.b_LUT4_Z_1",
        "u.b_LUT4_Z_1",
        "u.c_q_TRELLIS_FF_Q",
        "u.c_q_TRELLIS_FF_Q",
    ]
    return {
        "from": start,
        "to": end,
        "path": [step(*parts) for parts in zip(kinds, delays, cells, cells[1:])],
    }


@pytest.fixture
def report(tmp_path):
    content = {
        "utilization": {
            "TRELLIS_COMB": {"used": 12, "available": 100},
            "TRELLIS_FF": {"used": 3, "available": 100},
        },
        "fmax": {"clk": {"achieved": 250.0, "constraint": 200.0}},
        "critical_paths": [
            path("<async>", "posedge clk", 9, 9, 9, 9, 9),
            path("posedge clk", "posedge clk", 0.5, 1.25, 0.25, 1, 0),
            path("posedge clk", "posedge clk", 0.5, 1, 0.25, 1, 0),
            path("posedge clk", "<async>", 8, 8, 8, 8, 8),
        ],
    }
    file = tmp_path / "report.json"
    file.write_text(json.dumps(content))
    return file


def test_usage_and_frequency_come_from_the_report(report):
    read = read_report(report)
    assert read.used == {"TRELLIS_COMB": 12, "TRELLIS_FF": 3}
    assert read.fmax_mhz == {"clk": 250.0}


def test_the_critical_path_is_the_slowest_between_clock_edges_in_names_of_the_source(report):
    assert read_report(report).critical_path["clk"] == (
        "u.a_q to u.c_q: 3.00 ns, 2.25 ns of it routing, 1 levels of logic",
        "0.50 ns clk-to-q: u.a_q",
        "1.25 ns routing: u.b",
        "0.25 ns logic: u.b",
        "1.00 ns routing: u.c_q",
        "0.00 ns setup: u.c_q",
    )


@pytest.mark.parametrize(
    "text", ["[]", "{}", '{"utilization": {}, "fmax": {"clk": {}}, "critical_paths": []}']
)
def test_what_is_no_report_is_refused(tmp_path, text):
    (tmp_path / "report.json").write_text(text)
    with pytest.raises(CryptagonError, match="no report of nextpnr"):
        read_report(tmp_path / "report.json")


@pytest.mark.parametrize("text", ["", '{"utilization": {'])
def test_a_report_that_is_cut_is_the_machines_fault(tmp_path, text):
    (tmp_path / "report.json").write_text(text)
    with pytest.raises(MachineError, match="not whole"):
        read_report(tmp_path / "report.json")
