"""Every hash function gives the right answers at every level, in the cycles of its formula; a wrong
one is found.

A selection in `make test`, all of them in `make nightly`.
"""

import hashlib
import random
import shutil

import pytest

from cryptagon import classes
from cryptagon.approaches import entries_of
from cryptagon.classes import Setting
from cryptagon.classes.hash.tests import HashTests
from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.study.levels import verilog_core

UNIT = Setting("sha3")
NAMES = [name for name, found in classes.algorithms().items() if found.class_ == "hash"]
STANDARD = ("sha256", "sha3_256")
"""Those that `hashlib` knows."""

EVERY_DAY = {"sha256 rtl", "sha3_256 hls"}


def answers_of(algorithm, setting=UNIT) -> HashTests:
    tests = classes.class_of(algorithm).tests(algorithm, algorithm.variants[0], setting)
    assert isinstance(tests, HashTests)
    return tests


@pytest.fixture(params=STANDARD)
def function(request):
    return classes.algorithm(request.param)


def as_parameter(name: str, *, every_day: bool):
    return pytest.param(
        name, id=name.replace(" ", "-"), marks=[] if every_day else [pytest.mark.nightly]
    )


def test_the_reference_software_agrees_with_an_independent_one(function):
    tests = answers_of(function)
    assert tests.check_reference() == 52
    for length in (0, 1, 1000, 5000):
        data = random.Random(length).randbytes(length)
        assert tests.reference.digest(data) == hashlib.new(function.name, data).digest()


def test_a_wrong_reference_is_found(tmp_path):
    shutil.copytree(classes.algorithm("sha256").folder, tmp_path / "sha256")
    source = tmp_path / "sha256" / "reference" / "hash.c"
    right = source.read_text()
    assert "0x6a09e667" in right
    source.write_text(right.replace("0x6a09e667", "0x6a09e668"))
    with pytest.raises(CryptagonError, match="disagrees with a known answer"):
        answers_of(classes.algorithm(tmp_path / "sha256")).check_reference()


def test_a_reference_with_another_digest_is_refused(tmp_path):
    shutil.copytree(classes.algorithm("sha256").folder, tmp_path / "sha256")
    (tmp_path / "sha256" / "reference" / "api.h").write_text("#define CRYPTO_BYTES 48\n")
    with pytest.raises(CryptagonError, match="digests of another length"):
        answers_of(classes.algorithm(tmp_path / "sha256")).check_reference()


@pytest.mark.parametrize(
    "name",
    [as_parameter(name, every_day=name == "keccak_r2") for name in NAMES if name not in STANDARD],
)
def test_the_reference_software_of_a_candidate_gives_its_known_answers(name):
    assert answers_of(classes.algorithm(name)).check_reference() == 52


@pytest.mark.parametrize("name", [as_parameter(name, every_day=name in STANDARD) for name in NAMES])
def test_the_c_core_answers_as_a_program(name, tmp_path):
    function = classes.algorithm(name)
    assert answers_of(function).check_program(function.hls_source, tmp_path) > 350


def test_a_wrong_c_core_is_found(tmp_path):
    function = classes.algorithm("sha256")
    right, sum_, wrong = function.hls_source.read_text(), "hash[i] + v[i]", tmp_path / "core.c"
    assert right.count(sum_) == 1
    wrong.write_text(right.replace(sum_, "hash[i] ^ v[i]"))
    with pytest.raises(CryptagonError, match="answers wrongly in a native run"):
        answers_of(function).check_program(wrong, tmp_path)


def formula_of(algorithm) -> dict[str, float]:
    """What algorithm.toml says, "3 + 16 + 65 N + 8": cycles of a block, and of a message beyond its
    blocks.
    """
    terms = algorithm.architecture.cycles.split(" + ")
    blocks = [int(term.removesuffix(" N")) for term in terms if term.endswith(" N")]
    return {
        "block": sum(blocks),
        "message": sum(int(term) for term in terms if not term.endswith(" N")),
    }


ENTRIES = {entry.label: entry for name in NAMES for entry in entries_of(classes.algorithm(name))}


@pytest.mark.parametrize(
    "label", [as_parameter(label, every_day=label in EVERY_DAY) for label in ENTRIES]
)
def test_a_core_gives_the_right_answers_in_the_cycles_of_the_formula(label):
    entry = ENTRIES[label]
    core, tests = verilog_core(entry), answers_of(entry.algorithm)
    assert (
        tests.verify(core, "core") > 700
    )  # fewer for short blocks: every length up to two of them
    assert tests.verify(core, "unit") > 1_200
    assert tests.cycles(core) == formula_of(entry.algorithm)


def test_a_core_that_is_wrong_after_its_first_message_is_found(tmp_path):
    good, bad = "if (rst || give) begin", "if (rst) begin"
    function = classes.algorithm("sha256")
    for source in function.rtl_sources:
        text = source.read_text()
        assert source.name != "HashCore.sv" or good in text
        (tmp_path / source.name).write_text(text.replace(good, bad))
    core = VerilogCore(tuple(tmp_path / source.name for source in function.rtl_sources))
    with pytest.raises(CryptagonError, match="wrong output on digest"):
        answers_of(function).verify(core, "core")
