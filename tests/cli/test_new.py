"""`cryptagon new`: a folder of each class that answers every known answer, and says what to change
first.
"""

import json
import re

import pytest
from click.testing import CliRunner

from cryptagon.classes import algorithm, classes
from cryptagon.cli import main

CLASSES = sorted(classes())
LEVELS = ("reference", "native", "core")


def called(*arguments):
    return CliRunner().invoke(main, list(arguments))


@pytest.mark.parametrize("class_name", CLASSES)
def test_the_dummy_of_a_class_is_of_it_and_small(class_name):
    found = algorithm(classes()[class_name].dummy)
    assert found.class_ == class_name and "template for newcomers" in found.notes
    cores = [*found.folder.glob("hls/*.c"), *found.folder.glob("rtl/*.sv")]
    assert len(cores) == 2 and all(len(file.read_text().splitlines()) < 150 for file in cores)


@pytest.mark.parametrize("class_name", CLASSES)
def test_each_file_of_a_dummy_says_what_to_change_first(class_name):
    folder = algorithm(classes()[class_name].dummy).folder
    sources = [file for file in folder.rglob("*") if file.suffix in (".c", ".h", ".sv", ".toml")]
    assert len(sources) >= 4
    assert [file.name for file in sources if "hange first:" not in file.read_text()] == []
    steps = (folder / "README.md").read_text().partition("what to change in each")[2]
    assert re.findall(r"^(\d)\. ", steps, re.MULTILINE) == ["1", "2", "3", "4", "5", "6"]


@pytest.mark.parametrize("class_name", CLASSES)
def test_what_is_new_answers_its_known_answers_in_c(class_name, tmp_path):
    folder = tmp_path / "mine"
    made = called("new", class_name, str(folder))
    assert made.exit_code == 0 and f"cryptagon verify {folder}" in made.output
    assert algorithm(folder).class_ == class_name and algorithm(folder).title == "mine"
    levels = ("--level", "reference", "--level", "native")
    done = called("verify", str(folder), *levels, "--json")
    assert done.exit_code == 0, done.output
    assert {row["level"] for row in json.loads(done.output)} == {"reference", "native"}


@pytest.mark.nightly
@pytest.mark.parametrize("class_name", CLASSES)
def test_what_is_new_passes_every_step_at_once(class_name, tmp_path, monkeypatch):
    monkeypatch.setenv("CRYPTAGON_RESULTS", str(tmp_path / "results"))
    folder = tmp_path / "mine"
    assert called("new", class_name, str(folder)).exit_code == 0
    done = called("verify", str(folder), "--seed", "1")
    assert done.exit_code == 0 and all(level in done.output for level in LEVELS), done.output
    assert called("run", str(folder), "--quick").exit_code == 0
    records = [json.loads(file.read_text()) for file in (tmp_path / "results").glob("mine_*.json")]
    assert [record["status"] for record in records] == ["ok", "ok"]


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["hash"], "which folder?"),
        (["hsh", "mine"], 'unknown class "hsh"'),
        (["aead", "mine", "yours"], "too many words"),
        (["hash", "mine", "--like", "sha256"], "leave one of them out"),
        (["aead", "Mine"], "is no name of an algorithm"),
        (["--like", "nothing", "mine"], 'unknown algorithm "nothing"'),
    ],
)
def test_other_words_are_refused_and_nothing_is_made(words, what, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = called("new", *words)
    assert result.exit_code == 1 and what in result.output
    assert list(tmp_path.iterdir()) == []


def test_a_class_without_a_dummy_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(classes()["hash"].__class__, "dummy", "")
    result = called("new", "hash", str(tmp_path / "mine"))
    assert result.exit_code == 1 and "the class hash has no dummy" in result.output
    assert "--like NAME" in result.output


def test_a_copy_of_another_algorithm_and_the_dummy_cipher_where_no_class_is_named(tmp_path):
    assert called("new", str(tmp_path / "one")).exit_code == 0
    assert called("new", str(tmp_path / "two"), "--like", "sha1").exit_code == 0
    assert algorithm(tmp_path / "one").class_ == "aead"
    assert algorithm(tmp_path / "two").class_ == "kernel"
