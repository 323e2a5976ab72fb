"""Every variant of every kernel gives the known answers at every level, in the cycles that its
source promises.

A selection in `make test`, all of them in `make nightly`.
"""

import pytest

from cryptagon.approaches import approach, entries_of
from cryptagon.catalog import Entry, kernel, kernels
from cryptagon.classes import Setting, class_of
from cryptagon.classes.kernel.tests import KernelTests
from cryptagon.errors import CryptagonError
from cryptagon.simulate.streams import MANY
from cryptagon.study.levels import verilog_core

# Cycles of the measured unit of work; between short answers in a row.
CYCLES = {
    "aes128_encrypt basic hls": (10, 10),
    "aes128_encrypt basic rtl": (11, 11),
    "aes128_encrypt folded hls": (50, 50),
    "aes128_encrypt x2 hls": (5, 5),
    "aes128_encrypt x4 hls": (3, 3),
    "aes128_encrypt pipelined hls": (11, 1),
    "ascon_p basic hls": (12, 12),
    "ascon_p folded2 hls": (24, 24),
    "ascon_p folded4 hls": (48, 48),
    "ascon_p x2 hls": (6, 6),
    "ascon_p x4 hls": (3, 3),
    "ascon_p pipelined hls": (13, 1),
    "aes128_decrypt basic hls": (16, 16),
    "aes128_decrypt swift_key hls": (13, 13),
    "blowfish basic hls": (16 * (521 + 650), 16 * (521 + 1)),
    "blowfish x2 hls": (8 * (521 + 650), 8 * (521 + 1)),
    "sha1 basic hls": (20480, 80),
    "sha1 basic rtl": (20480, 80),
    "sha1 x2 hls": (10240, 40),
    "sha1 x4 hls": (5120, 20),
    "sha1 sha0 hls": (20480, 20480),
}
ENTRIES = [entry for one in kernels().values() for entry in entries_of(one)]
EVERY_DAY = {
    "sha1 basic hls",
    "sha1 basic rtl",
    "sha1 x2 hls",
    "ascon_p folded2 hls",
    "ascon_p pipelined hls",
}
"""Each kind of architecture once, in seconds."""


def answers_due(entry) -> KernelTests:
    tests = class_of(entry.algorithm).tests(entry.algorithm, entry.variant, Setting())
    assert isinstance(tests, KernelTests)
    return tests


def as_parameter(entry):
    marks = [] if entry.label in EVERY_DAY else [pytest.mark.nightly]
    return pytest.param(entry, id=entry.label.replace(" ", "-"), marks=marks)


@pytest.mark.parametrize("entry", [as_parameter(entry) for entry in ENTRIES])
def test_core_gives_the_known_answers_in_the_promised_cycles(entry, tmp_path):
    tests = answers_due(entry)
    assert tests.check_reference() == len(tests.answers)
    if program := approach(entry.approach).program(entry):
        assert tests.check_program(program, tmp_path) == len(tests.answers)
    core = verilog_core(entry)
    modes = 4 + 2 + len(tests.bench.ports)  # of stalls, gaps and resets, long stalls on each port
    assert tests.verify(core, "core") == modes * len(tests.answers) + MANY
    if entry.label in CYCLES:
        assert tuple(tests.cycles(core).values()) == CYCLES[entry.label]


def test_cycles_are_promised_for_cores_that_exist():
    assert CYCLES.keys() | EVERY_DAY <= {entry.label for entry in ENTRIES}


def tampered(tmp_path, old, new):
    """SHA-1 with one thing changed in its C, and its tests."""
    sha1 = kernel("sha1")
    folder = tmp_path / "sha1"
    (folder / "hls").mkdir(parents=True)
    for name in ("algorithm.toml", "kat"):
        (folder / name).symlink_to(sha1.folder / name)
    text = sha1.hls_source.read_text()
    assert old in text
    (folder / "hls" / "core.c").write_text(text.replace(old, new))
    changed = kernel(folder)
    entry = Entry(changed, "hls", changed.variants[0])
    return entry, answers_due(entry)


def test_wrong_answer_is_found_natively_and_in_verilog(tmp_path):
    entry, tests = tampered(tmp_path, "0x6ed9eba1", "0x6ed9eba0")
    with pytest.raises(CryptagonError, match="answers wrongly in a native run"):
        tests.check_program(entry.algorithm.hls_source, tmp_path / "native")
    with pytest.raises(CryptagonError, match="wrong output on digest"):
        tests.verify(verilog_core(entry), "core")


def test_other_ports_than_declared_are_found(tmp_path):
    entry, tests = tampered(tmp_path, "uint_t(160), digest)", "uint_t(161), digest)")
    with pytest.raises(CryptagonError, match="differ in the width of digest: 161 and 160 bits"):
        tests.verify(verilog_core(entry), "core")
