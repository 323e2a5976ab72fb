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


@pytest.mark.parametrize("w", [8, 16, 32])
def test_another_interface_has_files_of_its_own_form(tmp_path, w):
    vectors(tmp_path / "lwc", "--interface", "lwc-1.2", "--w", str(w))
    vectors(tmp_path / "caesar", "--w", str(w), "--sw", str(w))
    assert "#### Authenticated " in (tmp_path / "lwc" / "pdi.txt").read_text()
    assert "#### Authenticated " not in (tmp_path / "caesar" / "pdi.txt").read_text()
    read = [read_vector_files(tmp_path / name, w, w) for name in ("lwc", "caesar")]
    assert read[0] == read[1] and read[0].do


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("dummy", ["--interface", "lwc-1.2", "--sw", "8"], 'lwc-1.2 has no bus called "sw"'),
        ("dummy", ["--interface", "lwc-1.2", "--w", "64"], "w = 64 is not a bus width"),
        ("dummy", ["--interface", "sha3"], "no test-vector files for the hash interface"),
        ("dummy", ["--interface", "lwc-1.1"], "did you mean lwc-1.2"),
        ("copa", ["--interface", "lwc-1.2"], "it needs ciphertext that expands"),
    ],
)
def test_an_interface_that_cannot_be_is_told(tmp_path, name, arguments, message):
    folder = tmp_path / "new"
    result = CliRunner().invoke(main, ["vectors", name, "-o", str(folder), *arguments])
    assert result.exit_code == 1 and message in result.output
    assert not folder.exists()


def test_what_is_not_hexadecimal_is_a_usage_error(tmp_path):
    result = CliRunner().invoke(
        main, ["vectors", "dummy", "-o", str(tmp_path), "--mode", "single", "--data", "0g"]
    )
    assert result.exit_code == 2 and "hexadecimal" in result.stderr
