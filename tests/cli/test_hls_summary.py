"""What `cryptagon hls` prints: the whole text, and the report as JSON."""

import re

from cryptagon.hls.compiler.passes import PASSES
from cryptagon.hls.report import Report

SOURCE = """\
#include <cryptagon.h>
STREAM_IN(uint_t(16), in)
STREAM_OUT(uint_t(32), out)
HARDWARE void unit(void) {
    REGISTER static uint_t(32) total = 7;
    uint_t(16) a = stream_read(in);
    uint_t(16) b = stream_read(in);
    for (int i = 0; i < 8; i++) {
        total += (uint_t(32))a * b;
        a = a ^ b;
    }
    stream_write(out, total);
}
"""
SUMMARY = """\
state  begins because of             line
0      loop                          unit.c:6  uint_t(16) a = stream_read(in);
1      second access to stream 'in'  unit.c:7  uint_t(16) b = stream_read(in);
2      loop                          unit.c:8  for (int i = 0; i < 8; i++) {

loop      cycles an iteration   iterations
unit.c:6                    9  without end  uint_t(16) a = stream_read(in);
unit.c:8                    1            8  for (int i = 0; i < 8; i++) {

register  bits  holds
total       32  total
a           16  a
b           16  b
i            3  i

slowest lines  levels  operators
unit.c:9         12.0  32-bit adder; 32-bit multiplier; 16-bit multiplexer  total += (uint_t(32))a * b;
unit.c:8          1.2  3-bit adder; 3-bit comparator                        for (int i = 0; i < 8; i++) {
unit.c:12         1.0  2-bit comparator; 1 and, or                          stream_write(out, total);
unit.c:10         0.5  16 xor                                               a = a ^ b;

3 states, 69 register bits (2 for the state), N s
"""


def compiled(workplace, *options):
    (workplace.folder / "unit.c").write_text(SOURCE)
    result = workplace.cryptagon("hls", "unit.c", "-o", "verilog", "--no-check", *options)
    assert result.returncode == 0, result.stderr
    return result


def test_summary(workplace):
    lines = [line.rstrip() for line in compiled(workplace).stderr.splitlines()]
    assert re.sub(r"[\d.]+ s$", "N s", "\n".join(lines)) + "\n" == SUMMARY


def test_paths_of_the_files_are_told(workplace):
    written = compiled(workplace).stdout.split()
    assert {"verilog/unit.v", "verilog/unit.report.html", "verilog/unit.report.json"} <= set(
        written
    )
    assert all((workplace.folder / path).is_file() for path in written)


def test_json_alone_on_stdout(workplace):
    report = Report.model_validate_json(compiled(workplace, "--json").stdout)
    assert report == Report.model_validate_json(
        (workplace.folder / "verilog" / "unit.report.json").read_text()
    )


def test_passes_are_listed_in_order_with_what_they_do(workplace):
    lines = workplace.cryptagon("hls", "--list-passes").stdout.splitlines()
    assert [tuple(line.split(maxsplit=1)) for line in lines] == [
        (one.name, one.says) for one in PASSES
    ]


def test_dumped_passes_are_told_with_the_files(workplace):
    written = compiled(workplace, "--dump", "stages", "--dump", "lowering").stdout.split()
    assert [path for path in written if "/passes/" in path] == [
        f"verilog/passes/unit.{name}"
        for name in (
            "stages.before.txt",
            "stages.after.txt",
            "lowering.before.txt",
            "lowering.after.ir",
        )
    ]
