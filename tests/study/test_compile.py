"""A core compiled for a study has its report beside it."""

from cryptagon import paths
from cryptagon.hls.report import Report
from cryptagon.study.compile import compile_apart


def test_report_lies_beside_the_verilog(tmp_path):
    made = compile_apart(paths.repository() / "algorithms" / "aead" / "dummy" / "hls" / "core.c", tmp_path)
    report = Report.model_validate_json((tmp_path / "CipherCore.report.json").read_text())
    assert report.design.states == made.states
    assert (tmp_path / "CipherCore.report.html").is_file() and made.core.sources == (tmp_path / "CipherCore.v",)
