"""Known answers are those of the algorithm's folder, or those that are asked for: nothing beside
the repository counts.
"""

import shutil

import pytest

from cryptagon import paths
from cryptagon.catalog import algorithm
from cryptagon.classes.aead.known_answers import QUICK_RECORDS, known_answer_files, known_answers
from cryptagon.errors import CryptagonError

ASCON = algorithm("ascon128a")
PUBLISHED = ASCON.folder / "kat" / "ascon128av12.txt"


def test_all_files_of_the_folder_and_nothing_else(tmp_path, monkeypatch):
    beside = tmp_path / "shared" / "kat" / "aead"
    beside.mkdir(parents=True)
    shutil.copy(PUBLISHED, beside)
    folder = shutil.copytree(
        ASCON.folder, tmp_path / "checkout" / "algorithms" / "aead" / "ascon128a"
    )
    monkeypatch.setattr(paths, "repository", lambda: tmp_path / "checkout")
    files = known_answer_files(algorithm(folder))
    assert [file.name for file in files] == [
        "LWC_AEAD_KAT_128_128.txt",
        "ascon128av12-lwc.txt.gz",
        "ascon128av12.txt",
    ]
    assert {file.parent for file in files} == {folder / "kat"}


def test_record_in_two_files_counts_once():
    files = known_answer_files(ASCON)
    records = known_answers(files)
    assert len(records) < sum(len(known_answers([file])) for file in files) == 80 + 1089 + 100
    assert len({(one.key, one.nonce, one.pt, one.ad) for one in records}) == len(records)


def test_sample_is_spread_over_all_files():
    files = known_answer_files(ASCON)
    sample = known_answers(files, quick=True)
    assert QUICK_RECORDS <= len(sample) < 2 * QUICK_RECORDS
    assert all(any(one in known_answers([file]) for one in sample) for file in files)


def test_collection_gives_the_files_named_after_the_algorithm(tmp_path):
    for name in (
        "a/ascon128av12.txt",
        "b/ascon128av12.txt.gz",
        "b/ascon128av12.md",
        "acorn128v3.txt",
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert known_answer_files(ASCON, [tmp_path]) == (
        tmp_path / "a/ascon128av12.txt",
        tmp_path / "b/ascon128av12.txt.gz",
    )
    assert known_answer_files(ASCON, [PUBLISHED, tmp_path])[0] == PUBLISHED


def test_collection_without_the_algorithm_is_refused(tmp_path):
    with pytest.raises(CryptagonError, match="no known answers for ascon128a") as caught:
        known_answer_files(ASCON, [PUBLISHED, tmp_path])
    assert caught.value.where == str(tmp_path) and "ascon128av12.txt" in caught.value.fix


def test_algorithm_without_known_answers_is_refused(tmp_path):
    folder = shutil.copytree(
        algorithm("dummy").folder, tmp_path / "dummy", ignore=shutil.ignore_patterns("*.txt")
    )
    with pytest.raises(CryptagonError, match="there are no known answers"):
        known_answer_files(algorithm(folder))
