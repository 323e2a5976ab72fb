from pathlib import Path

from cryptagon.toolchain import Tool, ToolError, headers


def test_other_compiler_reads_headers_itself(monkeypatch, tmp_path):
    """It cannot take what g++ keeps."""
    monkeypatch.setenv("CRYPTAGON_BUILD", str(tmp_path))
    monkeypatch.setattr(headers, "compiler", lambda: Tool("zig-c++", ("zig",)))
    assert headers.verilated_headers(["verilated.h"], ["-O1"]) == []
    assert not list(tmp_path.iterdir())


def test_other_flags_are_kept_apart(monkeypatch, tmp_path):
    """g++ takes headers for the same flags alone."""
    monkeypatch.setenv("CRYPTAGON_BUILD", str(tmp_path))
    monkeypatch.setattr(headers, "compiler", lambda: Tool("g++", ("g++",), {}, "12"))
    monkeypatch.setattr(headers, "run", lambda argv, **choices: None)
    options = [
        headers.verilated_headers(names, flags)
        for names in (["a.h"], ["a.h", "b.h"])
        for flags in (["-O0"], ["-O1"], ["-O0"])
    ]
    assert len({tuple(each) for each in options}) == 4
    assert {each[0] for each in options} == {"-include"}


def test_headers_that_cannot_be_taken_are_read_again(monkeypatch, tmp_path, caplog):
    def run(argv, cwd, **choices):
        if "-fsyntax-only" in argv:
            raise ToolError("g++ failed", where="", why="had to relocate PCH", code=1, output="")
        (cwd / headers.KEPT).touch()

    monkeypatch.setenv("CRYPTAGON_BUILD", str(tmp_path))
    monkeypatch.setattr(headers, "compiler", lambda: Tool("g++", ("g++",), {}, "12"))
    monkeypatch.setattr(headers, "run", run)
    _, header = headers.verilated_headers(["verilated.h"], ["-O1"])
    assert Path(header).read_text() == '#include "verilated.h"\n'
    assert not Path(header).with_name(headers.KEPT).exists()
    assert "had to relocate PCH" in caplog.text
