"""`cryptagon hls --top` of a source with tasks: what it writes and tells."""

import json

from cryptagon.hls.report import Report

SOURCE = """\
#include <ap_int.h>
#include <hls_stream.h>
typedef ap_uint<8> word;
static void twice(hls::stream<word> &in, hls::stream<word> &out) { out << in.read() * 2; }
static void more(hls::stream<word> &in, word by, hls::stream<word> &out) { out << in.read() + by; }
void unit(hls::stream<word> &in, word by, hls::stream<word> &out) {
#pragma HLS DATAFLOW
    hls::stream<word, 3> between;
    twice(in, between);
    more(between, by, out);
}
"""


def compiled(workplace, *options):
    (workplace.folder / "unit.cpp").write_text(SOURCE)
    done = workplace.cryptagon("hls", "unit.cpp", "--top", "unit", "-o", "out", *options)
    assert done.returncode == 0, done.stderr
    return done


def test_files_and_reports_of_tasks(workplace):
    done = compiled(workplace)
    assert "task unit_twice" in done.stderr
    assert "2 tasks, with FIFOs between them: between 3" in done.stderr
    assert "equal: 200 items (out 200)" in done.stderr
    written = done.stdout.splitlines()
    assert written[:3] == ["out/unit.v", "out/unit_twice.v", "out/unit_more.v"]
    assert "out/unit_more.report.html" in written


def test_json_has_the_reports_of_all_tasks(workplace):
    told = json.loads(compiled(workplace, "--no-check", "--json").stdout)
    assert (told["module"], told["fifos"]) == ("unit", {"between": 3})
    reports = [Report.model_validate(one) for one in told["tasks"]]
    assert [report.design.module for report in reports] == ["unit_twice", "unit_more"]


def test_each_task_is_proved(workplace):
    done = compiled(workplace, "--prove", "--no-check")
    assert (workplace.folder / "out" / "proof" / "unit_more").is_dir()
    assert "proved" in done.stderr
