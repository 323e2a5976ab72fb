import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from tampered_core import write_core

from cryptagon.catalog import algorithm
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.simulate import Simulator, build

MISFITS = {
    "syntax": ("assign tag =", "assign tag +", "syntax error"),
    "wide output": (
        "output logic [4:0] bdo_size",
        "output logic [5:0] bdo_size",
        "'bdo_size' expects 6 bits",
    ),
    "narrow input": (
        "input logic [15:0] bdi_pad_loc",
        "input logic [7:0] bdi_pad_loc",
        "'bdi_pad_loc' expects 8 bits",
    ),
    "unknown port": ("input logic bdi_eot,", "input logic bdi_end,", "Pin not found: 'bdi_eot'"),
    "inner signal": ("output logic msg_auth,", "", "'msg_auth', but it is a variable"),
    "one port more": (
        "input logic clk,",
        "input logic clk, input logic start,",
        "missing pin: 'start'",
    ),
    "other module": ("module CipherCore", "module Core", "'CipherCore'"),
}


@pytest.mark.parametrize("level", ["core", "unit"])
@pytest.mark.parametrize("misfit", MISFITS)
def test_core_that_does_not_fit_is_a_users_error_in_the_tools_words(tmp_path, dummy, misfit, level):
    old, new, said = MISFITS[misfit]
    with pytest.raises(CryptagonError) as caught:
        Simulator.build(write_core(tmp_path, (old, new)), dummy, level)
    assert said in caught.value.why
    assert caught.value.where
    assert ("not those of the contract" in caught.value.what) == (
        misfit not in ("syntax", "other module")
    )


def test_place_of_a_syntax_error_is_in_the_cores_file(tmp_path, dummy):
    core = write_core(tmp_path, ("assign tag =", "assign tag +"))
    with pytest.raises(CryptagonError) as caught:
        Simulator.build(core, dummy, "core")
    line = core.sources[0].read_text().split("assign tag +")[0].count("\n") + 1
    assert caught.value.where == f"{core.sources[0]}:{line}"


def test_missing_file_is_a_users_error(tmp_path, dummy):
    with pytest.raises(CryptagonError, match=r"missing\.sv"):
        Simulator.build(VerilogCore((tmp_path / "missing.sv",)), dummy, "core")


def test_bus_wider_than_the_block_is_a_users_error():
    acorn = algorithm("acorn128")
    with pytest.raises(CryptagonError) as caught:
        Simulator.build(VerilogCore(acorn.rtl_sources), acorn, "unit", 64, 32)
    assert "w = 64 does not divide the block of acorn128, 32 bits" in caught.value.what


def test_unknown_level_is_a_users_error(core, dummy):
    with pytest.raises(CryptagonError, match='no simulation level "gate"'):
        Simulator.build(core, dummy, "gate")  # pyright: ignore[reportArgumentType]


def test_second_build_is_the_first(core, core_level, dummy):
    before = core_level.program.stat().st_mtime_ns
    again = Simulator.build(core, dummy, "core")
    assert again.program == core_level.program
    assert again.program.stat().st_mtime_ns == before


def test_other_content_is_another_program(tmp_path, core, dummy, monkeypatch):
    names = []
    monkeypatch.setattr(build, "_kept", lambda name, _: names.append(name) or tmp_path)
    other = write_core(tmp_path, ("!bdo[0];", "!bdo[1];"))
    for design in (core, core, other):
        Simulator.build(design, dummy, "core")
    Simulator.build(core, dummy, "unit")
    assert names[0] == names[1]
    assert len(set(names)) == 3


@pytest.mark.parametrize("waveform", [False, True])
def test_headers_are_those_that_g_plus_plus_has_read_before(
    tmp_path, core, core_level, monkeypatch, waveform
):
    """It would read them again, without a word, for flags that are not those they were kept
    with.
    """
    taken = []

    def run(argv, **choices):
        known = "-include" in argv
        taken.append(known)
        return build_run([*argv, "-Werror=invalid-pch"] if known else argv, **choices)

    build_run = build.run
    monkeypatch.setattr(build, "run", run)
    build._build(tmp_path, core, core_level.level, build.flags_of(waveform), waveform)
    assert taken.count(True) == (build.compiler().name == "g++")


def test_two_builds_at_once_leave_one_whole_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("CRYPTAGON_BUILD", str(tmp_path))
    both_are_here = threading.Barrier(2)

    def make(folder):
        (folder / "first").write_text("1")
        both_are_here.wait(10)
        (folder / "second").write_text("2")

    with ThreadPoolExecutor(2) as pool:
        places = list(pool.map(lambda _: build._kept("design", make), range(2)))
    assert places == [tmp_path / "simulators" / "design"] * 2
    assert sorted(file.name for file in places[0].iterdir()) == ["first", "manifest.json", "second"]
    assert [folder.name for folder in places[0].parent.iterdir()] == ["design"]


def test_failed_build_is_kept_aside(tmp_path, dummy, monkeypatch):
    monkeypatch.setenv("CRYPTAGON_BUILD", str(tmp_path / "build"))
    with pytest.raises(CryptagonError):
        Simulator.build(write_core(tmp_path, ("assign tag =", "assign tag +")), dummy, "core")
    assert [path.suffix for path in (tmp_path / "build" / "simulators").iterdir()] == [".failed"]
