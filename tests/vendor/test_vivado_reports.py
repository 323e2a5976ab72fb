import pytest
from vendor_reports import write_vivado

from cryptagon.errors import CryptagonError
from cryptagon.vendor.vivado_reports import read_vivado


def test_figures_of_a_routed_design(tmp_path):
    report = read_vivado(write_vivado(tmp_path))
    assert (report.luts, report.ffs, report.brams, report.dsps) == (1000, 600, 0, 0)
    assert (report.version, report.part, report.design, report.routed) == (
        "2022.1",
        "xc7a100tcsg324-1",
        "AEAD",
        True,
    )
    assert report.violations == ()
    assert report.fmax_mhz == pytest.approx(1000 / (5 - 0.125))
    assert report.critical_path[0] == "Source: u_core/state_q_reg[3]/C"


def test_layout_without_the_column_prohibited(tmp_path):
    report = read_vivado(
        write_vivado(
            tmp_path, {"version": "2018.2", "device": "7a100tcsg324-1", "state": "Fully Routed"}
        )
    )
    assert (report.version, report.luts, report.routed) == ("2018.2", 1000, True)


def test_layout_of_ultrascale(tmp_path):
    report = read_vivado(
        write_vivado(tmp_path, {"kind": "CLB", "device": "xcku3pffva676-2", "luts": "1,234"})
    )
    assert (report.luts, report.ffs) == (1234, 600)


def test_block_ram_counts_in_halves_of_a_tile(tmp_path):
    assert read_vivado(write_vivado(tmp_path, {"tiles": "1.5", "dsps": "2"})).brams == 3


def test_figures_before_routing_are_known_as_such(tmp_path):
    assert not read_vivado(write_vivado(tmp_path, {"state": "Fully Placed"})).routed


@pytest.mark.parametrize(
    ("timing", "violation"),
    [
        ({"wns": "-0.310"}, "setup slack -0.31 ns"),
        ({"whs": "-0.020"}, "hold slack -0.02 ns"),
        ({"wpws": "-0.100"}, "pulse width slack -0.1 ns"),
    ],
)
def test_missed_constraints_are_told(tmp_path, timing, violation):
    assert read_vivado(write_vivado(tmp_path, timing=timing)).violations == (violation,)


@pytest.mark.parametrize(
    ("report", "old", "new", "expected"),
    [
        ("utilization.rpt", "Slice LUTs", "Lookup cells", "Slice LUTs or CLB LUTs"),
        ("utilization.rpt", "Block RAM Tile", "RAM", '"Block RAM Tile"'),
        ("utilization.rpt", "1000", "n/a", "a number for"),
        ("utilization.rpt", "Vivado v.", "Vivado ", "the tool's version"),
        ("timing_summary.rpt", "WNS(ns)", "Slack", '"WNS(ns)"'),
        ("timing_summary.rpt", " 0.125", "    NA", "is the clock constrained?"),
        ("timing_summary.rpt", "clk    {", "clk    (", "one clock"),
    ],
)
def test_unknown_layout_is_an_error_and_never_a_zero(tmp_path, report, old, new, expected):
    file = write_vivado(tmp_path) / report
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))
    with pytest.raises(CryptagonError, match="unknown format") as error:
        read_vivado(tmp_path)
    assert error.value.where == str(file) and expected in error.value.why


def test_missing_report_is_an_error(tmp_path):
    (write_vivado(tmp_path) / "timing_summary.rpt").unlink()
    with pytest.raises(CryptagonError, match=r"no report timing_summary\.rpt"):
        read_vivado(tmp_path)
