"""What others write of their units: TOML, source lists, texts of variants, licences."""

import pytest

from cryptagon.errors import CryptagonError
from cryptagon.units.licence import licence_of
from cryptagon.units.source_lists import read_list
from cryptagon.units.variants import read_variants, variant_called
from cryptagon.units.xeda import read_toml

VARIANTS = """\
Notation: Na, Nm are numbers of blocks

Toy-128
    Reference software:
        toy128v1
    Execution time of authenticated encryption:
        (12+Na*6+Nm)/ROUNDS
    Non-default generic settings:
        G_DBLK_SIZE    = 64
--------------------------------------------
Toy-128a
    Reference software implementation:
    crypto_aead/toy128av1/ref
    Execution time of authenticated decryption:
        12+Nc
g.
    Execution time of authenticated encryption: 6+Nm
"""


def design(folder, text: str):
    (folder / "src").mkdir(exist_ok=True)
    for name in ("pkg.vhd", "LWC.vhd"):
        (folder / "src" / name).write_text("-- text\n")
    file = folder / "toy.toml"
    file.write_text(text)
    return file


RTL = '[rtl]\nsources = ["src/pkg.vhd", "src/LWC.vhd"]\ntop = "LWC"\n'


def test_xeda_toml_is_read(tmp_path):
    text = (
        'name = "toy"\n[lwc]\naead.algorithm = "toyv1"\nblock_bits = { AD = 64, PT = 32 }\n'
        + RTL
        + 'generics = { G_W = 16, G_FAST = true, G_NAME = "a" }\n[tb.parameters]\nG_FNAME_PDI = "KAT/v1/pdi.txt"\n'
    )
    found = read_toml(design(tmp_path, text))
    assert (found.name, found.top, found.cipher) == ("toy", "LWC", "toyv1")
    assert (found.data_bits, found.ad_bits) == (32, 64)
    assert found.generics == {"G_W": "16", "G_FAST": "true", "G_NAME": "a"}
    assert [source.name for source in found.sources] == ["pkg.vhd", "LWC.vhd"]
    assert found.vectors == tmp_path / "KAT" / "v1"


def test_tables_may_lie_in_design(tmp_path):
    text = f'[design]\nname = "toy"\n{RTL.replace("[rtl]", "[design.rtl]")}'
    assert read_toml(design(tmp_path, text)).name == "toy"


@pytest.mark.parametrize(
    ("text", "what", "line"),
    [
        (RTL.replace("src/pkg", "src/none"), "the source src/none.vhd is not there", 2),
        ('[rtl]\nsources = ["src/LWC.vhd"]\n', 'the key "rtl.top" is missing', 1),
        ('[rtl]\ntop = "LWC"\n', 'the key "rtl.sources" is missing', 1),
        (RTL + "[lwc.sca_protection]\norder = 1\n", "a masked unit cannot be measured", 4),
        (RTL + "[lwc]\nports.pdi.num_shares = 2\n", "a masked unit cannot be measured", 4),
        (RTL + "[lwc]\nblock_bits = { PT = 33 }\n", 'bad value for "lwc.block_bits.PT"', 5),
        (RTL + "[rtl.generics]\nG = 1.5\n", 'bad value for the generic "G"', 5),
    ],
)
def test_what_is_wrong_in_a_toml_is_told_by_its_line(tmp_path, text, what, line):
    file = design(tmp_path, text)
    with pytest.raises(CryptagonError) as told:
        read_toml(file)
    assert (told.value.what, told.value.where) == (what, f"{file}:{line}")


def test_toml_without_rtl_is_no_unit(tmp_path):
    with pytest.raises(CryptagonError, match="this describes no unit"):
        read_toml(design(tmp_path, 'name = "toy"\n'))


def listed(folder, lines: str):
    (folder / "v1" / "LWC").mkdir(parents=True)
    (folder / "v2" / "LWC").mkdir(parents=True)
    for name in ("v1/core.vhd", "v1/LWC/LWC.vhd", "v2/LWC/LWC.vhd"):
        (folder / name).write_text("-- text\n")
    file = folder / "v1" / "source_list.txt"
    file.write_text(lines)
    return file


def test_source_list_finds_the_nearest_file(tmp_path):
    found = read_list(listed(tmp_path, "# ours\ncore.vhd\n\n$(LWCSRC_DIR)/LWC.vhd\n"), tmp_path)
    names = [source.relative_to(tmp_path).as_posix() for source in found.sources]
    assert names == ["v1/core.vhd", "v1/LWC/LWC.vhd"] and found.top == "LWC"


def test_source_list_may_lie_elsewhere(tmp_path):
    listed(tmp_path / "unit", "core.vhd\n")
    mine = tmp_path / "mine.txt"
    mine.write_text("v1/core.vhd\nv2/LWC/LWC.vhd\n")
    assert read_list(mine, tmp_path / "unit").sources[1].parent.parent.name == "v2"


@pytest.mark.parametrize(
    ("lines", "what"),
    [
        ("core.vhd\nnone.vhd\n", "the source none.vhd is not there"),
        ("core.txt\n", "core.txt is no VHDL and no Verilog"),
        ("# nothing\n", "this source list names no file"),
        ("core.vhd\n", "the top module is not known"),
    ],
)
def test_what_is_wrong_in_a_list_is_told(tmp_path, lines, what):
    with pytest.raises(CryptagonError) as told:
        read_list(listed(tmp_path, lines), tmp_path)
    assert told.value.what == what


def test_two_files_equally_near_are_not_guessed(tmp_path):
    file = listed(tmp_path, "LWC.vhd\n")
    top = tmp_path / "source_list.txt"
    top.write_text(file.read_text())
    with pytest.raises(CryptagonError, match="is meant"):
        read_list(top, tmp_path)


def test_variants_are_read(tmp_path):
    file = tmp_path / "variants.txt"
    file.write_text(VARIANTS)
    first, second = read_variants(file)
    assert (first.name, first.software) == ("Toy-128", "toy128v1")
    assert first.generics == {"G_DBLK_SIZE": "64"}
    assert first.formulas == {"encryption": "(12+Na*6+Nm)/ROUNDS"}
    assert (second.software, second.formulas["decryption"]) == ("toy128av1", "12+Nc")
    assert variant_called("toy-128A", (first, second), file) is second
    with pytest.raises(CryptagonError, match='no variant "toy"'):
        variant_called("toy", (first, second), file)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (
            "GNU GENERAL PUBLIC LICENSE\n   Version 3\n ... GNU Affero General Public License",
            "GPL-3.0",
        ),
        ("Permission is hereby granted, free of charge, to any person obtaining a copy", "MIT"),
        ("Apache License\n        Version 2.0", "Apache-2.0"),
    ],
)
def test_licence_files_are_known(tmp_path, text, name):
    (tmp_path / "LICENSE.txt").write_text(text)
    found = licence_of(tmp_path, [])
    assert (found.name, found.found_in) == (name, "LICENSE.txt")


def test_licence_is_looked_for_up_to_the_checkout(tmp_path):
    (tmp_path / "LICENSE").write_text("Apache License Version 2.0")
    (tmp_path / "units" / "toy").mkdir(parents=True)
    assert licence_of(tmp_path / "units" / "toy", [], root=tmp_path).name == "Apache-2.0"


def sources(folder, *heads: str):
    files = []
    for number, head in enumerate(heads):
        files.append(folder / f"s{number}.vhd")
        files[-1].write_text(f"-- {head}\nentity x is end;\n")
    return files


def test_licence_in_all_heads_counts(tmp_path):
    own = "released under the GNU Public License. See http://www.gnu.org/licenses/gpl-3.0.txt"
    found = licence_of(tmp_path, sources(tmp_path, own, "SPDX-License-Identifier: GPL-3.0"))
    assert (found.name, found.found_in) == ("GPL-3.0", "the heads of all 2 sources")


def test_missing_licence_is_refused_unless_it_is_stated(tmp_path):
    files = sources(tmp_path, "SPDX-License-Identifier: MIT", "no word of it")
    with pytest.raises(CryptagonError) as told:
        licence_of(tmp_path, files)
    assert told.value.what == "this unit has no licence" and "s1.vhd is the first" in told.value.why
    assert licence_of(tmp_path, files, stated="MIT, by mail").found_in == "stated by the user"


def test_unknown_licence_file_is_refused_unless_it_is_stated(tmp_path):
    (tmp_path / "LICENSE").write_text("You may look at it on Sundays.")
    with pytest.raises(CryptagonError, match="this licence is not known"):
        licence_of(tmp_path, [])
    assert licence_of(tmp_path, [], stated="Sundays").name == "Sundays"


@pytest.mark.parametrize(
    "words", ["CONFIDENTIAL", "for evaluation only", "may not be used by anybody"]
)
def test_forbidding_licence_is_refused_whatever_is_stated(tmp_path, words):
    (tmp_path / "LICENSE").write_text(f"Copyright\n{words}\n")
    with pytest.raises(CryptagonError) as told:
        licence_of(tmp_path, [], stated="MIT")
    assert told.value.where.endswith("LICENSE:2") and told.value.why == words
    (tmp_path / "LICENSE").unlink()
    with pytest.raises(CryptagonError, match="forbids its use"):
        licence_of(tmp_path, sources(tmp_path, words), stated="MIT")
