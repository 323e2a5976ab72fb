import pytest
from vendor_reports import write_quartus

from cryptagon.errors import CryptagonError
from cryptagon.vendor.quartus_reports import read_quartus


def test_figures_of_a_family_with_adaptive_modules(tmp_path):
    report = read_quartus(write_quartus(tmp_path))
    assert (report.luts, report.ffs, report.brams, report.dsps) == (1500, 700, 0, 0)
    assert (report.version, report.part, report.design) == (
        "18.1.0 Build 100 Lite Edition",
        "5CSEBA6U23I7",
        "AEAD",
    )
    assert report.resources == {"alms": 1000.0}
    assert report.fmax_mhz == pytest.approx(1000 / (5 - 0.2))


def test_figures_of_a_family_with_logic_elements(tmp_path):
    report = read_quartus(write_quartus(tmp_path, {"elements": True, "device": "EP4CE22F17C6"}))
    assert (report.luts, report.ffs, report.brams, report.dsps) == (1500, 700, 2, 0)
    assert report.resources == {"logic_elements": 1600.0}


@pytest.mark.parametrize("version", ["Quartus II 64-Bit Version 13.1.0", "Version 19.1.0"])
def test_spellings_of_the_version(tmp_path, version):
    report = read_quartus(write_quartus(tmp_path, {"version": version, "edition": "Pro"}))
    assert report.version == f"{version.split()[-1]} Build 100 Pro Edition"


def test_tables_of_pro_lie_in_several_reports(tmp_path):
    write_quartus(tmp_path)
    whole = (tmp_path / "unit.fit.rpt").read_text()
    place = whole.index("; Fitter Resource Usage Summary")
    (tmp_path / "unit.fit.rpt").write_text(whole[:place].rpartition("\n+---")[0])
    (tmp_path / "unit.fit.place.rpt").write_text(whole[place:])
    assert read_quartus(tmp_path).luts == 1500


@pytest.mark.parametrize(
    ("timing", "violation"),
    [
        ({"setup": "-0.310"}, "setup slack -0.31 ns"),
        ({"hold": "-0.020"}, "hold slack -0.02 ns"),
        ({"recovery": "-1.0"}, "recovery slack -1 ns"),
    ],
)
def test_missed_constraints_are_told(tmp_path, timing, violation):
    assert read_quartus(write_quartus(tmp_path, timing=timing)).violations == (violation,)


@pytest.mark.parametrize(
    ("report", "old", "new", "expected"),
    [
        (
            "unit.fit.rpt",
            "Combinational ALUT usage for logic",
            "Lookup cells",
            "Combinational ALUT usage for logic",
        ),
        ("unit.fit.rpt", "; Successful", "; Failed", 'the Fitter Status "Successful"'),
        ("unit.fit.rpt", "M10K blocks", "Memories", "a row for memory blocks"),
        ("unit.fit.rpt", "Total DSP Blocks", "Multipliers", "Total DSP Blocks"),
        ("unit.fit.rpt", "1,500", "many", "a number for"),
        (
            "unit.fit.rpt",
            "Fitter Resource Usage Summary",
            "Usage",
            'a table "Fitter Resource Usage Summary"',
        ),
        ("unit.fit.rpt", "Version 18.1.0 Build", "Release 18.1.0", "the version of Quartus"),
        ("unit.sta.rpt", "Worst-case Slack", "Slack", "Worst-case Slack"),
        ("unit.sta.rpt", "; 0.200", "; N/A  ", "is the clock constrained?"),
        ("unit.sta.rpt", "; Clocks", "; Timers", 'a table "Clocks"'),
    ],
)
def test_unknown_layout_is_an_error_and_never_a_zero(tmp_path, report, old, new, expected):
    file = write_quartus(tmp_path) / report
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))
    with pytest.raises(CryptagonError, match="unknown format") as error:
        read_quartus(tmp_path)
    assert error.value.where == str(file) and expected in error.value.why


def test_missing_report_is_an_error(tmp_path):
    (write_quartus(tmp_path) / "unit.sta.rpt").unlink()
    with pytest.raises(CryptagonError, match=r"no report \*\.sta\.rpt"):
        read_quartus(tmp_path)
