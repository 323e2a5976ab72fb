"""`cryptagon vectors`: the files of the field, for every mode."""

import pytest
from click.testing import CliRunner

from cryptagon.catalog import algorithm
from cryptagon.cli import main
from cryptagon.hwapi import read_vector_files
from cryptagon.hwapi.words import FAILURE, SUCCESS, Kind
from cryptagon.kat import read_kat
from cryptagon.reference import ReferenceCipher


def vectors(folder, *arguments):
    result = CliRunner().invoke(main, ["vectors", "dummy", "-o", str(folder), *arguments])
    assert result.exit_code == 0, result.output
    return result


@pytest.mark.parametrize("mode", ["kat", "random", "corners", "key-reuse", "segments", "benchmark"])
def test_mode_writes_vectors_and_known_answers_of_the_reference(tmp_path, mode):
    vectors(tmp_path, "--mode", mode)
    words = read_vector_files(tmp_path)
    statuses = [word.value >> 28 for word in words.do if word.kind is Kind.STATUS]
    assert set(statuses) == {SUCCESS}
    (kat,) = tmp_path.glob("LWC_AEAD_KAT_128_128.txt")
    cipher = ReferenceCipher.build(algorithm("dummy").reference_folder)
    records = read_kat(kat)
    assert records and len(records) <= len(statuses)
    assert all(cipher.encrypt(one.key, one.nonce, one.ad, one.pt) == one.ct for one in records)


def test_forgeries_all_fail_and_are_no_known_answers(tmp_path):
    vectors(tmp_path, "--mode", "forged", "--count", "5")
    statuses = {
        word.value >> 28 for word in read_vector_files(tmp_path).do if word.kind is Kind.STATUS
    }
    assert statuses == {FAILURE}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["do.txt", "pdi.txt", "sdi.txt"]


def test_single_message(tmp_path):
    vectors(
        tmp_path,
        "--mode",
        "single",
        "--data",
        "00112233",
        "--ad",
        "01",
        "--key",
        "ff" * 16,
        "--decrypt",
    )
    (record,) = read_kat(tmp_path / "LWC_AEAD_KAT_128_128.txt")
    assert (record.key, record.pt, record.ad, record.nonce) == (
        b"\xff" * 16,
        bytes.fromhex("00112233"),
        b"\x01",
        bytes(range(16)),
    )
    assert "decryption" in (tmp_path / "pdi.txt").read_text()


def test_same_seed_same_files_other_seed_other_files(tmp_path):
    for name, seed in (("a", "3"), ("b", "3"), ("c", "4")):
        vectors(tmp_path / name, "--mode", "random", "--seed", seed)
    first, again, other = ((tmp_path / name / "pdi.txt").read_text() for name in "abc")
    assert first == again != other


def test_narrow_words(tmp_path):
    vectors(tmp_path, "--mode", "random", "--w", "8", "--sw", "8")
    assert read_vector_files(tmp_path, 8, 8).pdi


def test_what_is_not_hexadecimal_is_a_usage_error(tmp_path):
    result = CliRunner().invoke(
        main, ["vectors", "dummy", "-o", str(tmp_path), "--mode", "single", "--data", "0g"]
    )
    assert result.exit_code == 2 and "hexadecimal" in result.stderr
