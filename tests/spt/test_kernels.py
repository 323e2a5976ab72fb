"""Kernels of OpenCL and CUDA: as C through a small header, and run through OpenCL where it is
there.
"""

import pytest
from drawing import ANSWERS, FIGURES

from cryptagon.errors import CryptagonError
from cryptagon.spt import evaluate, program_of
from cryptagon.spt.code import generate_kernel, verify_kernel
from cryptagon.spt.code.kernels.generate import LAYOUTS
from cryptagon.spt.speed.contestants import speed
from cryptagon.spt.speed.device import opencl, through_opencl, why_no_opencl

CASES = [(target, layout) for target, layouts in LAYOUTS.items() for layout in layouts]
HELD = ["toy_feistel", "aes128"]
OTHERS = ["camellia128", "present80", "simon96_96", "speck64_128", "xtea", "aes128_decrypt"]


@pytest.mark.parametrize(("target", "layout"), CASES)
@pytest.mark.parametrize(
    "name", [*HELD, *(pytest.param(one, marks=pytest.mark.nightly) for one in OTHERS)]
)
def test_kernels_as_c_equal_the_interpreter(name, target, layout):
    program = program_of(FIGURES / f"{name}.uxf")
    assert verify_kernel(program, generate_kernel(program, name, target, layout)) > 1000


def test_a_wrong_kernel_is_told():
    program = program_of(FIGURES / "toy_feistel.uxf")
    made = generate_kernel(program, "toy_feistel", "opencl")
    wrong = type(made)(
        **{
            **vars(made),
            "kernel": made.kernel.replace("number < blocks ? number", "number < 1 ? number"),
        }
    )
    assert wrong.kernel != made.kernel
    with pytest.raises(CryptagonError, match="toy_feistel"):
        verify_kernel(program, wrong)


def test_kernels_are_the_same_every_time_and_say_what_made_them():
    program = program_of(FIGURES / "toy_feistel.uxf")
    for target, layout in CASES:
        made = generate_kernel(
            program, "toy_feistel", target, layout, "cryptagon spt build toy_feistel.uxf"
        )
        assert made == generate_kernel(
            program, "toy_feistel", target, layout, "cryptagon spt build toy_feistel.uxf"
        )
        assert made.kernel.startswith(
            f"/* toy_feistel, {target}, layout {layout}, made from a figure by `cryptagon spt build toy_feistel.uxf`."
        )
        assert ("Constant time" in made.kernel) == (layout == "bitsliced")


def test_cuda_has_no_tables():
    program = program_of(FIGURES / "toy_feistel.uxf")
    with pytest.raises(CryptagonError, match="no layout tables for cuda"):
        generate_kernel(program, "toy_feistel", "cuda", "tables")


@pytest.mark.skipif(bool(why_no_opencl()), reason=why_no_opencl() or "it is here")
@pytest.mark.parametrize("layout", LAYOUTS["opencl"])
@pytest.mark.parametrize("answer", ANSWERS[:2])
def test_opencl_gives_the_known_answer(answer, layout):
    name, key, plain, expected = answer
    program = program_of(FIGURES / f"{name}.uxf")
    size = 16 if name == "aes128" else 8
    text = plain.to_bytes(size, "big") * 301
    found = through_opencl(program, name, layout, [key.to_bytes(16, "big")], text)
    assert found == expected.to_bytes(size, "big") * 301


@pytest.mark.skipif(bool(why_no_opencl()), reason=why_no_opencl() or "it is here")
@pytest.mark.parametrize("layout", LAYOUTS["opencl"])
def test_opencl_counts(layout):
    """CTR of blocks that fill no vector, and of a part of one."""
    program = program_of(FIGURES / "speck64_128.uxf")
    blocks, key = 521, ANSWERS[1][1]
    stream = b"".join(
        value.to_bytes(8, "big")
        for number in range(blocks)
        for value in evaluate(program, "speck64_128", {"key": key, "text": number}).values()
        if isinstance(value, int)
    )
    text = bytes(range(256)) * 17
    text = text[: 8 * blocks - 3]
    found = through_opencl(
        program, "speck64_128", layout, [key.to_bytes(16, "big")], text, mode="ctr"
    )
    assert found == bytes(one ^ other for one, other in zip(text, stream))


@pytest.mark.skipif(bool(why_no_opencl()), reason=why_no_opencl() or "it is here")
def test_opencl_is_measured(tmp_path):
    program = program_of(FIGURES / "speck64_128.uxf")
    found = opencl(program, "speck64_128", tmp_path)
    assert [one.name for one in found] == ["OpenCL, bitsliced", "OpenCL, tables"]
    assert all(speed(one, "ctr", 1, 1 << 16, 0.01) > 1e6 for one in found[:1])
