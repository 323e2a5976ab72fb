"""Kernels from figures: their streams, their variants, and what is refused."""

import pytest
from drawing import FIGURES

from cryptagon.approaches import approach, approaches_of
from cryptagon.approaches.spt import core_in_c
from cryptagon.catalog import Entry
from cryptagon.classes import Setting, algorithm, class_of
from cryptagon.errors import CryptagonError
from cryptagon.study.contest import load_contest

LIST = 'figure = "ascon_p.uxf"\nfields = { x0 = "x0", x1 = "x1", x2 = "x2", x3 = "x3", x4 = "x4" }\narchitectures = { x2 = "ARCHITECTURE" }\n'


@pytest.mark.parametrize(
    ("name", "variant"), [("aes128_encrypt", "x4"), ("ascon_p", "basic"), ("ascon_p", "pipelined")]
)
def test_core_in_c_gives_all_known_answers(name, variant, tmp_path):
    kernel = algorithm(name)
    entry = Entry(kernel, "spt", kernel.variant(variant))
    source = core_in_c(entry)
    assert (
        class_of(kernel).tests(kernel, entry.variant, Setting()).check_program(source, tmp_path)
        >= 2
    )
    assert "STREAM_IN(struct block_item, block)" in source.read_text()


def test_variants_are_those_that_the_list_has_an_architecture_for():
    kernel = algorithm("ascon_p")
    assert [one.name for one in kernel.variants if approach("spt").has(kernel, one)] == [
        "basic",
        "x2",
        "x4",
        "pipelined",
    ]
    assert approaches_of(kernel) == ("hls", "spt")


def test_variants_have_cores_of_their_own():
    kernel = algorithm("ascon_p")
    x2, x4 = (core_in_c(Entry(kernel, "spt", kernel.variant(name))) for name in ("x2", "x4"))
    assert x2 != x4 and "i += 2" in x2.read_text() and "i += 4" in x4.read_text()


def test_a_drawing_elsewhere_is_a_source():
    kernel = algorithm("ascon_p")
    assert FIGURES / "ascon_p.uxf" in Entry(kernel, "spt", kernel.variant("x2")).sources


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("ARCHITECTURE", "twice", 'there is no architecture "twice"'),
        ('x4 = "x4"', 'x4 = "data"', "figure ascon_p does not have the ports of ascon_p"),
        (', x4 = "x4"', "", "figure ascon_p does not have the ports of ascon_p"),
        ("ascon_p.uxf", "aes128.uxf", "figure aes128 does not have the ports of ascon_p"),
        ("ascon_p.uxf", "acson_p.uxf", 'there is no drawing "acson_p.uxf"'),
        ("fields =", "felds =", 'unknown key "felds"'),
    ],
)
def test_faulty_list(before, after, said, tmp_path):
    folder = tmp_path / "ascon_p" / "spt"
    folder.mkdir(parents=True)
    (folder / "figures.toml").write_text(LIST.replace(before, after).replace("ARCHITECTURE", "x2"))
    kernel = algorithm("ascon_p")
    with pytest.raises(CryptagonError) as told:
        core_in_c(
            Entry(kernel.model_copy(update={"folder": folder.parent}), "spt", kernel.variant("x2"))
        )
    assert said in told.value.what


@pytest.mark.parametrize("variant", ["one_sbox", "sixteen_sboxes", "t_tables", "t_tables_x2"])
def test_aes_with_tables_by_hand_gives_the_known_answers(variant, tmp_path):
    kernel = algorithm("aes128_encrypt")
    chosen = kernel.variant(variant)
    assert (
        class_of(kernel)
        .tests(kernel, chosen, Setting())
        .check_program(kernel.c_source(chosen), tmp_path)
        >= 2
    )


def test_contest_of_aes_has_the_figure_as_the_sixth():
    contest = load_contest("contests/spt-aes.toml")
    kernel = algorithm("aes128_encrypt")
    variants = [kernel.variant(name) for name in contest.algorithms[0].variants]
    assert [
        sum(approach(name).has(kernel, one) for one in variants) for name in contest.approaches
    ] == [1, 5]
