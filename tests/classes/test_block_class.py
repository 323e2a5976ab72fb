"""Every block cipher gives the known answers at every level, both ways, in the cycles that its
description promises.

One cipher in Verilog in `make test`, all of them in `make nightly`.
"""

import shutil
from itertools import pairwise

import pytest

from cryptagon.approaches import entries_of
from cryptagon.catalog import Entry
from cryptagon.classes import Setting, algorithm, algorithms, class_of
from cryptagon.classes.block.sessions import LONG
from cryptagon.classes.block.tests import BlockTests
from cryptagon.errors import CryptagonError
from cryptagon.prove import prove
from cryptagon.study.levels import verilog_core

CIPHERS = [one for one in algorithms().values() if one.class_ == "block"]
ENTRIES = [entry for one in CIPHERS for entry in entries_of(one)]
EVERY_DAY = {"present80 hls", "present80 rtl", "present80 spt"}

# What a new key costs before an encryption and before a decryption.
KEY_CYCLES = {
    "aes128": (1, 11),
    "camellia128": (5, 5),
    "present80": (1, 32),
    "simon96_96": (1, 53),
    "dummy_block": (1, 9),
}


def answers_due(entry, **setting) -> BlockTests:
    tests = class_of(entry.algorithm).tests(entry.algorithm, entry.variant, Setting(**setting))
    assert isinstance(tests, BlockTests)
    return tests


def as_parameter(entry):
    marks = [] if entry.label in EVERY_DAY else [pytest.mark.nightly]
    return pytest.param(entry, id=entry.label.replace(" ", "-"), marks=marks)


@pytest.mark.parametrize("cipher", CIPHERS, ids=lambda cipher: cipher.name)
def test_reference_and_c_give_the_known_answers(cipher, tmp_path):
    tests = answers_due(Entry(cipher, "hls", cipher.variants[0]))
    assert tests.check_reference() == len(tests.records) >= 34
    assert tests.check_program(cipher.hls_source, tmp_path) == 4 * len(tests.records) + 4


@pytest.mark.parametrize("entry", [as_parameter(entry) for entry in ENTRIES])
def test_core_gives_the_known_answers_in_the_promised_cycles(entry):
    tests = answers_due(entry, quick=entry.label in EVERY_DAY)
    core = verilog_core(entry)
    assert tests.verify(core, "core") > len(tests.short)
    blocks = entry.algorithm.architecture.cycles_per_block
    keys = KEY_CYCLES[entry.algorithm.name]
    assert tests.cycles(core) == {
        "encryption": blocks,
        "key_encryption": keys[0],
        "decryption": blocks,
        "key_decryption": keys[1],
    }


def test_cycles_of_keys_are_promised_for_ciphers_that_exist():
    assert KEY_CYCLES.keys() == {one.name for one in CIPHERS}
    assert {entry.label for entry in ENTRIES} >= EVERY_DAY


def test_sessions_have_every_direction_after_every_other_and_long_runs_of_one():
    tests = answers_due(ENTRIES[0], quick=True)
    ways = [[task.decrypt for task in session.tasks] for session in tests.short]
    assert {pair for one in ways for pair in pairwise(one)} == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert {session.tasks[0].decrypt for session in tests.short} == {0, 1}
    long = tests.long(seed=1)
    assert {len(session.tasks) for session in long} == {LONG}
    assert [sorted({task.decrypt for task in session.tasks}) for session in long[:3]] == [
        [0],
        [1],
        [0, 1],
    ]
    assert long != tests.long(seed=2)


def tampered(tmp_path, name, folder, old, new):
    """A cipher with one thing changed in a file of `folder`."""
    original = algorithm(name)
    changed = shutil.copytree(original.folder, tmp_path / "block" / name)
    files = [file for file in (changed / folder).iterdir() if old in file.read_text()]
    assert files
    for file in files:
        file.write_text(file.read_text().replace(old, new))
    return algorithm(changed)


def test_wrong_reference_is_found(tmp_path):
    cipher = tampered(tmp_path, "present80", "reference", "0xc, 0x5", "0x5, 0xc")
    with pytest.raises(CryptagonError, match="the reference program answers wrongly"):
        answers_due(Entry(cipher, "hls", cipher.variants[0])).check_reference()


FAULTS = {
    "the key of the other direction is lost": ("if (turning) start_key = round_key;", ""),
    "a new key is taken for expanded": ("next.decrypt && fresh", "0"),
    "a long run counts one round less": (
        "last = running && ending",
        "last = running && counter == (direction ? 2 : ROUNDS - 1)",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_wrong_c_is_found_natively(tmp_path, fault):
    cipher = tampered(tmp_path, "present80", "hls", *FAULTS[fault])
    with pytest.raises(CryptagonError, match="answers wrongly in a native run"):
        answers_due(Entry(cipher, "hls", cipher.variants[0]), quick=True).check_program(
            cipher.hls_source, tmp_path / "native"
        )


@pytest.mark.nightly  # it also makes the waveform
def test_wrong_verilog_is_found(tmp_path):
    cipher = tampered(tmp_path, "present80", "rtl", "starts && turns", "1'b0")
    entry = Entry(cipher, "rtl", cipher.variants[0])
    with pytest.raises(CryptagonError, match="wrong output on result"):
        answers_due(entry, quick=True).verify(verilog_core(entry), "core")


def test_handshakes_of_a_core_are_proved(tmp_path):
    cipher = algorithm("simon96_96")
    entry = next(entry for entry in entries_of(cipher) if entry.approach == "rtl")
    proofs = list(prove(class_of(cipher).proof(cipher, verilog_core(entry)), tmp_path))
    assert [(proof.rule, proof.port, proof.verdict) for proof in proofs] == [
        (rule, "result", "proved")
        for rule in ("valid-stays", "data-stays", "ready-free", "output-after-input")
    ]
