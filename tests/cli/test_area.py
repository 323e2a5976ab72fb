"""`cryptagon area` and `cryptagon hls --area`: cores alone, by synthesis."""

import json
import subprocess

import pytest
from workplace import CRYPTAGON

from cryptagon.catalog import target

ACCUMULATE = """\
#include <cryptagon.h>

STREAM_IN(uint_t(16), in)
STREAM_OUT(uint_t(32), out)

HARDWARE void accumulate(void) {
    uint_t(32) sum = 0;
    for (;;) {
        sum += stream_read(in) ^ START;
        stream_write(out, sum);
    }
}
"""


def test_all_cores_of_an_algorithm_beside_each_other(workplace):
    result = workplace.cryptagon("area", "toy", "--target", "xilinx-7", "--json")
    assert result.returncode == 0, result.stderr
    found = json.loads(result.stdout)
    assert [(one["approach"], one["variant"], one["target"], one["status"]) for one in found] == [
        ("rtl", "", "xilinx-7", "ok"),
        ("hls", "", "xilinx-7", "ok"),
    ]
    assert all(one["luts"] > 200 and one["ffs"] >= 258 and one["levels"] >= 3 for one in found)
    assert [(one["placed"], one["fmax_mhz"]) for one in found] == [(False, None)] * 2
    table = workplace.cryptagon("area", "toy", "--target", "xilinx-7").stdout
    assert (
        "Xilinx 7 series, estimate: cores alone, synthesis before placement, strategy default"
        in table
    )
    assert all(f"{one['luts']:,}" in table for one in found)


def test_strategies_are_shown_apart_and_none_is_asked_for_twice(workplace):
    asked = ("--strategy", "default", "--strategy", "narrow-flow3", "--strategy", "default")
    command = ("area", "toy", "--approach", "rtl", *asked)
    found = json.loads(workplace.cryptagon(*command, "--json").stdout)
    assert [one["strategy"] for one in found] == ["default", "narrow-flow3"]
    table = workplace.cryptagon(*command).stdout
    assert all(f"placement, strategy {one['strategy']}\n" in table for one in found)
    assert all(f"{one['luts']:,}" in table for one in found)


def test_every_strategy_of_a_target(workplace):
    result = workplace.cryptagon("area", "toy", "--strategy", "all", "--approach", "rtl", "--json")
    found = [one["strategy"] for one in json.loads(result.stdout)]
    assert found == list(target("ecp5-85f-8").strategies)


@pytest.mark.slow
def test_placed_core_has_a_clock(workplace):
    result = workplace.cryptagon("area", "toy", "--approach", "rtl", "--place", "--json")
    (placed,) = json.loads(result.stdout)
    (before,) = json.loads(workplace.cryptagon("area", "toy", "--approach", "rtl", "--json").stdout)
    assert placed["placed"] and placed["fmax_mhz"] > 50
    assert (
        before["luts"] <= placed["luts"] <= 1.1 * before["luts"] and before["ffs"] == placed["ffs"]
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--variant", "fast"), "toy has no variants"),
        (("--target", "xilinx-8"), 'unknown target "xilinx-8"'),
        (("--approach", "hlx"), 'unknown approach "hlx"'),
        (("--strategy", "narow"), 'unknown strategy "narow" for target ecp5-85f-8'),
    ],
)
def test_what_is_not_there_is_told_before_anything_is_made(workplace, arguments, said):
    result = workplace.cryptagon("area", "toy", *arguments)
    assert result.returncode != 0 and said in result.stderr


def test_core_that_cannot_be_made_keeps_no_other_back(workplace):
    workplace.edit(
        "hls/core.c", "block_t state = key ^ block.data;", "block_t state = key ^ nothing;"
    )
    result = workplace.cryptagon("area", "toy", "--target", "xilinx-7", "--json")
    rtl, hls = json.loads(result.stdout)
    assert result.returncode == 1 and rtl["status"] == "ok" and rtl["luts"] > 200
    assert "core.c:" in hls["status"] and hls["levels"] is None and "nothing" in result.stderr


def test_hls_tells_the_area_and_lays_it_to_lines(tmp_path):
    (tmp_path / "accumulate.c").write_text(ACCUMULATE)
    command = [
        *CRYPTAGON,
        "hls",
        "accumulate.c",
        "-D",
        "START=3",
        "--no-check",
        "--area",
        "xilinx-7",
    ]
    result = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300
    )
    assert result.returncode == 0, result.stderr
    area = json.loads((tmp_path / "accumulate-START=3" / "accumulate.report.json").read_text())[
        "area"
    ]
    assert (area["target"], area["ffs"], area["brams"], area["dsps"]) == ("xilinx-7", 32, 0, 0)
    assert area["luts_by_line"]["accumulate.c:9"] >= 16
    assert (
        area["luts"]
        == sum(area["luts_by_line"].values()) + area["luts_of_control"] + area["luts_of_several"]
    )
    assert (
        f"{area['luts']} LUT, 32 FF, {area['levels']} levels of LUT: the core alone on xilinx-7"
        in result.stderr
    )
    page = (tmp_path / "accumulate-START=3" / "accumulate.report.html").read_text()
    assert (
        "LUT on xilinx-7" in page
        and f'<td class="number">{area["luts_by_line"]["accumulate.c:9"]}</td>' in page
    )


@pytest.fixture
def with_macro(workplace):
    workplace.edit(
        "hls/core.c",
        "block_t state = key ^ block.data;",
        "block_t state = key ^ block.data ^ ADDED;",
    )
    return workplace


@pytest.mark.nightly
def test_macros_are_those_of_the_cores_in_c(with_macro):
    (found,) = json.loads(
        with_macro.cryptagon(
            "area", "toy", "-D", "ADDED=0", "--target", "xilinx-7", "--json"
        ).stdout
    )
    assert (found["approach"], found["variant"], found["status"]) == ("hls", "ADDED=0", "ok")


@pytest.mark.parametrize(("value", "code"), [("0", 0), ("1", 1)])
def test_core_is_verified_with_its_macros(with_macro, value, code):
    result = with_macro.cryptagon(
        "verify", "toy", "-D", f"ADDED={value}", "--level", "native", "--json"
    )
    assert result.returncode == code, result.stderr
    (check,) = json.loads(result.stdout)
    assert check["what"] == f"hls ADDED={value}" and (check["status"] == "ok") == (code == 0)


@pytest.mark.nightly
def test_results_with_macros_keep_apart(with_macro):
    runs = [
        with_macro.cryptagon("run", "toy", "-D", f"ADDED={value}", "--quick", "--json")
        for value in "01"
    ]
    assert [run.returncode for run in runs] == [0, 1], runs[0].stderr
    found = [json.loads(run.stdout)[0] for run in runs]
    assert [(one["approach"], one["variant"], one["status"] == "ok") for one in found] == [
        ("hls", "ADDED=0", True),
        ("hls", "ADDED=1", False),
    ]


def test_macros_are_given_to_the_variants_of_a_contest(workplace):
    result = workplace.cryptagon(
        *("run", "contests/directives-factorial.toml", "-D", "STAGES=2", "--quick"),
        *("--algorithm", "silc", "--algorithm", "poet", "--dry-run", "--json"),
    )
    assert result.returncode == 0, result.stderr
    told = json.loads(result.stdout)
    assert {one["runs"] for one in told["steps"]} == {2}


def test_contest_with_a_macro_that_one_of_its_algorithms_does_not_read(with_macro):
    result = with_macro.cryptagon("run", "contests/directives-factorial.toml", "-D", "ADDED=1")
    assert result.returncode == 1 and "no C of aesotr reads the macro ADDED" in result.stderr


@pytest.mark.parametrize("command", ["area", "verify", "run"])
def test_macro_that_nothing_reads_is_told(with_macro, command):
    result = with_macro.cryptagon(command, "toy", "-D", "ADED=1")
    assert result.returncode == 1 and "no C of toy reads the macro ADED" in result.stderr
