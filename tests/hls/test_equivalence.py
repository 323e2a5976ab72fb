"""Any design against its native run: what is compared, what is said where nothing could be, and
that a fault is seen.
"""

import json
import os
import re

import pytest

from cryptagon.errors import CryptagonError
from cryptagon.hls import compile_source
from cryptagon.hls.check import (
    CoreComparison,
    check_equivalence,
    load_stimulus,
    prepare_comparison,
    simulation,
    write_standalone,
)
from cryptagon.hls.check.simulation import build_testbench, simulate
from cryptagon.toolchain import ToolError, compiler, find, run

HEAD = "#include <cryptagon.h>\n"
SUMS = (
    HEAD
    + """struct item { uint_t(12) data; bit last; };
STREAM_IN(struct item, in)
STREAM_OUT(uint_t(20), out)
STREAM_OUT(bit, seen)
HARDWARE void sums(void) {
    REGISTER uint_t(20) sum;
    struct item x = stream_read(in);
    sum += x.data;
    if (x.last) { stream_write(out, sum); sum = 0; }
    stream_write(seen, x.last);
}
"""
)


def compiled(folder, text):
    source = folder / "unit.c"
    source.write_text(text)
    return source, compile_source(source, folder / "out", module="")


def compared(folder, text, **choices):
    source, result = compiled(folder, text)
    return check_equivalence(source, result, folder / "out" / "testbench", **choices)


@pytest.fixture(scope="module")
def sums(tmp_path_factory) -> CoreComparison:
    """A comparison that has been run, and lies there as `cryptagon hls` leaves it."""
    folder = tmp_path_factory.mktemp("sums")
    source, result = compiled(folder, SUMS)
    comparison = prepare_comparison(source, result, folder / "out" / "testbench", items=50)
    write_standalone(source.name, result, folder / "out", comparison.files, "")
    return comparison


@pytest.fixture(scope="module")
def program(sums, tmp_path_factory):
    return build_testbench(
        sums.testbench, sums.bench.result.core.sources, tmp_path_factory.mktemp("program")
    )


def test_every_item_of_every_stream_is_compared(sums):
    found = sums.run()
    assert (
        found.compared["seen"] == 50
        and found.compared["out"]
        == sum(item["last"] for item in sums.bench.stimulus.items["in"])
        > 5
    )
    assert str(found).startswith(
        f"equal: {sum(found.compared.values())} items (out {found.compared['out']}, seen 50), with and without stalls"
    )


def test_design_that_waits_for_a_command_is_said_to_be_unchecked(tmp_path):
    text = HEAD + "STREAM_IN(uint_t(64), in)\nSTREAM_OUT(uint_t(64), out)\n"
    text += "HARDWARE void unit(void) { uint_t(64) x = stream_read(in); if (x == 0x1234567890abcdef) stream_write(out, x + 1); }\n"
    found = compared(tmp_path, text)
    assert (
        not found.checked
        and str(found)
        == "not checked: the design wrote nothing on these items; give --stimulus FILE.json"
    )
    items = tmp_path / "items.json"
    items.write_text(json.dumps({"items": {"in": [3, "0x1234567890abcdef"]}}))
    source, result = compiled(tmp_path, text)
    assert check_equivalence(
        source, result, tmp_path / "t", stimulus=load_stimulus(items, result.ports)
    ).compared == {"out": 1}


def test_design_that_never_ends_is_compared_as_far_as_its_native_run_went(tmp_path):
    text = (
        HEAD
        + "STREAM_OUT(uint_t(16), out)\nREGISTER uint_t(16) n;\nHARDWARE void unit(void) { stream_write(out, n); n += 3; }\n"
    )
    found = compared(tmp_path, text)
    assert found.compared == {"out": 4000} and str(found).endswith(
        "; the native run was ended after the most items"
    )


LONG = (
    HEAD
    + """STREAM_IN(unsigned, in)
STREAM_OUT(unsigned, out)
HARDWARE void unit(void) {
    unsigned x = stream_read(in);
    for (int i = 0; i < TURNS; i++) x = (x << 3 | x >> 29) + (x ^ i);
    stream_write(out, x);
}
"""
)


def test_long_runs_end_when_enough_was_compared(tmp_path):
    found = compared(tmp_path, LONG.replace("TURNS", "20000"))
    assert 10 <= found.compared["out"] < 30 and 300_000 <= found.simulated < 400_000
    assert str(found).endswith(f"; the simulation was ended after {found.simulated:,} cycles")


def test_an_item_that_takes_long_is_waited_for(tmp_path):
    found = compared(tmp_path, LONG.replace("TURNS", "500000"))
    assert found.compared == {"out": 1} and found.simulated > 500_000


def test_what_takes_too_long_is_not_said_to_be_equal(tmp_path, monkeypatch):
    monkeypatch.setattr("cryptagon.hls.check.simulation.SECONDS", 1)
    with pytest.raises(
        CryptagonError, match=r"the check is not done: in .* cycles the Verilog gave"
    ):
        compared(tmp_path, LONG.replace("TURNS", "50000000"))


def test_headers_are_those_that_g_plus_plus_has_read_before(sums, tmp_path, monkeypatch):
    """It would read them again, without a word, for flags that are not those they were kept
    with.
    """
    taken = []

    def strictly(argv, **choices):
        known = "-include" in argv
        taken.append(known)
        return run([*argv, "-Werror=invalid-pch"] if known else argv, **choices)

    monkeypatch.setattr(simulation, "run", strictly)
    build_testbench(sums.testbench, sums.bench.result.core.sources, tmp_path)
    assert taken.count(True) == (compiler().name == "g++")


def test_testbench_passes_by_itself(sums, program):
    for stall in ("0", "100"):
        assert run([program, stall], cwd=sums.testbench).stdout.splitlines()[-1] == "PASS"


def test_testbench_fails_when_an_expected_item_is_another(sums, program, tmp_path):
    for file in sums.testbench.glob("*.hex"):
        (tmp_path / file.name).write_text(file.read_text())
    answers = tmp_path / "sums_out.hex"
    first, *rest = answers.read_text().splitlines()
    answers.write_text("\n".join([f"{int(first, 16) ^ 1:x}", *rest]) + "\n")
    with pytest.raises(ToolError) as caught:
        run([program, "0"], cwd=tmp_path)
    assert (
        caught.value.code == 1
        and "mismatch sums.out 0" in caught.value.output
        and "FAIL" in caught.value.output
    )
    assert simulate(program, tmp_path, stall=0).transfers["sums.out"][0].item == int(first, 16)


@pytest.mark.slow
def test_makefile_builds_and_runs_the_testbench_where_python_is_python3(sums, tmp_path):
    (tmp_path / "python").write_text("#!/bin/sh\necho python: not found >&2; exit 127\n")
    (tmp_path / "python").chmod(0o755)
    tool = find("verilator")
    env = {**tool.env, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    said = run(["make", f"VERILATOR={tool.argv[0]}"], cwd=sums.testbench, env=env).stdout
    assert said.count("PASS") == 2


def read_core(text):
    """The little YAML that a core file needs: blocks by indentation, `[a, b]`, `{a: b}`, and
    entries `- a` or `- a: {...}`.
    """
    root: dict = {}
    open_blocks: list = [(-1, root)]
    for line in filter(None, text.splitlines()):
        indent, content = len(line) - len(line.lstrip()), line.strip()
        while open_blocks[-1][0] >= indent:
            open_blocks.pop()
        block = open_blocks[-1][1]
        if content.startswith("- "):
            name, _, attributes = content[2:].partition(": ")
            block.setdefault("entries", {})[name] = dict(
                pair.split(": ") for pair in attributes.strip("{}").split(", ")
            )
            continue
        key, value = re.findall(r"^([\w-]+):(?: (.*))?$", content)[0]
        block[key] = {} if not value else value[1:-1].split(", ") if value[0] == "[" else value
        if not value:
            open_blocks.append((indent, block[key]))
    return root


def test_core_file_names_what_is_there(sums):
    output = sums.testbench.parent
    first, _, text = (output / "sums.core").read_text().partition("\n")
    core = read_core(text)
    assert (
        first == "CAPI=2:"
        and core["name"] == "::sums:0"
        and list(core["targets"]) == ["default", "sim", "lint"]
    )
    bench = core["filesets"]["tb"]["files"]["entries"]
    assert core["filesets"]["rtl"] == {"files": ["sums.v"], "file_type": "verilogSource-2005"}
    assert {(output / name).resolve() for name in bench} == {path.resolve() for path in sums.files}
    assert {tuple(entry) for name, entry in bench.items() if name.endswith(".hex")} == {
        ("file_type", "copyto")
    }
    assert bench["testbench/main.cpp"] == {"file_type": "cppSource"}
    assert all(
        set(target["filesets"]) <= set(core["filesets"]) for target in core["targets"].values()
    )
    assert (
        core["targets"]["sim"]["toplevel"] == "testbench"
        and core["targets"]["sim"]["flow_options"]["mode"] == "cc"
    )
