from pathlib import Path

import pytest

from cryptagon import classes, paths
from cryptagon.approaches import approaches_of
from cryptagon.catalog import Entry, algorithm, algorithms, kernel, target, targets
from cryptagon.catalog.includes import included_files
from cryptagon.catalog.toml_file import line_of
from cryptagon.errors import CryptagonError

DUMMY = paths.repository() / "algorithms" / "aead" / "dummy" / "algorithm.toml"


def folder_with(tmp_path: Path, text: str, name: str = "dummy") -> Path:
    folder = tmp_path / name
    folder.mkdir()
    (folder / "algorithm.toml").write_text(text)
    return folder


def test_every_folder_with_an_algorithm_toml_is_found():
    folders = {
        file.parent for file in (paths.repository() / "algorithms").glob("*/*/algorithm.toml")
    }
    assert {found.folder for found in classes.algorithms().values()} == folders
    assert {"acorn128", "aes128gcm", "ascon128a", "dummy"} <= set(algorithms())


def test_a_new_folder_is_a_new_algorithm(tmp_path, monkeypatch):
    (tmp_path / "algorithms" / "aead").mkdir(parents=True)
    folder_with(
        tmp_path / "algorithms" / "aead",
        DUMMY.read_text().replace('name = "dummy"', 'name = "newcomer"'),
        "newcomer",
    )
    monkeypatch.setenv("CRYPTAGON_HOME", str(tmp_path))
    assert "newcomer" in algorithms()


def test_hardware_parameters_of_the_three_ciphers():
    assert algorithm("ascon128a").hardware_parameters(32, 32) == {
        "W": 32, "SW": 32, "KEY": 128, "NPUB": 128, "TAG": 128, "BLOCK": 128, "PAD_STYLE": 1, "PAD_AD": 3, "PAD_DATA": 7,
    }  # fmt: skip
    assert algorithm("aes128gcm").hardware_parameters(64, 32) == {
        "W": 64, "SW": 32, "KEY": 128, "NPUB": 96, "TAG": 128, "BLOCK": 128, "PAD_STYLE": 0, "PAD_AD": 0, "PAD_DATA": 0,
    }  # fmt: skip
    assert algorithm("acorn128").hardware_parameters()["BLOCK"] == 32


def test_only_units_of_ciphertext_that_expands_are_told_of_it():
    assert algorithm("minalpher").hardware_parameters()["EXPANDS"] == 1
    assert "EXPANDS" not in algorithm("ascon128a").hardware_parameters()


def test_only_units_with_a_secret_message_number_are_told_of_it():
    assert algorithm("icepole").hardware_parameters(256, 32)["NSEC"] == 128
    assert "NSEC" not in algorithm("ascon128a").hardware_parameters()


@pytest.mark.parametrize(("w", "sw"), [(24, 32), (32, 128), (0, 32)])
def test_a_bus_width_that_the_api_lacks_is_refused(w, sw):
    with pytest.raises(CryptagonError, match="not a bus width"):
        algorithm("dummy").hardware_parameters(w, sw)


def test_approaches_are_those_whose_sources_exist(tmp_path):
    folder = folder_with(tmp_path, DUMMY.read_text())
    assert approaches_of(algorithm(folder)) == ()
    (folder / "rtl").mkdir()
    (folder / "rtl" / "b.sv").touch()
    (folder / "rtl" / "a.sv").touch()
    assert approaches_of(algorithm(folder)) == ("rtl",)
    assert [source.name for source in algorithm(folder).rtl_sources] == ["a.sv", "b.sv"]
    (folder / "hls").mkdir()
    (folder / "hls" / "core.c").touch()
    assert approaches_of(algorithm(folder)) == ("hls", "rtl")


def test_unknown_names_bring_the_close_ones():
    with pytest.raises(CryptagonError, match=r'unknown algorithm "ascon129"') as caught:
        algorithm("ascon129")
    assert "ascon128a" in caught.value.fix
    with pytest.raises(CryptagonError, match="unknown algorithm") as caught:
        algorithm("*")
    assert "known: acorn128" in caught.value.fix
    with pytest.raises(CryptagonError, match="unknown target") as caught:
        target("ecp5-85f-6")
    assert "ecp5-85f-8" in caught.value.fix


def test_a_folder_without_algorithm_is_refused(tmp_path):
    with pytest.raises(CryptagonError, match=r"it has no algorithm\.toml"):
        algorithm(tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        (
            "block = 128",
            "blocks = 128",
            16,
            'unknown key "sizes.blocks"\n  fix: did you mean block or ad_block?',
        ),
        ("block = 128\n", "", 12, 'the key "sizes.block" is missing'),
        (
            "key = 128",
            "key = 100",
            13,
            'bad value for "sizes.key"\n  why: Input should be a multiple of 8 (given: 100)',
        ),
        ("key = 128", 'key = "128"', 13, 'bad value for "sizes.key"'),
        ("key = 128", "key = 128\nkey = 128", 14, "this is not TOML"),
        ('class = "aead"', 'clas = "aead"', 3, 'unknown key "clas"\n  fix: did you mean class?'),
        ('style = "none"', 'style = "none"\nad = ["empty"]', 18, 'style "none" pads nothing'),
        ('style = "none"', 'style = "10*"\nad = ["full"]', 20, 'bad value for "padding.ad"'),
        (
            'style = "none"',
            'style = "10*"\ndata = ["incomplete"]\nexpands = true',
            18,
            "whole blocks, at least one: name empty in data",
        ),
        ('style = "none"', "expands = true", 18, "name empty and incomplete in data"),
        (
            'block = 128\n\n[padding]\nstyle = "none"',
            'block = 96\n\n[padding]\nstyle = "10*"\ndata = ["incomplete", "empty"]\nexpands = true',
            18,
            "a power of two, and 96 is none",
        ),
        (
            'style = "none"',
            'style = "10*"\ndata = ["incomplete", "empty"]\nexpands = true\n[interface]\nany_segments = true',
            22,
            "do not go with expands",
        ),
        (
            'style = "none"',
            'style = "none"\nexpands = "yes"',
            20,
            'bad value for "padding.expands"',
        ),
        ('name = "dummy"', 'name = "other"', None, "its folder is called"),
        ('title = "Dummy"', 'title = "Dummy"\nfolder = "/"', 3, 'unknown key "folder"'),
    ],
)
def test_a_fault_in_algorithm_toml_is_named_with_its_line(tmp_path, old, new, line, message):
    text = DUMMY.read_text()
    assert old in text
    folder = folder_with(tmp_path, text.replace(old, new, 1))
    with pytest.raises(CryptagonError) as caught:
        algorithm(folder)
    assert message in str(caught.value)
    assert caught.value.where == str(folder / "algorithm.toml") + (f":{line}" if line else "")


def test_the_first_target_is_the_ecp5():
    part = targets()["ecp5-85f-8"]
    assert (part.family, part.device, part.package, part.speed, part.lut_inputs) == (
        "ecp5",
        "LFE5U-85F",
        "CABGA756",
        "8",
        4,
    )
    assert len(part.strategy("default")) == 1


def test_line_of_finds_keys_in_tables_and_dotted_keys():
    text = 'a = 1\nb.c = 2\n[t]\na = 3\n[t.u]\n"x" = 4\n'
    assert line_of(text, ("a",)) == 1
    assert line_of(text, ("b", "c")) == 2
    assert line_of(text, ("t", "a")) == 4
    assert line_of(text, ("t", "u", "x", 3)) == 6
    assert line_of(text, ("t", "u", "gone")) == 5
    assert line_of(text, ("gone",)) is None


def kernel_with(tmp_path: Path, old: str, new: str) -> Path:
    text = (paths.repository() / "algorithms" / "kernel" / "sha1" / "algorithm.toml").read_text()
    assert old in text
    return folder_with(tmp_path, text.replace(old, new, 1), "sha1")


def test_kernel_describes_its_ports():
    sha1 = kernel("sha1")
    assert [port.name for port in sha1.inputs] == ["block"]
    block = sha1.inputs[0]
    assert block.bits == 513
    assert block.slices() == {"data": (512, 1), "last": (0, 0)}
    assert [block.signal_of(name) for name in block.fields] == ["block", "block_last"]
    assert block.pack({"data": 3, "last": 1}) == 7
    assert sha1.output.name == "digest"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'direction = "out"',
            'direction = "in"',
            "a kernel has at least one input stream and exactly one output stream",
        ),
        ('name = "x2"', 'name = "basic"', "two of the variants have one name"),
        ('name = "digest"', 'name = "block"', "two of the ports have one name"),
        ("data = 160", "data = 0", 'bad value for "ports.fields.data"'),
    ],
)
def test_fault_in_a_kernel_is_told(tmp_path, old, new, message):
    with pytest.raises(CryptagonError) as fault:
        kernel(kernel_with(tmp_path, old, new))
    assert message in fault.value.render()


def test_kernel_is_no_cipher_and_says_so():
    with pytest.raises(CryptagonError) as fault:
        algorithm("sha1")
    assert (fault.value.what, fault.value.why) == (
        'unknown algorithm "sha1"',
        "it is of class kernel",
    )


def test_unknown_variant_names_those_that_are_close():
    with pytest.raises(CryptagonError, match='unknown variant "basics" of sha1') as fault:
        kernel("sha1").variant("basics")
    assert fault.value.fix == "did you mean basic?"


def test_what_a_core_includes_from_elsewhere_is_one_of_its_sources():
    shared = [
        paths.repository() / "algorithms" / "include" / name for name in ("aes.h", "aes_round.h")
    ]
    gcm = algorithm("aes128gcm")
    assert gcm.sources("hls") == [gcm.hls_source, *shared]
    assert not {*shared} & {*gcm.sources("rtl")}


def test_shared_module_of_a_core_is_one_of_its_sources_and_its_digest_covers_it(
    tmp_path, monkeypatch
):
    gcm, block = algorithm("aes128gcm"), classes.algorithms()["aes128"]
    include = paths.repository() / "algorithms" / "include"
    names = ["AesKeyStep.sv", "AesRound.sv", "AesSbox.sv", "CipherCore.sv", "GhashDigit.sv"]
    assert [file.name for file in gcm.sources("rtl")] == names and gcm.sources("rtl")[
        2
    ] == include / "AesSbox.sv"
    both_ways = ["KeyStep", "MixColumn", "MixColumns", "Round", "Sbox", "Substitute"]
    assert [file.name for file in block.rtl_sources if file.parent == include] == [
        *(f"AesBoth{part}.sv" for part in both_ways),
        "AesSbox.sv",
        "BlockControl.sv",
    ]
    before = Entry(gcm, "rtl").source_digest
    monkeypatch.setenv("CRYPTAGON_HOME", str(tmp_path))
    (tmp_path / "algorithms" / "include").mkdir(parents=True)
    (tmp_path / "algorithms" / "include" / "AesSbox.sv").write_text("module AesSbox; endmodule\n")
    assert Entry(gcm, "rtl").source_digest != before


def test_included_files_are_found_at_any_depth_and_once(tmp_path: Path):
    for name, text in {
        "a/core.c": '#include "../b.h"',
        "b.h": '#include "c.h"\n#include "b.h"',
        "c.h": '#include "missing.h"',
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert included_files([tmp_path / "a/core.c"]) == [tmp_path / "b.h", tmp_path / "c.h"]
