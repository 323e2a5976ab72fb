"""What has no counterpart for other tools is refused, with file and line."""

import pytest

from cryptagon.errors import CryptagonError
from cryptagon.hlstools import export_hls, hls_cores
from cryptagon.hlstools.tools import HLS_TOOLS
from cryptagon.hlstools.translate import translate_source

BEGIN = """#include <cryptagon.h>
#include <stdint.h>
#include <string.h>
STREAM_IN(uint32_t, in)
STREAM_OUT(uint32_t, out)
"""
REFUSED = {
    "goto": (
        "HARDWARE void top(void) {\n    uint32_t x = stream_read(in);\n"
        "again:\n    stream_write(out, x);\n    if (--x) goto again;\n}\n",
        8, "goto is not exported",
    ),
    "a memory outside": (
        "MEMORY_PORT uint32_t data[16];\nHARDWARE void top(void) { data[0] = stream_read(in); stream_write(out, data[1]); }\n",
        6, "the memory port 'data' is not exported",
    ),
    "bytes of a wide integer": (
        "HARDWARE void top(void) {\n    uint_t(48) x = stream_read(in);\n    stream_write(out, ((uint8_t *)&x)[1]);\n}\n",
        8, "the conversion of 'unsigned _BitInt(48) *' to 'uint8_t *' is not exported",
    ),
    "a union": (
        "union u { uint32_t word; uint8_t bytes[4]; };\nHARDWARE void top(void) {\n    union u x = {stream_read(in)};\n"
        "    stream_write(out, x.bytes[1]);\n}\n",
        8, "is not exported",
    ),
    "an endless loop in a function": (
        "static void forever(void) {\n    for (;;) stream_write(out, stream_read(in));\n}\nHARDWARE void top(void) { forever(); }\n",
        7, "this loop never ends",
    ),
    "an endless loop that counts": (
        "HARDWARE void top(void) {\n    for (uint32_t i = 0;; i++) stream_write(out, stream_read(in) + i);\n}\n",
        7, "a loop that never ends and counts is not exported",
    ),
    "a copy of elements that lie otherwise in memory": (
        "HARDWARE void top(void) {\n    uint_t(24) a[2], b[2] = {1, 2};\n"
        "    memcpy(a, b, sizeof a);\n    stream_write(out, stream_read(in) + a[1]);\n}\n",
        8, "memmove is not exported here",
    ),
    "no hardware": ("static int nothing;\n", 0, "no function of this source is marked HARDWARE"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_refused_with_its_line(name, tmp_path):
    text, line, what = REFUSED[name]
    source = tmp_path / "top.c"
    source.write_text(BEGIN + text)
    with pytest.raises(CryptagonError) as refusal:
        translate_source(source, "vitis-hls")
    assert what in refusal.value.what
    assert refusal.value.fix
    if line:
        assert refusal.value.where == f"{source}:{line}"


def test_cpp_is_refused(tmp_path):
    source = tmp_path / "top.cpp"
    source.write_text(BEGIN + "HARDWARE void top() { stream_write(out, stream_read(in)); }\n")
    with pytest.raises(CryptagonError, match=r"C\+\+ is not exported"):
        translate_source(source, "bambu")


def test_a_design_that_answers_nothing_cannot_be_tested(tmp_path):
    source = tmp_path / "silent.c"
    source.write_text(
        BEGIN
        + "HARDWARE void top(void) { if (stream_read(in) == 123456789) stream_write(out, 1); }\n"
    )
    (core,) = hls_cores(str(source))
    with pytest.raises(CryptagonError, match="nothing to test the export with"):
        export_hls(core, "vitis-hls", "xc7a100tcsg324-1", 10.0, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_two_passes_are_refused(tmp_path):
    (core,) = hls_cores("dummy_two_pass")
    with pytest.raises(CryptagonError, match="goes over its data twice"):
        export_hls(core, "vitis-hls", "xc7a100tcsg324-1", 10.0, tmp_path / "out")


def test_unknown_names(tmp_path):
    with pytest.raises(CryptagonError, match="no such C source"):
        hls_cores(str(tmp_path / "missing.c"))
    with pytest.raises(CryptagonError, match="there is no variant other"):
        hls_cores("sha1", ["other"])
    with pytest.raises(CryptagonError, match="Bambu has no device like"):
        HLS_TOOLS["bambu"].device("ice40up5k")
    with pytest.raises(CryptagonError, match="unknown part"):
        HLS_TOOLS["vitis-hls"].device("LFE5U85F8BG756C")


def test_the_nearest_device():
    assert HLS_TOOLS["bambu"].device("xc7a200tfbg484-1") == "xc7a100t-1csg324-VVD"
    assert HLS_TOOLS["bambu"].device("ecp5-85f-8") == "LFE5U85F8BG756C"
    assert HLS_TOOLS["vitis-hls"].device("xc7a100tcsg324-1") == "xc7a100tcsg324-1"


def test_a_folder_that_holds_something_is_left_alone(tmp_path):
    source = tmp_path / "top.c"
    source.write_text(BEGIN + "HARDWARE void top(void) { stream_write(out, stream_read(in)); }\n")
    (tmp_path / "mine").write_text("mine")
    (core,) = hls_cores(str(source))
    with pytest.raises(CryptagonError, match="not empty"):
        export_hls(core, "bambu", "nangate45", 5.0, tmp_path)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["mine", "top.c"]
