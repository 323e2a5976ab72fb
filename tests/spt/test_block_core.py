"""Cores of block ciphers from figures: the approach `spt`, its lists of drawings, and what it
refuses.
"""

import pytest
from drawing import FIGURES

from cryptagon.approaches import approach, approaches_of
from cryptagon.approaches.spt import core_in_c
from cryptagon.catalog import Entry
from cryptagon.catalog.drawings import CipherDrawings, drawings
from cryptagon.classes import Setting, algorithm, class_of
from cryptagon.errors import CryptagonError
from cryptagon.spt import program_of, writing
from cryptagon.spt.code import Architecture
from cryptagon.spt.code.block_core import generate_block
from cryptagon.spt.layout import laid_out

CIPHERS = ("aes128", "camellia128", "present80", "simon96_96")


def entry_of(name: str) -> Entry:
    return Entry(algorithm(name), "spt")


@pytest.mark.parametrize("name", CIPHERS)
def test_core_in_c_gives_all_known_answers(name, tmp_path):
    entry = entry_of(name)
    source = core_in_c(entry)
    assert approach("spt").program(entry) == source and approaches_of(entry.algorithm) == (
        "hls",
        "rtl",
        "spt",
    )
    tests = class_of(entry.algorithm).tests(entry.algorithm, entry.variant, Setting())
    assert tests.check_program(source, tmp_path) >= 140


def test_an_edit_of_a_drawing_makes_the_core_stale():
    sources = entry_of("simon96_96").sources
    assert {file.name for file in sources} == {
        "figures.toml",
        "simon96_96.uxf",
        "simon96_96_decrypt.uxf",
    }


def test_both_directions_are_one_step():
    """The circuit of the S-box is there once, for the inverse too, and there is one loop."""
    text = core_in_c(entry_of("aes128")).read_text()
    assert text.count("/* Table S as logic") == 1 and "Table IS" not in text
    assert text.count("SHARED ") == 1 and "SHARED static struct step step(" in text
    assert text.count("for (;;)") == 1 and "for (int i = 0; i < 10; i++)" not in text


def test_several_rounds_a_cycle_are_two_loops(tmp_path):
    encrypt, decrypt = (
        (program_of(FIGURES / f"{one}.uxf"), one) for one in ("present80", "present80_decrypt")
    )
    source = tmp_path / "core.c"
    source.write_text(generate_block(encrypt, decrypt, (80, 64), Architecture.parse("x2")))
    assert "SHARED" not in source.read_text()
    cipher = algorithm("present80")
    tests = class_of(cipher).tests(cipher, cipher.variant(""), Setting())
    assert tests.check_program(source, tmp_path) >= 140


def test_figures_of_other_sizes_are_refused():
    present, simon = (
        (program_of(FIGURES / f"{name}.uxf"), name) for name in ("present80", "simon96_96")
    )
    with pytest.raises(
        CryptagonError, match="figure simon96_96 is no block cipher of these sizes"
    ) as told:
        generate_block(present, simon, (80, 64))
    assert (
        "keys of 80 bits and blocks of 64" in told.value.why and "input key: 80" in told.value.fix
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('encrypt = "present80.uxf"\n', 'the key "decrypt" is missing'),
        (
            'encrypt = "present80.uxf"\ndecrypt = "presnt80_decrypt.uxf"\n',
            'there is no drawing "presnt80_decrypt.uxf"',
        ),
        (
            'encrypt = "present80.uxf"\ndecrypt = "two.uxf"\n',
            "which figure is the cipher is not clear",
        ),
    ],
)
def test_faulty_list_of_drawings(text, said, tmp_path):
    folder = tmp_path / "present80" / "spt"
    folder.mkdir(parents=True)
    (folder / "figures.toml").write_text(text)
    sheets = [
        *laid_out(program_of(FIGURES / "xtea.uxf")),
        *laid_out(program_of(FIGURES / "ascon_p.uxf")),
    ]
    (folder / "two.uxf").write_text(writing.uxf(sheets))
    cipher = algorithm("present80")
    with pytest.raises(CryptagonError) as told:
        core_in_c(Entry(cipher.model_copy(update={"folder": folder.parent}), "spt"))
    assert said in told.value.what or said in told.value.why


def test_other_classes_have_no_core_from_figures(tmp_path):
    hash_ = algorithm("sha256").model_copy(update={"folder": tmp_path})
    with pytest.raises(CryptagonError, match="no core of class hash is made of figures"):
        core_in_c(Entry(hash_, "spt"))


def test_a_drawing_beside_the_list_goes_first():
    folder = algorithm("aes128").folder / "spt"
    encrypt, decrypt = drawings(folder, CipherDrawings).files(folder)
    assert encrypt.parent.name == "figures" and decrypt == folder / "decrypt.uxf"
