"""A core compiled for a study has its report beside it."""

import sys

import pytest

from cryptagon import paths
from cryptagon.approaches.hls.compile import compile_apart
from cryptagon.errors import CryptagonError
from cryptagon.hls.report import Report


def test_report_lies_beside_the_verilog(tmp_path):
    made = compile_apart(
        paths.repository() / "algorithms" / "aead" / "dummy" / "hls" / "core.c", tmp_path
    )
    report = Report.model_validate_json((tmp_path / "CipherCore.report.json").read_text())
    assert report.design.states == made.states
    assert (tmp_path / "CipherCore.report.html").is_file() and made.core.sources == (
        tmp_path / "CipherCore.v",
    )


def test_a_fault_in_the_source_comes_back_whole(tmp_path):
    source = tmp_path / "core.c"
    source.write_text("int nothing;\n")
    with pytest.raises(CryptagonError) as caught:
        compile_apart(source, tmp_path)
    assert type(caught.value) is CryptagonError and "core.c" in caught.value.where


def test_a_crash_is_told_with_its_signal(tmp_path, monkeypatch):
    (tmp_path / "cryptagon").mkdir()
    crash = "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)\n"
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    (tmp_path / "python").write_text(f"#!{sys.base_prefix}/bin/python3\n{crash}")
    (tmp_path / "python").chmod(0o755)
    with pytest.raises(CryptagonError, match="the HLS compiler was killed by SIGSEGV"):
        compile_apart(tmp_path / "core.c", tmp_path)
