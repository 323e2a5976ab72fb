import pytest
from vendor_reports import write_ise

from cryptagon.errors import CryptagonError
from cryptagon.vendor.ise_reports import read_ise


def test_figures_of_the_unit_without_its_wrapper(tmp_path):
    report = read_ise(write_ise(tmp_path), "core")
    assert (report.luts, report.ffs, report.brams, report.dsps) == (1000, 600, 0, 0)
    assert (report.version, report.part, report.design, report.routed) == (
        "14.7",
        "xc6vlx240t-ff1156-1",
        "pin_wrapper",
        True,
    )
    assert report.fmax_mhz == pytest.approx(1000 / 4.8) and report.violations == ()
    assert report.critical_path[0] == "Source: core/state_q_3 (FF)"


def test_figures_of_all(tmp_path):
    report = read_ise(write_ise(tmp_path, {"dsp": "DSP48A1"}))
    assert (report.luts, report.ffs, report.resources) == (1036, 703, {"slices": 350.0})


def test_period_may_stand_as_a_frequency(tmp_path):
    report = read_ise(write_ise(tmp_path, timing={"period": "200 MHz"}), "core")
    assert report.period_ns == pytest.approx(5) and report.slack_ns == pytest.approx(0.2)


def test_timing_errors_are_told(tmp_path):
    report = read_ise(write_ise(tmp_path, timing={"minimum": "5.400", "errors": "31"}), "core")
    assert report.violations == ("31 timing errors",) and report.fmax_mhz == pytest.approx(
        1000 / 5.4
    )


def test_design_that_is_not_routed_is_known_as_such(tmp_path):
    assert not read_ise(write_ise(tmp_path, routing={"routed": False}), "core").routed


@pytest.mark.parametrize(
    ("report", "old", "new", "expected"),
    [
        ("pin_wrapper_map.mrp", "Utilization by Hierarchy", "Usage", "was map run with -detail?"),
        ("pin_wrapper_map.mrp", "+core", "+unit", "was the hierarchy kept?"),
        ("pin_wrapper_map.mrp", "1000/1000", "1000     ", '"own/total" in the column "LUTs"'),
        ("pin_wrapper_map.mrp", "Release 14.7 Map", "Map", 'a first line "Release … Map"'),
        ("pin_wrapper.twr", "Minimum period:", "Period:", '"Minimum period:"'),
        ("pin_wrapper.twr", "Timing errors:", "Errors:", '"Timing errors:"'),
        ("pin_wrapper.twr", "TS_clk", "TS_other", "TS_clk"),
        ("pin_wrapper.twr", "Device,package,speed:", "Part:", '"Device,package,speed:"'),
    ],
)
def test_unknown_layout_is_an_error_and_never_a_zero(tmp_path, report, old, new, expected):
    file = write_ise(tmp_path) / report
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))
    with pytest.raises(CryptagonError, match="unknown format") as error:
        read_ise(tmp_path, "core")
    assert error.value.where == str(file) and expected in error.value.why


@pytest.mark.parametrize("name", ["pin_wrapper_map.mrp", "pin_wrapper.par", "pin_wrapper.twr"])
def test_missing_report_is_an_error(tmp_path, name):
    (write_ise(tmp_path) / name).unlink()
    with pytest.raises(CryptagonError, match="there is no report"):
        read_ise(tmp_path, "core")
