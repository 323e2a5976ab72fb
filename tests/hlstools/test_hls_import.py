"""Reports of Vitis HLS and Bambu become measurements, or errors that say what was expected."""

import json

import pytest
from hls_reports import bambu_report, vitis_reports, write

from cryptagon.errors import CryptagonError
from cryptagon.hlstools import hls_exports_in, import_hls


def refusal(folder):
    with pytest.raises(CryptagonError) as error:
        import_hls(folder)
    return f"{error.value.what}; {error.value.why}"


def test_synthesis_alone_is_an_estimate(exported_copy):
    folder = exported_copy("vitis-hls")
    vitis_reports(folder)
    found = import_hls(folder)
    assert (found.origin, found.approach, found.estimate, found.fmax_mhz) == (
        "imported",
        "vitis-hls",
        True,
        None,
    )
    assert (found.luts, found.ffs, found.brams, found.dsps, found.cycles["call"]) == (
        1402,
        611,
        1,
        0,
        41,
    )
    assert found.target == "vitis-hls-xc7a100tcsg324-1"
    assert found.tools == {"Vitis HLS": "2023.2"}
    assert found.options["report"] == {"estimated_clock_period_ns": 7.211}
    assert found.ok


def test_place_and_route_and_cosimulation(exported_copy):
    folder = exported_copy("vitis-hls")
    vitis_reports(folder, achieved="8.000", status="      Pass")
    found = import_hls(folder)
    assert (found.estimate, found.fmax_mhz, found.luts, found.ffs) == (False, 125.0, 987, 598)
    assert found.cycles["call"] == 31
    assert found.time_us == 31 / 125
    assert found.work.name == "call of loops"


def test_synthesis_by_vivado_alone_stays_an_estimate(exported_copy):
    folder = exported_copy("vitis-hls")
    vitis_reports(folder, achieved="8.000", kind="syn")
    assert (import_hls(folder).estimate, import_hls(folder).fmax_mhz) == (True, None)


def test_a_missed_clock_and_a_failed_cosimulation_do_not_count(exported_copy):
    folder = exported_copy("vitis-hls")
    vitis_reports(folder, achieved="11.500", met="FALSE")
    found = import_hls(folder)
    assert not found.ok
    assert found.status == "the clock was missed: 11.5 ns, where 10 ns were asked for"
    assert found.time_us is None
    vitis_reports(folder, achieved="8.000", status="      Fail")
    assert import_hls(folder).status == "the co-simulation of the RTL says Fail"


def test_unknown_latency_needs_the_cosimulation(exported_copy):
    folder = exported_copy("vitis-hls")
    vitis_reports(folder, interval="undef")
    assert "cycles of a call are not known" in refusal(folder)
    vitis_reports(folder, interval="undef", status="      Pass")
    assert import_hls(folder).cycles["call"] == 31


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"part": "xc7a200tfbg484-1"}, "it is of the part xc7a200tfbg484-1"),
        ({"achieved": "0"}, "AchievedClockPeriod is 0"),
        ({"achieved": "fast"}, "AchievedClockPeriod is 'fast'"),
        ({"status": "|"}, "no row for Verilog"),
    ],
)
def test_wrong_reports_of_vitis_hls(exported_copy, fields, why):
    folder = exported_copy("vitis-hls")
    vitis_reports(folder, **fields)
    if fields.get("status") == "|":
        write(folder / "project/solution/sim/report/loops_cosim.rpt", "Report time\n")
    assert why in refusal(folder)


def test_missing_and_broken_reports_of_vitis_hls(exported_copy):
    folder = exported_copy("vitis-hls")
    assert "there is no report of synthesis" in refusal(folder)
    report = folder / "project/solution/syn/report/loops_csynth.xml"
    vitis_reports(folder)
    whole = report.read_text()
    report.write_text(whole[:300])
    assert "it is no XML" in refusal(folder)
    report.write_text(whole.replace("<LUT>1402</LUT>", ""))
    assert "it has no LUT" in refusal(folder)
    report.write_text(whole.replace("<LUT>1402</LUT>", "<LUT>~1402</LUT>"))
    assert "LUT is '~1402'" in refusal(folder)
    report.write_text(whole.replace("loops</Top", "other</Top"))
    assert "it is of the function other" in refusal(folder)
    report.write_text('<!DOCTYPE x [<!ENTITY a "b">]>' + whole)
    assert "document type" in refusal(folder)
    report.write_bytes(b"\xff\xfe\x00")
    assert "cannot be taken" in refusal(folder)


def test_the_last_report_of_bambu(exported_copy):
    folder = exported_copy("bambu")
    bambu_report(folder, 9, registers="1")
    bambu_report(folder, 10)
    found = import_hls(folder)
    assert (found.approach, found.estimate, found.fmax_mhz) == ("bambu", False, 123.0769)
    assert (found.luts, found.ffs, found.brams, found.dsps, found.area_unit) == (
        1105,
        655,
        0,
        0,
        "LUT6",
    )
    assert found.cycles == {"call": 33}
    assert found.tools == {"Bambu": "2024.10 - Revision 0123abc"}
    assert found.target == "bambu-xc7a100t-1csg324-vvd"


def test_area_without_look_up_tables_has_a_unit_of_its_own(exported_copy):
    folder = exported_copy("bambu")
    report = bambu_report(folder)
    report.write_text(report.read_text().replace('<SLICE_LUTS value="1105"/>', ""))
    found = import_hls(folder)
    assert (found.luts, found.area_unit) == (1210, "AREA of Bambu")


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"top": "other"}, "its --top-fname is other"),
        ({"device": "xc7z020-1clg484-VVD"}, "its --device-name is xc7z020-1clg484-VVD"),
        ({"registers": "many"}, "REGISTERS is 'many'"),
        ({"registers": "1.5"}, "REGISTERS is '1.5'"),
    ],
)
def test_wrong_reports_of_bambu(exported_copy, fields, why):
    folder = exported_copy("bambu")
    bambu_report(folder, **fields)
    assert why in refusal(folder)


def test_missing_and_broken_reports_of_bambu(exported_copy):
    folder = exported_copy("bambu")
    assert "there is no report of Bambu" in refusal(folder)
    report = bambu_report(folder)
    whole = report.read_text()
    report.write_text(whole.replace('<CYCLES value="33"/>', ""))
    assert "it has no CYCLES" in refusal(folder)
    report.write_text(whole.replace("bambu_results", "results"))
    assert "its root is results" in refusal(folder)


def test_changed_sources_and_a_broken_manifest(exported_copy):
    folder = exported_copy("vitis-hls")
    vitis_reports(folder)
    manifest = folder / "hls-export.json"
    content = json.loads(manifest.read_text())
    (folder / "core.cpp").write_text("// other\n")
    assert "changed or gone: core.cpp" in refusal(folder)
    manifest.write_text(json.dumps(content | {"tool": "legup"}))
    assert "the manifest cannot be read" in refusal(folder)


def test_exports_are_found_one_by_one_and_together(exported_once, tmp_path):
    folder = exported_once["bambu"]
    assert hls_exports_in(folder) == [folder]
    assert hls_exports_in(folder.parent) == [folder, exported_once["vitis-hls"]]
    assert hls_exports_in(tmp_path) == []
