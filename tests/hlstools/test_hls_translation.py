"""C exported for other tools computes what the native run of the C computes."""

import re

import pytest
from natively import DESIGNS, run

from cryptagon.hlstools import export_hls, hls_cores
from cryptagon.hlstools.translate import translate_source

PART = "xc7a100tcsg324-1"


def exported(design, tool, folder):
    (core,) = hls_cores(str(DESIGNS / f"{design}.c"))
    export_hls(core, tool, PART, 10.0, folder)
    return folder


@pytest.mark.parametrize("tool", ["vitis-hls", "bambu"])
@pytest.mark.parametrize("design", ["operators", "loops"])
def test_a_design_answers_as_its_native_run(design, tool, tmp_path):
    status, said = run(exported(design, tool, tmp_path / "core"))
    assert (status, said) == (0, "1 messages, 16 calls, 0 wrong answers\n")


@pytest.mark.parametrize(
    ("design", "right", "wrong"),
    [("operators", "ap_uint<9>(257)", "ap_uint<9>(256)"), ("loops", "runs = ap_uint<24>(5)", "runs = ap_uint<24>(6)")],
)  # fmt: skip
def test_a_wrong_constant_is_found(design, right, wrong, tmp_path):
    folder = exported(design, "vitis-hls", tmp_path / "core")
    text = (folder / "core.cpp").read_text()
    assert right in text
    (folder / "core.cpp").write_text(text.replace(right, wrong))
    status, said = run(folder)
    assert status == 1
    assert "a wrong answer" in said


def test_an_answer_too_many_and_answers_that_are_missing_are_found(tmp_path):
    folder = exported("loops", "vitis-hls", tmp_path / "core")
    whole = (folder / "core.cpp").read_text()
    put = "    out_port.write(value);\n"
    (folder / "core.cpp").write_text(whole.replace(put, put * 3))
    status, said = run(folder)
    assert status == 1
    assert "an answer too many on out" in said
    table = (folder / "testbench.cpp").read_text()
    (folder / "testbench.cpp").write_text(table.replace("left = 1000000", "left = 8"))
    (folder / "core.cpp").write_text(whole)
    status, said = run(folder)
    assert status == 1
    assert "answers are missing" in said


def test_pragmas_of_vitis_hls():
    text = translate_source(DESIGNS / "loops.c", "vitis-hls").source
    assert re.search(r"for \(int i = 0; i < 3; i\+\+\) \{\n#pragma HLS UNROLL\n", text)
    assert re.search(
        r"i < 8; i\+\+\) \{\n#pragma HLS UNROLL factor=2\n#pragma HLS PIPELINE II=1\n", text
    )
    assert re.search(r"do \{\n#pragma HLS PIPELINE II=2\n", text)
    for pragma in (
        "BIND_STORAGE variable=memory type=ram_s2p impl=lutram",
        "ARRAY_PARTITION variable=rows type=complete dim=0",
        "ALLOCATION function instances=mixed limit=2",
        "INTERFACE mode=axis port=seed",
        "INTERFACE mode=ap_ctrl_hs port=return",
    ):
        assert f"#pragma HLS {pragma}\n" in text


def test_pragmas_of_bambu():
    text = translate_source(DESIGNS / "loops.c", "bambu").source
    assert re.search(r"#pragma HLS unroll\n +for \(int i = 0; i < 3", text)
    assert re.search(r"#pragma nounroll\n +while \(left\)", text)
    assert re.search(r"#pragma HLS interface port=out mode=fifo\nvoid loops\(", text)
    assert re.search(r"#pragma HLS inline off\nstatic ap_uint<24> mixed\(", text)
    assert "BIND_STORAGE" not in text


def test_what_is_lost_is_told_with_file_and_line():
    lost = translate_source(DESIGNS / "loops.c", "vitis-hls").lost
    found = {what: where.rpartition(":")[2] for where, what in lost}
    lines = (DESIGNS / "loops.c").read_text().splitlines()
    for what, word in {
        "wait()": "wait()", "cycles(k)": "cycles(2)", "stream_has": "stream_has(seed)",
        "expect_cycles(n)": "expect_cycles_between", "STREAM_DEPTH(name, n)": "STREAM_DEPTH",
    }.items():  # fmt: skip
        assert word in lines[int(found[what]) - 1]


def test_a_bound_on_the_levels_of_a_cycle_is_lost(tmp_path):
    text = (DESIGNS / "loops.c").read_text().replace("HARDWARE void", "HARDWARE_LEVELS(9) void")
    source = tmp_path / "loops.c"
    source.write_text(text)
    lost = translate_source(source, "vitis-hls").lost
    assert "HARDWARE_LEVELS(n)" in {what for _, what in lost}
