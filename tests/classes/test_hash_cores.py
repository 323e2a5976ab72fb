"""The hash functions of the repository: reference, C as a program, cycles by C and by hand; wrong ones are found."""

import hashlib
import random
import shutil

import pytest

from cryptagon import classes
from cryptagon.approaches import entries_of, made
from cryptagon.classes import Setting
from cryptagon.classes.hash.tests import HashTests
from cryptagon.errors import CryptagonError

UNIT = Setting("sha3")
# name: cycles of a block, and of a message beyond its blocks: one header, a word and a block on their way, first block, digest
CYCLES = {"sha256": (65, 3 + 16 + 8), "sha3_256": (24, 3 + 17 + 4)}


def tests_of(algorithm, setting=UNIT) -> HashTests:
    tests = classes.class_of(algorithm).tests(algorithm, algorithm.variants[0], setting)
    assert isinstance(tests, HashTests)
    return tests


@pytest.fixture(params=CYCLES)
def function(request):
    return classes.algorithm(request.param)


def test_the_reference_software_agrees_with_an_independent_one(function):
    tests = tests_of(function)
    assert tests.check_reference() == 52
    for length in (0, 1, 1000, 5000):
        data = random.Random(length).randbytes(length)
        assert tests.reference.digest(data) == hashlib.new(function.name, data).digest()


def test_a_wrong_reference_is_found(tmp_path):
    shutil.copytree(classes.algorithm("sha256").folder, tmp_path / "sha256")
    source = tmp_path / "sha256" / "reference" / "hash.c"
    source.write_text(source.read_text().replace("rotate_right(x, 25)", "rotate_right(x, 26)"))
    with pytest.raises(CryptagonError, match="disagrees with a known answer"):
        tests_of(classes.algorithm(tmp_path / "sha256")).check_reference()


def test_a_reference_with_another_digest_is_refused(tmp_path):
    shutil.copytree(classes.algorithm("sha256").folder, tmp_path / "sha256")
    (tmp_path / "sha256" / "reference" / "api.h").write_text("#define CRYPTO_BYTES 48\n")
    with pytest.raises(CryptagonError, match="digests of another length"):
        tests_of(classes.algorithm(tmp_path / "sha256")).check_reference()


def test_the_c_core_answers_as_a_program(function, tmp_path):
    assert tests_of(function).check_program(function.hls_source, tmp_path) > 400


def test_a_wrong_c_core_is_found(tmp_path):
    function = classes.algorithm("sha256")
    wrong = tmp_path / "core.c"
    wrong.write_text(function.hls_source.read_text().replace("return x >> n | x << (32 - n);", "return x >> n;"))
    with pytest.raises(CryptagonError, match="answers wrongly in a native run"):
        tests_of(function).check_program(wrong, tmp_path)


def test_cores_by_c_and_by_hand_take_the_cycles_of_the_formula(function):
    block, message = CYCLES[function.name]
    for entry in entries_of(function):
        core = made(entry, classes.class_of(function).module).core
        assert tests_of(function).cycles(core) == {"block": block, "message": message}, entry.label
