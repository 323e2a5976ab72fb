"""Arrays in a memory outside the module: the same contents natively and in Verilog, whatever the
memory's latency; and as AXI4.
"""

import json
import re
import shutil
from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner
from memory_designs import COPY, HEAD, MEMORY_PORTS, SORT, SUM

from cryptagon.cli.hls import hls
from cryptagon.hls import compile_source
from cryptagon.hls.check import CDesign, check_equivalence, cosimulate
from cryptagon.hls.check.simulation import build_testbench
from cryptagon.hls.check.testbench import HERE, PARTS
from cryptagon.hls.proof import prove
from cryptagon.hls.verilog.axi4 import ADAPTER, write_axi4
from cryptagon.toolchain import find, run

DOCUMENT = Path(__file__).parents[2] / "docs" / "hls-language.md"
AXI4_BENCH = Path(__file__).with_name("axi4_bench.cpp")
ON_AXI4 = (
    HEAD
    + """
struct job { uint8_t from, to, length; };
STREAM_IN(struct job, jobs)
STREAM_OUT(bit, done)
MEMORY_PORT uint64_t source[128];
MEMORY_PORT uint64_t target[128];
HARDWARE void add(void) {
    struct job job = stream_read(jobs);
    for (int i = 0; i < (job.length & 31); i++) target[(job.to & 63) + i] += source[(job.from & 63) + i];
    ((uint8_t *)target)[job.from] = job.length;
    memory_fence(target);
    stream_write(done, 1);
}
"""
)


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    return cosimulate(MEMORY_PORTS, tmp_path_factory.mktemp("ports"))


@pytest.mark.parametrize("name", [design.name for design in MEMORY_PORTS])
def test_streams_and_memories_are_those_of_the_native_run(outcomes, name):
    outcomes[name].check()
    assert outcomes[name].memories


def test_the_native_run_leaves_what_the_c_says(outcomes):
    begin, end = SORT.memories["data"], outcomes["port_sort"].memories["data"]
    signed = [value - (value >> 15 << 16) for value in begin]
    assert end == [value & 0xFFFF for value in sorted(signed[:30])] + list(begin[30:])
    sums = outcomes["port_sum"].native["total"]
    assert sums == [sum(SUM.memories["data"][:n]) % (1 << 32) for n in (0, 1, 7, 100, 1023)]
    source, target = (outcomes["port_copy"].memories[name] for name in ("source", "target"))
    assert source == COPY.memories["source"]
    assert target[255 : 255 + 127] == source[127 : 127 + 127]


@pytest.mark.parametrize(
    ("name", "line", "cycles"), [("port_sum", "i < n", 2), ("port_copy", "memcpy", 2)]
)
def test_an_element_takes_two_cycles_of_a_memory_that_answers_in_the_next(
    outcomes, name, line, cycles
):
    result = outcomes[name].result
    source = result.source.read_text().splitlines()
    (loop,) = (one for one in result.loops if line in source[one.location.line - 1])
    assert (loop.least, loop.most) == (cycles, cycles)


def test_simulation_takes_the_cycles_that_the_analysis_says(outcomes):
    between = outcomes["port_sum"].cycles("total")
    assert between == [2 * n + 1 for n in (1, 7, 100, 1023)]


def test_a_difference_in_memory_is_found(tmp_path):
    source = tmp_path / "unit.c"
    source.write_text(SUM.source.replace("all += data[i];", "{ all += 1; data[i] = 7; }"))
    result = compile_source(source, tmp_path, module="unit")
    verilog = result.core.sources[0]
    text = verilog.read_text()
    assert "data_request_item" in text
    verilog.write_text(
        text.replace(
            "data_request_byte_enables} = data_request_item",
            "data_request_byte_enables} = data_request_item ^ 47'h1",
        )
    )
    with pytest.raises(Exception, match=r"memory port 'data', element 0: natively 0x7, in Verilog"):
        check_equivalence(source, result, tmp_path / "testbench", stimulus=SUM.stimulus)


def test_the_report_names_port_and_signals(tmp_path):
    source = tmp_path / "copy.c"
    source.write_text(COPY.source)
    stimulus = tmp_path / "items.json"
    items = {"jobs": [{"from": 1, "to": "0x2", "length": 3}]}
    stimulus.write_text(json.dumps({"items": items, "memories": {"source": [1, "0x22", 3, 4]}}))
    done = CliRunner().invoke(
        hls, [str(source), "-o", str(tmp_path / "out"), "--axi4", "--stimulus", str(stimulus)]
    )
    assert done.exit_code == 0, done.output
    assert re.search(r"source +256 +64 +source_request, source_response +copy\.c:\d+", done.output)
    assert "and the memories in the end (source 256 elements, target 512 elements)" in done.output
    report = json.loads((tmp_path / "out" / "copy.report.json").read_text())
    port = report["memory_ports"][1]
    assert port["signals"] == {
        "target_request_write": 1,
        "target_request_address": 9,
        "target_request_write_data": 64,
        "target_request_byte_enables": 8,
        "target_request_valid": 1,
        "target_request_ready": 1,
        "target_response_read_data": 64,
        "target_response_valid": 1,
        "target_response_ready": 1,
    }
    assert "Memory ports" in (tmp_path / "out" / "copy.report.html").read_text()
    assert "module copy_axi4 (" in (tmp_path / "out" / "copy_axi4.v").read_text()


def test_axi4_of_a_design_without_memory_ports_is_refused(tmp_path):
    (tmp_path / "unit.c").write_text(
        "#include <cryptagon.h>\nSTREAM_IN(bit, in)\nSTREAM_OUT(bit, out)\n"
        "HARDWARE void unit(void) { stream_write(out, stream_read(in)); }\n"
    )
    done = CliRunner().invoke(hls, [str(tmp_path / "unit.c"), "-o", str(tmp_path), "--axi4"])
    assert done.exit_code == 2 and "the design has no MEMORY_PORT" in done.output


@pytest.fixture(scope="module")
def on_axi4(tmp_path_factory) -> Path:
    """The program of the design on the testbed's AXI4 memories."""
    place = tmp_path_factory.mktemp("axi4")
    (place / "add.c").write_text(ON_AXI4)
    result = compile_source(place / "add.c", place, module="add")
    wrapper = write_axi4("add", result.ports, result.memories, place).read_text()
    bench = place / "bench"
    bench.mkdir()
    (bench / "testbench.sv").write_text(wrapper.replace("module add_axi4 ", "module testbench "))
    for part in PARTS:
        shutil.copy(HERE / part, bench)
    package = Path(str(files("cryptagon")))
    for part in ("testbed/board/memory.h", "testbed/board/memory.cpp", "testbed/board/board.h"):
        shutil.copy(package / part, bench)
    shutil.copy(package / "simulate/stalls.h", bench)
    shutil.copy(AXI4_BENCH, bench / "main.cpp")
    return build_testbench(bench, result.core.sources, place)


@pytest.mark.parametrize("stall", ["0", "0.1", "0.5"])
@pytest.mark.parametrize("latency", ["0", "1", "23"])
def test_on_axi4_memories_with_stalls(on_axi4, tmp_path, stall, latency):
    for seed in ("1", "2", "3"):
        said = run([on_axi4, stall, latency, seed], cwd=tmp_path).stdout
        assert re.fullmatch(r"\d+ cycles\n", said)


@pytest.mark.parametrize(("data", "address"), [(8, 3), (32, 10), (64, 20), (1024, 4)])
def test_the_adapter_is_clean_for_verilator(tmp_path, data, address):
    tool = find("verilator")
    widths = [f"-GDATA_WIDTH={data}", f"-GADDRESS_WIDTH={address}"]
    argv = [*tool.argv, "--lint-only", "-Wall", "--top-module", "memory_port_axi4", *widths]
    run([*argv, str(ADAPTER)], cwd=tmp_path, env=tool.env)


@pytest.mark.parametrize("design", [SUM, COPY], ids=lambda design: design.name)
def test_each_cycle_is_proved(tmp_path, design):
    source = tmp_path / f"{design.name}.c"
    source.write_text(design.source)
    proof = prove(compile_source(source, tmp_path, module=design.name), tmp_path / "proof")
    assert proof.standing == "proved"


def test_the_example_in_the_document_runs_as_it_is_shown(tmp_path):
    section = DOCUMENT.read_text().partition("## Arrays in a memory outside")[2]
    blocks = re.findall(r"(?:^    .*\n|^\n)+", section, re.MULTILINE)
    (code,) = (re.sub(r"^    ", "", b, flags=re.MULTILINE) for b in blocks if "HARDWARE" in b)
    data = [7, 3, 250, 3, 0, 99, 100, 1]
    shown = CDesign("shown", code, {"count": [8]}, memories={"data": data})
    outcome = cosimulate([shown], tmp_path)["shown"]
    outcome.check()
    assert outcome.memories["data"][:8] == sorted(data)
