"""Cores of every class answer their known answers after the export, natively."""

import pytest
from natively import run

from cryptagon.hlstools import export_hls, hls_cores

CORES = {
    "ascon128a": ("", "0x80800c0800000000ull", "0x80800c0800000001ull"),
    "sha256": ("", "0x106aa070", "0x106aa071"),
    "present80": ("", "<< 61", "<< 60"),
    "sha1": ("basic", "0x5a827999", "0x5a827998"),
}
"""By algorithm: a variant, and a constant of it beside a wrong one."""


@pytest.mark.parametrize("name", CORES)
def test_known_answers_and_a_wrong_constant(name, tmp_path):
    variant, right, wrong = CORES[name]
    (core,) = hls_cores(name, [variant])
    folder = tmp_path / "core"
    export_hls(core, "vitis-hls", "xc7a100tcsg324-1", 10.0, folder)
    status, said = run(folder)
    assert status == 0, said
    assert said.endswith(" 0 wrong answers\n")
    text = (folder / "core.cpp").read_text()
    assert right in text
    (folder / "core.cpp").write_text(text.replace(right, wrong))
    status, said = run(folder)
    assert status == 1
    assert "wrong answer" in said
