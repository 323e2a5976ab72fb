"""Layouts of C: what they give, that fused tables are found, and that the time of those that say so
depends on no secret.
"""

import ctypes
from pathlib import Path

import pytest
from drawing import ANSWERS, FIGURES
from every_operation import cipher_of_width
from selection import one_of

from cryptagon.errors import CryptagonError
from cryptagon.spt import Program, evaluate, program_of
from cryptagon.spt.code import (
    LAYOUTS,
    can_be_checked,
    generate_layout,
    run_c,
    verify_layout,
    verify_timing,
)
from cryptagon.spt.model import Table
from cryptagon.spt.operations import joined, product
from cryptagon.toolchain import find, run

HELD = ("toy_feistel", "aes128")
OTHERS = (
    "camellia128",
    "speck64_128",
    "aes128_decrypt",
    "camellia128_decrypt",
    "present80",
    "present80_decrypt",
    "simon96_96",
    "simon96_96_decrypt",
    "xtea",
)


def drawn(name: str) -> Program:
    return program_of(FIGURES / f"{name}.uxf")


def made(program: Program, name: str, layout: str, folder: Path) -> str:
    """Writes a layout of a figure, and gives the source."""
    sources = generate_layout(program, name, layout)
    (folder / f"{name}.h").write_text(sources.header)
    (folder / f"{name}.c").write_text(sources.source)
    return sources.source


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    "name", [*HELD, *(pytest.param(one, marks=pytest.mark.nightly) for one in OTHERS)]
)
def test_a_layout_equals_the_interpreter(name, layout, tmp_path):
    program = drawn(name)
    made(program, name, layout, tmp_path)
    assert verify_layout(program, name, tmp_path) > 1000


@pytest.mark.parametrize("lanes", [512, pytest.param(256, marks=pytest.mark.slow)])
def test_vectors_of_every_width_give_the_same(lanes, tmp_path):
    program = drawn("toy_feistel")
    made(program, "toy_feistel", "bitsliced", tmp_path)
    assert verify_layout(program, "toy_feistel", tmp_path, [f"-DLANES={lanes}"])


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    "width", [8, *(pytest.param(width, marks=pytest.mark.nightly) for width in (32, 64))]
)
def test_every_operation_in_every_layout(width, layout, tmp_path):
    program = cipher_of_width(width)
    made(program, "every", layout, tmp_path)
    assert verify_layout(program, "every", tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("layout", one_of(2, ["scalar", "bitsliced"]))
def test_values_wider_than_a_word(layout, tmp_path):
    program = cipher_of_width(72)
    made(program, "every", layout, tmp_path)
    assert verify_layout(program, "every", tmp_path)


def test_tables_refuse_what_words_do_not_do():
    with pytest.raises(
        CryptagonError, match=r"has no layout with tables: it has (add|sub|mul) of 72 bits"
    ):
        generate_layout(cipher_of_width(72), "every", "tables")


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("answer", ANSWERS[:2], ids=lambda one: one[0])
def test_a_layout_gives_the_known_answer(answer, layout, tmp_path):
    name, key, plain, expected = answer
    program = drawn(name)
    made(program, name, layout, tmp_path)
    assert run_c(program.by_name[name], tmp_path, [{"key": key, "text": plain}], ["-pthread"]) == [
        {"text": expected}
    ]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_ctr_gives_the_known_answer(layout, tmp_path):
    """NIST SP 800-38A, F.5.1; the last block in part, on three threads."""
    made(drawn("aes128"), "aes128", layout, tmp_path)
    tool = find("zig-cc")
    flags = ["-std=c11", "-O1", "-shared", "-fPIC", "-pthread", f"-I{tmp_path}"]
    run([*tool.argv, *flags, "-o", "aes128.so", tmp_path / "aes128.c"], cwd=tmp_path, env=tool.env)
    library = ctypes.CDLL(str(tmp_path / "aes128.so"))
    keys, out = (ctypes.c_uint64 * 4096)(), ctypes.create_string_buffer(64)
    library.aes128_schedule(keys, bytes.fromhex("2b7e151628aed2a6abf7158809cf4f3c"))
    text = "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710"
    expected = "874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff5ae4df3edbd5d35e5b4f09020db03eab1e031dda2fbe03d1792170a0f3009cee"
    counter = bytes.fromhex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff")
    library.aes128_ctr(keys, counter, bytes.fromhex(text), out, ctypes.c_size_t(61), 3)
    assert out.raw == bytes.fromhex(expected)[:61] + bytes(3)


def test_a_counter_that_overflows_begins_again(tmp_path):
    program = drawn("toy_feistel")
    made(program, "toy_feistel", "bitsliced", tmp_path)
    tool = find("zig-cc")
    flags = ["-std=c11", "-O1", "-shared", "-fPIC", "-pthread", f"-I{tmp_path}"]
    run(
        [*tool.argv, *flags, "-o", "toy.so", tmp_path / "toy_feistel.c"], cwd=tmp_path, env=tool.env
    )
    library = ctypes.CDLL(str(tmp_path / "toy.so"))
    keys, out = (ctypes.c_uint64 * 64)(), ctypes.create_string_buffer(6)
    library.toy_feistel_schedule(keys, bytes.fromhex("01234567"))
    library.toy_feistel_ctr(keys, b"\xff\xff", bytes(6), out, ctypes.c_size_t(6), 1)
    values = [
        evaluate(program, "toy_feistel", {"block": one, "keys": (0x01, 0x23, 0x45, 0x67)})["block"]
        for one in (0xFFFF, 0, 1)
    ]
    assert int.from_bytes(out.raw, "big") == joined(
        [value for value in values if isinstance(value, int)], 16
    )


def test_the_tables_of_aes_are_found(tmp_path):
    """Four of 256 words of 32 bits in the rounds: S-box and MixColumns; four in the last round: the
    S-box alone.
    """
    program = drawn("aes128")
    source = made(program, "aes128", "tables", tmp_path)
    table = program.definition["S"]
    assert isinstance(table, Table)
    doubled = [
        joined([product(2, one, 8, 0x11B), one, one, product(3, one, 8, 0x11B)], 8)
        for one in table.values
    ]
    fused = [
        line for line in source.splitlines() if line.startswith("static const uint32_t S_fused")
    ]
    assert len(fused) == 8 and all(line.endswith("[256] = {") for line in fused)
    assert ", ".join(f"0x{one:08x}" for one in doubled[:8]) in source


def test_the_equivalent_inverse_of_aes_is_found(tmp_path):
    """Decryption takes round keys behind InvMixColumns, so that its rounds are look-ups and keys
    alone.
    """
    source = made(drawn("aes128_decrypt"), "aes128_decrypt", "tables", tmp_path)
    rounds = [text for text in source.split("\n\n") if "_words(const uint32_t *k" in text]
    assert len(rounds) == 2 and rounds[0].count("_fused_") == 16 and "wires" not in source


def test_the_tables_of_camellia_are_found(tmp_path):
    source = made(drawn("camellia128"), "camellia128", "tables", tmp_path)
    assert source.count("static const uint64_t S") == 8
    (round_,) = [
        text
        for text in source.split("\n\n")
        if "void camellia_round_words(const uint64_t *k" in text
    ]
    assert round_.count("_fused_") == 8


@pytest.mark.parametrize(
    ("layout", "says"),
    [("scalar", "Not constant"), ("tables", "Not constant"), ("bitsliced", "Constant")],
)
def test_the_header_says_whether_time_depends_on_secrets(layout, says):
    made_ = generate_layout(drawn("aes128"), "aes128", layout, "cryptagon spt build aes128.uxf")
    assert says in made_.header and made_.constant_time == (says == "Constant")
    assert (
        "`cryptagon spt build aes128.uxf`" in made_.header and "drawn at (" in made_.source
    ) or layout == "scalar"
    assert made_ == generate_layout(
        drawn("aes128"), "aes128", layout, "cryptagon spt build aes128.uxf"
    )


@pytest.mark.skipif(bool(can_be_checked()), reason=can_be_checked() or "it can be checked")
@pytest.mark.parametrize(
    ("name", "layout"),
    [
        ("aes128", "bitsliced"),
        ("toy_feistel", "bitsliced"),
        ("speck64_128", "scalar"),
        ("speck64_128", "tables"),
    ],
)
def test_time_depends_on_no_secret(name, layout, tmp_path):
    program = drawn(name)
    sources = generate_layout(program, name, layout)
    made(program, name, layout, tmp_path)
    assert sources.constant_time
    verify_timing(program, name, tmp_path)


@pytest.mark.skipif(bool(can_be_checked()), reason=can_be_checked() or "it can be checked")
@pytest.mark.parametrize("layout", ["scalar", "tables"])
def test_valgrind_finds_what_depends_on_secrets(layout, tmp_path):
    program = drawn("toy_feistel")
    made(program, "toy_feistel", layout, tmp_path)
    with pytest.raises(CryptagonError, match="depends on key or data") as fault:
        verify_timing(program, "toy_feistel", tmp_path)
    assert "toy_feistel.c" in fault.value.why


def test_a_wrong_layout_is_told(tmp_path):
    program = drawn("toy_feistel")
    source = made(program, "toy_feistel", "bitsliced", tmp_path)
    (tmp_path / "toy_feistel.c").write_text(source.replace("if (blocks) {", "if (blocks > 1) {"))
    with pytest.raises(CryptagonError, match="toy_feistel"):
        verify_layout(program, "toy_feistel", tmp_path)


def test_what_is_no_block_cipher_has_no_layouts():
    with pytest.raises(CryptagonError, match="figure ascon_p has no layouts") as fault:
        generate_layout(drawn("ascon_p"), "ascon_p", "tables")
    assert "outputs x0" in fault.value.why and "leave --layout out" in fault.value.fix
