"""One's own folder is laid over the data of Cryptagon; what is made and the results lie where the
folder, or a variable, says.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cryptagon import paths
from cryptagon.errors import CryptagonError

CHECKOUT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def nothing_named(monkeypatch):
    for name in ("CRYPTAGON_HOME", "CRYPTAGON_BUILD", "CRYPTAGON_RESULTS"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def own(tmp_path, monkeypatch) -> Path:
    """A folder of one's own, with the working folder two folders further down."""
    (tmp_path / "own" / "a" / "b").mkdir(parents=True)
    (tmp_path / "own" / "cryptagon.toml").touch()
    monkeypatch.chdir(tmp_path / "own" / "a" / "b")
    return tmp_path / "own"


@pytest.fixture
def installed(tmp_path, monkeypatch) -> Iterator[Path]:
    """The data as in an installed package."""
    data = tmp_path / "site" / "cryptagon" / "data"
    (data / "hdl").mkdir(parents=True)
    monkeypatch.setattr(paths, "_DATA", data)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    monkeypatch.chdir(tmp_path)
    paths.builtin.cache_clear()
    yield data
    monkeypatch.undo()
    paths.builtin.cache_clear()


def test_checkout_has_its_own_data_alone(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert paths.layers() == (CHECKOUT,) and paths.own_folder() is None
    assert (paths.build_folder(), paths.results_folder()) == (
        CHECKOUT / "build",
        CHECKOUT / "results",
    )


def test_nearest_folder_upwards_that_is_marked_comes_first(own):
    (own.parent / "cryptagon.toml").touch()
    assert paths.layers() == (own, CHECKOUT)
    assert (paths.build_folder(), paths.results_folder()) == (CHECKOUT / "build", own / "results")


def test_home_names_a_folder_that_needs_no_mark(own, monkeypatch, tmp_path):
    monkeypatch.setenv("CRYPTAGON_HOME", str(tmp_path))
    assert paths.layers() == (tmp_path, CHECKOUT)


def test_home_that_is_no_folder_is_refused(monkeypatch, tmp_path):
    monkeypatch.setenv("CRYPTAGON_HOME", str(tmp_path / "gone"))
    with pytest.raises(CryptagonError, match="CRYPTAGON_HOME names no folder"):
        paths.layers()


def test_data_of_cryptagon_are_no_second_layer(monkeypatch):
    monkeypatch.setenv("CRYPTAGON_HOME", str(CHECKOUT))
    assert paths.layers() == (CHECKOUT,)


def test_of_two_files_with_one_name_the_own_one_is_taken(own):
    (own / "targets").mkdir()
    for name in ("ecp5-85f-8.toml", "mine.toml"):
        (own / "targets" / name).touch()
    found = {file.name: file for file in paths.files("targets", "*.toml")}
    assert list(found) == sorted(
        {"mine.toml", *(file.name for file in (CHECKOUT / "targets").glob("*.toml"))}
    )
    assert (
        found["ecp5-85f-8.toml"].parent == own / "targets"
        and found["ice40-hx8k.toml"].parent == CHECKOUT / "targets"
    )
    assert paths.find("targets", "ecp5-85f-8.toml") == own / "targets" / "ecp5-85f-8.toml"
    assert (
        paths.folders("targets") == (own / "targets", CHECKOUT / "targets")
        and paths.folders("nothing") == ()
    )


def test_file_that_no_layer_has_names_those_that_are_close(own):
    with pytest.raises(CryptagonError, match=r"there is no contests/first\.toml") as caught:
        paths.find("contests", "first.toml")
    assert str(own / "contests") in caught.value.where and "first-look.toml" in caught.value.fix


def test_hardware_is_taken_from_one_layer_as_a_whole(own):
    common = CHECKOUT / "hdl" / "caesar-1.0"
    assert paths.hardware_of("caesar-1.0") == tuple(sorted(common.glob("*.sv")))
    mine = own / "hdl" / "caesar-1.0" / "AEAD.sv"
    mine.parent.mkdir(parents=True)
    mine.touch()
    assert paths.hardware_of("caesar-1.0") == (mine,)


def test_hardware_that_is_nowhere(own):
    with pytest.raises(
        CryptagonError, match=r'there is no hardware of the interface "toy"'
    ) as caught:
        paths.hardware_of("toy")
    assert str(own / "hdl" / "toy") in caught.value.where


def test_contest_is_found_from_the_working_folder_first_and_then_in_the_layers(own):
    assert (
        paths.contest_file("contests/first-look.toml") == CHECKOUT / "contests" / "first-look.toml"
    )
    (own / "contests").mkdir()
    (own / "contests" / "first-look.toml").touch()
    assert paths.contest_file("contests/first-look.toml") == own / "contests" / "first-look.toml"
    Path("contests").mkdir()
    Path("contests/first-look.toml").touch()
    assert (
        paths.contest_file("contests/first-look.toml")
        == own / "a" / "b" / "contests" / "first-look.toml"
    )
    assert paths.contest_file("gone.toml") == own / "a" / "b" / "gone.toml"


def test_shared_header_is_named_by_the_way_within_a_layer_and_by_its_name_across(own, tmp_path):
    header = CHECKOUT / "algorithms" / "include" / "aes.h"
    assert (
        paths.named_from(CHECKOUT / "algorithms" / "aead" / "x" / "hls", header)
        == "../../../include/aes.h"
    )
    assert paths.named_from(own / "algorithms" / "aead" / "x" / "hls", header) == "aes.h"
    assert paths.named_from(tmp_path / "x" / "hls", tmp_path / "x" / "s.h") == "../s.h"


def test_file_is_named_by_its_path_in_its_layer(own, tmp_path):
    assert paths.in_layer(own / "algorithms" / "x.c") == "algorithms/x.c"
    assert paths.in_layer(CHECKOUT / "hdl" / "AEAD.sv") == "hdl/AEAD.sv"
    assert paths.in_layer(tmp_path / "elsewhere.c") == "elsewhere.c"


def test_mark_says_where_folders_are(own):
    (own / "cryptagon.toml").write_text('build = "/tmp/made"\nresults = "figures"\n')
    assert (paths.build_folder(), paths.results_folder()) == (Path("/tmp/made"), own / "figures")


def test_variables_go_before_all(own, monkeypatch):
    (own / "cryptagon.toml").write_text('build = "made"\nresults = "figures"\n')
    monkeypatch.setenv("CRYPTAGON_BUILD", "/b")
    monkeypatch.setenv("CRYPTAGON_RESULTS", "/r")
    assert (paths.build_folder(), paths.results_folder()) == (Path("/b"), Path("/r"))


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('# mine\nresult = "x"\n', 2, 'unknown key "result"\n  fix: did you mean results?'),
        ("results = 3\n", 1, 'bad value for "results"\n  why: it is no path'),
        ('build = ""\n', 1, 'bad value for "build"'),
        ('build = "x\n', 1, "this is not TOML"),
        ("[build]\n", 1, 'bad value for "build"'),
    ],
)
def test_fault_in_the_mark_is_named_with_its_line(own, text, line, message):
    (own / "cryptagon.toml").write_text(text)
    with pytest.raises(CryptagonError) as caught:
        paths.build_folder()
    assert (
        message in caught.value.render()
        and caught.value.where == f"{own / 'cryptagon.toml'}:{line}"
    )


def test_installed_package_makes_things_in_the_users_cache_and_puts_results_here(
    installed, tmp_path
):
    assert paths.layers() == (installed,)
    assert (paths.build_folder(), paths.results_folder()) == (
        tmp_path / "caches" / "cryptagon",
        tmp_path / "results",
    )


def test_installed_package_is_no_checkout_and_says_so(installed):
    with pytest.raises(CryptagonError, match="this works in a checkout"):
        paths.repository()


def test_package_without_its_data_is_told(installed):
    (installed / "hdl").rmdir()
    with pytest.raises(CryptagonError, match="the data of Cryptagon were not found"):
        paths.builtin()


def test_another_process_elsewhere_finds_the_same_folders(own, tmp_path):
    (own / "cryptagon.toml").write_text('results = "figures"\n')
    program = "from cryptagon import paths; print(*paths.layers(), paths.build_folder(), paths.results_folder())"
    env = {**os.environ, **paths.environment()}
    said = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=env,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert said.split() == [str(own), str(CHECKOUT), str(CHECKOUT / "build"), str(own / "figures")]


def test_process_of_one_without_an_own_folder_has_none_either(own, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CRYPTAGON_HOME", paths.environment()["CRYPTAGON_HOME"])
    monkeypatch.chdir(own)
    assert paths.layers() == (CHECKOUT,)
