"""Algorithms, targets and headers of one's own beside those of Cryptagon, and in their place."""

import shutil
from pathlib import Path

import pytest

from cryptagon import paths
from cryptagon.catalog import algorithm, algorithms, class_of, kernel, replaced, target, targets
from cryptagon.catalog.includes import included_files, with_found_includes
from cryptagon.catalog.modules import shared_modules
from cryptagon.catalog.newcomer import copy_algorithm
from cryptagon.errors import CryptagonError


@pytest.fixture
def own(tmp_path, monkeypatch) -> Path:
    (tmp_path / "cryptagon.toml").touch()
    monkeypatch.delenv("CRYPTAGON_HOME", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_own_algorithm_stands_beside_the_others(own):
    copy_algorithm("dummy", own / "algorithms" / "aead" / "newcomer")
    assert set(algorithms()) > {"newcomer", "ascon128a", "dummy"} and replaced() == []
    assert algorithm("newcomer").folder == own / "algorithms" / "aead" / "newcomer"


def test_own_data_take_the_place_of_what_has_their_name(own):
    copy_algorithm("dummy", own / "algorithms" / "kernel" / "ascon128a")
    for file in ("targets/ice40-hx8k.toml", "contests/table1.toml", "algorithms/include/aes.h"):
        (own / file).parent.mkdir(exist_ok=True)
        shutil.copy(paths.builtin() / file, own / file)
        (own / file).with_stem("mine").touch()  # takes the place of nothing
    assert replaced() == [
        "ascon128a",
        "contests/table1.toml",
        "targets/ice40-hx8k.toml",
        "algorithms/include/aes.h",
    ]
    (own / "targets" / "mine.toml").unlink()
    assert (
        "ascon128a" not in algorithms()
        and targets()["ice40-hx8k"].path == own / "targets" / "ice40-hx8k.toml"
    )
    (own / "hdl" / "caesar-1.0").mkdir(parents=True)
    (own / "hdl" / "toy").mkdir()
    assert replaced()[-1] == "hdl/caesar-1.0"


def own_target(own: Path, strategy: str) -> Path:
    (own / "targets" / "abc9").mkdir(parents=True)
    text = (paths.builtin() / "targets" / "ecp5-85f-8.toml").read_text()
    text = text.replace('name = "ecp5-85f-8"', 'name = "mine"')
    (own / "targets" / "mine.toml").write_text(f"{text}mine = [{strategy}]\n")
    return own / "targets" / "abc9"


def test_a_strategy_holds_the_script_that_it_names_whole(own):
    scripts = own_target(own, '"abc9 shortest", "abc9 flow3", "-nowidelut"')
    (scripts / "shortest.abc").write_text("# mapped, and no more\n&if {W} {D}\n\n&mfs  # small\n")
    shortest, flow3, option = target("mine").strategy("mine")
    assert shortest == 'scratchpad -set abc9.script "+&if {W} {D}; &mfs"'
    assert flow3 == target("ecp5-85f-8").strategy("narrow-flow3")[0] and option == "-nowidelut"
    (scripts / "flow3.abc").write_text("&if {W}\n")
    assert target("mine").strategy("mine")[1] == 'scratchpad -set abc9.script "+&if {W}"'
    assert replaced() == ["targets/abc9/flow3.abc"]


def test_a_script_that_is_not_there_is_named_with_its_line(own):
    own_target(own, '"abc9 flow4"')
    with pytest.raises(CryptagonError) as caught:
        target("mine")
    lines = (own / "targets" / "mine.toml").read_text().splitlines()
    line = lines.index('mine = ["abc9 flow4"]') + 1
    assert caught.value.where == f"{own / 'targets' / 'mine.toml'}:{line}"
    assert "targets/abc9/flow4.abc" in caught.value.why and "flow3" in caught.value.why


def test_two_algorithms_of_one_layer_with_one_name_are_refused(own):
    for kind in ("aead", "kernel"):
        copy_algorithm("dummy", own / "algorithms" / kind / "twice")
    with pytest.raises(CryptagonError, match='two algorithms are called "twice"'):
        algorithms()


@pytest.mark.parametrize(("like", "read"), [("ascon128a", algorithm), ("sha1", kernel)])
def test_copy_anywhere_is_an_algorithm_of_its_class(own, like, read):
    folder = copy_algorithm(like, own / "some" / "where" / "mine")
    one = read(folder)
    assert (one.name, one.title, one.folder) == ("mine", "mine", folder)
    assert class_of(folder) == one.class_ == class_of(like)
    assert [file.name for file in one.sources("hls")] == [
        file.name for file in read(like).sources("hls")
    ]


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("Mine", "no name of an algorithm"),
        ("7up", "no name"),
        ("a-b", "no name"),
        ("there", "already"),
    ],
)
def test_copy_that_cannot_be_is_refused(own, name, what):
    (own / "there").mkdir()
    with pytest.raises(CryptagonError, match=what):
        copy_algorithm("dummy", own / name)


def test_copy_of_what_is_not_there_is_refused(own):
    with pytest.raises(CryptagonError, match='unknown algorithm "dumy"'):
        copy_algorithm("dumy", own / "mine")
    with pytest.raises(CryptagonError, match="cannot lie in what it is a copy of"):
        copy_algorithm(copy_algorithm("dummy", own / "mine"), own / "mine" / "hls" / "inner")


def test_shared_header_is_found_beside_the_file_then_in_ones_own_folder_then_in_cryptagons(own):
    (own / "hls").mkdir()
    source = own / "hls" / "core.c"
    source.write_text('#include "aes.h"\n#include "missing.h"\n')
    builtin = paths.builtin() / "algorithms" / "include" / "aes.h"
    assert included_files([source]) == [builtin]
    (own / "algorithms" / "include").mkdir(parents=True)
    mine = own / "algorithms" / "include" / "aes.h"
    mine.touch()
    assert included_files([source]) == [mine]
    assert (
        with_found_includes(source.read_text(), source.parent)
        == f'#include "{mine}"\n#include "missing.h"\n'
    )
    (own / "hls" / "aes.h").touch()
    assert included_files([source]) == [own / "hls" / "aes.h"]


def test_shared_module_is_found_in_the_core_then_in_ones_own_folder_then_in_cryptagons(own):
    builtin, mine = (layer / "algorithms" / "include" for layer in (paths.builtin(), own))
    core, beside = own / "rtl" / "Core.sv", own / "rtl" / "Beside.sv"
    core.parent.mkdir()
    core.write_text("module Core;\n  AesKeyStep u_step ();\nendmodule\n")
    assert shared_modules([core]) == [builtin / "AesKeyStep.sv", builtin / "AesSbox.sv"]
    mine.mkdir(parents=True)
    (mine / "AesSbox.sv").write_text("module AesSbox;\n  Mine u_mine ();\nendmodule\n")
    (mine / "Mine.sv").write_text("module Mine;\nendmodule\n")
    assert set(shared_modules([core])) == {
        builtin / "AesKeyStep.sv",
        mine / "AesSbox.sv",
        mine / "Mine.sv",
    }
    assert "algorithms/include/AesSbox.sv" in replaced()
    beside.write_text("module AesKeyStep;\nendmodule\n")
    assert shared_modules([core, beside]) == []


def test_module_that_a_comment_names_is_none_of_the_core(own):
    core = own / "Core.sv"
    core.write_text(
        "// As AesRound.\n/* Not\nAesKeyStep. */\nmodule Core;\n  Missing u_missing ();\nendmodule\n"
    )
    assert shared_modules([core, own / "core.c"]) == []
