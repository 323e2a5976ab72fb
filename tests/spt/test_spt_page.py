"""docs/spt.md shows what is: the operations, the picture, the error, the DML of the toy."""

import json
import re

import pytest
from drawing import FIGURES, pair

from cryptagon import paths
from cryptagon.cli.faults import styled
from cryptagon.spt import dml, program_of, understood
from cryptagon.spt.code import generate_c, generate_kernel, generate_layout
from cryptagon.spt.operations import OPERATIONS, Operation
from cryptagon.spt.picture import picture

DOCS = paths.repository() / "docs"
PAGE = (DOCS / "spt.md").read_text()
PARAMETERS = {0: "", 1: " N", 2: " HIGH..LOW"}


def row(one: Operation) -> str:
    beside = (
        " NAME"
        if one.definition
        else " FIRST..LAST"
        if one.name == "elements"
        else PARAMETERS[one.numbers]
    )
    words = ", ".join(f"`{word}`".replace("|", "\\|") for word in one.words)
    return f"| `{one.name}{beside}` | {words} | {one.summary} |"


def test_operations_are_those_of_the_table():
    (table,) = re.findall(
        r"<!-- operations: begin -->\n(.*?)\n<!-- operations: end -->", PAGE, re.DOTALL
    )
    assert table.splitlines()[2:] == [row(one) for one in OPERATIONS.values()]


def test_dml_of_the_toy():
    assert f"```text\n{dml.written(program_of(FIGURES / 'toy_feistel.uxf'))}```" in PAGE


def test_function_of_speck():
    header = generate_c(program_of(FIGURES / "speck64_128.uxf"), "speck64_128").header
    assert re.findall(r"^void .*;$", header, re.MULTILINE) == re.findall(
        r"^void speck.*;$", PAGE, re.MULTILINE
    )


def test_functions_of_layouts():
    made = generate_layout(program_of(FIGURES / "aes128.uxf"), "aes128", "tables")
    shown = re.findall(r"^void aes128_.*;$", PAGE, re.MULTILINE)
    assert len(shown) == 3 and all(one in made.header for one in shown)


def test_kernels_of_opencl():
    made = generate_kernel(program_of(FIGURES / "aes128.uxf"), "aes128", "opencl").kernel
    for shown in re.findall(r"^(__kernel void .*);$", PAGE, re.MULTILINE):
        parameters = re.findall(r"(\w+) ?[,)]", shown.partition("(")[2])
        found = re.search(
            rf"KERNEL void {re.findall(r'aes128_[a-z]+', shown)[0]}\((.*?)\) {{", made, re.DOTALL
        )
        assert found and re.findall(r"(\w+) ?(?:,|$)", found.group(1).strip()) == parameters


SPEED = {"aes128": "AES-128", "camellia128": "Camellia-128", "present80": "PRESENT-80"}


def test_speed_is_what_was_measured():
    """The rows of one thread, ECB and CTR."""
    found = json.loads(
        (paths.repository() / "benchmarks" / "results" / "spt_speed.json").read_text()
    )
    (table,) = re.findall(r"<!-- speed: begin -->\n(.*?)\n<!-- speed: end -->", PAGE, re.DOTALL)
    speeds = {
        (row["c"], row["cipher"], row["mode"]): f"{row['mb_s']:,.0f}"
        for row in found["rows"]
        if row["threads"] == 1
    }
    rows = []
    for name in dict.fromkeys(one for one, _, _ in speeds):
        cells = [
            f"{speeds[name, one, 'ecb']}, {speeds[name, one, 'ctr']}"
            if (name, one, "ecb") in speeds
            else ""
            for one in SPEED
        ]
        rows.append(
            f"| {'T-tables by hand' if name == 'aes128_tables' else name} | {' | '.join(cells)} |"
        )
    assert table.splitlines()[2:] == rows and found["date"][:10] in PAGE


def test_speed_on_the_gpu_is_what_was_measured():
    """Of the kernels, and of C with all threads of that machine."""
    found = json.loads((paths.repository() / "benchmarks" / "results" / "spt_gpu.json").read_text())
    (table,) = re.findall(r"<!-- gpu: begin -->\n(.*?)\n<!-- gpu: end -->", PAGE, re.DOTALL)
    rows = []
    titles = SPEED | {"simon96_96": "SIMON-96/96", "speck64_128": "SPECK-64/128"}
    for name, title in titles.items():
        mine = [row for row in found["rows"] if row["cipher"] == name]
        gpu = [row for row in mine if "gpu" in row]
        threads = max(row["threads"] for row in mine)
        beside = [row for row in mine if (row["c"], row["threads"]) == ("bitsliced", threads)]
        cells = [
            ", ".join(f"{row['mb_s'] / 1000:.0f}" for row in gpu),
            ", ".join(f"{100 * row['of_peak']:.1f} %" for row in gpu),
            ", ".join(f"{row['mb_s'] / 1000:.1f}" for row in beside),
        ]
        rows.append(f"| {title} | {' | '.join(cells)} |")
    assert table.splitlines()[2:] == rows and found["date"][:10] in PAGE


def test_picture_of_the_toy():
    """Made anew by: cryptagon spt check figures/toy_feistel.uxf -o
    docs/images/spt-toy-feistel.svg
    """
    assert (DOCS / "images" / "spt-toy-feistel.svg").read_text() == picture(
        understood(FIGURES / "toy_feistel.uxf")
    )


@pytest.mark.parametrize("shown", sorted((DOCS / "images" / "spt").glob("*.svg")))
def test_pictures_of_figures(shown):
    """Made anew by: cryptagon spt check figures/NAME.uxf -o docs/images/spt/NAME.svg"""
    assert shown.read_text() == picture(understood(FIGURES / f"{shown.stem}.uxf"))
    assert f"images/spt/{shown.name}" in (DOCS / "spt-figures.md").read_text()


def test_example_of_a_fault(tmp_path):
    (error,) = understood(pair("xor", second="input b: 16").write(tmp_path, "mine")).errors()
    assert re.sub(r"\x1b\[\d*m", "", styled(error)).replace(f"{tmp_path}/", "") in PAGE
