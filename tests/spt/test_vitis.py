"""C++ for Vitis HLS, compiled with a stand-in for its ap_int.h and run. Vitis itself is not run."""

import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from drawing import ANSWERS, FIGURES
from every_operation import program_of_width
from test_code_figures import NAMED, awkward
from test_spt_architectures import mixed

from cryptagon.errors import CryptagonError
from cryptagon.spt import Figure, Port, Program, evaluate, program_of
from cryptagon.spt.code import Architecture, generate_vitis
from cryptagon.spt.code.names import parameters
from cryptagon.spt.code.tried import Values, inputs_of
from cryptagon.toolchain import find
from cryptagon.toolchain import run as compile_

MAIN = """
#include <stdio.h>

template <int W> static void take(ap_uint<W> &x) {
    char digits[W / 4 + 2];
    if (scanf("%s", digits) != 1) exit(1);
    x = ap_uint<W>(digits, 16);
}

template <int W> static void tell(ap_uint<W> x) {
    for (int i = (W - 1) / 4; i >= 0; i--) printf("%x", (unsigned)((unsigned long long)(x >> 4 * i) & 15));
    printf("\\n");
}
"""


def run(
    program: Program, name: str, folder: Path, tried: Sequence[Values], architecture: str = "basic"
) -> list[Values]:
    """What the C++ of a figure gives for these inputs."""
    figure = program.by_name[name]
    text = generate_vitis(program, name, Architecture.parse(architecture))
    (folder / "main.cpp").write_text(f"{text}{MAIN}{main_of(figure, text, len(tried))}")
    tool = find("zig-cc")
    flags = [
        "-std=c++14",
        "-Wno-unknown-pragmas",
        "-fno-exceptions",
        "-fno-threadsafe-statics",
        "-fsanitize=undefined",
        "-fsanitize-trap=undefined",
    ]
    compile_(
        [*tool.argv, "-x", "c++", *flags, f"-I{Path(__file__).parent}", "main.cpp", "-o", "check"],
        cwd=folder,
        env=tool.env,
    )
    given = "\n".join(
        f"{one:x}"
        for values in tried
        for port in parameters(figure)
        for one in elements(values[port.name])
    )
    done = subprocess.run(
        [folder / "check"], input=given, capture_output=True, text=True, check=True, timeout=60
    )
    numbers = iter(done.stdout.split())
    return [{port.name: value_of(port, numbers) for port in figure.outputs} for _ in tried]


def elements(value: int | tuple[int, ...]) -> tuple[int, ...]:
    return value if isinstance(value, tuple) else (value,)


def value_of(port: Port, numbers: Iterator[str]) -> int | tuple[int, ...]:
    count = port.type.count
    found = tuple(int(next(numbers), 16) for _ in range(count or 1))
    return found[0] if count is None else found


def main_of(figure: Figure, text: str, count: int) -> str:
    """A program that reads inputs and tells outputs, of which each is a line."""
    (top,) = re.findall(r"^void (\w+)\(", text, re.MULTILINE)
    lines, names = [], []
    for number, port in enumerate((*parameters(figure), *figure.outputs)):
        names.append(f"port{number}")
        whole = (
            f"array{port.type.width}x{port.type.count}"
            if port.type.count
            else f"ap_uint<{port.type.width}>"
        )
        lines.append(f"{whole} port{number};")
    taken = len(parameters(figure))
    steps = [each(port, name, "take") for port, name in zip(parameters(figure), names)]
    steps += [f"{top}({', '.join(names)});"]
    steps += [each(port, name, "tell") for port, name in zip(figure.outputs, names[taken:])]
    return f"int main() {{\n{' '.join(lines)}\nfor (int n = 0; n < {count}; n++) {{ {' '.join(steps)} }}\n}}\n"


def each(port: Port, name: str, function: str) -> str:
    return (
        f"for (int i = 0; i < {port.type.count}; i++) {function}({name}.at[i]);"
        if port.type.count
        else f"{function}({name});"
    )


@pytest.mark.parametrize(("name", "key", "plain", "expected"), ANSWERS[:3])
def test_known_answers(name, key, plain, expected, tmp_path):
    assert run(
        program_of(FIGURES / f"{name}.uxf"), name, tmp_path, [{"key": key, "text": plain}]
    ) == [{"text": expected}]


@pytest.mark.nightly
def test_known_answer_of_camellia(tmp_path):
    """RFC 3713, appendix A."""
    key = 0x0123456789ABCDEFFEDCBA9876543210
    given = [{"key": key, "text": key}]
    found = run(program_of(FIGURES / "camellia128.uxf"), "camellia128", tmp_path, given, "x2")
    assert found == [{"text": 0x67673138549669730857065648EABE43}]


@pytest.mark.parametrize("architecture", ["basic", "x2", "x3", "unrolled", "pipelined"])
def test_rounds_arrays_and_indices(architecture, tmp_path):
    tried = inputs_of(mixed().by_name["mixed"])
    assert run(mixed(), "mixed", tmp_path, tried, architecture) == [
        evaluate(mixed(), "mixed", one) for one in tried
    ]


@pytest.mark.parametrize("width", [1, 7, 32, 65])
def test_every_operation(width, tmp_path):
    program = program_of_width(width)
    tried = inputs_of(program.by_name["every"])
    assert run(program, "every", tmp_path, tried) == [
        evaluate(program, "every", one) for one in tried
    ]


def test_words_of_cpp_are_no_names(tmp_path):
    assert {"class", "xor", "ap_uint"} <= set(NAMED)
    tried = inputs_of(awkward("template").by_name["template"], 3)
    assert run(awkward("template"), "template", tmp_path, tried) == [
        evaluate(awkward("template"), "template", one) for one in tried
    ]


def test_pragmas_are_where_the_hardware_is_meant():
    text = generate_vitis(
        program_of(FIGURES / "simon96_96.uxf"), "simon96_96", Architecture.parse("x4")
    )
    rolled, straight = (
        text.index("for (int i = 0; i < 52; i += 4) {\n#pragma HLS PIPELINE II=1\n"),
        text.index("for (int j = 0; j < 4; j++) {\n#pragma HLS UNROLL\n"),
    )
    assert 0 < rolled < straight and not re.search(r"uint_t\(|UNROLL for|\bROM\b|SHARED", text)
    assert re.search(
        r"^void simon96_96\(ap_uint<96> key, ap_uint<96> text, ap_uint<96> &text_out\) {\n    const",
        text,
        re.MULTILINE,
    )
    whole = generate_vitis(
        program_of(FIGURES / "simon96_96.uxf"), "simon96_96", Architecture.parse("pipelined")
    )
    assert re.search(r"^void simon96_96\(.*\) {\n#pragma HLS PIPELINE II=1\n", whole, re.MULTILINE)
    assert (
        whole.count("PIPELINE") == 1
        and "for (int i = 0; i < 52; i++) {\n#pragma HLS UNROLL\n" in whole
    )


def test_a_figure_without_inputs_is_refused():
    nothing = program_of_width(8)
    figure = nothing.by_name["every"]
    alone = Figure("alone", (), (Port("y", figure.nodes[0].type, None),), ())
    with pytest.raises(CryptagonError, match="figure alone has no inputs"):
        generate_vitis(Program((alone,)), "alone")
